"""The package as a library: load a ruleset, play it, ask about it, save it.

    import reguli

    game = reguli.load("my_game")
    playthrough = game.start(players=2, seed=7)
    print(playthrough.decision.options)
    move = playthrough.moves()[0]
    playthrough.apply(move)
    print(playthrough.why(move))

Numbers are whole numbers in the units of the ruleset; elements are ids (in moves also labels); players are seats,
counted from 0, or names. Everything that ``to_json`` and ``view`` give is plain: dict, list, str, int, bool, None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reguli.engine import saves
from reguli.engine.ask import Unanswerable, value_of
from reguli.engine.chance import ChanceRefused
from reguli.engine.chance_given import read_prescribed
from reguli.engine.faults import fault_diagnostic
from reguli.engine.journal import JournalEntry, Viewer, entries
from reguli.engine.legal import Move
from reguli.engine.places_text import position_plain
from reguli.engine.playthrough import IllegalMove, begin
from reguli.engine.playthrough import Playthrough as Sitting
from reguli.engine.position_document import read_position
from reguli.engine.reasons import Refusal, why
from reguli.engine.replaying import Difference, Restored
from reguli.engine.save_form import read_json_text
from reguli.engine.setup import set_up
from reguli.engine.speech import Plain, Unreadable, element_text, move_json, move_text, read_json_move, read_move
from reguli.engine.views import view
from reguli.ir.faults import RulesFault
from reguli.ir.program import Program
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded, UnknownRuleset
from reguli.shipped import find_ruleset, shipped_rulesets
from reguli.source.diagnostic import Bag, Diagnostic, render
from reguli.source.near import near
from reguli.source.sources import Sources

__all__ = [
    "ChanceRefused",
    "Decision",
    "Difference",
    "Findings",
    "Game",
    "IllegalMove",
    "JournalEntry",
    "Place",
    "Playthrough",
    "Refusal",
    "RulesFault",
    "Unanswerable",
    "UnknownRuleset",
    "Unreadable",
    "from_json",
    "load",
    "load_save",
]


class Findings(Exception):  # noqa: N818 - it holds what was found
    """A ruleset, position or save has findings. ``findings`` are the diagnostics; ``str()`` says them all."""

    def __init__(self, findings: Sequence[Diagnostic], sources: Sources) -> None:
        super().__init__("\n\n".join(render(finding, sources) for finding in findings))
        self.findings = tuple(findings)


@dataclass(frozen=True, slots=True)
class Decision:
    """What has to be decided: its name, the seat (0-based) and name of who decides, the names of its options.

    ``phase`` is the one being played, also where a procedure, a trigger or an event asks; ``None`` outside of all phases.
    """

    name: str
    seat: int
    by: str
    options: tuple[str, ...]
    phase: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ranking: 1 is best, equal players share it; ``values`` are those of the criteria in order."""

    place: int
    seat: int
    name: str
    values: tuple[int, ...]


def load(name_or_path: str | Path, options: Mapping[str, str | bool] | None = None) -> Game:
    """Load a shipped ruleset by name, or any by the path of its folder (or of a variant's file), under options.

    Raises ``UnknownRuleset``, or ``Findings`` when the ruleset cannot be played as it is.
    """
    loaded = Loaded(str(name_or_path), dict(options or {}))
    ruleset = loaded.ruleset
    if ruleset is None or loaded.bag:
        raise Findings(loaded.bag.diagnostics, loaded.sources)
    return Game(loaded, ruleset)


@dataclass(slots=True)
class Game:
    """A ruleset under chosen options, ready to be played. Make one with ``load``."""

    _loaded: Loaded
    _ruleset: Ruleset
    _programs: dict[int, Program] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Give the id of the ruleset."""
        return self._ruleset.id

    @property
    def name(self) -> str:
        """Give the printed name."""
        return self._ruleset.name

    @property
    def version(self) -> str:
        """Give the version of the ruleset."""
        return self._ruleset.version

    @property
    def players(self) -> tuple[int, int]:
        """Give the fewest and the most players."""
        return self._ruleset.players

    @property
    def options(self) -> dict[str, str | bool]:
        """Give the value of every option."""
        return dict(self._ruleset.options)

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        *,
        names: Sequence[str] = (),
        prescribed: Mapping[str, object] | None = None,
        position: Mapping[str, object] | None = None,
        play_forced: bool = True,
    ) -> Playthrough:
        """Begin a playthrough and run to its first decision.

        ``players``: how many, the fewest when left out. ``names``: one word each, by seat. ``prescribed``: outcomes of
        chance by site, e.g. ``{"deck": [["ace", "king"]], "first_player": ["anna"]}``: for a stack one whole order (top
        first) for each shuffle, for a lot its outcomes; ``deck.draws`` prescribes single draws. ``position``: a position
        document (``players``, ``seats``, ``chance``, ``at``, ``setup``, ``state``) instead of the set-up of the rules;
        it then says the players and their names itself. ``play_forced``: moves without a choice play themselves.

        Raises ``ValueError`` for a wrong number of players or names, ``Findings`` for a position that cannot be,
        ``LookupError`` for an unknown chance site, ``Unreadable`` and ``ChanceRefused`` for outcomes that cannot be, and
        ``RulesFault`` when the rules fail.
        """
        if position is not None:
            return self._set_up(position, players, seed, play_forced)
        low, high = self.players
        count = low if players is None else players
        if not low <= count <= high:
            raise ValueError(f"{self.id} is for {low} to {high} players, not {count}")
        if names and (len(names) != count or len({name.lower() for name in names}) < count):
            raise ValueError(f"{count} players need {count} different names")
        program = self.program(count)
        given = read_prescribed(program, prescribed or {}, names)
        return Playthrough(begin(program, seed, prescribed=given, play_forced=play_forced, names=names))

    def _set_up(self, position: Mapping[str, object], players: int | None, seed: int, play_forced: bool) -> Playthrough:
        bag = Bag()
        written = read_position(dict(position), bag)
        playthrough = None
        if written is not None:
            count = players or written.players or max((seat + 1 for _, seat in written.seats), default=self.players[0])
            if not self.players[0] <= count <= self.players[1]:
                raise ValueError(f"{self.id} is for {self.players[0]} to {self.players[1]} players, not {count}")
            playthrough = set_up(self.program(count), written, bag, seed=seed, play_forced=play_forced)
        if playthrough is None:
            raise Findings(bag.diagnostics, self._loaded.sources)
        return Playthrough(playthrough)

    def program(self, players: int) -> Program:
        """Give the program for a number of players (the room ``engine`` plays it)."""
        if players not in self._programs:
            self._programs[players] = self._loaded.program(players)
        return self._programs[players]


class Playthrough:
    """One sitting. Make one with ``Game.start``, ``from_json`` or ``load_save``.

    ``difference`` says where a restored playthrough differs from its save; ``None`` when it does not.
    """

    __slots__ = ("difference", "sitting")

    def __init__(self, sitting: Sitting, difference: Difference | None = None) -> None:
        """Wrap a playthrough of the engine, which stays reachable as ``sitting``."""
        self.sitting = sitting
        self.difference = difference

    @property
    def over(self) -> bool:
        """Tell whether nobody has to decide any more."""
        return self.sitting.over

    @property
    def decision(self) -> Decision | None:
        """Give what has to be decided; ``None`` when it is over."""
        decision = self.sitting.decision
        if decision is None:
            return None
        by = element_text(self.sitting.program, "player", self.sitting.actor, self.sitting.names)
        options = tuple(choice.option.name for choice in decision.choices)
        return Decision(decision.ask.name, self.sitting.actor, by, options, self.sitting.phase)

    @property
    def hash(self) -> str:
        """Give the hash of the position: equal for equal positions, on every machine."""
        return self.sitting.hash

    @property
    def ranking(self) -> tuple[Place, ...]:
        """Give the ranking by the position as it is, best first; final when it is over."""
        program, names = self.sitting.program, self.sitting.names
        return tuple(
            Place(place.place, place.player, element_text(program, "player", place.player, names), place.values)
            for place in self.sitting.places()
        )

    def moves(self, limit: int = 10_000) -> list[str]:
        """Give the legal moves as they are typed, at most ``limit`` of them, in the order of the rules."""
        return [text for _, text in zip(range(limit), self._texts(), strict=False)]

    def _texts(self) -> Iterator[str]:
        decision = self.sitting.decision
        if decision is None:
            return
        for family in self.sitting.families():
            for move in family.moves():
                yield move_text(self.sitting.program, decision, move, self.sitting.names)

    def read(self, move: str | Move | Mapping[str, object]) -> Move:
        """Read a move: a typed text, JSON (``{"option": …, "arguments": {name: value}}``) or a ``Move``.

        Raises ``IllegalMove`` when nobody has to decide, and ``Unreadable`` when it is no move of this decision.
        """
        decision, program = self.sitting.decision, self.sitting.program
        if decision is None:
            raise IllegalMove("nobody has to decide")
        if isinstance(move, Move):
            return move
        if isinstance(move, str):
            return read_move(program, decision, move, self.sitting.names)
        return read_json_move(program, decision, move, self.sitting.names)

    def apply(self, move: str | Move | Mapping[str, object]) -> None:
        """Play a move, wholly or not at all, and the forced ones behind it.

        Raises ``Unreadable``, ``IllegalMove`` (``why`` tells the reasons), ``ChanceRefused`` when a prescribed outcome
        cannot come, and ``RulesFault`` when the rules themselves fail.
        """
        self.sitting.apply(self.read(move))

    def why(self, move: str | Move | Mapping[str, object]) -> tuple[Refusal, ...]:
        """Give every reason against a move now, with the values that count; none when it is legal. Raises ``Unreadable``."""
        return why(self.sitting, self.read(move))

    def move_json(self, move: str | Move) -> dict[str, Plain]:
        """Give a move of the present decision as JSON. Raises ``Unreadable`` and ``IllegalMove`` like ``read``."""
        read = self.read(move)
        assert self.sitting.decision is not None
        return move_json(self.sitting.program, self.sitting.decision, read)

    def value(self, expression: str) -> Plain:
        """Give the value of an expression of the rules language, with everything that is known, hidden or not.

        Raises ``Unanswerable`` when it means nothing here, ``RulesFault`` when there is no value.
        """
        return value_of(self.sitting, expression)[0]

    def view(self, player: int | str | None) -> dict[str, Plain]:
        """Give what a player (seat or name; ``None``: a spectator) may see: ``position``, ``decision``, ``player``.

        Raises ``LookupError`` for an unknown player.
        """
        return view(self.sitting, None if player is None else self._seat(player))

    def position(self) -> dict[str, Plain]:
        """Give the whole position: ``facts``, ``game``, and every kind that has fields, ``{field: {element: value}}``."""
        return position_plain(self.sitting.program, self.sitting.slots, self.sitting.names)

    def journal(self, player: int | str | None = "all", since: int = 0) -> list[JournalEntry]:
        """Give what happened from index ``since`` on, as a player may know it (``None``: a spectator; ``"all"``: all)."""
        viewer: Viewer = player if player in (None, "all") else self._seat(player)  # type: ignore[assignment]
        return entries(self.sitting, viewer, since)

    def _seat(self, player: int | str) -> int:
        names = [
            element_text(self.sitting.program, "player", i, self.sitting.names)
            for i in range(self.sitting.program.players)
        ]
        if isinstance(player, int) and 0 <= player < len(names):
            return player
        if player in names:
            return names.index(str(player))
        meant = near(str(player), names)
        raise LookupError(f"nobody is called {player!r}" + (f"; did you mean {meant!r}?" if meant else ""))

    def undo(self) -> bool:
        """Take the last chosen move back, with the forced ones behind it; tell whether there was one."""
        return self.sitting.undo()

    def branch(self) -> Playthrough:
        """Give a playthrough that goes on from here on its own."""
        return Playthrough(self.sitting.branch(), self.difference)

    def fault(self, fault: RulesFault) -> Diagnostic:
        """Give a fault of the rules as a finding with its place."""
        return fault_diagnostic(self.sitting.program, fault)

    def to_json(self) -> dict[str, object]:
        """Give everything that is needed to play this again; see ``reguli.engine.saves.to_json`` for the keys."""
        return saves.to_json(self.sitting)

    def save(self, path: str | Path) -> None:
        """Write a save file, wholly or not at all. Raises ``OSError``."""
        saves.save(Path(path), self.sitting)


def from_json(data: Mapping[str, object] | str, ruleset: str | Path | None = None) -> Playthrough:
    """Play a save again: what ``to_json`` gave, or its JSON text, under the shipped ruleset it names or another one.

    Under other rules it goes as far as the moves are legal; ``difference`` then says where it first differs. Raises
    ``Findings`` for what is no save or names no shipped ruleset, ``UnknownRuleset`` when there is none at a path given.
    """
    bag = Bag()
    read = read_json_text(data, bag) if isinstance(data, str) else data
    restored = None if read is None else saves.from_json(read, loader(ruleset), bag)
    return _restored(restored, bag)


def load_save(path: str | Path, ruleset: str | Path | None = None) -> Playthrough:
    """Read a save file and play it again; see ``from_json``."""
    bag = Bag()
    return _restored(saves.load_save(Path(path), loader(ruleset), bag), bag)


def _restored(restored: Restored | None, bag: Bag) -> Playthrough:
    if restored is None:
        raise Findings(bag.diagnostics, Sources())
    return Playthrough(restored.playthrough, restored.differs)


def loader(ruleset: str | Path | None = None) -> saves.Load:
    """Give what loads the program of a save: the shipped ruleset it names, or the one at a path instead."""

    def program(name: str, options: Mapping[str, str | bool], players: int, bag: Bag) -> Program | None:
        if ruleset is None and find_ruleset(name) is None:
            # A save from elsewhere opens shipped rulesets only, never a folder that happens to have its name.
            bag.add("E205", None, near=near(name, shipped_rulesets()), name=name)
            return None
        found = Bag()
        loaded = Loaded(name if ruleset is None else str(ruleset), dict(options), found)
        bound = loaded.ruleset
        wrong = [finding for finding in found if finding.code in {"R122", "R123"}]
        if wrong:
            bag.add("E206", None, why=", ".join(str(dict(finding.args).get("name")) for finding in wrong))
        elif bound is None or found:
            bag.add("E207", None, name=name, count=len(found))
        elif not bound.players[0] <= players <= bound.players[1]:
            bag.add("E206", None, why=f"players: {players}")
        else:
            return loaded.program(players)
        return None

    return program
