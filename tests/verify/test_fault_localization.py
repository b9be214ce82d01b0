"""Fault localization: which rules failing examples point to, and how a report says it."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import pytest
from changed_games import changed, subject

from reguli.app.verification.runner import VerificationRequest, verify
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.source.finding_catalogue import ENGLISH
from reguli.verify.mutation.fault_localization import FaultLocalization, Suspect, find_suspects
from reguli.verify.report import Budget, ignore_progress

PLENTY = 10**9
EXAMPLES = VerificationRequest(only=("examples",))


def localized(folder: Path) -> tuple[FaultLocalization, list[Suspect]]:
    localization = FaultLocalization(subject(folder))
    return localization, localization.suspects(Budget(PLENTY), ignore_progress)


GUARD = "                needs target.pawns is empty or target.column != origin.column because captures_only_diagonally cites B5, B6\n"
WHERE = "run_from(player, cell, direction) + run_from(player, cell, opposite[direction]) + 1"


@pytest.mark.parametrize(
    ("game", "fault", "rule", "repair"),
    [
        # The mistake is one change away from what was meant, so this change is found.
        (
            "tic_tac_toe",
            ("+ 1 >= line_length", "+ 1 > line_length"),
            "rule:define.completes_line",
            f"'{WHERE} > line_length' were '{WHERE} >= line_length'",
        ),
        # A guard that was forgotten can be put back by no small change: the examples that depend on the option tell.
        ("breakthrough", (GUARD, ""), "rule:play/turn/advance", None),
        # The set-up is covered by examples that begin behind it.
        ("breakthrough", ("height - home_rows:", "height - home_rows + 1:"), "rule:set_up", None),
    ],
)
def test_the_rule_with_the_mistake_is_most_suspect(
    tmp_path: Path, game: str, fault: tuple[str, str], rule: str, repair: str | None
) -> None:
    localization, suspects = localized(changed(game, tmp_path, "rules/play.rules", *fault))
    assert localization.failed
    assert suspects[0].rule.startswith(rule)
    assert suspects[0].span.file.endswith("rules/play.rules")
    if repair is not None:
        assert suspects[0].repair is not None
        assert ENGLISH.say(suspects[0].repair) == repair


def test_suspicion_without_a_repair_is_that_of_ochiai(tmp_path: Path) -> None:
    """Failing examples that depend on a rule, over the root of all failing ones times all that depend on it."""
    folder = changed("breakthrough", tmp_path, "rules/play.rules", "height - home_rows:", "height - home_rows + 1:")
    localization, suspects = localized(folder)
    failed = len(localization.failed)
    for one in suspects:
        assert one.failing <= failed
        if one.repair is None and one.suspicion <= 1:
            assert one.suspicion >= one.failing / sqrt(failed * (one.failing + one.passing)) - 1e-12
    assert [one.suspicion for one in suspects] == sorted((one.suspicion for one in suspects), reverse=True)


def test_where_no_example_fails_nothing_is_suspect() -> None:
    assert not list(find_suspects(subject("tic_tac_toe"), Budget(PLENTY), ignore_progress))
    report = verify(LoadedRuleset("tic_tac_toe"), EXAMPLES)
    assert "V606" not in {one.found.told.code for one in report.judged}


def test_a_small_budget_leaves_examples_out_and_says_so(tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "+ 1 >= line_length", "+ 1 > line_length")
    budget = Budget(1)
    list(find_suspects(subject(folder), budget, ignore_progress))
    assert budget.cut


def test_a_report_says_first_where_to_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "+ 1 >= line_length", "+ 1 > line_length")
    assert main(["verify", str(folder), "--only", "examples"]) == 1
    first = capsys.readouterr().out.splitlines()[1]
    assert "look here first:" in first
    assert "most suspect: 'define.completes_line'" in first
    assert "tic_tac_toe/rules/play.rules:19:" in first
    assert main(["verify", str(folder), "--only", "examples", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)["findings"][0]
    assert told["code"] == "V606"
    assert told["rule"] == "rule:define.completes_line"
    assert len(told["related"]) <= 5


def test_what_a_variant_means_to_change_is_no_fault(tmp_path: Path) -> None:
    """Examples of the base that a variant breaks are a change, which has its own findings."""
    folder = tmp_path / "longer"
    folder.mkdir()
    (folder / "variant.yaml").write_text(
        "variant: longer\nof: connect_four\nname: Longer\nset:\n  constants.line_length: 5\n", encoding="utf-8"
    )
    codes = {one.found.told.code for one in verify(LoadedRuleset(str(folder)), EXAMPLES).judged}
    assert "V604" in codes
    assert "V606" not in codes


def test_the_same_is_found_again(tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "+ 1 >= line_length", "+ 1 > line_length")
    assert localized(folder)[1] == localized(folder)[1]
