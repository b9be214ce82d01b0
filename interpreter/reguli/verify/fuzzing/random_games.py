"""A random game: played to its end, or to a rules fault, and checked on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import log
from typing import Final

from reguli.compile.python.python_module import CodeCache
from reguli.compile.python_programs import generate_python_program
from reguli.engine.chance_nodes import chance_sites
from reguli.engine.chance_source import ChanceRefused, ChanceSource
from reguli.engine.fault_diagnostics import rule_location
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import MOST_FORCED, GamePlaythrough
from reguli.engine.notation import move_text
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.rng import Stream
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.tree_traversal import all_statements
from reguli.ruleset.option_settings import choice_text, documents_cover
from reguli.source.diagnostic import Bag, make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.example_runner import ProgramCache
from reguli.verify.paired_programs import TROUBLES, GuidedPlayout, game_random_stream
from reguli.verify.regression.base_comparison import Options, common_settings
from reguli.verify.report import Budget, Found, Guide, Subject, make_report_finding

# -- Whether chance is chance: what each cast and each stack brought in all games together ---------------------------


SURE: Final = log(1e-6)
"""How unlikely it must be that chance brought one thing only, where it was chance."""
GAMES: Final = 6
"""In so many games a rule must have drawn the same card first."""
DRAWN: Final = 3
"""Values that are told of a card that is drawn: the card, where from, where to."""


@dataclass(slots=True)
class OutcomeCounts:
    """Statistics of one chance node: the number of choices, the outcomes, and the logarithm of their likelihood."""

    times: int = 0
    outcomes: set[str] = field(default_factory=set)
    likely: float = 0.0


@dataclass(slots=True)
class RecordedChanceSource(ChanceSource):
    """A seeded chance source that records outcomes by site and by rule."""

    brought: dict[tuple[str, str], OutcomeCounts] = field(default_factory=dict)

    def choose(
        self, site: str, occurrence: int, drawn: int, ids: Sequence[str], weights: Sequence[int] | None = None
    ) -> int:
        """Choose an outcome by the seed and record it."""
        index = ChanceSource.choose(self, site, occurrence, drawn, ids, weights)
        if len(ids) > 1:
            one = self.brought.setdefault((site, self.rule), OutcomeCounts())
            one.times += 1
            one.outcomes.add(ids[index])
            one.likely += log(1 / len(ids) if weights is None else weights[index] / sum(weights))
        return index


@dataclass(slots=True)
class ChanceStatistics:
    """Chance outcomes of all games together."""

    brought: dict[tuple[str, str], OutcomeCounts] = field(default_factory=dict)
    firsts: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By stack and the rule that draws from it: the card that it drew first in each game."""

    def source(self, program: Playable, seed: int) -> RecordedChanceSource:
        """Return the chance source of one game."""
        return RecordedChanceSource(seed, {}, [], constants=program.constants, brought=self.brought)

    def look(self, played: GamePlaythrough) -> None:
        """Record the first draw of a game from each stack."""
        program = played.program
        stacks = {
            site.field.zone + site.place: site
            for site in chance_sites(program)
            if site.form == "stack" and site.field is not None
        }
        seen: set[tuple[str, str]] = set()
        for number, *values in played.journal:
            note = program.notes[number]
            if note.verb != "draw" or len(values) < DRAWN or values[1] not in stacks:
                continue
            key = stacks[values[1]].key, note.rule
            if key not in seen:
                seen.add(key)
                self.firsts.setdefault(key, []).append(values[0])

    def found(self, program: Playable) -> Iterator[Found]:
        """Yield each chance node with a single outcome, and each stack with the same first card in every game."""
        for (site, rule), one in sorted(self.brought.items()):
            if len(one.outcomes) == 1 and one.likely < SURE:
                span, outcome = rule_location(program, rule), min(one.outcomes)
                told = make_finding("V405", span, site=site, outcome=outcome, times=one.times)
                yield make_report_finding("fuzz", "warning", told, rule, site)
        for (site, rule), cards in sorted(self.firsts.items()):
            if (site, rule) not in self.brought and len(cards) >= GAMES and len(set(cards)) == 1:
                card = program.ruleset.kinds[_kind(program, site)].elements[cards[0]]
                told = make_finding("V406", rule_location(program, rule), site=site, card=card, games=len(cards))
                yield make_report_finding("fuzz", "warning", told, rule, site)


def _kind(program: Playable, key: str) -> str:
    return next(site.kind or "" for site in chance_sites(program) if site.key == key)


# -- game settings ---------------------------------------------------------------------------------------------------
# The tables that are played at: every number of players under the options as they are, and under each other value of one option.


MADE: Final = 150
"""Steps that it takes to make a program and to compile what play comes to."""


@frozen_class
class GameSetting(FrozenValue):
    """A number of players and the options with other values than the defaults."""

    options: Options
    players: int

    @property
    def said(self) -> Said:
        """Return the text of the setting."""
        if not self.options:
            return Said("at_games.table", players=self.players)
        options = ", ".join(f"{name}={choice_text(value)}" for name, value in self.options)
        return Said("at_games.table_with", players=self.players, options=options)


@dataclass(slots=True)
class GameSettings:
    """All settings of a ruleset; programs are made on demand and cached."""

    subject: Subject
    all: tuple[GameSetting, ...] = ()
    _programs: dict[GameSetting, Playable | None] = field(default_factory=dict)
    _guides: dict[GameSetting, Sequence[Guide]] = field(default_factory=dict)
    _made: ProgramCache = field(init=False)

    def __post_init__(self) -> None:
        """Enumerate the settings."""
        documents = self.subject.documents
        self._made = self.subject.programs.anew(partial(generate_python_program, codes=CodeCache()))
        given = self.subject.opened.options
        settings = sorted(common_settings(documents, documents, given), key=lambda setting: setting[1])
        self.all = self.all or tuple(GameSetting(*one) for one in settings)

    def program(self, table: GameSetting, budget: Budget) -> Playable | None:
        """Return the program of a setting, made at the budget's expense; ``None`` if its rules cannot be bound."""
        if table not in self._programs:
            budget.spend(MADE)
            self._programs[table] = self._made.at(dict(table.options), table.players, Bag())
        return self._programs[table]

    def guides(self, table: GameSetting) -> Sequence[Guide]:
        """Return the bots of a setting that was already played."""
        if table not in self._guides:
            program = self._programs[table]
            self._guides[table] = () if program is None else self.subject.guides(program)
        return self._guides[table]

    @property
    def any_program(self) -> Playable | None:
        """Return the program of any setting that was played."""
        return next((one for one in self._programs.values() if one is not None), None)

    @property
    def unseen(self) -> int:
        """Return the number of settings that were not played."""
        return len(self.all) - len(self._programs)

    @property
    def what(self) -> Said:
        """Return the settings that were played as a phrase of a claim."""
        if self.unseen:
            return Said("settings.some", count=len(self._programs), all=len(self.all))
        return documents_cover(self.subject.documents, self.subject.opened.options).what

    def in_turn(self) -> Iterator[GameSetting]:
        """Yield settings endlessly: the defaults every second time, the others in rotation."""
        usual = [one for one in self.all if not one.options]
        others = [one for one in self.all if one.options]
        # Another number of players for each other value, before any has all.
        mixes = list(dict.fromkeys(one.options for one in others))
        others.sort(key=lambda one: ((one.players + mixes.index(one.options)) % len(usual), mixes.index(one.options)))
        for number in count():
            yield usual[number % len(usual)]
            if others:
                yield others[number % len(others)]


# -- Games without end: round what they go, and what in them no longer changes ---------------------------------------


LONGEST: Final = 4_000
"""Moves of a game at most."""
TURNED: Final = 1_000
"""Moves of a ring that are followed at most."""
ENDS: Final = 3
"""So many rules that would end a game are shown."""
NAMED: Final = 10
"""So many rules or fields are named."""


@frozen_class
class EndlessCycle(FrozenValue):
    """Rules that repeat in a cycle, in order, and the fields that they change."""

    rules: tuple[str, ...]
    changing: tuple[str, ...]

    @property
    def said(self) -> Said:
        """Return the text of the cycle."""
        if not self.changing:
            return Said("at_games.ring_of_nothing", rules=_named(self.rules, " → "))
        return Said("at_games.ring", rules=_named(self.rules, " → "), fields=_named(self.changing, ", "))


def _named(names: Sequence[str], between: str) -> Value:
    return between.join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])


def find_cycle(before: GamePlaythrough, move: Move | None) -> EndlessCycle | None:
    """Follow moves without a choice until a position repeats; ``None`` if none does."""
    played = before.branch()
    played.play_forced = False
    passed: list[tuple[str, Slots]] = []
    known: dict[tuple[int, ...], int] = {}
    try:
        if move is not None:
            played.apply(move)
        while len(passed) < TURNED and not played.over:
            found = played.legal()
            key = tuple(played.slots[: played.program.saved])
            if key in known or len(found) != 1:
                ring = passed[known.get(key, len(passed)) :]
                rules = tuple(dict.fromkeys(rule for rule, _ in ring))
                return (
                    EndlessCycle(rules, changing_fields(played.program, [slots for _, slots in ring])) if ring else None
                )
            known[key] = len(passed)
            assert played.decision is not None
            passed.append((played.decision.ask.rule, list(played.slots)))
            played.apply(found[0])
    except TROUBLES:
        return None
    return None


def endless_game_finding(
    table: GameSetting, seed: int, late: DelayedPlayout, program: Playable, often: tuple[int, int]
) -> Found:
    """Return a finding on an endless game: its active rules and fields, and the unchanging ones; ``often`` is the number of such games and of all."""
    way = Said("at_games.after", table=table.said, seed=seed, moves=late.longest)
    span = program.ruleset.documents.game.span
    still = late.still(program)
    related = [(span, EndlessCycle(tuple(late.rules), tuple(sorted(late.fields))).said)]
    if still:
        related.append((span, Said("at_games.still", fields=_named(still, ", "))))
    ends = (one for one in all_statements(program.ruleset) if isinstance(one, Leave) and one.what == "game")
    related += [(one.span, Said("here.ends_game")) for one in ends][:ENDS]
    told = make_finding("V412", span, related=related, endless=often[0], games=often[1], way=way)
    return make_report_finding("fuzz", "warning" if often[0] * 2 > often[1] else "note", told)


def changing_fields(program: Playable, positions: Sequence[Slots]) -> tuple[str, ...]:
    """Return the fields that differ between some positions."""
    found: list[str] = []
    for name, one in program.layout.fields.items():
        places = slice(one.base, one.base + one.stride * one.places)
        if any(slots[places] != positions[0][places] for slots in positions):
            found.append(name.removeprefix("game."))
    for kind, first in program.layout.places.items():
        places = slice(first, first + len(program.ruleset.kinds[kind].elements))
        if any(slots[places] != positions[0][places] for slots in positions):
            found.append(kind)
    return tuple(found)


@dataclass(slots=True)
class DelayedPlayout:
    """The options chosen and the fields changed in the second half of a long game."""

    longest: int = LONGEST
    fields: set[str] = field(default_factory=set)
    rules: dict[str, None] = field(default_factory=dict)
    _last: Slots | None = None

    def look(self, played: GamePlaythrough, option: str) -> None:
        """Record a position and the option chosen there."""
        if 2 * len(played.moves) < self.longest:
            return
        self.rules.setdefault(option)
        if self._last is not None:
            self.fields.update(changing_fields(played.program, [self._last, played.slots]))
        self._last = list(played.slots)

    def still(self, program: Playable) -> tuple[str, ...]:
        """Return the fields that no longer changed."""
        names = [name.removeprefix("game.") for name in program.layout.fields]
        return tuple(name for name in names if name not in self.fields)


# -- random games ----------------------------------------------------------------------------------------------------


TRIES: Final = 4
"""So many moves that make the rules fail end a game; until then another one is made."""
LONG: Final = ("E308", "E318", "E319", "E322")
"""Faults that it takes long to come to."""


@frozen_class
class FailedPlayout(FrozenValue):
    """A rules fault in a game: the setting and seed, the position before, the move made there, if any, and the fault."""

    table: GameSetting
    seed: int
    program: Playable
    before: GamePlaythrough | None
    move: Move | None
    text: str
    option: str
    """The rule of the option that was taken, or of the decision in which no moves can be listed."""
    fault: RulesFault

    @property
    def number(self) -> int:
        """Return the number of moves made before."""
        return 0 if self.before is None else len(self.before.moves)

    @property
    def said(self) -> Said:
        """Return the text that explains how to reproduce it."""
        if self.before is None:
            return Said("at_games.at_beginning", table=self.table.said, seed=self.seed)
        if self.move is None:
            return Said("at_games.after", table=self.table.said, seed=self.seed, moves=self.number)
        return Said("at_games.at_move", table=self.table.said, seed=self.seed, moves=self.number, move=self.text)


@dataclass(slots=True)
class RandomPlayout:
    """A game in progress; ``ended`` is whether it reached its own end."""

    table: GameSetting
    program: Playable
    seed: int
    chances: ChanceStatistics
    walker: GuidedPlayout
    played: GamePlaythrough | None = None
    families: list[ActionSet] = field(default_factory=list)
    failed: list[FailedPlayout] = field(default_factory=list)
    late: DelayedPlayout = field(default_factory=DelayedPlayout)
    _lot: Stream = field(init=False)

    def __post_init__(self) -> None:
        """Create the random stream for moves."""
        self._lot = game_random_stream(self.seed)

    def begin(self) -> bool:
        """Run the set-up; return whether a player decides."""
        chance = self.chances.source(self.program, self.seed)
        played = GamePlaythrough(self.program, chance, list(self.program.first))
        try:
            played.start()
        except (RulesFault, ChanceRefused) as fault:
            self._fail(fault, None, "")
            return False
        self.played = played
        return not played.over

    @property
    def ended(self) -> bool:
        """Return whether the game reached its own end."""
        return self.played is not None and self.played.over

    def moves(self, budget: Budget, longest: int = LONGEST) -> Iterator[tuple[GamePlaythrough, ActionSet, Move]]:
        """Play random moves until the game is over; each is yielded before it is applied, with its playthrough and family.

        Whoever is given it may look, and make it on a branch of his own.
        """
        played = self.played
        while played is not None and not played.over and len(played.moves) < longest and len(self.failed) < TRIES:
            if not budget.spend(1):
                return
            move = self._chosen(played)
            if move is None:
                return
            family = next(one for one in self.families if one.choice.option.name == move.option)
            yield played, family, move
            made = len(played.moves)
            try:
                played.apply(move)
                budget.spend(max(0, len(played.moves) - made - 1))
            except TROUBLES as fault:
                self._fail(fault, move, family.choice.option.rule)
                if self.failed[-1].fault.code in LONG:
                    budget.spend(MOST_FORCED)
                    return

    def _chosen(self, played: GamePlaythrough) -> Move | None:
        assert played.decision is not None
        try:
            self.families = list(played.families())
        except RulesFault as fault:
            self._fail(fault, None, played.decision.ask.rule)
            return None
        return self.walker.move(played, self.families, self._lot) if self.families else None

    def _fail(self, fault: Exception, move: Move | None, option: str) -> None:
        before, text = self.played, ""
        if not isinstance(fault, RulesFault):
            # What never happens: a listed move that is refused, an outcome that cannot come.
            fault = RulesFault("V411", what=type(fault).__name__)
        if before is not None:
            before = before.branch()
            if move is not None and before.decision is not None:
                text = move_text(self.program, before.decision, move)
        self.failed.append(FailedPlayout(self.table, self.seed, self.program, before, move, text, option, fault))
