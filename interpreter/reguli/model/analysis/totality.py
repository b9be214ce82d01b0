"""Rules come to an end: no procedure runs itself, every loop asks somebody, every repeated decision can be finished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from reguli.model.analysis.dependency_cycles import order_and_rings
from reguli.model.analysis.loop_termination import Shrinks, runs_out, shrinks
from reguli.model.binding.binding_context import World
from reguli.model.binding.decision_binding import differs_by_piece
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import effects_on, fields_read, run_at_once
from reguli.model.bound_tree.tree_traversal import (
    all_asks,
    all_procedures,
    all_statements,
    all_terms,
    statements_of,
    variables_read,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.message_arguments import Said, row
from reguli.source.span import Span

Unasked = frozenset[Literal["through", "stopped", "left"]]
"""How a body may be left without anybody having been asked: past its end, or by leaving the procedure or the way round it."""
THROUGH: Final[Unasked] = frozenset({"through"})
STOPPED: Final[Unasked] = frozenset({"stopped"})
LEFT: Final[Unasked] = frozenset({"left"})
ASKED: Final[Unasked] = frozenset()


def check_totality(ruleset: Ruleset, world: World) -> None:
    """Report what may go on for ever."""
    order = _order(ruleset, world)
    if order is None:
        return
    _check_at_any_time(ruleset, world)
    paths = Paths(ruleset, order)
    at_any_time = {asked.rule for group in ruleset.at_any_time for asked in group.body}
    for statement in all_statements(ruleset):
        if isinstance(statement, b.Ask) and statement.repeatedly and not _ends(statement):
            world.bag.add("R309", statement.span, name=statement.name)
        if isinstance(statement, b.Ask) and statement.rule not in at_any_time:
            for option in (one for one in statement.options if one.added and not runs_out(one, ruleset.procedures)):
                world.bag.add("R343", option.span, name=option.name, decision=statement.name)
        if isinstance(statement, b.Loop) and (
            "through" in paths.of(statement.body, shrinks(statement.condition)) or _stands_still(statement, ruleset)
        ):
            span = statement.span
            line = Span(span.file, span.line, span.column, span.line, 10_000)
            text = world.text(line).removeprefix("while ").rstrip(":")
            world.bag.add("R308", span, text=text)


def _check_at_any_time(ruleset: Ruleset, world: World) -> None:
    """Report options at any time that could be taken for ever, and those that are called as one of a decision at which they are offered."""
    own = {asked.rule for group in ruleset.at_any_time for asked in group.body}
    asks = [ask for ask in all_asks(ruleset) if not (ask.rule in own or ask.secretly or ask.all_or_nothing)]
    for group in ruleset.at_any_time:
        for asked in group.body:
            assert isinstance(asked, b.Ask)
            for option in asked.options:
                if not runs_out(option, ruleset.procedures, asked.rule):
                    world.bag.add("R266", option.span, name=option.name, group=asked.name)
                other = next(_called_so(option, asks), None)
                if other is not None:
                    related = [(other[1].span, Said("here.name_stands_too", name=option.name))]
                    world.bag.add("R248", option.span, related=related, name=option.name, decision=other[0].name)
            asks.append(asked)


def _called_so(option: b.BoundOption, asks: list[b.Ask]) -> Iterator[tuple[b.Ask, b.BoundOption]]:
    """Give the options of decisions that are called as one, and stand on no other pieces."""
    for ask in asks:
        yield from ((ask, one) for one in ask.options if one.name == option.name and not differs_by_piece(one, option))


def _stands_still(loop: b.Loop, ruleset: Ruleset) -> bool:
    """Say that a loop asks for nothing that can change while it goes round: only for what is printed, or held by names it never sets."""
    terms = list(all_terms(loop.condition))
    if any(isinstance(term, t.Fact | t.Apply | t.PieceCondition) for term in terms) or fields_read(
        ruleset, loop.condition
    ):
        return False
    asked = variables_read(loop.condition)
    for statement in statements_of(loop.body):
        if isinstance(statement, b.Leave):
            return False
        place = getattr(statement, "place", None)
        if isinstance(place, t.Local) and place.variable.key in asked:
            return False
    return True


def _ends(ask: b.Ask) -> bool:
    effects = [statement for option in ask.options for statement in statements_of(option.effects)]
    inside = {statement.rule for statement in effects if isinstance(statement, b.Ask | b.Around)}
    return any(isinstance(one, b.Leave) and one.out_of not in inside for one in effects)


def never(statement: b.BoundStatement) -> bool:
    """Say that nothing ends a loop by itself."""
    del statement
    return False


class Paths:
    """How bodies may be left without a decision; procedures are looked at once."""

    def __init__(self, ruleset: Ruleset, order: tuple[str, ...]) -> None:
        """Look at every procedure, each after those it runs."""
        self._ruleset = ruleset
        self._silent: dict[str, bool] = {}
        procedures = {procedure.rule: procedure for procedure in all_procedures(ruleset)}
        for rule in order:
            self._silent[rule] = bool(self.of(procedures[rule].body))

    def of(self, body: b.Body, ends: Shrinks = never) -> Unasked:
        """Say how a body may be left with nobody asked, and with nothing done that ends the loop round it."""
        found: Unasked = THROUGH
        for statement in body:
            if "through" not in found:
                return found
            found = (found - THROUGH) | self._statement(statement, ends)
        return found

    def _statement(self, statement: b.BoundStatement, ends: Shrinks) -> Unasked:
        match statement:
            case b.Ask():
                return ASKED
            case _ if ends(statement):
                return ASKED
            case b.Branch(_, _, _, then, otherwise):
                return self.of(then, ends) | self.of(otherwise, ends)
            case b.Each() | b.Around() | b.Times() | b.Turn():
                # A loop over nothing asks nobody; that is left to the step budget, or every 'round' would be a finding.
                found = self.of(statement.body, ends)
                return (found - LEFT) | THROUGH if isinstance(statement, b.Around) and found & LEFT else found
            case b.Loop():
                return self.of(statement.body, ends) | THROUGH
            case b.Perform(_, _, name, _, False) if name in self._ruleset.procedures:
                return THROUGH if self._silent[self._ruleset.procedures[name].rule] else ASKED
            case b.PerformPiece(later=False):
                rules = effects_on(self._ruleset, statement).values()
                silent = any(rule is None or self._silent[rule.rule] for rule in rules)
                return THROUGH if silent or not rules else ASKED
            case b.Leave(_, _, what):
                return STOPPED if what == "procedure" else LEFT if what == "loop" else ASKED
            case _:
                return THROUGH


def _order(ruleset: Ruleset, world: World) -> tuple[str, ...] | None:
    """Order what is run so that each stands behind what it runs; None when some run themselves, which is reported.

    What runs later or by an event waits for its own settle point and does not count.
    """
    runs: dict[str, tuple[str, ...]] = {}
    spans: dict[str, Span] = {}
    for procedure in all_procedures(ruleset):
        at_once = {one: run for one in statements_of(procedure.body) if (run := run_at_once(ruleset, one))}
        runs[procedure.rule] = tuple(dict.fromkeys(one.rule for run in at_once.values() for one in run))
        first = procedure.node or next(iter(at_once), world.documents.game)
        spans[procedure.rule] = first.span
    order, rings = order_and_rings(runs)
    for ring in rings:
        chain = row((*ring, ring[0]), "says.runs", "says.runs")
        related = [(spans[one], Said("here.name_stands", name=one)) for one in ring[1:]]
        world.bag.add("R305", spans[ring[0]], related=related, name=ring[0], chain=chain)
    return None if rings else order
