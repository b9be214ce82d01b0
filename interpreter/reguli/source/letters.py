"""Numbers written as letters, as the columns of boards and spreadsheets are."""

from __future__ import annotations

LETTERS = 26


def letters(number: int) -> str:
    """Give a, b, … z, aa, ab, … for 1, 2, …."""
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, LETTERS)
        name = chr(ord("a") + letter) + name
    return name
