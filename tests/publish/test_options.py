"""Wrong words after the commands that print: one finding each, exit 2, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main

CARD, BOOK = ("card", "hex"), ("book", "hex")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((*CARD, "--paper", "x"), "X111"),
        ((*CARD, "--format", "foo"), "X111"),
        ((*CARD, "--format", ""), "X111"),
        ((*CARD, "--lang", "xx"), "X111"),
        ((*CARD, "--lang", ""), "X111"),
        ((*CARD, "--back", "xx"), "X111"),
        ((*CARD, "--for", "mars"), "X111"),
        ((*CARD, "--sheet", "poker"), "X111"),
        ((*CARD, "--product", "boxes"), "X111"),
        ((*CARD, "--product", "pieces"), "X111"),
        ((*CARD, "--players", "9"), "X104"),
        ((*CARD, "--players", "x"), "X103"),
        ((*CARD, "--theme", "nowhere"), "X105"),
        ((*CARD, "--theme", "a_file"), "X105"),
        ((*CARD, "--theme", "."), "X105"),
        (("card", "all", "--theme", "."), "X103"),
        ((*BOOK, "--format", "png"), "X111"),
        ((*BOOK, "--format", ","), "X111"),
        ((*BOOK, "--lang", "en,xx"), "X111"),
        ((*BOOK, "--edition", "annotatd"), "X111"),
        ((*BOOK, "--players", "9"), "X104"),
        ((*BOOK, "--product", "card"), "X111"),
        ((*BOOK, "--product", "changes"), "W424"),
        ((*BOOK, "--theme", "nowhere"), "X105"),
        (("book", "all", "--theme", "."), "X103"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_wrong_word_is_one_finding(
    words: tuple[str, ...],
    code: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a_file").write_text("", "utf-8")
    assert main([*words, "--folder", "out"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{code} ")
    assert captured.err.count("to do: ") == 1
    assert list(tmp_path.rglob("out/*")) == []


@pytest.mark.parametrize("command", [CARD, BOOK])
@pytest.mark.parametrize("place", ["a_file", "a_file/inside"])
def test_a_place_where_nothing_can_be_written(
    command: tuple[str, ...],
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a_file").write_text("", "utf-8")
    assert main([*command, "--folder", place]) == 2
    assert capsys.readouterr().err.startswith("X112 ")


def test_findings_of_a_theme_stop_what_it_is_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "theme.yaml").write_text('theme: pale\ncolours: {ink: "#c0c0c0"}\n', "utf-8")
    for command in (CARD, BOOK):
        assert main([*command, "--theme", ".", "--folder", "out"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "theme.yaml:2:16 W431 letters of the colour 'ink' on 'paper'" in captured.err
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []
