"""The score sheet of finished games: its lines add up to the ranking, and are named in every language."""

from __future__ import annotations

import pytest
from test_replay_page import game, tongue_of

from reguli.play.score_sheet import score_sheet


@pytest.mark.parametrize(("name", "players"), [("nucleum", 2), ("warszawa", 3), ("power_grid", 3), ("tic_tac_toe", 2)])
def test_the_lines_of_a_criterion_add_up_to_its_value(name: str, players: int) -> None:
    playthrough = game(name, 3, players)
    lines = score_sheet(playthrough, tongue_of(playthrough))
    for place in playthrough.places():
        for number, value in enumerate(place.values):
            parts = [line.values[place.player] for line in lines if line.criterion == number]
            assert not parts or sum(parts) == value
    split = {line.criterion for line in lines}
    assert split == ({0} if name in {"nucleum", "warszawa"} else set())


def test_what_the_rules_add_at_the_end_is_named_and_cites_its_statement() -> None:
    playthrough = game("warszawa", 3, 3)
    for code, norm, first in (
        ("en", "Points lost for a norm that is not met", "Before the last move"),
        ("ro", "Puncte pierdute pentru o normă neîndeplinită", "Înaintea ultimei mutări"),
        ("hu", "Nem teljesített normáért levont pont", "Az utolsó lépés előtt"),
    ):
        lines = {line.text: line for line in score_sheet(playthrough, tongue_of(playthrough, code))}
        assert next(iter(lines)) == first
        assert "W37" in lines[norm].cites
