"""Where each wording of a gettext catalogue stands in its file, so that findings point into it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from reguli.source.diagnostic import Bag
from reguli.source.kept import Kept, kept
from reguli.source.lines import Lines
from reguli.source.said import Said
from reguli.source.span import Span

_LINE: Final = re.compile(r'\s*(?:(msgctxt|msgid|msgstr)\s+)?"((?:[^"\\]|\\.)*)"\s*$')
_LANGUAGE: Final = re.compile(r'(?:"|\\n)Language: *([^"\\]*)', re.IGNORECASE)
_WHY: Final = (
    (re.compile(r"\s*(?:msgid_plural|msgstr\[)"), Said("why.plural_forms")),
    (re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)"), Said("why.conflict_marks")),
    (re.compile(""), Said("why.odd_line")),
)
"""Why a line does not belong into a catalogue, by how it begins."""
_UNITS: Final = re.compile(r"\\.|.")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(slots=True)
class Stretch:
    """A text put together from quoted pieces; ``offset`` says where in the file one of its characters stands."""

    text: str = ""
    pieces: list[tuple[str, int]] = field(default_factory=list)
    end: int = 0

    def take(self, quoted: str, start: int) -> None:
        """Add the characters between two quotes; ``start`` is the offset of the first."""
        plain = "\\" not in quoted
        self.text += quoted if plain else _UNITS.sub(lambda unit: _plain(unit[0]), quoted)
        self.pieces.append((quoted, start))
        self.end = start + len(quoted)

    def offset(self, at: int) -> int:
        """Give the offset of the character at a place of the text; that of the end beyond it.

        Every placeholder asks, so that only a piece with an escape is gone through sign by sign.
        """
        for quoted, start in self.pieces:
            plain = "\\" not in quoted
            units = () if plain else [unit.start() for unit in _UNITS.finditer(quoted)]
            length = len(quoted) if plain else len(units)
            if at < length:
                return start + (at if plain else units[at])
            at -= length
        return self.end


def _plain(unit: str) -> str:
    return _ESCAPED.get(unit[1], unit[1]) if len(unit) > 1 else unit


@kept
class TextPlace(Kept):
    """Gives the place of a stretch of one wording."""

    lines: Lines
    stretch: Stretch

    def __call__(self, start: int, end: int) -> Span:
        """Give the span between two offsets into the wording, the end exclusive."""
        first, last = self.stretch.offset(start), self.stretch.offset(end)
        return self.lines.span(first, max(first, last))


Placed: TypeAlias = dict[str, Stretch]
"""One entry of a catalogue: its id (``msgctxt``), base text (``msgid``) and text (``msgstr``), each where it stands."""
KEYWORDS: Final = ("msgctxt", "msgid", "msgstr")


def placed_entries(lines: Lines, bag: Bag) -> tuple[Placed, ...] | None:
    """Find the entries of a catalogue in order, the header and obsolete ones left out.

    None with findings (W301) where a line is neither a comment nor a quoted text under msgctxt, msgid or msgstr, or one of these is missing. Plural forms
    and marks of a merge are reported once.
    """
    entries: list[Placed] = []
    odd: list[Said] = []
    current: Stretch | None = None
    start = 0
    for line in lines.text.split("\n"):
        found = _LINE.match(line)
        if not line.strip() or line.lstrip().startswith("#"):
            current = None
        elif found is None or (found[1] is None and current is None):
            why = next(said for begins, said in _WHY if begins.match(line))
            if why == _WHY[-1][1] or why not in odd:
                bag.add("W301", lines.span(start, start + len(line.rstrip("\r"))), why=why)
            odd.append(why)
        else:
            if found[1] is not None:
                if not entries or found[1] == "msgctxt" or (found[1] == "msgid" and "msgid" in entries[-1]):
                    entries.append({})
                current = entries[-1][found[1]] = Stretch()
            assert current is not None
            current.take(found[2], start + found.start(2))
        start += len(line) + 1
    named = tuple(entry for entry in entries if "msgctxt" in entry)
    incomplete = [entry for entry in named if len(entry) < len(KEYWORDS)] if not odd else []
    for entry in incomplete:
        bag.add("W301", TextPlace(lines, entry.get("msgid", entry["msgctxt"]))(0, 1), why=Said("why.entry_order"))
    return None if odd or incomplete else named


def language_place(text: str) -> tuple[str, int]:
    """Give the code of the language that the header of a catalogue names, and its offset; no code where it names none."""
    header = text[: text.find("msgctxt")] if "msgctxt" in text else text
    found = _LANGUAGE.search(header)
    return ("", 0) if found is None else (found[1].strip(), found.start(1))
