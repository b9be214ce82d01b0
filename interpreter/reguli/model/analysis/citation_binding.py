"""What carries each statement of the inventory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reguli.language.syntax_tree.expressions import Node
from reguli.language.syntax_tree.statements import Citation
from reguli.language.syntax_tree.top_level_items import (
    Event,
    HiddenFrom,
    Item,
    NeverShrinks,
    OptionGroup,
    Phase,
    Procedure,
    WrittenOnly,
)
from reguli.model.binding.binding_context import World
from reguli.model.bound_tree.bound_statements import Ask, BoundOption, Guard
from reguli.model.bound_tree.tree_traversal import all_asks, guards_of
from reguli.model.card_effects.rule_listing import every_rule
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.rule_ids import as_written
from reguli.ruleset.document_nodes import InventoryEntry, sourced_in
from reguli.source.span import Span

SORTS: Final[dict[type[Item], str]] = {NeverShrinks: "never_shrinks", WrittenOnly: "written_only", HiddenFrom: "hidden"}
"""What the rules of an item are called whose sort has several words."""
Carried = tuple[str, str, Span]
"""The id of a statement, what carries it, and where."""


def bind_citations(ruleset: Ruleset, world: World) -> dict[str, tuple[str, ...]]:
    """Say what carries each statement; unknown ids are findings, and so are statements that nothing carries."""
    found: dict[str, list[str]] = {entry.id: [] for entry in world.documents.inventory}
    known, unknown = bool(found), False
    carried = list(_carried(ruleset, world))
    if carried and not known:
        name, _, span = min(carried, key=lambda one: _place(one[2]))
        world.bag.add("R307", span, name=name)
    for name, what, span in carried:
        if known and name not in found:
            unknown = True
            world.unknown("R340", span, name, found)
        elif (rule := as_written(what)) not in found.setdefault(name, []):
            found[name].append(rule)
    for entry in world.documents.inventory:
        _check_absence(entry, ruleset, world)
        carries_none = entry.carries is not None and entry.carries.startswith("none")
        # An id that the inventory does not have was meant for some statement: which one lacks its rule is not known.
        if not found[entry.id] and not carries_none and not unknown:
            world.bag.add("R341", entry.span, name=entry.id)
        elif found[entry.id] and carries_none:
            world.bag.add("R342", entry.span, name=entry.id, what=found[entry.id][0])
    return {name: tuple(what) for name, what in found.items()}


def _check_absence(entry: InventoryEntry, ruleset: Ruleset, world: World) -> None:
    """Find what a statement that something never happens names that there is not: R200, R204, R205."""
    for act in entry.absence:
        for name in (*act.move, *act.paid, *act.limit):
            if name not in world.units:
                world.unknown("R205", act.span, name, world.units)
        for place in filter(None, (act.source, act.target)):
            if place not in ruleset.state and place not in ruleset.kinds and place != "game":
                known = ruleset.state if "." in place else (*ruleset.kinds, "game")
                world.unknown("R200" if "." in place else "R204", act.span, place, known)


def _place(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def in_part(world: World) -> tuple[tuple[str, str, Span], ...]:
    """Give what the rules leave out of statements: the id of each, what they leave out, and where they say so."""
    found: list[tuple[str, str, Span]] = []
    waiting: list[object] = [rule.item for rule in every_rule(world)] if _says_partly(world) else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, Citation) and node.partly is not None:
            found.append((node.id, node.partly, node.span))
        waiting += node if isinstance(node, tuple) else _parts(node)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: _place(one[2])))


def _parts(node: object) -> list[object]:
    return [getattr(node, name) for name in node.__match_args__] if isinstance(node, Node) else []


def _says_partly(world: World) -> bool:
    return any("partly" in text for _, text in world.documents.texts)


def _carried(ruleset: Ruleset, world: World) -> Iterator[Carried]:
    yield from _documents(world)
    for rule in every_rule(world):
        yield from _item(rule.item)
    yield from _rules(ruleset)


def _documents(world: World) -> Iterator[Carried]:
    for what, source, span in sourced_in(world.documents):
        yield from ((name, what, span) for name in source.cites)


def _item(item: Item) -> Iterator[Carried]:
    if isinstance(item, Event | OptionGroup):
        return
    sort = SORTS.get(type(item), type(item).__name__.lower())
    rule = item.name if isinstance(item, Phase | Procedure) else f"{sort}.{item.name}"
    yield from ((cite.id, f"rule:{rule}", cite.span) for cite in item.cites)


def _rules(ruleset: Ruleset) -> Iterator[Carried]:
    """Give what the decisions, options and guards carry, wherever they stand."""
    for ask in all_asks(ruleset):
        guards = (guard for option in ask.options for guard in guards_of(option))
        nodes: tuple[Ask | BoundOption | Guard, ...] = (ask, *ask.options, *guards)
        for node in nodes:
            yield from ((name, f"rule:{node.rule}", node.span) for name in node.cites)
