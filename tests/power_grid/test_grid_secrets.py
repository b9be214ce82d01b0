"""Who knows what."""

from __future__ import annotations

from typing import Any

import pytest
from playing import game
from posed import play, posed

import reguli

HIGH = "20 21 22 23 24 25 26 27"


def of_view(sitting: reguli.Playthrough, player: int | str | None, group: str, name: str) -> Any:
    seen: dict[str, Any] = sitting.view(player)
    return seen["position"][group][name]


def test_money_is_seen_by_its_owner_only() -> None:
    """P119, P177, L2, case 30: by default; everybody's with the switch off."""
    sitting = posed("auction", money={"a": 30, "b": 40, "c": 50}, market=HIGH, deck="28 99", plants={"a": "3"})
    assert of_view(sitting, "b", "player", "money") == {"a": {"hidden": True}, "b": 40, "c": {"hidden": True}}
    assert of_view(sitting, None, "player", "money") == {name: {"hidden": True} for name in "abc"}
    shown = posed("auction", money={"a": 30, "b": 40, "c": 50}, market=HIGH, deck="28 99", hidden_money=False)
    for viewer in ("a", "b", None):
        assert of_view(shown, viewer, "player", "money") == {"a": 30, "b": 40, "c": 50}


def test_all_else_of_the_players_is_open() -> None:
    """P110, P177: plants, fuel and cities of everybody."""
    sitting = posed(
        "auction", money=30, market=HIGH, deck="28 99", plants={"a": "10", "b": "4"}, fuel={"a": {"coal": 3}}, houses={"a": "essen"}
    )  # fmt: skip
    for viewer in ("a", "c", None):
        assert of_view(sitting, viewer, "player", "plants") == {"a": ["plant_10"], "b": ["plant_4"], "c": []}
        assert of_view(sitting, viewer, "player", "fuel")["a"] == {"coal": 3}
        assert of_view(sitting, viewer, "city", "houses")["essen"] == {"a": 1}


def test_what_may_be_done_does_not_depend_on_the_money_of_others() -> None:
    """P119: in phases 2, 3 and 4, whatever the others have."""
    common: dict[str, Any] = {
        "market": HIGH,
        "deck": "28 99",
        "plants": {"a": "10", "b": "4", "c": "5"},
        "play_forced": False,
        "order": "bca",
    }
    for phase, first in (("auction", "nominate"), ("resources", "buy"), ("building", "connect")):
        by = {"by": "a"} if phase != "auction" else {"order": "abc"}
        seen = set()
        for others in (0, 20, 500):
            sitting = posed(
                phase, money={"a": 60, "b": others, "c": others}, on_market={"coal": 9}, houses={"a": "essen", "b": "koeln"},
                **{**common, **by},
            )  # fmt: skip
            seen.add(tuple(sitting.moves()))
        assert len(seen) == 1
        assert any(move.startswith(first) for move in seen.pop())


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_deck_and_the_plants_taken_out_are_hidden(viewer: int | None) -> None:
    """P32, P33, P34, P177: from everybody, but for 13 on top and the stage card below; their number is not hidden."""
    sitting = game().start(2, seed=4)
    known = ["plant_13", *[None] * 25, "stage_3"]
    assert of_view(sitting, viewer, "game", "deck") == {"hidden": True, "count": 27, "known": known}
    assert of_view(sitting, viewer, "game", "removed") == {"hidden": True, "count": 8}
    told = [entry for entry in sitting.journal(viewer) if entry.values.get("to") == "removed"]
    assert len(told) == 8
    assert all(entry.values["piece"] == {"hidden": True} for entry in told)
    assert all(
        isinstance(entry.values["piece"], str) for entry in sitting.journal() if entry.values.get("to") == "removed"
    )


def test_a_plant_put_under_the_deck_was_seen_by_all() -> None:
    """P129, P177: the journal tells everybody which one it was, and which plant is drawn."""
    sitting = posed("bureaucracy", market=HIGH, deck="28 30 99", money=40, plants={"a": "3", "b": "4", "c": "5"})
    for viewer in (0, 2, None):
        said = [entry.text for entry in sitting.journal(viewer)]
        assert "move plant_27: plant_market -> deck" in said
        assert "draw plant_28: deck -> plant_market" in said
        # 30 and the stage card lay there before anybody looked.
        assert of_view(sitting, viewer, "game", "deck") == {
            "hidden": True,
            "count": 3,
            "known": [None, None, "plant_27"],
        }


def test_what_went_under_the_deck_is_known_until_it_is_shuffled() -> None:
    """P129, P145, P177: round by round one plant more is known below the stage card; none is when that card has come."""
    sitting = game().start(3, seed=11)
    below: list[str] = []
    while sitting.value("stage_3 in deck"):
        known = of_view(sitting, None, "game", "deck")["known"]
        below = known[known.index("stage_3") + 1 :]
        told = [entry for entry in sitting.journal(None) if (entry.verb, entry.values.get("to")) == ("move", "deck")]
        put = [entry.values["piece"] for entry in told if entry.rule.startswith("update_plant_market")]
        assert below == put
        sitting.apply(sitting.choose("sane"))
    assert len(below) > 2
    assert "known" not in of_view(sitting, None, "game", "deck")


def test_what_is_paid_is_told() -> None:
    """P55, P177: bids and prices are public, though the purse is not."""
    sitting = posed("auction", money=40, market=HIGH, deck="28 30 99", plants={"a": "3", "b": "4", "c": "5"})
    play(sitting, "a: nominate 21 23", "b: pass_bid", "c: pass_bid")
    assert "transfer 23 elektro: a.money -> bank" in [entry.text for entry in sitting.journal("b")]
