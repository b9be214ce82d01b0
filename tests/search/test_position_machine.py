"""Positions in generated code: what is put in goes on as the playthrough does, also in the middle of a decision that is all or nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import reguli
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.rng import playout_seed
from reguli.ir.state_layout import FACTS
from reguli.search.position_machine import PositionMachine

ENGINES = [PYTHON, pytest.param(WASM, marks=pytest.mark.skipif(not has_wasm(), reason="the extra fast is missing"))]
HOLDING = FACTS.index("holding")
MOST_MOVES = 400


@cache
def machine(name: str, players: int, engine: str) -> PositionMachine:
    return PositionMachine(reguli.load(name).program(players), engine=engine)


def position(name: str, players: int, seed: int, moves: int) -> GamePlaythrough:
    found = reguli.load(name).start(players, seed=seed, play_forced=True)
    found.play_on("random", moves=moves)
    return found.sitting


def follow(played: GamePlaythrough, into: PositionMachine, lots: Random, most: int) -> int:
    """Put a position in and make the same moves in both; return how many."""
    into.put(played)
    into.restart(played.chance.seed)
    made = 0
    while not played.over and made < most:
        offers = into.offers(into.offered_words())
        keys = [into.key(offer, at) for offer in offers for at in range(offer.size)] if played.decision else []
        moves = [into.move_of(into.decision, key) for key in keys]
        assert moves == played.legal()
        assert all(offer.holds(into.key(offer, at)) for offer in offers for at in range(offer.size))
        assert [into.key_of(into.decision, move) for move in moves] == keys
        chosen = lots.randrange(len(keys))
        played.apply(moves[chosen])
        assert into.take(keys[chosen]) == (-1 if played.over else played.actor)
        made += 1
        saved = played.program.saved
        assert list(into.machine.slots[:saved]) == list(map(int, played.slots[:saved]))
    return made


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "players", "moves"),
    [("tic_tac_toe", 2, 3), ("connect_four", 2, 9), ("power_grid", 3, 60), ("warszawa", 4, 30), ("nucleum", 2, 20)],
)
def test_a_position_goes_on_as_its_playthrough(name: str, players: int, moves: int, engine: str) -> None:
    played = position(name, players, 5, moves)
    most = MOST_MOVES if engine == WASM else 12
    assert follow(played, machine(name, players, engine), Random(5), most) > 0
    if engine == WASM and name != "nucleum":
        places = machine(name, players, engine).play_out(0)
        assert list(places) == [one.place for one in sorted(played.places(), key=lambda one: one.player)]


@pytest.mark.skipif(not has_wasm(), reason="the extra fast is missing")
def test_a_position_within_what_is_all_or_nothing_goes_on() -> None:
    into, within = machine("nucleum", 2, WASM), 0
    for seed in range(3):
        played, lots = position("nucleum", 2, seed, 8), Random(seed)
        for _ in range(150):
            if played.over or within == 12:
                break
            if played.slots[HOLDING]:
                within += 1
                follow(played.branch(), into, lots, 25)
            played.apply(lots.choice(played.legal()))
    assert within >= 5


CHOOSING = {
    "game.yaml": """
ruleset: choosing
language: 2
version: 1.0.0
name: Choosing
players: {min: 2, max: 2}
setup: set_up
round: [going]
ranking: [{by: seat_of(player), order: least}]
""",
    "components/k.yaml": """
kinds:
  fruit: {elements: [apple, pear]}
  crate: {tokens: {variety: fruit, supply: 9}, starts: yard}
  card: {pieces: true, starts: deck, elements: [ace, king, queen, jack]}
""",
    "state.yaml": """
game:
  yard: {zone: crate}
  store: {zone: crate}
  deck: {zone: card}
  pile: {zone: card}
  turns: {number: number}
""",
    "constants.yaml": "apples: {value: 3}\npears: {value: 2}\ndrawn_at_most: {value: 3}\nloaded_at_most: {value: 2}\n",
    "rules/r.rules": """
define seat_of(player) = (if player = seat_1 then 0 else 1)
procedure set_up:
    move {apples of apple, pears of pear} from yard to store
phase going:
    decide purchase by seat_1, or rest:
        take(drawn in 1 .. drawn_at_most of deck):
            move drawn from deck to pile
            add 1 to turns
        load(loaded in 1 .. loaded_at_most of store):
            move loaded from store to yard
            add 1 to turns
        give(card in pile):
            move card from pile to deck
""",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_sets_and_bundles_that_are_chosen_are_those_of_their_offer(engine: str, tmp_path: Path) -> None:
    for name, text in CHOOSING.items():
        path = tmp_path / "choosing" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    game = reguli.load(tmp_path / "choosing")
    into, played = PositionMachine(game.program(2), engine=engine), game.start(2, play_forced=True).sitting
    into.put(played)
    into.restart(1)
    cards, crates = (one for one in into.offers(into.offered_words()) if one.among is not None)
    # Of four cards one, two or three; of three apples and two pears one or two.
    assert (cards.size, crates.size) == (4 + 6 + 4, 2 + 3)
    assert cards.holds((cards.first[0], 3, 0, 1, 3))
    assert not cards.holds((cards.first[0], 4, 0, 1, 2, 3))
    assert not cards.holds(into.key(crates, 0))
    assert crates.holds((crates.first[0], 2, 0, 2))
    assert not crates.holds((crates.first[0], 2, 0, 3))
    assert follow(played, into, Random(3), 60) > 0


def test_rollouts_are_the_games_of_branches_with_their_seeds() -> None:
    found = reguli.load("power_grid").start(3, seed=2)
    found.play_on("sane", moves=30)
    before = found.key
    places = found.rollouts(4, "sane", seed=9)
    for number, there in enumerate(places, 1):
        branch = found.branch(seed=playout_seed(9, number))
        branch.play_on("sane")
        assert there == tuple(one.place for one in sorted(branch.ranking, key=lambda one: one.seat))
    assert found.key == before


def test_rollouts_begin_with_the_move_asked_for() -> None:
    found = reguli.load("tic_tac_toe").start()
    for cell in ("a1", "b1", "a2", "b2"):
        found.apply(f"place {cell}")
    assert found.rollouts(8, move="place a3") == [(1, 2)] * 8
    with pytest.raises(reguli.IllegalMove):
        found.rollouts(1, move="place a1")
    with pytest.raises(reguli.UnknownBot):
        found.rollouts(1, "sane")
    found.apply("place a3")
    with pytest.raises(reguli.IllegalMove):
        found.rollouts(1)
