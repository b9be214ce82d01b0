"""Object counts of the printed game: the file ``counts.yaml`` in the ruleset's folder.

    counts:
      count(cards): {is: 43, source: [P6]}
      count(connections): {by: map, is: {north: 83, south: 87}}
      count(edges_at(town, connections)): {by: town, is: {lane: 6, dell: 4}}
    set_up:
      count(aside): {by: player_count, is: {2: 8, 3..4: 8, 5..6: 0}}

A count is a number of the rules language: of the box under ``counts``, of the table after the set-up under ``set_up``. It holds under every option
and for every number of players; where it does not, ``by`` says what it depends on: ``player_count``, an option, a kind whose name stands for each of its elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

from reguli.language.syntax_tree import expressions as x
from reguli.ruleset.declarations.example_files import GIVEN, Given
from reguli.ruleset.document_nodes import SOURCE, Source, Written
from reguli.ruleset.folder_contents import COUNTS, Folder
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import LARGEST
from reguli.schema.shapes import (
    NOTE,
    VALUE,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ValueContext,
    name_set_schema,
    required_field,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import frozen_class
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode

PLAYERS: Final = "player_count"
When = Literal["counts", "set_up"]
"""Whether the box is counted, or the table after the set-up."""
_RANGE: Final = re.compile(r"([0-9]{1,2})\.\.([0-9]{1,2})")


@frozen_class
class CountDecl(Written):
    """A count: its expression, the expected number, its keys, its source; and whether it comes from the topmost folder."""

    text: str
    asked: x.Expression
    wanted: Given
    by: tuple[tuple[str, Span], ...] = ()
    source: Source = Source()
    when: When = "counts"
    own: bool = True

    @property
    def key(self) -> tuple[When, str]:
        """Return the identity of a count: when it is evaluated, and its text without blanks."""
        return self.when, re.sub(r"\s+", "", self.text)


def _decl(key: Any, asked: x.Expression, made: CountDecl) -> CountDecl:
    return replace(made, span=key.span, text=key.text, asked=asked)


_COUNT: Final = MappingShape(
    lambda span, **said: CountDecl(span, "", x.Number(span, 0), **said),
    (required_field("is", GIVEN, "wanted"), MappingField("by", name_set_schema(), default=()), SOURCE, NOTE),
    span="is",
    short="is",
)
_LISTED: Final = NamedValuesShape(VALUE, _COUNT, "part.a_count", "part.count", _decl)
DOCUMENT: Final = MappingShape(
    lambda counts, set_up: (*counts, *(replace(one, when="set_up") for one in set_up)),
    (MappingField("counts", _LISTED, default=()), MappingField("set_up", _LISTED, default=()), NOTE),
)
"""What the file says."""


def load_counts(layers: Layers, bag: Bag, sources: Sources | None = None) -> tuple[CountDecl, ...]:
    """Read the counts of a ruleset and of its bases; a variant's count replaces an equal expression of its base."""
    opened = {path: Folder(path, bag, Sources() if sources is None else sources) for path in layers.folders}
    written = {path: folder.node(COUNTS) for path, folder in opened.items() if folder.has(COUNTS)}
    nodes: dict[Path, tuple[Node, ...]] = {
        path: (_with_is(node),) for path, node in written.items() if node is not None
    }
    edited = layers.edited("counts", nodes, bag)
    found: dict[tuple[When, str], CountDecl] = {}
    for path in reversed(layers.folders):
        for node in edited.get(path, ()):
            read = DOCUMENT.read(node, ValueContext(Said("part.named", name=COUNTS)), opened[path].reader)
            own = path == layers.folders[0]
            found.update((one.key, replace(one, own=own)) for one in read or ())
    return tuple(found.values())


def _with_is(node: Node) -> Node:
    """Wrap a bare number as ``is`` of a mapping, so that a variant can override it."""
    if not isinstance(node, MappingNode):
        return node
    listed = [
        replace(one, value=replace(one.value, entries=tuple(map(_grouped, one.value.entries))))
        if isinstance(one.value, MappingNode) and one.key.text in ("counts", "set_up")
        else one
        for one in node.entries
    ]
    return replace(node, entries=tuple(listed))


def _grouped(entry: MappingEntry) -> MappingEntry:
    value = entry.value
    if not isinstance(value, ScalarNode) or value.value is None:
        return entry
    key = ScalarNode(value.span, "is", "is", "plain", value.start, value.end)
    return MappingEntry(
        entry.key, MappingNode(value.span, (MappingEntry(key, value),), value.start, value.end, flow=True)
    )


def expected_number(given: Given, keys: tuple[str, ...]) -> tuple[int, Span] | Span:
    """Return the expected number for some keys, with its place; or the place where it is missing."""
    if not keys:
        number = given.value
        sound = isinstance(number, int) and not isinstance(number, bool) and abs(number) <= LARGEST
        return (number, given.span) if sound and isinstance(number, int) else given.span
    for name, one in given.entries or ():
        if name == keys[0] or _within(keys[0], name):
            return expected_number(one, keys[1:])
    return given.span


def _within(number: str, written: str) -> bool:
    ends = _RANGE.fullmatch(written)
    return ends is not None and number.isdigit() and int(ends[1]) <= int(number) <= int(ends[2])


def written_keys(given: Given, depth: int) -> Iterator[tuple[int, str, Span]]:
    """Yield every key in the file, with its nesting depth and its place."""
    for name, one in given.entries or ():
        yield depth, name, one.span
        yield from written_keys(one, depth + 1)


def range_numbers(written: str) -> tuple[str, ...]:
    """Return the numbers of a range, or the word itself."""
    ends = _RANGE.fullmatch(written)
    return (written,) if ends is None else tuple(str(one) for one in range(int(ends[1]), int(ends[2]) + 1))


def expression_words(node: Any) -> Iterator[str]:
    """Yield every bare word of an expression, and the element or kind that owns an accessed field."""
    if isinstance(node, tuple):
        for one in node:
            yield from expression_words(one)
    elif isinstance(node, x.Node):
        if isinstance(node, x.Name):
            yield node.id
        for name in node.__match_args__:
            yield from expression_words(getattr(node, name))


def substitute_element(node: Any, kind: str, element: str) -> Any:
    """Replace the name of a kind by an element."""
    if isinstance(node, tuple):
        return tuple(substitute_element(one, kind, element) for one in node)
    if isinstance(node, x.Name) and node.id == kind:
        return x.Field(node.span, node, element)
    if isinstance(node, x.Field) and isinstance(node.base, x.Name) and node.base.id == kind:
        return x.Field(node.span, substitute_element(node.base, kind, element), node.name)
    if isinstance(node, x.Node):
        changed = {name: substitute_element(getattr(node, name), kind, element) for name in node.__match_args__}
        return replace(node, **changed)
    return node
