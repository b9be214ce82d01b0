"""A ruleset folder on disk: which files it has, and their texts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import field
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from reguli.language.parsing.parser import parse_rules
from reguli.language.syntax_tree.top_level_items import RulesFile
from reguli.schema.node_reader import Reader
from reguli.schema.value_shapes import Shape, Spot
from reguli.source.bounded_files import has_entry, leads_out, list_files, name_in, read_text, why_unread
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Value
from reguli.source.name_suggestions import near
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Node
from reguli.source.yaml_reader import read_yaml

T = TypeVar("T")
LAYOUTS: Final = ("book.yaml", "card.yaml", "pieces.yaml", "setup.yaml", "summary.yaml")
"""How printed products are laid out."""
BESIDES: Final = ("bots.yaml", *LAYOUTS)
"""What is no rule."""
SCALES: Final = "scale.yaml"
"""Small instances of the game, every position of which is looked at."""
ANSWERS: Final = "verify.yaml"
"""What a designer decided about what verification found."""
COUNTS: Final = "counts.yaml"
"""How many there are of what, from the printed game."""
FACTS: Final = "facts"
"""The folder in which data are entered a second time, by another hand."""
FILES: Final = (
    "game.yaml",
    "constants.yaml",
    "tables.yaml",
    "state.yaml",
    "inventory.yaml",
    *BESIDES,
    SCALES,
    ANSWERS,
    COUNTS,
)
FREE: Final = (".md", ".txt")
"""Endings of files that may lie anywhere and are not read."""
BLESSED: Final = "verify.blessed.json"
"""What a ruleset was when it was blessed: only verification reads it."""


@kept
class Contents(Kept):
    """What of a folder is read: files by name or ending (``*.rules``), and what lies in which folder (``*``: in any)."""

    files: tuple[str, ...]
    folders: Mapping[str, Contents] = field(default_factory=lambda: MappingProxyType({}))

    def has_file(self, name: str) -> bool:
        """Tell whether a file of this name is read."""
        return any(fnmatchcase(name, known) for known in self.files)

    def folder(self, name: str) -> Contents | None:
        """Give what is read of a folder of this name, if anything is."""
        return self.folders.get(name) or self.folders.get(ANY)

    @property
    def names(self) -> tuple[str, ...]:
        """Give what may lie here, as one would write it down: folders with a stroke behind them."""
        return (*self.files, *(f"{name}/" for name in self.folders))

    def names_like(self, name: str) -> tuple[str, ...]:
        """Give the names that may be meant by another one."""
        stem = name.partition(".")[0]
        return (*(known.replace(ANY, stem, 1) for known in self.files), *(set(self.folders) - {ANY}))


ANY: Final = "*"
ANYTHING: Final = Contents((ANY,), MappingProxyType({ANY: Contents((ANY,))}))
_YAML: Final = Contents(("*.yaml",))
_WORDS: Final = Contents(
    ("*.pot",), MappingProxyType({ANY: Contents(("lexicon.yaml", "wordings.po", "wordings.po.before"))})
)
_BOTH: Final = MappingProxyType(
    {
        "boards": _YAML,
        "components": _YAML,
        "examples": _YAML,
        FACTS: Contents(("*.yaml", "*.csv", "*.xlsx")),
        "positions": _YAML,
        "rules": Contents(("*.rules",)),
        "themes": ANYTHING,
        "words": _WORDS,
    }
)
LIBRARY: Final = Contents(
    ("library.yaml", "state.yaml", "words.yaml"),
    MappingProxyType({"rules": Contents(("*.rules",)), "game": Contents(FILES, _BOTH)}),
)
"""What is read of the folder of a library; in ``game`` lies a small game of its own, with examples."""
_LIBRARIES: Final = MappingProxyType({"library": Contents((), MappingProxyType({ANY: LIBRARY}))})
RULESET: Final = Contents(
    FILES,
    MappingProxyType({**_BOTH, **_LIBRARIES, "variants": Contents(("*.yaml",), ANYTHING.folders)}),
)
"""What is read of the folder of a ruleset; tables in CSV are read where a kind names them."""
VARIANT_FOLDER: Final = Contents(("variant.yaml", *FILES[1:]), MappingProxyType({**_BOTH, **_LIBRARIES}))
"""What is read of the folder of a variant."""
UNPLAYED: Final = ("inventory.yaml", "words.yaml", *BESIDES, SCALES, ANSWERS, COUNTS)
MOST_FILES: Final = 500


class Folder:
    """An opened ruleset folder; names are inside the folder, spans begin with the folder's own name."""

    __slots__ = ("bag", "names_read", "path", "played", "reader", "root", "sources", "texts")

    def __init__(self, path: Path, bag: Bag, sources: Sources, root: Path | None = None) -> None:
        """Open a folder; nothing is read yet. Names in findings begin below ``root``, which is the folder around it where not said."""
        self.path = path.resolve()
        self.root = self.path.parent if root is None else root
        self.bag = bag
        self.sources = sources
        self.reader = Reader(bag, sources, self.csv)
        self.played: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.names_read: set[str] = set()
        """What was read, or tried to be: what is wrong with that is said elsewhere."""

    def span_name(self, name: str) -> str:
        """Give the name that spans carry for a file of the folder."""
        return f"{name_in(self.path, self.root)}/{name}" if self.path.name else name

    def has(self, name: str) -> bool:
        """Say whether a file exists."""
        return has_entry(self.path / name)

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
        self.names_read.add(name)
        file = self.span_name(name)
        path, within = self.path / name, self.path
        text = read_text(path, self.bag, root=self.root, sources=self.sources, named_at=named_at, within=within)
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

    def read(self, name: str, shape: Shape[T], what: Value, *, needed: bool = True) -> T | None:
        """Read one YAML file by its shape, called so in findings; None where it cannot be read, or is not there and not needed."""
        node = self.node(name) if needed or self.has(name) else None
        return None if node is None else shape.read(node, Spot(what), self.reader)

    def rules(self) -> tuple[RulesFile, ...]:
        """Read the rules; a file with mistakes is left out."""
        texts = [(name, self.text(name)) for name in self.names("rules", ".rules")]
        parsed = [parse_rules(text, self.span_name(name), self.bag) for name, text in texts if text is not None]
        return tuple(file for file in parsed if file is not None)

    def csv(self, name: str, named_at: Span) -> tuple[str, str] | None:
        """Read a CSV file that a kind names: beside the YAML file, or by its place in the folder."""
        beside = named_at.file.removeprefix(self.span_name("")).rpartition("/")[0]
        choices = [name] if "/" in name or not beside else [f"{beside}/{name}", name]
        path = next((choice for choice in choices if self.has(choice)), choices[0])
        if "\\" in name:
            self.bag.add("Y102", named_at, name=name)
            return None
        text = self.text(path, named_at)
        return None if text is None else (self.span_name(path), text)

    def look_round(self, contents: Contents) -> None:
        """Report what lies in the folder and was not read: most often a name is one letter off. To be asked when all is read."""
        if self.path.is_dir():
            self._look(self.path, contents)

    def _look(self, folder: Path, contents: Contents) -> None:
        try:
            found = sorted(folder.iterdir(), key=lambda path: path.name)
        except OSError:
            return  # who reads the folder says so
        for path in found:
            name = name_in(path, self.path)
            if path.name.startswith((".", "_", "~", "#")) or path.suffix in FREE or name in (BLESSED, *self.names_read):
                continue
            if path.is_symlink() and leads_out(path, self.path):
                self.bag.add("Y102", self.whole(name), name=self.span_name(name))
                continue
            inside = contents.folder(path.name) if path.is_dir() else None
            if inside is LIBRARY:
                continue  # who opens a library looks round in it
            if inside is not None:
                self._look(path, inside)
            elif path.is_dir() or not contents.has_file(path.name):
                meant = near(path.name, contents.names_like(path.name))
                self.bag.add("R121", self.whole(name), near=meant, name=name, known=", ".join(contents.names))


def digest(texts: Mapping[str, str]) -> str:
    """Tell two rulesets apart: give the SHA-256, in hexadecimal, over names and texts of files in the order of names.

    Line breaks count as one sort, so that a copy made on another system is the same ruleset.
    """
    found = hashlib.sha256()
    for name in sorted(texts):
        raw = texts[name].replace("\r\n", "\n").encode("utf-8")
        found.update(f"{name}\0{len(raw)}\0".encode())
        found.update(raw)
    return found.hexdigest()
