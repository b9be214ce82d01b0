"""Shapes of values in YAML files: scalars, lists, mappings; each reads a node and reports what does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from reguli.language.parsing.parser import parse_body, parse_expression, parse_options, parse_rules
from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.statements import with_statement_names
from reguli.schema.node_reader import CITE, ID, LARGEST, LIST, LONGEST_ID, NodeReader, report_duplicates
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.table_files import Table
from reguli.source.working_copy import keep_reading
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

# -- value shapes ----------------------------------------------------------------------------------------------------
# What a value of a YAML document must be: shapes, which read it into frozen values and describe it as JSON Schema.
#
# A shape is a plain value. Each reads a node: what it is not is a finding, and None comes back. Of a list, of names with values and
# of optional entries the rest is kept; a group lacks nothing that it needs. What a value is ``called`` in findings is the id of a phrase,
# such as ``part.option``, that ``Spot.called`` fills.


Json: TypeAlias = dict[str, Any]
"""A JSON Schema."""
T = TypeVar("T")
U = TypeVar("U")
K = TypeVar("K")
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)
LONGEST: Final = 1_000_000


class ValueContext(NamedTuple):
    """The name of a value in findings, the name of the group that contains it, and its key: as read, and as written."""

    what: Value
    where: Value = ""
    id: Any = None
    key: ScalarNode | None = None

    def called(self, phrase: str, name: str = "") -> Value:
        """Return the name of a part for findings; without a phrase, the whole's.

        Of a phrase ``{name}`` is the name that the part stands under, ``{what}`` what is read, ``{where}`` what that stands in,
        ``{under}`` the name that stands under.
        """
        under = "" if self.key is None else self.key.text
        return Said(phrase, name=name, what=self.what, where=self.where, under=under) if phrase else self.what


@frozen_class
class KeyDescriptions(FrozenValue):
    """A path in documents of one sort, with a function that returns the meaning of a key at a path, or an empty text."""

    means: Callable[[tuple[str, ...], str], str]
    path: tuple[str, ...] = ()

    def below(self, name: str) -> KeyDescriptions:
        """Return the place of a value: under a key, ``*`` under any name, ``[]`` in a list."""
        return KeyDescriptions(self.means, (*self.path, name))


class ValueShape(Protocol[T_co]):
    """The shape of a value."""

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> T_co | None:
        """Read the value; ``None``, with a finding, if it does not fit."""

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""


def read_document(shape: ValueShape[T], node: Node, spot: ValueContext, reader: NodeReader) -> T | None:
    """Read a whole document; in an editor one that did not change is not read again, unless it names other files."""
    alone = True

    def files(name: str, span: Span) -> Table | None:
        nonlocal alone
        alone = False
        return reader.files(name, span)

    def read(bag: Bag) -> tuple[T | None, object]:
        own = copy(reader)
        own.bag, own.files = bag, files
        found = shape.read(node, spot, own)
        reader.known, reader.room = own.known, own.room
        return found, (node, shape)  # kept with it, so that nothing else gets their ids

    key = (id(node), id(shape), spot.what, tuple(reader.statements.items()), reader.known)
    return keep_reading(node.span.file, key, reader.bag, read, keep=lambda: alone)[0]


@frozen_class
class ParsedValue(FrozenValue, Generic[T]):
    """A shape read by one function."""

    ask: Callable[[NodeReader, Node, Value], T | None]
    schema: Json

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> T | None:
        """Read the value."""
        return self.ask(reader, node, spot.what)

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        return self.schema


@frozen_class
class DerivedShape(FrozenValue, Generic[T, U]):
    """A shape whose value is converted or checked further: ``hold`` takes the value, its node, its name, the reader."""

    shape: ValueShape[T]
    hold: Callable[[T, Node, Value, NodeReader], U | None]

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> U | None:
        """Read and convert."""
        value = self.shape.read(node, spot, reader)
        return None if value is None else self.hold(value, node, spot.what, reader)

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        return self.shape.json(meanings)


def schema_with_location(shape: ValueShape[T]) -> DerivedShape[T, tuple[T, Span]]:
    """Return a shape that pairs a value with its place."""
    return DerivedShape(shape, lambda value, node, what, reader: (value, node.span))


def schema_with_conversion(shape: ValueShape[T], make: Callable[[T], U]) -> DerivedShape[T, U]:
    """Return a shape that converts a value with ``make``."""
    return DerivedShape(shape, lambda value, node, what, reader: make(value))


@frozen_class
class ListOf(FrozenValue, Generic[T]):
    """A list, or with ``or_one`` also a single value; unreadable items are omitted, unless ``whole`` rejects the entire list.

    No more than ``most`` are read; ``least`` says what is wanted where there must be one. Of ``distinct`` ones none stands twice (R109).
    """

    item: ValueShape[T]
    called: str = ""
    most: int = LONGEST
    least: Value = ""
    or_one: tuple[type[Node], ...] = ()
    whole: bool = False
    distinct: bool = False

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> tuple[T, ...] | None:
        """Read the list."""
        if isinstance(node, SequenceNode):
            items = node.items[: self.most]
        elif isinstance(node, self.or_one) and not (isinstance(node, ScalarNode) and "," in node.text):
            items = (node,)
        else:
            reader.wrong(node, spot.what, LIST)
            return None
        if self.least and not items:
            reader.wrong(node, spot.what, self.least)
        below = ValueContext(spot.called(self.called), spot.what)
        read = [(self.item.read(item, below, reader), item) for item in items]
        if self.whole and (not read or any(value is None for value, _ in read)):
            return None
        held = [(value, item) for value, item in read if value is not None]
        texts = [(item.text if isinstance(item, ScalarNode) else "", item.span) for _, item in held]
        again = report_duplicates(texts, reader.bag, what=spot.what) if self.distinct else ()
        return tuple(value for at, (value, _) in enumerate(held) if at not in again)

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        item, own = self.item.json(meanings.below("[]")), {"minItems": 1} if self.least else {}
        listed = {"type": "array", "items": item, **own, **({} if self.most == LONGEST else {"maxItems": self.most})}
        return {"anyOf": [listed, self.item.json(meanings)]} if self.or_one else listed


@frozen_class
class NamedValuesShape(FrozenValue, Generic[T]):
    """A mapping; each entry is converted by ``make`` from its key as written, its key as read, and its value.

    ``named`` says what a name is called, ``called`` what a value. Where they are ``ordered`` their order means something, everywhere else none of it.
    """

    key: ValueShape[Any]
    value: ValueShape[Any]
    named: str
    called: str
    make: Callable[[ScalarNode, Any, Any], T]
    ordered: bool = False

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> tuple[T, ...] | None:
        """Read the entries."""
        entries = reader.entries(node, spot.what)
        if entries is None:
            return None
        if self.ordered:
            reader.sources.ordered.add(node.span)
        named, found = ValueContext(spot.called(self.named)), []
        for entry in entries:
            key = self.key.read(entry.key, named, reader)
            below = ValueContext(spot.called(self.called, entry.key.text), spot.what, key, entry.key)
            value = self.value.read(entry.value, below, reader)
            if key is not None and value is not None:
                found.append(self.make(entry.key, key, value))
        return tuple(found)

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        names = {
            key: value for key, value in self.key.json(meanings).items() if key in {"pattern", "enum", "maxLength"}
        }
        own = {"propertyNames": names} if names else {}
        return {"type": "object", "additionalProperties": self.value.json(meanings.below("*")), **own}


def named_groups_schema(value: ValueShape[T], named: str, called: str, key: ValueShape[object]) -> NamedValuesShape[T]:
    """Return the shape of named groups, each of which knows its name."""
    return NamedValuesShape(key, value, named, called, lambda _, __, value: value)


def named_value_pairs_schema(
    key: ValueShape[K], value: ValueShape[V], named: str = "", called: str = "", *, ordered: bool = False
) -> NamedValuesShape[tuple[K, V]]:
    """Return the shape of names with values, kept as pairs."""
    return NamedValuesShape(key, value, named, called, lambda _, key, value: (key, value), ordered)


@frozen_class
class EitherShape(FrozenValue, Generic[T]):
    """One shape for a mapping, one for anything else; optionally a third for a list."""

    group: ValueShape[T]
    other: ValueShape[T]
    listed: ValueShape[T] | None = None

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> T | None:
        """Read by sort."""
        listed = self.listed if isinstance(node, SequenceNode) and self.listed is not None else self.other
        return (self.group if isinstance(node, MappingNode) else listed).read(node, spot, reader)

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        return {"anyOf": [one.json(meanings) for one in (self.group, self.other, self.listed) if one is not None]}


# -- mapping shapes --------------------------------------------------------------------------------------------------
# Groups of known entries that make one value, and several sorts of groups told apart by what they have.


HERE: Final = ""
"""The place of a group is where the group itself stands."""
WHOLE: Final = "whole"
"""An entry is called as the group is that it stands in."""


@dataclass(slots=True, eq=False)
class ParsedMapping:
    """The values of a group read so far: by attribute, and as written by key."""

    values: dict[str, Any]
    entries: dict[str, MappingEntry]
    node: Node
    what: Value
    reader: NodeReader
    alone: bool = False
    """Whether one value stands for the group."""

    def fill(self, attributes: tuple[str, ...], value: Any) -> None:
        """Set an attribute to a value, or several attributes to the items of a tuple."""
        if len(attributes) > 1:
            self.values.update(zip(attributes, value, strict=True))
        elif attributes:
            self.values[attributes[0]] = value

    def given(self, key: str) -> Node | None:
        """Return the node under a key."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value

    def of(self, key: str) -> Value:
        """Return the name of a value for findings."""
        return self.what if self.alone else Said("part.field", name=key, where=self.what)


@frozen_class
class MappingField(FrozenValue):
    """An entry of a group: its key, its shape, and its attributes (a tuple fills several; ``-`` discards the value).

    An optional one that is not there, or unreadable, is ``default``. What is ``vital`` gives up the group where it cannot be read.
    """

    key: str
    shape: ValueShape[object]
    into: str = ""
    default: Any = None
    called: str | Said = ""
    needed: bool = False
    vital: bool = False

    @property
    def keys(self) -> tuple[tuple[str, bool], ...]:
        """Return its key, and whether it is required."""
        return ((self.key, self.needed),)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return the attributes that it sets."""
        return () if self.into == "-" else tuple((self.into or self.key).split())

    def read(self, found: ParsedMapping) -> bool:
        """Read it into the parsed group; return False to reject the group."""
        entry, value = found.entries.get(self.key), None
        if entry is not None:
            value = self.shape.read(
                entry.value, ValueContext(self._called(found), found.what, None, entry.key), found.reader
            )
        if value is None and entry is not None and self.vital:
            return False
        found.fill(self.attributes, self.default if value is None else value)
        return True

    def _called(self, found: ParsedMapping) -> Value:
        if isinstance(self.called, Said):
            return self.called
        whole = ValueContext(found.what, found.what)
        return (
            whole.called("" if self.called == WHOLE else self.called, self.key) if self.called else found.of(self.key)
        )

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema, by its key."""
        means, own = meanings.means(meanings.path, self.key), self.shape.json(meanings.below(self.key))
        shown = {"default": self.default} if type(self.default) in {int, bool, str} and self.default != "" else {}
        return {self.key: {**({"description": means} if means else {}), **own, **shown}}


def required_field(key: str, shape: ValueShape[object], into: str = "", called: str | Said = "") -> MappingField:
    """Return a required entry."""
    return MappingField(key, shape, into, called=called, needed=True, vital=True)


@frozen_class
class MappingShape(FrozenValue, Generic[T]):
    """Known entries combined to one value.

    The name that it stands under fills the attributes ``named``, and its place is then the ``span``; the place of others is that of an
    entry by its key, or that of the whole (``HERE``). ``renamed`` is what the group is called as soon as its first entry is read, a phrase with its ``{name}``. ``settle`` holds the entries to
    one another, settles what depends on several, and may give the whole up. ``short``: a single value stands for this entry alone. ``bare``: nothing stands for an empty group. ``called`` is what it is called wherever it stands, a phrase.
    """

    make: Callable[..., T]
    fields: tuple[MappingField | AdjacentEntry, ...]
    span: str | None = None
    named: str = ""
    renamed: str = ""
    settle: Callable[[ParsedMapping], bool] | None = None
    short: str = ""
    bare: bool = False
    called: str = ""
    needed: tuple[str, ...] = field(init=False)
    known: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Collect the keys once, required ones first."""
        keys = [one for part in self.fields for one in part.keys]
        needed = tuple(key for key, is_needed in keys if is_needed)
        object.__setattr__(self, "needed", needed)
        object.__setattr__(self, "known", (*needed, *(key for key, is_needed in keys if not is_needed)))

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> T | None:
        """Read the group."""
        what, alone = Said(self.called) if self.called else spot.what, isinstance(node, ScalarNode) and bool(self.short)
        if isinstance(node, ScalarNode) and (alone or (self.bare and node.value is None)):
            entries: dict[str, MappingEntry] | None = {self.short: MappingEntry(node, node)} if alone else {}
        else:
            entries = reader.fields(node, what, self.needed, self.known)
        return None if entries is None else self.made(ParsedMapping({}, entries, node, what, reader, alone), spot)

    def made(self, found: ParsedMapping, spot: ValueContext) -> T | None:
        """Build the value from the entries found."""
        values, entries, whole = found.values, found.entries, not self.named or spot.id is not None
        if self.named and spot.key is not None:
            values["span"] = spot.key.span
            if whole:
                found.fill(tuple(self.named.split()), spot.id)
        elif self.span is not None:
            values["span"] = entries[self.span].value.span if self.span in entries else found.node.span
        for at, part in enumerate(self.fields):
            whole = part.read(found) and whole
            if at == 0 and whole and self.renamed:
                found.what = Said(self.renamed, name=values[part.attributes[0]])
        if not whole or (self.settle is not None and not self.settle(found)):
            return None
        return self.make(**values)

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        entries: Json = {}
        for part in self.fields:
            entries |= part.json(meanings)
        own: Json = {"type": "object", "properties": entries, "additionalProperties": False}
        if self.needed:
            own["required"] = list(self.needed)
        others = [entries[self.short]] if self.short else []
        return {"anyOf": [own, *others, *([{"type": "null"}] if self.bare else [])]} if others or self.bare else own


@frozen_class
class AdjacentEntry(FrozenValue):
    """A part of a group that forms a value of its own, with its entries among those of the group."""

    into: str
    group: MappingShape[Any]
    vital: bool = False

    @property
    def keys(self) -> tuple[tuple[str, bool], ...]:
        """Return its keys, and whether each is required."""
        return tuple((key, key in self.group.needed) for key in self.group.known)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return the attribute that it sets."""
        return (self.into,)

    def read(self, found: ParsedMapping) -> bool:
        """Read it into the parsed group; return False to reject the group."""
        own = ParsedMapping({}, found.entries, found.node, found.what, found.reader)
        value = found.values[self.into] = self.group.made(own, ValueContext(found.what))
        return value is not None or not self.vital

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema, by its keys."""
        described: Json = self.group.json(meanings)["properties"]
        return described


@frozen_class
class TaggedMapping(FrozenValue, Generic[T]):
    """One of several groups, distinguished by a characteristic key; R111 if none or several are present.

    Where one is ``usual``, the first sign that is there counts, and that one without any.
    """

    by: dict[str, ValueShape[T]]
    usual: str = ""

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> T | None:
        """Read the group."""
        if self.usual:
            given = node.keys() if isinstance(node, MappingNode) else ()
            return self.by[next((sign for sign in self.by if sign in given), self.usual)].read(node, spot, reader)
        entries = reader.entries(node, spot.what)
        if entries is None:
            return None
        said = [entry for entry in entries if entry.key.text in self.by]
        if len(said) == 1:
            return self.by[said[0].key.text].read(node, spot, reader)
        span, choices = said[1].key.span if said else node.span, ", ".join(self.by)
        reader.bag.add("R111", span, where=spot.what, found=len(said), choices=choices)
        return None

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        return {"anyOf": [one.json(meanings) for one in self.by.values()]}


@frozen_class
class VariantMapping(FrozenValue, Generic[T]):
    """One of several groups, distinguished by the word under one key."""

    key: str
    by: dict[str, MappingShape[T]]

    def read(self, node: Node, spot: ValueContext, reader: NodeReader) -> T | None:
        """Read the group."""
        said = node.get(self.key) if isinstance(node, MappingNode) else None
        chosen = (
            None
            if said is None
            else reader.word(said, Said("part.field", name=self.key, where=spot.what), tuple(self.by))
        )
        if chosen in self.by:
            return self.by[chosen].read(node, spot, reader)
        reader.fields(node, spot.what, [self.key], tuple({key: None for one in self.by.values() for key in one.known}))
        return None

    def json(self, meanings: KeyDescriptions) -> Json:
        """Return the JSON schema."""
        return {"anyOf": [one.json(meanings) for one in self.by.values()]}


# -- scalar shapes ---------------------------------------------------------------------------------------------------
# The single values of documents: names, texts, numbers, words, and what is written in the rules language.


P = TypeVar("P")
W = TypeVar("W", bound=str)
_PLAIN: Final[Json] = {"type": ["string", "number", "boolean"]}
_NAME: Final[Json] = {"type": "string", "pattern": f"^{ID.pattern}$", "maxLength": LONGEST_ID}
NAME: Final = ParsedValue(lambda reader, node, what: reader.id(node, what), _NAME)
FOLDER_NAME: Final = ParsedValue(lambda reader, node, what: reader.folder_id(node, what), _NAME)
NEW_NAME: Final = ParsedValue(lambda reader, node, what: reader.new_id(node, what), _NAME)
TEXT: Final = ParsedValue(lambda reader, node, what: reader.text(node, what), _PLAIN)
TRUTH: Final = ParsedValue(lambda reader, node, what: reader.truth(node, what), {"type": "boolean"})
NODE: Final[ParsedValue[Node]] = ParsedValue(lambda reader, node, what: node, {})
"""Anything, as it stands there."""
NOTE: Final = MappingField("note", NODE, "-")
"""What is to be remembered; nothing reads it."""


ANY_NAME: Final = ParsedValue(lambda reader, node, what: node.text if isinstance(node, ScalarNode) else None, {})
"""A name as it is written, whatever it is."""
WRITTEN: Final = NamedValuesShape(ANY_NAME, NODE, "", "", lambda key, _, node: MappingEntry(key, node))
"""Names with what stands under them, as they are written."""


def number_schema(low: int = -LARGEST, high: int = LARGEST) -> ParsedValue[int]:
    """Return the shape of a whole number within bounds, both included."""
    bounds = {"type": "integer", "minimum": low, "maximum": high}
    return ParsedValue(lambda reader, node, what: reader.number(node, what, low, high), bounds)


def enum_schema(*choices: W) -> ParsedValue[W]:
    """Return the shape of one of several words."""

    def ask(reader: NodeReader, node: Node, what: Value) -> W | None:
        said = reader.word(node, what, choices)
        return next((choice for choice in choices if choice == said), None)

    return ParsedValue(ask, {"enum": list(choices)})


def presence_flag_schema(wanted: Value = "true") -> ParsedValue[bool]:
    """Return the shape of a marker that is true if present."""

    def ask(reader: NodeReader, node: Node, what: Value) -> bool | None:
        found = reader.truth(node, what)
        if found is False:
            reader.wrong(node, what, wanted)
        return found

    return ParsedValue(ask, {"const": True})


def pattern_schema(
    pattern: re.Pattern[str],
    code: str,
    longest: int,
    *,
    given: str = "found",
    what: Value = "",
    shown: int | None = None,
) -> ParsedValue[str]:
    """Return the shape of a text that matches a pattern.

    For another ``code`` is the finding: its value ``given`` is the text, as far as it is ``shown``, and ``what`` what it is called
    wherever it stands.
    """

    def ask(reader: NodeReader, node: Node, called: Value) -> str | None:
        text = reader.text(node, called)
        if text is None or (len(text) <= longest and pattern.fullmatch(text)):
            return text
        args: dict[str, Any] = {given: text[:shown], "what": what or called}
        reader.bag.add(code, node.span, **args)
        return None

    return ParsedValue(ask, {"type": "string", "pattern": f"^(?:{pattern.pattern})$", "maxLength": longest})


def name_set_schema(shape: ValueShape[str] = NAME) -> ListOf[tuple[str, Span]]:
    """Return the shape of a list of distinct names with their places, or of a single name."""
    return ListOf(schema_with_location(shape), or_one=(ScalarNode,), distinct=True)


def strip_places(found: tuple[tuple[str, Span], ...]) -> tuple[str, ...]:
    """Return names without their places."""
    return tuple(name for name, _ in found)


def _choice(reader: NodeReader, node: Node, what: Value) -> str | bool | None:
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return node.value
    return reader.id(node, what)


NAMES: Final = schema_with_conversion(name_set_schema(), strip_places)
OPTION_CHOICE: Final = ParsedValue(_choice, {"type": ["boolean", "string"]})
"""The value of an option: a truth, or the name of a value."""
NEW_NAMES: Final = schema_with_conversion(name_set_schema(NEW_NAME), strip_places)


def statement_schema(what: Value = "", *, declared: bool = False) -> ParsedValue[str]:
    """Return the shape of the number of a statement, such as ``P16``; what a variant adds is read as its full name.

    Where one is ``declared``, a full name is only accepted in the variant that it names.
    """
    written = pattern_schema(CITE, "R110", 2 * LONGEST_ID, what=what)

    def ask(reader: NodeReader, node: Node, called: Value) -> str | None:
        text = written.ask(reader, node, called)
        name = None if text is None else reader.statements.get(text, text)
        if declared and name is not None and "." in name and name not in reader.statements.values():
            reader.bag.add("R110", node.span, found=name, what=what or called)
            return None
        return name

    return ParsedValue(ask, written.schema)


STATEMENT: Final = statement_schema()
EXAMPLE_ID: Final = pattern_schema(re.compile(r"[A-Za-z][A-Za-z0-9_]*"), "E101", LONGEST_ID, given="name")
"""The name of an example, which may have capitals: ``E6a_the_cheapest``."""
CITES: Final = schema_with_conversion(
    ListOf(STATEMENT, or_one=(ScalarNode,)), lambda found: tuple(dict.fromkeys(found))
)


def _parsed(parse: Callable[..., P | None]) -> Callable[[NodeReader, Node, Value], P | None]:
    def ask(reader: NodeReader, node: Node, what: Value) -> P | None:
        text = located_scalar_text(reader, node, what)
        found = text and parse(text[0], text[1], reader.bag, line=text[2], column=text[3])
        return found and with_statement_names(found, reader.statements)

    return ask


expression: Final[Callable[[NodeReader, Node, Value], Expression | None]] = _parsed(parse_expression)
body: Final = _parsed(parse_body)
"""Reads effects of the rules language: one line, or a block after ``|``."""
options: Final = _parsed(parse_options)
"""Reads options of a decision, a block after ``|``."""
rules: Final = _parsed(parse_rules)
"""Reads what stands at the left margin of a rules file, a block after ``|``; None when anything is wrong with it."""
VALUE: Final = ParsedValue(expression, _PLAIN)
"""A condition or value of the rules language."""


def located_scalar_text(reader: NodeReader, node: Node, what: Value) -> tuple[str, str, int, int] | None:
    """Return the text of a scalar with the place of its first letter: file, line and column."""
    if not isinstance(node, ScalarNode) or node.value is None:
        reader.wrong(node, what, Said("sort.text_of_rules"))
        return None
    span = node.span
    match node.style:
        case "plain":
            return node.text, span.file, span.line, span.column
        case "single" | "double":
            return str(node.value), span.file, span.line, span.column + 1
        case "literal":
            return node.text, span.file, span.line + 1, _block_column(span, reader)


def _block_column(span: Span, reader: NodeReader) -> int:
    """Return the column at which the lines of a block after ``|`` begin."""
    for at in range(span.line + 1, span.end_line + 1):
        line = reader.sources.line(span.file, at) or ""
        if line.strip():
            return len(line) - len(line.lstrip(" ")) + 1
    return 1
