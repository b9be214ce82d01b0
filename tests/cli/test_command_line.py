"""The command itself: help, version, wrong usage, exit codes, the last resort."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from command_runs import Run

from reguli.cli.arguments import CommandSpec, command_examples
from reguli.cli.commands import ruleset_info
from reguli.cli.main import COMMANDS, main

NAMES = [name for name, *_ in COMMANDS]


def test_help_lists_every_command(reguli: Run) -> None:
    ran = reguli("--help")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines() if re.match(r"  [a-z]+  ", line)] == NAMES
    assert ran.err == ""


def test_every_command_stands_in_its_file_and_every_file_has_commands() -> None:
    folder = Path(str(ruleset_info.__file__)).parent
    assert {file for _, file, _ in COMMANDS} == {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}
    found = [
        (file.stem, name.removeprefix("run_"))
        for file in folder.glob("*.py")
        for name, made in vars(import_module(f"reguli.cli.commands.{file.stem}")).items()
        if isinstance(made, CommandSpec)
    ]
    assert sorted(found) == sorted((file, name) for name, file, _ in COMMANDS)
    assert sorted(name for _, name in found) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_of_a_command_has_examples_of_it(reguli: Run, name: str) -> None:
    ran = reguli(name, "--help")
    assert ran.code == 0
    assert f"  reguli {name}" in ran.out.partition("examples:")[2]
    assert reguli("help", name) == ran


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_help_use_words_the_command_knows(reguli: Run, name: str) -> None:
    known = reguli(name, "--help").out
    for line in command_examples(name).splitlines()[1:]:
        for word in shlex.split(line)[2:]:
            assert not word.startswith("--") or word in known, line


def test_the_version_is_a_result(reguli: Run) -> None:
    ran = reguli("--version")
    assert ran.code == 0
    assert re.fullmatch(r"reguli \d+\.\d+\.\d+\n", ran.out)


def test_without_a_command_the_help_is_no_result(reguli: Run) -> None:
    ran = reguli()
    assert (ran.code, ran.out) == (2, "")
    assert "usage: reguli" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["paly"], "did you mean 'play'?"),
        (["check", "powergrid"], "did you mean 'power_grid'?"),
        (["check", "there/is/nothing"], "X101"),
        (["check", "a\0b"], "X101"),
        (["check", "x" * 5000], "X105"),
        (["bless", "hex"], "did you mean 'baseline'?"),
        (["strength", "hex"], "did you mean 'mutate'?"),
        (["verify", "hex", "--only", "strength"], "did you mean 'mutation'?"),
        (["verify", "hex", "--only", "play"], "did you mean 'fuzz'?"),
        (["check"], "X103"),
        (["check", "hex", "--options", "size=tiny"], "X103"),
        (["check", "hex", "--option", "size"], "X110"),
        (["check", "hex", "--option", "size=tinny"], "did you mean 'tiny'?"),
        (["check", "hex", "--option", "sizes=tiny"], "did you mean 'size'?"),
        (["play", "hex", "--players", "3"], "X104"),
        (["play", "hex", "--players", "two"], "X103"),
        (["play", "hex", "--seed", "-1"], "X103"),
        (["play", "hex", "--bots", "randon"], "did you mean 'random'?"),
        (["play", "hex", "--bots", "random,random,random"], "X115"),
        (["play", "hex", "--names", "anna"], "X131"),
        (["play", "hex", "--names", "anna,Anna"], "X131"),
        (["play", "hex", "--names", "an na,ben"], "X131"),
        (["play", "power_grid", "--chance", "deck=plant_50", "--chance", "deck.draws=plant_50"], "X132"),
        (["play", "power_grid", "--chance", "deck=plant_50", "--chance", "deck=plant_46"], "X133"),
        (["check", "power_grid", "--option", "map=usa", "--option", "map=germany"], "X133"),
        (["play"], "X103"),
        (["play", "power_grid", "--chance", "arae=w"], "did you mean 'area'?"),
        (["play", "power_grid", "--chance", "area=atlantis"], "X113"),
        (["play", "--load", "missing.json"], "X105"),
        (["replay", "missing.json"], "X105"),
        (["moves", "missing.yaml"], "X105"),
        (["explain", "R999"], "X108"),
        (["trace", "power_grid", "star_money"], "did you mean 'start_money'?"),
        (["trace", "power_grid", "max_plants[7]"], "2, 3, 4, 5, 6"),
        (["trace", "power_grid", "place_price[uranium, 13]"], "9, 10, 11, 12\n"),
        (["play", "power_grid", "--chance", "deck=plant_3,plant_11", "--bots", "random"], "X113"),
        (["trace", "power_grid", "max_plants[2, 2]"], "X122"),
        (["trace", "power_grid", ")("], "X109"),
        (["examples", "power_grid", "E6a_duisberg"], "did you mean 'E6a_duisburg'?"),
        (["card", "hex", "--lang", "xx"], "X111"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_wrong_usage_is_said_and_ends_with_two(reguli: Run, words: list[str], said: str) -> None:
    ran = reguli(*words)
    assert said in ran.err
    assert (ran.code, ran.out) == (2, "")


def test_a_folder_without_a_game_is_wrong_usage(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("check", str(tmp_path))
    assert ran.code == 2
    assert "game.yaml" in ran.err


def test_our_own_fault_is_said_calmly(reguli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("a bug")

    monkeypatch.setattr(ruleset_info, "run_list", CommandSpec((), fail))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ran = reguli("list")
    assert (ran.code, ran.out) == (3, "")
    assert "Traceback" not in ran.err
    (report,) = tmp_path.iterdir()
    assert report.name in ran.err
    assert "RuntimeError: a bug" in report.read_text(encoding="utf-8")


def test_debug_shows_our_own_fault(reguli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("a bug")

    monkeypatch.setattr(ruleset_info, "run_list", CommandSpec((), fail))
    ran = reguli("--debug", "list")
    assert ran.code == 3
    assert "RuntimeError: a bug" in ran.err


def test_an_interruption_is_quiet(reguli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(ruleset_info, "run_list", CommandSpec((), interrupt))
    assert reguli("list").code == 130
    assert main(["list"]) == 130


def test_our_own_fault_is_shown_where_it_cannot_be_written(
    reguli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("a bug")

    monkeypatch.setattr(ruleset_info, "run_list", CommandSpec((), fail))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    ran = reguli("list")
    assert (ran.code, ran.out) == (3, "")
    assert "RuntimeError: a bug" in ran.err
