"""Suggestions for misspelt names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

LONGEST: Final = 60
FORMER: Final[Mapping[str, tuple[str, ...]]] = {
    "against": ("regression",),
    "bless": ("baseline",),
    "exhausted": ("model-check",),
    "play": ("fuzz",),
    "strength": ("mutate", "mutation"),
    "walker": ("interpreter",),
}
"""What commands, parts of verification and engines were called before; who remembers such a name is told the new one."""
_NUMBERS: Final = re.compile("[0-9]+")


def closest_name(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate closest to a misspelt word, or None when none is close.

    Of equally close ones the one that begins like it longest is meant, then the first by alphabet.

    One slip is forgiven from three letters on, two from six, three from nine; case, ``-`` and spaces never count. What differs in a
    number only is another thing, not a misspelling, but in a code: ``P480``.
    """
    if len(word) > LONGEST:
        return None
    known = set(candidates) - {word}
    renamed = next((name for name in FORMER.get(word, ()) if name in known), None)
    if renamed is not None:
        return renamed
    wanted = _folded(word)
    best: tuple[int, int, str] | None = None
    allowed = min(len(wanted) // 3, 3)
    for candidate in sorted(known):
        if abs(len(candidate) - len(word)) <= allowed:
            folded = _folded(candidate)
            slips = edit_distance(wanted, folded)
            if slips <= allowed and not (slips and _in_numbers_only(wanted, folded)):
                found = (slips, -_begin_alike(wanted, folded), candidate)
                best = found if best is None else min(best, found)
    return None if best is None else best[2]


def _begin_alike(left: str, right: str) -> int:
    """Return the length of the common prefix of two words."""
    return next((at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))


def _in_numbers_only(left: str, right: str) -> bool:
    """Return whether two words differ only in their numbers; codes of one letter and a number are excluded."""
    return len(_NUMBERS.sub("", left)) > 1 and _NUMBERS.sub("#", left) == _NUMBERS.sub("#", right)


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def edit_distance(left: str, right: str) -> int:
    """Return the edit distance of two words: letters omitted, added or changed, or two neighbours swapped."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        two_before, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, two_before[j - 2] + 1)
            row.append(cost)
    return row[-1]
