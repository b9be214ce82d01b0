"""Rule coverage: the reachable parts of a ruleset, the parts that were reached, and near misses for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, product
from typing import Any, Final

from reguli.engine.chance_source import ChanceRefused
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir import program as p
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.interpreter.collection_closures import table_lookup
from reguli.ir.interpreter.expression_interpreter import Probe, Values
from reguli.ir.program import Block, Chance, Decide, Program, Slots
from reguli.ir.program_interface import Closure, Effect, Planned
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Choice, Term
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_terms,
    child_bodies,
    nested_statements,
    option_guards,
    source_procedures,
)
from reguli.model.resolved_ruleset import Ruleset, Table, without_copy_depth
from reguli.model.types import BundleType, NumberType
from reguli.source.diagnostic import make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Sources, Span
from reguli.verify.example_runner import run_example
from reguli.verify.paired_programs import TROUBLES
from reguli.verify.report import (
    EXAMPLE,
    Budget,
    Found,
    Severity,
    Subject,
    finding_id,
    make_report_finding,
    source_lines,
)

LEAVES = (b.Give, b.Write, b.Relocate, b.Transfer, b.TakeTop, b.Mix, b.Cast, b.Enlist, b.Order, b.Announce, b.Ask)
"""Statements that are noted whenever they are run."""


@frozen_class
class NearMissCondition(FrozenValue):
    """How close a condition came to the other outcome: the number of failing parts, and both sides of the first if it compares numbers."""

    failing: int
    left: int | None = None
    right: int | None = None
    span: Span = NOWHERE
    games: int = 0
    """In how many games it was asked."""

    @property
    def lacks(self) -> tuple[int, bool, int]:
        """Return the sort key by which near misses are compared."""
        measured = self.left is not None and self.right is not None
        return self.failing, not measured, abs((self.left or 0) - (self.right or 0))


@dataclass(slots=True)
class RuleCoverage:
    """Coverage so far: rules run, condition outcomes, defines evaluated, cells read; and near misses by condition."""

    rules: set[str] = field(default_factory=set)
    sides: set[tuple[str, bool]] = field(default_factory=set)
    defines: set[str] = field(default_factory=set)
    cells: dict[str, set[tuple[int, ...]]] = field(default_factory=dict)
    near: dict[str, NearMissCondition] = field(default_factory=dict)
    game: int = 0
    _last: dict[str, int] = field(default_factory=dict)

    def missed(self, key: str, near: NearMissCondition) -> None:
        """Record another evaluation of a condition with an already known outcome."""
        known = self.near.get(key)
        games = 0 if known is None else known.games
        if self._last.get(key) != self.game:
            self._last[key] = self.game
            games += 1
        best = near if known is None or near.lacks < known.lacks else known
        self.near[key] = replace(best, games=games)


@frozen_class
class UncoveredPlace(FrozenValue):
    """A part of the rules that was never reached: the rule, its place, its sort, and the condition that blocked it, if any."""

    rule: str
    span: Span
    sort: str
    condition: str = ""
    holds: bool = True
    """Whether the condition would have to hold."""


def coverage_conditions(ruleset: Ruleset) -> Iterator[tuple[str, Term]]:
    """Yield every recorded condition with a unique name: of branches, loops and guards, and of conditional values."""
    for procedure in all_procedures(ruleset):
        for statement in nested_statements(procedure.body):
            match statement:
                case b.Branch(rule=rule, condition=condition) | b.Loop(rule=rule, condition=condition):
                    yield without_copy_depth(rule), condition
                case b.Ask(options=options):
                    for option in options:
                        yield from (
                            (without_copy_depth(guard.rule), guard.condition) for guard in option_guards(option)
                        )
                case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                    pass
    for define in ruleset.defines.values():
        for number, choice in enumerate(_choices(define.value), 1):
            yield without_copy_depth(f"define.{define.id}") + f"?{number}", choice.condition


def _choices(value: Term) -> list[Choice]:
    return [one for one in all_terms(value) if isinstance(one, Choice)]


def uncovered_places(ruleset: Ruleset, reached: RuleCoverage) -> Iterator[UncoveredPlace]:
    """Yield the outermost parts of the rules that were never reached."""
    for procedure in {one.rule: one for one in source_procedures(ruleset)}.values():
        if not _is_run(procedure.body, reached):
            span = procedure.body[0].span if procedure.node is None else procedure.node.span
            yield UncoveredPlace(procedure.rule, span, "rule")
        else:
            yield from _in_body(procedure.body, reached)
    for define in ruleset.written_defines:
        if define.id in reached.defines:
            for number, choice in enumerate(_choices(define.value), 1):
                yield from _sides(f"define.{define.id}?{number}", f"define.{define.id}", choice, reached)


def _in_body(body: b.Body, reached: RuleCoverage) -> Iterator[UncoveredPlace]:
    for statement in body:
        rule = without_copy_depth(statement.rule)
        match statement:
            case b.Branch(then=then, otherwise=otherwise):
                for way, inner in ((True, then), (False, otherwise)):
                    if inner and (rule, way) not in reached.sides and _is_asked(rule, reached):
                        yield UncoveredPlace(rule, inner[0].span, "branch", rule, way)
                    elif inner and _is_run(inner, reached):
                        yield from _in_body(inner, reached)
            case b.Ask(options=options, otherwise=instead):
                for option in options:
                    yield from _option(option, reached)
                if instead and not _is_run(instead, reached):
                    yield UncoveredPlace(rule, instead[0].span, "otherwise")
                elif instead:
                    yield from _in_body(instead, reached)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Turn() | b.Looping():
                for inner in child_bodies(statement):
                    if _is_run(inner, reached):
                        yield from _in_body(inner, reached)
                    elif inner:
                        yield UncoveredPlace(rule, inner[0].span, "body", rule)


def _option(option: b.BoundOption, reached: RuleCoverage) -> Iterator[UncoveredPlace]:
    rule = without_copy_depth(option.rule)
    if rule in reached.rules:
        yield from _in_body(option.effects, reached)
        return
    guards = [without_copy_depth(one.rule) for one in option_guards(option)]
    kept_away = next((one for one in guards if (one, True) not in reached.sides and one in reached.near), "")
    yield UncoveredPlace(rule, option.span, "option", kept_away)


def _sides(key: str, rule: str, choice: Choice, reached: RuleCoverage) -> Iterator[UncoveredPlace]:
    if not _is_asked(key, reached):
        return
    for way, term in ((True, choice.then), (False, choice.otherwise)):
        if (key, way) not in reached.sides:
            yield UncoveredPlace(rule, term.span, "branch", key, way)


def _is_asked(key: str, reached: RuleCoverage) -> bool:
    return (key, True) in reached.sides or (key, False) in reached.sides


def _is_run(body: b.Body, reached: RuleCoverage) -> bool:
    """Return whether any statement of a body was run, as far as can be determined."""
    leaves = [without_copy_depth(one.rule) for one in nested_statements(body) if isinstance(one, LEAVES)]
    asked = [without_copy_depth(one.rule) for one in nested_statements(body) if isinstance(one, b.Branch | b.Loop)]
    return (
        not (leaves or asked)
        or any(one in reached.rules for one in leaves)
        or any(_is_asked(one, reached) for one in asked)
    )


@frozen_class
class UnreadCells(FrozenValue):
    """A table with cells that were never read: their keys, and those of the cells that were read, in table order."""

    table: Table
    keys: tuple[tuple[int, ...], ...]
    read: tuple[tuple[int, ...], ...]

    @property
    def nearest(self) -> tuple[int, ...] | None:
        """Return the keys of the read cell that is closest to an unread one."""
        apart = ((_apart(key, other), other) for key in self.keys for other in self.read)
        return min(apart, default=((), None))[1]


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    steps = [abs(left - right) for left, right in zip(one, other, strict=True)]
    return sum(step > 0 for step in steps), *steps


def cells_unread(ruleset: Ruleset, reached: RuleCoverage) -> Iterator[UnreadCells]:
    """Yield each declared table that has cells never read; those of one row, as for ``0..17``, are read together."""
    for table in ruleset.own_tables:
        ranges = [range(low, low + size) for low, size in zip(table.lows, table.sizes, strict=True)]
        cells = zip(product(*ranges), table.cells, table.spans, strict=True)
        written = {key: span for key, cell, span in cells if cell is not None}
        rows = {written[key] for key in reached.cells.get(table.id, set()) if key in written}
        keys, known = list(written), {key for key, span in written.items() if span in rows}
        unread = tuple(key for key in keys if key not in known)
        if unread:
            yield UnreadCells(table, unread, tuple(key for key in keys if key in known))


# -- coverage probe --------------------------------------------------------------------------------------------------
# The interpreter with somebody who looks over its shoulder: which rules it runs, which way conditions go, which cells it reads.
#
# It is slow, so not every move is made by it: one that looks like others before it (the same option, nothing told that was not told before) is
# watched now and then only.


STEPS: Final = 12
"""What it takes to watch a move, in moves that are not watched."""
ALIKE: Final = 2
"""So many moves that look alike are all watched."""
SELDOM: Final = 40
"""Of further ones each of so many."""


class CoverageProbe(Probe):
    """Closures of one program that record evaluation and execution."""

    def __init__(self, program: Program, reached: RuleCoverage) -> None:
        """Find the recorded conditions, and the blocks where options begin."""
        self._reached = reached
        self._conditions = {id(term): key for key, term in coverage_conditions(program.ruleset)}
        entries = {choice.entry: choice.option.rule for one in program.decisions for choice in one.choices}
        self._options = {id(program.blocks[entry]): rule for entry, rule in entries.items()}

    def term(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term; for a recorded condition, one that records its outcome."""
        key = self._conditions.get(id(term))
        return self._plain(values, term) if key is None else self._watching(key, values, term)

    def define(self, name: str, value: Closure) -> Closure:
        """Return the closure of a define."""
        return recording_closure(self._reached.defines, without_copy_depth(name), value)

    def statement(self, make: Callable[[b.BoundStatement], Effect], statement: b.BoundStatement) -> Effect:
        """Return the closure of a statement."""
        return recording_closure(self._reached.rules, without_copy_depth(statement.rule), make(statement))

    def block(self, make: Callable[[Block], Planned], block: Block) -> Planned:
        """Lay out a block that records its execution, with the option that begins there."""
        effects, *rest = make(block)
        names = {rule for rule, _ in block.lines if rule} | {self._options.get(id(block), "")}
        match block.end:
            case Chance(rule=rule):
                names.add(rule)
            case Decide(ask=ask):
                names.add(ask.rule)
            case p.Jump() | p.Fork() | p.Switch() | p.Call() | p.Return() | p.Settled() | p.Halt():
                pass
        run, written = self._reached.rules, {without_copy_depth(name) for name in names if name}
        return ((("", lambda s, j: run.update(written)), *effects), *rest) if written else (effects, *rest)

    def _watching(self, key: str, values: Values, term: t.Term) -> Closure:
        make = partial(self._plain, values)
        made, sides, measures = make(term), self._reached.sides, list[Callable[[Slots], NearMissCondition]]()

        def ask(s: Slots) -> Any:
            found = made(s)
            way = bool(found)
            if (key, not way) not in sides:
                if not measures:
                    measures.append(_near(term, make))
                self._reached.missed(key, measures[0](s))
            sides.add((key, way))
            return found

        return ask

    def _plain(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term that records only the cells it reads."""
        if not isinstance(term, t.Cell) or isinstance(term.type, BundleType):
            return super().term(values, term)
        table, keys = values.ruleset.tables[term.table], [values.closure(key) for key in term.keys]
        read = self._reached.cells.setdefault(term.table, set())

        def look(s: Slots) -> int:
            at = [key(s) for key in keys]
            read.add(tuple(at))
            return table_lookup(table, at)

        return look


def recording_closure(names: set[str], name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    """Return a closure that records its evaluation."""

    def ask(*given: Any) -> Any:
        names.add(name)
        return made(*given)

    return ask


def _near(term: t.Term, make: Callable[[t.Term], Closure]) -> Callable[[Slots], NearMissCondition]:
    """Return a function that measures how nearly a condition held: the number of failing parts, and both sides of the first."""
    parts = [(make(part), [make(side) for side in _numbers(part)], part.span) for part in _parts(term)]

    def measure(s: Slots) -> NearMissCondition:
        failing, first = 0, NearMissCondition(len(parts), span=term.span)
        try:
            for holds, sides, span in parts:
                if holds(s) and len(parts) > 1:
                    continue
                failing += 1
                if failing == 1:
                    left, right = (int(sides[0](s)), int(sides[1](s))) if sides else (None, None)
                    first = NearMissCondition(1, left, right, span)
        except RulesFault:
            return NearMissCondition(len(parts), span=term.span)
        return replace(first, failing=max(1, failing))

    return measure


def _numbers(part: t.Term) -> tuple[t.Term, ...]:
    """Return the two sides of a numeric comparison; empty for other terms."""
    if isinstance(part, t.Compare) and isinstance(part.left.type, NumberType):
        return part.left, part.right
    return ()


def _parts(condition: t.Term) -> list[t.Term]:
    """Return the parts of a conjunction."""
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def instrument_program(program: Program, reached: RuleCoverage) -> Playable:
    """Return an interpreted program that records coverage."""
    return make_executable(program, CoverageProbe(program, reached))


@dataclass(slots=True)
class CoverageWatch:
    """Selects moves to record, and repeats them with the interpreter."""

    reached: RuleCoverage
    _programs: dict[int, Playable] = field(default_factory=dict)
    _alike: Counter[object] = field(default_factory=Counter)
    _told: dict[int, set[int]] = field(default_factory=dict)
    _read: dict[int, int] = field(default_factory=dict)
    """How far the journal of the game under way was read."""

    def set_up(self, program: Playable, seed: int, budget: Budget) -> None:
        """Record the coverage of a set-up."""
        budget.spend(STEPS)
        try:
            start_playthrough(self._program(program), seed)
        except (RulesFault, ChanceRefused):
            return

    def look(self, after: GamePlaythrough, move: Move, budget: Budget) -> None:
        """Record the coverage of the last move, unless it resembles earlier ones."""
        known = self._read.get(id(after), 0)
        told = {number for number, *_ in after.journal[known:]}
        self._read = {id(after): len(after.journal)}
        seen = self._told.setdefault(id(after.program), set())
        key = id(after.program), move.option
        self._alike[key] += 1
        often, fresh = self._alike[key], not told <= seen
        seen |= told
        if not fresh and often > ALIKE and often % SELDOM:
            return
        budget.spend(STEPS)
        before = after.branch()
        if not before.undo():
            return
        again = replace(before, program=self._program(after.program))
        try:
            again.apply(move)
        except TROUBLES:
            return

    def _program(self, program: Playable) -> Playable:
        known = self._programs.get(id(program))
        if known is None:
            known = self._programs[id(program)] = instrument_program(program, self.reached)
        return known


# -- coverage gaps ---------------------------------------------------------------------------------------------------
# What no game and no example came to, each with what came nearest; what no game came to is played in the examples first.


SLOW: Final = 10
"""An example takes so many times as long under watch."""
SHOWN: Final = 12
"""So many places of one finding are shown."""
CODES: Final = {"option": "V407", "rule": "V408", "body": "V409", "branch": "V409", "otherwise": "V409"}


def coverage_gaps(subject: Subject, reached: RuleCoverage, games: int, budget: Budget) -> Iterator[Found]:
    """Yield parts reached by neither games nor examples, one finding for options, one for rules and one for parts of rules."""
    left = _run_examples(subject, reached, budget)
    examples = Said("at_games.examples_left", count=left) if left else Said("at_games.no_example")
    severity: Severity = "note" if left else "warning"
    by_code: dict[str, list[UncoveredPlace]] = {}
    for spot in uncovered_places(subject.ruleset, reached):
        by_code.setdefault(CODES[spot.sort], []).append(spot)
    for code, spots in sorted(by_code.items()):
        names = ", ".join(dict.fromkeys(spot.rule for spot in spots))
        related = [(spot.span, _nearest(spot, reached, subject.opened.sources)) for spot in spots[:SHOWN]]
        told = make_finding(code, spots[0].span, related=related, count=len(spots), games=games, examples=examples)
        yield Found(finding_id("fuzz", code, "", names), "fuzz", severity, told, spots[0].rule)
    tables = list(cells_unread(subject.ruleset, reached))
    if tables:
        related = [(one.table.declared.span, _cells(one, subject.ruleset)) for one in tables]
        count = sum(len(one.keys) for one in tables)
        told = make_finding("V410", related[0][0], related=related[:SHOWN], count=count, games=games, examples=examples)
        yield make_report_finding("fuzz", "note", told)


def _cells(unread: UnreadCells, ruleset: Ruleset) -> Said:
    """Return a text on the unread cells of a table, and on the read cell closest to them."""
    name, count, cells = unread.table.id, len(unread.keys), len(unread.keys) + len(unread.read)
    if unread.nearest is None:
        return Said("at_games.no_cells", table=name, cells=cells)
    near = _keys(unread.table, ruleset, unread.nearest)
    rows: dict[tuple[int, ...], list[int]] = {}
    for key in unread.keys:
        rows.setdefault(key[:-1], []).append(key[-1])
    alike: dict[str, list[str]] = {}
    for row, last in rows.items():
        alike.setdefault(_stretches(unread.table, ruleset, last), []).append(_keys(unread.table, ruleset, row))
    said = [f"{', '.join(row)}: {last}" if row[0] else last for last, row in alike.items()]
    keys = "; ".join([*said[:SHOWN], *(["…"] if len(said) > SHOWN else [])])
    return Said("at_games.cells", table=name, unread=count, cells=cells, keys=keys, near=near)


def _keys(table: Table, ruleset: Ruleset, keys: Sequence[int]) -> str:
    """Return the text of the first keys of a cell, or of all."""
    return " ".join(_key(table, ruleset, at, key) for at, key in enumerate(keys))


def _stretches(table: Table, ruleset: Ruleset, keys: Sequence[int]) -> str:
    """Return the text of the last keys of a row, with consecutive numbers as ranges."""
    last = len(table.key_names) - 1
    if table.key_names[last] in ruleset.kinds:
        return ", ".join(_key(table, ruleset, last, key) for key in keys)
    stretches = [[key for _, key in group] for _, group in groupby(enumerate(keys), lambda one: one[1] - one[0])]
    return ", ".join(str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in stretches)


def _key(table: Table, ruleset: Ruleset, at: int, key: int) -> str:
    kind = ruleset.kinds.get(table.key_names[at])
    return str(key) if kind is None else kind.elements[key]


def _nearest(spot: UncoveredPlace, reached: RuleCoverage, sources: Sources) -> Said:
    """Return the text of the near miss, if one is known."""
    near = reached.near.get(spot.condition)
    if near is None:
        if spot.sort == "option":
            return Said("at_games.unguarded", rule=spot.rule)
        return Said("at_games.not_come_to", rule=spot.rule)
    text = " ".join(source_lines(near.span, sources)[0].split())
    if near.left is None or near.right is None:
        if spot.holds:
            return Said("at_games.never_held", rule=spot.rule, text=text, games=near.games)
        return Said("at_games.always_held", rule=spot.rule, text=text, games=near.games)
    sides = {"left": near.left, "right": near.right}
    if spot.holds:
        return Said("at_games.nearest_to_hold", rule=spot.rule, text=text, games=near.games, **sides)
    return Said("at_games.nearest_to_fail", rule=spot.rule, text=text, games=near.games, **sides)


def _run_examples(subject: Subject, reached: RuleCoverage, budget: Budget) -> int:
    """Run examples with coverage recording until all parts are reached; return the number of examples skipped for lack of budget."""
    programs = subject.programs.anew(
        lambda ruleset, players: instrument_program(build_program(ruleset, players), reached)
    )
    for number, example in enumerate(subject.examples):
        if not list(uncovered_places(subject.ruleset, reached)):
            return 0
        if not budget.spend(EXAMPLE * SLOW):
            return len(subject.examples) - number
        run_example(programs, example, subject.opened.sources)
    return 0
