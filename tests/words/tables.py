"""Reads the tables of nouns and makes what the tests of all languages use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reguli.words.grammar.grammar_values import DigitGrouping

HERE = Path(__file__).parent
PLAIN_DIGITS = DigitGrouping("", 99)
FORMS_RO = ("singular", "plural", "the", "many the", "of the", "many of the")


@dataclass(frozen=True)
class Row:
    """One noun of a table: its forms by name, and its marks (gender, harmony)."""

    noun: str
    marks: dict[str, str]
    forms: dict[str, str]


def forms(names: str = "") -> frozenset[str]:
    """Return the forms named."""
    return frozenset(names.split())


def plain(text: str | None) -> str | None:
    """Make no-break spaces ordinary, for tests that are not about them."""
    return None if text is None else text.replace("\u00a0", " ")


def _rows(file: str, marks: int) -> list[Row]:
    lines = [line for line in (HERE / file).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    names = lines[0].split("\t")
    cells = [line.split("\t") for line in lines[1:]]
    return [
        Row(
            row[0],
            dict(zip(names[1 : 1 + marks], row[1 : 1 + marks], strict=True)),
            dict(zip(names[1 + marks :], row[1 + marks :], strict=True)),
        )
        for row in cells
    ]


def nouns_ro() -> list[Row]:
    """Return the Romanian nouns."""
    return _rows("nouns_ro.tsv", 1)


def nouns_hu() -> list[Row]:
    """Return the Hungarian nouns."""
    return _rows("nouns_hu.tsv", 2)
