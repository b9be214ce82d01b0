"""Variants laid over a ruleset for one command, without a file that says so."""

from __future__ import annotations

from pathlib import Path

from command_runs import Run


def _variant(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(f"variant: {name}\nof: tic_tac_toe\n{text}", encoding="utf-8")
    return str(path)


def test_variants_are_tried_together(reguli: Run, tmp_path: Path) -> None:
    wide = _variant(tmp_path, "wide", "set: {constants.line_length: 2}\n")
    called = _variant(tmp_path, "called", 'name: "Noughts"\n')
    ran = reguli("info", "tic_tac_toe", "--with", f"{wide},{called}")
    assert ran.code == 0, ran.out
    assert "Noughts" in ran.out


def test_two_that_touch_the_same_are_a_finding(reguli: Run, tmp_path: Path) -> None:
    first = _variant(tmp_path, "first", "set: {constants.line_length: 2}\n")
    second = _variant(tmp_path, "second", "set: {constants.line_length: 1}\n")
    ran = reguli("check", first, "--with", second)
    assert ran.code == 1
    assert "R166 'constants.line_length'" in ran.out


def test_a_variant_that_is_not_there_is_told(reguli: Run) -> None:
    assert "X101" in reguli("check", "tic_tac_toe", "--with", "no_such").err
