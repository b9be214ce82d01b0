"""Rules come to an end: no procedure runs itself, every loop asks somebody, every repeated decision can be finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from reguli.model.bound import Around, Ask, Body, BoundStatement, Branch, Control, Each, Loop, Perform, PerformPiece, Times
from reguli.model.reads import run_by
from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.within import asks_within, statements_within
from reguli.model.world import World
from reguli.source.span import Span

Unasked = frozenset[Literal["through", "stopped"]]
"""How a body may be left without anybody having been asked: past its end, or by 'stop'."""
THROUGH: Final[Unasked] = frozenset({"through"})
STOPPED: Final[Unasked] = frozenset({"stopped"})
ASKED: Final[Unasked] = frozenset()


def check_totality(ruleset: Ruleset, world: World) -> None:
    """Report what may go on for ever."""
    ringed = _rings(ruleset, world)
    if ringed:
        return
    paths = Paths(ruleset)
    for procedure in every_procedure(ruleset):
        for statement in statements_within(*procedure.body):
            if isinstance(statement, Loop) and "through" in paths.of(statement.body):
                line = Span(statement.span.file, statement.span.line, statement.span.column, statement.span.line, 10_000)
                text = world.text(line).removeprefix("while ").rstrip(":")
                world.bag.add("R308", statement.span, text=text)
        for ask in asks_within(*procedure.body):
            if ask.repeatedly and not _ends(ask):
                world.bag.add("R309", ask.span, name=ask.name)


def every_procedure(ruleset: Ruleset) -> Iterator[BoundProcedure]:
    """Give everything that is run: phases, procedures, moments, triggers, event rules, rules on pieces."""
    yield from ruleset.phases
    yield from ruleset.procedures.values()
    for moment in ruleset.moments:
        yield moment.procedure
    for trigger in ruleset.triggers:
        yield trigger.procedure
    for rules in ruleset.events.values():
        yield from rules
    for pieces in ruleset.piece_rules.values():
        yield from (one for one in pieces if one is not None)


def _ends(ask: Ask) -> bool:
    ends = {"finish", "stop", "end game"}
    effects = [statement for option in ask.options for statement in option.effects]
    return any(isinstance(one, Control) and one.what in ends for one in statements_within(*effects))


class Paths:
    """How bodies may be left without a decision; procedures are looked at once."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Know no procedure yet; none may run itself."""
        self._ruleset = ruleset
        self._known: dict[str, bool] = {}

    def of(self, body: Body) -> Unasked:
        """Say how a body may be left with nobody asked."""
        found: Unasked = THROUGH
        for statement in body:
            if "through" not in found:
                return found
            found = (found - THROUGH) | self._statement(statement)
        return found

    def _statement(self, statement: BoundStatement) -> Unasked:
        match statement:
            case Ask():
                return ASKED
            case Branch(_, _, _, then, otherwise):
                return self.of(then) | self.of(otherwise)
            case Each() | Around() | Times():
                # A loop over nothing asks nobody; that is left to the step budget, or every 'in turn' would be a finding.
                return self.of(statement.body)
            case Loop():
                return self.of(statement.body) | THROUGH
            case Perform(_, _, name, _, False) if name in self._ruleset.procedures:
                return THROUGH if self._silent(self._ruleset.procedures[name]) else ASKED
            case PerformPiece(_, _, kind, name):
                rules = self._ruleset.piece_rules.get((kind, name), ())
                silent = any(rule is None or self._silent(rule) for rule in rules)
                return THROUGH if silent or not rules else ASKED
            case Control(_, _, "stop"):
                return STOPPED
            case Control(_, _, "end game" | "finish"):
                return ASKED
            case _:
                return THROUGH

    def _silent(self, procedure: BoundProcedure) -> bool:
        """Say whether a procedure may come to its end with nobody asked."""
        if procedure.rule not in self._known:
            self._known[procedure.rule] = bool(self.of(procedure.body))
        return self._known[procedure.rule]


def _rings(ruleset: Ruleset, world: World) -> bool:
    """Report procedures that run themselves; what runs later or by an event waits for its own settle point."""
    runs: dict[str, tuple[str, ...]] = {}
    spans: dict[str, Span] = {}
    for procedure in every_procedure(ruleset):
        at_once = [
            statement
            for statement in statements_within(*procedure.body)
            if isinstance(statement, PerformPiece) or (isinstance(statement, Perform) and not statement.later)
        ]
        runs[procedure.rule] = tuple(dict.fromkeys(run.rule for one in at_once for run in run_by(ruleset, one)))
        spans[procedure.rule] = procedure.node.span if procedure.node is not None else at_once[0].span if at_once else world.documents.game.span
    done: set[str] = set()
    ringed = False
    for name in runs:
        ring = _ring(name, runs, [], done)
        if ring is not None:
            ringed = True
            chain = " runs ".join((*ring, ring[0]))
            related = [(spans[one], f"'{one}' stands here") for one in ring[1:]]
            world.bag.add("R305", spans[ring[0]], related=related, name=ring[0], chain=chain)
    return ringed


def _ring(name: str, runs: Mapping[str, tuple[str, ...]], path: list[str], done: set[str]) -> tuple[str, ...] | None:
    """Find a ring that can be reached from a procedure, each procedure being looked at once."""
    if name in path:
        return tuple(path[path.index(name) :])
    if name in done:
        return None
    path.append(name)
    found = next((ring for other in runs.get(name, ()) if (ring := _ring(other, runs, path, done)) is not None), None)
    path.pop()
    done.add(name)
    return found
