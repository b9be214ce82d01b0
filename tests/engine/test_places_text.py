"""Positions as plain values."""

from __future__ import annotations

import json

from turns import turn

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.position_documents.position_values import field_as_plain, position_as_plain


def test_every_form_of_state_is_told_by_ids(played: GamePlaythrough) -> None:
    turn(played, "buy red", "buy red", "buy blue", "lay 6", "rest")
    told = position_as_plain(played.program, played.slots, played.names)
    assert told["facts"] == {
        "player_count": 2,
        "round": 1,
        "phase": "morning",
        "part": "during",
        "stage": "early",
        "coming_stage": None,
        "over": False,
    }
    assert told["game"] == {
        "bank": None,
        "mine": {"red": 2, "blue": 2},
        "box": [],
        "deck": [["fox", "owl"]],
        "table": ["lynx"],
        "line": ["ben"],
        "last": "lynx",
        "seen": [],
    }
    assert told["player"] == {
        "coins": {"anna": 0, "ben": 3},
        "gems": {"anna": {"red": 2, "blue": 1}, "ben": {}},
        "hand": {"anna": ["wolf"], "ben": ["elk", "bear"]},
        "points": {"anna": 1, "ben": 0},
        "secret": {"anna": 0, "ben": 0},
        "picks": {"anna": [], "ben": []},
        "tired": {"anna": True, "ben": False},
    }
    assert json.loads(json.dumps(told)) == told


def test_one_field_is_told_alone(played: GamePlaythrough) -> None:
    assert field_as_plain(played.program, played.slots, "player.hand") == {
        "seat_1": ["wolf", "lynx"],
        "seat_2": ["elk", "bear"],
    }
    assert field_as_plain(played.program, played.slots, "game.line", played.names) == ["ben"]
