"""Rules as written, those of files first, then those on pieces in the order of the box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from reguli.language.syntax_tree.top_level_items import Adjust, Always, Item, OptionGroup, Waive, When
from reguli.model.binding.binding_context import World
from reguli.model.card_effects.piece_rules import Addition, Piece, Rule
from reguli.model.kind_binding import cell_of
from reguli.ruleset.declarations.card_effect_declarations import RULES
from reguli.ruleset.kind_nodes import ElementDecl, KindDecl

T = TypeVar("T")


def every_rule(world: World) -> tuple[Rule[Item], ...]:
    """Give every rule, in the order of files and lines, then of kinds and elements; the kinds are known by then."""
    if world.rules is None:
        world.rules = tuple(_found(world))
    return world.rules


def _found(world: World) -> Iterator[Rule[Item]]:
    yield from (Rule(item, None) for file in world.documents.rules for item in file.items)
    kinds = (kind for kind in world.documents.kinds if kind.id in world.kinds)
    yield from (rule for kind in kinds if world.kinds[kind.id].declared is kind for rule in _on_pieces(kind))


def rules_of(world: World, sort: type[T]) -> tuple[Rule[T], ...]:
    """Give every rule of one sort, in the same order."""
    return tuple(Rule(rule.item, rule.piece) for rule in every_rule(world) if isinstance(rule.item, sort))


def _on_pieces(kind: KindDecl) -> Iterator[Rule[Item]]:
    for index, element in enumerate(kind.elements):
        piece = _piece(kind, index)
        seen: set[type[Item]] = set()
        for item in (*kind.rules, *_own(element)):
            if isinstance(item, OptionGroup):
                continue
            yield Rule(replace(item, name=_called(item, f"{kind.id}/{element.id}", seen)), piece)
            seen.add(type(item))


def added_options(world: World) -> Iterator[Addition]:
    """Give what adds options to decisions and groups, in the order of files and lines, then of kinds and elements."""
    yield from (
        Addition(item)
        for file in world.documents.rules
        for item in file.items
        if isinstance(item, OptionGroup) and item.during is None
    )
    for kind in world.documents.kinds:
        if kind.id not in world.kinds or world.kinds[kind.id].declared is not kind or not kind.elements:
            continue
        every = tuple(range(len(kind.elements)))
        of_kind = (item for item in kind.rules if isinstance(item, OptionGroup))
        yield from (Addition(item, _piece(kind, 0), every, whole=True) for item in of_kind)
        for index, element in enumerate(kind.elements):
            own = (item for item in _own(element) if isinstance(item, OptionGroup))
            yield from (Addition(item, _piece(kind, index), (index,)) for item in own)


def _piece(kind: KindDecl, index: int) -> Piece:
    element = kind.elements[index]
    return Piece(kind.id, index, element.id, kind.in_force, element.span)


def _own(element: ElementDecl) -> tuple[Item, ...]:
    cell = cell_of(element, RULES)
    return () if cell is None else cell.items


def _called(item: Item, piece: str, seen: set[type[Item]]) -> str:
    """Name a rule after its piece, and by its own name where it has one or is the second of its sort."""
    plain = type(item) not in seen and item.name == _default(item)
    return piece if plain else f"{piece}/{item.name}"


def _default(item: Item) -> str:
    """Give the name of a rule that was given none."""
    match item:
        case When():
            return item.event
        case Adjust():
            return item.target
        case Waive():
            return item.reason
        case Always():
            return item.reason.name
        case _:
            return ""
