"""The journal as typed events."""

from __future__ import annotations

from turns import turn

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.journal import visible_entries
from reguli.pipeline import LoadedRuleset


def test_events_carry_names_values_and_text(played: GamePlaythrough) -> None:
    since = len(played.journal)
    turn(played, "buy red", "lay 6", "rest")
    told = [(entry.verb, entry.about, entry.values, entry.text) for entry in visible_entries(played, since=since)]
    assert told == [
        ("choose", "buy", {"player": "anna", "colour": "red"}, "choose anna: buy red"),
        (
            "transfer",
            "coin",
            {"amount": 1, "variety": None, "from": "anna.coins", "to": "bank"},
            "transfer 1 coin: anna.coins -> bank",
        ),
        (
            "transfer",
            "gem",
            {"amount": 1, "variety": "red", "from": "mine", "to": "anna.gems"},
            "transfer 1 gem red: mine -> anna.gems",
        ),
        ("choose", "lay", {"player": "anna", "card": "lynx"}, "choose anna: lay lynx"),
        ("move", "card", {"piece": "lynx", "from": "anna.hand", "to": "table"}, "move lynx: anna.hand -> table"),
        ("set", "last", {"value": "lynx"}, "set last = lynx"),
        ("set", "player.points", {"owner": "anna", "value": 1}, "set anna.points = 1"),
        ("choose", "rest", {"player": "anna"}, "choose anna: rest"),
        ("set", "player.tired", {"owner": "anna", "value": True}, "set anna.tired = yes"),
    ]
    assert [entry.index for entry in visible_entries(played, since=since)] == list(range(since, since + 9))


def test_the_beginning_tells_chance_and_rounds(played: GamePlaythrough) -> None:
    texts = [entry.text for entry in visible_entries(played)]
    assert texts[6] == "shuffle deck"
    assert texts[-4:] == ["lot leader: ben", "join line: ben", "round 1", "phase morning"]


def test_events_stand_under_the_citations_of_their_rules() -> None:
    playthrough = start_playthrough(LoadedRuleset("tic_tac_toe").program(2), names=("anna", "ben"))
    turn(playthrough, "place b2")
    chosen, moved = visible_entries(playthrough)[2:4]
    assert (chosen.rule, moved.rule) == ("play/turn/place", "play/turn/place/move")
    assert chosen.cites == moved.cites == ("T3", "T4")
