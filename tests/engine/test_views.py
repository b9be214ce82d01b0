"""Who sees what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from booth import program, sitting
from turns import turn

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.history.journal import visible_entries
from reguli.engine.observation import player_view

HIDDEN = {"hidden": True}


def seen(playthrough: GamePlaythrough, player: int | None) -> dict[str, Any]:
    position = player_view(playthrough, player)["position"]
    assert isinstance(position, dict)
    return position


@pytest.mark.parametrize(
    ("player", "coins", "hands", "secrets"),
    [
        (
            0,
            {"anna": 3, "ben": HIDDEN},
            {"anna": ["wolf", "lynx"], "ben": {"hidden": True, "count": 2}},
            {"anna": 0, "ben": HIDDEN},
        ),
        (
            1,
            {"anna": HIDDEN, "ben": 3},
            {"anna": {"hidden": True, "count": 2}, "ben": ["elk", "bear"]},
            {"anna": HIDDEN, "ben": 0},
        ),
        (
            None,
            {"anna": HIDDEN, "ben": HIDDEN},
            {"anna": {"hidden": True, "count": 2}, "ben": {"hidden": True, "count": 2}},
            {"anna": HIDDEN, "ben": HIDDEN},
        ),
    ],
)
def test_owners_see_their_own(
    played: GamePlaythrough, player: int | None, coins: dict[str, Any], hands: dict[str, Any], secrets: dict[str, Any]
) -> None:
    position = seen(played, player)
    assert position["player"]["coins"] == coins
    assert position["player"]["hand"] == hands
    assert position["player"]["secret"] == secrets
    assert position["game"]["deck"] == {"hidden": True, "count": 2}
    assert position["game"]["seen"] == HIDDEN
    assert position["player"]["gems"] == {"anna": {}, "ben": {}}


def test_a_switch_opens_and_closes(booth_folder: Path) -> None:
    playthrough = sitting(program(booth_folder, options={"open_coins": True, "vows_remembered": False}))
    assert seen(playthrough, None)["player"]["coins"] == {"anna": 3, "ben": 3}
    assert seen(playthrough, 0)["player"]["secret"] == {"anna": HIDDEN, "ben": HIDDEN}


def test_everyone_knows_who_decides_what(played: GamePlaythrough) -> None:
    told = player_view(played, None)["decision"]
    assert told == {
        "name": "stall",
        "by": "anna",
        "seat": 0,
        "phase": "morning",
        "options": ["buy", "lay", "rest"],
        "secret": False,
    }


def test_the_journal_hides_what_lay_hidden_at_both_ends(played: GamePlaythrough) -> None:
    texts = {viewer: [entry.text for entry in visible_entries(played, viewer)] for viewer in ("all", 0, 1, None)}
    assert "draw lynx: deck -> anna.hand" in texts["all"]
    assert "draw lynx: deck -> anna.hand" in texts[0]
    assert "draw ?: deck -> ben.hand" in texts[0]
    assert "draw ?: deck -> anna.hand" in texts[1]
    assert not any("lynx" in text and "draw" in text for text in (*texts[1], *texts[None]))
    assert "move lynx: box -> deck" in texts[None], "the box is open"


def test_a_secret_choice_and_what_it_sets_stay_with_the_one_who_chose(played: GamePlaythrough) -> None:
    turn(played, "rest", "rest")
    since = len(played.journal)
    turn(played, "promise 3", "keep blue")
    assert [entry.text for entry in visible_entries(played, 0, since)][:4] == [
        "choose anna: promise 3",
        "set anna.secret = 3",
        "choose ben: keep ?",
        "join ben.picks: ?",
    ]
    assert [entry.text for entry in visible_entries(played, 1, since)][:4] == [
        "choose anna: promise ?",
        "set anna.secret = ?",
        "choose ben: keep blue",
        "join ben.picks: blue",
    ]
    assert visible_entries(played, None, since)[0].values == {"player": "anna", "amount": {"hidden": True}}
