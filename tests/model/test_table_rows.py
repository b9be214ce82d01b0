"""Rows of tables in files: in the long form or with the last key across, and ranges in any notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.pipeline import LoadedRuleset

GAME = """
ruleset: rows
language: 2
version: 1.0.0
name: Rows
players: {min: 2, max: 3}
round: [main]
stages: [{id: early}, {id: late, from: [early], when: round > 1, checked: end of main, effective: start of round}]
ranking: [{by: player.points, order: most}]
"""
RULES = """
phase main:
    for player in players:
        add fee[player_count, stage] to player.points
    if round > 1:
        end game
"""


def read(folder: Path, keys: str, raw: str, name: str = "fee.csv", rules: str = RULES) -> LoadedRuleset:
    files = {
        "game.yaml": GAME,
        "rules/main.rules": rules,
        "state.yaml": "player: {points: {number: number}}\n",
        "tables.yaml": f"fee: {{keys: {keys}, rows: {name}}}\n",
        name: raw,
    }
    for path, text in files.items():
        (folder / "rows" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "rows" / path).write_text(text, encoding="utf-8", newline="")
    return LoadedRuleset(str(folder / "rows"))


def cells(loaded: LoadedRuleset) -> tuple[int | None, ...]:
    assert loaded.ruleset is not None, [(found.code, str(found.span)) for found in loaded.bag]
    return loaded.ruleset.tables["fee"].cells


@pytest.mark.parametrize(
    "raw",
    [
        "player_count,stage,fee\n2,early,1\n2,late,2\n3,early,3\n3,late,4\n",
        "\ufeffPlayer count;Stage;Value\r\n2;Early;1\r\n2;Late;2\r\n\r\n3;Early;3\r\n3;Late;4\r\n",
        "player_count;early;late\n2;1;2\n3;3;4\n",
        "Player_count\tLate\tEarly\n3\t4\t3\n2\t2\t1\n",
    ],
)
def test_a_table_with_two_keys_stands_long_or_wide(tmp_path: Path, raw: str) -> None:
    assert cells(read(tmp_path, "[player_count, stage]", raw)) == (1, 2, 3, 4)


AGE = "[{name: age, from: 0, to: 9}]"
BY_AGE = RULES.replace("fee[player_count, stage]", "fee[round]")


@pytest.mark.parametrize("ranges", [("0..4", "5..9"), ("0-4", "5-9"), ("0 – 4", "5 – 9")])
def test_a_cell_may_be_a_range_in_any_notation(tmp_path: Path, ranges: tuple[str, str]) -> None:
    raw = f"age;fee\n{ranges[0]};1\n{ranges[1]};2\n"
    assert cells(read(tmp_path, AGE, raw, rules=BY_AGE)) == (1,) * 5 + (2,) * 5


@pytest.mark.parametrize(
    ("keys", "raw", "wanted"),
    [
        (AGE, "age;fee\n0-4;1\n4-8;2\n", [("R321", 1, 1), ("R394", 3, 5)]),
        (AGE, "age;fee;note\n0-9;1;x\n", [("R396", 1, 1)]),
        (AGE, "years;fee\n0-9;1\n", [("R396", 1, 1)]),
        (AGE, "age;fee\n0-4;1\n5-9;two thirds\n", [("R103", 3, 5)]),
        ("[player_count, stage]", "player_count;early;lat\n2;1;2\n3;3;4\n", [("R322", 2, 5), ("R322", 3, 5)]),
    ],
)
def test_what_is_wrong_with_the_rows_is_found_at_its_cell(
    tmp_path: Path, keys: str, raw: str, wanted: list[tuple[str, int, int]]
) -> None:
    loaded = read(tmp_path, keys, raw, rules=BY_AGE if keys == AGE else RULES)
    assert loaded.ruleset is None
    found = [(one.code, one.span.line, one.span.column) for one in loaded.bag if one.span is not None]
    assert [one for one in found if one[0] != "R321" or keys == AGE] == wanted


def test_a_constant_in_a_cell_of_a_table_has_the_value_of_the_option(tmp_path: Path) -> None:
    loaded = read(tmp_path, AGE, "age;fee\n0-4;low\n5-9;2\n", rules=BY_AGE)
    folder = tmp_path / "rows"
    (folder / "constants.yaml").write_text("low: 7\n", encoding="utf-8")
    choice = "options: {tariff: {choose: {usual: {}, dear: {constants: {low: 8}}}, default: usual}}\n"
    (folder / "game.yaml").write_text(GAME + choice, encoding="utf-8")
    assert cells(LoadedRuleset(str(folder)))[0] == 7
    assert cells(LoadedRuleset(str(folder), {"tariff": "dear"}))[0] == 8
    assert loaded.name == str(folder)
