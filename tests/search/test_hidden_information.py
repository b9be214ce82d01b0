"""What a seat cannot see is dealt anew: the seat sees the same, and the deal depends on nothing that it cannot see."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

import reguli
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.observation import player_view
from reguli.engine.position_documents.position_values import zone_pieces
from reguli.ir.rng import Stream
from reguli.play.bot_policies import unsampled_remarks
from reguli.search.hidden_information import branch_anew, hidden_information, unsampled_fields
from reguli.shipped_files import shipped_folder
from reguli.verify.fuzzing.fuzzing_part import shuffle_hidden_state

GAMES = [("power_grid", 3), ("warszawa", 3), ("nucleum", 2)]


def position(name: str, players: int, moves: int, seed: int = 3) -> GamePlaythrough:
    found = reguli.load(name).start(players, seed=seed, play_forced=True)
    found.play_on("sane", moves=moves)
    return found.sitting


def dealt(played: GamePlaythrough, seat: int, lot: int) -> list[int]:
    slots = list(played.slots)
    hidden_information(played, seat).deal(slots, Stream(lot))
    return slots


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("moves", [6, 60])
def test_the_seat_sees_the_same(name: str, players: int, moves: int) -> None:
    played = position(name, players, moves)
    changed = 0
    for seat in range(players):
        for seed in range(6):
            other = branch_anew(played, seed, seat)
            assert player_view(other, seat) == player_view(played, seat)
            changed += other.slots != played.slots
    assert changed > 0


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("moves", [5, 25, 80])
def test_a_deal_depends_on_nothing_that_is_hidden(name: str, players: int, moves: int) -> None:
    played = position(name, players, moves)
    for seat in range(players):
        other = branch_anew(played, 100 + moves, seat)
        assert other.slots != played.slots
        assert dealt(other, seat, 7)[: played.program.saved] == dealt(played, seat, 7)[: played.program.saved]


def test_pieces_that_another_hand_exchanges_are_dealt_alike() -> None:
    played = position("power_grid", 3, 30)
    money = played.program.layout.fields["player.money"]
    for seat in range(3):
        other = shuffle_hidden_state(played, seat, Stream(seat))
        # What everybody saw being paid is known, so it is no exchange that nobody can tell.
        other.slots[money.base : money.base + 3] = played.slots[money.base : money.base + 3]
        assert other.slots != played.slots
        assert dealt(other, seat, 7)[: played.program.saved] == dealt(played, seat, 7)[: played.program.saved]


def test_pieces_lie_where_they_may_be_and_each_as_often() -> None:
    played = position("warszawa", 3, 60)
    hidden, tries = hidden_information(played, played.actor), 400
    pool = max(hidden.pools, key=lambda one: len(one.pieces))
    counts = Counter[tuple[int, int]]()
    for lot in range(tries):
        slots = dealt(played, played.actor, lot)
        for piece, zones in zip(pool.pieces, pool.possible, strict=True):
            assert slots[pool.first + piece] in zones
            counts[piece, slots[pool.first + piece]] += 1
    alike = Counter(pool.possible)
    checked = 0
    for zone, room in pool.rooms:
        assert sum(counts[piece, zone] for piece in pool.pieces) == tries * room
        for zones, pieces in alike.items():
            if len(zones) > 1 and zone in zones and room and pieces > 3:
                shares = [
                    counts[piece, zone] for piece, may in zip(pool.pieces, pool.possible, strict=True) if may == zones
                ]
                # A binomial share lies within five standard deviations of its mean.
                mean = sum(shares) / len(shares)
                assert all(abs(share - mean) <= 5 * (mean * (1 - mean / tries)) ** 0.5 + 1 for share in shares)
                checked += 1
    assert checked > 0


def test_what_lies_in_sight_and_money_that_moved_in_sight_stay() -> None:
    played = position("power_grid", 3, 50)
    program = played.program
    money = program.layout.fields["player.money"]
    for seat in range(3):
        hidden = hidden_information(played, seat)
        assert hidden.tokens == ()
        assert hidden.unsampled == ()
        slots = dealt(played, seat, 1)
        assert slots[money.base : money.base + 3] == played.slots[money.base : money.base + 3]
        for field in program.layout.fields.values():
            if (
                field.declared.form == "zone"
                and field.declared.of == "card"
                and field.name not in ("game.deck", "game.removed")
            ):
                for place in range(field.places):
                    assert zone_pieces(program, slots, field, place) == zone_pieces(program, played.slots, field, place)


@pytest.mark.parametrize(("declared", "named"), [("range: open", True), ("range: [0, 9]", False)])
def test_a_hidden_number_without_a_range_is_named(declared: str, named: bool, tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    state, rules = folder / "state.yaml", next((folder / "rules").iterdir())
    text = state.read_text(encoding="utf-8")
    text = text.replace("player:\n", f"player:\n  counted: {{number: mark, {declared}, visible: owner}}\n")
    state.write_text(text, encoding="utf-8")
    text = rules.read_text(encoding="utf-8")
    counting = "                add 1 to to_move.counted\n                set to_move to next"
    rules.write_text(text.replace("                set to_move to next", counting), encoding="utf-8")
    played = reguli.load(folder).start(2, seed=1)
    played.play_on("random", moves=3)
    fields = ("player.counted",) if named else ()
    assert unsampled_fields(played.sitting.program) == fields
    assert hidden_information(played.sitting, 0).unsampled == fields
    found = unsampled_remarks(played.sitting.program, ["random", "search:20"])
    assert [one.code for one in found] == ["X168"] * named
    assert unsampled_remarks(played.sitting.program, ["random"]) == []
