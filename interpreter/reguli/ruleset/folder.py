"""A ruleset folder on disk: which files it has, and their texts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reguli.ruleset.schema import Schema
from reguli.source.diagnostic import Bag
from reguli.source.files import list_files, name_in, read_text, why_unread
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Node
from reguli.source.yaml_reader import read_yaml

LAYOUTS: Final = ("book.yaml", "card.yaml", "pieces.yaml", "setup.yaml", "summary.yaml")
"""How printed products are laid out."""
BESIDES: Final = ("bots.yaml", *LAYOUTS)
"""What is no rule; a variant may bring its own."""
FILES: Final = ("game.yaml", "constants.yaml", "tables.yaml", "state.yaml", "inventory.yaml", *BESIDES)
FOLDERS: Final = ("components", "boards", "rules", "examples", "positions", "words", "variants")
SUFFIXES: Final = {"components": (".yaml", ".csv"), "boards": (".yaml", ".csv"), "rules": (".rules",)}
"""What the files of each folder that is read end in."""
FREE: Final = (".md", ".txt")
"""Endings of files that may lie anywhere and are not read."""
UNPLAYED: Final = ("inventory.yaml", *BESIDES)
MOST_FILES: Final = 500


class Folder:
    """An opened ruleset folder; names are inside the folder, spans begin with the folder's own name."""

    __slots__ = ("bag", "path", "played", "schema", "sources", "texts")

    def __init__(self, path: Path, bag: Bag, sources: Sources) -> None:
        """Open a folder; nothing is read yet."""
        self.path = path.resolve()
        self.bag = bag
        self.sources = sources
        self.schema = Schema(bag, sources)
        self.played: dict[str, str] = {}
        self.texts: dict[str, str] = {}

    def span_name(self, name: str) -> str:
        """Give the name that spans carry for a file of the folder."""
        return f"{self.path.name}/{name}" if self.path.name else name

    def has(self, name: str) -> bool:
        """Say whether a file exists."""
        return (self.path / name).exists()

    def names(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Give the files of a folder in the ruleset, sorted; only so many are read."""
        found = [f"{folder}/{path.name}" for path in self.listed(folder, suffix)]
        if len(found) > MOST_FILES:
            self.bag.add("R120", self.whole(folder), name=folder, limit=MOST_FILES)
        return tuple(found[:MOST_FILES])

    def listed(self, folder: str, suffix: str = "") -> tuple[Path, ...]:
        """Give the files directly in a folder of the ruleset; a folder that may not be looked into is a finding."""
        try:
            return list_files(self.path / folder, suffix)
        except OSError as error:
            self.bag.add("Y105", self.whole(folder), name=self.span_name(folder), why=why_unread(error))
            return ()

    def whole(self, name: str) -> Span:
        """Give the place of a file as a whole."""
        return Span(self.span_name(name), 0, 0, 0, 0)

    def text(self, name: str, named_at: Span | None = None) -> str | None:
        """Read one file of the folder; the same file is read once."""
        if name in self.played:
            return self.played[name]
        file = self.span_name(name)
        text = read_text(self.path / name, self.bag, root=self.path.parent, sources=self.sources, named_at=named_at)
        if text is None:
            return None
        self.texts[file] = text
        if name not in UNPLAYED:
            self.played[name] = text
        return text

    def node(self, name: str) -> Node | None:
        """Read one YAML file of the folder."""
        text = self.text(name)
        return None if text is None else read_yaml(text, self.span_name(name), self.bag)

    def csv(self, name: str, named_at: Span) -> tuple[str, str] | None:
        """Read a CSV file that a kind names: beside the YAML file, or by its place in the folder."""
        beside = named_at.file.removeprefix(self.span_name("")).rpartition("/")[0]
        choices = [name] if "/" in name or not beside else [f"{beside}/{name}", name]
        path = next((choice for choice in choices if self.has(choice)), choices[0])
        inside = (self.path / path).resolve()
        if not inside.is_relative_to(self.path) or "\\" in name:
            self.bag.add("Y102", named_at, name=name)
            return None
        text = self.text(path, named_at)
        return None if text is None else (self.span_name(path), text)

    def look_round(self, files: tuple[str, ...] = FILES) -> None:
        """Report what lies in the folder and is never read: most often a name is one letter off."""
        if not self.path.is_dir():
            return
        for path in sorted(self.path.iterdir(), key=lambda path: path.name):
            if path.name.startswith((".", "_", "~", "#")) or path.suffix in FREE:
                continue
            wanted = FOLDERS if path.is_dir() else files
            if path.name not in wanted:
                self.bag.add("R121", self.whole(path.name), near=near(path.name, wanted), name=path.name)
        for folder, suffixes in SUFFIXES.items():
            for path in self.listed(folder):
                if path.suffix not in (*suffixes, *FREE):
                    name = name_in(path, self.path)
                    self.bag.add(
                        "R121",
                        self.whole(name),
                        near=near(name, [name.removesuffix(path.suffix) + suffix for suffix in suffixes]),
                        name=name,
                    )
