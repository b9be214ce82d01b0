"""Neutral marks: what stands for an element that has no picture, with the first letter of its word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from reguli.publish.layouts.look import Picture

QUIET: Final = "#4a5358"
"""Dark enough for a white letter, and no colour that an icon has."""
FORMS: Final = (
    "M12 1.6 A10.4 10.4 0 1 0 12 22.4 A10.4 10.4 0 1 0 12 1.6 Z",
    "M2.6 2.6 L21.4 2.6 L21.4 21.4 L2.6 21.4 Z",
    "M12 0.4 L23.6 12 L12 23.6 L0.4 12 Z",
    "M6.4 2 L17.6 2 L23.2 12 L17.6 22 L6.4 22 L0.8 12 Z",
)
"""Outlines on a square of 24 by 24, each with room for a letter in its middle."""


def neutral_marks(elements: Sequence[str]) -> Mapping[str, Picture]:
    """Give each element a mark: neighbours have another outline, so that two with the same letter differ."""
    return MappingProxyType({element: Picture(QUIET, (FORMS[at % len(FORMS)],)) for at, element in enumerate(elements)})


def letter_of(word: str) -> str:
    """Give the letter that stands on the mark of a word: its first, as a capital; empty where it has none."""
    return next((sign.upper() for sign in word if sign.isalnum()), "")
