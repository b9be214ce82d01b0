"""play, replay, moves, why: games that are kept, and positions from files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from command_runs import Ran, Run

EXAMPLE = str(Path(__file__).parents[2] / "rulesets/power_grid/examples/auction.yaml") + "#the_last_pays_the_number"


UNPRINTED = {41, 43, 45, 47, 48, 49}
"""Numbers that no plant has."""


@pytest.fixture
def game(reguli: Run, tmp_path: Path) -> Path:
    """A whole game of bots."""
    file = tmp_path / "game.json"
    ran = reguli("play", "hex", "--option", "size=tiny", "--bots", "random", "--seed", "3", "--save", str(file))
    assert ran.code == 0
    return file


def test_bots_play_unattended_and_the_same_seed_is_the_same_game(reguli: Run) -> None:
    def played(seed: str) -> Ran:
        return reguli("play", "power_grid", "--players", "4", "--seed", seed, "--bots", "random", "--json")

    first, again, other = (json.loads(played(seed).out) for seed in ("7", "7", "8"))
    assert first == again
    assert first["hash"] != other["hash"]
    assert first["over"]
    assert sorted(place["player"] for place in first["ranking"]) == ["seat_1", "seat_2", "seat_3", "seat_4"]
    assert [place["place"] for place in first["ranking"]] == sorted(place["place"] for place in first["ranking"])


def test_results_go_to_stdout_and_the_rest_to_stderr(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = reguli("play", "tic_tac_toe", "--bots", "random", "--seed", "1", "--save", str(file))
    assert [line.split()[0] for line in ran.out.splitlines()] == ["Winner:", "1.", "2."]
    assert ran.err == f"saved: {file}\n"


def test_chance_can_be_prescribed(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ["--chance", "area=se,ne,e", "--chance", "player=seat_2,seat_3", "--bots", "random", "--save", str(file)]
    assert reguli("play", "power_grid", "--players", "3", *words).code == 0
    start = json.loads(reguli("replay", str(file), "--json").out)["positions"][0]
    assert start["region"]["in_play"] == {"nw": False, "ne": True, "w": False, "e": True, "sw": False, "se": True}
    assert start["game"]["turn_order"] == ["seat_2", "seat_3", "seat_1"]


def test_an_outcome_that_cannot_come_is_wrong_usage(reguli: Run) -> None:
    # Regions that do not hang together: ne and sw do not touch, and se touches neither without e.
    ran = reguli("play", "power_grid", "--chance", "area=se,ne,sw", "--bots", "random")
    assert (ran.code, ran.out) == (2, "")
    assert "X113" in ran.err
    assert "'ne+sw+se' at 'area'" in ran.err


def test_replay_tells_the_position_after_each_phase(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    reguli("play", "power_grid", "--players", "2", "--seed", "1", "--bots", "greedy", "--save", str(file))
    told = json.loads(reguli("replay", str(file), "--json").out)
    eras = [(position["facts"]["round"], position["facts"]["phase"]) for position in told["positions"]]
    assert len(eras) > 20
    assert all(before != after for before, after in pairwise(eras[:-1]))
    assert told["positions"][-1]["hash"] == json.loads(file.read_text(encoding="utf-8"))["hash"]
    assert len(told["moves"]) == told["positions"][-1]["after_move"]
    out = reguli("replay", str(file)).out
    assert "Round 1, Auction of power plants" in out
    assert "Player 1 – money: 50 Elektro" in out
    assert "seat_" not in out


def test_a_game_that_was_left_has_no_winner(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    reguli("play", "tic_tac_toe", "--bots", "person,random", "--save", str(file), typed="place b2\n")
    ran = reguli("replay", str(file))
    assert ran.code == 0
    assert "Winner" not in ran.out
    assert not json.loads(reguli("replay", str(file), "--json").out)["over"]


def test_a_save_under_changed_rules_says_where_it_differs(
    reguli: Run, tmp_path: Path, variant: Callable[[str], str]
) -> None:
    file = tmp_path / "game.json"
    assert reguli("play", "power_grid", "--bots", "greedy", "--save", str(file)).code == 0
    assert reguli("replay", str(file)).code == 0
    rich = variant("variant: rich\nof: power_grid\nset:\n  constants.start_money: 60\n")
    ran = reguli("replay", str(file), "--ruleset", rich)
    assert ran.code == 1
    assert "E209 under these rules the save first differs at move 0" in ran.err


def test_the_variant_of_a_save_is_found_beside_it(
    reguli: Run, tmp_path: Path, variant: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = variant("variant: own_rules\nof: tic_tac_toe\n")
    file = tmp_path / "game.json"
    assert reguli("play", mine, "--bots", "random", "--save", str(file)).code == 0
    assert reguli("replay", str(file)).code == 0
    (tmp_path / "elsewhere").mkdir()
    far = file.rename(tmp_path / "elsewhere" / "game.json")
    monkeypatch.chdir(tmp_path / "elsewhere")
    ran = reguli("replay", str(far))
    assert ran.code == 2
    assert "E205 the save belongs to the ruleset 'own_rules', which is not here" in ran.err
    assert reguli("replay", str(far), "--ruleset", mine).code == 0
    monkeypatch.chdir(tmp_path)
    assert reguli("replay", str(far)).code == 0


def test_of_two_rulesets_with_one_id_none_is_taken(reguli: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "variant.yaml").write_text("variant: own_rules\nof: tic_tac_toe\n", encoding="utf-8")
    file = tmp_path / "game.json"
    assert reguli("play", str(tmp_path / "one"), "--bots", "random", "--save", str(file)).code == 0
    assert "E205" in reguli("replay", str(file)).err


def test_a_game_that_is_loaded_goes_on(reguli: Run, tmp_path: Path) -> None:
    file, whole = tmp_path / "begun.json", tmp_path / "whole.json"
    begun = reguli(
        "play", "tic_tac_toe", "--names", "anna,ben", "--bots", "person,random", "--save", str(file), typed="place b2\n"
    )
    assert begun.code == 0
    assert len(json.loads(file.read_text(encoding="utf-8"))["moves"]) == 2
    ran = reguli("play", "--load", str(file), "--bots", "random", "--save", str(whole))
    assert ran.code == 0
    moves = json.loads(whole.read_text(encoding="utf-8"))["moves"]
    assert moves[0]["text"] == "place b2"
    assert len(moves) >= 5
    assert {line.split()[1] for line in ran.out.splitlines()[1:]} == {"anna", "ben"}


def test_moves_of_a_save_and_of_an_example(reguli: Run, game: Path) -> None:
    told = json.loads(reguli("moves", str(game), "--json").out)
    assert (told["decision"], told["moves"]) == (None, [])
    ran = reguli("moves", EXAMPLE)
    typed = [line.partition("  ")[0].strip() for line in ran.out.splitlines()]
    assert typed == ["pass_nomination", "nominate 14 14", "nominate 16 16", "nominate 17 17"]
    told = json.loads(reguli("moves", EXAMPLE, "--json").out)
    assert (told["player"], told["decision"], told["count"]) == ("c", "nomination", 4)
    assert told["moves"][1]["arguments"] == {"plant": "14", "bid": 14}


def test_why_gives_every_reason(reguli: Run) -> None:
    ran = reguli("why", EXAMPLE, "nominate", "21", "21")
    assert ran.code == 1
    assert "not_in_actual_market" in ran.out
    told = json.loads(reguli("why", "--json", EXAMPLE, "nominate", "21", "21").out)
    assert not told["allowed"]
    assert [reason["name"] for reason in told["reasons"]] == ["not_in_actual_market", "not_offered"]
    assert reguli("why", EXAMPLE, "nominate", "14", "14").code == 0


def test_where_none_may_be_there_is_nothing_missing(reguli: Run) -> None:
    own = EXAMPLE.replace("auction.yaml#the_last_pays_the_number", "building.yaml#E6e_full_in_stage_1")
    reasons = json.loads(reguli("why", "--json", own, "connect", "essen").out)["reasons"]
    assert [(reason["name"], reason["missing"]) for reason in reasons] == [
        ("already_connected", None),
        ("city_full", 1),
    ]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("nominat 14 14", "did you mean 'nominate'?"),
        ("nominate 14", "nominate PLANT BID"),
        ("nominate 14 much", "whole number"),
        ("nominate 99999 1", "'99999' is no argument"),
    ],
)
def test_a_move_that_cannot_be_read_is_wrong_usage(reguli: Run, move: str, said: str) -> None:
    ran = reguli("why", EXAMPLE, *move.split())
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_an_example_is_found_by_its_ruleset_too(
    reguli: Run, variant: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    short = "power_grid#the_last_pays_the_number"
    assert reguli("moves", short).out == reguli("moves", EXAMPLE).out
    rich = variant("variant: rich\nof: power_grid\nset:\n  card.plant_14.number: 13\n")
    # Two plants have the number 13 now, so each is typed by its id.
    assert "nominate plant_14 13" in reguli("moves", f"{rich}#the_last_pays_the_number").out
    assert "did you mean" in reguli("moves", "power_grid#the_last_pays_a_number").err


def test_no_position_stands_in_a_ruleset_that_has_a_slip(reguli: Run, tmp_path: Path) -> None:
    shutil.copytree(Path(EXAMPLE).parents[2] / "tic_tac_toe", tmp_path / "mine")
    (tmp_path / "mine/rules/more.rules").write_text("procedure more\n    settle\n", encoding="utf-8")
    (tmp_path / "mine/examples/here.yaml").write_text("at: {phase: play}\n", encoding="utf-8")
    ran = reguli("moves", str(tmp_path / "mine/examples/here.yaml"))
    assert (ran.code, ran.out) == (1, "")
    assert "L170" in ran.err


def test_a_position_alone_needs_its_ruleset(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "here.yaml"
    file.write_text("players: 2\nat: {phase: play}\nstate:\n  'b2.marks': {seat_1: 1}\n", encoding="utf-8")
    assert "X116" in reguli("moves", str(file)).err
    ran = reguli("moves", str(file), "--ruleset", "tic_tac_toe")
    assert ran.code == 0, ran.err
    assert sorted(line.partition("  ")[0] for line in ran.out.splitlines()) == [
        f"place {cell}" for cell in ("a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3")
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "E201"),
        ('{"save": 1}', "E20"),
        ("{}", "E20"),
        ("just words", "R103"),
        ("players: 99\n", "R105"),
    ],
)
def test_a_file_that_is_no_game_is_refused(reguli: Run, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "wrong"
    file.write_text(text, encoding="utf-8")
    ran = reguli("moves", str(file), "--ruleset", "tic_tac_toe")
    assert ran.code in (1, 2)
    assert said in ran.err
    assert "fault of reguli" not in ran.err


def test_several_examples_in_a_file_need_a_name(reguli: Run) -> None:
    file = EXAMPLE.partition("#")[0]
    assert "X106" in reguli("moves", file).err
    assert "did you mean 'E24_nobody_buys'" in reguli("moves", f"{file}#E24_nobody_buy").err


def test_an_order_of_a_later_shuffle_may_name_cards_that_are_gone(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    # plant_3 lies in the market from the beginning and never comes to the deck.
    order = ["plant_3", *(f"plant_{number}" for number in range(50, 10, -1) if number not in UNPRINTED)]
    words = ["power_grid", "--seed", "7", "--bots", "random", "--chance", f"deck=|{','.join(order)}"]
    ran = reguli("play", *words, "--save", str(file))
    assert ran.code == 0
    assert "deck: not there when it was shuffled, so passed over: plant_3\n" in ran.err
    drawn, free = drawn_in(file), tmp_path / "free.json"
    assert reguli("play", "power_grid", "--seed", "7", "--bots", "random", "--save", str(free)).code == 0
    # Up to the second shuffle the seed decides in both games.
    again = drawn[
        next(at for at, (one, other) in enumerate(zip(drawn, drawn_in(free), strict=False)) if one != other) :
    ]
    assert len(set(drawn)) < len(drawn)
    assert len(again) > 1
    assert again == sorted(again, key=order.index)


def drawn_in(file: Path) -> list[str]:
    """Return what came from the deck in a saved game, in order."""
    return [card for site, card in json.loads(file.read_text(encoding="utf-8"))["chance"] if site == "deck"]


@pytest.mark.parametrize(
    ("chance", "left"),
    [("area=w,sw,e|ne,e,se", "area was prescribed, but the game ended before it came to: ne+e+se"),
     ("deck=||plant_15,plant_16", "deck was prescribed, but the game ended before it came to: plant_15, plant_16")],
)  # fmt: skip
def test_prescribed_chance_that_never_came_is_a_finding_at_the_end(reguli: Run, chance: str, left: str) -> None:
    ran = reguli("play", "power_grid", "--seed", "7", "--bots", "random", "--chance", chance)
    assert ran.code == 1
    assert f"X124 {left}\n" in ran.err
    assert ran.out.startswith("Winner:")


def test_of_a_game_that_was_left_nothing_is_said_to_be_missing(reguli: Run, tmp_path: Path) -> None:
    words = ["--chance", "area=w,sw,e|ne,e,se", "--save", str(tmp_path / "game.json")]
    ran = reguli("play", "power_grid", *words, typed="quit\n")
    assert ran.code == 0
    assert "X124" not in ran.err
