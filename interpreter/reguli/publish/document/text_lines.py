"""A line of text as it is printed, cut into runs, so that what a line end must not part is held together: 7-lea, 13-as, 1–8, într-o."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reguli.source.frozen_values import Kept, kept
from reguli.words.grammar.grammar_values import NO_BREAK

_HELD: Final = re.compile(
    r"[^\s()\[\]„”“\"«»,;:]*\d[^\s()\[\]„”“\"«»,;:]*[-–][^\s()\[\]„”“\"«»,;:]+"  # 7-lea, 13-as, 1–8, 3-3
    r"|(?<!\S)-\w+"  # the ending alone: -et
    r"|\w+[-–]\d[^\s()\[\]„”“\"«»,;:]*"
    r"|\b\w{1,5}-\w{1,3}\b|\b\w{1,3}-\w{1,5}\b"  # într-o, l-a, s-a, ne-am
)


_ARTICLE: Final = re.compile(r"\b([Aa]z?) (?=\d)")
_COUNTED: Final = re.compile(r"(?<=\d) (?=[^\W\d_])|(?<=\d\.) (?=[a-zà-öø-ÿăâîșțőű])")
"""The space between a number (an ordinal too: 5. fázis) and the word it belongs to."""


@kept
class Run(Kept):
    """A stretch of text; ``held`` where no line may end inside."""

    text: str
    held: bool = False


def runs_of(text: str) -> tuple[Run, ...]:
    """Cut a text into runs; digits get a space that does not break to an article before (az 5.) and a word after (10 orașe)."""
    text = _COUNTED.sub(NO_BREAK, _ARTICLE.sub(rf"\1{NO_BREAK}", text))
    found: list[Run] = []
    at = 0
    for held in _HELD.finditer(text):
        if held.start() > at:
            found.append(Run(text[at : held.start()]))
        found.append(Run(held[0], held=True))
        at = held.end()
    if at < len(text):
        found.append(Run(text[at:]))
    return tuple(found)


@kept
class Line(Kept):
    """A text in runs; ``id`` is its wording's, ``values`` the ids of the values it says; ``made`` where no wording is.

    ``lang`` is the code of its language where that is another one than the page's.
    """

    runs: tuple[Run, ...]
    id: str = ""
    values: tuple[str, ...] = ()
    made: bool = False
    lang: str = ""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(run.text for run in self.runs)


def joined(lines: Sequence[Line], sign: str) -> Line:
    """Put lines one after the other, a sign between them."""
    runs: list[Run] = []
    for at, line in enumerate(lines):
        runs += ([Run(sign)] if at else []) + list(line.runs)
    values = tuple(value for line in lines for value in line.values)
    return Line(tuple(runs), lines[0].id if lines else "", values, made=any(line.made for line in lines))


def begun(line: Line) -> Line:
    """Let a line begin with a capital; one that is empty stays so."""
    if not line.runs:
        return line
    first, *rest = line.runs
    return replace(line, runs=(replace(first, text=first.text[:1].upper() + first.text[1:]), *rest))
