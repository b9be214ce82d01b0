"""Saves and positions that were tampered with: findings or a playthrough, never anything else, and nothing made or lost."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from booth import sitting
from turns import turn

from reguli.engine.history.save_files import replay_json_save, to_json
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.engine.position_documents.position_writer import read_plain_position
from reguli.ir.executable_program import Playable
from reguli.source.diagnostic import Bag, finding_sentence

TRIES = 150
JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        3,
        10**25,
        1.5,
        "",
        "a",
        "anna",
        "seat_1",
        "fox",
        "red",
        "none",
        "deck",
        "vow",
        "x" * 500,
    ),
    *("\x00", [], {}, [1], ["fox"], ["fox", "owl"], [["fox", "owl"], "elk"], ["fox", ["owl"], ["elk"]], {"a": 1}),
    *(
        {"red": 1},
        {"red": 2, "blue": -1},
        {"a": ["fox"], "b": ["owl"]},
        {"a": {"red": 1}},
        ["a", "b"],
        [[["fox"]]],
        [None],
    ),
)
PLACES = (
    *("deck", "box", "table", "line", "last", "seen", "bank", "mine", "mine[red]", "a.coins", "b.gems", "a.gems[blue]"),
    *(
        "a.hand",
        "b.points",
        "a.secret",
        "a.picks",
        "player.tired",
        "player.points",
        "player.hand",
        "round",
        "stage",
        "phase",
    ),
    *("fox.worth", "x", "count(deck)", "deck[1]", "a.b.c", "a.hand[fox]", "player"),
)
ENTRIES = (
    {"phase": "morning"},
    {"phase": "evening", "by": "b"},
    {"phase": "morning", "decision": "vow"},
    {"phase": "x"},
)
CARDS = ["bear", "elk", "fox", "lynx", "owl", "wolf"]


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from paths(data[key], (*path, key))


def tampered(data: Any, lots: Random) -> Any:
    found = copy.deepcopy(data)
    for _ in range(lots.choice([1, 1, 2])):
        *way, last = lots.choice(list(paths(found)))
        place = found
        for key in way:
            place = place[key]
        if lots.random() < 0.2:
            del place[last]
        else:
            place[last] = copy.deepcopy(lots.choice(JUNK))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_tampered_save_gives_findings_or_a_playthrough(made: Playable, seed: int) -> None:
    lots = Random(seed)
    playthrough = sitting(made)
    turn(playthrough, "buy red", "lay 6", "rest", "buy blue", "rest", "promise 3", "keep blue")
    data = json.loads(json.dumps(to_json(playthrough)))
    for _ in range(TRIES):
        bag = Bag()
        found = replay_json_save(tampered(data, lots), lambda *_: made, bag)
        assert (found is None) == bool(bag)
        if found is not None:
            found.report(bag)
        assert all(finding_sentence(finding) for finding in bag)


@pytest.mark.parametrize("seed", range(3))
def test_a_senseless_position_gives_findings_or_a_playthrough(made: Playable, seed: int) -> None:
    lots = Random(seed)
    for _ in range(TRIES):
        document: dict[str, object] = {
            "state": {place: copy.deepcopy(lots.choice(JUNK)) for place in lots.sample(PLACES, lots.randrange(1, 4))}
        }
        if lots.random() < 0.5:
            document["at"] = lots.choice(ENTRIES)
        if lots.random() < 0.3:
            document["setup"] = "initial"
        if lots.random() < 0.3:
            document["chance"] = {lots.choice(["leader", "deck", "deck.draws", "x"]): lots.choice(JUNK)}
        bag = Bag()
        written = read_plain_position(document, bag)
        found = None if written is None else set_up_position(made, written, bag)
        assert (found is None) == bool(bag), document
        assert all(finding_sentence(finding) for finding in bag)
        if found is not None:
            assert_conserved(position_as_plain(made, found.slots))


def assert_conserved(position: dict[str, Any]) -> None:
    game, player = position["game"], position["player"]
    for colour, supply in (("red", 4), ("blue", 3)):
        zones = [game["mine"], *player["gems"].values()]
        assert sum(zone.get(colour, 0) for zone in zones) == supply
    piles = [game["deck"], game["box"], game["table"], *player["hand"].values()]
    lying = [card for pile in piles for part in pile for card in (part if isinstance(part, list) else [part])]
    assert sorted(lying) == CARDS
