"""What a record tells in words: what a move brought about, what the values of a ranking count, that nothing is left of a sum."""

from __future__ import annotations

import pytest
from test_replay_page import data_of, game, read, tongue_of

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.play.replay_steps import ranking_lines
from reguli.play.view_texts import iterate_played_phases, position_lines
from reguli.publish.pictures.replay_page import replay_page
from reguli.words.catalogue.interface_texts import ENGLISH

COUNTED = {
    "en": ("supplied cities", "money", "cities"),
    "ro": ("orașe alimentate", "bani", "orașe"),
    "hu": ("ellátott városok", "pénz", "városok"),
}


@pytest.fixture(scope="module")
def played_game() -> GamePlaythrough:
    return game("power_grid", 3, 3)


@pytest.mark.parametrize("code", COUNTED)
def test_values_of_a_ranking_say_what_they_count(played_game: GamePlaythrough, code: str) -> None:
    tongue = tongue_of(played_game, code)
    assert tongue.values_ranked() == COUNTED[code]
    first, place = ranking_lines(played_game, tongue)[1], played_game.places()[0]
    named = zip(COUNTED[code], place.values, strict=True)
    assert first.endswith(" · ".join(f"{counted} {value}" for counted, value in named))


@pytest.mark.parametrize(("name", "counted"), [("warszawa", "points"), ("nucleum", "points"), ("tic_tac_toe", "lines")])
def test_other_games_say_it_too_where_there_is_a_word(name: str, counted: str) -> None:
    playthrough = game(name, 3, 3 if name != "tic_tac_toe" else 2)
    assert tongue_of(playthrough).values_ranked()[0] == counted


def test_a_record_says_who_won_an_auction_and_what_was_paid(played_game: GamePlaythrough) -> None:
    """It is told as the journal has it: what was paid is what left the money of the player."""
    tongue = tongue_of(played_game)
    lines = [line for phase in iterate_played_phases(played_game, ENGLISH, tongue) for line in phase.moves]
    bought = [at for at, line in enumerate(lines) if line.startswith("  → ") and " got power plant " in line]
    assert len(bought) >= 6
    assert all(" paid " in lines[at - 1] for at in bought)
    assert not lines[0].startswith("  → ")


def test_nothing_left_of_a_sum_is_told() -> None:
    begun = game("power_grid", 3, 3)
    money = begun.program.layout.fields["player.money"]
    begun.slots[money.base] = 0
    lines = position_lines(begun, ENGLISH, tongue_of(begun))
    (first,) = [line for line in lines if line.startswith("Player 1 – ")]
    assert "money: 0 Elektro" in first


def test_a_page_heads_the_ranking_with_what_is_counted(played_game: GamePlaythrough) -> None:
    data = data_of(played_game)
    page = replay_page(data)
    heads = [head for head in ("Supplied cities", "Money", "Cities") if f'<th scope="col">{head}</th>' in page]
    assert heads == ["Supplied cities", "Money", "Cities"]
    assert [path for path, field in data["fields"].items() if field["sum"]] == ["game/bank", "player/money"]
    assert read(page).tags
