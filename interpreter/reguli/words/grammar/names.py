"""Names a lexicon knows more of than their spelling: irregular forms, how they are spoken, whether suffixes take a hyphen.

``names`` of a lexicon holds them by name, as they are written in the ruleset::

    names:
      Bordeaux: {spoken: bordó, hyphen: true}
      Tours: {spoken: túr}
      Kyoto: {forms: {-t: Kiotót}}

A language with vowel harmony has ``spoken``, how the end of the name is heard (in the spelling of the language), and
``hyphen``; one with genders has ``gender``; all have ``forms``. A name of several words takes what is known of the last one
where nothing is known of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reguli.source.diagnostic import Bag
from reguli.source.yaml_nodes import Node
from reguli.words.grammar.languages import Language
from reguli.words.grammar.noun import Name
from reguli.words.terms.shape import choice_in, forms_in, group_in, known_keys, text_in, truth_in


def read_names(node: Node | None, language: Language, bag: Bag) -> dict[str, Name]:
    """Read what is known of names; findings W101, W102, W104."""
    group = group_in(node, "'names'", bag)
    found = {}
    for entry in group.entries if group is not None else ():
        text = entry.key.text
        what = f"the name '{text}'"
        fields = group_in(entry.value, what, bag)
        if fields is None:
            continue
        given = {one.key.text: one.value for one in known_keys(fields, what, _keys(language), bag)}
        forms = forms_in(given.get("forms"), f"'forms' of {what}", language.name_forms, bag)
        found[text] = Name(
            text,
            gender=choice_in(given.get("gender"), f"'gender' of {what}", language.genders, bag),
            forms=tuple(forms.items()),
            spoken=text_in(given.get("spoken"), f"'spoken' of {what}", bag),
            hyphen=truth_in(given.get("hyphen"), f"'hyphen' of {what}", bag),
        )
    return found


def _keys(language: Language) -> tuple[str, ...]:
    gender = ("gender",) if language.genders else ()
    return (*gender, *(("spoken", "hyphen") if language.harmonies else ()), "forms")


def named(name: Name, known: Mapping[str, Name]) -> Name:
    """Give a name with what is known of it, or of the last of its words."""
    whole = known.get(name.text)
    if whole is not None:
        return replace(whole, gender=name.gender or whole.gender)
    last = known.get(name.text.rpartition(" ")[2])
    if last is None:
        return name
    before = name.text.removesuffix(last.text)
    forms = tuple((form, before + text) for form, text in last.forms)
    return replace(last, text=name.text, gender=name.gender or last.gender, forms=forms)
