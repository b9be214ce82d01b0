"""The words of a variant: those of its base where they fit, its own where the rules differ, and nouns that nobody has yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from toll_desk import change

from reguli.cli.main import main
from reguli.words.catalogue.po import PoEntry, read_document

VARIANT = """\
variant: lazy
of: hex
name: Lazy Hex
add:
  kinds: {gizmo: {elements: [board, side], source: [H1]}}
  constants: {rest_rounds: {value: 2, unit: gizmo, source: [H4]}}
"""
RULES = """\
procedure end_turn cites H4, H6:
    if has_joined(to_move) or rest_rounds > count(gizmos):
        set to_move.won to true
        end game
    set to_move to next(to_move)
"""
ROMANIAN_GIZMO = "language: ro\nterms:\n  gizmo: {gender: n, singular: dispozitiv, plural: dispozitive}\n"
STALE = {"statement:H4", "statement:H6"}
"""The rule of these is replaced; H1 is only carried by something more, so its sentence stays."""


@pytest.fixture
def lazy(tmp_path: Path) -> Path:
    """Write a variant with a noun of its own and a rule of another structure."""
    home = tmp_path / "lazy"
    (home / "rules").mkdir(parents=True)
    (home / "variant.yaml").write_text(VARIANT, encoding="utf-8")
    (home / "rules" / "end.rules").write_text(RULES, encoding="utf-8")
    return home


def _own(home: Path, code: str) -> dict[str, PoEntry]:
    text = (home / "words" / code / "wordings.po").read_text(encoding="utf-8")
    return {entry.context: entry for entry in read_document(text).entries if entry.context is not None}


@pytest.mark.parametrize("language", ["en", "ro", "hu"])
def test_a_noun_that_no_language_has_stops_neither_check_nor_play_nor_what_is_said(
    lazy: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(lazy), "--lang", language]) == 0
    assert main(["play", str(lazy), "--bots", "random", "--seed", "1", "--lang", language]) == 0
    assert main(["say", str(lazy), "rest_rounds", "--lang", language]) == 0
    assert "rest_rounds" in capsys.readouterr().out
    for action in ("status", "list", "preview", "extract", "update"):
        assert main(["words", action, str(lazy), "--lang", language]) == 0, action
    assert "W203" not in capsys.readouterr().err


def test_a_variant_that_does_not_stand_has_no_findings_about_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "variant: same\nof: hex\nname: Same\nset:\n  constants.size_of_board: 11\n"
    (tmp_path / "variant.yaml").write_text(text, encoding="utf-8")
    for words in (["check"], ["words", "check"]):
        assert main([*words, str(tmp_path), "--lang", "ro,hu"]) == 1
        told = capsys.readouterr()
        assert "R153" in told.out + told.err
        assert " W" not in told.out + told.err


def test_a_wording_of_the_base_that_was_written_for_another_rule_is_begun_anew_in_each_language(lazy: Path) -> None:
    assert main(["words", "update", str(lazy)]) == 0
    for code in ("en", "ro", "hu"):
        own = _own(lazy, code)
        assert {name for name, entry in own.items() if entry.fuzzy} == STALE
        for name in STALE:
            assert own[name].text
            before, now = own[name].comment("before"), [note for note in own[name].notes if note.startswith("rule: ")]
            assert before
            assert " / ".join(note.removeprefix("rule: ") for note in now) != before


def test_clearing_the_mark_accepts_a_wording_for_the_variant(lazy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "update", str(lazy)]) == 0
    capsys.readouterr()
    assert main(["words", "check", str(lazy), "--lang", "ro"]) == 1
    assert set(capsys.readouterr().out.split()) & {"W302", "W305", "W306", "W308"} == {"W305"}
    for code in ("en", "ro"):
        change(lazy / "words" / code / "wordings.po", "#, fuzzy\n", "")
    assert main(["words", "update", str(lazy)]) == 0
    assert not any(entry.fuzzy for code in ("en", "ro") for entry in _own(lazy, code).values())
    capsys.readouterr()
    assert main(["words", "check", str(lazy), "--lang", "ro"]) == 0
    assert set(capsys.readouterr().out.split()) & {"W302", "W305", "W306", "W308"} == set()


def test_a_noun_that_one_language_lacks_does_not_stop_another(
    lazy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (lazy / "words" / "ro").mkdir(parents=True)
    (lazy / "words" / "ro" / "lexicon.yaml").write_text(ROMANIAN_GIZMO, encoding="utf-8")
    main(["say", str(lazy), "rest_rounds", "--lang", "ro,hu"])
    said = capsys.readouterr().out
    assert "2 dispozitive" in said
    assert "A megfelelő érték 2." in said
