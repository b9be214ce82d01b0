"""The door to the YAML library: a stream of events with offsets, whichever of its two parsers is there.

The stream is pulled event by event, so a reader that stops early stops the parser too: depth and number of values are
bounded by the reader, and neither parser ever recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import yaml

try:
    from yaml import CSafeLoader as FastLoader
except ImportError:  # a PyYAML built without libyaml: the same events, slower
    from yaml import SafeLoader as FastLoader  # type: ignore[assignment]

Kind: TypeAlias = Literal["document", "scalar", "alias", "sequence", "mapping", "end"]
Props: Final = re.compile(r"(?:&[0-9A-Za-z_-]+|![^\s,\[\]{}]*)\s*")
_PROPS_BEGIN: Final = frozenset("&!")


class Event(NamedTuple):
    """One step of a YAML text; ``start`` is where the value itself begins, ``props`` where a label or tag before it begins."""

    kind: Kind
    props: int
    start: int
    end: int
    text: str = ""
    style: str = ""
    flow: bool = False


class _Mark(Protocol):
    """What the marks of both parsers have in common."""

    @property
    def index(self) -> int:
        """Offset in characters."""
        ...


class TroubleError(Exception):
    """The parser gave up: its words, where it stood, and where the thing it was reading began."""

    def __init__(self, problem: str, at: int, begun: int) -> None:
        """Keep the parser's words and two offsets."""
        super().__init__(problem)
        self.problem = problem
        self.at = at
        self.begun = begun


def trusted(text: str) -> Any:
    """Give the values of a text of our own, which has no mistakes."""
    return yaml.load(text, Loader=FastLoader)


def events(text: str, *, pure: bool = False) -> Iterator[Event]:
    """Give the events of a cleaned text; ``pure`` asks for the parser written in Python. Raises TroubleError."""
    loader: type[yaml.SafeLoader | yaml.CSafeLoader] = yaml.SafeLoader if pure else FastLoader
    size = len(text)
    try:
        for event in iter(loader(text).get_event, None):
            make = _MADE.get(type(event))
            if make is not None:
                yield make(text, event, min(event.start_mark.index, size), min(event.end_mark.index, size))
    except yaml.MarkedYAMLError as error:
        at = _index(error.problem_mark, size)
        raise TroubleError(f"{error.context}: {error.problem}", at, min(_index(error.context_mark, at), at)) from error
    except (ValueError, OverflowError) as error:  # the Python parser on an escape beyond Unicode, such as "\U00110000"
        raise TroubleError("found unknown escape character", size, 0) from error


def _index(mark: _Mark | None, otherwise: int) -> int:
    return otherwise if mark is None else min(mark.index, otherwise)


def _scalar(text: str, event: yaml.ScalarEvent, begin: int, end: int) -> Event:
    start = _after_props(text, begin, end) if text[begin : begin + 1] in _PROPS_BEGIN else begin
    return Event("scalar", begin, start, end, event.value, event.style or "")


def _sequence(text: str, event: yaml.SequenceStartEvent, begin: int, end: int) -> Event:
    return Event("sequence", begin, _after_props(text, begin, len(text)), end, "", "", bool(event.flow_style))


def _mapping(text: str, event: yaml.MappingStartEvent, begin: int, end: int) -> Event:
    return Event("mapping", begin, _after_props(text, begin, len(text)), end, "", "", bool(event.flow_style))


def _alias(text: str, event: yaml.AliasEvent, begin: int, end: int) -> Event:
    return Event("alias", begin, begin, end, text[begin:end])


def _end(text: str, event: yaml.CollectionEndEvent, begin: int, end: int) -> Event:
    return Event("end", begin, begin, end)


def _document(text: str, event: yaml.DocumentStartEvent, begin: int, end: int) -> Event:
    return Event("document", begin, begin, end)


def _after_props(text: str, start: int, end: int) -> int:
    while start < end and (found := Props.match(text, start, end)):
        start = found.end()
    return start


_MADE: Final[dict[type[yaml.Event], Callable[[str, Any, int, int], Event]]] = {
    yaml.ScalarEvent: _scalar,
    yaml.SequenceStartEvent: _sequence,
    yaml.MappingStartEvent: _mapping,
    yaml.SequenceEndEvent: _end,
    yaml.MappingEndEvent: _end,
    yaml.AliasEvent: _alias,
    yaml.DocumentStartEvent: _document,
}
"""What makes a step of each event that is one; a text has one for each of its values."""
