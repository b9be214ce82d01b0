"""Finds what a word means: every meaning there is, the nearest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reguli.reference.reference_entry import Entry, Group, Theme


def found(word: str, themes: Iterable[Theme]) -> tuple[Entry, ...]:
    """Give every entry that a word names: by its name, as a word of its forms, as a key (also ``GROUP.KEY``), as a file."""
    wanted = " ".join(word.lower().split())
    listed = tuple(themes)
    every = [entry for theme in listed for entry in theme.all_entries()]
    named = [entry for entry in every if wanted in _own_names(entry)]
    worded = [entry for entry in every if wanted in entry.words or _ends(entry, wanted)]
    filed = [group.whole for theme in listed for group in theme.groups if wanted in _files(group)]
    return tuple(dict.fromkeys((*named, *worded, *filed)))


def _files(group: Group) -> tuple[str, ...]:
    """Give the files that a group is the whole of, or the uppermost it describes."""
    return tuple(at.partition(":")[0] for at in group.at if "/" not in at.partition(":")[2])


def known(themes: Sequence[Theme]) -> tuple[str, ...]:
    """Give every word that finds something, for a near one."""
    words = [word for theme in themes for entry in theme.all_entries() for word in _all_names(entry)]
    files = [file for theme in themes for group in theme.groups for file in _files(group)]
    return tuple(dict.fromkeys((*words, *files)))


def _own_names(entry: Entry) -> tuple[str, ...]:
    """Give what an entry is called: ``sum, max, min`` are three names, ``move (pieces)`` is one and the word before the bracket another."""
    name = entry.name.lower()
    return (name, name.partition(" (")[0], *name.split(", "))


def _ends(entry: Entry, word: str) -> bool:
    """Whether a key of several groups is meant by its last names: ``visible.who`` for ``state.visible.who``."""
    return bool(entry.takes) and f".{entry.name}".endswith(f".{word}")


def _all_names(entry: Entry) -> Iterator[str]:
    yield from _own_names(entry)
    yield from (word for word in entry.words if word[0].isalpha())
