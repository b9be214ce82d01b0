"""YAML text to nodes with places; whatever two programs could read differently is a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NoReturn, TypeAlias

from reguli.source.bounded_files import ENOUGH, clean_source_text, first_invisible_char, unicode_char_name
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import LineIndex, Span
from reguli.source.working_copy import keep_reading
from reguli.source.yaml_events import (
    Props,
    Verdict,
    YamlEvent,
    YamlParserError,
    diagnose_yaml_error,
    is_plain_string,
    read_yaml_events,
    resolve_plain_scalar,
    shorten_text,
)

# -- YAML values as written, each with its place and its stretch of the text -----------------------------------------


Style: TypeAlias = Literal["plain", "single", "double", "literal"]


@frozen_class
class ScalarNode(FrozenValue):
    """One value: text, a whole number, true, false or null; ``text[start:end]`` is its source text."""

    span: Span
    value: str | int | bool | None
    text: str
    style: Style
    start: int
    end: int


@frozen_class
class SequenceNode(FrozenValue):
    """A list of values; ``flow`` when it was written in brackets."""

    span: Span
    items: tuple[Node, ...]
    start: int
    end: int
    flow: bool = False


@frozen_class
class MappingEntry(FrozenValue):
    """A key and its value."""

    key: ScalarNode
    value: Node


@frozen_class
class MappingNode(FrozenValue):
    """A mapping in written order; ``flow`` if it was written in braces."""

    span: Span
    entries: tuple[MappingEntry, ...]
    start: int
    end: int
    flow: bool = False

    def entry(self, name: str) -> MappingEntry | None:
        """Return the entry of a key, or ``None``."""
        return next((entry for entry in self.entries if entry.key.text == name), None)

    def get(self, name: str) -> Node | None:
        """Return the value of a key, or ``None``."""
        entry = self.entry(name)
        return None if entry is None else entry.value

    def keys(self) -> tuple[str, ...]:
        """Return all keys as written, in order; a number used as a key is its digits."""
        return tuple(entry.key.text for entry in self.entries)


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


# -- yaml reader -----------------------------------------------------------------------------------------------------


DEEPEST: Final = 64
MOST_NODES: Final = 200_000
MOST_FINDINGS: Final = 100
LARGEST_SECOND_READING: Final = 200_000
_STYLES: Final[dict[str, Style]] = {"": "plain", "'": "single", '"': "double", "|": "literal", ">": "literal"}
_PROPS_CODES: Final = {"&": "Y312", "!": "Y315"}
_DIRECTIVE: Final = re.compile(r"(?:[ \r]*(?:#[^\n]*)?\n)*(%[^\r\n]*)")
_COLON: Final = re.compile(r"\s*:")
_ODD_BLANK: Final = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_TIGHT_COMMENT: Final = re.compile(r"[|>][-+0-9]*#")


def read_yaml(text: str, file: str, bag: Bag, *, pure: bool = False) -> Node | None:
    """Read one YAML document; ``None`` if the text yields no complete tree.

    ``file`` is the name the spans carry. A tree may come with findings: its values are then the likeliest guesses, and it
    serves only to find more mistakes. ``pure`` asks for the parser written in Python; the result is the same.
    """
    return keep_reading(file, ("yaml", text, pure), bag, lambda own: _read_yaml(text, file, own, pure=pure))


def _read_yaml(text: str, file: str, bag: Bag, *, pure: bool) -> Node | None:
    found = Bag()
    cleaned = clean_source_text(text, file, found)
    node = None
    if cleaned is not None:
        reader = _Reader(LineIndex(cleaned, file), read_yaml_events(cleaned, pure=pure))
        node = reader.document()
        # The two parsers differ over some texts that are wrong or nearly so; the word of the slower one counts.
        if reader.doubtful and not pure and len(cleaned) <= LARGEST_SECOND_READING:
            reader = _Reader(LineIndex(cleaned, file), read_yaml_events(cleaned, pure=True))
            node = reader.document()
        found.extend(reader.bag)
    kept = found.diagnostics[:MOST_FINDINGS]
    bag.extend(kept)
    if len(found) > MOST_FINDINGS:
        bag.add("Y111", kept[-1].span, limit=MOST_FINDINGS)
    return node


def _reaches(span: Span | None, place: Span) -> bool:
    """Return whether a finding ends after the place where reading stopped, and so is a mere consequence."""
    return span is not None and (span.end_line, span.end_column) > (place.line, place.column)


class _StopError(Exception):
    """Raised at an exceeded limit or unparsable text; the finding is in the bag."""


class _Reader:
    """Builds the tree of one text from its events."""

    def __init__(self, lines: LineIndex, stream: Iterator[YamlEvent]) -> None:
        self.lines = lines
        self.text = lines.text
        self.asks = "?" in lines.text
        self.bag = Bag()
        self.enough = False
        self.doubtful = False
        self.stream = stream
        self.last: YamlEvent | None = None
        self.brackets: list[int] = []
        self.depth = 0
        self.nodes = 0

    def document(self) -> Node | None:
        """Return the tree of the first document, or None."""
        try:
            if found := _DIRECTIVE.match(self.text):
                self.stop(Verdict("Y214", found.start(1), found.end(1)))
            return self.value_of_document()
        except _StopError:
            return None

    def value_of_document(self) -> Node:
        """Return the tree of the first document."""
        try:
            if next(self.stream, None) is None:
                self.stop(Verdict("Y210", 0, 0))
            node = self.node(self.next())
            if second := next(self.stream, None):
                self.say(Verdict("Y213", second.start, self.lines.line_end(second.start)))
        except YamlParserError as trouble:
            self.give_up(trouble)
        return node

    def next(self) -> YamlEvent:
        """Pull the next event, which must come, since the parser never ends inside a value."""
        self.last = event = next(self.stream)
        return event

    def say(self, found: Verdict) -> None:
        """Report a finding."""
        self.add(Diagnostic(found.code, self.lines.span(found.start, found.end), found.args))

    def add(self, found: Diagnostic) -> None:
        """Add a finding, and note when there are enough."""
        self.bag.extend([found])
        self.enough = len(self.bag) > ENOUGH

    def stop(self, found: Verdict) -> NoReturn:
        """Report the reason for stopping, and stop."""
        self.say(found)
        raise _StopError

    def bound(self, code: str, event: YamlEvent, limit: int) -> NoReturn:
        """Report an exceeded limit."""
        self.stop(Verdict(code, event.start, event.start + 1, (("limit", limit),)))

    def give_up(self, trouble: YamlParserError) -> NoReturn:
        """Report why the text cannot be parsed, in place of findings that are consequences."""
        self.doubtful = True
        found = diagnose_yaml_error(trouble, self.last, self.brackets[-1] if self.brackets else None, self.lines)
        if blank := _ODD_BLANK.search(self.text, self.lines.line_start(found.start), self.lines.line_end(found.start)):
            found = Verdict("Y107", blank.start(), blank.end(), (("name", unicode_char_name(blank[0])),))
        place = self.lines.span(found.start, found.end)
        self.bag.drop(lambda other: _reaches(other.span, place))
        self.stop(found)

    def node(self, event: YamlEvent) -> Node:
        """Build the value that begins with this event."""
        self.count(event)
        match event.kind:
            case "scalar":
                return self.scalar(event, "Y309")
            case "mapping":
                return self.mapping(event)
            case "alias":
                self.say(Verdict("Y313", event.start, event.end, (("text", shorten_text(event.text)),)))
                span = self.lines.span(event.start, event.end)
                return ScalarNode(span, event.text, event.text, "plain", event.start, event.end)
            case _:
                return self.sequence(event)

    def count(self, event: YamlEvent) -> None:
        """Count a value, and report labels and tags before it."""
        self.nodes += 1
        if self.enough:
            raise _StopError
        if self.nodes > MOST_NODES:
            self.bound("Y110", event, MOST_NODES)
        at = event.props
        while at < event.start and (found := Props.match(self.text, at, event.start)):
            written = found[0].rstrip()
            self.doubtful |= written.startswith("!")
            self.say(Verdict(_PROPS_CODES[written[0]], at, at + len(written), (("text", shorten_text(written)),)))
            at = found.end()

    def enter(self, event: YamlEvent) -> None:
        """Enter a nested level."""
        self.depth += 1
        if event.flow:
            self.brackets.append(event.start)
        if self.depth > DEEPEST:
            self.bound("Y109", event, DEEPEST)

    def leave(self, begun: YamlEvent) -> None:
        """Leave a nested level."""
        self.depth -= 1
        if begun.flow:
            self.brackets.pop()

    def sequence(self, begun: YamlEvent) -> SequenceNode:
        """Build a list."""
        self.enter(begun)
        items: list[Node] = []
        while (event := self.next()).kind != "end":
            items.append(self.node(event))
            if begun.flow and event.kind == "mapping" and not self.text.startswith("{", event.start):
                self.say(Verdict("Y319", items[-1].start, items[-1].end))
        self.leave(begun)
        end = event.end if begun.flow else items[-1].end
        return SequenceNode(self.lines.span(begun.start, end), tuple(items), begun.start, end, begun.flow)

    def mapping(self, begun: YamlEvent) -> MappingNode:
        """Build a mapping."""
        self.enter(begun)
        entries: list[MappingEntry] = []
        seen: dict[str, Span] = {}
        end = begun.end
        while (event := self.next()).kind != "end":
            key = self.key(event)
            value = self.value(key)
            end = value.end
            if value.start < key.end and isinstance(key, ScalarNode) and isinstance(value, ScalarNode):
                key = self.cut(key, key.start, value.start - 1)
            if isinstance(key, ScalarNode):
                self.unique(key, seen)
                entries.append(MappingEntry(key, value))
        self.leave(begun)
        end = event.end if begun.flow and self.text.startswith("{", begun.start) else end
        return MappingNode(self.lines.span(begun.start, end), tuple(entries), begun.start, end, begun.flow)

    def key(self, event: YamlEvent) -> Node:
        """Build a key; a list, a mapping or an alias in its place is a finding and yields no key."""
        self.question(event)
        if event.kind == "scalar":
            self.doubtful |= event.props == event.end
            self.count(event)
            key = self.scalar(event, "Y310")
            if key.style == "plain" and key.text == "<<":
                self.say(Verdict("Y314", key.start, key.end))
            return key
        node = self.node(event)
        if event.kind != "alias":
            self.say(Verdict("Y318", node.start, node.end))
        return node

    def question(self, event: YamlEvent) -> None:
        """Report a key introduced by a question mark."""
        if not self.asks:
            return
        at = event.props
        while at > 0 and self.text[at - 1] == " ":
            at -= 1
        if self.text[max(at - 1, 0) : at] == "?" and at < event.props and (at == 1 or self.text[at - 2] in " \n[{,"):
            self.say(Verdict("Y207", at - 1, at, (("char", "?"),)))

    def value(self, key: Node) -> Node:
        """Build the value of a key."""
        event = self.next()
        if event.kind != "scalar" or event.style or event.props != event.end:
            return self.node(event)
        # The two parsers place a missing value before or after spaces; it belongs right after the colon.
        colon = _COLON.match(self.text, key.end)
        at = key.end if colon is None else colon.end()
        if isinstance(key, ScalarNode) and key.style == "plain" and ":" in key.text.strip(":"):
            self.say(Verdict("Y212", key.start, key.end, (("text", shorten_text(key.text)),)))
            return self.cut(key, self.text.index(":", key.start + 1) + 1, key.end)
        self.say(Verdict("Y309", at, at))
        return ScalarNode(self.lines.span(at, at), None, "", "plain", at, at)

    def cut(self, whole: ScalarNode, start: int, end: int) -> ScalarNode:
        """Return a part of an unquoted scalar as a scalar."""
        text = self.text[start:end]
        return ScalarNode(self.lines.span(start, end), resolve_plain_scalar(text).value, text, whole.style, start, end)

    def unique(self, key: ScalarNode, seen: dict[str, Span]) -> None:
        """Report a repeated key."""
        first = seen.setdefault(key.text, key.span)
        if first is not key.span:
            related = [(first, Said("here.given_before"))]
            self.add(make_finding("Y311", key.span, name=shorten_text(key.text), related=related))

    def scalar(self, event: YamlEvent, empty: str) -> ScalarNode:
        """Build one value; ``empty`` is the finding for a missing one."""
        end = event.end
        if event.style:
            return self.marked(event, _STYLES[event.style])
        span = self.lines.span(event.start, end)
        if span.line != span.end_line:
            self.say(Verdict("Y317", event.start, end))
        if self.brackets and "?" in event.text:
            self.doubtful = True
        if is_plain_string(event.text):
            return ScalarNode(span, event.text, event.text, "plain", event.start, end)
        meaning = resolve_plain_scalar(event.text)
        if meaning.code is not None:
            self.say(Verdict(empty if meaning.code == "Y309" else meaning.code, event.start, end, meaning.args))
        return ScalarNode(span, meaning.value, event.text, "plain", event.start, end)

    def marked(self, event: YamlEvent, style: Style) -> ScalarNode:
        """Build a quoted or block text, taken literally; report folded ones, and invisible characters in double quotes."""
        end = event.end
        if style == "literal":
            self.doubtful |= _TIGHT_COMMENT.match(self.text, event.start) is not None
            end = event.start + len(self.text[event.start : end].rstrip())
        span = self.lines.span(event.start, end)
        if event.style == ">":
            self.say(Verdict("Y316", event.start, event.start + 1))
        elif style != "literal" and span.line != span.end_line:
            self.say(Verdict("Y317", event.start, end))
        if style == "double" and (char := first_invisible_char(event.text)) is not None:
            self.say(Verdict("Y107", event.start, end, (("name", unicode_char_name(char)),)))
        return ScalarNode(span, event.text, event.text, style, event.start, end)
