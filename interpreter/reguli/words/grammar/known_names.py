"""Names a lexicon knows more of than their spelling: irregular forms, how they are spoken, whether suffixes take a hyphen.

``names`` of a lexicon holds them by name, as they are written in the ruleset::

    names:
      Bordeaux: {spoken: bordó, hyphen: true}
      Tours: {spoken: túr}
      Kyoto: {forms: {-t: Kiotót}}
      Wien: {called: Bécs}

A language with vowel harmony has ``spoken``, how the end of the name is heard (in the spelling of the language), and
``hyphen``; one with genders has ``gender``; all have ``forms``, and ``called``, what it is called in that language: the others
then hold of that. A name of several words takes what is known of the last one where nothing is known of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from reguli.schema.shapes import ANY_NAME, TEXT, TRUTH, Field, Group, Held, MapOf, made, word
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import Name
from reguli.words.grammar.language_files import forms
from reguli.words.grammar.languages import Language


def names_of(language: Language) -> Held[tuple[tuple[str, Name], ...], Mapping[str, Name]]:
    """Return the shape of what is known of names in a language; findings W101, W102, W104."""
    gender = (Field("gender", word(*language.genders), default=""),) if language.genders else ()
    heard = (Field("spoken", TEXT, default=""), Field("hyphen", TRUTH, default=False)) if language.harmonies else ()
    irregular = Field("forms", forms(language.name_forms), default=MappingProxyType({}))
    called = Field("called", TEXT, default="")
    name = Group(_name, (*gender, *heard, called, irregular), named="text")
    listed = MapOf(ANY_NAME, name, "", "part.known_name", lambda key, text, found: (str(text), found))
    return made(listed, lambda found: MappingProxyType(dict(found)))


def _name(span: Span, forms: Mapping[str, str], text: str, called: str, **found: Any) -> Name:
    return Name(text=called or text, forms=tuple(forms.items()), **found)


def named(name: Name, known: Mapping[str, Name]) -> Name:
    """Return a name with what is known of it, or of the last of its words."""
    whole = known.get(name.text)
    if whole is not None:
        return replace(whole, gender=name.gender or whole.gender, thing=name.thing)
    word = name.text.rpartition(" ")[2]
    last = known.get(word)
    if last is None or last.text != word:
        return name
    before = name.text.removesuffix(last.text)
    forms = tuple((form, before + text) for form, text in last.forms)
    return replace(last, text=name.text, gender=name.gender or last.gender, forms=forms, thing=name.thing)
