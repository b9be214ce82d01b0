"""Variants of boards: which lie on the table, the lines of a drawn one, and what its letters mean."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from reguli.engine.expression_queries import QueryCache
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.pipeline import LoadedRuleset

BANKS = Path(__file__).parents[1] / "rulesets" / "banks"
WIDER = """
  kinds.field.legend.s: {bank: right, yields: 5}
  kinds.field.map: |
      l L w r s
       l w R r
      l w i R r
       L w r r
"""


def opened(folder: Path, said: str, base: Path = BANKS) -> tuple[LoadedRuleset, list[str]]:
    """Return the game with a variant, and the codes of what is wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "quick.yaml").write_text(f"variant: quick\nof: {base}\nname: Quick\n{said}", encoding="utf-8")
    loaded = LoadedRuleset(str(folder / "quick.yaml"))
    return loaded, [] if loaded.ruleset is not None and not loaded.bag else [found.code for found in loaded.bag]


def asked(loaded: LoadedRuleset, *questions: str) -> list[object]:
    program = loaded.program(2)
    asking, played = QueryCache(program), start_playthrough(program)
    return [asking.answer(asking.read(question, played.names), played) for question in questions]


def test_a_letter_means_something_else(tmp_path: Path) -> None:
    before = LoadedRuleset(str(BANKS))
    assert before.ruleset is not None
    # Two fields of the right bank are drawn with an R.
    loaded, wrong = opened(tmp_path, "set: {kinds.field.legend.R: {bank: right, yields: 7}}\n")
    assert not wrong
    changed = "count(all field in fields where field.yields = 7)"
    assert asked(before, changed) == [0]
    assert asked(loaded, changed) == [2]


def test_a_map_is_drawn_anew_with_a_letter_of_the_variant(tmp_path: Path) -> None:
    loaded, wrong = opened(tmp_path, f"set:{WIDER}")
    assert not wrong
    before = LoadedRuleset(str(BANKS))
    assert before.ruleset is not None
    # Four, four, five and four letters, but for the island, which two players do not have.
    assert asked(before, "count(fields)") == [16]
    assert asked(loaded, "count(fields)", "count(all field in fields where field.yields = 5)") == [17, 1]


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("set: {kinds.field.legend.s: {bank: right, yields: 5}}\n", ["R142"]),
        ("set: {kinds.field.legend.l: {bank: left, yields: 1}}\n", ["R153"]),
        ("set: {kinds.field.legend.l: {bnak: left}}\n", ["R113"]),
        ('set: {kinds.field.map: "l s l"}\n', ["R141"]),
        ('set: {kinds.field.map: "l ll"}\n', ["R143"]),
        ("set: {kinds.bank.map: l}\n", ["R152"]),
        ("set: {kinds.feild.map: l}\n", ["R152"]),
        ("set: {boards.2: [valley]}\n", ["R151"]),
    ],
)
def test_what_cannot_be_set_is_a_finding(tmp_path: Path, said: str, codes: list[str]) -> None:
    assert set(codes) <= set(opened(tmp_path, said)[1])


def two_boards(folder: Path) -> Path:
    """Write a game with a board for two players and one for three."""
    files = {
        "game.yaml": "ruleset: heath\nlanguage: 2\nversion: 1.0.0\nname: Heath\nplayers: {min: 2, max: 3}\nround: [resting]\n"
        "boards: {by: player_count, 2: [small], 3: [large]}\nranking: [{by: player.points, order: most}]\n",
        "state.yaml": "player: {points: {number: number}}\n",
        "rules/r.rules": "phase resting:\n    end game\n",
        "boards/small.yaml": "board: small\nkinds: {field: {grid: {shape: square}, map: g, legend: {g: {}}}}\n",
        "boards/large.yaml": "board: large\nkinds: {field: {grid: {shape: square}, map: ggg, legend: {g: {}}}}\n",
    }
    for name, text in files.items():
        path = folder / "heath" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "heath"


@pytest.mark.parametrize(
    "said",
    [
        "set: {boards.2: [large]}\nremove: {boards: [small]}\n",
        "replace: {boards: {by: player_count, 2..3: [large]}}\nremove: {boards: [small]}\n",
    ],
)
def test_other_boards_lie_on_the_table(tmp_path: Path, said: str) -> None:
    base = two_boards(tmp_path)
    plain = LoadedRuleset(str(base))
    assert plain.ruleset is not None
    assert asked(plain, "count(fields)") == [1]
    loaded, wrong = opened(tmp_path, said, base)
    assert not wrong
    assert asked(loaded, "count(fields)") == [3]


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("set: {boards.2: [small]}\n", ["R153"]),
        ("set: {boards.2: [larg]}\n", ["R124"]),
        ("set: {boards.4: [large]}\n", ["R132"]),
        ("replace: {boards: {by: player_count, 2: [small]}}\n", ["R133"]),
        ("set: {kinds.field.map: gg}\n", ["R164"]),
    ],
)
def test_boards_are_held_to_the_game(tmp_path: Path, said: str, codes: list[str]) -> None:
    assert set(codes) <= set(opened(tmp_path, said, two_boards(tmp_path))[1])


JOINED = """
kinds:
  slab: {plural: slabs, rows: [{id: north, map: wf}, {id: south, map: ff}, {id: west, map: fw}]}
  dell:
    plural: dells
    grid: {shape: square}
    fields: {wet: {truth: true, default: false}}
    map: aabb
    legend: {w: {wet: true}, f: {}}
    join: {parts: slab, spots: site, lay: {a: by lot, b: by lot}}
"""
WET = [f"dell.{cell}.wet" for cell in ("a1", "b1", "c1", "d1")]


def joined(folder: Path) -> Path:
    """Return the valley with a board besides that two lots join."""
    copytree(BANKS, folder)
    (folder / "boards" / "dells.yaml").write_text(JOINED, encoding="utf-8")
    return folder


def test_a_spot_gets_what_the_variant_says_and_the_others_their_lots(tmp_path: Path) -> None:
    base = joined(tmp_path / "joined")
    loaded, wrong = opened(tmp_path, "set: {kinds.dell.join.b: {part: west, way: turn_2}}\n", base)
    assert not wrong
    assert asked(loaded, *WET[2:], "site_b.slab", "site_b.way") == [True, False, "west", "turn_2"]
    both = "set: {kinds.dell.join.a: south, kinds.dell.join.b: north, slab.south.map: ww}\n"
    loaded, wrong = opened(tmp_path / "both", both, base)
    assert not wrong
    # Nothing is left to a lot: the board is one like any other.
    assert asked(loaded, *WET, "site_a.slab") == [True, True, True, False, "south"]
    assert loaded.ruleset is not None
    assert "site.slab" not in loaded.ruleset.state


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("kinds.dell.join.c: north", ["R152"]),
        ("kinds.field.join.a: north", ["R152"]),
        ("kinds.dell.join.a: nroth", ["R387"]),
        ("kinds.dell.join.a: by lot", ["R153"]),
        ("kinds.dell.join.a: {part: north, way: turn_1}", ["R383"]),
        ("kinds.dell.map: aaaa", ["R383", "R381"]),
    ],
)
def test_what_a_variant_cannot_say_of_a_spot(tmp_path: Path, said: str, codes: list[str]) -> None:
    assert opened(tmp_path, f"set:\n  {said}\n", joined(tmp_path / "joined"))[1] == codes
