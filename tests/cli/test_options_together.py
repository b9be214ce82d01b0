"""Options that fail only together are found, and options that exclude one another are refused wherever a setting is chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run

from reguli.api.games import load
from reguli.app.errors import Findings

GAME = """\
ruleset: toll
language: 2
version: 1.0.0
name: Toll
players: {min: 2, max: 3, provenance: ours}
options: {OPTIONS}
round: [main]
ranking: [{by: count(player.coins), order: most, provenance: ours}]
"""
FREE = "a_rule: {switch: false, provenance: ours}, b_rule: {switch: false, provenance: ours}"
APART = "a_rule: {switch: false, excludes: b_rule, provenance: ours}, b_rule: {switch: false, provenance: ours}"
FILES = {
    "components/things.yaml": "kinds:\n  coin: {plural: coins, tokens: {supply: 3}, starts: bank, provenance: ours}\n",
    "inventory.yaml": 'M1: {statement: "Who pays.", state: specified}\n',
    "constants.yaml": "two: {value: 2, unit: coin, provenance: ours}\n",
    "state.yaml": "game: {bank: {zone: coin, provenance: ours}}\nplayer:\n  coins: {zone: coin, provenance: ours}\n",
    "rules/main.rules": "phase main cites M1:\n    if a_rule:\n        move two from bank to seat_1.coins\n"
    "    if b_rule:\n        move two from bank to seat_2.coins\n    decide rest by seat_1:\n        sleep:\n            settle\n"
    "        wake:\n            settle\n    end game\n",
}
"""Either rule alone takes two of three coins; both together fail."""
BUDGET = ("--budget", "4")
"""Enough for a game of one decision."""
COVER = "for 5 settings that cover every pair of options and players"


def written(folder: Path, options: str) -> str:
    for name, text in {**FILES, "game.yaml": GAME.replace("OPTIONS", options)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


def test_check_and_verify_find_what_fails_only_together(reguli: Run, tmp_path: Path) -> None:
    name = written(tmp_path / "toll", FREE)
    assert reguli("check", name).code == 0
    played = reguli("check", name, "--play", "--json")
    assert played.code == 1
    found = json.loads(played.out)
    assert [one["code"] for one in found["findings"]] == ["E310"]
    assert {"players": 2, "options": {"a_rule": True, "b_rule": True}} in found["played"]["settings"]
    assert COVER in reguli("check", name, "--play").err
    for part, code in (("model-check", "V502"), ("fuzz", "E310")):
        report = json.loads(reguli("verify", name, "--only", part, *BUDGET, "--format", "json").out)
        assert code in {one["code"] for one in report["findings"]}, part


def test_options_that_exclude_one_another_are_refused_everywhere(reguli: Run, tmp_path: Path) -> None:
    name = written(tmp_path / "toll", APART)
    both = ("--option", "a_rule=true", "--option", "b_rule=true")
    said = "R424 these options do not go together: a_rule=true cannot be combined with b_rule=true"
    for words in (("check",), ("play",), ("card",), ("verify",), ("simulate", "--games", "1")):
        refused = reguli(words[0], name, *words[1:], *both)
        assert refused.code == 2, words
        assert said in refused.err
    with pytest.raises(Findings, match="R424"):
        load(name, {"a_rule": True, "b_rule": True})
    save = tmp_path / "one.json"
    load(name, {"a_rule": True}).start().save(save)
    data = json.loads(save.read_text(encoding="utf-8"))
    data["options"]["b_rule"] = True
    save.write_text(json.dumps(data), encoding="utf-8")
    assert "these options do not go together: a_rule=true cannot" in reguli("moves", str(save)).err


def test_claims_say_for_which_settings_they_hold(reguli: Run, tmp_path: Path) -> None:
    name = written(tmp_path / "toll", APART)
    cover = "for 6 settings that cover every pair of options and players that can occur (1 cannot: a_rule=true + b_rule=true)"
    played = reguli("check", name, "--play")
    assert played.code == 0
    assert cover in played.err
    verified = reguli("verify", name, "--only", "model-check,fuzz", *BUDGET)
    assert f"in every position of Toll {cover}" in verified.out
    report = json.loads(reguli("verify", name, "--only", "model-check,fuzz", *BUDGET, "--format", "json").out)
    by = {one["property"]: one["by"] for one in report["holds"]}
    assert cover in by["no fault"]
    assert cover in by["fuzz"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "cannot be combined with"),
        ("ro", "nu se poate combina cu"),
        ("hu", "nem kombinálható ezzel:"),
    ],
)
def test_card_and_book_say_it(reguli: Run, tmp_path: Path, language: str, said: str) -> None:
    name = written(tmp_path / "toll", APART)
    for product in ("card", "book"):
        reguli(product, name, "--lang", language, "--format", "md", "--draft", "--folder", str(tmp_path / product))
        (text,) = [file.read_text(encoding="utf-8") for file in (tmp_path / product).rglob("*.md")]
        assert said in text
