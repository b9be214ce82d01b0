"""A board joined of parts that a lot lays and turns: what its cells are, by which chance, and in games that are kept."""

from __future__ import annotations

import shutil
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from toys import NAMES, Sitting, chosen, home, place, program, sit

from reguli.engine.chance_overview import describe_chance_sites
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.pipeline import LoadedRuleset

MOORS = {
    "heather": ["hho", "hNh"],
    "fen": ["oow", "ohE"],
    "ridge": ["Eho", "hww"],
    "bare": ["hhh", "Sho"],
    "tarn": ["hww", "how"],
}
GROUND = {"h": "heath", "o": "bog", "w": "water", "N": "heath", "E": "bog", "S": "bog"}
YIELDS = {"h": 1, "o": 2, "w": 0, "N": 3, "E": 4, "S": 4}
WINDS = {"N": "north", "E": "east", "S": "south"}
COMPASS = ("north", "east", "south", "west")
SPOTS = {
    2: {"a": ("a2", 3, 2), "b": ("d2", 3, 2)},
    3: {"a": ("a4", 2, 3), "b": ("d4", 3, 2), "t": ("c2", 3, 2)},
}
"""By the number of players, of each spot: its cell in the north-west, how wide and how high it is."""


def turned(lines: list[str], turns: int) -> list[str]:
    """Turn a picture clockwise."""
    for _ in range(turns):
        lines = ["".join(column) for column in zip(*lines[::-1], strict=True)]
    return lines


def cells(spot: tuple[str, int, int]) -> list[list[str]]:
    """Name the cells of a spot line by line, the northernmost first."""
    (column, row), width, height = spot[0], spot[1], spot[2]
    return [[f"{chr(ord(column) + x)}{int(row) - y}" for x in range(width)] for y in range(height)]


def assert_shown(sitting: Sitting, spot: tuple[str, int, int], moor: str, turns: int) -> None:
    """The cells of a spot are what the picture of the moor shows when it is turned by hand."""
    for line, letters in zip(cells(spot), turned(MOORS[moor], turns), strict=True):
        for name, letter in zip(line, letters, strict=True):
            assert sitting.value(f"field.{name}.ground") == GROUND[letter], (name, moor, turns)
            assert sitting.value(f"field.{name}.yields") == YIELDS[letter], (name, moor, turns)
            assert sitting.value(f"field.{name}.wind is none") == (letter not in WINDS)
            if letter in WINDS:
                blows = COMPASS[(COMPASS.index(WINDS[letter]) + turns) % 4]
                assert sitting.value(f"field.{name}.wind") == blows, (name, moor, turns)


def test_each_cell_is_what_is_drawn_on_the_moor_that_lies_there_as_it_is_turned() -> None:
    for (first, second), (one, other) in product(
        permutations(["heather", "fen", "ridge", "bare"], 2), product((0, 2), repeat=2)
    ):
        sitting = sit("moors", 2, chance={"moor": [first, second], "way": [f"turn_{one}", f"turn_{other}"]})
        assert_shown(sitting, SPOTS[2]["a"], first, one)
        assert_shown(sitting, SPOTS[2]["b"], second, other)


def test_a_part_that_is_said_lies_as_it_is_drawn_beside_those_of_the_lot() -> None:
    sitting = sit("moors", 3, chance={"moor": ["bare", "ridge"], "way": ["turn_3", "turn_2"]})
    assert_shown(sitting, SPOTS[3]["a"], "bare", 3)
    assert_shown(sitting, SPOTS[3]["b"], "ridge", 2)
    assert_shown(sitting, SPOTS[3]["t"], "tarn", 0)
    # The track lies on no spot.
    assert sitting.value("field.c3.site is none")
    assert (sitting.value("field.c3.ground"), sitting.value("field.c3.yields")) == ("heath", 0)
    assert sitting.value("count(site_t.fields)") == 6


@pytest.mark.parametrize(("players", "known"), [(2, 5), (3, 4), (4, 5)])
def test_a_lot_leaves_out_what_this_number_of_players_does_not_have(players: int, known: int) -> None:
    made = program("moors", players)
    assert len(made.ruleset.kinds["moor"].elements) == known
    laid = {sit("moors", players, seed=seed).value("site_a.moor") for seed in range(60)}
    assert laid == set(made.ruleset.kinds["moor"].elements) - ({"tarn"} if players > 2 else set())


def test_no_moor_lies_twice_and_every_outcome_is_as_likely() -> None:
    pairs = [
        (sitting.value("site_a.moor"), sitting.value("site_b.moor"))
        for sitting in (sit("moors", 3, seed=seed) for seed in range(300))
    ]
    count = {pair: pairs.count(pair) for pair in permutations(["heather", "ridge", "bare"], 2)}
    assert sum(count.values()) == len(pairs)
    # Chi-squared with five degrees of freedom: 20.5 is passed once in a thousand times.
    assert sum((number - 50) ** 2 / 50 for number in count.values()) < 20.5, count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lots_are_prescribed_by_two_names(players: int) -> None:
    told = describe_chance_sites(program("moors", players))
    assert [(site.name, site.of, len(site.example)) for site in told.sites] == [
        ("moor", "moor", 2),
        ("way", "way_round", 2),
    ]
    given = {site.name: list(site.example) for site in told.sites}
    assert sit("moors", players, chance=given, seed=9).playthrough.hash == sit("moors", players).playthrough.hash


def test_a_game_is_replayed_from_its_moves_and_outcomes() -> None:
    lots, game = Random(5), start_playthrough(program("moors", 4), 5)
    while not game.over:
        game.apply(chosen(game, lots))
    again = start_playthrough(program("moors", 4), 77, recorded=game.chance.log)
    for played in game.moves:
        if not played.forced:
            again.apply(played.move)
    assert again.hash == game.hash


def test_a_position_says_what_lies_where() -> None:
    sitting = place(
        "moors",
        """
        players: 2
        at: {phase: cutting, decision: turn, by: a}
        state: {site_a.moor: ridge, site_a.way: turn_2, site_b.moor: heather, site_b.way: turn_0}
        """,
    )
    assert_shown(sitting, SPOTS[2]["a"], "ridge", 2)
    # What was in the south-west lies in the north-east: the water is there twice, and nobody cuts in it.
    assert sitting.refused("peg a2") == ["too_wet"]
    # The wind on the ridge's first field blew from the east; turned round it blows from the west.
    assert sitting.value("field.c1.wind") == "west"
    sitting.play("a: peg b1")
    assert sitting.refused("peg c1") == ["against_the_wind"]
    sitting.play("b: peg c2")
    assert sitting.value("cut(a)") == 1


def test_who_has_pegs_on_every_moor_gets_two_more() -> None:
    sitting = place(
        "moors",
        """
        players: 2
        at: {phase: cutting, decision: turn, by: a}
        state: {site_a.moor: heather, site_a.way: turn_0, site_b.moor: fen, site_b.way: turn_0}
        """,
    )
    sitting.play("a: peg a2", "b: peg b2", "a: peg d2")
    assert (sitting.value("cut(a)"), sitting.value("cut(b)")) == (1 + 2 + 2, 1)


def opened(folder: Path, said: str) -> tuple[LoadedRuleset, list[str]]:
    """Return the game with a variant, and the codes of what is wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "quick.yaml").write_text(f"variant: quick\nof: {home('moors')}\nname: Quick\n{said}", encoding="utf-8")
    found = LoadedRuleset(str(folder / "quick.yaml"))
    return found, [] if found.ruleset is not None and not found.bag else [one.code for one in found.bag]


def test_a_variant_draws_a_part_anew(tmp_path: Path) -> None:
    found, wrong = opened(tmp_path, "set:\n  moor.tarn.map: |\n      hhh\n      how\n")
    assert not wrong
    sitting = Sitting(start_playthrough(found.program(3), names=NAMES[:3]))
    assert [sitting.value(f"field.{name}.ground") for name in ("d2", "e2", "e1")] == ["heath", "heath", "water"]
    # Neither the tarn's own spot nor those of the lot have room for it now.
    assert opened(tmp_path, "set:\n  moor.tarn.map: |\n      hhh\n      ho\n")[1] == ["R383"] * 2


# -- one board, by lot and as it is said ------------------------------------------------------------------------------

GAME = """
ruleset: weirs
language: 2
version: 1.0.0
name: Weirs
players: {min: 2, max: 2}
round: [going]
ranking: [{by: count(pools), order: most}]
"""
BOARD = """
kinds:
  sort: {plural: sorts, elements: [deep, flat]}
  slab: {plural: slabs, mirror: true, rows: [{id: long, map: "{LONG}"}, {id: bent, map: "{BENT}"}]}
  pool:
    plural: pools
    grid: {shape: {SHAPE}}
    fields:
      sort: {kind: sort, default: none}
      depth: {number: number, default: 7}
      open: {truth: true, default: false}
      flow: {kind: direction, default: none}
      weir: {truth: true, by: direction, default: false}
      leads: {kind: direction, by: direction, default: none}
    map: "{MAP}"
    legend:
      d: {sort: deep, depth: 2, flow: east, weir: {east: true, west: true}}
      f: {sort: flat, open: true, leads: {west: east}, depth: 1}
      g: {depth: 3, weir: true}
      "-": {sort: flat, weir: {east: true}}
    rows: {{CELL}: {depth: 9}}
    join: {parts: slab, spots: site, lay: {LAY}}
"""
SQUARES = {"SHAPE": "square", "LONG": "dfg\\n g", "BENT": "gfd\\n d", "MAP": "aaabbb\\n a--b", "CELL": "b2"}
ROUND = {"SHAPE": "square", "LONG": "df\\ngd", "BENT": "gf\\ndd", "MAP": "aa-bb\\naa bb", "CELL": "b2"}
HEXAGONS = {
    "SHAPE": "rhombus",
    "LONG": " d f\\ng d f\\n g d",
    "BENT": " g g\\nf d f\\n d f",
    "MAP": " a a   b b\\na a a b b b\\n a a - b b",
    "CELL": "b2",
}


def weirs(folder: Path, board: dict[str, str], lay: str) -> LoadedRuleset:
    """Load a board of two slabs."""
    text = BOARD
    for name, value in {**board, "LAY": lay}.items():
        text = text.replace(f"{{{name}}}", value)
    for file, said in (
        ("game.yaml", GAME),
        ("components/board.yaml", text),
        ("rules/going.rules", "phase going:\n    end game\n"),
    ):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(said, encoding="utf-8")
    found = LoadedRuleset(str(folder))
    assert found.ruleset is not None, [str(one) for one in found.bag]
    return found


def shown(found: LoadedRuleset, chance: dict[str, list[str]] | None = None) -> list[object]:
    """Read every field of every cell."""
    program = found.program(2)
    sitting = Sitting(start_playthrough(program, prescribed=chance, names=NAMES[:2], play_forced=False))
    directions = program.ruleset.kinds["direction"].elements
    asked = ["site is none", "sort is none", "depth", "open", "flow"]
    asked += [f"{name}[{one}]" for name in ("weir", "leads") for one in directions]
    return [sitting.value(f"pool.{cell}.{one}") for cell in program.ruleset.kinds["pool"].elements for one in asked]


@pytest.mark.parametrize(
    ("board", "ways"),
    [
        (SQUARES, ["turn_0", "mirror_0"]),
        (ROUND, [f"{how}_{number}" for how in ("turn", "mirror") for number in range(4)]),
        (HEXAGONS, [f"{how}_{number}" for how in ("turn", "mirror") for number in range(6)]),
    ],
)
@pytest.mark.parametrize("swapped", [False, pytest.param(True, marks=pytest.mark.night)])
def test_a_board_by_lot_is_the_one_that_says_the_same(
    tmp_path: Path, board: dict[str, str], ways: list[str], swapped: bool
) -> None:
    """By day each part lies in either place with every other way, by night with the ways between."""
    listed = f"[{', '.join(ways)}]"
    by_lot = weirs(
        tmp_path / "lot", board, f"{{a: {{part: by lot, way: {listed}}}, b: {{part: by lot, way: {listed}}}}}"
    )
    seen = []
    for number, (one, other) in enumerate([(way, ways[-at]) for at, way in enumerate(ways)]):
        first, second = ("bent", "long") if swapped is (number % 2 == 0) else ("long", "bent")
        said = f"{{a: {{part: {first}, way: {one}}}, b: {{part: {second}, way: {other}}}}}"
        fixed = weirs(tmp_path / f"{number}{first}", board, said)
        expected = shown(fixed)
        assert shown(by_lot, {"slab": [first, second], "way": [one, other]}) == expected, said
        seen.append(expected)
    assert len({tuple(one) for one in seen}) == len(seen)


def test_a_lot_that_is_misspelt_is_one_finding_each_and_takes_no_spot_away(tmp_path: Path) -> None:
    folder = shutil.copytree(home("moors"), tmp_path / "moors")
    misspelt = 0
    for board in (folder / "boards").glob("*.yaml"):
        text = board.read_text("utf-8")
        misspelt += text.count("by lot")
        board.write_text(text.replace("by lot", "by lots"), "utf-8")
    loaded = LoadedRuleset(str(folder))
    # Everything is read and bound all the same, so that other mistakes would show beside these.
    assert loaded.ruleset is None
    found = loaded.bag.diagnostics
    assert [(one.code, one.near) for one in found] == [("R103", "by lot")] * misspelt
