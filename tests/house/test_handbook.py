"""The pages of the handbook cannot lie: what they show is written, run and compared, from top to bottom."""

from __future__ import annotations

from pathlib import Path

import pytest

from following import ELSEWHERE, SHORT, Follower, NothingDoesItError
from handbook import PAGES, TOP, commands_of, page_of, parts_of

PRINTING = ("README.md", "TUTORIAL.md", "CONTRIBUTING.md", "docs/python.md", "docs/new_game.md")


NIGHTLY = ("TUTORIAL.md", "CONTRIBUTING.md", "docs/new_game.md")
"""The longest pages: their commands are those of other pages and of tests of the commands, on games that these use too."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.pages] * (page in PRINTING) + [pytest.mark.night] * (page in NIGHTLY))
        for page in PAGES
    ],
)
def test_what_a_page_shows_is_what_comes(page: str, tmp_path: Path) -> None:
    """Where it changes the project itself, the changed one is as tidy and as well typed as this one."""
    follower = Follower(tmp_path)
    if page == "CONTRIBUTING.md":
        # It prints the game that this page writes.
        follower.follow(page_of("docs/new_game.md"))
    follower.follow(page_of(page))
    if follower.project:
        follower.hand_in()


def test_what_is_run_elsewhere_is_run_there() -> None:
    missing = [file for file, text in ELSEWHERE.values() if text not in (TOP / file).read_text(encoding="utf-8")]
    assert missing == []


def test_nothing_is_excused_that_no_page_says() -> None:
    blocks = [part for page in PAGES for part in page_of(page)]
    lines = {line for part in blocks if part.language in ("sh", "inline") for line in part.text.splitlines()}
    lines |= {command for part in blocks if part.language == "console" for command, _ in commands_of(part.text)}
    assert sorted({*ELSEWHERE, *SHORT} - lines) == []


def _block(info: str, text: str) -> str:
    return f"```{info}\n{text}\n```\n"


VARIANT = "variant: quick\nof: tic_tac_toe"


@pytest.mark.parametrize(
    "page",
    [
        _block("yaml", "a: 1"),
        _block("", "a picture"),
        _block("console", "$ make everything"),
        _block("sh", "make everything"),
        "Type `pytest --everything`.",
        "Type `python3 -m venv anywhere`.",
    ],
)
def test_what_nothing_executes_is_found(page: str, tmp_path: Path) -> None:
    with pytest.raises(NothingDoesItError):
        Follower(tmp_path).follow(list(parts_of("page", page)))


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (_block("yaml quick/variant.yaml", VARIANT), "no command opens"),
        (_block("yaml quick/variant.yaml", VARIANT) * 2 + "`reguli check quick`", "no command has opened"),
        (_block("yaml quick/variant.yaml add", VARIANT), "there is no quick/variant.yaml"),
        (_block("yaml quick/variant.yaml above x", VARIANT), "there is no quick/variant.yaml"),
        (_block("console", "$ reguli list\nnothing at all"), "tic_tac_toe"),
        (_block("console", "$ reguli chekc"), "X102"),
        ("Look at `reguli card … --colours DIR`.", "--colours"),
        ("Look at `reguli cadr … --theme DIR`.", "X102"),
        ("Now `reguli check nothing_there` works.", "X1"),
        (_block("python", "assert False, 'no'"), "no"),
        (_block("python interpreter/reguli/shipped_files.py before NOWHERE", "x = 1"), "has no NOWHERE"),
    ],
)
def test_what_does_not_come_is_found(page: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=said):
        Follower(tmp_path).follow(list(parts_of("page", page)))
