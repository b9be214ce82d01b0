"""What a player does not see changes nothing for him: his view, his moves and every reason stay when hidden things are exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from small_games import game
from test_every_ruleset import FOLDERS

from large import LARGE
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.save_files import replay_json_save, to_json
from reguli.engine.observation import player_view
from reguli.ir.program import Program
from reguli.ir.rng import Stream
from reguli.model.types import ElementType, NumberType
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.verify.fuzzing.fuzzing_part import shuffle_hidden_state

MOST_MOVES = 60
TRIED = 12
"""Moves of each option that are tried at a decision, allowed or not."""


def hidden(folder: Path) -> bool:
    """Whether its documents say who may see something; that they do is read in their text, so no ruleset is opened to list tests."""
    return any("visible:" in path.read_text("utf-8") for path in sorted(folder.rglob("*.yaml")))


HIDING = [folder for folder in FOLDERS if hidden(folder)]


def tried(played: GamePlaythrough, lots: Random) -> Iterator[Move]:
    """Yield moves that one might try, of each option some."""
    assert played.decision is not None
    for choice in played.decision.choices:
        types = [parameter.variable.type for parameter in choice.option.parameters]
        for _ in range(TRIED if types else 1):
            yield Move(choice.option.name, tuple(number(played.program, one, lots) for one in types))


def number(program: Program, found: object, lots: Random) -> int:
    if isinstance(found, ElementType):
        return lots.randrange(
            program.players if found.kind == "player" else len(program.ruleset.kinds[found.kind].elements)
        )
    return lots.randrange(60) if isinstance(found, NumberType) else lots.randrange(2)


def shown(played: GamePlaythrough, viewer: int, moves: list[Move]) -> tuple[object, ...]:
    legal = [move for family in played.families() for move in family.moves()]
    return player_view(played, viewer), legal, [refusal_reasons(played, move) for move in moves]


def differences(loaded: LoadedRuleset, players: int, seed: int) -> tuple[int, int]:
    """Play, and count the decisions at which something was exchanged, and those at which that made a difference."""
    lots, lot = Random(seed), Stream(seed)
    played = start_playthrough(loaded.program(players), seed, play_forced="openly")
    changed = different = 0
    while not played.over and len(played.moves) < MOST_MOVES:
        viewer, moves = played.actor, list(tried(played, lots))
        other = shuffle_hidden_state(played, viewer, lot)
        changed += other.slots != played.slots
        different += shown(other, viewer, moves) != shown(played, viewer, moves)
        played.apply(lots.choice(played.legal()))
    return changed, different


def by_day_and_night() -> Iterator[Any]:
    """Of large rulesets one game by day, with the most players, and with every number of them by night."""
    for folder in HIDING:
        large = folder.name in LARGE | {"power_grid"}
        yield pytest.param(folder, not large, id=folder.name)
        if large:
            yield pytest.param(folder, True, id=f"all of {folder.name}", marks=[pytest.mark.night])


@pytest.mark.parametrize(("folder", "every"), list(by_day_and_night()))
def test_what_is_hidden_changes_nothing(folder: Path, *, every: bool) -> None:
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None
    low, high = loaded.ruleset.players
    found = [differences(loaded, players, seed) for seed, players in enumerate(range(low, high) if every else ())]
    found.append(differences(loaded, high, 7))
    assert all(different == 0 for _, different in found), found
    assert any(changed for changed, _ in found), "nothing hidden was exchanged, so nothing was tested"


KINDS = """
  card: {pieces: true, starts: deck, fields: {value: {number: number}}, columns: [id, value],
    rows: [[one, 1], [two, 2], [three, 3], [four, 4], [five, 5], [six, 6]]}
"""
STATE = """
game: {deck: {zone: card, order: stack, visible: nobody}, aside: {zone: card}}
player: {hand: {zone: card, visible: owner}, points: {number: number, range: [0, open]}}
"""
RULES = """
procedure set_up:
    shuffle deck
    for player in players:
        repeat dealt times:
            draw card from deck to player.hand

phase work:
    for player in players:
        decide turn by player, or rest:
            show(card in player.hand where WHERE because too_low):
                add card.value to player.points
    if round = rounds:
        end game

define next_hand(player) = max(card.value for card in next(player).hand)
"""


@pytest.mark.parametrize(
    ("where", "leaks"),
    [("card.value > 1", False), ("card.value > next_hand(player)", True), ("card not in deck", True)],
)
def test_a_leak_that_is_let_through_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, *, leaks: bool
) -> None:
    """With the check taken away the play itself tells which guard gives a hidden card away."""
    monkeypatch.setattr("reguli.model.binding.ruleset_binding.check_knowledge", lambda *_: ())
    loaded = game(tmp_path, KINDS, STATE, RULES.replace("WHERE", where), dealt=2, rounds=4)
    changed, different = differences(loaded, 2, 1)
    assert changed
    assert bool(different) is leaks


def test_who_has_one_move_only_by_what_he_hides_is_asked_all_the_same(tmp_path: Path) -> None:
    """Were `rest` played by itself, the others would know that no card in the hand is greater than 5."""
    loaded = game(tmp_path, KINDS, STATE, RULES.replace("WHERE", "card.value > most"), dealt=2, rounds=4, most=5)
    program, order = loaded.program(2), {"deck": [["one", "two", "three", "six", "four", "five"]]}
    openly = start_playthrough(program, prescribed=order, play_forced="openly")
    assert (openly.actor, openly.legal()) == (0, [Move("rest", ())])
    openly.apply(openly.legal()[0])
    assert [(played.forced, played.only) for played in openly.moves] == [(False, True)]
    always = start_playthrough(program, prescribed=order)
    assert (always.actor, len(always.legal())) == (1, 2)
    assert [(played.forced, played.only) for played in always.moves] == [(True, False)]
    again = replay_json_save(json.loads(json.dumps(to_json(openly))), lambda *_: program, Bag())
    assert again is not None
    assert again.differs is None
    assert (again.playthrough.play_forced, again.playthrough.moves) == ("openly", openly.moves)
