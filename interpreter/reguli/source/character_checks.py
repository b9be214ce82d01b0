"""Letters, and characters and sizes that no text of a ruleset has, found before anything is parsed."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Lines
from reguli.source.span import Span

LARGEST_FILE: Final = 2_000_000
LONGEST_LINE: Final = 10_000
ENOUGH: Final = 1_000  # findings of one kind in one file, beyond which none is looked for
BYTE_ORDER_MARK: Final = "\ufeff"
# Controls but tab and line breaks; a lone carriage return; YAML's and Unicode's further line breaks; marks without width;
# marks that turn the writing direction; halves of surrogate pairs; no characters at all. Joiners (U+200C, U+200D) and the
# soft hyphen stay allowed: they are part of words and signs.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff\ufffe\uffff]"
    "|\r(?!\n)"
    # A no-break space or another wide space at the beginning of a line looks like indentation and is none.
    "|^[ \t]*[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]",
    re.MULTILINE,
)
_CONTROL_NAMES: Final = {
    "\x00": "NUL",
    "\x07": "BELL",
    "\x08": "BACKSPACE",
    "\x0b": "VERTICAL TAB",
    "\x0c": "FORM FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x85": "NEXT LINE",
}
_TABS: Final = re.compile(r"^([^\t\n]*)\t", re.MULTILINE)


def name_of(char: str) -> str:
    """Name a character so that it can be looked for, as in ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    name = unicodedata.name(char, _CONTROL_NAMES.get(char, ""))
    return f"U+{ord(char):04X} {name}".rstrip()


def has_invisible(text: str) -> str | None:
    """Give the first invisible character of a value, tabs and line breaks aside, or None."""
    found = _INVISIBLE.search(text)
    return None if found is None else found[0][-1]


def clean(text: str, file: str, bag: Bag) -> str | None:
    """Give the text with tabs made spaces, of equal length, or None when it is not fit to be parsed.

    Findings: size (Y104), long lines (Y108), byte order mark (Y106), invisible characters (Y107), tabs (Y202, one a line).
    """
    if len(text) > LARGEST_FILE:
        bag.add("Y104", Span(file, 0, 0, 0, 0), limit=LARGEST_FILE)
        return None
    lines = Lines(text, file)
    fit = _check_invisible(lines, bag)
    fit = _check_lengths(lines, bag) and fit
    fit = _check_tabs(lines, bag) and fit
    return text.replace("\t", " ") if fit else None


def _check_invisible(lines: Lines, bag: Bag) -> bool:
    fit = True
    for found in islice(_INVISIBLE.finditer(lines.text), ENOUGH):
        fit = False
        at = found.end() - 1
        char = lines.text[at]
        if char == BYTE_ORDER_MARK and at == 0:
            bag.add("Y106", lines.span(0, 1))
        else:
            bag.add("Y107", lines.span(at, at + 1), name=name_of(char))
    return fit


def _check_lengths(lines: Lines, bag: Bag) -> bool:
    fit = True
    start = 0
    for line in lines.text.split("\n"):
        if len(line) > LONGEST_LINE:
            fit = False
            bag.add("Y108", lines.span(start, start + 1), limit=LONGEST_LINE)
        start += len(line) + 1
    return fit


def _check_tabs(lines: Lines, bag: Bag) -> bool:
    """Report the first tab of each line; a tab in indentation leaves the text unfit, since its width is unknown."""
    fit = True
    for found in islice(_TABS.finditer(lines.text), ENOUGH):
        at = found.end() - 1
        bag.add("Y202", lines.span(at, at + 1))
        fit = fit and bool(found[1].strip(" "))
    return fit


LETTERS = 26


def letters(number: int) -> str:
    """Return a, b, … z, aa, ab, … for 1, 2, …."""
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, LETTERS)
        name = chr(ord("a") + letter) + name
    return name
