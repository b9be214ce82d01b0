"""What may be typed at a place: keys, words and ids in documents, keywords, ids and names of the rule in rules text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from reguli.editor.identifiers import LOCAL
from reguli.editor.open_rulesets import RULES, Declaration, OpenRuleset, TextPlace
from reguli.editor.rules_places import RulesPlace, rules_place
from reguli.editor.yaml_schemas import allowed_keys, allowed_words, schemas_at, yaml_place
from reguli.model.binding.binding_context import FACTS
from reguli.model.types import BUILTINS

WORD: Final = re.compile(r"[a-zA-Z0-9_]*$")
MOST: Final = 2_000
"""What is offered at once: an editor filters it by what is typed."""
MEMBERS: Final = ("StateDecl", "FieldDecl", "ElementDecl")
VALUES: Final = (
    "ConstantDecl",
    "TableDecl",
    "Define",
    "OptionDecl",
    "KindDecl",
    "ElementDecl",
    "StateDecl",
    "StageDecl",
)
AFTER: Final = {
    ".": MEMBERS,
    "run": ("Procedure",),
    "because": ("Reason",),
    "as": ("KindDecl",),
    "->": ("KindDecl",),
    "of": (*VALUES, "Phase"),
    "before": ("Phase",),
    "end": (*VALUES, "Phase"),
}
"""Sorts of names by the word or sign before them; elsewhere stand values."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A word that may be typed, its sort (``key``, ``keyword``, ``word``, ``local``, ``function`` or the class of what it names), what is said of it."""

    text: str
    sort: str
    means: str = ""


def offers(place: TextPlace) -> tuple[Offer, ...]:
    """Return what may stand at a place."""
    found = _in_rules(place) if place.name.endswith(RULES) else _in_yaml(place)
    unique: dict[str, Offer] = {}
    for one in found:
        unique.setdefault(one.text, one)
        if len(unique) == MOST:
            break
    return tuple(unique.values())


def _in_rules(place: TextPlace) -> Iterator[Offer]:
    lines, typed = place.lines, place.lines[place.line][: place.column]
    if "#" in re.sub(r'"[^"]*"', "", typed):
        return
    begun = next((at for at in range(place.line, 0, -1) if re.match("[a-z]", lines[at])), 0)
    following = rules_place("\n".join((*lines[begun : place.line], WORD.sub("", typed))))
    yield from (Offer(word, "keyword") for word in following.keywords)
    if following.takes_citation:
        yield from _declared(place.opened, ("InventoryEntry",))
    if following.takes_name:
        yield from _names(place.opened, following)


def _names(opened: OpenRuleset, place: RulesPlace) -> Iterator[Offer]:
    before = place.before[-1].text if place.before else ""
    sorts = AFTER.get(before, VALUES)
    if before == ":":
        sorts = ("KindDecl",)
    if sorts is VALUES:
        yield from (Offer(name, "local") for name in place.local)
    if before == "." and len(place.before) > 1:
        own = _owner(opened, place.before[-2].text)
        if own:
            yield from own
            return
    yield from _declared(opened, sorts)
    if sorts is VALUES:
        yield from (Offer(one.name, "function", f"{one.signature}: {one.gives}. {one.meaning}") for one in BUILTINS)
        yield from (Offer(name, "word") for name in FACTS)


def _owner(opened: OpenRuleset, word: str) -> list[Offer]:
    """Return the fields of the kind that a word is, holds, or is named after: ``cell``, ``old_cell``; none for other words."""
    documents = opened.documents
    held = (one for one in opened.declarations() if one.name == word and one.sort in ("StateDecl", "FieldDecl"))
    word = next((f"_{one.node.of}" for one in held if one.node.of), word)
    kinds = () if documents is None else documents.kinds
    for kind in (*kinds, None):
        name = "player" if kind is None else kind.id
        if word == name or word.endswith(f"_{name}"):
            fields = () if kind is None else (*kind.fields, *(kind.elements if word == name else ()))
            state = () if documents is None else documents.state
            found = [Offer(one.id, type(one).__name__) for one in (*fields, *(s for s in state if s.owner == name))]
            if found:
                return found
    return []


def _declared(opened: OpenRuleset, sorts: Iterable[str]) -> Iterator[Offer]:
    wanted = tuple(sorts)
    for one in opened.declarations():
        if one.sort in wanted and one.sort not in LOCAL:
            yield Offer(one.name, one.sort, declaration_text(one))
            if one.sort == "KindDecl":
                yield Offer(one.node.plural, one.sort)


def declaration_text(one: Declaration) -> str:
    """Return what a declaration says in short: a statement its sentence, a constant its value and unit, others nothing."""
    match one.sort:
        case "InventoryEntry":
            return str(one.node.statement)
        case "ConstantDecl":
            return " ".join(str(part) for part in (one.node.value, one.node.unit) if part is not None)
        case _:
            return ""


def _in_yaml(place: TextPlace) -> Iterator[Offer]:
    within = yaml_place(place.lines, place.line, place.column)
    schemas = schemas_at(place.name, within.path)
    if within.is_key:
        yield from (Offer(key, "key", means) for key, means in allowed_keys(schemas).items())
    yield from (Offer(word, "word") for word in allowed_words(schemas))
    if not within.is_key or not allowed_keys(schemas):
        yield from _declared(
            place.opened, (*VALUES, "Procedure", "Phase", "InventoryEntry", "FieldDecl", "OptionValue")
        )
