"""Long lines broken inside of brackets."""

from __future__ import annotations

import re
from typing import Final

from reguli.language.statement_text import Head

WIDTH: Final = 110
STEP: Final = 4

_BREAK: Final = re.compile(
    r"(?<=,) | (?=(?:and|or|where|has|then|else|for|union|without|common|because|by) )|(?<=[([{])"
)


def wrapped(head: Head, indent: int) -> list[str]:
    """Lay a line out over as many lines as it needs; further lines are indented by two steps more."""
    if indent + len(head.text) <= WIDTH:
        return [" " * indent + head.text]
    if head.value:
        head = Head(f"{head.before}(", head.value, f"){head.after}")
    lines: list[str] = []
    rest, margin = head.text, indent
    depths = _depths(rest)
    while margin + len(rest) > WIDTH:
        at = _best_break(rest, depths, WIDTH - margin)
        if at is None:
            break
        lines.append(" " * margin + rest[:at].rstrip())
        dropped = len(rest[at:]) - len(rest[at:].lstrip())
        rest, depths = rest[at + dropped :], depths[at + dropped :]
        margin = indent + 2 * STEP
    return [*lines, " " * margin + rest]


def _depths(text: str) -> list[int]:
    """Give for each character how many brackets are open before it."""
    depths: list[int] = []
    depth = 0
    for char in text:
        depth -= char in ")]}"
        depths.append(depth)
        depth += char in "([{"
    return depths


def _best_break(text: str, depths: list[int], room: int) -> int | None:
    """Find the last break of the outermost brackets that leaves the line short enough, or else the first break at all."""
    places = [
        found.start() for found in _BREAK.finditer(text, 1) if found.start() < len(text) and depths[found.start()] > 0
    ]
    fitting = [place for place in places if place <= room]
    if not fitting:
        return places[0] if places else None
    outermost = min(depths[place] for place in fitting)
    return max(place for place in fitting if depths[place] == outermost)
