"""Fields with keys: what an element says of itself for each element of another kind, or for each number."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import folder_of, game

from reguli.app.errors import Refused
from reguli.app.provenance import trace_value
from reguli.engine.expression_queries import QueryCache
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.pipeline import LoadedRuleset

KINDS = """
  field: {grid: {shape: square}, fields: {depth: {number: number, by: season, default: 0}},
    map: wd, legend: {w: {}, d: {depth: [3, 1]}}, rows: {a1: {depth: 2}}}
  season: {elements: [dry, wet]}
  land: {elements: [road, wood]}
  tile: {pieces: true, starts: box, fields: {sides: {kind: land, by: direction, default: none}, rest: {truth: true, by: season, default: false},
      worth: {number: number, by: [season, {name: turn, from: 1, to: 2}]}},
    rows: [
      {id: bend, sides: {north: road, east: road, south: none, west: wood}, rest: {dry: true, wet: false}, worth: {dry: [1, 2], wet: [3, 4]}},
      {id: plain, sides: wood, worth: [5, [6, 7]]}]}
"""
STATE = """
game: {box: {zone: tile}, spot: {zone: tile, capacity: 1}}
player: {points: {number: number}}
"""
RULES = """
procedure set_up:
    settle

phase work:
    for player in players:
        decide turn by player, or rest:
            lay(tile in box):
                needs some way in directions where tile.sides[way] = road because no_road
                move tile from box to spot
                add tile.worth[wet, 1] to player.points
    end game
"""


def begun(folder: Path) -> GamePlaythrough:
    return start_playthrough(game(folder, KINDS, STATE, RULES).program(2))


def answer(played: GamePlaythrough, question: str) -> object:
    asked = QueryCache(played.program)
    return asked.answer(asked.read(question, played.names), played)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("bend.sides[north] = road", True),
        ("bend.sides[west] = wood", True),
        ("bend.sides[south] is none", True),
        ("bend.sides[south_west] is none", True),
        # What is none is neither the same as something nor other than it.
        ("bend.sides[south] = road", False),
        ("bend.sides[south] != road", False),
        ("plain.sides[south]", "wood"),
        ("bend.rest[dry] and not bend.rest[wet]", True),
        ("plain.rest[dry]", False),
        ("bend.worth[wet, 1]", 3),
        ("plain.worth[dry, 2] + plain.worth[wet, 2]", 12),
        ("a1.depth[dry] + a1.depth[wet]", 4),
        ("b1.depth[dry] - b1.depth[wet]", 2),
        ("spot.sides[north] = road", False),
        ("spot.sides[north] is none", True),
    ],
)
def test_each_key_has_its_value(tmp_path: Path, question: str, value: object) -> None:
    assert answer(begun(tmp_path), question) == value


def test_rules_ask_it_like_anything_fixed(tmp_path: Path) -> None:
    played = begun(tmp_path)
    assert [move.option for move in played.legal()] == ["lay", "rest"]
    played.apply(played.legal()[0])
    assert answer(played, "seat_1.points") == 3
    assert answer(played, "spot.sides[north] = road") is True


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("worth: [5, [6, 7]]", "worth: {dry: 3}", "R277"),
        ("sides: wood,", "sides: [road, wood],", "R324"),
        ("sides: wood,", "sides: {up: road},", "R322"),
        ("sides: wood,", "sides: pond,", "R311"),
        ("sides: wood,", "sides: 3,", "R325"),
        ("by: direction", "by: drection", "R320"),
        (", worth: [5, [6, 7]]", "", "R102"),
        ("{truth: true, by: season, default: false}", "{truth: true, by: season, default: 3}", "R103"),
        ("by: direction, default: none", "by: direction, default: none, inverse: tiles_of", "R279"),
        ("number: number, by: [", "number: number, given: [player], by: [", "R279"),
    ],
)
def test_what_an_element_says_is_held_to_its_keys(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert old in KINDS
    loaded = LoadedRuleset(str(folder_of(tmp_path, KINDS.replace(old, new), STATE, RULES)))
    loaded.ruleset  # noqa: B018  # read, so that its findings are there
    assert code in [found.code for found in loaded.bag]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("tile.sides = road", "R220"),
        ("tile.sides[dry] = road", "R220"),
        ("tile.sides[north, east] = road", "R224"),
        ("tile.worth[dry, 3] = 1", "R312"),
        ("tile.side[n] = road", "R206"),
        ("tile.worth[dry, 1] = road", "R220"),
    ],
)
def test_what_is_asked_is_held_to_the_keys(tmp_path: Path, asked: str, code: str) -> None:
    rules = RULES.replace("some way in directions where tile.sides[way] = road", asked)
    loaded = LoadedRuleset(str(folder_of(tmp_path, KINDS, STATE, rules)))
    assert loaded.ruleset is None
    assert code in [found.code for found in loaded.bag], [str(found.code) for found in loaded.bag]


def test_a_variant_says_it_anew(tmp_path: Path) -> None:
    folder_of(tmp_path, KINDS, STATE, RULES)
    said = "variant: other\nof: small\nname: Other\nset: {tile.plain.worth: {dry: 1, wet: [2, 8]}}\n"
    (tmp_path / "other.yaml").write_text(said, encoding="utf-8")
    loaded = LoadedRuleset(str(tmp_path / "other.yaml"))
    assert loaded.ruleset is not None
    assert answer(start_playthrough(loaded.program(2)), "plain.worth[wet, 2] - plain.worth[dry, 2]") == 7


def test_where_each_value_comes_from_is_traced(tmp_path: Path) -> None:
    ruleset = LoadedRuleset(str(folder_of(tmp_path, KINDS, STATE, RULES))).ruleset
    assert ruleset is not None
    assert trace_value(ruleset, "bend.sides[west]").value == "wood"
    assert trace_value(ruleset, "tile.plain.worth[wet, 2]").value == 7
    assert dict(trace_value(ruleset, "bend.rest").cells) == {"tile.bend.rest[dry]": True, "tile.bend.rest[wet]": False}
    every = trace_value(ruleset, "tile.worth")
    assert dict(every.cells)["tile.worth[bend, wet, 1]"] == 3
    assert [reader.rule for reader in every.readers] == ["work/turn/lay/add"]
    with pytest.raises(Refused, match="X121"):
        trace_value(ruleset, "bend.sides[wst]")
