"""A ruleset that is open in an editor: found from a file, checked as it stands in the buffers, with what is declared in it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from itertools import chain
from pathlib import Path
from typing import Any, Final

from reguli.app.loading import HOLDS, open_ruleset
from reguli.app.ruleset_check import check
from reguli.language.parsing.parser import parse_rules
from reguli.language.syntax_tree.expressions import Named, Node
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import OWN_WORDS, LoadedRuleset, locate_wording_folders
from reguli.ruleset.document_nodes import Declared, Documents, Written
from reguli.shipped_files import shipped_folder, shipped_libraries
from reguli.source.bounded_files import (
    LARGEST_FILE,
    UnreadableFile,
    read_bounded_file,
    read_folder,
    read_text_or_report,
)
from reguli.source.diagnostic import Bag, Diagnostic, Trouble
from reguli.source.source_excerpt import SHEET, Sources, Span
from reguli.source.working_copy import WORKING_COPY, WorkingCopy

LONGEST: Final = 30.0
"""Seconds after which the check of one state of the texts is given up."""
RULES: Final = ".rules"
YAML: Final = ".yaml"
Found = Mapping[Path, tuple[Diagnostic, ...]]
"""Findings by the file they lie in."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A name that is declared: its sort, the name of the class of its node; its place; the node."""

    name: str
    sort: str
    span: Span
    node: Any


@dataclass(slots=True)
class OpenRuleset:
    """A ruleset, variant, or file that belongs to none; ``path`` is what ``reguli check`` would be asked for.

    ``loaded`` is the last state that could be read, ``ruleset`` the last that could be bound.
    """

    path: Path
    alone: bool = False
    kept: dict[Any, Any] = field(default_factory=dict)
    loaded: LoadedRuleset | None = None
    ruleset: Ruleset | None = None
    late: tuple[Diagnostic, ...] = ()
    """What the last whole check found besides reading and binding."""
    declared: tuple[LoadedRuleset | None, tuple[Declaration, ...]] = (None, ())

    @contextmanager
    def working(self, texts: Mapping[str, bytes], overtaken: Callable[[], bool] = bool) -> Iterator[None]:
        """Read the unsaved texts instead of their files, and keep what is read; stop where it is overtaken, or takes too long."""
        end = time.monotonic() + LONGEST
        before = WORKING_COPY.set(
            WorkingCopy(texts, lambda: overtaken() or time.monotonic() > end, self.kept),
        )
        try:
            yield
        finally:
            WORKING_COPY.reset(before)

    def check(self) -> Iterator[tuple[Sources, tuple[Diagnostic, ...]]]:
        """Yield the findings of reading and binding with those that the last check found besides, then those of the whole check."""
        if self.alone:
            yield self._check_file()
            return
        try:
            loaded = open_ruleset(str(self.path), {})
        except Trouble as trouble:
            yield Sources(), trouble.findings
            return
        documents, ruleset = loaded.documents, loaded.ruleset
        if documents is not None:
            self.loaded, self.ruleset = loaded, ruleset or self.ruleset
        early = tuple(loaded.bag)
        yield loaded.sources, tuple(dict.fromkeys((*early, *self.late)))
        whole = check(loaded).findings
        self.late = tuple(one for one in whole if one not in early)
        yield loaded.sources, whole

    def _check_file(self) -> tuple[Sources, tuple[Diagnostic, ...]]:
        """Return the findings in the text of rules that belong to no ruleset; other files may be anybody's."""
        bag, sources = Bag(), Sources()
        if self.path.suffix == RULES:
            text = read_text_or_report(self.path, bag, root=self.path.parent, sources=sources)
            if text is not None:
                parse_rules(text, self.path.name, bag)
        return sources, bag.diagnostics

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings of the whole check."""
        return tuple(chain.from_iterable([found for _, found in self.check()][-1:]))

    @property
    def documents(self) -> Documents | None:
        """Return the documents as they could be read last."""
        return None if self.loaded is None else self.loaded.documents

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return the folder of the ruleset, then those of its bases."""
        return (self.path.parent,) if self.loaded is None else self.loaded.layers.folders

    def file_of(self, span: Span | None) -> Path:
        """Return the file that a span names; the ruleset's first file for findings that name none."""
        name = span.file.partition(SHEET)[0] + SHEET[:-1] if span and SHEET in span.file else span.file if span else ""
        homes = [folder.parent for folder in self.folders] if not self.alone else [self.path.parent]
        homes += [
            *self.folders,
            *(folder / OWN_WORDS for folder in self.folders),
            shipped_folder("locales"),
            shipped_libraries().parent,
        ]
        for home in homes:
            if name and (home / name).is_file():
                return home / name
        first = next((self.path / one for one in HOLDS if (self.path / one).is_file()), self.path)
        return first if not self.alone else self.path

    def files(self) -> Iterator[tuple[Path, str, bool]]:
        """Yield the texts of the ruleset and its bases, with their files, and whether each is the ruleset's own."""
        seen: set[str] = set()
        for home in dict.fromkeys((self.path, *self.folders[0 if self.path.is_dir() else 1 :])):
            for path, text in _read(home):
                real = os.path.realpath(path)
                if real not in seen:
                    seen.add(real)
                    yield path, text, home == self.path
        if self.documents is not None:
            words = locate_wording_folders(self.path, self.documents.game.words)
            if words.shipped:
                for path in sorted(words.own.glob(f"*/{words.name}.*")):
                    yield path, path.read_text("utf-8", "replace"), True

    def declarations(self) -> tuple[Declaration, ...]:
        """Return what is declared in the documents and rules as they could be read last."""
        if self.declared[0] is not self.loaded:
            self.declared = self.loaded, tuple(self._declarations())
        return self.declared[1]

    def _declarations(self) -> Iterator[Declaration]:
        documents = self.documents
        if documents is None:
            return
        parts = (documents.game, documents.constants, documents.tables, documents.kinds, documents.state)
        rules = tuple(item for file in documents.rules for item in file.items)
        for node in _inside((*parts, documents.inventory, rules)):
            name = node.id if isinstance(node, Declared) else node.name if isinstance(node, Named) else None
            if name is not None:
                yield Declaration(name, type(node).__name__, node.span, node)


def _inside(node: object) -> Iterator[Any]:
    """Yield a node of documents or rules, and all nodes within it."""
    if isinstance(node, tuple):
        for one in node:
            yield from _inside(one)
    elif isinstance(node, Written | Node):
        yield node
        for one in fields(node):
            value = getattr(node, one.name)
            if isinstance(value, tuple | Written | Node):
                yield from _inside(value)


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place in an open text: line and column are counted from 0, in letters."""

    opened: OpenRuleset
    path: Path
    text: str
    line: int
    column: int

    @property
    def name(self) -> str:
        """Return the name of the file in its ruleset."""
        home = next((home for home in self.opened.folders if self.path.is_relative_to(home)), self.path.parent)
        return self.path.relative_to(home).as_posix()

    @property
    def lines(self) -> list[str]:
        """Return the lines of the text."""
        return self.text.split("\n")

    @property
    def word(self) -> tuple[int, str]:
        """Return the word round the place with the column at which it begins; an empty one where none stands."""
        words = re.finditer(r"\w+", self.lines[self.line])
        return next(
            ((one.start(), one[0]) for one in words if one.start() <= self.column <= one.end()), (self.column, "")
        )

    @property
    def before(self) -> str:
        """Return the word or sign before the word."""
        found = re.search(r"(\w+|\S)\s*$", self.lines[self.line][: self.word[0]])
        return found[1] if found else ""


def _read(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the texts below a folder, or of a file; what is no text is left out."""
    try:
        found = read_folder(folder) if folder.is_dir() else [(folder, read_bounded_file(folder, LARGEST_FILE))]
        for path, raw in found:
            if isinstance(raw, bytes) and path.suffix in (RULES, YAML, ".po", ".csv", ".tsv"):
                yield path, raw.decode("utf-8", "replace")
    except (OSError, UnreadableFile):
        return


def ruleset_of(file: Path, text: str = "") -> OpenRuleset:
    """Return the ruleset that a file belongs to: the nearest folder with a game or variant, a variant of one file, or none."""
    for folder in file.resolve().parents:
        if any((folder / name).is_file() for name in HOLDS):
            return OpenRuleset(folder)
    if file.suffix == YAML and any(line.startswith("variant:") for line in text.split("\n")):
        return OpenRuleset(file.resolve())
    return OpenRuleset(file.resolve(), alone=True)


def by_file(opened: OpenRuleset, findings: Iterable[Diagnostic]) -> dict[Path, list[Diagnostic]]:
    """Return findings by the file they lie in."""
    found: dict[Path, list[Diagnostic]] = {}
    for one in findings:
        found.setdefault(opened.file_of(one.span), []).append(one)
    return found
