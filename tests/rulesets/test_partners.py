"""What a set of players sees: partners see hands and promises of their side, nobody else does."""

from __future__ import annotations

import pytest
from toys import Sitting, place, sit

from reguli.engine.history.journal import visible_entries
from reguli.engine.observation import player_view

CHANCE = {"deck": [["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12"]]}


def dealt(players: int) -> Sitting:
    return sit("whist", players, chance=CHANCE, play_forced=False)


def hands(sitting: Sitting, player: int | None) -> dict[str, object]:
    position = player_view(sitting.playthrough, player)["position"]
    assert isinstance(position, dict)
    found: dict[str, object] = position["player"]["hand"]
    return found


def test_partners_see_each_others_hands_and_no_others() -> None:
    sitting, unseen = dealt(4), {"hidden": True, "count": 3}
    mine, theirs = ["c1", "c2", "c3"], ["c7", "c8", "c9"]
    assert hands(sitting, 0) == {"a": mine, "b": unseen, "c": theirs, "d": unseen}
    assert hands(sitting, 2) == hands(sitting, 0)
    assert hands(sitting, 1) == {"a": unseen, "b": ["c4", "c5", "c6"], "c": unseen, "d": ["c10", "c11", "c12"]}
    assert hands(sitting, None) == dict.fromkeys("abcd", unseen)


def test_with_two_at_the_table_nobody_has_a_partner() -> None:
    assert hands(dealt(2), 0) == {"a": ["c1", "c2", "c3"], "b": {"hidden": True, "count": 3}}


def told(sitting: Sitting, player: int | None) -> list[str]:
    return [entry.text for entry in visible_entries(sitting.playthrough, player) if entry.verb in ("draw", "set")]


@pytest.mark.parametrize(
    ("player", "card", "promise"), [(0, "c1", "5"), (2, "c1", "5"), (1, "?", "?"), (None, "?", "?")]
)
def test_the_journal_tells_partners_what_they_may_know(player: int | None, card: str, promise: str) -> None:
    sitting = dealt(4).play("a: promise_value 5")
    lines = told(sitting, player)
    assert f"draw {card}: deck -> a.hand" in lines
    assert lines[-1] == f"set a.promise = {promise}"


def test_a_promise_binds_who_can_keep_it() -> None:
    sitting = dealt(3).play("a: promise_value 2")
    assert sitting.refused("play c1") == ["below_the_promise"]
    sitting.play("a: play c3", "b: stay_silent", "b: play c6", "c: stay_silent", "c: play c7")
    # c7 is the highest card, and a and c are of the sun.
    assert (sitting.value("won(a)"), sitting.value("won(b)"), sitting.value("won(c)")) == (1, 0, 1)


def test_a_promise_nobody_could_keep_binds_nobody() -> None:
    sitting = place(
        "whist",
        """
        players: 2
        at: {phase: playing, decision: card_played, by: a}
        state: {round: 1, a.side: sun, b.side: moon, a.promise: 6, a.hand: [c1, c2, c3], b.hand: [c4, c5, c6]}
        """,
    )
    assert sitting.refused("play c1") == []
