"""The help of every command, in every language: within 80 columns, its words whole at the ends of lines."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from command_runs import Run

from reguli.cli.arguments import make_command_parser
from reguli.cli.main import COMMANDS
from reguli.output_formats import Use, file_endings, list_formats
from reguli.shipped_files import shipped_folder
from reguli.words.catalogue.interface_texts import ENGLISH, load_interface_texts

SUMMARIES = {name: summary for name, _, summary in COMMANDS}
NAMES = [*SUMMARIES]
WIDE = 80


@pytest.mark.parametrize("code", ["en", "hu", "ro"])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_breaks_no_word(reguli: Run, monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDE))
    ran = reguli(name, "--help", "--lang", code)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    # Examples are commands to copy: they are never broken.
    explained = [line for line in lines if not line.startswith("  reguli ")]
    assert [line for line in explained if len(line) > WIDE] == []
    assert [line for line in explained if re.search(r"[^\W\d_]-$", line)] == []


@pytest.mark.parametrize(
    ("name", "use", "between"),
    [("card", "card", ", "), ("book", "book", ", "), ("facts", "facts", ","), ("verify", "report", ",")],
)
def test_help_names_every_format(
    reguli: Run, monkeypatch: pytest.MonkeyPatch, name: str, use: Use, between: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    line = next(line for line in reguli(name, "--help").out.splitlines() if line.startswith("  --format"))
    assert between.join(list_formats(use)) in line


def test_help_names_every_ending_of_a_file_of_rows(reguli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    *others, last = file_endings("rows")
    assert f"{', '.join(others)} or {last}" in reguli("simulate", "--help").out


def test_a_word_with_a_hyphen_goes_to_the_next_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    parser = make_command_parser("x", "one", ENGLISH)
    parser.add_argument("--file", help="a word of five letters within a well-known-compound-of-many-parts and more")
    assert "well-known-compound-of-many-parts" in parser.format_help()


def test_what_a_command_does_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    page = make_command_parser(
        "book", SUMMARIES["book"], load_interface_texts("hu", shipped_folder("locales"))
    ).format_help()
    described = page.split("\n\n")[1]
    assert described.count("\n") >= 1
    assert max(map(len, described.splitlines())) <= 40


def test_the_package_runs_as_a_module() -> None:
    words = [sys.executable, "-m", "reguli"]
    ran = subprocess.run(
        [*words, "list", "--lang", "en"], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "power_grid" in ran.stdout
    ran = subprocess.run([*words, "nosuch", "--lang", "en"], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("X102 ")
