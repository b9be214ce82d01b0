"""Names with lexicon entries beyond their spelling: irregular forms, pronunciation, whether suffixes take a hyphen.

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

from reguli.schema.shapes import (
    ANY_NAME,
    TEXT,
    TRUTH,
    DerivedShape,
    MappingField,
    MappingShape,
    NamedValuesShape,
    enum_schema,
    schema_with_conversion,
)
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import Language, ProperName
from reguli.words.grammar.language_files import irregular_forms_shape


def known_names_schema(
    language: Language,
) -> DerivedShape[tuple[tuple[str, ProperName], ...], Mapping[str, ProperName]]:
    """Return the schema of a language's known names; findings W101, W102, W104."""
    gender = (MappingField("gender", enum_schema(*language.genders), default=""),) if language.genders else ()
    heard = (
        (MappingField("spoken", TEXT, default=""), MappingField("hyphen", TRUTH, default=False))
        if language.harmonies
        else ()
    )
    irregular = MappingField("forms", irregular_forms_shape(language.name_forms), default=MappingProxyType({}))
    called = MappingField("called", TEXT, default="")
    name = MappingShape(_name, (*gender, *heard, called, irregular), named="text")
    listed = NamedValuesShape(ANY_NAME, name, "", "part.known_name", lambda key, text, found: (str(text), found))
    return schema_with_conversion(listed, lambda found: MappingProxyType(dict(found)))


def _name(span: Span, forms: Mapping[str, str], text: str, called: str, **found: Any) -> ProperName:
    return ProperName(text=called or text, forms=tuple(forms.items()), **found)


def inflected_known_name(name: ProperName, known: Mapping[str, ProperName]) -> ProperName:
    """Return a name with its known properties, or those of its last word."""
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
