"""What a variant changes is told once in a document, at the sentence that is nearest to the changed rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

PARTS = """\
add:
  parts:
    building/construction/connect: needs round > 1 because too_early
    equip_players/move start_money: move 1 from bank to player.money
  rules: [bonus]
"""
BONUS = "at end of building bonus:\n    for player in players:\n        move 1 from bank to player.money\n"


def _lines(name: str | Path, what: str, code: str = "en") -> list[str]:
    game = reguli.load(name)
    printed = game.card(language=code) if what == "card" else game.book(language=code)
    return printed.text.replace("\xa0", " ").splitlines()


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a variant of Power Grid with a guard, a line and a rule that nothing calls."""
    folder = tmp_path_factory.mktemp("quoted") / "other"
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text(f"variant: other\nof: power_grid\nname: Other\n{PARTS}", encoding="utf-8")
    (folder / "rules" / "bonus.rules").write_text(BONUS, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def told(variant: Path) -> list[str]:
    """Return the lines of the card of the variant that the base does not print."""
    base = _lines("power_grid", "card")
    return [line for line in _lines(variant, "card") if line not in base]


@pytest.mark.parametrize(
    "words",
    [
        "only if round 1 is over",
        "During set-up, each player receives 1 Elektro from the bank.",
        "At the end of phase 4, each player receives 1 Elektro from the bank.",
    ],
    ids=["guard", "line", "rule that nothing calls"],
)
def test_each_change_is_told_once(words: str, told: list[str]) -> None:
    assert sum(line.count(words) for line in told) == 1


def test_a_change_follows_the_sentence_of_its_rule(told: list[str]) -> None:
    (money,) = (line for line in told if "During set-up, each player receives 1 Elektro" in line)
    assert money.startswith("- each player begins with 50 Elektro")


def test_no_line_says_twice_the_same(told: list[str]) -> None:
    sentences = [one for line in told for one in line.split(". ") if len(one.split()) > 4]
    assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize("code", ["ro", "hu"])
def test_a_change_is_told_as_often_in_every_language(code: str, variant: Path) -> None:
    base = _lines("power_grid", "card", code)
    new = [line for line in _lines(variant, "card", code) if line not in base]
    assert sum(line.count("1 Elektro" if code == "ro" else "1 elektró") for line in new) == 2
