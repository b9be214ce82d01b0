"""`reguli example`: a position of a game as an example that runs, whichever position it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_runs import Run

from reguli.shipped_files import shipped_folder


@pytest.fixture
def save(reguli: Run, tmp_path: Path) -> Path:
    file = tmp_path / "evening.json"
    ran = reguli("play", "power_grid", "--players", "3", "--bots", "random", "--seed", "3", "--save", str(file))
    assert ran.code == 0
    return file


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the game without examples of its own."""
    folder = tmp_path / "grid"
    shutil.copytree(shipped_folder("rulesets") / "power_grid", folder)
    shutil.rmtree(folder / "examples")
    return folder


@pytest.mark.night
def test_every_kind_of_position_runs_as_an_example(reguli: Run, save: Path, copied: Path) -> None:
    """One move of each decision, those within procedures too, and the end: each example is written, read and holds."""
    moves = json.loads(save.read_text(encoding="utf-8"))["moves"]
    first = {move["decision"]: number for number, move in reversed(list(enumerate(moves, 1))) if not move["forced"]}
    assert len(first) >= 7, first
    (copied / "examples").mkdir()
    for number in (*first.values(), len(moves)):
        ran = reguli("example", f"{save}@{number}", "--out", str(copied / "examples" / f"move_{number}.yaml"))
        assert ran.code == 0, ran.err
    assert reguli("example", str(save), "--out", str(copied / "examples" / "end.yaml")).code == 0
    assert reguli("check", str(copied)).code == 0
    ran = reguli("examples", str(copied))
    assert ran.code == 0, ran.out
    assert f"{len(set(first.values()) | {len(moves)}) + 1} examples, 0 failed" in ran.err


def test_it_says_only_what_is_not_as_the_set_up_leaves_it(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    reguli("play", "tic_tac_toe", "--save", str(file), typed="place b2\nplace a1\nquit\n")
    assert reguli("example", str(file)).out == (
        "# Written from a game. What is expected is what the rules do now: hold each line against the rulebook before you keep it, take out\n"
        "# what the example is not about, and say under 'cites:' which statements it shows.\n"
        "examples:\n"
        "  - id: game\n"
        "    players: 2\n"
        "    at: {phase: play, decision: turn, by: a}\n"
        "    state:\n"
        "      round: 1\n"
        '      "a.unused": {a: 8}\n'
        '      "b.unused": {b: 8}\n'
        '      "a1.marks": {b: 1}\n'
        '      "b2.marks": {a: 1}\n'
        "    then:\n"
        "      - {legal: place, by: a, is: [place b1, place c1, place a2, place c2, place a3, place b3, place c3]}\n"
    )
    then = reguli("example", f"{file}@2", "--id", "a_corner").out.partition("    when:\n")[2]
    assert then == (
        "      - {move: place a1, by: b}\n"
        "    then:\n"
        "      - {value: to_move, is: a}\n"
        '      - {value: "b.unused", is: {b: 8}}\n'
        '      - {value: "a1.marks", is: {b: 1}}\n'
    )


def test_names_of_the_table_stay(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "7 Games!.json"
    names = ["--names", "ann,no"]
    reguli("play", "connect_four", *names, "--save", str(file), typed="drop d\nquit\n")
    told = reguli("example", str(file)).out
    assert "  - id: game_7_games\n" in told
    assert 'seats: {ann: 0, "no": 1}' in told, "a word that YAML takes for a truth is in quotes"


def test_the_folder_of_examples_of_a_ruleset_is_made(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reguli("play", "hex", "--bots", "random", "--save", "game.json")
    (tmp_path / "mine").mkdir()
    assert reguli("example", "game.json", "--out", "mine/examples/end.yaml").code == 0
    assert (tmp_path / "mine" / "examples" / "end.yaml").is_file()
    assert reguli("example", "game.json", "--out", "other/examples/end.yaml").code == 2
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game.json@0",), ("X141", "numbered from 1 to")),
        (("game.json@999",), ("X141", "no move 999")),
        (("game.json@x",), ("X105", "game.json@x")),
        (("nothing.json",), ("X105", "nothing.json")),
        (("game.json", "--out", "game.json"), ("X112", "it exists already")),
        (("game.json", "--out", "no_folder/x.yaml"), ("X112", "its folder is not there")),
    ],
)
def test_wrong_words(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    reguli("play", "hex", "--bots", "random", "--save", "game.json")
    before = (tmp_path / "game.json").read_bytes()
    ran = reguli("example", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said[0] in ran.err
    assert said[1] in ran.err
    assert (tmp_path / "game.json").read_bytes() == before


def test_at_the_table(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "here.yaml"
    ran = reguli("play", "tic_tac_toe", typed=f"place b2\nexample\nexample {file}\nexample {file}\nquit\n")
    assert '"b2.marks": {a: 1}' in ran.out
    assert f"written: {file}" in ran.out
    assert "it exists already" in ran.out
    assert "  - id: here" in file.read_text(encoding="utf-8")


def test_a_fault_of_an_unfinished_position_names_what_is_not_said(reguli: Run, copied: Path) -> None:
    """Nobody said in which regions the game is played: the way to the next city is what the rules then cannot find."""
    (copied / "examples").mkdir()
    (copied / "examples" / "short.yaml").write_text(
        "examples:\n"
        "  - id: too_short\n"
        "    cites: [P97]\n"
        "    players: 2\n"
        "    options: {map: germany}\n"
        '    state: {"koeln.houses": {a: 1}, "region.in_play": []}\n'
        '    then: [{value: "price(a, essen)", is: 10}]\n'
        "  - id: nobody_builds\n"
        "    cites: [P97]\n"
        "    players: 2\n"
        "    at: {phase: resources, decision: purchase, by: c}\n"
        "    then: [{value: round, is: 1}]\n"
        "  - id: too_poor\n"
        "    cites: [P98]\n"
        "    players: 2\n"
        '    state: {"a.plants": [plant_4]}\n'
        '    when: [{run: "burn_fuel(a, plant_4)"}]\n'
        "    then: [{value: round, is: 1}]\n",
        encoding="utf-8",
    )
    told = reguli("examples", str(copied)).out
    assert "E306" in told.partition("nobody_builds")[0], "what was said is said to be empty: that is the rule's affair"
    assert "E512" in told.partition("nobody_builds")[2].partition("too_poor")[0]
    last = told.partition("  too_poor")[2]
    assert "grid/examples/short.yaml:17:12 E516 the position does not say card.burning, player.fuel" in last
    assert "see grid/rules/bureaucracy.rules:" in last
