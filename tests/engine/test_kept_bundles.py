"""Bundles that are kept: set, read, compared, paid, emptied; of the game, of players by keys, of elements; seen by who may see them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_games import folder_of

import reguli

KINDS = """  fruit: {elements: [apple, pear, plum]}
  crate: {plural: crates, tokens: {variety: fruit, supply: 9}, starts: yard}
  dish:
    fields: {takes: {number: crate, by: fruit, default: 0}, richer: {number: crate, by: [season, fruit], default: 0}}
    rows: [{id: tart, takes: {apple: 2, plum: 1}, richer: {wet: {pear: 3}}}, {id: water}]
  season: {elements: [dry, wet]}"""
STATE = """
game:
  yard: {zone: crate}
  asked: {bundle: crate}
player:
  cellar: {zone: crate}
  offer: {bundle: crate, by: season, lasts: round}
  secret: {bundle: crate, visible: owner}
dish:
  cooked: {bundle: crate}
"""
TABLES = """
needs: {keys: [player_count, season, fruit], rows: {2: {dry: [1, 0, 0], wet: [0, 2, 1]}, 3: {dry: [1, 1, 1], wet: [0, 0, 0]}}}
gifts: {keys: [fruit], unit: crate, rows: {apple: 1, pear: 2, plum: 0}}
"""
RULES = """
procedure set_up:
    for player in players:
        move gifts from yard to player.cellar

define doubled(given: crates) -> crates = {given[apple] * two of apple, given[pear] * two of pear}

procedure keep(player, season, given: crates):
    set player.offer[season] to given

phase offering:
    decide offering by seat_1, or nothing_more:
        put(season in seasons, given in 1 .. two of seat_1.cellar):
            let twice = doubled(given)
            run keep(seat_1, season, given)
            set asked to twice
            set seat_1.secret to seat_1.cellar
            set tart.cooked to (if season = dry then tart.takes else {})
    decide answer by seat_2, repeatedly, or decline:
        accept(season in seasons where seat_1.offer[season] is not empty because nothing_offered):
            needs seat_2.cellar >= seat_1.offer[season] because has_not_got_it
            move seat_1.offer[season] from seat_1.cellar to seat_2.cellar
            set seat_1.offer[season] to {}
        part(some_of_it in 1 of seat_1.offer[dry]):
            let left = seat_1.offer[dry]
            set left to {left[apple] - some_of_it[apple] of apple, left[pear] - some_of_it[pear] of pear}
            move some_of_it from seat_1.cellar to seat_2.cellar
            set seat_1.offer[dry] to left
        cook(dish in dishs):
            pay dish.takes from seat_2.cellar to yard because too_little
            pay needs[player_count, wet] from seat_2.cellar to yard because too_little
            pay dish.richer[wet] from seat_1.cellar to yard because other_has_too_little
            set dish.cooked to dish.takes
    if round = two:
        end game
"""


def folder(home: Path) -> Path:
    made = folder_of(home, KINDS, STATE, RULES, two=2)
    (made / "tables.yaml").write_text(TABLES, encoding="utf-8")
    return made


def table(home: Path) -> reguli.Playthrough:
    return reguli.load(folder(home)).start(2)


def test_what_is_offered_in_one_decision_is_answered_in_another(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    assert sitting.value("seat_1.cellar") == {"apple": 1, "pear": 2}
    sitting.apply("put wet apple pear")
    assert sitting.value("seat_1.offer[wet]") == {"apple": 1, "pear": 1}
    assert sitting.value("asked") == {"apple": 2, "pear": 2}
    assert sitting.value("count(seat_1.offer[dry])") == 0
    assert sitting.value("seat_1.offer[wet][pear]") == 1
    assert sitting.value("seat_1.secret") == {"apple": 1, "pear": 2}
    assert [refusal.name for refusal in sitting.why("accept dry")] == ["nothing_offered"]
    sitting.apply("accept wet")
    assert sitting.value("seat_2.cellar") == {"apple": 2, "pear": 3}
    assert sitting.value("seat_1.offer[wet] = {} and seat_1.offer[wet] is empty") is True


def test_of_what_is_kept_a_part_is_chosen(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    sitting.apply("put dry apple pear")
    assert [move for move in sitting.moves() if move.startswith("part")] == ["part apple", "part pear"]
    sitting.apply("part pear")
    assert sitting.value("seat_1.offer[dry]") == {"apple": 1}
    assert [move for move in sitting.moves() if move.startswith("part")] == ["part apple"]
    assert [refusal.name for refusal in sitting.why("part pear")] == ["not_offered"]


def test_a_row_whose_last_key_is_left_out_is_a_bundle(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    for question, value in {
        "needs[player_count, dry]": {"apple": 1},
        "needs[player_count, wet]": {"pear": 2, "plum": 1},
        "needs[player_count, wet][plum]": 1,
        "count(needs[player_count, wet])": 3,
        "gifts": {"apple": 1, "pear": 2},
        "gifts[pear]": 2,
        "tart.takes": {"apple": 2, "plum": 1},
        "tart.takes[plum]": 1,
        "count(tart.takes)": 3,
        "tart.richer[wet]": {"pear": 3},
        "tart.richer[wet, pear]": 3,
        "water.takes is empty": True,
        "seat_1.cellar >= gifts and seat_1.cellar = gifts": True,
        "needs[player_count, wet] >= needs[player_count, dry]": False,
        "seat_1.cellar >= seat_2.cellar": True,
        "yard >= asked": True,
    }.items():
        assert sitting.value(question) == value, question


def test_rows_are_paid_together(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    sitting.apply("put dry apple")
    # Two apples and a plum for the tart, two pears and a plum besides: one apple and two pears are there.
    first, second, third = sitting.why("cook tart")
    assert (first.lacking, first.missing, first.unit) == ((("apple", 1), ("plum", 1)), 2, "crate")
    assert second.lacking == (("apple", 1), ("plum", 2))
    assert third.lacking == (("pear", 1),)
    assert [one.lacking for one in sitting.why("cook water")] == [(("plum", 1),)]


def test_what_is_missing_is_said_by_variety_in_every_language(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    sitting.apply("put dry apple")
    said = {language: sitting.say_why("cook tart", language=language)[1] for language in ("en", "ro", "hu")}
    assert said["en"].endswith("1 apple and 2 plums are missing⟩")
    assert said["ro"].endswith("Lipsesc apple (cantitate: 1) și plum (cantitate: 2)⟩")
    assert said["hu"].endswith("Appléből 1 és plumból 2 hiányzik⟩")


def test_a_kept_bundle_is_shown_to_who_may_see_it(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    sitting.apply("put wet apple pear")
    hidden = {"hidden": True}
    for seat, secret in ((0, {"apple": 1, "pear": 2}), (1, hidden), (None, hidden)):
        player = sitting.view(seat)["position"]["player"]  # type: ignore[index,call-overload]
        assert player["secret"]["seat_1"] == secret  # type: ignore[index,call-overload]
        assert player["offer"]["seat_1"] == {"dry": {}, "wet": {"apple": 1, "pear": 1}}  # type: ignore[index,call-overload]
    told = {seat: [one.text for one in sitting.journal(player=seat) if "secret" in one.text] for seat in (0, 1)}
    assert told == {0: ["set seat_1.secret = apple,pear,pear"], 1: ["set seat_1.secret = ?"]}
    texts = [one.text for one in sitting.journal() if one.verb == "set"]
    assert "set seat_1.offer[wet] = apple,pear" in texts
    assert "set asked = apple,apple,pear,pear" in texts
    assert "set tart.cooked = -" in texts


def test_what_lasts_a_round_is_empty_after_it(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    for move in ("put wet apple", "decline"):
        sitting.apply(move)
    assert sitting.value("round") == 2
    assert sitting.value("seat_1.offer[wet]") == {}
    assert sitting.value("asked") == {"apple": 2}


def test_it_is_saved_and_undone(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    before = sitting.hash
    sitting.apply("put dry apple")
    sitting.save(tmp_path / "kept.json")
    again = reguli.load_save(tmp_path / "kept.json", folder(tmp_path))
    assert again.hash == sitting.hash
    assert again.value("seat_1.offer[dry]") == {"apple": 1}
    assert again.undo()
    assert again.hash == before
    assert again.value("seat_1.offer[dry]") == {}


def test_equal_bundles_are_equal_positions(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    other = sitting.branch()
    sitting.apply("put dry apple pear")
    other.apply("put dry pear apple")
    assert sitting.hash == other.hash
    assert sitting.value("seat_1.offer[dry] = {1 of pear, 1 of apple}") is True


def test_a_position_is_plain_values(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    sitting.apply("put dry apple")
    position = sitting.position()
    assert json.loads(json.dumps(position)) == position
    assert position["dish"] == {"cooked": {"tart": {"apple": 2, "plum": 1}, "water": {}}}


@pytest.mark.parametrize(
    ("said", "found"), [("{apple: 2}", {"apple": 2}), ("{}", {}), ("{apple: 2, plum: 30}", {"apple": 2, "plum": 30})]
)
def test_a_position_says_what_is_kept_and_takes_no_token_for_it(tmp_path: Path, said: str, found: object) -> None:
    home = folder(tmp_path)
    (home / "examples").mkdir()
    (home / "examples/kept.yaml").write_text(
        f"""examples:
  - id: kept
    players: 2
    at: {{phase: offering, decision: offering, by: a}}
    state: {{round: 1, asked: {said}, "a.offer[wet]": {{plum: 1}}, "b.secret[pear]": 3}}
    then:
      - {{value: asked, is: {said}}}
      - {{value: "a.offer[wet]", is: {{plum: 1}}}}
      - {{value: b.secret, is: {{pear: 3}}}}
      - {{value: "count(yard) + count(a.cellar) + count(b.cellar)", is: 27}}
""",
        encoding="utf-8",
    )
    loaded = reguli.load(home)
    (result,) = loaded.examples()
    assert result.passed, result
