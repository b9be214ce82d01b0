"""``reguli verify`` and what answers it, on variants of a small game that break an example of its rulebook, and on games that fail one of their own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from command_runs import Run

from reguli.app.verification import part_registry
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.shipped_files import shipped_folder
from reguli.source.source_excerpt import Sources
from reguli.verify.example_runner import ExampleResult, ProgramCache
from reguli.verify.report import LETTERS, Part

TOP = Path(__file__).parents[2]
QUICK = ("--only", "examples,static")
STRENGTH = ("--only", "mutation", "--budget", "2")
LINE_OF_TWO = "variant: mine\nof: tic_tac_toe\nname: Two in a row\nset:\n  constants.line_length: 2\n"
WRONG = """
examples:
  - id: nobody_has_won_yet
    cites: [T5]
    players: 2
    setup: initial
    when:
      - {move: place a1, by: a}
    then:
      - {value: a.won, is: true}
"""


@pytest.fixture(autouse=True)
def _kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "kept"))


def _ids(out: str) -> list[str]:
    return [one["id"] for one in json.loads(out)["findings"]]


def test_a_sound_game_leaves_nothing_to_do(reguli: Run) -> None:
    ran = reguli("verify", "tic_tac_toe", *QUICK)
    assert ran.code == 0
    assert ran.out.startswith("Nothing is to be done.\n")
    assert "mutation: not asked for" in ran.out


def test_an_example_that_fails_is_wrong_and_keeps_its_id_when_lines_move(
    reguli: Run, variant: Callable[[str], str]
) -> None:
    home = Path(variant("variant: mine\nof: tic_tac_toe\nname: Mine\n"))
    file = home / "examples" / "own.yaml"
    file.parent.mkdir()
    file.write_text(WRONG, encoding="utf-8")
    ran = reguli("verify", str(home), *QUICK, "--format", "json")
    assert (ran.code, json.loads(ran.out)["clean"]) == (1, False)
    suspects, finding = json.loads(ran.out)["findings"]
    assert suspects["code"] == "V606"
    assert (finding["part"], finding["severity"]) == ("examples", "error")
    file.write_text(f"# A remark.\n\n{WRONG}", encoding="utf-8")
    again = reguli("verify", str(home), *QUICK, "--format", "json")
    assert finding["id"] in _ids(again.out)
    refused = reguli("accept", str(home), finding["id"], "--because", "it may fail")
    assert refused.code == 2
    assert refused.err.startswith("X154 ")


def test_a_wanted_change_is_accepted_by_one_command_and_missed_when_it_is_gone(
    reguli: Run, variant: Callable[[str], str]
) -> None:
    """With two in a row the game of the example, a1 b1 b2 …, is over after three marks; the draw has pairs, too."""
    home = Path(variant(LINE_OF_TWO))
    ran = reguli("verify", str(home), *QUICK, "--format", "json")
    changed = _ids(ran.out)
    assert ran.code == 1
    assert {one["severity"] for one in json.loads(ran.out)["findings"]} == {"change"}
    for name in changed:
        assert reguli("accept", str(home), name, "--because", "two are enough: it isn't three any more").code == 0
    ran = reguli("verify", str(home), *QUICK)
    assert ran.code == 0
    assert "two are enough: it isn't three any more" in ran.out
    (home / "variant.yaml").write_text(LINE_OF_TWO.partition("set:")[0], encoding="utf-8")
    ran = reguli("verify", str(home), *QUICK, "--format", "json")
    told = {one["code"] for one in json.loads(ran.out)["findings"]}
    assert "V602" in told


def test_what_no_statement_decides_is_an_open_question(reguli: Run, tmp_path: Path) -> None:
    home = tmp_path / "hex"
    shutil.copytree(TOP / "rulesets" / "hex", home)
    for file in (home / "examples").glob("*.yaml"):
        file.unlink()
    (home / "verify.yaml").unlink()
    told = json.loads(reguli("verify", str(home), *STRENGTH, "--format", "json").out)["findings"]
    gap = next(one for one in told if one["severity"] == "gap" and one["offered"])
    because = "does the rulebook's edge: top or left?"
    assert reguli("accept", str(home), gap["id"], "--undecided", "--because", because).code == 0
    (asked,) = (
        one
        for one in json.loads(reguli("verify", str(home), *STRENGTH, "--format", "json").out)["findings"]
        if one["id"] == gap["id"]
    )
    assert (asked["severity"], asked["question"], asked["accepted"]) == ("open", because, None)
    ran = reguli("verify", str(home), *STRENGTH)
    assert f"no statement decides it: {because}" in ran.out
    assert ran.code == 0
    assert reguli("accept", str(home), gap["id"], "--because", "it is the same").code == 0
    assert (home / "verify.yaml").read_text("utf-8") == f"accept:\n  {gap['id']}: 'it is the same'\n"


def test_what_changed_is_no_open_question(reguli: Run, variant: Callable[[str], str]) -> None:
    home = variant(LINE_OF_TWO)
    name = _ids(reguli("verify", home, *QUICK, "--format", "json").out)[0]
    ran = reguli("accept", home, name, "--undecided", "--because", "two or three?")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("X103 ")
    assert not (Path(home) / "verify.yaml").exists()


def test_what_was_found_is_found_in_what_is_kept(
    reguli: Run, variant: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of all files that findings stand in are shown again: of the rules, of counts, of what was entered a second time."""
    home = variant(LINE_OF_TWO)
    Path(home, "counts.yaml").write_text("counts:\n  count(cells): {is: 10, source: [T2]}\n", encoding="utf-8")
    Path(home, "facts").mkdir()
    Path(home, "facts", "constants.csv").write_text("of,constants\n\nconstant,value\nline_length,3\n", encoding="utf-8")
    first = reguli("verify", home, *QUICK)
    assert "count(cells): {is: 10" in first.out
    assert "4 | line_length,3" in first.out
    monkeypatch.setattr("reguli.app.verification.runner.check", None)
    again = reguli("verify", home, *QUICK)
    assert (again.code, again.out) == (first.code, first.out)


def test_a_report_on_a_copy_is_found_by_who_answers_there(
    reguli: Run, variant: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home, copied = variant(LINE_OF_TWO), tmp_path / "copied"
    shutil.copytree(home, copied)
    reguli("verify", home, *QUICK)
    changed = _ids(reguli("verify", str(copied), *QUICK, "--format", "json").out)
    monkeypatch.setattr("reguli.app.verification.runner.verify", None)
    assert [reguli("accept", str(copied), name, "--because", "two are enough").code for name in changed] == [0] * len(
        changed
    )


def test_the_same_is_found_where_nothing_can_be_kept(
    reguli: Run, variant: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = variant(LINE_OF_TWO)
    first = reguli("verify", home, *QUICK)
    (tmp_path / "a_file").write_text("", encoding="utf-8")
    for folder in ("", str(tmp_path / "a_file" / "below")):
        monkeypatch.setenv("REGULI_CACHE", folder)
        assert reguli("verify", home, *QUICK).out == first.out


def test_a_damaged_report_is_made_anew(reguli: Run, variant: Callable[[str], str], tmp_path: Path) -> None:
    home = variant(LINE_OF_TWO)
    first = reguli("verify", home, *QUICK)
    (kept,) = (tmp_path / "kept").glob("*.json")
    for text in (
        "{",
        "[]",
        '{"ruleset": "", "outcome": {"is": "Outcome"}}',
        '{"ruleset": "", "outcome": {"is": "os"}}',
    ):
        kept.write_text(text, encoding="utf-8")
        assert reguli("verify", home, *QUICK).out == first.out


def test_an_unknown_part_and_an_unknown_id_say_what_is_known(reguli: Run, variant: Callable[[str], str]) -> None:
    ran = reguli("verify", "tic_tac_toe", "--only", "statics")
    assert ran.code == 2
    assert "did you mean 'static'?" in ran.err
    name = variant(LINE_OF_TWO)
    reguli("verify", name, *QUICK)
    ran = reguli("accept", name, "S-000000", "--because", "so it is")
    assert ran.code == 2
    assert ran.err.startswith("X152 ")


def test_answers_that_are_none_are_findings_of_the_check(reguli: Run, variant: Callable[[str], str]) -> None:
    home = Path(variant("variant: mine\nof: tic_tac_toe\nname: Mine\n"))
    (home / "verify.yaml").write_text("accept:\n  line_length: nobody counts\n", encoding="utf-8")
    ran = reguli("check", str(home))
    assert ran.code == 1
    assert "V601" in ran.out


def test_a_report_goes_into_a_file(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    assert reguli("verify", "tic_tac_toe", *QUICK, "--format", "json", "--out", str(file)).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["ruleset"] == "tic_tac_toe"


def test_a_page_and_a_spreadsheet_go_into_files_that_are_named(reguli: Run, tmp_path: Path) -> None:
    page, sheet = tmp_path / "report.html", tmp_path / "matrix.xlsx"
    words = ("verify", "tic_tac_toe", *QUICK, "--format", "html", "--lang", "ro")
    ran = reguli(*words, "--out", str(page), "--matrix", str(sheet))
    assert ran.code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>\n")
    assert '<html lang="ro">' in page.read_text(encoding="utf-8")
    assert sheet.read_bytes().startswith(b"PK")
    refused = reguli(*words)
    assert (refused.code, refused.out) == (2, "")
    assert "--out" in refused.err


def test_a_place_that_takes_no_report_is_found_before_the_work(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reguli.app.verification.runner.check", None)
    other = tmp_path / "notes.html"
    other.write_text("my notes", encoding="utf-8")
    for words in (
        ("--format", "html", "--out", str(other)),
        ("--out", str(tmp_path / "nowhere" / "report.txt")),
        ("--out", str(tmp_path)),
        ("--matrix", str(tmp_path / "matrix.ods")),
        ("--matrix", str(tmp_path / "nowhere" / "matrix.xlsx")),
        ("--saves", str(tmp_path / "nowhere")),
        ("--saves", str(other)),
    ):
        ran = reguli("verify", "tic_tac_toe", *QUICK, *words)
        assert (ran.code, ran.out) == (2, ""), words
    assert other.read_text(encoding="utf-8") == "my notes"


def test_copies_and_one_process_say_the_same(
    reguli: Run, variant: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = variant(LINE_OF_TWO)
    alone = reguli("verify", home, *QUICK, "--format", "json")
    monkeypatch.setenv("REGULI_CACHE", "")
    monkeypatch.setattr("reguli.batch.workers.worker_count", lambda _, pieces: min(3, pieces))
    monkeypatch.setattr("reguli.batch.workers.can_fork", lambda: True)
    shared = reguli("verify", home, *QUICK, "--format", "json")
    assert (shared.code, shared.out) == (alone.code, alone.out)


def test_a_rule_that_cannot_be_bound_is_all_that_is_wrong(reguli: Run, tmp_path: Path) -> None:
    """What was accepted of rules is not told as gone: which rules there are nobody knows then."""
    home = tmp_path / "mine"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", home)
    (home / "verify.yaml").write_text("accept:\n  rule:play: as it is\n", encoding="utf-8")
    assert json.loads(reguli("verify", str(home), *QUICK, "--format", "json").out)["findings"] == []
    rules = next((home / "rules").glob("*.rules"))
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("completes_line(to_move", "complete_line(to_move"), "utf-8"
    )
    told = json.loads(reguli("verify", str(home), *QUICK, "--format", "json").out)["findings"]
    assert [one["code"] for one in told] == ["R211"]


def test_ctrl_c_keeps_what_is_done(reguli: Run, monkeypatch: pytest.MonkeyPatch, variant: Callable[[str], str]) -> None:
    """It comes while the first example runs: what the check and the first part said stays, and the report says what was broken off."""

    def broken_off(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reguli.app.verification.part_registry.run_example", broken_off)
    ran = reguli("verify", variant(LINE_OF_TWO), *QUICK)
    assert ran.code == 0
    assert "examples: broken off" in ran.out
    assert "interrupted" in ran.err


def test_ctrl_c_keeps_what_is_done_besides(
    reguli: Run, monkeypatch: pytest.MonkeyPatch, variant: Callable[[str], str]
) -> None:
    """It comes while the third example runs: the two before it stand, and no look at the rules was begun."""
    ran: list[str] = []
    once = part_registry.run_example

    def broken_off(programs: ProgramCache, example: ExampleDecl, sources: Sources) -> ExampleResult:
        ran.append(example.id)
        if len(ran) == 3:
            raise KeyboardInterrupt
        return once(programs, example, sources)

    monkeypatch.setattr("reguli.batch.workers.worker_count", lambda _, pieces: 1)
    monkeypatch.setattr("reguli.app.verification.part_registry.run_example", broken_off)
    told = reguli("verify", variant(LINE_OF_TWO), *QUICK, "--format", "json")
    report = json.loads(told.out)
    assert [one["id"] for one in report["examples"]] == ran[:2]
    assert {one["part"]: one["state"] for one in report["parts"]}["static"] == "interrupted"


def test_every_part_has_one_entry() -> None:
    assert tuple(part_registry.PARTS) == get_args(Part) == tuple(LETTERS)
    assert all((one.run is None) != (one.pieces is None) for one in part_registry.PARTS.values())


def test_a_base_is_a_ruleset_a_revision_or_nothing(reguli: Run, tmp_path: Path) -> None:
    home = tmp_path / "mine"
    subprocess.run(["cp", "-r", shipped_folder("rulesets") / "tic_tac_toe", home], check=True)
    ran = reguli("compare", str(home), "nowhere")
    assert ran.code == 2


def test_the_ids_of_a_report_have_one_form(reguli: Run, variant: Callable[[str], str]) -> None:
    ran = reguli("verify", variant(LINE_OF_TWO), *QUICK, "--format", "json")
    assert all(re.fullmatch("[ETSAPX]-[0-9a-f]{6}", one) for one in _ids(ran.out))


def test_a_base_is_opened_without_what_it_cannot_be_told(reguli: Run, variant: Callable[[str], str]) -> None:
    home = variant(
        "variant: mine\nof: power_grid\nname: Mine\nadd: {values: {map: {both: {boards: [usa], source: [P1]}}}}\n"
    )
    ran = reguli("compare", home, "--option", "map=both", "--budget", "1", "--format", "json")
    assert "R123" not in ran.err
    assert json.loads(ran.out)["ruleset"]
