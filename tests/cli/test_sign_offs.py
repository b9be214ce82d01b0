"""Sign-offs: somebody stands for a wording as it is now, and a changed rule, value or sentence takes that back."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import polib
import pytest
from command_runs import Run


@pytest.fixture
def home(reguli: Run, tmp_path: Path) -> str:
    assert reguli("new", "mine", "--like", "connect_four", "--folder", str(tmp_path)).code == 0
    return str(tmp_path / "mine")


def approve(reguli: Run, home: str, *more: str) -> None:
    ran = reguli(
        "words", "approve", home, "--lang", "hu", "--id", "*", "--by", "Kovács Anna", "--on", "2026-11-26", *more
    )
    assert ran.code == 0, ran.err


def drafts(reguli: Run, home: str) -> list[str]:
    """Print for good; give the wordings that nobody approved."""
    ran = reguli("book", home, "--lang", "hu", "--format", "md", "--final", "--folder", f"{home}_out", "--json")
    told = json.loads(ran.out)
    assert {one["code"] for one in told["findings"]} <= {"W314"}
    assert bool(told["files"]) == (ran.code == 0) == (not told["findings"])
    return sorted({one["args"]["wording"] for one in told["findings"]})


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_is_final_is_printed_once_it_is_approved(reguli: Run, home: str) -> None:
    assert "statement:C1" in drafts(reguli, home)
    approve(reguli, home, "--reviewed")
    assert "statement:C1" in drafts(reguli, home)
    approve(reguli, home)
    assert drafts(reguli, home) == []
    # Of a language that nobody read nothing is printed, of the one that was read everything: cards, too.
    ran = reguli("card", home, "--lang", "ro,hu", "--format", "md", "--final", "--folder", f"{home}_cards")
    assert ran.code == 1
    assert [path.name for path in sorted(Path(f"{home}_cards").rglob("card.*.md"))] == ["card.hu.md"]


def test_they_are_counted(reguli: Run, home: str) -> None:
    reguli("words", "approve", home, "--lang", "hu", "--id", "*", "--by", "Anna", "--reviewed")
    ran = reguli("words", "approve", home, "--lang", "hu", "--id", "statement:*", "--by", "Anna", "--json")
    signed = json.loads(ran.out)["hu"]["signed"]
    assert {name.partition(":")[0] for name in signed} == {"statement"}
    counts = {one["language"]: one for one in json.loads(reguli("words", "status", home, "--json").out)}
    assert counts["hu"]["approved"] == len(signed)
    assert counts["hu"]["reviewed"] > 0
    assert (counts["ro"]["approved"], counts["ro"]["reviewed"]) == (0, 0)


def test_another_sentence_value_or_rule_takes_it_back(reguli: Run, home: str) -> None:
    # With another number the examples hold no longer, which a book says in a finding of its own.
    shutil.rmtree(Path(home) / "examples")
    approve(reguli, home)
    catalogue = Path(home) / "words/hu/wordings.po"
    found = polib.pofile(str(catalogue)).find("statement:C3", by="msgctxt")
    edited(catalogue, f'msgstr "{found.msgstr}"', f'msgstr "{found.msgstr} Így van."')
    assert drafts(reguli, home) == ["statement:C3"]
    approve(reguli, home)
    edited(Path(home) / "constants.yaml", "value: 4", "value: 5")
    taken = drafts(reguli, home)
    assert taken
    assert len(taken) < 6
    edited(Path(home) / "constants.yaml", "value: 5", "value: 4")
    assert drafts(reguli, home) == []


def test_the_comments_live_through_an_update(reguli: Run, home: str) -> None:
    approve(reguli, home)
    assert reguli("words", "update", home, "--lang", "hu").code == 0
    assert drafts(reguli, home) == []


def test_nobody_stands_for_what_waits_to_be_confirmed(reguli: Run, home: str) -> None:
    catalogue = Path(home) / "words/hu/wordings.po"
    edited(catalogue, 'msgctxt "statement:C2"', '#, fuzzy\nmsgctxt "statement:C2"')
    ran = reguli("words", "approve", home, "--lang", "hu", "--id", "*", "--by", "Anna")
    assert ran.code == 1
    assert "statement:C2" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("approve", "--lang", "hu", "--by", "Anna"), "--id"),
        (("approve", "--lang", "hu", "--id", "*"), "--by"),
        (("approve", "--id", "*", "--by", "Anna"), "--lang"),
        (("approve", "--lang", "hu", "--id", "*", "--by", "Anna", "--on", "26.11.2026"), "26.11.2026"),
        (("approve", "--lang", "hu", "--id", "*", "--by", "Anna", "--on", "2026-02-31"), "2026-02-31"),
        (("approve", "--lang", "hu", "--id", "statemnt:*", "--by", "Anna"), "statemnt"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_written(
    reguli: Run, home: str, words: tuple[str, ...], said: str
) -> None:
    catalogue = Path(home) / "words/hu/wordings.po"
    before = catalogue.read_bytes()
    ran = reguli("words", words[0], home, *words[1:])
    assert ran.code != 0
    assert said in ran.err
    assert catalogue.read_bytes() == before


@pytest.mark.parametrize("command", ["book", "card"])
def test_a_draft_is_not_final(reguli: Run, home: str, command: str) -> None:
    ran = reguli(command, home, "--final", "--draft", "--folder", f"{home}_out")
    assert (ran.code, "X103" in ran.err, f"reguli {command}" in ran.err) == (2, True, True)


def test_a_variant_is_told_that_its_wordings_are_signed_below(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "ours", "--of", "connect_four", "--folder", str(tmp_path)).code == 0
    ran = reguli(
        "words", "approve", str(tmp_path / "ours"), "--lang", "hu", "--id", "statement:*", "--by", "Anna", "--json"
    )
    assert ran.code == 1
    told = json.loads(ran.out)["hu"]
    assert (told["signed"], "statement:C1" in told["below"]) == ([], True)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_an_editor_is_shown_what_changed_since_a_revision_or_a_folder(reguli: Run, home: str) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        subprocess.run(["git", *who, *words], cwd=home, check=True, capture_output=True)

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "before")
    copy = shutil.copytree(home, f"{home}_before", ignore=shutil.ignore_patterns(".git"))
    catalogue = Path(home) / "words/hu/wordings.po"
    text = polib.pofile(str(catalogue)).find("statement:C3", by="msgctxt").msgstr
    edited(catalogue, f'msgstr "{text}"', f'msgstr "{text} Így van."')
    for base in ("HEAD", str(copy)):
        words = ("--product", "changes", "--against", base, "--lang", "hu", "--format", "md", "--folder", f"{home}_out")
        ran = reguli("book", home, *words)
        assert ran.code == 0, ran.err
        (row,) = (line for line in Path(ran.out.strip()).read_text("utf-8").splitlines() if line.startswith("| C3 |"))
        assert row.count("Így van.") == 1
        assert row.endswith("Így van. |")
    assert reguli("book", home, "--product", "changes", "--against", "nowhere").code == 2
    wrong = reguli("book", home, "--against", "HEAD")
    assert (wrong.code, "--product changes" in wrong.err) == (2, True)


def test_what_is_said_from_the_rules_is_nobodys_sentence(reguli: Run, tmp_path: Path) -> None:
    """A variant ends the game by another rule: what was signed of the old one is not printed, and what stands in for it is not final."""
    home = tmp_path / "plain"
    (home / "rules").mkdir(parents=True)
    (home / "variant.yaml").write_text("variant: plain\nof: hex\nname: Plain Hex\n", encoding="utf-8")
    rules = "procedure end_turn cites H4, H6:\n    set to_move to next(to_move)\n    if has_joined(to_move):\n        end game\n"
    (home / "rules" / "end.rules").write_text(rules, encoding="utf-8")
    order = ("book", str(home), "--lang", "hu", "--format", "md", "--folder", f"{home}_out", "--json")
    assert json.loads(reguli(*order).out)["findings"] == []
    ran = reguli(*order, "--final")
    told = json.loads(ran.out)
    assert (ran.code, told["files"]) == (1, [])
    assert {"statement:H4", "statement:H6"} <= {one["args"]["wording"] for one in told["findings"]}
