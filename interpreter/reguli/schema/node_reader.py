"""Type checks of nodes: a number, a name, a group of known entries; anything else is a finding with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Row
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.language.parsing.lr_driver import RESERVED
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.table_files import Table
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

ID: Final = re.compile(r"[a-z][a-z0-9_]*")
CITE: Final = re.compile(r"(?:[a-z][a-z0-9_]*\.)?[A-Z]+[0-9]+[a-z]?")
"""A statement of a rulebook; one that a variant adds has the name of the variant before it elsewhere: ``n_draft.V1``."""
DEVICE: Final = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")
"""What Windows keeps for devices: no folder or file is called so there."""
LONGEST_ID: Final = 60
LARGEST: Final = 1_000_000_000
"""No number of a ruleset is larger, nor its negative smaller."""
MOST_ELEMENTS: Final = 50_000
"""Elements of all kinds of a ruleset together."""
GUESSES: Final = 100
GROUP: Final = Said("sort.group_of_lines")
LIST: Final = Said("sort.list")
_NAMED: Final = re.compile(r"([^\s:]+)(?:\s+:?\s*|\s*:\s*)(\S+)")
LONGEST_LIST: Final = 1_000
NO_NAMES: Final = RESERVED | {"true", "false", "round", "phase", "stage", "game", "seat"}
"""Words that mean something else wherever a name could stand."""
NO_STATEMENTS: Final[Mapping[str, str]] = MappingProxyType({})
Files: TypeAlias = Callable[[str, Span], Table | None]
"""Gives the table in a file that a document names, by its name and where that stands."""


def no_file_reference(name: str, named_at: Span) -> Table | None:
    """Return no table, as most documents name none."""
    return None


class NodeReader:
    """Reads nodes as expected values; a mismatch is reported in the bag and read as ``None``."""

    __slots__ = ("bag", "files", "known", "room", "sources", "statements")
    lenient = False
    """Whether a group that lacks something is read all the same."""

    def __init__(
        self,
        bag: Bag,
        sources: Sources,
        files: Files = no_file_reference,
        statements: Mapping[str, str] = NO_STATEMENTS,
    ) -> None:
        """Store the bag for findings; ``sources`` holds the texts that the nodes were read from, ``files`` reads those they name.

        ``statements`` gives the full names of the statements that a variant calls by their numbers alone.
        """
        self.bag = bag
        self.sources = sources
        self.files = files
        self.known: tuple[str, ...] = ()
        """Names that can stand where one of the document's own, or of who reads it, is wanted."""
        self.room = MOST_ELEMENTS
        self.statements = statements

    def meant(self, word: str, known: Iterable[str]) -> str | None:
        """Guess the intended name; not in long lists or after many findings, where guessing is slow."""
        names = tuple(known)
        return closest_name(word, names) if len(self.bag) < GUESSES and len(names) <= LONGEST_LIST else None

    def absent(self, span: Span, name: str, known: Iterable[str], what: Value, code: str = "R152") -> None:
        """Report an unknown name, with the one probably meant."""
        self.bag.add(code, span, near=self.meant(name, known), what=what, name=name)

    def take(self, count: int) -> bool:
        """Reserve room for more elements; return whether the ruleset has enough."""
        self.room -= count
        return self.room >= 0

    def fields(self, node: Node, where: Value, required: Row[str], known: Row[str]) -> dict[str, MappingEntry] | None:
        """Read a group with known keys; an unknown or missing key is a finding, and ``None`` is returned if one is missing."""
        if not isinstance(node, MappingNode):
            shape = ", ".join(f"{name}: ..." for name in required)
            self.wrong(node, where, GROUP, meant=f"{{{shape}}}" if shape else None)
            return None
        found: dict[str, MappingEntry] = {}
        for entry in node.entries:
            if found.setdefault(entry.key.text, entry) is entry and entry.key.text not in known:
                self.unknown(entry.key, where, known)
        missing = [name for name in required if name not in found]
        for name in missing:
            self.missing(node.span, where, name)
        return None if missing and not self.lenient else found

    def unknown(self, key: ScalarNode, where: Value, known: Row[str]) -> None:
        """Report an unknown key of a group."""
        near = self.meant(key.text, known)
        self.bag.add("R101", key.span, near=near, where=where, name=key.text, known=", ".join(known))

    def missing(self, span: Span, where: Value, name: Value) -> None:
        """Report a missing key of a group, at the group's first letter, so that the excerpt stays short."""
        start = Span(span.file, span.line, span.column, span.line, span.column + 1)
        self.bag.add("R102", start, where=where, name=name)

    def entries(self, node: Node, what: Value) -> tuple[MappingEntry, ...] | None:
        """Read a group with arbitrary keys; repeated keys were reported by the parser."""
        if isinstance(node, MappingNode):
            first: dict[str, MappingEntry] = {}
            for entry in node.entries:
                first.setdefault(entry.key.text, entry)
            return tuple(first.values())
        self.wrong(node, what, GROUP)
        return None

    def number(self, node: Node, what: Value, low: int = -LARGEST, high: int = LARGEST) -> int | None:
        """Read a whole number within bounds, both included."""
        if not isinstance(node, ScalarNode) or isinstance(node.value, bool) or not isinstance(node.value, int):
            self.wrong(node, what, Said("sort.whole_number"))
            return None
        if low <= node.value <= high:
            return node.value
        self.bag.add("R105", node.span, what=what, found=node.text, low=low, high=high)
        return None

    def truth(self, node: Node, what: Value) -> bool | None:
        """Read true or false."""
        if isinstance(node, ScalarNode) and isinstance(node.value, bool):
            return node.value
        self.wrong(node, what, Said("sort.true_or_false"))
        return None

    def text(self, node: Node, what: Value) -> str | None:
        """Read a text; a number or truth is taken as it was written."""
        if isinstance(node, ScalarNode) and node.value is not None:
            return node.value if isinstance(node.value, str) else node.text
        self.wrong(node, what, Said("sort.text"))
        return None

    def id(self, node: Node, what: Value) -> str | None:
        """Read a ruleset name: lower-case letters, digits and underscores, a letter first."""
        if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
            self.wrong(node, what, Said("sort.name"))
            return None
        if ID.fullmatch(node.value) and len(node.value) <= LONGEST_ID:
            return node.value
        meant = re.sub(r"[^a-z0-9]+", "_", node.value.casefold()).strip("_")[:LONGEST_ID]
        self.bag.add("R104", node.span, near=meant if ID.fullmatch(meant) else None, what=what, name=node.value)
        return None

    def folder_id(self, node: Node, what: Value) -> str | None:
        """Read a name that is also a folder name; R171 for one that Windows does not allow."""
        name = self.id(node, what)
        if name is not None and DEVICE.fullmatch(name):
            self.bag.add("R171", node.span, name=name)
        return name

    def new_id(self, node: Node, what: Value) -> str | None:
        """Read a name declared here, which cannot be a word of the language."""
        name = self.id(node, what)
        if name is not None and name in NO_NAMES:
            self.bag.add("R106", node.span, name=name)
            return None
        return name

    def word(self, node: Node, what: Value, choices: Row[str]) -> str | None:
        """Read one of several words."""
        text = node.text if isinstance(node, ScalarNode) and node.style == "plain" else self.text(node, what)
        if text is None or text in choices:
            return text
        self.other(node, text, what, choices)
        return None

    def other(self, node: Node, text: str, what: Value, choices: Row[str]) -> None:
        """Report a word that is not among the choices."""
        near = self.meant(text, choices)
        self.bag.add("R107", node.span, near=near, what=what, found=text, choices=", ".join(choices))

    def wrong(self, node: Node, what: Value, wanted: Value, meant: str | None = None) -> None:
        """Report a value of the wrong sort, unless its place already has a finding."""
        if not self.bag.marks(node.span):
            close = _meant(node, wanted) or meant
            self.bag.add("R103", node.span, near=close, what=what, wanted=wanted, found=node_type_name(node))


def node_type_name(node: Node) -> Value:
    """Return the sort of a value, as worded in findings."""
    match node:
        case MappingNode():
            return Said("sort.group")
        case SequenceNode():
            return Said("sort.list")
        case ScalarNode(value=None):
            return Said("sort.nothing")
        case ScalarNode(value=bool()):
            return node.text
        case ScalarNode(value=int()):
            return Said("sort.number_read", number=node.text)
        case ScalarNode():
            return Said("sort.text_read", text=_short(str(node.value)))


def _meant(node: Node, wanted: Value) -> str | None:
    """Guess the intended line if the colon, or the space after it, is missing; or the list if the brackets are."""
    if not isinstance(node, ScalarNode) or node.style != "plain" or len(node.text) > LONGEST_ID:
        return None
    if wanted == LIST:
        return f"[{node.text}]"
    written = _NAMED.fullmatch(node.text) if wanted == GROUP else None
    return None if written is None else f"{written[1]}: {written[2]}"


def _short(text: str) -> str:
    line = text.split("\n", 1)[0]
    return line if len(line) <= LONGEST_ID else line[: LONGEST_ID - 1] + "…"


def report_duplicates(
    pairs: Iterable[tuple[str, Span]], bag: Bag, code: str = "R109", here: str = "here.stands_first", **args: Value
) -> frozenset[int]:
    """Report names repeated in a list; return the indices of the repetitions."""
    first: dict[str, Span] = {}
    again = set()
    for at, (name, span) in enumerate(pairs):
        if name in first:
            bag.add(code, span, near=None, related=[(first[name], Said(here))], name=name, **args)
            again.add(at)
        first.setdefault(name, span)
    return frozenset(again)
