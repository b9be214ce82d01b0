"""Automatic players: random, by a ruleset's preferences, or by search; and unattended play.

Every choice of a bot comes from a stream of its own, by seed, seat and number of moves so far (``ir.rng``): the same seat of the
same position with the same seed always moves alike, also after undo or in a game that was loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.state_snapshots import with_scratch_slots
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.set_numbering import store_argument
from reguli.ir.program import GuardStep, ParameterStep, Slots
from reguli.ir.program_interface import Closure, MadeStep
from reguli.ir.rng import Bits, seat_random_stream, uniform_below
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS
from reguli.model.binding.bot_binding import BoundBot
from reguli.search.hidden_information import unsampled_fields
from reguli.search.search_bot import SearchBot, SearchMachines
from reguli.source.diagnostic import Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.name_suggestions import closest_name


class Bot(Protocol):
    """A player that chooses a legal move for the current decision."""

    def choose(self, playthrough: GamePlaythrough) -> Move:
        """Return a move; the playthrough is not changed."""
        ...


def decision_stream(playthrough: GamePlaythrough, seat: int) -> Bits:
    """Return a bot's stream for the present decision."""
    return seat_random_stream(playthrough.chance.seed, seat, len(playthrough.moves))


def group_moves_by_option(families: Sequence[ActionSet]) -> list[list[ActionSet]]:
    """Group moves by option, in textual order."""
    found: dict[str, list[ActionSet]] = {}
    for family in families:
        found.setdefault(family.choice.option.rule, []).append(family)
    return list(found.values())


def choose_random_option_move(families: Sequence[ActionSet], stream: Bits) -> Move:
    """Choose an option uniformly, then one of its moves uniformly."""
    options = group_moves_by_option(families)
    return choose_uniform_move(options[uniform_below(stream, len(options))], stream)


def choose_uniform_move(families: Sequence[ActionSet], stream: Bits) -> Move:
    """Choose uniformly among all moves."""
    at = uniform_below(stream, sum(family.size for family in families))
    for family in families:
        if at < family.size:
            return family.move(at)
        at -= family.size
    raise AssertionError(at)


@dataclass(frozen=True, slots=True)
class RandomOptionBot:
    """A random player: the option, then the move."""

    def choose(self, playthrough: GamePlaythrough) -> Move:
        """Return a move."""
        return choose_random_option_move(list(playthrough.families()), decision_stream(playthrough, playthrough.actor))


@dataclass(frozen=True, slots=True)
class UniformMoveBot:
    """A uniformly random player over all moves."""

    def choose(self, playthrough: GamePlaythrough) -> Move:
        """Return a move."""
        return choose_uniform_move(list(playthrough.families()), decision_stream(playthrough, playthrough.actor))


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits on rounds and chosen moves of unattended play; beyond them a game counts as endless."""

    rounds: int = 500
    moves: int = 10_000


BOUNDS: Final = Bounds()


def run_bot_turns(playthrough: GamePlaythrough, bots: Sequence[Bot | None], bounds: Bounds = BOUNDS) -> Iterator[int]:
    """Let bots (by seat) move until it is over or a seat without one must decide; yield the move count after each move.

    Raises ``RulesFault``: E320 beyond the bounds.
    """
    played, first = 0, playthrough.fact("round")
    while not playthrough.over:
        bot = bots[playthrough.actor]
        if bot is None:
            return
        rounds = playthrough.fact("round") - first
        if rounds >= bounds.rounds or played >= bounds.moves:
            raise _without_end(playthrough, rounds, played, bounds)
        playthrough.apply(bot.choose(playthrough))
        played += 1
        yield played


def _without_end(playthrough: GamePlaythrough, rounds: int, moves: int, bounds: Bounds) -> RulesFault:
    fault = RulesFault("E320", rounds=rounds, moves=moves, most_rounds=bounds.rounds, most_moves=bounds.moves)
    assert playthrough.decision is not None
    fault.rule = playthrough.decision.ask.rule
    return fault


# -- A bot that plays by the preferences its ruleset gives -----------------------------------------------------------


MOST_OF_A_RANGE: Final = 64
"""Of a longer range of numbers so many are weighed: the ends, and others evenly between."""


Twins = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class CompiledPreference:
    """A preference compiled to slot closures."""

    when: Closure | None
    base: int
    weights: tuple[tuple[Closure, int], ...]


@dataclass(frozen=True, slots=True)
class HighestScoreBot:
    """A player of the best-scoring move; ties are random."""

    program: Playable
    weighings: dict[str, tuple[CompiledPreference, ...]]
    room: int
    """Scratch slots that the closures need beside those of the program."""

    def choose(self, playthrough: GamePlaythrough) -> Move:
        """Return a move."""
        families = list(playthrough.families())
        stream = decision_stream(playthrough, playthrough.actor)
        slots = self._roomy(playthrough)
        asked = playthrough.decision
        twins = self.program.twins.get(asked.number, ()) if asked is not None else ()
        best: int | None = None
        chosen: list[tuple[ActionSet, int]] = []
        for family in families:
            for index, score in self._scores(family, slots, twins):
                if score is None or (best is not None and score < best):
                    continue
                if best is None or score > best:
                    best, chosen = score, []
                chosen.append((family, index))
        if not chosen:
            return choose_random_option_move(families, stream)
        family, index = chosen[uniform_below(stream, len(chosen))]
        return family.move(index)

    def _roomy(self, playthrough: GamePlaythrough) -> Slots:
        """Return slots with room for the closures.

        While a bot weighs moves the position stands still, so each define is computed once for each argument; and what was known of
        the position before still is, unless a program of another table has stamped its changes, which numbers them for itself.
        """
        s = with_scratch_slots(self.program, playthrough.slots, self.room)
        s[BUDGET] = LOOKS
        if playthrough.program is not self.program:
            s[EPOCH] = 0
        self.program.remember(s)
        return s

    def _scores(self, family: ActionSet, s: Slots, twins: Twins) -> Iterator[tuple[int, int | None]]:
        weighings = self.weighings.get(family.choice.option.rule)
        if weighings is None:
            yield 0, 0
            return
        made = self.program.choices[family.choice.entry].steps
        steps = [one for one in made if not isinstance(one.step, GuardStep)]
        for index in _indices(family.size):
            arguments = family.arguments if family.span is None else (*family.arguments, family.span[index])
            yield index, _score(_Weighed(steps, arguments, twins), weighings, s)


def _indices(size: int) -> list[int]:
    """Return the indices of the members to weigh."""
    if size <= MOST_OF_A_RANGE:
        return list(range(size))
    last = MOST_OF_A_RANGE - 1
    return [at * (size - 1) // last for at in range(MOST_OF_A_RANGE)]


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A move: its option's steps, its arguments, and the slots that preferences read, for a decision in a second frame."""

    steps: Sequence[MadeStep]
    arguments: tuple[int, ...]
    twins: Twins


def _score(move: _Weighed, weighings: tuple[CompiledPreference, ...], s: Slots) -> int | None:
    """Score one move; its arguments and lets are written into the slots.

    ``None`` when no preference wants it, or when the rules cannot say its values.
    """
    given = iter(move.arguments)
    try:
        for made in move.steps:
            if isinstance(made.step, ParameterStep):
                store_argument(s, made.step, next(given))
            else:
                made.run(s)
        for own, first, count in move.twins:
            s[first : first + count] = s[own : own + count]
        for weighing in weighings:
            if weighing.when is None or weighing.when(s):
                return weighing.base + sum(weight * int(value(s)) for value, weight in weighing.weights)
    except RulesFault:
        return None
    return None


def compile_preferences(program: Playable, bot: BoundBot) -> HighestScoreBot:
    """Compile a bot for one program."""
    known = {**program.ruleset.defines, **bot.defines}
    asking = program.asking(replace(program.ruleset, defines=known))
    weighings = {
        rule: tuple(
            CompiledPreference(
                None if preference.when is None else asking.closure(preference.when),
                preference.base,
                tuple((asking.closure(term), weight) for term, weight in preference.weights),
            )
            for preference in preferences
        )
        for rule, preferences in bot.preferences.items()
    }
    return HighestScoreBot(program, weighings, asking.room)


# -- Who sits where: people, and bots by name ------------------------------------------------------------------------


PERSON: Final = "person"
RANDOM: Final = "random"
UNIFORM: Final = "uniform"
GREEDY: Final = "greedy"
SEARCH: Final = "search"
SEARCH_OF: Final = re.compile(r"search:([1-9][0-9]{0,6})")
"""A search of so many iterations."""
A_LITTLE: Final = 60
"""Iterations of the search that ``greedy`` is where a ruleset brings no bots."""


class UnknownBot(Trouble, LookupError):  # noqa: N818 - it says what was wrong
    """An unknown bot ``name`` for a ``ruleset``; ``known`` are the valid ones, beside searches of N iterations."""

    def __init__(self, name: str, ruleset: str, known: Sequence[str]) -> None:
        """Store the name as written."""
        super().__init__(name, ruleset, tuple(known))
        self.name, self.ruleset, self.known = name, ruleset, tuple(known)
        searches = (f"{SEARCH}:N",) if SEARCH in known else ()
        listed = Said("list.one_of", names=abbreviated_list((*self.known, *searches)))
        self.told = make_finding("X114", near=closest_name(name, self.known), name=name, ruleset=ruleset, known=listed)


class UnfitSeats(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """An invalid number of seat names (``found``): neither one nor that of the ``players``."""

    def __init__(self, found: int, players: int) -> None:
        """Set both numbers."""
        super().__init__(found, players)
        self.found, self.players = found, players
        self.told = make_finding("X115", found=found, players=players)


class BotRoster(Mapping[str, "Bot | None"]):
    """The players there are at a table, by name; ``search:200`` is a search of so many iterations, and is not listed."""

    def __init__(self, named: Mapping[str, Bot | None], machines: SearchMachines) -> None:
        """Store the players that are listed, and the generated code in which searches run."""
        self._named, self.machines = named, machines

    def __getitem__(self, name: str) -> Bot | None:
        """Return a player; None for a person. Raises ``KeyError``."""
        searched = SEARCH_OF.fullmatch(name)
        return SearchBot(self.machines, int(searched[1])) if searched else self._named[name]

    def without(self, name: str) -> BotRoster:
        """Return the others."""
        return BotRoster({known: bot for known, bot in self._named.items() if known != name}, self.machines)

    @property
    def listed(self) -> tuple[str, ...]:
        """Return the names of the bots that answer soon, whoever asks: no number of iterations is given, and searches are fast here."""
        slow = () if self.machines.is_fast else (SEARCH,)
        return tuple(name for name, bot in self._named.items() if bot is not None and name not in slow)

    @property
    def adviser(self) -> str:
        """Return the name of the player whose moves are given as hints: the bot of the ruleset, or a search where it brings none and searches are fast."""
        return SEARCH if self.machines.is_fast and not self.machines.own else GREEDY

    def __iter__(self) -> Iterator[str]:
        """Yield the names that are listed."""
        return iter(self._named)

    def __len__(self) -> int:
        """Return how many are listed."""
        return len(self._named)


def available_bots(program: Playable, own: Sequence[BoundBot]) -> BotRoster:
    """Return the possible players by name: ``person`` is ``None``.

    ``random`` chooses by lot first an option and then a move, ``uniform`` among all moves; ``search`` looks ahead. ``greedy`` is the first bot the ruleset brings;
    without one it searches a little.
    """
    machines = SearchMachines(program, own)
    preferred: dict[str, Bot] = {bot.id: compile_preferences(program, bot) for bot in own}
    greedy = next(iter(preferred.values()), SearchBot(machines, A_LITTLE))
    chance: dict[str, Bot | None] = {PERSON: None, RANDOM: RandomOptionBot(), UNIFORM: UniformMoveBot()}
    return BotRoster({**chance, GREEDY: greedy, SEARCH: SearchBot(machines), **preferred}, machines)


def unsampled_remarks(program: Playable, names: Sequence[str]) -> list[Diagnostic]:
    """Return a remark (X168) if one of the bots named searches, and the rules hide values that a search cannot deal anew."""
    searches = any(name.partition(":")[0] == SEARCH for name in names)
    fields = unsampled_fields(program) if searches else ()
    return [make_finding("X168", names=", ".join(fields))] if fields else []


def assign_bots_to_seats(names: Sequence[str], known: Mapping[str, Bot | None], program: Playable) -> list[Bot | None]:
    """Assign players to seats by name, one for all or one each. Raises ``UnknownBot`` and ``UnfitSeats``."""
    for name in names:
        if name not in known:
            raise UnknownBot(name, program.ruleset.id, tuple(known))
    if len(names) not in (1, program.players):
        raise UnfitSeats(len(names), program.players)
    return [known[name] for name in (list(names) * program.players if len(names) == 1 else names)]
