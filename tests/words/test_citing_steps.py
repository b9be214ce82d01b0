"""A statement that steps of a rule cite depends on these steps, with what stands around them, and on no other step."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.loading import open_playable
from reguli.cli.main import main
from reguli.words.placeholders.wording_signature import rule_signatures
from reguli.words.placeholders.wording_subjects import wording_subjects

RULE = """procedure end_turn cites H4, H5, H6:
    let mover = to_move
    if has_joined(mover):
        set mover.won to true
        end game cites H6
    set to_move to next(mover) cites H4
"""
CITED = ("statement:H4", "statement:H5", "statement:H6")


def _variant(folder: Path, rule: str) -> Path:
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text("variant: steps\nof: hex\nname: Steps\n", "utf-8")
    (folder / "rules" / "end.rules").write_text(rule, "utf-8")
    return folder


def _signatures(folder: Path, rule: str) -> dict[str, str]:
    ruleset = open_playable(str(_variant(folder, rule)), {}).ruleset
    assert ruleset is not None
    return dict(rule_signatures(wording_subjects(ruleset), ruleset))


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("next(mover) cites", "previous(mover) cites", {"statement:H4"}),
        ("if has_joined(mover)", "if not has_joined(mover)", {"statement:H5", "statement:H6"}),
        ("        end game cites H6\n", "", {"statement:H6"}),
        ("won to true", "won to false", {"statement:H5"}),
        ("let mover = to_move", "let mover = next(to_move)", set(CITED)),
        ("mover", "player_to_move", set[str]()),
    ],
    ids=["own step", "branch around", "step taken out", "only the head cites", "name that all use", "other name"],
)
def test_a_sentence_changes_with_its_own_steps(tmp_path: Path, old: str, new: str, changed: set[str]) -> None:
    before = _signatures(tmp_path / "before", RULE)
    after = _signatures(tmp_path / "after", RULE.replace(old, new))
    assert {name for name in CITED if before[name] != after[name]} == changed


def test_without_citations_at_steps_every_statement_of_the_head_changes(tmp_path: Path) -> None:
    plain = RULE.replace(" cites H6\n", "\n").replace(" cites H4\n", "\n")
    before = _signatures(tmp_path / "before", plain)
    after = _signatures(tmp_path / "after", plain.replace("next(mover)", "previous(mover)"))
    assert {name for name in CITED if before[name] != after[name]} == set(CITED)


def test_a_statement_that_only_a_step_cites_is_carried(tmp_path: Path) -> None:
    ruleset = open_playable(
        str(_variant(tmp_path / "steps", RULE.replace("cites H4, H5, H6:", "cites H5:"))), {}
    ).ruleset
    assert ruleset is not None
    assert all("rule:end_turn" in ruleset.citations[name] for name in ("H4", "H5", "H6"))


def test_a_step_that_cites_what_the_inventory_lacks_is_found_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(_variant(tmp_path / "steps", RULE.replace("game cites H6", "game cites H66")))]) == 1
    assert "end.rules:5:24 R340" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "moves"),
    [("en", "may put a stone on a hexagon"), ("ro", "poate pune o piesă pe un hexagon"), ("hu", "tehet egy követ")],
)
def test_what_a_withdrawn_sentence_said_and_still_holds_is_printed(tmp_path: Path, language: str, moves: str) -> None:
    """The end of a turn comes before the end of the game; that a stone is put on a hexagon is as it was."""
    rule = "procedure end_turn cites H4, H6:\n    set to_move to next(to_move)\n    if has_joined(to_move):\n        end game\n"
    home = _variant(tmp_path / "steps", rule)
    assert main(["book", str(home), "--lang", language, "--format", "md", "--folder", str(tmp_path / "out")]) == 0
    text = (tmp_path / "out" / "steps" / f"book.{language}.md").read_text("utf-8").replace("\u00a0", " ")
    assert text.count(moves) == 1
