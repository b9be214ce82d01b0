"""Mutant killing: each mutant is tried on the examples that it infects, up to the first that fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
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
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.example_runner import MOST_FORCED, ProgramCache, run_with_program
from reguli.verify.mutation.infection_probe import (
    BROKEN,
    NO_END,
    ClaimRecord,
    InfectionProbe,
    InfectionWatch,
    InvariantCoverage,
    StepCounter,
    make_probed_program,
)
from reguli.verify.mutation.mutant import Mutant
from reguli.verify.mutation.mutant_generation import all_mutants
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
from reguli.verify.report import Budget, Guide, Progress, Spread, Subject, in_turn

TIMES: Final = 3
"""Rules with a fault do not come to an end that need so many times the work of right ones that are watched, which is several times their own."""
LEAST: Final = 200_000
"""So much work they may do in any case."""
AT_FIRST: Final = 250
"""Steps that a fault is tried for before all others have had their turn."""
Outcome = Literal["noticed", "unnoticed", "unseen", "cut"]
"""An example fails; none does; none comes by; there were no steps left."""
AT_FIRST_ONCE: Final = 16
"""Mutants that are tried before the first counts of kills put the examples of the others in order; then twice as many, and so on."""


@frozen_class
class Trial(FrozenValue):
    """One piece of work: a mutant, the examples it is tried on (number, work, whether it infects them behind the set-up), and the limit on steps."""

    number: int
    at_first: bool
    examples: tuple[tuple[int, int, bool], ...]
    limit: int


@frozen_class
class TrialResult(FrozenValue):
    """The number of examples that were run, whether the last one failed, the steps taken, and the claims evaluated."""

    tried: int
    noticed: bool
    taken: int
    claims: ClaimRecord


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
    """Programs of right rules, and of those with a fault; their claims are those of the work at hand."""
    _behind_set_up: set[tuple[int, str]] = field(default_factory=set)
    """Faults that make a difference in an example behind its set-up."""
    _work: dict[str, int] = field(default_factory=dict)
    """What work each example is by right rules that are watched."""
    _rights: ProgramCache | None = None
    _cited: dict[str, frozenset[str]] = field(default_factory=dict)
    _kills: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Collect the claims."""
        self.claims = InvariantCoverage.of(self.subject.ruleset)
        self.made = MutantPrograms(self.faults, InvariantCoverage.of(self.subject.ruleset))

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a worker makes its own from: the ruleset, and which of its mutants, for changes cannot be pickled."""
        return _of_mutants, (self.subject, tuple(one.id for one in self.faults))

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

    def settled(self, number: int) -> Outcome | None:
        """Return the outcome of a mutant that infects no example; ``None`` for one that must be tried."""
        if number in self.met_in:
            return None
        return "cut" if self.unwatched else "unnoticed" if number in self.seen else "unseen"

    def outcome(self, number: int, budget: Budget) -> Outcome:
        """Return whether an example kills a mutant."""
        settled = self.settled(number)
        if settled is not None:
            return settled
        trial = self.trial(number, self.ordered(number), budget.left)
        return self.accept(trial, self.try_examples(trial), budget) or "cut"

    def trial(self, number: int, examples: Sequence[ExampleDecl], limit: int) -> Trial:
        """Return a piece of work."""
        numbers = {example.id: at for at, example in enumerate(self.subject.examples)}
        described = tuple(
            (numbers[one.id], self._work[one.id], (number, one.id) in self._behind_set_up) for one in examples
        )
        return Trial(number, number in self.made.at_first, described, limit)

    def try_examples(self, trial: Trial) -> TrialResult:
        """Run examples under a mutant up to the first that fails; the result depends on the ruleset and the trial alone."""
        number, budget, tried, noticed = trial.number, Budget(trial.limit), 0, False
        self.made.begin(number, at_first=trial.at_first)
        programs, counted = self._programs(number, budget), StepCounter(budget, self.made.effort)
        self.made.claims.take()
        for at, work, behind in trial.examples:
            if budget.left <= 0 or noticed:
                break
            noticed = self._notices(number, self.subject.examples[at], programs, counted, work=work, behind=behind)
            tried += 1
        return TrialResult(tried, noticed, trial.limit - budget.left, self.made.claims.take())

    def accept(self, trial: Trial, result: TrialResult, budget: Budget) -> Outcome | None:
        """Charge and record what came of a trial; return the outcome, ``None`` if examples are left."""
        budget.left -= result.taken
        self.claims.add(result.claims)
        if result.noticed:
            killing = self.subject.examples[trial.examples[result.tried - 1][0]].id
            self._kills.update([(self.faults[trial.number].rule, killing), ("", killing)])
            return "noticed"
        if result.tried < len(trial.examples):
            return None
        return "cut" if self.unwatched else "unnoticed"

    def notices(self, number: int, example: ExampleDecl, budget: Budget) -> bool:
        """Return whether an instrumented example fails under a mutant."""
        self.made.begin(number, at_first=number in self.made.at_first)
        programs, behind = self._programs(number, budget), (number, example.id) in self._behind_set_up
        counted = StepCounter(budget, self.made.effort)
        noticed = self._notices(number, example, programs, counted, work=self._work[example.id], behind=behind)
        self.claims.add(self.made.claims.take())
        return noticed

    def repairs(self, number: int, example: ExampleDecl, budget: Budget) -> bool:
        """Return whether an example that fails passes under a mutant."""
        self.made.begin(number, at_first=number in self.made.at_first)
        programs, counted = self._programs(number, budget), StepCounter(budget, self.made.effort)
        return not self._notices(number, example, programs, counted, work=self._work[example.id], behind=True)

    def _programs(self, number: int, budget: Budget) -> ProgramCache:
        return self.subject.programs.anew(lambda ruleset, players: self._program(ruleset, players, number, budget))

    def _notices(
        self,
        number: int,
        example: ExampleDecl,
        programs: ProgramCache,
        counted: StepCounter,
        *,
        work: int,
        behind: bool,
    ) -> bool:
        program = programs.program(example.position, Bag())
        with self.made.on(number, most=max(LEAST, TIMES * work)):
            try:
                with self.made.remembering(number):
                    alike = not behind and self._begins_alike(program, example)
                    if program is not None and not alike:
                        _remember_set_up(program, example)
                fails = not alike and not self._passes(program, example)
            except (RulesFault, *BROKEN):
                fails = True
        if program is not None:
            counted.spend(program)
        return fails

    def ordered(self, number: int) -> Sequence[ExampleDecl]:
        """Return the examples that a mutant infects, in the order in which they are tried.

        Where a program is made for each number of players and each option, those come one after the other that are of the same table.
        """
        found = sorted(self.met_in[number], key=lambda one: self._promise(number, one))
        if not self.faults[number].terms:
            tables = list(dict.fromkeys(one.position.table for one in found))
            found.sort(key=lambda one: tables.index(one.position.table))
        return found

    def _passes(self, program: Playable | None, example: ExampleDecl) -> bool:
        return program is not None and run_with_program(program, example, self.subject.opened.sources).passed

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


def _remember_set_up(program: Playable, example: ExampleDecl) -> None:
    """Play the set-up that an example begins with, which the program remembers."""
    if example.position.initial:
        _begun(program, example)
    else:
        state_after_setup(program)


def _of_mutants(subject: Subject, ids: Sequence[str]) -> MutantKilling:
    """Return the killing of some mutants of a ruleset, by their ids."""
    known = {one.id: one for one in all_mutants(subject.ruleset, subject.opened.sources)}
    return MutantKilling(subject, [known[one] for one in ids])


def judge_all_mutants(
    noticing: MutantKilling, budget: Budget, progress: Progress, spread: Spread = in_turn
) -> Iterator[tuple[int, Outcome]]:
    """Try every mutant; those killed quickly come first, so that a frequently reached survivor does not delay the others."""
    rest: dict[int, Sequence[ExampleDecl] | None] = {}
    for number in range(len(noticing.faults)):
        settled = noticing.settled(number)
        if settled is None:
            rest[number] = None
        else:
            yield number, settled
    at_once, limit = AT_FIRST_ONCE, AT_FIRST
    while rest and budget.left > 0:
        now = [*rest][: max(1, min(at_once, budget.left // limit))]
        trials = [noticing.trial(one, rest[one] or noticing.ordered(one), limit) for one in now]
        for trial, result in zip(trials, spread(noticing.try_examples, trials), strict=True):
            progress("faults tried", len(noticing.faults) - len(rest), len(noticing.faults))
            left = [noticing.subject.examples[at] for at, _, _ in trial.examples[result.tried :]]
            del rest[trial.number]
            outcome = noticing.accept(trial, result, budget)
            if outcome is None:
                rest[trial.number] = left
            else:
                yield trial.number, outcome
        at_once *= 2
        if rest and None not in rest.values():
            limit = max(AT_FIRST, budget.left // len(rest))
    yield from ((number, "cut") for number in rest)


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
    met_later: dict[int, int] = field(default_factory=dict)
    """By number of a fault that made a difference in the set-up: the position from which it made one again."""

    def note(self, watch: InfectionWatch, at: int) -> None:
        """Record the newly detected mutants."""
        for number in watch.met:
            if self.met.setdefault(number, at) < 0 <= at:
                self.met_later.setdefault(number, at)


def record_playout(
    program: Playable, watch: InfectionWatch, seed: int, walker: GuidedPlayout, counted: StepCounter
) -> RecordedPlayouts:
    """Play a random game as far as the budget allows, and record where each mutant is first detected."""
    found, lot = RecordedPlayouts(seed), game_random_stream(seed)
    watch.anew()
    try:
        here = start_playthrough(program, seed, play_forced=False)
        found.note(watch, -1)
        watch.anew()
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
AT_ONCE: Final = 8
"""Games of a round at most."""
IN_VAIN: Final = 6
"""Games in a row that meet no fault for the first time and show no difference, after which there are no more."""


@dataclass(slots=True)
class MutantTable:
    """The original rules for a number of players under some options."""

    ruleset: Ruleset
    players: int
    watched: Playable
    guides: Sequence[Guide]


@dataclass(frozen=True, slots=True)
class GameOrder:
    """One piece of work: a game by number, the mutants to watch for with the games that met each in vain, those to be tried, and the limit on steps.

    ``seen`` says how often each rule was chosen in earlier games.
    """

    number: int
    left: Mapping[int, int]
    poor: frozenset[int]
    seen: Counter[str]
    limit: int


@dataclass(slots=True)
class WatchedGame:
    """What came of a game: the game without its positions (``None``: its setting has no rules), the rules chosen, and of each mutant that was tried its position, the steps, and whether it differs."""

    game: RecordedPlayouts | None
    seen: Counter[str]
    tried: list[tuple[int, int, int, bool]]
    taken: int
    claims: ClaimRecord


@dataclass(slots=True)
class GameWatching:
    """Plays games under the original rules, watched for some mutants, and tries those that a game meets."""

    noticing: MutantKilling
    numbers: Sequence[int]
    settings: Sequence[Setting] = field(init=False)
    _version: RulesetVersion = field(init=False)
    _tables: dict[Setting, MutantTable | None] = field(default_factory=dict)
    _watch: InfectionWatch = field(init=False)
    _watched: set[int] = field(init=False)

    def __post_init__(self) -> None:
        """Watch for all of them."""
        subject = self.noticing.subject
        self._version = RulesetVersion(subject.documents, subject.opened.options)
        self.settings = common_settings(subject.documents, subject.documents, subject.opened.options)
        self._watch, self._watched = InfectionWatch.of(self.noticing.faults, self.numbers), {*self.numbers}

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a worker makes its own from."""
        return GameWatching, (self.noticing, self.numbers)

    def game(
        self, number: int, left: Collection[int], seen: Counter[str], counted: StepCounter
    ) -> tuple[MutantTable, RecordedPlayouts] | None:
        """Play a game under the original rules, with the settings in rotation; ``None`` if a setting has no rules. Rules that are chosen are added to ``seen``."""
        for one in self._watched.difference(left):
            self._watch.drop(one)
        self._watched &= {*left}
        at, table = number // len(self.settings), self.table(number)
        if table is None:
            return None
        rules = (self.noticing.faults[one].rule for one in left)
        wanted = frozenset(rule.removeprefix("rule:") for rule in rules if rule.startswith("rule:"))
        walker = GuidedPlayout(wanted, seen, guide_of_playout(table.guides, number + at))
        game = record_playout(table.watched, self._watch, self.noticing.subject.seed + at, walker, counted)
        blind = (one for one in left if not self.noticing.faults[one].signs)
        game.met.update((one, -1) for one in blind)
        return table, game

    def play(self, order: GameOrder) -> WatchedGame:
        """Play a game and try the mutants that it meets; the result depends on the ruleset and the order alone."""
        made, budget, seen = self.noticing.made, Budget(order.limit), Counter(order.seen)
        made.claims.take()
        counted = StepCounter(budget, made.effort)
        played = self.game(order.number, order.left, seen, counted)
        tried: list[tuple[int, int, int, bool]] = []
        game = None if played is None else played[1]
        for one, at in () if game is None else newly_infected(game, [*order.left]):
            if game is None or one not in order.poor or budget.left <= 0:
                continue
            before = budget.left
            differs = self.difference(one, game, counted, at=at, number=order.number, vain=order.left[one]) is not None
            counted.begin()
            tried.append((one, at, before - budget.left, differs))
        lean = None if game is None else replace(game, positions=[])
        return WatchedGame(lean, seen - order.seen, tried, order.limit - budget.left, made.claims.take())

    def table(self, number: int) -> MutantTable | None:
        """Return the original rules for a game by number, if there are any."""
        setting = self.settings[number % len(self.settings)]
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

    def difference(
        self, mutant: int, game: RecordedPlayouts, counted: StepCounter, *, at: int, number: int, vain: int
    ) -> FirstDifference | None:
        """Play both sides of a game from where it meets a mutant, and return their first difference; the further, the more games met it in vain."""
        made, table = self.noticing.made, self.table(number)
        assert table is not None
        try:
            wrong = made.quick_wrong(table.ruleset, table.players, mutant, counted.budget)
            if wrong is None:
                return None
            pair = ProgramPair(made.quick(table.ruleset, table.players), wrong)
            blind = not self.noticing.faults[mutant].signs
            again = -1 if blind else game.met_later.get(mutant, len(game.moves))
            return _parting(pair, (at, again), game, counted, FURTHER * (1 + vain))
        except BROKEN:
            return None


@dataclass(slots=True)
class MutantReachability:
    """Searches for the first difference of each of some mutants."""

    noticing: MutantKilling
    numbers: Sequence[int]
    spread: Spread = in_turn
    games: int = 0
    left: dict[int, int] = field(default_factory=dict)
    """By number of a fault that is still looked for: the games in which it was met in vain."""
    spent: dict[int, int] = field(default_factory=dict)
    """By number of a fault: the steps that were spent on it."""
    _watching: GameWatching = field(init=False)
    _seen: Counter[str] = field(default_factory=Counter)
    _next: int = 0
    _rounds: int = 0
    _idle: int = 0

    def __post_init__(self) -> None:
        """Start the search for all of them."""
        self.left = dict.fromkeys(self.numbers, 0)
        self._watching = GameWatching(self.noticing, self.numbers)

    def differences(self, budget: Budget, progress: Progress) -> Iterator[tuple[int, FirstDifference]]:
        """Yield the first difference of each mutant that shows one, in order of discovery; a further call resumes the search.

        Games are played in rounds of 1, 2, 4 and then 8 at most. A game is told what the rounds before it found, and nothing of those beside it.
        """
        dearest, most, faults = 1, 1, self.noticing.faults
        while self.left and budget.left > 0 and (vain := max(IN_VAIN, len(self._watching.settings)) - self._idle) > 0:
            progress("faults looked for in play", len(self.numbers) - len(self.left), len(self.numbers))
            now = range(self._next, self._next + max(1, min(most, vain, budget.left // dearest)))
            share = budget.left // len(self.left)
            poor = frozenset(one for one in self.left if self.spent.get(one, 0) <= share)
            limit = budget.left // len(now)
            # Nobody knows where such a mutant is met: it takes a whole game, as long as to play it, and is tried in one of each round.
            seeing, whole = frozenset(one for one in poor if faults[one].signs), now[self._rounds % len(now)]
            orders = [
                GameOrder(number, dict(self.left), poor if number == whole else seeing, Counter(self._seen), limit)
                for number in now
            ]
            self._rounds += 1
            self._next, most = now.stop, min(AT_ONCE, 2 * most)
            for order, found in zip(orders, self.spread(self._watching.play, orders), strict=True):
                budget.left -= found.taken
                dearest = max(dearest, found.taken)
                self.noticing.claims.add(found.claims)
                self._seen += found.seen
                self.games += found.game is not None
                new = any(differs or one not in self.spent for one, _, _, differs in found.tried)
                self._idle = 0 if new else self._idle + 1
                yield from self._new(order.number, found)

    def _new(self, number: int, found: WatchedGame) -> Iterator[tuple[int, FirstDifference]]:
        """Yield the differences that a game is the first to show; a mutant is dropped after a success or too many failures."""
        unlimited = StepCounter(Budget(NO_END), self.noticing.made.effort)
        for one, at, steps, differs in found.tried:
            self.spent[one] = self.spent.get(one, 0) + steps
            if one not in self.left:
                continue
            vain = self.left[one]
            self.left[one] += 1
            if differs or self.left[one] >= TRIES:
                del self.left[one]
            if differs and found.game is not None:
                # Positions are not sent between processes: the moves lead there once more.
                difference = self._watching.difference(one, found.game, unlimited, at=at, number=number, vain=vain)
                self.noticing.made.claims.take()
                if difference is not None:
                    yield one, difference

    def break_claims(self, budget: Budget, progress: Progress) -> None:
        """Play a random game with each mutant in turn, as long as some claims are unbroken."""
        subject, faults, claims = self.noticing.subject, self.noticing.faults, self.noticing.claims
        # What is done otherwise breaks more than what is asked otherwise.
        mutants = sorted(range(len(faults)), key=lambda number: (bool(faults[number].terms), number))
        for done, number in enumerate(mutants):
            if budget.left <= 0 or not any(claims.unbroken()):
                break
            progress("faults tried on claims", done, len(faults))
            table = self._watching.table(done)
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
            claims.add(self.noticing.made.claims.take())


def _parting(
    pair: ProgramPair, met: tuple[int, int], game: RecordedPlayouts, counted: StepCounter, further: int
) -> FirstDifference | None:
    """Play both sides from where a game meets a mutant; from where it meets it ``again``, if the set-up comes to the same."""
    at, again = met
    begun = None if at < 0 else _standing(pair, at, game, counted)
    both = PairedGame(pair, game.seed, begun=begun)
    if at < 0 <= again and both.alike and _same_blocks(pair.before, pair.now):
        if again >= len(game.moves):
            return None
        at, begun = again, _standing(pair, again, game, counted)
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
    try:
        known = game.positions[at] if game.positions else _replayed(right, at, game, counted)
        if _same_blocks(right, wrong):
            return _moved(known, right), _moved(known, wrong)
        return _moved(known, right), _replayed(wrong, at, game, counted)
    except TROUBLES:
        return None


def _replayed(program: Playable, at: int, game: RecordedPlayouts, counted: StepCounter) -> GamePlaythrough:
    """Play the moves of a game up to a position."""
    here = start_playthrough(program, game.seed, play_forced=False)
    for move in game.moves[:at]:
        counted.spend(program)
        here.apply(move)
    return here


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
