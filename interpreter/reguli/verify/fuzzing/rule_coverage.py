"""What there is to come to in a ruleset, what was come to, and how near play came to the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Choice, Term
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_terms,
    guards_of,
    inner_bodies,
    statements_of,
    written_procedures,
)
from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.rule_ids import as_written
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import NOWHERE, Span

LEAVES = (b.Give, b.Write, b.Relocate, b.Transfer, b.TakeTop, b.Mix, b.Cast, b.Enlist, b.Order, b.Announce, b.Ask)
"""Statements that are noted whenever they are run."""


@kept
class Near(Kept):
    """How near a condition came to go the other way: how many of its parts failed, and the sides of the first, where it compares numbers."""

    failing: int
    left: int | None = None
    right: int | None = None
    span: Span = NOWHERE
    games: int = 0
    """In how many games it was asked."""

    @property
    def lacks(self) -> tuple[int, bool, int]:
        """Give by what one is nearer than another."""
        measured = self.left is not None and self.right is not None
        return self.failing, not measured, abs((self.left or 0) - (self.right or 0))


@dataclass(slots=True)
class Reached:
    """What was come to: rules run, ways conditions went, defines asked, cells read; and what came near, by condition."""

    rules: set[str] = field(default_factory=set)
    sides: set[tuple[str, bool]] = field(default_factory=set)
    defines: set[str] = field(default_factory=set)
    cells: dict[str, set[tuple[int, ...]]] = field(default_factory=dict)
    near: dict[str, Near] = field(default_factory=dict)
    game: int = 0
    _last: dict[str, int] = field(default_factory=dict)

    def missed(self, key: str, near: Near) -> None:
        """Take note of a condition that went the same way once more."""
        known = self.near.get(key)
        games = 0 if known is None else known.games
        if self._last.get(key) != self.game:
            self._last[key] = self.game
            games += 1
        best = near if known is None or near.lacks < known.lacks else known
        self.near[key] = replace(best, games=games)


@kept
class Spot(Kept):
    """A part of the rules that nothing came to: the rule, its place, what sort of part it is, and the condition that kept it away, if one did."""

    rule: str
    span: Span
    sort: str
    condition: str = ""
    holds: bool = True
    """Whether the condition would have to hold."""


def conditions_of(ruleset: Ruleset) -> Iterator[tuple[str, Term]]:
    """Give every condition that is watched, by a name of its own: of branches, loops and guards, and of values that hang on one."""
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            match statement:
                case b.Branch(rule=rule, condition=condition) | b.Loop(rule=rule, condition=condition):
                    yield as_written(rule), condition
                case b.Ask(options=options):
                    for option in options:
                        yield from ((as_written(guard.rule), guard.condition) for guard in guards_of(option))
    for define in ruleset.defines.values():
        for number, choice in enumerate(_choices(define.value), 1):
            yield as_written(f"define.{define.id}") + f"?{number}", choice.condition


def _choices(value: Term) -> list[Choice]:
    return [one for one in all_terms(value) if isinstance(one, Choice)]


def unreached(ruleset: Ruleset, reached: Reached) -> Iterator[Spot]:
    """Give the outermost parts of the rules that nothing came to."""
    for procedure in {one.rule: one for one in written_procedures(ruleset)}.values():
        if not _is_run(procedure.body, reached):
            span = procedure.body[0].span if procedure.node is None else procedure.node.span
            yield Spot(procedure.rule, span, "rule")
        else:
            yield from _in_body(procedure.body, reached)
    for define in ruleset.written_defines:
        if define.id in reached.defines:
            for number, choice in enumerate(_choices(define.value), 1):
                yield from _sides(f"define.{define.id}?{number}", f"define.{define.id}", choice, reached)


def _in_body(body: b.Body, reached: Reached) -> Iterator[Spot]:
    for statement in body:
        rule = as_written(statement.rule)
        match statement:
            case b.Branch(then=then, otherwise=otherwise):
                for way, inner in ((True, then), (False, otherwise)):
                    if inner and (rule, way) not in reached.sides and _is_asked(rule, reached):
                        yield Spot(rule, inner[0].span, "branch", rule, way)
                    elif inner and _is_run(inner, reached):
                        yield from _in_body(inner, reached)
            case b.Ask(options=options, otherwise=instead):
                for option in options:
                    yield from _option(option, reached)
                if instead and not _is_run(instead, reached):
                    yield Spot(rule, instead[0].span, "otherwise")
                elif instead:
                    yield from _in_body(instead, reached)
            case _:
                for inner in inner_bodies(statement):
                    if _is_run(inner, reached):
                        yield from _in_body(inner, reached)
                    elif inner:
                        yield Spot(rule, inner[0].span, "body", rule)


def _option(option: b.BoundOption, reached: Reached) -> Iterator[Spot]:
    rule = as_written(option.rule)
    if rule in reached.rules:
        yield from _in_body(option.effects, reached)
        return
    guards = [as_written(one.rule) for one in guards_of(option)]
    kept_away = next((one for one in guards if (one, True) not in reached.sides and one in reached.near), "")
    yield Spot(rule, option.span, "option", kept_away)


def _sides(key: str, rule: str, choice: Choice, reached: Reached) -> Iterator[Spot]:
    if not _is_asked(key, reached):
        return
    for way, term in ((True, choice.then), (False, choice.otherwise)):
        if (key, way) not in reached.sides:
            yield Spot(rule, term.span, "branch", key, way)


def _is_asked(key: str, reached: Reached) -> bool:
    return (key, True) in reached.sides or (key, False) in reached.sides


def _is_run(body: b.Body, reached: Reached) -> bool:
    """Tell whether anything of a body was run, as far as that can be told."""
    leaves = [as_written(one.rule) for one in statements_of(body) if isinstance(one, LEAVES)]
    asked = [as_written(one.rule) for one in statements_of(body) if isinstance(one, b.Branch | b.Loop)]
    return (
        not (leaves or asked)
        or any(one in reached.rules for one in leaves)
        or any(_is_asked(one, reached) for one in asked)
    )


@kept
class Unread(Kept):
    """A table with cells that nothing read: their keys, and those of the cells that something did read, in the order of the table."""

    table: Table
    keys: tuple[tuple[int, ...], ...]
    read: tuple[tuple[int, ...], ...]

    @property
    def nearest(self) -> tuple[int, ...] | None:
        """Give the keys of the cell that was read nearest to one that was not."""
        apart = ((_apart(key, other), other) for key in self.keys for other in self.read)
        return min(apart, default=((), None))[1]


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    steps = [abs(left - right) for left, right in zip(one, other, strict=True)]
    return sum(step > 0 for step in steps), *steps


def cells_unread(ruleset: Ruleset, reached: Reached) -> Iterator[Unread]:
    """Give each declared table of which cells were never read."""
    for table in ruleset.own_tables:
        ranges = [range(low, low + size) for low, size in zip(table.lows, table.sizes, strict=True)]
        keys = [key for key, cell in zip(product(*ranges), table.cells, strict=True) if cell is not None]
        known = reached.cells.get(table.id, set())
        unread = tuple(key for key in keys if key not in known)
        if unread:
            yield Unread(table, unread, tuple(key for key in keys if key in known))
