"""Mutant killing: each mutant is tried on the examples that it infects, up to the first that fails."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from itertools import count
from typing import Any, Final, Literal

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.position_documents.document_setup import set_up_position, state_after_setup
from reguli.engine.state_snapshots import restore_snapshot, save_snapshot
from reguli.ir.executable_program import Playable, build_program
from reguli.ir.program import Decide, Program
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.diagnostic import Bag
from reguli.verify.example_runner import MOST_FORCED, ProgramCache, run_with_program
from reguli.verify.mutation.infection_probe import (
    BROKEN,
    InfectionProbe,
    InfectionWatch,
    InvariantCoverage,
    StepCounter,
    make_probed_program,
)
from reguli.verify.mutation.mutant import Mutant
from reguli.verify.mutation.mutant_programs import MutantPrograms
from reguli.verify.paired_programs import (
    TROUBLES,
    FirstDifference,
    GuidedPlayout,
    PairedGame,
    ProgramPair,
    game_random_stream,
    guide_of_playout,
)
from reguli.verify.regression.base_comparison import RulesetVersion, Setting, common_settings
from reguli.verify.report import Budget, Guide, Progress, Subject

TIMES: Final = 3
"""Rules with a fault do not come to an end that need so many times the work of right ones that are watched, which is several times their own."""
LEAST: Final = 200_000
"""So much work they may do in any case."""
AT_FIRST: Final = 250
"""Steps that a fault is tried for before all others have had their turn."""
Outcome = Literal["noticed", "unnoticed", "unseen", "cut", "waits"]
"""An example fails; none does; none comes by; there were no steps left; others have their turn first."""


@dataclass(slots=True)
class InfectedExamples:
    """Instrumented programs of the original rules, and the mutants whose places their examples reach."""

    programs: ProgramCache
    watch: InfectionWatch
    blind: frozenset[int]
    """Faults that no probe watches for: every example may notice them."""
    seen: set[int] = field(default_factory=set)
    """Faults whose place an example came by."""
    at_first: dict[object, frozenset[int]] = field(default_factory=dict)
    """By what an example begins with: the faults that make a difference in the set-up."""


@dataclass(slots=True)
class MutantKilling:
    """The examples of a ruleset, the mutants that each may kill, and the killed mutants."""

    subject: Subject
    faults: Sequence[Mutant]
    met_in: dict[int, list[ExampleDecl]] = field(default_factory=dict)
    """By number of a fault: the examples in which it makes a difference."""
    seen: set[int] = field(default_factory=set)
    """Faults whose place an example came by."""
    unwatched: bool = False
    """Whether the budget was spent before all examples were watched: what they notice nobody knows then."""
    claims: InvariantCoverage = field(init=False)
    """What must always hold, as it was asked with faults planted."""
    made: MutantPrograms = field(init=False)
    """Programs of right rules, and of those with a fault."""
    _behind_set_up: set[tuple[int, str]] = field(default_factory=set)
    """Faults that make a difference in an example behind its set-up."""
    _rest: dict[int, deque[ExampleDecl]] = field(default_factory=dict)
    """Of a fault that was tried: the examples that it was not yet tried on."""
    _work: dict[str, int] = field(default_factory=dict)
    """What work each example is by right rules that are watched."""
    _rights: ProgramCache | None = None
    _cited: dict[str, frozenset[str]] = field(default_factory=dict)
    _kills: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Collect the claims."""
        self.claims = InvariantCoverage.of(self.subject.ruleset)
        self.made = MutantPrograms(self.faults, self.claims)

    def watch(self, budget: Budget, progress: Progress) -> None:
        """Run every example once under the instrumented original rules; an example that already fails kills nothing."""
        watching, counted = self.watching(), StepCounter(budget, self.made.effort)
        for done, example in enumerate(self.subject.examples):
            progress("examples watched", done, len(self.subject.examples))
            if budget.left <= 0:
                budget.cut += 1
                self.unwatched = True
                continue
            for number in sorted(self.differing_in(example, watching, counted)):
                self.met_in.setdefault(number, []).append(example)
        self.seen |= watching.seen

    def watching(self) -> InfectedExamples:
        """Return instrumented programs of the original rules that watch for all mutants."""
        watch, effort = InfectionWatch.of(self.faults, range(len(self.faults))), self.made.effort
        made = self.subject.programs.anew(
            lambda ruleset, players: make_probed_program(build_program(ruleset, players), InfectionProbe(watch, effort))
        )
        blind = frozenset(number for number, fault in enumerate(self.faults) if not fault.signs)
        return InfectedExamples(made, watch, blind)

    def differing_in(self, example: ExampleDecl, watching: InfectedExamples, counted: StepCounter) -> frozenset[int]:
        """Run an example under the instrumented original rules and return the mutants that infect it: none if it already fails."""
        passed, infected = self.infected_by(example, watching, counted)
        if passed:
            watching.seen |= watching.watch.come_by
            behind = watching.watch.met | watching.blind
            self._behind_set_up.update((number, example.id) for number in behind)
        return infected if passed else frozenset()

    def infected_by(
        self, example: ExampleDecl, watching: InfectedExamples, counted: StepCounter
    ) -> tuple[bool, frozenset[int]]:
        """Run an example under the instrumented original rules; return whether it passes, and the mutants that infect it."""
        begun = self.made.effort.spent
        at_first = self._set_up(watching, example)
        watching.watch.anew()
        program = watching.programs.program(example.position, Bag())
        passed = self._passes(program, example)
        self._work[example.id] = self.made.effort.spent - begun
        if program is not None:
            counted.spend(program)
        return passed, frozenset({*watching.watch.met, *at_first, *watching.blind})

    def _set_up(self, watching: InfectedExamples, example: ExampleDecl) -> frozenset[int]:
        """Return the mutants that infect the set-up of an example; examples with the same set-up share the result."""
        program, known = watching.programs.program(example.position, Bag()), watching.at_first
        if program is None:
            return frozenset()
        key = id(program), example.position.initial and (example.position.chance, example.position.seats)
        if key not in known:
            watching.watch.anew()
            _begun(program, example)
            watching.seen |= watching.watch.come_by
            self.made.at_first |= watching.watch.met
            known[key] = frozenset(watching.watch.met)
        return known[key]

    def outcome(self, number: int, budget: Budget, *, most: int | None = None) -> Outcome:
        """Return whether an example kills a mutant; a mutant that exceeds the step limit ``waits`` and resumes next time."""
        if number not in self.met_in:
            return "cut" if self.unwatched else "unnoticed" if number in self.seen else "unseen"
        if number not in self._rest:
            self._rest[number] = self._ordered(number)
        rest, last = self._rest[number], 0 if most is None else budget.left - most
        while rest:
            if budget.left <= max(0, last):
                return "cut" if budget.left <= 0 else "waits"
            example = rest.popleft()
            if self.notices(number, example, budget):
                self._kills.update([(self.faults[number].rule, example.id), ("", example.id)])
                return "noticed"
        return "cut" if self.unwatched else "unnoticed"

    def notices(self, number: int, example: ExampleDecl, budget: Budget) -> bool:
        """Return whether an instrumented example fails under a mutant."""
        return self._under(number, example, budget, self._fails)

    def repairs(self, number: int, example: ExampleDecl, budget: Budget) -> bool:
        """Return whether an example that fails passes under a mutant."""
        return not self._under(number, example, budget, lambda _, program, one: not self._passes(program, one))

    def _under(
        self,
        number: int,
        example: ExampleDecl,
        budget: Budget,
        fails: Callable[[int, Playable | None, ExampleDecl], bool],
    ) -> bool:
        """Run an example under a mutant; what breaks off fails."""
        programs = self.subject.programs.anew(lambda ruleset, players: self._program(ruleset, players, number, budget))
        counted = StepCounter(budget, self.made.effort)
        program = programs.program(example.position, Bag())
        with self.made.on(number, most=max(LEAST, TIMES * self._work[example.id])):
            try:
                found = fails(number, program, example)
            except (RulesFault, *BROKEN):
                found = True
        if program is not None:
            counted.spend(program)
        return found

    def _ordered(self, number: int) -> deque[ExampleDecl]:
        """Return the examples that a mutant infects, in the order in which they are tried.

        Where a program is made for each number of players and each option, those come one after the other that are of the same table.
        """
        found = sorted(self.met_in[number], key=lambda one: self._promise(number, one))
        if not self.faults[number].terms:
            tables = list(dict.fromkeys(one.position.table for one in found))
            found.sort(key=lambda one: tables.index(one.position.table))
        return deque(found)

    def _passes(self, program: Playable | None, example: ExampleDecl) -> bool:
        return program is not None and run_with_program(program, example, self.subject.opened.sources).passed

    def _fails(self, number: int, program: Playable | None, example: ExampleDecl) -> bool:
        """Return whether an example fails under a mutant; it does not if it starts the same and then never reaches the mutant."""
        if (number, example.id) not in self._behind_set_up and self._begins_alike(program, example):
            return False
        return not self._passes(program, example)

    def _program(self, ruleset: Ruleset, players: int, number: int, budget: Budget) -> Playable:
        """Return the program of a mutant; blocks that it changes are generated."""
        if self.made.is_within(ruleset, number):
            return self.made.switched(ruleset, players, number)
        return self.made.wrong(ruleset, players, number, budget)

    def _begins_alike(self, wrong: Playable | None, example: ExampleDecl) -> bool:
        """Return whether an example starts in the same state under a mutant as under the original rules."""
        if self._rights is None:
            self._rights = self.subject.programs.anew(self.made.right)
        right = self._rights.program(example.position, Bag())
        if right is None or wrong is None or right.frames != wrong.frames:
            return False
        own = slice(len(FACTS), right.frames)
        if not example.position.initial and state_after_setup(right)[own] == state_after_setup(wrong)[own]:
            return True
        one, other = _begun(right, example), _begun(wrong, example)
        if one is None or other is None:
            return False
        if example.position.initial:
            return right.blocks == wrong.blocks and one.slots[: right.saved] == other.slots[: right.saved]
        return one.slots[own] == other.slots[own]

    def _promise(self, number: int, example: ExampleDecl) -> tuple[object, ...]:
        """Return the sort key of an example, so that those likely to kill a mutant come first."""
        rule = self.faults[number].rule
        alike = len(self._cites(rule).intersection(example.cites))
        early = (number, example.id) not in self._behind_set_up
        return early, -self._kills[rule, example.id], -alike, -self._kills["", example.id], self._work[example.id]

    def _cites(self, rule: str) -> frozenset[str]:
        """Return the statements that a rule cites; a rule without citations inherits those of its parent."""
        if not self._cited:
            found: dict[str, set[str]] = {}
            for statement, rules in self.subject.ruleset.citations.items():
                for one in rules:
                    found.setdefault(one, set()).add(statement)
            self._cited.update((one, frozenset(statements)) for one, statements in found.items())
        while rule not in self._cited and "/" in rule:
            rule = rule.rpartition("/")[0]
        return self._cited.get(rule, frozenset())


def _begun(program: Playable, example: ExampleDecl) -> GamePlaythrough | None:
    """Return the initial playthrough of an example: after the set-up, with the state that the example sets."""
    position = example.position
    wanted = replace(position, at=None, state=() if position.initial else position.state)
    return set_up_position(program, wanted, Bag(), most_forced=MOST_FORCED)


def judge_all_mutants(noticing: MutantKilling, budget: Budget, progress: Progress) -> Iterator[tuple[int, Outcome]]:
    """Try every mutant; those killed quickly come first, so that a frequently reached survivor does not delay the others."""
    waiting: list[int] = []
    for number in range(len(noticing.faults)):
        progress("faults tried", number - len(waiting), len(noticing.faults))
        found = noticing.outcome(number, budget, most=AT_FIRST)
        if found == "waits":
            waiting.append(number)
        else:
            yield number, found
    for done, number in enumerate(waiting):
        progress("faults tried", len(noticing.faults) - len(waiting) + done, len(noticing.faults))
        yield number, noticing.outcome(number, budget)


# -- Games by lot of right rules, watched: which faults would have made a difference, and where ----------------------


LONGEST: Final = 1_000
"""Moves of a game at most."""


@dataclass(slots=True)
class RecordedPlayouts:
    """A game: its moves, the positions before each and after the last, and the mutants detected at each, set-up first."""

    seed: int
    moves: list[Move] = field(default_factory=list)
    positions: list[GamePlaythrough] = field(default_factory=list)
    met: dict[int, int] = field(default_factory=dict)
    """By number of a fault: the position from which it made a difference, -1 for the set-up."""

    def note(self, watch: InfectionWatch, at: int) -> None:
        """Record the newly detected mutants."""
        for number in watch.met - self.met.keys():
            self.met[number] = at


def record_playout(
    program: Playable, watch: InfectionWatch, seed: int, walker: GuidedPlayout, counted: StepCounter
) -> RecordedPlayouts:
    """Play a random game as far as the budget allows, and record where each mutant is first detected."""
    found, lot = RecordedPlayouts(seed), game_random_stream(seed)
    watch.anew()
    try:
        here = start_playthrough(program, seed, play_forced=False)
        found.note(watch, -1)
        while len(found.moves) < LONGEST and counted.spend(program):
            at = len(found.moves)
            found.positions.append(here.branch())
            families = list(here.families())
            found.note(watch, at)
            if not families:
                if here.over:
                    here.places()
                    found.note(watch, at)
                break
            move = walker.move(here, families, lot)
            found.moves.append(move)
            here.apply(move)
            found.note(watch, at)
    except TROUBLES:
        found.note(watch, len(found.moves) - 1)
    return found


def newly_infected(found: RecordedPlayouts, numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return those of some mutants that were detected, each with its position, earliest first."""
    met = [(found.met[number], number) for number in numbers if number in found.met]
    return [(number, at) for at, number in sorted(met)]


# -- mutant reachability ---------------------------------------------------------------------------------------------
# Play for the faults that no example notices: where rules with a fault and right rules are not one game for the first time.
#
# Games by lot are watched for all of them at once. Where a fault would make a difference, the rules with it are put into that position, and both are played side by side
# for a few moves: what is no longer the same then is what an example could notice. Each fault has an equal share of the budget, so that those that take a whole game to try
# leave the others theirs; who has spent it waits until the others have found a difference or spent theirs, too.


PC: Final = FACTS.index("pc")
FURTHER: Final = 12
"""Moves that are played on both sides behind the place where a fault is met; as many more each time that nothing came of it."""
TRIES: Final = 40
"""Games in which a fault is met and nothing comes of it, after which it is left alone."""
IN_VAIN: Final = 24
"""Games in a row in which no fault is tried that is still looked for, after which there are no more."""


@dataclass(slots=True)
class MutantTable:
    """The original rules for a number of players under some options."""

    ruleset: Ruleset
    players: int
    watched: Playable
    guides: Sequence[Guide]


@dataclass(slots=True)
class MutantReachability:
    """Searches for the first difference of each of some mutants."""

    noticing: MutantKilling
    numbers: Sequence[int]
    games: int = 0
    left: dict[int, int] = field(default_factory=dict)
    """By number of a fault that is still looked for: the games in which it was met in vain."""
    spent: dict[int, int] = field(default_factory=dict)
    """By number of a fault: the steps that were spent on it."""
    _version: RulesetVersion = field(init=False)
    _settings: Sequence[Setting] = field(init=False)
    _tables: dict[Setting, MutantTable | None] = field(default_factory=dict)
    _watch: InfectionWatch = field(init=False)
    _walker: GuidedPlayout = field(default_factory=GuidedPlayout)
    _turns: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        """Start the search for all of them."""
        subject = self.noticing.subject
        self._version = RulesetVersion(subject.documents, subject.opened.options)
        self._settings = common_settings(subject.documents, subject.documents, subject.opened.options)
        self.left = dict.fromkeys(self.numbers, 0)
        self._watch = InfectionWatch.of(self.noticing.faults, self.numbers)

    def differences(self, budget: Budget, progress: Progress) -> Iterator[tuple[int, FirstDifference]]:
        """Yield the first difference of each mutant that shows one, in order of discovery; a further call resumes the search."""
        faults = self.noticing.faults
        blind = [number for number in self.numbers if not faults[number].signs]
        idle, counted = 0, StepCounter(budget, self.noticing.made.effort)
        for number in self._turns:
            if not self.left or budget.left <= 0 or idle >= max(IN_VAIN, len(self._settings)):
                break
            progress("faults looked for in play", len(self.numbers) - len(self.left), len(self.numbers))
            played = self.played(number, counted)
            if played is None:
                idle += 1
                continue
            table, game = played
            self.games += 1
            game.met.update((one, -1) for one in blind if one in self.left)
            met = newly_infected(game, list(self.left))
            share = budget.left // max(len(self.left), 1)
            poor = [(one, at) for one, at in met if self.spent.get(one, 0) <= share]
            idle = 0 if poor else idle + 1
            for one, at in poor:
                if budget.left <= 0:
                    break
                difference = self._tried(one, at, game, table, counted)
                if difference is not None:
                    yield one, difference
                    counted.begin()

    def played(self, number: int, counted: StepCounter) -> tuple[MutantTable, RecordedPlayouts] | None:
        """Play a game under the original rules, with the settings in rotation; ``None`` if a setting has no rules."""
        at = number // len(self._settings)
        table = self._table(self._settings[number % len(self._settings)])
        if table is None:
            return None
        self._walker = GuidedPlayout(self._wanted(), self._walker.seen, guide_of_playout(table.guides, number + at))
        return table, record_playout(table.watched, self._watch, self.noticing.subject.seed + at, self._walker, counted)

    def break_claims(self, budget: Budget, progress: Progress) -> None:
        """Play a random game with each mutant in turn, as long as some claims are unbroken."""
        subject, faults, claims = self.noticing.subject, self.noticing.faults, self.noticing.claims
        # What is done otherwise breaks more than what is asked otherwise.
        in_turn = sorted(range(len(faults)), key=lambda number: (bool(faults[number].terms), number))
        for done, number in enumerate(in_turn):
            if budget.left <= 0 or not any(claims.unbroken()):
                break
            progress("faults tried on claims", done, len(faults))
            table = self._table(self._settings[done % len(self._settings)])
            if table is None:
                continue
            with suppress(*BROKEN):
                wrong = self.noticing.made.wrong(table.ruleset, table.players, number, budget)
                record_playout(
                    wrong,
                    InfectionWatch(),
                    subject.seed,
                    GuidedPlayout(),
                    StepCounter(budget, self.noticing.made.effort),
                )

    def _tried(
        self, number: int, at: int, game: RecordedPlayouts, table: MutantTable, counted: StepCounter
    ) -> FirstDifference | None:
        """Search one game for a difference that a mutant makes; the mutant is dropped after a success or too many failures."""
        before = counted.budget.left
        difference = self._difference(number, at, game, table, counted)
        self.spent[number] = self.spent.get(number, 0) + before - counted.budget.left
        self.left[number] += 1
        if difference is not None or self.left[number] >= TRIES:
            self._forget(number)
        return difference

    def _forget(self, number: int) -> None:
        del self.left[number]
        self._watch.drop(number)

    def _wanted(self) -> frozenset[str]:
        """Return the rules with mutants that are still searched for."""
        rules = (self.noticing.faults[number].rule for number in self.left)
        return frozenset(rule.removeprefix("rule:") for rule in rules if rule.startswith("rule:"))

    def _table(self, setting: Setting) -> MutantTable | None:
        if setting not in self._tables:
            options, players = setting
            ruleset = self._version.ruleset(options, players)
            self._tables[setting] = None if ruleset is None else self._made(ruleset, players)
        return self._tables[setting]

    def _made(self, ruleset: Ruleset, players: int) -> MutantTable:
        made = self.noticing.made
        right = made.right(ruleset, players)
        guides = self.noticing.subject.guides(right)
        return MutantTable(
            ruleset, players, make_probed_program(right, InfectionProbe(self._watch, made.effort)), guides
        )

    def _difference(
        self, number: int, at: int, game: RecordedPlayouts, table: MutantTable, counted: StepCounter
    ) -> FirstDifference | None:
        """Play both sides from where a mutant is detected, and return their first difference."""
        made = self.noticing.made
        try:
            wrong = made.quick_wrong(table.ruleset, table.players, number, counted.budget)
            if wrong is None:
                return None
            pair = ProgramPair(made.quick(table.ruleset, table.players), wrong)
            return _parting(pair, at, game, counted, FURTHER * (1 + self.left[number]))
        except BROKEN:
            return None


def _parting(
    pair: ProgramPair, at: int, game: RecordedPlayouts, counted: StepCounter, further: int
) -> FirstDifference | None:
    begun = None if at < 0 else _standing(pair, at, game, counted)
    both = PairedGame(pair, game.seed, begun=begun)
    last = (at if begun is not None else max(at, 0)) + further
    for move in game.moves[both.number : last if at >= 0 else len(game.moves)]:
        if both.differs is not None or both.over or not counted.spend(pair.before):
            break
        both.play(move)
    return both.differs


def _standing(
    pair: ProgramPair, at: int, game: RecordedPlayouts, counted: StepCounter
) -> tuple[GamePlaythrough, GamePlaythrough] | None:
    """Put both sides into a position of a game; if their blocks differ, the mutant's rules replay the moves up to it."""
    right, wrong = pair.before, pair.now
    known = game.positions[at]
    one = _moved(known, right)
    if _same_blocks(right, wrong):
        return one, _moved(known, wrong)
    try:
        other = start_playthrough(wrong, game.seed, play_forced=False)
        for move in game.moves[:at]:
            counted.spend(right)
            other.apply(move)
    except TROUBLES:
        return None
    return one, other


def _moved(known: GamePlaythrough, program: Playable) -> GamePlaythrough:
    """Return a playthrough of a program with the same blocks, in the same position."""
    slots = restore_snapshot(program, save_snapshot(known.program, known.slots))
    end = program.blocks[slots[PC]].end
    decision = end if isinstance(end, Decide) and known.decision is not None else None
    return replace(known.branch(), program=program, slots=slots, decision=decision)


def _same_blocks(one: Program, other: Program) -> bool:
    """Return whether both programs have the same blocks in the same places, so that they can share positions."""
    if len(one.blocks) != len(other.blocks) or one.saved != other.saved or one.frames != other.frames:
        return False
    return all(_shape(a.end) == _shape(b.end) for a, b in zip(one.blocks, other.blocks, strict=True))


def _shape(end: Any) -> tuple[object, ...]:
    return type(end).__name__, *(v for own in fields(end) if isinstance(v := getattr(end, own.name), int))
