"""What a wording says that can be compared: its poles with the words that say them, the values it names and their order, its terms."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, product
from typing import Final

from reguli.source.frozen_values import Kept, kept
from reguli.words.polarity.polarity_words import ONCE, Senses
from reguli.words.wording import wording_parser as w

GAP: Final = "\N{WHITE SQUARE}"
"""What stands for a value or a term; no phrase holds it."""
MOST_WAYS: Final = 64
"""Of a wording with more choices only the longest texts are read."""
_STOP: Final = re.compile(r"[.;:!?]")


@kept
class Word(Kept):
    """A word or phrase that says a pole: where it begins and ends in the wording as written."""

    pole: str
    text: str
    start: int
    end: int


@kept
class Gist(Kept):
    """What a wording says, over all its choices: each pole as often as it is said at most, names as they stand."""

    words: tuple[Word, ...]
    names: tuple[str, ...]

    def count(self, pole: str) -> int:
        """Tell how often a pole is said."""
        return sum(1 for word in self.words if word.pole == pole)

    def saying(self, poles: Iterable[str]) -> tuple[Word, ...]:
        """Give the words that say some poles."""
        wanted = set(poles)
        return tuple(word for word in self.words if word.pole in wanted)


Run = tuple[str, int]
"""A stretch of text with its offset in the wording."""


def gist_of(pieces: tuple[w.Piece, ...], senses: Senses) -> Gist:
    """Read a wording. Of each pole the way through its choices counts that says it most often."""
    most: dict[str, tuple[Word, ...]] = {}
    for runs in _ways(pieces):
        found: dict[str, list[Word]] = {}
        for word in _words(runs, senses):
            found.setdefault(word.pole, []).append(word)
        for pole, words in found.items():
            if len(words) > len(most.get(pole, ())):
                most[pole] = tuple(words)
    words = sorted((word for some in most.values() for word in some), key=lambda word: word.start)
    return Gist(tuple(words), tuple(_names(pieces)))


def _ways(pieces: tuple[w.Piece, ...]) -> list[tuple[Run, ...]]:
    """Give the texts that a wording may print, one for each way through its choices."""
    ways: list[tuple[Run, ...]] = [()]
    for piece in pieces:
        match piece:
            case w.Text():
                more: list[tuple[Run, ...]] = [((piece.text, piece.start),)]
            case w.Choice():
                branches = (*(branch for _, branch in piece.branches), piece.otherwise)
                more = [way for branch in branches for way in _ways(branch)]
            case w.Each():
                more = [tuple(run for part in piece.parts for run in max(_ways(part), key=_length))]
            case _:
                more = [((GAP, -1),)]
        if len(ways) * len(more) > MOST_WAYS:
            more = [max(more, key=_length)]
        ways = [before + after for before, after in product(ways, more)]
    return ways


def _length(runs: tuple[Run, ...]) -> int:
    return sum(len(text) for text, _ in runs)


def _words(runs: tuple[Run, ...], senses: Senses) -> Iterator[Word]:
    text = "".join(run for run, _ in runs)
    begins = list(accumulate((len(run) for run, _ in runs), initial=0))[:-1]

    def written(at: int) -> int:
        number = bisect_right(begins, at) - 1
        return runs[number][1] + at - begins[number]

    stops = [match.start() for match in _STOP.finditer(text)]
    said: Counter[tuple[str, int]] = Counter()
    for pole, start, end in senses.found(text):
        part = (pole, bisect_right(stops, start))
        said[part] += 1
        if pole not in ONCE or said[part] == 1:
            first = written(start)
            last = written(end - 1) + 1
            yield Word(pole, text[start:end], first, last if last > first else first + 1)


def _names(pieces: Iterable[w.Piece]) -> Iterator[str]:
    """Give the names in a wording as they stand, each branch of a choice in its turn."""
    for piece in pieces:
        match piece:
            case w.Say():
                yield from (name for name in (piece.name, piece.noun) if name)
            case w.Choice():
                for branch in (*(branch for _, branch in piece.branches), piece.otherwise):
                    yield from _names(branch)
            case w.Each():
                yield piece.name
                for part in piece.parts:
                    yield from _names(part)
            case _:
                pass
