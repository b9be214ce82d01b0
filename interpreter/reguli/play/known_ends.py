"""What a viewer knows of a hidden stack: the cards at its ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile

from reguli.engine.notation import Plain
from reguli.engine.seeing.views import SEEN
from reguli.words.catalogue.interface import Interface


def known_ends(value: Mapping[str, Plain], words: Interface, said: Callable[[Plain], str]) -> list[str]:
    """Say the cards at either end of a hidden stack that the viewer knows, from top to bottom."""
    known = value.get(SEEN)
    if not isinstance(known, list):
        return []
    top, bottom = list(takewhile(bool, known)), list(takewhile(bool, reversed(known)))[::-1]
    lines = [words.say("on top: {cards}", cards=", ".join(map(said, top)))] if top else []
    if bottom and len(top) < len(known):
        lines.append(words.say("at the bottom: {cards}", cards=", ".join(map(said, bottom))))
    return lines
