"""Positions set up from documents: what is said lies where it is said, nothing is made or lost, mistakes are found."""

from __future__ import annotations

import re
from typing import Any

import pytest
from turns import turn

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.position_documents.document_setup import position_player_count, run_procedure, set_up_position
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.engine.position_documents.position_writer import position_document_json, read_plain_position
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.source.diagnostic import Bag, finding_sentence


def tried(made: Playable, **document: object) -> tuple[GamePlaythrough | None, Bag]:
    bag = Bag()
    written = read_plain_position(document, bag)
    assert written is not None, [finding_sentence(finding) for finding in bag]
    return set_up_position(made, written, bag), bag


def placed(made: Playable, **document: object) -> GamePlaythrough:
    playthrough, bag = tried(made, **document)
    assert playthrough is not None, [finding_sentence(finding) for finding in bag]
    return playthrough


def told(playthrough: GamePlaythrough) -> dict[str, Any]:
    return position_as_plain(playthrough.program, playthrough.slots, playthrough.names)


def test_a_field_that_is_not_said_is_as_the_set_up_leaves_it(made: Playable) -> None:
    """The set-up deals two of six cards to each of two players, gives them three coins each, and draws lots for the leader."""
    position = told(placed(made, state={"b.gems": {"red": 1}}))
    assert [len(hand) for hand in position["player"]["hand"].values()] == [2, 2]
    assert [len(pile) for pile in position["game"]["deck"]] == [2], "shuffled, so in no order"
    assert position["player"]["coins"] == {"a": 3, "b": 3}
    assert len(position["game"]["line"]) == 1
    assert position["player"]["gems"] == {"a": {}, "b": {"red": 1}}
    assert position["game"]["mine"] == {"red": 3, "blue": 3}
    assert position["game"]["box"] == []


def test_a_field_said_for_some_is_as_in_the_box_for_the_others(made: Playable) -> None:
    position = told(
        placed(made, state={"a.hand": ["fox"], "b.coins": 1, "mine": {"red": 4, "blue": 1}, "a.gems": {"blue": 2}})
    )
    assert position["player"]["hand"] == {"a": ["fox"], "b": []}
    assert position["player"]["coins"] == {"a": 0, "b": 1}
    assert (
        len(position["game"]["box"]) + sum(len(pile) for pile in position["game"]["deck"] if isinstance(pile, list))
        >= 3
    )


def test_what_is_wanted_comes_from_places_that_are_not_said(made: Playable) -> None:
    """All six cards are named away from where the set-up dealt them, and none lies in two places."""
    cards = ["fox", "owl", "elk", "bear", "wolf", "lynx"]
    position = told(placed(made, state={"table": cards}))
    assert position["game"]["table"] == cards
    assert position["player"]["hand"] == {"a": [], "b": []}
    assert position["game"]["deck"] == position["game"]["box"] == []


def test_filling_up_is_the_same_whatever_the_seed(made: Playable) -> None:
    bag = Bag()
    written = read_plain_position({"state": {"b.gems": {"red": 1}}}, bag)
    assert written is not None
    found = [set_up_position(made, written, bag, seed=seed) for seed in (0, 7)]
    assert len({playthrough.hash for playthrough in found if playthrough is not None}) == 1


def test_every_form_of_value_can_be_said(made: Playable) -> None:
    position = told(
        placed(
            made,
            seats={"eva": 0, "finn": 1},
            state={
                "stage": "late",
                "round": 7,
                "phase": "evening",
                "deck": [6, ["fox", "owl"], "bear"],
                "table": "elk",
                "player.hand": [],
                "line": ["finn", "eva"],
                "last": "elk",
                "seen": ["owl", "fox"],
                "eva.coins": 8,
                "finn.gems[blue]": 2,
                "eva.points": 4,
                "finn.picks": ["red"],
                "player.tired": ["finn"],
                "player.secret": {"eva": 1, "finn": 2},
            },
        )
    )
    assert position["facts"]["stage"] == "late"
    assert position["facts"]["round"] == 7
    assert position["facts"]["phase"] == "evening"
    assert position["game"] == {
        "bank": None,
        "mine": {"red": 4, "blue": 1},
        "box": ["wolf"],
        "deck": ["lynx", ["fox", "owl"], "bear"],
        "table": ["elk"],
        "line": ["finn", "eva"],
        "last": "elk",
        "seen": ["fox", "owl"],
    }
    assert position["player"] == {
        "coins": {"eva": 8, "finn": 0},
        "gems": {"eva": {}, "finn": {"blue": 2}},
        "hand": {"eva": [], "finn": []},
        "points": {"eva": 4, "finn": 0},
        "secret": {"eva": 1, "finn": 2},
        "picks": {"eva": [], "finn": ["red"]},
        "tired": {"eva": False, "finn": True},
    }


def test_changes_after_the_set_up_of_the_rules_take_back_what_lay_there(made: Playable) -> None:
    chance = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "leader": ["b"]}
    playthrough = placed(made, setup="initial", chance=chance, state={"a.hand": ["fox"], "mine": {"red": 4, "blue": 3}})
    position = told(playthrough)
    assert position["player"]["hand"] == {"a": ["fox"], "b": ["elk", "bear"]}
    assert position["game"]["deck"] == ["owl"]
    assert position["game"]["box"] == ["wolf", "lynx"]
    assert playthrough.decision is not None
    assert playthrough.actor == 0


def test_a_known_order_is_drawn_in_that_order(made: Playable) -> None:
    playthrough = placed(made, state={"deck": ["fox", "elk", "owl"]})
    assert told(playthrough)["game"]["deck"] == ["fox", "elk", "owl"]


def test_play_begins_where_the_document_says(made: Playable) -> None:
    coins = {"player.coins": 2}
    first = placed(made, at={"phase": "morning"}, state=coins)
    assert first.decision is not None
    assert (first.decision.ask.name, first.actor) == ("stall", 0)
    second = placed(made, at={"phase": "morning", "decision": "stall", "by": "b"}, state=coins)
    assert second.decision is not None
    assert (second.decision.ask.name, second.actor) == ("stall", 1)
    evening = placed(made, at={"phase": "evening", "by": "b"}, state={"round": 4})
    assert evening.decision is not None
    assert (evening.decision.ask.name, evening.actor) == ("vow", 1)
    assert evening.fact("round") == 4
    nowhere = placed(made, state=coins)
    assert nowhere.decision is None


def test_forced_moves_play_themselves_unless_the_decision_is_named(made: Playable) -> None:
    # Without coins and cards there is only rest.
    nothing: dict[str, object] = {"b.coins": 1, "player.hand": {"a": [], "b": []}}
    on = placed(made, at={"phase": "morning"}, state=nothing)
    assert on.decision is not None
    assert on.actor == 1
    here = placed(made, at={"phase": "morning", "decision": "stall", "by": "a"}, state=nothing)
    assert here.decision is not None
    assert here.actor == 0
    turn(here, "rest")
    assert here.actor == 1


@pytest.mark.parametrize(
    ("document", "code", "said"),
    [
        ({"state": {"dekc": []}}, "E501", "dekc"),
        ({"state": {"a.hnad": []}}, "E501", "a.hnad"),
        ({"state": {"z.hand": []}}, "E501", "z.hand"),
        ({"state": {"deck[red]": 1}}, "E501", "deck"),
        ({"state": {"count(deck)": 1}}, "E501", "count"),
        ({"state": {"a.worth": 1}}, "E501", "worth"),
        ({"state": {"a.points": "many"}}, "E502", "many"),
        ({"state": {"a.tired": 1}}, "E502", "true or false|1"),
        ({"state": {"deck": {"fox": 1}}}, "E502", "fox"),
        ({"state": {"table": [["fox"]]}}, "E502", "fox"),
        ({"state": {"table": ["fox", "fox"]}}, "E505", "'table' and into 'table'"),
        ({"state": {"a.gems": 3}}, "E502", "3"),
        ({"state": {"bank": 3}}, "E502", "bank"),
        ({"state": {"table": ["cat"]}}, "E503", "no card 'cat'"),
        ({"state": {"a.gems": {"green": 1}}}, "E503", "no colour 'green'"),
        ({"state": {"a.gems[green]": 1}}, "E503", "no colour 'green'"),
        ({"state": {"stage": "earl"}}, "E503", "no stage 'earl'"),
        ({"state": {"a.gems": {"blue": 2}, "b.gems": {"blue": 2}}}, "E504", "only 1"),
        ({"state": {"table": ["fox"], "a.hand": ["fox"]}}, "E505", "'table' and into 'a.hand'"),
        ({"state": {"a.hand": ["fox", "owl", "elk", "bear"]}}, "E506", "no room for 4 in 'a.hand'"),
        ({"state": {"a.gems": {"red": 3, "blue": 2}}}, "E506", "no room for 5"),
        ({"state": {"table": {"fox": True, "owl": [1]}}}, "E502", "cannot be {fox: true, owl: \\[1\\]}"),
        ({"state": {"a.points": 10}}, "E507", "cannot be 10"),
        ({"state": {"a.coins": -1}}, "E507", "cannot be -1"),
        ({"state": {"round": -1}}, "E507", "cannot be -1"),
        ({"state": {"mine": {"red": 4, "blue": 3}, "a.gems": {"red": 1}}}, "E508", "said to hold 4.* leaves 3"),
        (
            {"state": {"box": ["fox"], "deck": [], "player.hand": {"a": [], "b": []}}},
            "E508",
            "said to hold 1.* leaves 6",
        ),
        ({"at": {"phase": "noon"}}, "E510", "noon"),
        ({"at": {"phase": "morning", "decision": "stal"}}, "E511", "stal"),
        ({"at": {"phase": "morning", "by": "c"}}, "E512", "c"),
        ({"at": {"phase": "morning", "decision": "vow"}}, "E513", "vow"),
        ({"at": {"phase": "evening", "decision": "vow", "by": "b"}, "chance": {"lader": ["a"]}}, "E514", "lader"),
        ({"chance": {"leader": ["c"]}, "setup": "initial"}, "E515", "'c'"),
        ({"chance": {"leader": ["a"], "deck": [["fox", "cat"]]}, "setup": "initial"}, "E515", "'cat'"),
    ],
)
def test_a_mistake_in_a_position_is_found(made: Playable, document: dict[str, object], code: str, said: str) -> None:
    playthrough, bag = tried(made, **document)
    assert playthrough is None
    assert bag.codes == (code,)
    assert re.search(said, finding_sentence(next(iter(bag)))), finding_sentence(next(iter(bag)))


def test_misspelt_names_come_with_the_meant_one(made: Playable) -> None:
    _, bag = tried(made, state={"dekc": []}, at={"phase": "mornin"})
    assert [finding.near for finding in bag] == ["deck"]
    _, bag = tried(made, at={"phase": "mornin"})
    assert [finding.near for finding in bag] == ["morning"]


@pytest.mark.parametrize(
    ("state", "meant"),
    [
        ({"a.hnad": []}, "a.hand"),
        ({"hand": []}, "a.hand"),
        ({"ana.hand": []}, "anna.hand"),
        ({"table": ["wofl"]}, "wolf"),
        ({"a.gems": {"bule": 1}}, "blue"),
        ({"a.gems[bule]": 1}, "blue"),
        ({"stage": "earl"}, "early"),
    ],
)
def test_the_meant_place_is_looked_for_among_its_owners_and_things(
    made: Playable, state: dict[str, object], meant: str
) -> None:
    seats = {"seats": {"anna": 0}} if meant.startswith("anna") else {}
    _, bag = tried(made, state=state, **seats)
    assert [finding.near for finding in bag] == [meant]


@pytest.mark.parametrize(
    ("document", "players"),
    [
        ({}, 2),
        ({"players": 4}, 4),
        ({"seats": {"x": 2}}, 3),
        ({"players": 7}, None),
        ({"players": 2, "seats": {"x": 3}}, None),
    ],
)
def test_the_number_of_players_is_said_or_seated(
    made: Playable, document: dict[str, object], players: int | None
) -> None:
    bag = Bag()
    written = read_plain_position(document, bag)
    assert written is not None
    assert position_player_count(written, made.ruleset.players, bag) == players
    assert bag.codes == (() if players else ("E509",))


def test_a_document_written_again_says_the_same(made: Playable) -> None:
    document = {
        "players": 2,
        "seats": {"eva": 0, "finn": 1},
        "chance": {"leader": ["finn"]},
        "at": {"phase": "morning", "by": "finn"},
        "state": {"deck": ["lynx", ["fox", "owl"]], "eva.gems[red]": 2, "player.tired": ["eva"], "last": "none"},
    }
    bag = Bag()
    written = read_plain_position(document, bag)
    assert written is not None
    assert position_document_json(written) == document


# -- procedures by themselves ------------------------------------------------------------------------------------------


def test_a_procedure_runs_by_itself_and_what_was_decided_stays(played: GamePlaythrough) -> None:
    decision = played.decision
    run_procedure(played, "give", [1, 5])
    assert told(played)["player"]["coins"] == {"anna": 3, "ben": 8}
    assert played.decision is decision
    turn(played, "buy red")


def test_a_procedure_with_chance_runs_to_its_end(played: GamePlaythrough) -> None:
    run_procedure(played, "lottery", [])
    assert sum(told(played)["player"]["points"].values()) == 1
    assert played.decision is not None
    assert played.chance.log[-1][0] == "winner"


def test_a_procedure_that_fails_changes_nothing(played: GamePlaythrough) -> None:
    before = played.point()
    with pytest.raises(RulesFault):
        run_procedure(played, "too_far", [0])
    assert played.point() == before
