"""The lines that a mechanism takes, as they are marked in the toys and in the small games of the libraries.

``# mechanism: NAME; OTHER NAME`` stands above such lines, ``# end`` below them. Blank lines and comments are none of them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from toys import HERE, LIBRARIES

BEGINS = "# mechanism: "
ENDS = "# end"
TOP = HERE.parents[1]


@dataclass(frozen=True, slots=True)
class Marked:
    """Lines that lie between two marks: of which mechanisms, and the file that they stand in."""

    names: tuple[str, ...]
    file: str
    lines: tuple[str, ...]

    @property
    def counted(self) -> int:
        """Return how many lines there are, without those that are blank or a comment."""
        return sum(1 for line in self.lines if line.strip() and not line.lstrip().startswith("#"))

    @property
    def shown(self) -> str:
        """Return the lines as a page shows them: at the margin."""
        return textwrap.dedent("\n".join(self.lines)).strip("\n")


@cache
def marked() -> tuple[Marked, ...]:
    """Return everything that is marked, in order of files and lines."""
    places = sorted((*HERE.glob("*/**/*"), *LIBRARIES.glob("*/game/**/*")))
    return tuple(
        one for path in places if path.suffix in (".rules", ".yaml") and path.is_file() for one in _marked(path)
    )


def of_mechanism(name: str) -> tuple[Marked, ...]:
    """Return what is marked as lines of a mechanism."""
    return tuple(one for one in marked() if name in one.names)


ROWS = {
    "once round, Dutch, sealed, second price": (
        "auction once round",
        "Dutch auction",
        "sealed auction",
        "second-price auction",
    ),
    "drafting, passing hands": ("drafting",),
    "terrain hexes": ("terrain hexes", "terrain hexes, drawn"),
}
"""What is marked in several sorts, or otherwise than the page calls it."""


def shown_of(name: str) -> tuple[int, str]:
    """Return how many lines a mechanism of the page takes, the first of several, and all lines, each file named above those out of it."""
    names = ROWS.get(name, (name,))
    found = [one for one in marked() if set(names) & set(one.names)]
    blocks: list[str] = []
    for at, one in enumerate(found):
        before = found[at - 1].file if at else ""
        blocks.append(one.shown if one.file == before else f"# {one.file}\n{one.shown}")
    return sum(one.counted for one in of_mechanism(names[0])), "\n\n".join(blocks)


def _marked(path: Path) -> Iterator[Marked]:
    names: tuple[str, ...] = ()
    lines: list[str] = []
    file = path.relative_to(TOP).as_posix()
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if text.startswith(BEGINS):
            assert not names, f"{file}: '{text}' stands within {names}"
            names = tuple(text.removeprefix(BEGINS).split("; "))
        elif text == ENDS:
            assert names, f"{file}: nothing begins before '{ENDS}'"
            yield Marked(names, file, tuple(lines))
            names, lines = (), []
        elif names:
            lines.append(line)
    assert not names, f"{file}: {names} have no end"
