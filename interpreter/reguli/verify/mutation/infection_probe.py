"""Instrumented runs of the original rules that detect which mutants would behave differently.

Wherever a term is asked that has faults, it is asked with each of them, too, in the same position: by a second interpreter, so that what the faults ask is
not watched again. A fault that gave another value once, or whose statement was run, is *met*; whether anybody notices is found out by running the rules with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reguli.ir.executable_program import Playable, make_executable
from reguli.ir.interpreter.expression_interpreter import Probe, Values
from reguli.ir.lowering.block_builder import Waiting
from reguli.ir.program import Journal, Program, Slots
from reguli.ir.program_interface import Closure, Effect, Made, Way
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, LOOKS
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_procedures, nested_statements
from reguli.model.resolved_ruleset import Invariant, Ruleset
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.mutation.mutant import GONE, Change, InfectionCondition, Key, Mutant, node_key, statement_run_key
from reguli.verify.report import Budget, ignore_progress

# -- step counter ----------------------------------------------------------------------------------------------------
# What work it is to run rules, counted while they run: so that steps of a budget are seconds for small rulesets and for large ones.
#
# Counted are blocks that are run and elements that are looked at; each of these takes about as long as another of its kind, on any ruleset. Closures, and
# set-ups that are remembered, are made once for many mutants and are counted for none: the work of a mutant does not depend on what this process did before.


STEP: Final = 2_000
"""So much work is a step."""
LOOK: Final = 3
"""The work of looking at an element of a collection."""
DEFINE: Final = 9
"""The work of asking a define."""
ASKED: Final = 6
"""The work of asking a term with a fault, beside what it asks itself."""
BLOCK: Final = 8
"""The work of running a block."""
SLOT: Final = 2
"""The work that each slot of a position is when it is set up, or a move is made: it is copied, read, compared."""
NO_END: Final = 1 << 62


class EndlessRunError(Exception):
    """An error raised when rules need so much more work than the original ones that they are considered endless."""


@dataclass(slots=True)
class WorkCounter:
    """The work done so far, with a limit for rules that may not terminate."""

    spent: int = 0
    most: int = NO_END

    def add(self, work: int) -> None:
        """Count work. Raises ``EndlessRunError``."""
        self.spent += work
        if self.spent > self.most:
            raise EndlessRunError


@dataclass(slots=True)
class StepCounter:
    """A budget charged for work done; fractions of a step are carried over to the next charge."""

    budget: Budget
    effort: WorkCounter
    _since: int = field(init=False)

    def __post_init__(self) -> None:
        """Start counting now."""
        self.begin()

    def begin(self) -> None:
        """Start counting now; earlier work is charged elsewhere."""
        self._since = self.effort.spent

    def spend(self, program: Program) -> bool:
        """Charge the work since the last call, including the copy of a position, and return whether any steps were left."""
        steps, rest = divmod(self.effort.spent + SLOT * program.width - self._since, STEP)
        self._since = self.effort.spent - rest
        return self.budget.spend(steps)


# -- infection probe -------------------------------------------------------------------------------------------------


BROKEN: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EndlessRunError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a fault may come to besides a fault of the rules: it asks for what no rule that is bound can ask for."""
MOST_BLOCKS: Final = 30_000
"""Blocks that rules with a fault may run without anybody deciding: what needs more has no end."""
MOST_LOOKS: Final = 500_000
"""Elements that they may look at before a player decides."""


Noted = Callable[[str], None]
Make = Callable[[b.BoundStatement], Effect]


@frozen_class
class WatchedFault(FrozenValue):
    """A mutant watched for at a node: its number, and the mutated term (``None``: reaching the node suffices)."""

    number: int
    change: Change | None


@dataclass(slots=True)
class InfectionWatch:
    """The mutants watched for at each node, and those detected since the last reset."""

    at: dict[Key, list[WatchedFault]] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    """Faults that would have made a difference."""
    come_by: set[int] = field(default_factory=set)
    """Faults whose place was come by."""

    @classmethod
    def of(cls, faults: Sequence[Mutant], numbers: Iterable[int]) -> InfectionWatch:
        """Watch for some mutants of a list, by their numbers in it."""
        watch = cls()
        for number in numbers:
            for sign in faults[number].signs:
                watch.at.setdefault(sign.key, []).append(WatchedFault(number, sign.change))
        return watch

    def anew(self) -> None:
        """Clear the detected mutants."""
        self.met.clear()
        self.come_by.clear()

    def drop(self, number: int) -> None:
        """Stop watching for a mutant."""
        for wanted in self.at.values():
            wanted[:] = [one for one in wanted if one.number != number]


@dataclass
class WorkLimitedProbe(Probe):
    """Closures that count their work and limit iteration to what the original rules need; ``noted`` is called for loops that evaluate their invariants."""

    effort: WorkCounter
    noted: Noted = ignore_progress

    def collection(self, values: Values, term: t.Term) -> Callable[[Slots], Sequence[int]]:
        """Return a closure for a collection that will be iterated."""
        items, effort = values.closure(term), self.effort

        def spend(s: Slots) -> Sequence[int]:
            found: Sequence[int] = items(s)
            left = s[BUDGET] = min(s[BUDGET], MOST_LOOKS) - len(found)
            if left < 0:
                raise RulesFault("E319", limit=LOOKS)
            effort.spent += LOOK * len(found)
            if effort.spent > effort.most:
                raise EndlessRunError
            return found

        return spend

    def term(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term, with its work counted."""
        value, add = super().term(values, term), self.effort.add
        if not isinstance(term, t.Apply):
            return value

        def ask(s: Slots) -> Any:
            add(DEFINE)
            return value(s)

        return ask

    def statement(self, make: Make, statement: b.BoundStatement) -> Effect:
        """Return the closure of a statement; a loop reports when it evaluates its invariant."""
        done, noted = make(statement), self.noted
        if not isinstance(statement, b.Claim):
            return done

        def ask(s: Slots, j: Journal) -> Any:
            noted(statement.rule)
            return done(s, j)

        return ask


def with_probe(values: Values, probe: Probe) -> Values:
    """Return closure factories for the same settings that use a probe."""
    return Values(values.ruleset, values.layout, values.distances, values.earlier, probe)


class InfectionProbe(WorkLimitedProbe):
    """Closures that watch for mutants."""

    def __init__(self, watch: InfectionWatch, effort: WorkCounter) -> None:
        """Start with no closures."""
        super().__init__(effort)
        self.watch = watch
        self._quiet = Made[Values, Values](lambda values: with_probe(values, WorkLimitedProbe(effort)))

    def term(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term that watches for its mutants, if any."""
        value, wanted = super().term(values, term), self.watch.at.get(node_key(term))
        if wanted is None:
            return value
        return _Looking(self.watch, wanted, term, value, self._quiet[values], self.effort).value

    def statement(self, make: Make, statement: b.BoundStatement) -> Effect:
        """Return the closure of a statement that records its execution."""
        done, wanted = super().statement(make, statement), self.watch.at.get(statement_run_key(statement.rule))
        if wanted is None:
            return done
        watch, numbers = self.watch, frozenset(one.number for one in wanted)

        def run(s: Slots, j: Journal) -> Any:
            watch.met |= numbers
            watch.come_by |= numbers
            return done(s, j)

        return run


@dataclass(slots=True)
class _Looking:
    """Evaluates a term, and its mutated form for each of its mutants."""

    watch: InfectionWatch
    wanted: list[WatchedFault]
    term: t.Term
    asked: Closure
    quiet: Values
    effort: WorkCounter
    made: dict[int, Closure | None] = field(default_factory=dict)

    def value(self, s: Slots) -> Any:
        """Return the value under the original rules."""
        found, met, come_by = self.asked(s), self.watch.met, self.watch.come_by
        for one in self.wanted:
            if one.number not in met:
                come_by.add(one.number)
                self.effort.add(ASKED)
                if one.change is None or self._differs(one, s, found):
                    met.add(one.number)
        return found

    def _differs(self, one: WatchedFault, s: Slots, right: Any) -> bool:
        left = s[BUDGET]
        try:
            asked = self._with(one)
            return asked is None or _plain(asked(s)) != _plain(right)
        except (RulesFault, *BROKEN):
            return True
        finally:
            s[BUDGET] = left

    def _with(self, one: WatchedFault) -> Closure | None:
        assert one.change is not None
        if one.number not in self.made:
            try:
                self.made[one.number] = self.quiet.closure(one.change(self.term))
            except BROKEN:
                self.made[one.number] = None
        return self.made[one.number]


def _plain(value: Any) -> Any:
    """Return a comparable form of a value; the maximum content of a collection is not iterated."""
    return tuple(value) if isinstance(value, list | range) else value


def make_probed_program(program: Program, probe: WorkLimitedProbe) -> Playable:
    """Return an interpreted program with a probe."""
    return limit_program(make_executable(program, probe), probe.effort)


def limit_program(program: Playable, effort: WorkCounter) -> Playable:
    """Return a program that always terminates: running long without a decision fails."""
    going = program.go

    def go(s: Slots, j: Journal, way: Way) -> None:
        left = way.left = min(way.left, MOST_BLOCKS)
        s[BUDGET] = min(s[BUDGET], MOST_LOOKS)
        going(s, j, way)
        effort.add(BLOCK * (1 + left - way.left))

    return replace_parts(program, go=go)


def replace_parts(program: Playable, **other: Any) -> Playable:
    """Return a program with some parts replaced."""
    return Playable(**{name: other.get(name, getattr(program, name)) for name in Playable.__match_args__})


# -- mutant schemata -------------------------------------------------------------------------------------------------
# Right rules in which a fault can be switched on: one program for all faults that happen within terms, and within statements that never suspend.
#
# Making a program, and the closures of all that an example comes by, takes longer than running the example. Here it is done once for all of them; what is made for
# a fault are the terms and statements that are written otherwise.


Signs = Mapping[Key, Mapping[int, InfectionCondition]]
"""By node: what is written otherwise there with which fault, by its number."""
Changes = Mapping[Key, InfectionCondition]
"""By node: what is written otherwise there with one fault."""


@dataclass(slots=True)
class ActiveMutant:
    """The currently active mutant (-1: none)."""

    on: int = -1
    terms: Signs = field(default_factory=dict)
    statements: Signs = field(default_factory=dict)

    def terms_of(self, number: int) -> Changes:
        """Return the terms that a mutant changes."""
        return {key: signs[number] for key, signs in self.terms.items() if number in signs}


def nonsuspending_statements(ruleset: Ruleset) -> frozenset[Key]:
    """Return the statements of a ruleset that never suspend in any context."""
    waiting, plain, cut = Waiting(ruleset), set[Key](), set[Key]()
    for procedure in all_procedures(ruleset):
        for statement in nested_statements(procedure.body):
            (cut if waiting.statement(statement) else plain).add(node_key(statement))
    return frozenset(plain - cut)


@dataclass
class MutantProbe(WorkLimitedProbe):
    """Closures with a mutant in some terms and in some statements that never suspend; the surrounding program is the original."""

    signs: Changes = field(kw_only=True)

    def term(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term, mutated if it belongs to the mutant."""
        return super().term(values, _changed(self.signs.get(node_key(term)), term))

    def statement(self, make: Make, statement: b.BoundStatement) -> Effect:
        """Return the closure of a statement, mutated if it belongs to the mutant."""
        changed = _changed(self.signs.get(node_key(statement)), statement)
        return _nothing if changed is GONE else super().statement(make, changed)


def _changed(sign: InfectionCondition | None, node: Any) -> Any:
    return node if sign is None or sign.change is None else sign.change(node)


def _nothing(s: Slots, j: Journal) -> bool:
    return False


@dataclass
class SwitchedProbe(WorkLimitedProbe):
    """Closures of the original rules in which every mutant of a term, or of a statement that never suspends, can be switched on."""

    switch: ActiveMutant = field(kw_only=True)

    def term(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term; its mutated form is made when the mutant is first switched on."""
        value, switch, effort = super().term(values, term), self.switch, self.effort
        signs = switch.terms.get(node_key(term))
        if signs is None:
            return value
        made = Made[int, Closure](
            lambda number: with_probe(values, MutantProbe(effort, signs=switch.terms_of(number))).closure(term)
        )
        return lambda s: made[switch.on](s) if switch.on in signs else value(s)

    def statement(self, make: Make, statement: b.BoundStatement) -> Effect:
        """Return the closure of a statement; its mutated form is made when the mutant is first switched on."""
        done, switch = super().statement(make, statement), self.switch
        signs = switch.statements.get(node_key(statement))
        if signs is None:
            return done
        made = Made[int, Effect](
            lambda number: MutantProbe(self.effort, self.noted, signs={node_key(statement): signs[number]}).statement(
                make, statement
            )
        )
        return lambda s, j: made[switch.on](s, j) if switch.on in signs else done(s, j)


# -- invariant coverage ----------------------------------------------------------------------------------------------
# What must always hold, and what loops keep, while faults are planted: with which of them each claim was asked, and with which it failed.
#
# A claim that fails with no fault says nothing of the rules, or says of them what no fault can change. Most faults are noticed by an example before
# claims come to be asked, so games by lot are played with faults planted for claims that have not failed by then.


ClaimRecord = tuple[dict[str, set[int]], ...]
"""By claim: the mutants under which it was evaluated, and those under which it failed."""


@dataclass(slots=True)
class InvariantCoverage:
    """The claims of a ruleset by rule, and the numbers of the mutants under which each was evaluated and failed."""

    claims: Mapping[str, Invariant | b.Claim]
    asked: dict[str, set[int]] = field(default_factory=dict)
    broken: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, ruleset: Ruleset) -> InvariantCoverage:
        """Return a coverage in which nothing was evaluated yet."""
        rules: dict[str, Invariant | b.Claim] = {one.rule: one for one in ruleset.invariants}
        bodies = (one.body for one in all_procedures(ruleset))
        rules |= {one.rule: one for body in bodies for one in nested_statements(body) if isinstance(one, b.Claim)}
        return cls(rules, {rule: set() for rule in rules}, {rule: set() for rule in rules})

    def unbroken(self) -> Iterator[str]:
        """Return the claims that no mutant has broken."""
        return (rule for rule in self.claims if not self.broken[rule])

    def take(self) -> ClaimRecord:
        """Return what was recorded since the last call, and forget it."""
        record = tuple({rule: {*own} for rule, own in by.items() if own} for by in (self.asked, self.broken))
        for own in (*self.asked.values(), *self.broken.values()):
            own.clear()
        return record

    def add(self, record: ClaimRecord) -> None:
        """Add what was recorded elsewhere."""
        for by, found in zip((self.asked, self.broken), record, strict=True):
            for rule, own in found.items():
                by[rule] |= own

    def watched(self, program: Playable, switch: ActiveMutant) -> Playable:
        """Return a program with the active mutant that records the evaluation of claims and their results."""
        if not self.claims:
            return program
        going, kept = program.go, {rule for rule, claim in self.claims.items() if isinstance(claim, b.Claim)}

        def go(s: Slots, j: Journal, way: Way) -> None:
            try:
                going(s, j, way)
            except RulesFault as fault:
                if fault.rule in kept:
                    self.broken[fault.rule].add(switch.on)
                raise

        return replace_parts(program, invariants=Made(lambda at: self._asking(program, at, switch)), go=go)

    def noted(self, switch: ActiveMutant) -> Callable[[str], None]:
        """Return a recorder for loop invariants under the active mutant; only the interpreter calls it, because generated code does not."""
        return lambda rule: self.asked[rule].add(switch.on)

    def _asking(self, program: Playable, at: int, switch: ActiveMutant) -> Closure:
        rule, holds = program.ruleset.invariants[at].rule, program.invariants[at]
        asked, broken = self.asked.setdefault(rule, set()), self.broken.setdefault(rule, set())

        def ask(s: Slots) -> bool:
            asked.add(switch.on)
            try:
                found = bool(holds(s))
            except RulesFault:
                broken.add(switch.on)
                raise
            if not found:
                broken.add(switch.on)
            return found

        return ask
