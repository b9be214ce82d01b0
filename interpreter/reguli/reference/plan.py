"""What stands on a page of the language, before it is written in a format."""

from __future__ import annotations

from dataclasses import dataclass

from reguli.reference.entry import Entry, Theme


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry as a page shows it: with the place of its first use, and the page it stands on."""

    entry: Entry
    used: str
    page: str


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of keys as a page shows it."""

    whole: Entry
    at: tuple[str, ...]
    keys: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class ShownTheme:
    """A theme as a page shows it; ``samples`` are files with their texts."""

    theme: Theme
    entries: tuple[Shown, ...]
    groups: tuple[ShownGroup, ...]
    samples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its themes, or, of the first one, all words with the places that they lead to (text, reserved, links)."""

    id: str
    title: str
    themes: tuple[ShownTheme, ...]
    contents: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()
    words: tuple[tuple[str, bool, tuple[tuple[str, str, str], ...]], ...] = ()
