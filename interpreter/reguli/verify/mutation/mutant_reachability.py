"""Play for the faults that no example notices: where rules with a fault and right rules are not one game for the first time.

Games by lot are watched for all of them at once. Where a fault would make a difference, the rules with it are put into that position, and both are played side by side
for a few moves: what is no longer the same then is what an example could notice. Each fault has an equal share of the budget, so that those that take a whole game to try
leave the others theirs; who has spent it waits until the others have found a difference or spent theirs, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import count
from typing import Any, Final

from reguli.engine.gameplay.playthrough import Playthrough, begin
from reguli.engine.state_snapshots import recalled, remembered
from reguli.ir.executable_program import Playable
from reguli.ir.program import Decide, Program
from reguli.ir.state_layout import FACTS
from reguli.model.resolved_ruleset import Ruleset
from reguli.verify.differential.first_difference import Difference
from reguli.verify.differential.guided_playouts import Walker, whose_turn
from reguli.verify.differential.paired_programs import TROUBLES, Game, Pair
from reguli.verify.mutation.infection_probe import BROKEN, Watch, watched
from reguli.verify.mutation.invariant_coverage import play_by_lot
from reguli.verify.mutation.mutant_killing import Noticing
from reguli.verify.mutation.playout_recording import Recorded, newly, record
from reguli.verify.mutation.step_counter import Counted
from reguli.verify.regression.hybrid_rulesets import Setting, Version, settings_of
from reguli.verify.report.step_budget import Budget, Progress
from reguli.verify.report.verification_target import Guide

PC: Final = FACTS.index("pc")
FURTHER: Final = 12
"""Moves that are played on both sides behind the place where a fault is met; as many more each time that nothing came of it."""
TRIES: Final = 40
"""Games in which a fault is met and nothing comes of it, after which it is left alone."""
IN_VAIN: Final = 24
"""Games in a row in which no fault is tried that is still looked for, after which there are no more."""


@dataclass(slots=True)
class Table:
    """Right rules for a number of players under some options."""

    ruleset: Ruleset
    players: int
    watched: Playable
    guides: Sequence[Guide]


@dataclass(slots=True)
class Meeting:
    """Looks for the first difference of each of some faults."""

    noticing: Noticing
    numbers: Sequence[int]
    games: int = 0
    left: dict[int, int] = field(default_factory=dict)
    """By number of a fault that is still looked for: the games in which it was met in vain."""
    spent: dict[int, int] = field(default_factory=dict)
    """By number of a fault: the steps that were spent on it."""
    _version: Version = field(init=False)
    _settings: Sequence[Setting] = field(init=False)
    _tables: dict[Setting, Table | None] = field(default_factory=dict)
    _watch: Watch = field(init=False)
    _walker: Walker = field(default_factory=Walker)
    _turns: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        """Look for all of them."""
        opened = self.noticing.subject.opened
        assert opened.documents is not None
        self._version = Version(opened.documents, opened.options)
        self._settings = settings_of(opened.documents, opened.documents)
        self.left = dict.fromkeys(self.numbers, 0)
        self._watch = Watch.of(self.noticing.faults, self.numbers)

    def differences(self, budget: Budget, progress: Progress) -> Iterator[tuple[int, Difference]]:
        """Give the first difference of each fault that shows one, as they are found; asked again, it goes on where it was."""
        faults = self.noticing.faults
        blind = [number for number in self.numbers if not faults[number].signs]
        idle, counted = 0, Counted(budget, self.noticing.made.effort)
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
            met = newly(game, list(self.left))
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

    def played(self, number: int, counted: Counted) -> tuple[Table, Recorded] | None:
        """Play a game by right rules, of all numbers of players and values of options in turn; ``None`` where these have no rules."""
        at = number // len(self._settings)
        table = self._table(self._settings[number % len(self._settings)])
        if table is None:
            return None
        self._walker = Walker(self._wanted(), self._walker.seen, whose_turn(table.guides, number + at))
        return table, record(table.watched, self._watch, self.noticing.subject.seed + at, self._walker, counted)

    def break_claims(self, budget: Budget, progress: Progress) -> None:
        """Play a game by lot with each fault in turn, as long as there are claims that none has broken."""
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
            try:
                wrong = self.noticing.made.wrong(table.ruleset, table.players, number, budget)
            except BROKEN:
                continue
            play_by_lot(wrong, subject.seed, budget, self.noticing.made.effort)

    def _tried(self, number: int, at: int, game: Recorded, table: Table, counted: Counted) -> Difference | None:
        """Look for the difference that a fault makes in a game; it is looked for no longer once one is found, or too often none was."""
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
        """Give the rules in which faults stand that are still looked for."""
        rules = (self.noticing.faults[number].rule for number in self.left)
        return frozenset(rule.removeprefix("rule:") for rule in rules if rule.startswith("rule:"))

    def _table(self, setting: Setting) -> Table | None:
        if setting not in self._tables:
            options, players = setting
            ruleset = self._version.ruleset(options, players)
            self._tables[setting] = None if ruleset is None else self._made(ruleset, players)
        return self._tables[setting]

    def _made(self, ruleset: Ruleset, players: int) -> Table:
        made = self.noticing.made
        right = made.right(ruleset, players)
        guides = self.noticing.subject.guides(right)
        return Table(ruleset, players, watched(right, self._watch, made.effort), guides)

    def _difference(self, number: int, at: int, game: Recorded, table: Table, counted: Counted) -> Difference | None:
        """Play both sides from where a fault is met, and give where they part."""
        made = self.noticing.made
        try:
            wrong = made.quick_wrong(table.ruleset, table.players, number, counted.budget)
            if wrong is None:
                return None
            pair = Pair(made.quick(table.ruleset, table.players), wrong)
            return _parting(pair, at, game, counted, FURTHER * (1 + self.left[number]))
        except BROKEN:
            return None


def _parting(pair: Pair, at: int, game: Recorded, counted: Counted, further: int) -> Difference | None:
    begun = None if at < 0 else _standing(pair, at, game, counted)
    both = Game(pair, game.seed, begun=begun)
    last = (at if begun is not None else max(at, 0)) + further
    for move in game.moves[both.number : last if at >= 0 else len(game.moves)]:
        if both.differs is not None or both.over or not counted.spend(pair.before):
            break
        both.play(move)
    return both.differs


def _standing(pair: Pair, at: int, game: Recorded, counted: Counted) -> tuple[Playthrough, Playthrough] | None:
    """Put both sides into a position of a game; where blocks are not the same, the rules with the fault play up to there."""
    right, wrong = pair.before, pair.now
    known = game.positions[at]
    one = _moved(known, right)
    if _same_blocks(right, wrong):
        return one, _moved(known, wrong)
    try:
        other = begin(wrong, game.seed, play_forced=False)
        for move in game.moves[:at]:
            counted.spend(right)
            other.apply(move)
    except TROUBLES:
        return None
    return one, other


def _moved(known: Playthrough, program: Playable) -> Playthrough:
    """Give a playthrough of a program with the same blocks, at the same position."""
    slots = recalled(program, remembered(known.program, known.slots))
    end = program.blocks[slots[PC]].end
    decision = end if isinstance(end, Decide) and known.decision is not None else None
    return replace(known.branch(), program=program, slots=slots, decision=decision)


def _same_blocks(one: Program, other: Program) -> bool:
    """Tell whether both have the same blocks in the same places, so that a position of one is a position of the other."""
    if len(one.blocks) != len(other.blocks) or one.saved != other.saved or one.frames != other.frames:
        return False
    return all(_shape(a.end) == _shape(b.end) for a, b in zip(one.blocks, other.blocks, strict=True))


def _shape(end: Any) -> tuple[object, ...]:
    return type(end).__name__, *(v for own in fields(end) if isinstance(v := getattr(end, own.name), int))
