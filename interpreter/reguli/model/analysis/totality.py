"""Termination checks: no procedure recurses without bound, every loop asks a player, every repeated decision can be finished."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeVar

from reguli.model.binding.binding_context import World
from reguli.model.binding.statement_binding import differs_by_piece
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    Deeds,
    all_decisions,
    all_procedures,
    all_statements,
    all_terms,
    effects_on_piece,
    fields_read,
    immediately_called_procedures,
    inline_lets,
    nested_statements,
    option_guards,
    procedure_effects,
    variables_read,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import NumberType, TruthType
from reguli.ruleset.document_nodes import Scheduled, StageDecl
from reguli.source.finding_catalogue import Said, joined_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- Loops that end by themselves: each time round brings their condition nearer to failing --------------------------


Shrinks = Callable[[b.BoundStatement], bool]


def progress_test(condition: t.Term) -> Shrinks:
    """Return a test of statements: whether one brings a part of the condition nearer to failing.

    Known are: a zone or list that must not be empty and is drawn from; a number that must stay below (above) another
    and is raised (lowered) by a number of the ruleset; a seat that must not be another and goes round the table.
    """
    tests = [test for part in _conjuncts(condition) for test in _tests(part)]
    return lambda statement: any(test(statement) for test in tests)


def option_terminates(option: b.BoundOption, procedures: Mapping[str, BoundProcedure], asked: b.Rule = "") -> bool:
    """Return whether a repeatedly offered option terminates: it leaves, or brings one of its own guards nearer to failing.

    A guard that can be waived ends nothing. What is chosen among what lies in a zone, and is moved out of it, runs out too.
    ``asked`` is the rule of options at any time: to leave those leaves no decision.
    """
    tests = [progress_test(guard.condition) for guard in option_guards(option) if not guard.waivers]
    tests += (_leaves_zone(one) for one in option.parameters)
    given = {check.variable.key: check.value for check in option.checks if isinstance(check, b.Give)}
    return _Course(procedures, tests, asked).ends(option.effects, given, inside=False)


@frozen_class
class _Course(FrozenValue):
    """The paths through an option and the rules it runs: whether each path leaves or passes one of some tests."""

    procedures: Mapping[str, BoundProcedure]
    tests: list[Shrinks]
    asked: b.Rule

    def ends(self, body: b.Body, given: Mapping[int, t.Term], *, inside: bool) -> bool:
        """Return whether a body ends, with names bound to their arguments; ``inside`` another decision or procedure."""
        return any(self._ends(statement, given, inside=inside) for statement in body)

    def _ends(self, statement: b.BoundStatement, given: Mapping[int, t.Term], *, inside: bool) -> bool:
        match statement:
            case b.Leave():
                return not statement.out_of or not (inside or statement.out_of == self.asked)
            case b.Branch(then=then, otherwise=otherwise):
                return all(self.ends(body, given, inside=inside) for body in (then, otherwise))
            case b.Ask(options=options, otherwise=otherwise):
                bodies = [option.effects for option in options] + ([] if otherwise is None else [otherwise])
                return all(self.ends(body, given, inside=True) for body in bodies)
            case b.Perform(procedure=name, later=False) if name in self.procedures:
                run = self.procedures[name]
                values = (inline_lets(one, given) for one in statement.arguments)
                handed = {one.key: value for one, value in zip(run.parameters, values, strict=False)}
                return self.ends(run.body, handed, inside=True)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Turn() | b.Looping():
                return any(test(inline_lets(statement, given)) for test in self.tests)


def _leaves_zone(parameter: b.BoundParameter) -> Shrinks:
    chosen, zone = t.Local(parameter.variable.type, parameter.variable), parameter.domain
    if not isinstance(zone, t.Contents):
        return lambda statement: False
    return lambda statement: (
        isinstance(statement, b.Relocate)
        and is_same_place(statement.pieces, chosen)
        and not is_same_place(statement.target, zone.zone)
    )


def _conjuncts(condition: t.Term) -> Iterator[t.Term]:
    if isinstance(condition, t.Logic) and condition.operator == "and":
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    else:
        yield condition


def _tests(part: t.Term) -> Iterator[Shrinks]:
    match part:
        case t.Negation(_, t.Compare(_, "=", size, t.Constant(_, 0))) | t.Compare(_, ">" | ">=", size, _):
            yield _falls(size)
        case t.Compare(_, "=", number, t.Constant()) if isinstance(number.type, NumberType):
            yield _rises(number)
            yield _falls(number)
        case t.Compare(_, "<" | "<=", number, bound):
            yield _rises(number)
            yield _falls(bound)
        case t.Builtin(_, "is_none", (t.Tracked() as place,)):
            yield lambda statement: _sets(statement, place, lambda value: not isinstance(value, t.Constant))
        case t.Negation(_, t.Tracked() as flag):
            yield lambda statement: _sets(
                statement, flag, lambda value: isinstance(value, t.Constant) and value.value == 1
            )
        case t.Tracked() if isinstance(part.type, TruthType):
            yield lambda statement: _sets(
                statement, part, lambda value: isinstance(value, t.Constant) and value.value == 0
            )
        case t.Compare(_, "!=", t.Local(_, variable), _):
            key = variable.key
            yield lambda statement: _goes_round(statement, key)
        case t.ReadTerm() | t.ComputedTerm():
            pass
    if isinstance(part, t.Compare) and part.operator in {">", ">="}:
        yield _rises(part.right)


def _falls(size: t.Term) -> Shrinks:
    """Return tests for statements that decrease a count or number."""
    match size:
        case t.Builtin(_, "count", (t.Contents(_, zone),)) | t.Amount(_, zone):
            return lambda statement: _takes_from(statement, zone)
        case t.Builtin(_, "count", (t.Local() as place,)):
            return lambda statement: (
                isinstance(statement, b.Enlist) and not statement.adding and is_same_place(statement.place, place)
            )
        case t.LeafTerm() | t.LookupTerm() | t.Variety() | t.Contents() | t.Occupant() | t.ComputedTerm():
            return lambda statement: _adds(statement, size, -1)


def _rises(size: t.Term) -> Shrinks:
    """Return tests for statements that increase a number."""
    match size:
        case t.Builtin(_, "count", (t.Contents(_, zone),)):
            return lambda statement: (
                isinstance(statement, b.Relocate) and not statement.many and is_same_place(statement.target, zone)
            )
        case t.ReadTerm() | t.ComputedTerm():
            return lambda statement: _adds(statement, size, 1)


def _takes_from(statement: b.BoundStatement, zone: t.Term) -> bool:
    match statement:
        case b.TakeTop(amount=amount) if amount is not None and not _is_some(amount):
            return False
        case b.TakeTop(_, _, _, source, target) | b.Relocate(_, _, _, _, source, target):
            return (
                source is not None
                and is_same_place(source, zone)
                and (target is None or not is_same_place(target, zone))
            )
        case b.Transfer(_, _, amount, False, source):
            return is_same_place(source, zone) and (amount is None or _is_some(amount))
        case b.Enlist(_, _, _, place, False):
            return is_same_place(place, zone)
        case b.Changing() | b.Give() | b.Cast() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return False


def _sets(statement: b.BoundStatement, place: t.Term, fits: Callable[[t.Term], bool]) -> bool:
    return (
        isinstance(statement, b.Write)
        and not statement.add
        and is_same_place(statement.place, place)
        and fits(statement.value)
    )


def _is_some(amount: t.Term) -> bool:
    return isinstance(amount, t.Constant) and amount.value > 0


def _adds(statement: b.BoundStatement, place: t.Term, sign: int) -> bool:
    match statement:
        case b.Write(_, _, written, t.Constant(_, amount), True):
            return sign * amount > 0 and is_same_place(written, place)
        case b.Write(_, _, written, t.Arithmetic(_, "-", t.Constant(_, 0), t.Constant(_, amount)), True):
            return sign * amount < 0 and is_same_place(written, place)
        case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return False


def _goes_round(statement: b.BoundStatement, key: int) -> bool:
    match statement:
        case b.Write(_, _, t.Local(_, place), t.Builtin(_, "next" | "previous", (t.Local(_, variable),)), False):
            return place.key == variable.key == key
        case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return False


def is_same_place(one: t.Term, other: t.Term) -> bool:
    """Return whether two terms certainly name the same place."""
    match one, other:
        case t.Local(_, left), t.Local(_, right):
            return left.key == right.key
        case t.Constant(_, left), t.Constant(_, right):
            return left == right
        case t.Contents(_, left), _:
            return is_same_place(left, other)
        case _, t.Contents(_, right):
            return is_same_place(one, right)
        case t.Tracked(_, left, owner), t.Tracked(_, right, other_owner):
            if owner is None or other_owner is None:
                return left == right and owner is other_owner
            return left == right and is_same_place(owner, other_owner)
        case t.Variety(_, left, first), t.Variety(_, right, second):
            return is_same_place(left, right) and is_same_place(first, second)
        case _:
            return False


# -- What leads to what, and rings in it, found without recursion: the files may be made to be deep ------------------


T = TypeVar("T", bound=Hashable)


def topological_order_and_cycles(
    graph: Mapping[str, Sequence[str]],
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return all names, each after those it leads to except in cycles, and every cycle found on the way."""
    order: list[str] = []
    rings: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in graph:
        path: dict[str, Iterator[str]] = {} if start in done else {start: iter(graph[start])}
        while path:
            name = next(reversed(path))
            following = next((other for other in path[name] if other in graph and other not in done), None)
            if following is None:
                path.popitem()
                done.add(name)
                order.append(name)
            elif following in path:
                names = tuple(path)
                rings.append(names[names.index(following) :])
            else:
                path[following] = iter(graph[following])
    return tuple(order), tuple(dict.fromkeys(rings))


def transitive_closure(start: Iterable[T], following: Mapping[T, Iterable[T]]) -> set[T]:
    """Return all names reachable from some, themselves included."""
    found: set[T] = set()
    waiting = list(start)
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += following[here]
    return found


# -- totality --------------------------------------------------------------------------------------------------------


Unasked = frozenset[Literal["through", "stopped", "left"]]
"""How a body may be left without anybody having been asked: past its end, or by leaving the procedure or the way round it."""
THROUGH: Final[Unasked] = frozenset({"through"})
STOPPED: Final[Unasked] = frozenset({"stopped"})
LEFT: Final[Unasked] = frozenset({"left"})
ASKED: Final[Unasked] = frozenset()


def check_totality(ruleset: Ruleset, world: World) -> None:
    """Report rules that may run for ever."""
    order = _order(ruleset, world)
    if order is None:
        return
    _check_at_any_time(ruleset, world)
    paths = ExitPaths(ruleset, order)
    at_any_time = {asked.rule for group in ruleset.at_any_time for asked in group.body}
    for statement in all_statements(ruleset):
        if isinstance(statement, b.Ask) and statement.repeatedly and not _ends(statement):
            world.bag.add("R309", statement.span, name=statement.name)
        if isinstance(statement, b.Ask) and statement.rule not in at_any_time:
            for option in (
                one for one in statement.options if one.added and not option_terminates(one, ruleset.procedures)
            ):
                world.bag.add("R343", option.span, name=option.name, decision=statement.name)
        if isinstance(statement, b.Loop) and (
            "through" in paths.of(statement.body, progress_test(statement.condition))
            or _stands_still(statement, ruleset)
        ):
            span = statement.span
            line = Span(span.file, span.line, span.column, span.line, 10_000)
            text = world.text(line).removeprefix("while ").rstrip(":")
            world.bag.add("R308", span, text=text)


def _check_at_any_time(ruleset: Ruleset, world: World) -> None:
    """Report options at any time that may repeat for ever, or that share a name with an option of a decision offering them."""
    own = {asked.rule for group in ruleset.at_any_time for asked in group.body}
    asks = [ask for ask in all_decisions(ruleset) if not (ask.rule in own or ask.secretly or ask.all_or_nothing)]
    for group in ruleset.at_any_time:
        for asked in group.body:
            assert isinstance(asked, b.Ask)
            for option in asked.options:
                if not option_terminates(option, ruleset.procedures, asked.rule):
                    world.bag.add("R266", option.span, name=option.name, group=asked.name)
                other = next(_called_so(option, asks), None)
                if other is not None:
                    related = [(other[1].span, Said("here.name_stands_too", name=option.name))]
                    world.bag.add("R248", option.span, related=related, name=option.name, decision=other[0].name)
            asks.append(asked)


def _called_so(option: b.BoundOption, asks: list[b.Ask]) -> Iterator[tuple[b.Ask, b.BoundOption]]:
    """Yield the options of decisions that have the same name and do not differ by piece."""
    for ask in asks:
        yield from ((ask, one) for one in ask.options if one.name == option.name and not differs_by_piece(one, option))


def _stands_still(loop: b.Loop, ruleset: Ruleset) -> bool:
    """Return whether a loop condition cannot change in the loop: it reads only fixed data and variables the body never assigns."""
    terms = list(all_terms(loop.condition))
    if any(isinstance(term, t.Fact | t.Apply | t.PieceCondition) for term in terms) or fields_read(
        ruleset, loop.condition
    ):
        return False
    asked = variables_read(loop.condition)
    for statement in nested_statements(loop.body):
        if isinstance(statement, b.Leave):
            return False
        place = getattr(statement, "place", None)
        if isinstance(place, t.Local) and place.variable.key in asked:
            return False
    return True


def _ends(ask: b.Ask) -> bool:
    effects = [statement for option in ask.options for statement in nested_statements(option.effects)]
    inside = {statement.rule for statement in effects if isinstance(statement, b.Ask | b.Around)}
    return any(isinstance(one, b.Leave) and one.out_of not in inside for one in effects)


def never_terminates(statement: b.BoundStatement) -> bool:
    """Return False: no statement ends such a loop."""
    del statement
    return False


class ExitPaths:
    """The ways to leave bodies without a decision; each procedure is analysed once."""

    def __init__(self, ruleset: Ruleset, order: tuple[str, ...]) -> None:
        """Analyse every procedure, each after those it runs."""
        self._ruleset = ruleset
        self._silent: dict[str, bool] = {}
        procedures = {procedure.rule: procedure for procedure in all_procedures(ruleset)}
        for rule in order:
            self._silent[rule] = bool(self.of(procedures[rule].body))

    def of(self, body: b.Body, ends: Shrinks = never_terminates) -> Unasked:
        """Return how a body may be left with no decision and no statement that ends the enclosing loop."""
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
                rules = effects_on_piece(self._ruleset, statement).values()
                silent = any(rule is None or self._silent[rule.rule] for rule in rules)
                return THROUGH if silent or not rules else ASKED
            case b.Leave(_, _, what):
                return STOPPED if what == "procedure" else LEFT if what == "loop" else ASKED
            case b.Changing() | b.Binding() | b.Perform() | b.PerformPiece() | b.Announce() | b.Settle() | b.Claim():
                return THROUGH


def _order(ruleset: Ruleset, world: World) -> tuple[str, ...] | None:
    """Order procedures so that each follows those it runs; return None, and report it, if some run themselves.

    What runs later or by an event waits for its own settle point and does not count.
    """
    runs: dict[str, tuple[str, ...]] = {}
    spans: dict[str, Span] = {}
    for procedure in all_procedures(ruleset):
        at_once = {
            one: run
            for one in nested_statements(procedure.body)
            if (run := immediately_called_procedures(ruleset, one))
        }
        runs[procedure.rule] = tuple(dict.fromkeys(one.rule for run in at_once.values() for one in run))
        first = procedure.node or next(iter(at_once), world.documents.game)
        spans[procedure.rule] = first.span
    order, rings = topological_order_and_cycles(runs)
    for ring in rings:
        chain = joined_list((*ring, ring[0]), "says.runs", "says.runs")
        related = [(spans[one], Said("here.name_stands", name=one)) for one in ring[1:]]
        world.bag.add("R305", spans[ring[0]], related=related, name=ring[0], chain=chain)
    return None if rings else order


# -- Every moment at which a stage card can be drawn has its case ----------------------------------------------------


Part = tuple[str, str]
"""A part of the round: edge and phase, the edge being ``during`` for the phase itself."""


def check_stage_cases(ruleset: Ruleset, world: World) -> None:
    """Report the parts of the round that may draw from a stage card's deck without a case for it.

    A state trigger that draws counts wherever something is written that its condition reads: an approximation that
    asks for a case too many rather than one too few.
    """
    for stage, bound in zip(ruleset.documents.game.stages, ruleset.stages, strict=True):
        if bound.deck is None or stage.card is None:
            continue
        cases = {(case.edge, case.of) for case in stage.cases}
        for edge, phase in round_parts_drawing_stage(ruleset, stage, bound.deck):
            if (edge, phase) not in cases:
                world.bag.add(
                    "R310",
                    stage.span,
                    stage=stage.id,
                    card=stage.card,
                    deck=bound.deck.partition(".")[2],
                    edge=edge_text(edge),
                    phase=phase,
                )


def edge_text(edge: str) -> str:
    """Return an edge as written in a document."""
    return f"{edge} of" if edge in {"start", "end"} else edge


def round_parts_drawing_stage(ruleset: Ruleset, stage: StageDecl, deck: str) -> tuple[Part, ...]:
    """Return the parts of the round that may draw from a deck before the stage begins."""
    done = {part: procedure_effects(ruleset, procedures) for part, procedures in _parts(ruleset, stage).items()}
    triggers = [
        (procedure_effects(ruleset, (one.procedure,)), fields_read(ruleset, one.condition)) for one in ruleset.triggers
    ]
    return tuple(part for part, what in done.items() if _draws(what, triggers, deck))


def _draws(what: Deeds, triggers: list[tuple[Deeds, frozenset[str]]], deck: str) -> bool:
    """Return whether rules may draw from a deck, directly or through the chain of triggers they set off."""
    written = set(what.written)
    drawn = set(what.drawn_from)
    waiting = list(triggers)
    while deck not in drawn:
        set_off = [one for one in waiting if one[1] & written]
        if not set_off:
            return False
        waiting = [one for one in waiting if one not in set_off]
        for effect, _ in set_off:
            written |= effect.written
            drawn |= effect.drawn_from
    return True


def _parts(ruleset: Ruleset, stage: StageDecl) -> dict[Part, list[BoundProcedure]]:
    """Return the procedures run in each part of the round, transitions of other stages included."""
    found: dict[Part, list[BoundProcedure]] = {("during", phase.id): [phase] for phase in ruleset.phases}
    for moment in ruleset.moments:
        found.setdefault((moment.moment.edge, moment.moment.of), []).append(moment.procedure)
    for scheduled in _scheduled(ruleset, stage):
        procedure = ruleset.procedures.get(scheduled.run)
        if procedure is not None:
            found.setdefault((scheduled.at.edge, scheduled.at.of), []).append(procedure)
    return found


def _scheduled(ruleset: Ruleset, stage: StageDecl) -> Iterator[Scheduled]:
    for other in ruleset.documents.game.stages:
        if other is not stage:
            if other.once is not None:
                yield other.once
            yield from (case.then for case in other.cases if case.then is not None)
