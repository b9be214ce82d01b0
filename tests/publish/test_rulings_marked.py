"""Every statement that the inventory of a game calls ambiguous has the mark of a ruling in print."""

from __future__ import annotations

from pathlib import Path

import pytest

from loading import load_documents
from reguli.publish.products.book_planner import statement_mark
from reguli.source.diagnostic import Bag

RULESETS = Path(__file__).parents[2] / "rulesets"
AMBIGUOUS = {
    "nucleum": (
        "N",
        "9 14 17 18 19 33 34 36 37 38 39 40 42 45 48 52 53 65 68 69 73 77 79 82 86 90 100 105 109",
    ),
    "warszawa": ("W", "13 23 24 26 38 40 43 49 55 73 78 80 87 91 95 117 119 120 122 123 124 125"),
    "power_grid": (
        "P",
        "4 6 10 12 13 14 17 34 50 51 52 56 58 62 63 65 67 69 83 85 86 89 90 93 113 114 116 118 119 128 140 141 142 153 156 159 162 164 166 175 176 177 178 179",
    ),
}
"""By game, the letter of its statements and the numbers of those that the sources leave open, typed from the inventories."""


@pytest.mark.parametrize("game", sorted(AMBIGUOUS))
def test_rulings_are_marked(game: str) -> None:
    documents = load_documents(RULESETS / game, Bag())
    assert documents is not None
    marks = {entry.id: statement_mark(entry) for entry in documents.inventory}
    letter, numbers = AMBIGUOUS[game]
    unmarked = [f"{letter}{number}" for number in numbers.split() if marks[f"{letter}{number}"] != "ruled"]
    assert unmarked == []
