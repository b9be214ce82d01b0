"""The toys: where they lie, how they are loaded once and played by typed moves, and what must hold of any position."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from reguli.engine.expression_queries import QueryCache
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import ClosestExitMove, GamePlaythrough, start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.notation import move_text, parse_move
from reguli.engine.position_documents.document_setup import player_names_by_seat, set_up_position
from reguli.ir.executable_program import Playable
from reguli.ir.state_layout import NONE, FieldSlots
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.declarations.example_files import load_example_file
from reguli.shipped_files import shipped_libraries
from reguli.source.diagnostic import Bag

HERE = Path(__file__).parent
LIBRARIES = shipped_libraries()
NAMES = ("a", "b", "c", "d", "e")


def folders() -> list[str]:
    """Every toy, in order of names; the small game of a library is called as the library."""
    return sorted(path.parent.name for path in HERE.glob("*/game.yaml")) + libraries()


def libraries() -> list[str]:
    """Every shipped library, in order of names."""
    return sorted(path.parents[1].name for path in LIBRARIES.glob("*/game/game.yaml"))


def home(name: str) -> Path:
    """Return the folder of a toy."""
    return LIBRARIES / name / "game" if name in libraries() else HERE / name


@cache
def loaded(name: str) -> LoadedRuleset:
    """Load a toy and check it."""
    found = LoadedRuleset(str(home(name)))
    assert found.checked, [str(finding) for finding in found.bag.diagnostics]
    return found


@cache
def program(name: str, players: int) -> Playable:
    """Make the program of a toy for a number of players."""
    return loaded(name).program(players)


def chosen(playthrough: GamePlaythrough, lots: Random) -> Move:
    """Choose a kind of move first and one move of it then, so that long ranges do not crowd out the rest."""
    options: dict[str, list[Any]] = {}
    for family in playthrough.families():
        options.setdefault(family.choice.option.name, []).append(family)
    family = lots.choice(options[lots.choice(sorted(options))])
    return family.move(lots.randrange(family.size))


# -- what must hold of any position --------------------------------------------------------------------------------


def assert_conserved(program: Playable, slots: Sequence[int]) -> None:
    """Every piece lies in one zone of its kind, stacks agree with the places of pieces, no token is made or lost.

    And what the rules say must always hold does.
    """
    for number, invariant in enumerate(program.ruleset.invariants):
        assert program.invariants[number](list(slots)), invariant.rule
    for kind in program.ruleset.kinds.values():
        zones = [
            field for field in program.layout.fields.values() if field.zone != NONE and field.declared.of == kind.id
        ]
        if kind.form == "pieces":
            _assert_pieces(program, slots, kind.id, zones)
        elif kind.form == "tokens" and None not in kind.supply:
            _assert_tokens(program, slots, kind.id, zones)


def _assert_pieces(program: Playable, slots: Sequence[int], kind: str, zones: Sequence[FieldSlots]) -> None:
    first = program.layout.places[kind]
    places = list(slots[first : first + program.layout.size_of(kind)])
    numbers = {field.zone + owner: (field, owner) for field in zones for owner in range(field.places)}
    assert set(places) <= set(numbers), (kind, places)
    for number, (field, owner) in numbers.items():
        lying = [piece for piece, place in enumerate(places) if place == number]
        assert len(lying) <= field.capacity, (field.name, owner)
        if field.declared.order == "stack":
            base = field.base + owner * field.stride
            room = list(slots[base + 1 : base + 1 + field.capacity])
            count = slots[base]
            assert sorted(room[:count]) == lying, (field.name, owner)
            assert not any(room[count:]), (field.name, owner)
            assert not any(slots[base + 1 + field.capacity + count : base + field.stride]), (field.name, owner)


def _assert_tokens(program: Playable, slots: Sequence[int], kind: str, zones: Sequence[FieldSlots]) -> None:
    declared = program.ruleset.kinds[kind]
    varieties = 1 if declared.variety is None else program.layout.size_of(declared.variety)
    for variety in range(varieties):
        amounts = [
            slots[field.base + owner * field.stride + (variety if field.capacity > 1 else 0)]
            for field in zones
            for owner in range(field.places)
        ]
        assert min(amounts) >= 0, (kind, variety)
        assert sum(amounts) == declared.supply[variety], (kind, variety)


# -- sittings played by typed moves ---------------------------------------------------------------------------------


class Sitting:
    """A playthrough of a toy in which the players are called a, b, c, ...; moves and questions are texts."""

    def __init__(self, playthrough: GamePlaythrough) -> None:
        self.playthrough = playthrough

    @property
    def by(self) -> str:
        """The player who must decide."""
        return self.playthrough.names[self.playthrough.actor]

    @property
    def asked(self) -> str:
        """The decision that waits; empty when the game is over."""
        decision = self.playthrough.decision
        return "" if decision is None else decision.ask.name

    def play(self, *moves: str) -> Sitting:
        """Play moves; one that begins with ``b:`` must be b's to make."""
        for text in moves:
            player, colon, move = text.rpartition(": ")
            assert not colon or self.by == player, (text, self.by, self.asked)
            self.playthrough.apply(self._read(move))
        return self

    def refused(self, move: str) -> list[str]:
        """Return the names of the reasons against a move; none when it is legal."""
        refusals = refusal_reasons(self.playthrough, self._read(move))
        assert bool(refusals) != self.playthrough.allows(self._read(move))
        return [refusal.name for refusal in refusals]

    def nearest(self, move: str) -> ClosestExitMove:
        """Return what lacks least of the ends of a move that cannot be finished."""
        (refusal,) = refusal_reasons(self.playthrough, self._read(move))
        assert (refusal.name, refusal.nearest is None) == ("cannot_be_finished", False)
        assert refusal.nearest is not None
        return refusal.nearest

    def options(self) -> list[str]:
        """Return the names of the options that can be taken now."""
        return list(dict.fromkeys(family.choice.option.name for family in self.playthrough.families()))

    def first(self) -> str:
        """Return the first legal move as it is typed."""
        playthrough = self.playthrough
        assert playthrough.decision is not None
        return move_text(playthrough.program, playthrough.decision, playthrough.legal()[0], playthrough.names)

    def value(self, question: str) -> Any:
        """Return the value of an expression of the rules language."""
        questions = QueryCache(self.playthrough.program)
        return questions.answer(questions.read(question, self.playthrough.names), self.playthrough)

    def _read(self, move: str) -> Move:
        decision = self.playthrough.decision
        assert decision is not None, f"the game is over before '{move}'"
        return parse_move(self.playthrough.program, decision, move, self.playthrough.names)


def sit(
    name: str,
    players: int,
    *,
    chance: Mapping[str, Sequence[object]] | None = None,
    seed: int = 0,
    play_forced: bool = True,
) -> Sitting:
    """Begin a toy at its set-up."""
    names = NAMES[:players]
    made = start_playthrough(program(name, players), seed, prescribed=chance, play_forced=play_forced, names=names)
    return Sitting(made)


def place(name: str, position: str) -> Sitting:
    """Begin a toy at a position written in YAML; forced moves are not played by themselves."""
    bag = Bag()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "position.yaml"
        file.write_text(position, encoding="utf-8")
        (example,) = load_example_file(file, bag)
    players = example.position.players
    assert not bag.diagnostics, bag.diagnostics
    assert players is not None
    assert player_names_by_seat(example.position, players) == NAMES[:players]
    playthrough = set_up_position(program(name, players), example.position, bag, play_forced=False)
    assert playthrough is not None, [str(finding) for finding in bag.diagnostics]
    return Sitting(playthrough)


def random_sittings(name: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of players and the seeds a toy is played with."""
    low, high = loaded(name).ruleset.players  # type: ignore[union-attr]
    for players in range(low, high + 1):
        for seed in range(3):
            yield players, seed
