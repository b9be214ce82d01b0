"""Differential testing of two programs: the same seed and moves, with all observable state compared after each move.

Chance is made of names (``engine.chance.chance_source``), so the same seed brings both sides the same outcomes where they ask the same; moves go
over by the names of what they name. After each move are compared, in this order: whether it is over and how it is ranked, what is
decided and by whom, what lies where, what each seat sees, and which moves are listed. A fault of the rules on one side is a difference; the same
fault on both ends the game. Moves without an alternative are played like any other, so that a difference is seen in the decision it arises in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Literal

from reguli.engine.chance_source import ChanceRefused, Prescribed
from reguli.engine.gameplay.legal_actions import ActionSet, Move, RankingPlace
from reguli.engine.gameplay.playthrough import GamePlaythrough, IllegalMove, start_playthrough
from reguli.engine.notation import format_plain_value, move_text, parameter_types
from reguli.ir.executable_program import Playable
from reguli.ir.rng import Stream, derive_key, game_key, hash_name, uniform_below
from reguli.ir.runtime_faults import RulesFault
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.report import Budget, Guide
from reguli.verify.state_mapping import Argument, StateMapping, ViewComparison, ViewReads

# -- first difference ------------------------------------------------------------------------------------------------
# The first place where two programs are not one game, as a value: what is not the same, and a position from which it is seen.


What = Literal["begin", "fault", "over", "decision", "actor", "moves", "field", "seen", "ranking"]
"""What is not the same: the set-up fails on one side, a move does, one side is over, another decision is asked, another player decides, other moves
are listed, another value stands in a field, a seat sees more or less, the ranking is another one."""
SHOWN: Final = 4
"""So many moves that one side alone lists are named."""


@frozen_class
class FirstDifference(FrozenValue):
    """The first difference between two programs.

    ``what`` names it: a decision, a place of a field (``player.money[ben]``), a seat and a place it sees. ``before`` and ``now`` say in ids
    what holds on each side. ``played`` and ``playing`` are the two playthroughs at the last position in which both sides were the same, ``None``
    where there is none; ``move`` leads from there to where they part, and is ``None`` where they part in that position itself.
    """

    kind: What
    what: str
    before: str
    now: str
    number: int
    """So many moves were made when they parted."""
    seed: int
    players: int
    played: GamePlaythrough | None
    playing: GamePlaythrough | None
    move: Move | None = None
    text: str = ""
    """The move as it is typed."""
    rules: tuple[str, ...] = ()
    """The decision that was asked there, the option that was taken, and on a fault the rule that failed."""
    alone: tuple[tuple[Move, ...], tuple[Move, ...]] = ((), ())
    """Of other moves: those that the base alone lists and those that now alone does, each by the numbers of its own side; the first few."""
    programs: tuple[Playable, Playable] | None = None
    """The programs of both sides."""


# -- guided playouts -------------------------------------------------------------------------------------------------
# Choices by lot that go where play seldom goes: the option least seen so far, and rules that somebody wants to see.


WALK: Final = "|walk"
"""The name of the stream that moves are chosen from: no site of chance is called so."""
TENTHS: Final = 10
SELDOM: Final = 3
"""In so many of ten choices the option is taken that was seen least."""
GUIDED: Final = 8
"""So many of ten moves a guide makes, where there is one."""
WANTED: Final = 4
"""In so many of ten one of the rules is taken that somebody wants to see, where there is one."""


def game_random_stream(seed: int, name: str = WALK) -> Stream:
    """Return the random stream for a game's moves, or another stream of that game."""
    return Stream(derive_key(game_key(seed), hash_name(name)))


def guide_of_playout(guides: Sequence[Guide], game: int) -> Guide | None:
    """Return the guide of a game: none for every second game, else the guides in rotation."""
    return guides[game // 2 % len(guides)] if guides and game % 2 else None


@dataclass(slots=True)
class GuidedPlayout:
    """Chooses moves at random, favouring wanted and rarely seen rules; one instance serves all games of a comparison."""

    wanted: Collection[str] = ()
    """Rules, by the beginnings of their ids."""
    seen: Counter[str] = field(default_factory=Counter)
    guide: Guide | None = None
    """Who makes most of the moves."""
    _wanted: dict[str, bool] = field(default_factory=dict)

    def move(self, here: GamePlaythrough, families: Sequence[ActionSet], lot: Stream) -> Move:
        """Return a move for a position, chosen by the guide or at random."""
        if self.guide is not None and uniform_below(lot, TENTHS) < GUIDED:
            return self.guide.choose(here)
        return self.choose(families, lot)

    def choose(self, families: Sequence[ActionSet], lot: Stream) -> Move:
        """Return a random move: an option is drawn first, then one of its moves uniformly."""
        options: dict[str, list[ActionSet]] = {}
        for family in families:
            options.setdefault(family.choice.option.rule, []).append(family)
        rule = self._option(list(options), lot)
        self.seen[rule] += 1
        of = options[rule]
        at = uniform_below(lot, sum(family.size for family in of))
        for family in of:
            if at < family.size:
                return family.move(at)
            at -= family.size
        raise AssertionError(at)

    def _option(self, rules: Sequence[str], lot: Stream) -> str:
        if len(rules) == 1:
            return rules[0]
        drawn = uniform_below(lot, TENTHS)
        if drawn < SELDOM:
            return min(rules, key=lambda rule: self.seen[rule] * (TENTHS + lot.getrandbits(4)))
        if self.wanted and drawn < SELDOM + WANTED:
            rules = [rule for rule in rules if self._is_wanted(rule)] or rules
        return rules[uniform_below(lot, len(rules))]

    def _is_wanted(self, rule: str) -> bool:
        known = self._wanted.get(rule)
        if known is None:
            known = self._wanted[rule] = any(
                rule == one or rule.startswith(f"{one}/") or one.startswith(f"{rule}/") for one in self.wanted
            )
        return known


# -- paired programs -------------------------------------------------------------------------------------------------


LONGEST: Final = 2_000
"""Moves of a game at most; a longer one counts as one without a difference."""
MOST_EXPANDED: Final = 20_000
"""Moves that are listed one by one at most, where two lists are not the same at once."""
TROUBLES: Final = (RulesFault, ChanceRefused, IllegalMove)
Listed = tuple[str, tuple[Argument, ...], Sequence[int] | None]


@dataclass(slots=True)
class ProgramPair:
    """Two programs for the same number of players, and the mapping between their states."""

    before: Playable
    now: Playable
    views: bool = True
    """Whether what each seat sees is compared, too: of a long game that takes most of the time."""
    matching: StateMapping = field(init=False)
    seeing: ViewComparison = field(init=False)

    def __post_init__(self) -> None:
        """Build the mapping once."""
        self.matching = StateMapping(self.before, self.now)
        self.seeing = ViewComparison(self.matching)


class PairedGame:
    """One game on both sides; ``differs`` is set when they diverge."""

    def __init__(
        self,
        pair: ProgramPair,
        seed: int,
        *,
        prescribed: Prescribed | None = None,
        recorded: Sequence[tuple[str, str]] = (),
        differing: bool = False,
        begun: tuple[GamePlaythrough, GamePlaythrough] | None = None,
    ) -> None:
        """Start both sides from the set-up, with chance by seed, prescribed or recorded; or continue from ``begun``.

        ``differing`` ones are expected to be different games: only rules that fail on one side count then, and moves that both allow are played.
        """
        self.pair, self.seed, self.differing = pair, seed, differing
        self.number = 0 if begun is None else len(begun[0].moves)
        self.differs: FirstDifference | None = None
        self.over = False
        self._told = ViewReads()
        self.families: list[ActionSet] = []
        """Of the base, in the present position."""
        self._move: tuple[Move, str, str] | None = None
        self._sides: tuple[GamePlaythrough, GamePlaythrough] | None = None
        sides = begun or [_begun(program, seed, prescribed, recorded) for program in (pair.before, pair.now)]
        one, other = sides
        if isinstance(one, GamePlaythrough) and isinstance(other, GamePlaythrough):
            self._sides = one, other
            self._look()
        else:
            self._trouble("begin", *(None if isinstance(side, GamePlaythrough) else side for side in sides))

    @property
    def base(self) -> GamePlaythrough | None:
        """The playthrough of the base, if it could be started."""
        return None if self._sides is None else self._sides[0]

    @property
    def alike(self) -> bool:
        """Return whether both sides could be started and are in the same position, chance included."""
        one, other = self._sides or (None, None)
        if one is None or other is None or one.program.saved != other.program.saved:
            return False
        return one.slots[: one.program.saved] == other.slots[: one.program.saved]

    # -- playing -----------------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Play a move of the base on both sides and compare the results."""
        one, other = self._both()
        decision = one.decision
        assert decision is not None
        option = next(f.choice.option.rule for f in self.families if f.choice.option.name == move.option)
        self._move = move, move_text(one.program, decision, move), option
        answer = self._answer(move)
        troubles = [_tried(one, move), _tried(other, answer)]
        self.number += 1
        if troubles == [None, None]:
            self._look()
            return
        for side, trouble in zip((one, other), troubles, strict=True):
            if trouble is None:
                side.undo()
        self._trouble("fault", *troubles, undone=True)

    def _answer(self, move: Move) -> Move:
        if self.pair.matching.same_box:
            return move
        kinds = next(parameter_types(f.choice) for f in self.families if f.choice.option.name == move.option)
        values = [self.pair.matching.answer(kind, value) for kind, value in zip(kinds, move.arguments, strict=True)]
        return Move(move.option, tuple(-1 if value is None else value for value in values))

    def _both(self) -> tuple[GamePlaythrough, GamePlaythrough]:
        assert self._sides is not None
        return self._sides

    # -- comparing ---------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Compare both sides in their current positions."""
        one, other = self._both()
        if self.differing:
            self._meet(one, other)
            return
        here, there = one.decision, other.decision
        if here is None or there is None:
            self.over = True
            if here is not there:
                names = [side.decision.ask.name if side.decision else "" for side in (one, other)]
                self._part("over", names[0] or names[1], "over" if not names[0] else "", "over" if not names[1] else "")
                return
        elif here.ask.name != there.ask.name:
            self._part("decision", here.ask.name, here.ask.name, there.ask.name)
            return
        if not self._same_state(one, other) or here is None or there is None:
            return
        if here.ask.secretly != there.ask.secretly:
            said = ["in secret" if side.ask.secretly else "openly" for side in (here, there)]
            self._part("seen", here.ask.name, *said)
            return
        self._compare_moves(one, other)

    def _meet(self, one: GamePlaythrough, other: GamePlaythrough) -> None:
        """Find the moves that both sides allow the same player at the same decision; if there are none, the game is over."""
        here, there = one.decision, other.decision
        self.over = here is None or there is None or here.ask.name != there.ask.name
        if self.over or _asked(lambda: one.actor) != _asked(lambda: other.actor):
            self.over = True
            return
        listed = self._listed(one, other)
        if listed is not None:
            allowed = {key for key, _ in _expanded(listed[1], self.pair.matching)}
            choices = {family.choice.option.name: family.choice for family in listed[0]}
            both = [move for key, move in _expanded(listed[0], None) if key in allowed]
            self.families = [ActionSet(choices[move.option], move.arguments, None) for move in both]
            self.over = not both

    def _same_state(self, one: GamePlaythrough, other: GamePlaythrough) -> bool:
        if one.decision is not None:
            actors = _asked(lambda: one.actor), _asked(lambda: other.actor)
            if actors[0] != actors[1]:
                self._part("actor", one.decision.ask.name, *(_player(one, who) for who in actors))
                return False
        if not self.pair.matching.equal(one.slots, other.slots):
            changed = next(self.pair.matching.changed(one.slots, other.slots), None)
            if changed is not None:
                self._part("field", changed[0], format_plain_value(changed[1]), format_plain_value(changed[2]))
                return False
        seen = next(self.pair.seeing.changed(one, other, self._told), None) if self.pair.views else None
        if seen is not None:
            self._part("seen", seen[0], format_plain_value(seen[1]), format_plain_value(seen[2]))
            return False
        if one.over:
            ranked = _ranking(one), _ranking(other)
            if ranked[0] != ranked[1]:
                self._part("ranking", "", *ranked)
                return False
        return True

    def _listed(self, one: GamePlaythrough, other: GamePlaythrough) -> list[list[ActionSet]] | None:
        """Return the legal moves of both sides; None if listing them fails."""
        listed: list[list[ActionSet]] = []
        troubles: list[Exception | None] = []
        for side in (one, other):
            try:
                listed.append(list(side.families()))
                troubles.append(None)
            except TROUBLES as trouble:
                listed.append([])
                troubles.append(trouble)
        if troubles != [None, None]:
            self._trouble("fault", *troubles)
            return None
        return listed

    def _compare_moves(self, one: GamePlaythrough, other: GamePlaythrough) -> None:
        listed = self._listed(one, other)
        if listed is None:
            return
        self.families = listed[0]
        if [(f.choice.option.name, f.arguments, f.span) for f in listed[0]] == [
            (f.choice.option.name, f.arguments, f.span) for f in listed[1]
        ] and self.pair.matching.same_box:
            return
        before = dict(_expanded(listed[0], None))
        now = dict(_expanded(listed[1], self.pair.matching))
        alone = (
            [before[key] for key in before if key not in now],
            [now[key] for key in now if key not in before],
        )
        if alone[0] or alone[1]:
            assert one.decision is not None
            names = _moves_said(one, alone[0]), _moves_said(other, alone[1])
            shown = tuple(alone[0][:SHOWN]), tuple(alone[1][:SHOWN])
            self._part("moves", one.decision.ask.name, *names, alone=shown)

    # -- what is said ------------------------------------------------------------------------------------------

    def _trouble(self, kind: What, *troubles: Exception | None, undone: bool = False) -> None:
        """Record a difference if one side fails; if both fail alike, the game is over."""
        self.over = True
        said = [describe_failure(trouble) for trouble in troubles]
        if said[0] == said[1]:
            return
        rule = next((trouble.rule for trouble in troubles if isinstance(trouble, RulesFault)), "")
        self._part(kind, rule, *said, undone=undone, rule=rule)

    def _part(
        self,
        kind: What,
        what: str,
        before: str,
        now: str,
        *,
        alone: tuple[tuple[Move, ...], tuple[Move, ...]] = ((), ()),
        undone: bool = False,
        rule: str = "",
    ) -> None:
        """Record that the sides differ here, and return to where they were equal; differing moves are detected where they are listed."""
        move, text, option = self._move or (None, "", "")
        if kind == "moves" or (kind == "fault" and not undone):
            move, text, option = None, "", ""
        elif move is not None and not undone and self._sides is not None:
            for side in self._sides:
                side.undo()
        one, other = self._sides or (None, None)
        if one is not None and move is None and kind not in ("moves", "fault"):
            one, other = None, None
        asked = one.decision.ask.rule if one is not None and one.decision is not None else ""
        rules = tuple(dict.fromkeys(name for name in (asked, option, rule) if name))
        self.differs = FirstDifference(
            kind,
            what,
            before,
            now,
            self.number,
            self.seed,
            self.pair.before.players,
            one,
            other,
            move,
            text,
            rules,
            alone,
            (self.pair.before, self.pair.now),
        )


def first_difference(
    pair: ProgramPair, seed: int, walker: GuidedPlayout, budget: Budget, *, differing: bool = False
) -> FirstDifference | None:
    """Play one game on both sides as far as the budget allows, and return their first difference."""
    lot = game_random_stream(seed)
    game = PairedGame(pair, seed, differing=differing)
    while game.differs is None and not game.over and game.number < LONGEST:
        if not budget.spend(1):
            return None
        game.play(walker.choose(game.families, lot))
    return game.differs


def find_difference(
    pairs: Sequence[ProgramPair],
    seed: int,
    budget: Budget,
    bias: Collection[str] = (),
    *,
    games: int | None = None,
    differing: bool = False,
) -> FirstDifference | None:
    """Play games on each pair in rotation until two sides differ, the number of games is reached, or the budget is spent.

    Of ``differing`` pairs only rules that fail on one side are a difference.

    ``pairs`` are the programs for different numbers of players or options. ``bias`` are rules that somebody wants to see, by the
    beginnings of their ids: options are chosen more often that stand within them, or within which they stand.
    """
    walker = GuidedPlayout(bias)
    for number in count():
        if budget.left <= 0 or (games is not None and number >= games):
            return None
        found = first_difference(
            pairs[number % len(pairs)], seed + number // len(pairs), walker, budget, differing=differing
        )
        budget.spend(1)
        if found is not None:
            return found
    return None


def _begun(
    program: Playable, seed: int, prescribed: Prescribed | None, recorded: Sequence[tuple[str, str]]
) -> GamePlaythrough | Exception:
    try:
        return start_playthrough(program, seed, prescribed=prescribed, recorded=recorded, play_forced=False)
    except TROUBLES as trouble:
        return trouble


def _tried(side: GamePlaythrough, move: Move) -> Exception | None:
    try:
        side.apply(move)
    except TROUBLES as trouble:
        return trouble
    return None


def _asked(who: object) -> int:
    try:
        found = who()  # type: ignore[operator]
    except TROUBLES:
        return -1
    assert isinstance(found, int)
    return found


def _player(side: GamePlaythrough, seat: int) -> str:
    return side.program.ruleset.kinds["player"].elements[seat] if seat >= 0 else ""


def _ranking(side: GamePlaythrough) -> str:
    places: tuple[RankingPlace, ...] = side.places()
    return ", ".join(f"{one.place}. {_player(side, one.player)} ({' '.join(map(str, one.values))})" for one in places)


def describe_failure(trouble: Exception | None) -> str:
    """Return a failure as its code and rule; empty if there is none."""
    match trouble:
        case None:
            return ""
        case RulesFault():
            return f"{trouble.args[0]} {trouble.rule}"
        case ChanceRefused():
            return f"X113 {trouble.site}: {trouble.wanted}"
        case _:
            return type(trouble).__name__


def _expanded(families: Sequence[ActionSet], matching: StateMapping | None) -> Iterator[tuple[object, Move]]:
    """Yield the moves with their identifying keys, elements numbered as in the base; families instead if there are too many moves."""
    whole = sum(family.size for family in families) <= MOST_EXPANDED
    for family in families:
        option, kinds = family.choice.option.name, parameter_types(family.choice)
        for move in family.moves() if whole else (family.move(0),):
            arguments: tuple[Argument, ...] = move.arguments
            if matching is not None:
                arguments = tuple(map(matching.argument, kinds, move.arguments))
            yield ((option, arguments) if whole else (option, arguments, family.size)), move


def _moves_said(side: GamePlaythrough, moves: Sequence[Move]) -> str:
    assert side.decision is not None
    shown = [move_text(side.program, side.decision, move) for move in moves[:SHOWN]]
    return "; ".join([*shown, "…"] if len(moves) > SHOWN else shown)
