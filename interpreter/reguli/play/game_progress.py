"""How far a game is: the comparisons that its end and its next stage depend on, with the value of each and its limit.

They are read from the rules: the conditions around what ends the game, and those of flags that it depends on in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from reguli.engine.expression_queries import QueryEvaluator
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import (
    Apply,
    Compare,
    ComputedTerm,
    Constant,
    Elements,
    Exists,
    Fact,
    Logic,
    ReadTerm,
    Term,
    Tracked,
    Variable,
)
from reguli.model.bound_tree.tree_traversal import all_procedures, all_terms, fields_read, inline_lets, nested_bodies
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NumberType, TruthType
from reguli.source.frozen_values import FrozenValue, frozen_class

DEEPEST: Final = 3
"""Flags that are followed one behind the other."""
_MIRRORED: Final = {"<=": ">=", "<": ">", "=": "="}
_STATIC: Final = frozenset({"player_count"})
"""Facts that do not change during a game."""


@frozen_class
class Threshold(FrozenValue):
    """A value that ends the game, or begins a stage, when it reaches a limit; ``player`` stands for each player in turn."""

    value: Term
    limit: Term
    player: Variable | None


@frozen_class
class Progress(FrozenValue):
    """A threshold in a position: the largest value of any player where it is asked of players, and the limit."""

    threshold: Threshold
    value: int
    limit: int


def game_progress(playthrough: GamePlaythrough, thresholds: tuple[Threshold, ...]) -> tuple[Progress, ...]:
    """Return how far each threshold is; one that cannot be asked now, behind a condition that does not hold, is left out."""
    program, evaluator = playthrough.program, QueryEvaluator(playthrough.program)

    def ask(term: Term) -> int:
        return int(str(evaluator.ask(evaluator.made(term), playthrough)))

    found = []
    for one in thresholds:
        player, values = one.player, [one.value]
        if player is not None:
            seats = (Constant(player.type, seat) for seat in range(program.players))
            values = [inline_lets(one.value, {player.key: seat}) for seat in seats]
        with suppress(RulesFault):
            found.append(Progress(one, max(map(ask, values)), ask(one.limit)))
    return tuple(found)


def end_thresholds(ruleset: Ruleset) -> tuple[Threshold, ...]:
    """Return what the end of the game depends on."""
    ending = _conditions(ruleset, lambda one: isinstance(one, b.Leave) and one.what == "game")
    return tuple(dict.fromkeys(_thresholds(ruleset, ending, DEEPEST)))


def has_rounds(ruleset: Ruleset) -> bool:
    """Return whether a second round may begin: no phase of the first one ends the game whatever happens."""
    bodies = (one.body for one in ruleset.phases)
    return not any(isinstance(one, b.Leave) and one.what == "game" for body in bodies for one in body)


def stage_thresholds(ruleset: Ruleset, stage: int) -> tuple[Threshold, ...]:
    """Return what the stages that may follow a stage (0-based) depend on."""
    following = (one.when for one in ruleset.stages if stage in one.sources and one.when is not None)
    return tuple(dict.fromkeys(_thresholds(ruleset, following, DEEPEST)))


def _conditions(ruleset: Ruleset, wanted: Callable[[b.BoundStatement], bool]) -> Iterator[Term]:
    """Yield the conditions under which statements are carried out."""
    triggers = {one.procedure.rule: one.condition for one in ruleset.triggers}
    for procedure in all_procedures(ruleset):
        outer = triggers.get(procedure.rule)
        yield from _around(procedure.body, () if outer is None else (outer,), wanted)


def _around(body: b.Body, outer: tuple[Term, ...], wanted: Callable[[b.BoundStatement], bool]) -> Iterator[Term]:
    held = outer
    for statement in body:
        if wanted(statement):
            yield from held
        if isinstance(statement, b.Branch):
            yield from _around(statement.then, (*held, statement.condition), wanted)
            yield from _around(statement.otherwise, held, wanted)
        elif isinstance(statement, b.Nesting):
            for inner, _ in nested_bodies(statement):
                yield from _around(inner, held, wanted)
        if isinstance(statement, b.Around) and statement.until is not None:
            held = (*held, statement.until)


def _thresholds(ruleset: Ruleset, conditions: Iterator[Term], depth: int) -> Iterator[Threshold]:
    for condition in conditions:
        yield from _compared(ruleset, condition, None, depth)


def _compared(ruleset: Ruleset, term: Term, player: Variable | None, depth: int) -> Iterator[Threshold]:
    """Yield the comparisons that a condition is made of; of flags those under which they are set."""
    match term:
        case Logic(left=left, right=right):
            yield from _compared(ruleset, left, player, depth)
            yield from _compared(ruleset, right, player, depth)
        case Exists(how="some", domain=Elements(kind="player"), has=has) if player is None and has is not None:
            yield from _compared(ruleset, has, term.variable, depth)
        case Compare(operator=">=" | ">" | "=" | "<=" | "<") if isinstance(term.left.type, NumberType):
            yield from _ordered(ruleset, term, player)
        case Tracked(field=field, owner=None, type=TruthType()) if depth:
            inner = _conditions(ruleset, lambda one: _sets(one, field))
            yield from _thresholds(ruleset, inner, depth - 1)
        case Apply(define=name, arguments=(), type=TruthType()):
            yield from _compared(ruleset, ruleset.defines[name].value, player, depth)
        case ReadTerm() | ComputedTerm():
            pass


def _ordered(ruleset: Ruleset, term: Compare, player: Variable | None) -> Iterator[Threshold]:
    """Yield the threshold of a comparison of a value that changes with one that does not, if everybody may know them."""
    if any(ruleset.state[field].visible.who != "all" for field in fields_read(ruleset, term) if field in ruleset.state):
        return
    left, right = _changes(ruleset, term.left), _changes(ruleset, term.right)
    if left and not right and term.operator in {">=", ">", "="}:
        yield Threshold(term.left, term.right, player)
    elif right and not left and term.operator in _MIRRORED:
        yield Threshold(term.right, term.left, player)


def _changes(ruleset: Ruleset, term: Term) -> bool:
    """Return whether a value changes during a game."""
    facts = any(isinstance(one, Fact) and one.name not in _STATIC for one in all_terms(term))
    return facts or bool(fields_read(ruleset, term))


def _sets(statement: b.BoundStatement, field: str) -> bool:
    if not isinstance(statement, b.Write) or statement.add or not isinstance(statement.place, Tracked):
        return False
    value = statement.value
    return statement.place.field == field and isinstance(value, Constant) and value.value == 1
