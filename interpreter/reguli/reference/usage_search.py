"""Where a ruleset uses something first: looked up in its files, never typed."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Final

from reguli.language.parsing.lexer import Cutter
from reguli.language.parsing.lr_driver import drive
from reguli.language.parsing.parse_tables import load_tables
from reguli.reference.entry_files import ENTRIES, FOLDER, opened
from reguli.reference.reference_entry import Entry, Group, Theme
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry as Pair
from reguli.source.yaml_nodes import Mapping, Node, Sequence
from reguli.source.yaml_reader import read_yaml

MOST_LINES: Final = 6
"""Lines of a sample that are shown of one key."""
GAMES: Final = "games.yaml"
CALLS: Final = ("call", "extreme_call")
BEGINNINGS: Final = ("functions", "units")
LETTERS: Final = re.compile(r"[a-z]")


@kept
class Written(Kept):
    """A rule of the grammar as it stands in a file: its place and its text on the first line."""

    rule: str
    place: str
    text: str


class Files:
    """The files of one ruleset, read when somebody asks."""

    def __init__(self, folder: Path, locales: Path) -> None:
        """Take the folder of the ruleset, whose name is its id, and that of the locales."""
        self.folder = folder
        self.locales = locales
        self._known: dict[Path, tuple[tuple[tuple[str, ...], Pair], ...]] = {}

    @cached_property
    def rules(self) -> tuple[Written, ...]:
        """Give every rule of the grammar that its rules files are parsed by, in order of files and lines."""
        return tuple(one for path in sorted((self.folder / "rules").glob("*.rules")) for one in self._parsed(path))

    def _parsed(self, path: Path) -> Iterator[Written]:
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        found: list[tuple[int, int, Written]] = []

        def note(rule: str, span: Span, children: object) -> None:
            if not span.line:  # what is left out has no place
                return
            line = lines[span.line - 1]
            shown = line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else None]
            found.append((span.line, span.column, Written(rule, f"{self._name(path)}:{span.line}", shown)))

        tables = load_tables()
        for chunk in Cutter().cut(text).chunks:
            drive(tables, "start_item", chunk, path.name, note)
        yield from (written for _, _, written in sorted(found, key=lambda one: one[:2]))

    def _name(self, path: Path) -> str:
        top = self.locales if path.is_relative_to(self.locales) else self.folder.parent
        return f"{top.name}/{path.relative_to(top).as_posix()}"

    def of(self, entry: Entry) -> str:
        """Give where a form, function or word of rules text is used first: ``FILE:LINE``, or nothing."""
        rules, text = _sought(entry)
        # A function and a fact are what a text begins with; anything else may stand within.
        seek = text.match if entry.theme in BEGINNINGS else text.search
        return next((one.place for one in self.rules if one.rule in rules and seek(one.text)), "")

    def of_key(self, key: Entry, group: Group, shared: str = "") -> str:
        """Give where a key is used first: ``FILE:LINE``, or nothing."""
        name = key.words[0]
        for pattern in group.at:
            file, _, path = pattern.partition(":")
            for found in self._files(file, shared):
                for at, pair in self._pairs(found):
                    if pair.key.text == name and matched(at, path):
                        return f"{self._name(found)}:{pair.key.span.line}"
        return ""

    def _pairs(self, path: Path) -> tuple[tuple[tuple[str, ...], Pair], ...]:
        if path not in self._known:
            self._known[path] = _pairs_of(path)
        return self._known[path]

    def _files(self, file: str, shared: str) -> list[Path]:
        if shared:
            return sorted(self.locales.glob(shared.format(name=self.folder.name)))
        return sorted(self.folder.glob(file))


class Uses:
    """Where something is used first in the games that are looked at, one after the other."""

    def __init__(self, rulesets: Path, locales: Path) -> None:
        """Take the folders of the shipped rulesets and locales."""
        self.games = tuple(Files(rulesets / name, locales) for name in opened(ENTRIES / GAMES)["games"])

    def of(self, entry: Entry, group: Group | None = None, shared: str = "") -> str:
        """Give ``FILE:LINE`` of the first use of an entry, of a key in its group; nothing where none of the games has it."""
        for game in self.games:
            found = game.of(entry) if group is None else game.of_key(entry, group, shared)
            if found:
                return found
        return ""


def _sought(entry: Entry) -> tuple[tuple[str, ...], re.Pattern[str]]:
    """Give the rules of the grammar that an entry may be used by, and what stands in their text."""
    match entry.theme:
        case "functions":
            return CALLS, re.compile(rf"{entry.name}\(")
        case "units":
            return ("name",), re.compile(rf"{entry.name}$")
        case "moments":
            return entry.rules, re.compile(entry.name.replace("PHASE", r"(?!round)\w+"))
        case _:
            return entry.rules, re.compile("|".join(_pattern(word) for word in entry.words))


def _pairs_of(path: Path) -> tuple[tuple[tuple[str, ...], Pair], ...]:
    node = read_yaml(path.read_text(encoding="utf-8"), path.name, Bag())
    return () if node is None else tuple(pairs(node, ()))


def sample_of(key: Entry, group: Group, theme: Theme) -> tuple[str, tuple[str, ...]]:
    """Give an example of a key: the file of the sample that has it first, and its lines there; nothing where none has it."""
    name = key.words[0]
    for sample in theme.samples:
        path = FOLDER / sample
        file = sample.partition("/")[2]
        paths = [at.partition(":")[2] for at in group.at if file_matched(file, at.partition(":")[0])]
        for at, pair in _pairs_of(path) if path.suffix == ".yaml" else ():
            if pair.key.text == name and any(matched(at, pattern) for pattern in paths):
                last = min(pair.value.span.end_line, pair.key.span.line + MOST_LINES - 1)
                lines = path.read_text(encoding="utf-8").split("\n")[
                    pair.key.span.line - 1 : max(last, pair.key.span.line)
                ]
                return file, tuple(textwrap.dedent("\n".join(lines)).split("\n"))
    return "", ()


def pairs(node: Node, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Pair]]:
    """Give every entry of a document with the path of the group that it stands in."""
    match node:
        case Mapping(entries=entries):
            for entry in entries:
                yield at, entry
                yield from pairs(entry.value, (*at, entry.key.text))
        case Sequence(items=items):
            for item in items:
                yield from pairs(item, (*at, "[]"))
        case _:
            pass


def matched(path: tuple[str, ...], pattern: str) -> bool:
    """Say whether a path is one of those that a pattern means; ``*`` is any name."""
    parts = tuple(pattern.split("/")) if pattern else ()
    return len(parts) == len(path) and all(
        part == name or (part == "*" and name != "[]") for part, name in zip(parts, path, strict=True)
    )


def file_matched(file: str, pattern: str) -> bool:
    """Say whether a file, by its place in a ruleset, is one that a pattern means."""
    return fnmatchcase(file, pattern) or fnmatchcase(file, f"*/{pattern}")


def _pattern(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if LETTERS.match(word) else re.escape(word)
