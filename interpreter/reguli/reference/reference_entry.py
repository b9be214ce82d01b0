"""What can be looked up: entries, those of YAML keys in groups, all of them in themes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from reguli.source.frozen_values import Kept, kept

Plain: TypeAlias = str | int | bool | tuple["Plain", ...] | None
"""A value that a question is answered with."""
SAMPLE: Final = "sample"
"""The folder of the small game that examples speak of, and its name in questions."""
QUOTED: Final = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
"""What stands between single quotes in the text of an entry is written so in a file."""
NO_LETTERS: Final = re.compile(r"[^a-z0-9.]+")


@kept
class Ask(Kept):
    """A question with its answer: the ruleset that is asked, the expression, and what comes of it."""

    of: str
    value: str
    wanted: Plain


def game_name(of: str) -> str:
    """Give the name of the game that is asked; the sample is called as its files call it."""
    return "bazaar" if of == SAMPLE else of


def answer_text(value: Plain) -> str:
    """Write an answer: ``true``, ``none``, ``7``, ``[red, blue]``."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(answer_text(item) for item in value)}]"
        case _:
            return str(value)


@kept
class Entry(Kept):
    """One thing of the language. What it lacks is empty.

    ``rules`` are the rules of the grammar that it speaks of, ``words`` the keywords and signs; ``holds`` says what is true when the
    program ``example`` has been played. ``takes``, ``needed`` and ``default`` are those of a key. ``used`` is the place of its first use,
    where a page shows it.
    """

    theme: str
    name: str
    forms: tuple[str, ...]
    means: str
    words: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    gives: str = ""
    takes: str = ""
    needed: str = ""
    default: str = ""
    example: str = ""
    holds: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    used: str = ""

    @property
    def anchor(self) -> str:
        """Give the place of the entry on its page."""
        sort = "key-" if self.takes else ""
        return f"{self.theme}-{sort}{NO_LETTERS.sub('-', self.name.lower()).strip('-')}"


@kept
class Group(Kept):
    """The keys of one sort of group in a document.

    ``at`` says where such groups stand, as ``FILE:PATH``; in a path ``*`` is any name and ``[]`` a place in a list. ``columns`` tells that the keys are columns of rows.
    """

    whole: Entry
    at: tuple[str, ...]
    keys: tuple[Entry, ...]
    columns: bool = False


@kept
class Theme(Kept):
    """Entries that are read together; ``files`` and ``samples`` are those of a document.

    ``shared`` is where its words lie among the locales, ``library`` the shipped library that it tells of.
    """

    id: str
    title: str
    about: str
    entries: tuple[Entry, ...] = ()
    groups: tuple[Group, ...] = ()
    files: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    shared: str = ""
    library: str = ""

    def all_entries(self) -> Iterator[Entry]:
        """Give its entries, groups before their keys."""
        yield from self.entries
        for group in self.groups:
            yield group.whole
            yield from group.keys


@kept
class Page(Kept):
    """A page: its themes, or, of the first one, the others and all words with the places that they lead to (text, reserved, links)."""

    id: str
    title: str
    themes: tuple[Theme, ...]
    others: tuple[Page, ...] = ()
    words: tuple[tuple[str, bool, tuple[tuple[str, str, str], ...]], ...] = ()
