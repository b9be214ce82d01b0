"""What a word means: its value, unit and source, what it names, what the language means by it, what its key is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from reguli.app.errors import Refused
from reguli.app.explanations import explain_term
from reguli.app.provenance import Trace, trace_value
from reguli.editor.completion import declaration_text
from reguli.editor.identifiers import declared_as
from reguli.editor.open_rulesets import RULES, TextPlace
from reguli.editor.yaml_schemas import allowed_keys, schemas_at, yaml_place
from reguli.schema.node_reader import ID
from reguli.source.finding_catalogue import finding_catalogue

Say = Callable[[str], str]
MOST: Final = 3
"""Meanings of a word, and rules that read a value, which are shown."""
PATH: Final = re.compile(r"[A-Za-z_][\w.]*")


def meaning(place: TextPlace, say: Say) -> str:
    """Return in Markdown what the word at a place means; empty where nothing is known of it."""
    start, word = place.word
    if not word:
        return ""
    rules = place.name.endswith(RULES)
    if not rules:
        within = yaml_place(place.lines, place.line, start + len(word))
        keys = allowed_keys(schemas_at(place.name, within.path)) if within.is_key else {}
        if word in keys:
            return f"**{word}**\n\n{keys[word]}"
    parts = [*_value(place, say)] or [*_names(place, say)] or ([*_words(word, say)] if rules else [])
    return "\n\n---\n\n".join(parts)


def _value(place: TextPlace, say: Say) -> Iterator[str]:
    """Yield where a value comes from; a field is asked with the names before it: ``shop.corner.fee``."""
    (start, word), ruleset = place.word, place.opened.ruleset
    if ruleset is None or not ID.fullmatch(word):
        return
    paths = PATH.finditer(place.lines[place.line])
    whole = next((one[0][: start + len(word) - one.start()] for one in paths if one.start() <= start < one.end()), word)
    for typed in dict.fromkeys((whole, word)):
        try:
            yield _traced(trace_value(ruleset, typed), say)
        except Refused:
            continue
        return


def _traced(found: Trace, say: Say) -> str:
    value = "" if found.value is None else f" = {found.value}"
    lines = [f"**{found.name}{value}{f' {found.unit}' if found.unit else ''}** ({found.form})"]
    lines += [f"`{one.id}` {one.statement}" for one in found.statements]
    lines += [f"- {title}: {place}" for one in found.statements for title, place in one.sources]
    lines += [f"{say('provenance')}: {found.provenance}"] if found.provenance else []
    lines += [f"{say('changed by')}: {one.by}" for one in found.changes]
    lines += [f"{say('read by')}: `{one.rule}` {one.place}" for one in found.readers[:MOST]]
    return "\n\n".join([*lines, f"{say('written at')}: {found.span}"])


def _names(place: TextPlace, say: Say) -> Iterator[str]:
    word = place.word[1]
    for one in declared_as(place)[:MOST]:
        sort = re.sub(r"Decl$|Entry$", "", one.sort).lower()
        told = declaration_text(one)
        yield "\n\n".join([f"**{word}** ({sort})", *([told] if told else []), f"{say('written at')}: {one.span}"])


def _words(word: str, say: Say) -> Iterator[str]:
    if word.upper() in finding_catalogue():
        return
    try:
        found = explain_term(word)
    except Refused:
        return
    for one in found.meanings[:MOST]:
        forms = "\n".join(one.forms)
        example = f"\n\n{say('example:')}\n```\n{one.example}\n```" if one.example and len(found.meanings) == 1 else ""
        yield f"**{one.name}**\n```\n{forms}\n```\n{one.means}{example}"
