"""Wrapper of the YAML library: a stream of events with offsets from whichever of its two parsers is installed.

The stream is pulled event by event, so a reader that stops early stops the parser too: depth and number of values are
bounded by the reader, and neither parser ever recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import yaml

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import LineIndex

# -- yaml scalars ----------------------------------------------------------------------------------------------------
# What a value without quotes means: text, a whole number, true, false, null, or something two programs read differently.


LARGEST: Final = 2**53
MOST_DIGITS: Final = 18
_SHOWN: Final = 40
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")
_LEADING_ZERO: Final = re.compile(r"([-+]?)0+([0-9]+)")
_UNUSUAL: Final = re.compile(
    r"-0|[-+][0-9][0-9_]*|[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[oO][0-7_]+|[-+]?0[bB][01_]+|[0-9][0-9_]*_[0-9_]*"
)
_FRACTION: Final = re.compile(
    r"[-+]?(\.[0-9][0-9_]*|[0-9][0-9_]*\.[0-9_]*|[0-9][0-9_]*(?=[eE]))([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_SIXTIES: Final = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt\s].*)?")
_TRUTH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NOTHING: Final = frozenset({"~", "Null", "NULL"})
_OTHER_THAN_WORDS: Final = frozenset(
    {"null", *_NOTHING, *(form(word) for word in _TRUTH for form in (str.lower, str.title, str.upper))}
)


class ScalarMeaning(NamedTuple):
    """The value of an unquoted scalar, and its finding, if any; with a finding the value is the best guess."""

    value: str | int | bool | None
    code: str | None = None
    args: tuple[tuple[str, str | int], ...] = ()


def shorten_text(text: str) -> str:
    """Return a text shortened for a message."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def is_plain_string(text: str) -> bool:
    """Return whether an unquoted text is a string, as most are; in doubtful cases only ``resolve_plain_scalar`` decides."""
    return text[:1] not in "0123456789+-." and text not in _OTHER_THAN_WORDS


def resolve_plain_scalar(text: str) -> ScalarMeaning:
    """Return the value of an unquoted text."""
    if text in {"true", "false"}:
        return ScalarMeaning(text == "true")
    if text == "null":
        return ScalarMeaning(None)
    if not text or text[0] not in "0123456789+-.":
        return _word(text)
    return _whole(text) or _other_number(text) or ScalarMeaning(text)


def _word(text: str) -> ScalarMeaning:
    if not text:
        return ScalarMeaning(None, "Y309")
    if text in _NOTHING:
        return ScalarMeaning(None, "Y308", (("text", text),))
    lower = text.lower() if len(text) <= len("false") else ""
    if lower in _TRUTH and text in {lower, lower.title(), lower.upper()}:
        truth = _TRUTH[lower]
        return ScalarMeaning(truth, "Y305", (("text", text), ("plain", "true" if truth else "false")))
    return ScalarMeaning(text)


def _whole(text: str) -> ScalarMeaning | None:
    if _WHOLE.fullmatch(text):
        digits = text.lstrip("-")
        if len(digits) > MOST_DIGITS or int(digits) > LARGEST:
            return ScalarMeaning(text, "Y304", (("text", shorten_text(text)),))
        return ScalarMeaning(int(text))
    found = _LEADING_ZERO.fullmatch(text)
    if found and len(found[2]) <= MOST_DIGITS:
        value = int(found[1] + found[2])
        return ScalarMeaning(value, "Y301", (("text", text), ("plain", value)))
    return None


def _other_number(text: str) -> ScalarMeaning | None:
    shown = (("text", shorten_text(text)),)
    if _UNUSUAL.fullmatch(text):
        return ScalarMeaning(text, "Y302", shown)
    if _FRACTION.fullmatch(text):
        return ScalarMeaning(text, "Y303", shown)
    if _SIXTIES.fullmatch(text):
        return ScalarMeaning(text, "Y306", shown)
    if _DATE.fullmatch(text):
        return ScalarMeaning(text, "Y307", shown)
    return None


# -- yaml events -----------------------------------------------------------------------------------------------------


try:
    from yaml import CSafeLoader as FastLoader
except ImportError:  # a PyYAML built without libyaml: the same events, slower
    from yaml import SafeLoader as FastLoader  # type: ignore[assignment]

Kind: TypeAlias = Literal["document", "scalar", "alias", "sequence", "mapping", "end"]
Props: Final = re.compile(r"(?:&[0-9A-Za-z_-]+|![^\s,\[\]{}]*)\s*")
_PROPS_BEGIN: Final = frozenset("&!")


class YamlEvent(NamedTuple):
    """One event of a YAML text; ``start`` is the start of the value itself, ``props`` that of an anchor or tag before it."""

    kind: Kind
    props: int
    start: int
    end: int
    text: str = ""
    style: str = ""
    flow: bool = False


class _Mark(Protocol):
    """The common interface of the marks of both parsers."""

    @property
    def index(self) -> int:
        """Return the offset in characters."""
        ...


class YamlParserError(Exception):
    """Raised when the parser fails: its message, the position, and the start of the construct being read."""

    def __init__(self, problem: str, at: int, begun: int) -> None:
        """Store the parser's message and two offsets."""
        super().__init__(problem)
        self.problem = problem
        self.at = at
        self.begun = begun


def parse_trusted_yaml(text: str) -> Any:
    """Return the values of an internal, error-free text."""
    return yaml.load(text, Loader=FastLoader)


def read_yaml_events(text: str, *, pure: bool = False) -> Iterator[YamlEvent]:
    """Yield the events of a cleaned text; ``pure`` asks for the parser written in Python. Raises TroubleError."""
    loader: type[yaml.SafeLoader | yaml.CSafeLoader] = yaml.SafeLoader if pure else FastLoader
    size = len(text)
    try:
        for event in iter(loader(text).get_event, None):
            make = _MADE.get(type(event))
            if make is not None:
                yield make(text, event, min(event.start_mark.index, size), min(event.end_mark.index, size))
    except yaml.MarkedYAMLError as error:
        at = _index(error.problem_mark, size)
        raise YamlParserError(
            f"{error.context}: {error.problem}", at, min(_index(error.context_mark, at), at)
        ) from error
    except (ValueError, OverflowError) as error:  # the Python parser on an escape beyond Unicode, such as "\U00110000"
        raise YamlParserError("found unknown escape character", size, 0) from error


def _index(mark: _Mark | None, otherwise: int) -> int:
    return otherwise if mark is None else min(mark.index, otherwise)


def _scalar(text: str, event: yaml.ScalarEvent, begin: int, end: int) -> YamlEvent:
    start = _after_props(text, begin, end) if text[begin : begin + 1] in _PROPS_BEGIN else begin
    return YamlEvent("scalar", begin, start, end, event.value, event.style or "")


def _sequence(text: str, event: yaml.SequenceStartEvent, begin: int, end: int) -> YamlEvent:
    return YamlEvent("sequence", begin, _after_props(text, begin, len(text)), end, "", "", bool(event.flow_style))


def _mapping(text: str, event: yaml.MappingStartEvent, begin: int, end: int) -> YamlEvent:
    return YamlEvent("mapping", begin, _after_props(text, begin, len(text)), end, "", "", bool(event.flow_style))


def _alias(text: str, event: yaml.AliasEvent, begin: int, end: int) -> YamlEvent:
    return YamlEvent("alias", begin, begin, end, text[begin:end])


def _end(text: str, event: yaml.CollectionEndEvent, begin: int, end: int) -> YamlEvent:
    return YamlEvent("end", begin, begin, end)


def _document(text: str, event: yaml.DocumentStartEvent, begin: int, end: int) -> YamlEvent:
    return YamlEvent("document", begin, begin, end)


def _after_props(text: str, start: int, end: int) -> int:
    while start < end and (found := Props.match(text, start, end)):
        start = found.end()
    return start


_MADE: Final[dict[type[yaml.Event], Callable[[str, Any, int, int], YamlEvent]]] = {
    yaml.ScalarEvent: _scalar,
    yaml.SequenceStartEvent: _sequence,
    yaml.MappingStartEvent: _mapping,
    yaml.SequenceEndEvent: _end,
    yaml.MappingEndEvent: _end,
    yaml.AliasEvent: _alias,
    yaml.DocumentStartEvent: _document,
}
"""What makes a step of each event that is one; a text has one for each of its values."""


# -- yaml errors -----------------------------------------------------------------------------------------------------
# Why a YAML text cannot be parsed, said for its author: the parser's words and the text give a finding and a place.


_ESCAPE: Final = re.compile(
    r'\\(?:[0abtnvfre "/\\N_LP\n]|\r\n|x[0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4})|\\(?P<bad>.)',
    re.DOTALL,
)
_CHAR_PROBLEM: Final = re.compile(r"cannot start any token|mapping keys|found unexpected ':'|',' or")
_DIRECTIVE: Final = re.compile(r"^%", re.MULTILINE)
_TIGHT_COLON: Final = re.compile(r"^[\s-]*([^\s:'\"#\[\]{}]+:(?!//)[^\s:]\S*)")
_COLON: Final = re.compile(r":\s")
_ENDING: Final = "]})"


@frozen_class
class Verdict(FrozenValue):
    """A diagnosis: code, range of the text, and arguments."""

    code: str
    start: int
    end: int
    args: tuple[tuple[str, str | int], ...] = ()


def diagnose_yaml_error(
    trouble: YamlParserError, last: YamlEvent | None, bracket: int | None, lines: LineIndex
) -> Verdict:
    """Return the diagnosis; ``last`` is the last value read before the error, ``bracket`` the innermost unclosed one."""
    problem, at = trouble.problem, trouble.at
    text = lines.text
    said = _by_words(problem, at, trouble.begun, lines)
    if said is not None:
        return said
    if "node content" in problem:
        return _char(text, at) if bracket is None or at < len(text) else _bracket(text, bracket)
    return _structure(at, last, lines)


def _by_words(problem: str, at: int, begun: int, lines: LineIndex) -> Verdict | None:
    """Return the diagnosis that the parser's message gives, if any."""
    text = lines.text
    if "directive" in problem:
        return _line("Y214", lines, lines.line_start(begun))
    if "escape" in problem or "hexadecimal" in problem or "hexdecimal" in problem:  # the last is libyaml's spelling
        return _escape(text, begun)
    if "quoted scalar" in problem:
        return _line("Y203", lines, begun, quote=text[begun])
    if "block scalar" in problem:
        return _line("Y216", lines, begun, char=text[begun])
    if "scanning an a" in problem or "tag" in problem:  # an anchor, an alias
        return _char(text, begun)
    if "mapping values" in problem:
        return _colon(lines, at)
    if "could not find expected ':'" in problem:
        return _tight_colon(lines, begun) or _line("Y206", lines, begun)
    if "sequence entries" in problem:
        return _line("Y215", lines, at)
    if "',' or" in problem and not text.startswith("?", at):
        return _bracket(text, begun)
    return _char(text, at) if _CHAR_PROBLEM.search(problem) else None


def _structure(at: int, last: YamlEvent | None, lines: LineIndex) -> Verdict:
    """Return the diagnosis of a construct at an invalid position."""
    text = lines.text
    before = text[lines.line_start(at) : at]
    if text.startswith(":", at) and not before.strip(" -"):
        return Verdict("Y310", at, at + 1)
    directive = _DIRECTIVE.search(text, 0 if last is None else last.end, at + 1)
    if directive is not None:
        return _line("Y214", lines, directive.start())
    if text[:at].rstrip().endswith("\n..."):
        return _line("Y213", lines, at)
    if last is not None and last.end <= at and lines.line_of(last.end) == lines.line_of(at):
        if last.kind == "scalar" and last.style in {"'", '"'}:
            if lines.line_of(last.start) != lines.line_of(last.end):
                return _line("Y203", lines, last.start, quote=last.style)
            return _line("Y211", lines, at)
        if last.kind == "end" and text[last.end - 1 : last.end] in _ENDING:
            return _line("Y211", lines, at)
    if at == len(text):
        return _line("Y209", lines, at)
    return _line_above(lines, lines.line_start(at)) or _line("Y205", lines, at)


def _line(code: str, lines: LineIndex, start: int, **args: str) -> Verdict:
    return Verdict(code, start, lines.line_end(start), tuple(args.items()))


def _char(text: str, at: int) -> Verdict:
    return Verdict("Y207", at, at + 1, (("char", text[at : at + 1]),))


def _bracket(text: str, at: int) -> Verdict:
    return Verdict("Y204", at, at + 1, (("bracket", text[at]), ("closing", "]" if text[at] == "[" else "}")))


def _escape(text: str, begun: int) -> Verdict:
    """Return the diagnosis of the first invalid escape after the opening quote."""
    for found in _ESCAPE.finditer(text, begun):
        if found["bad"] is not None:
            return Verdict("Y208", found.start(), found.end(), (("char", found["bad"]),))
    return Verdict("Y208", begun, begun + 1, (("char", ""),))


def _colon(lines: LineIndex, at: int) -> Verdict:
    """Return a diagnosis that distinguishes a colon within a text from a wrong start of a line."""
    start = lines.line_start(at)
    if start == 0 or _COLON.search(lines.text[start:at]):
        return Verdict("Y201", at, at + 1)
    return _line_above(lines, start) or _line("Y205", lines, start + _indent(lines, start))


def _line_above(lines: LineIndex, start: int) -> Verdict | None:
    """Return the diagnosis that the line above lacks its colon or the space after it; ``None`` if it is correct."""
    if start == 0:
        return None
    above = lines.line_start(start - 1)
    while above > 0 and not _bare(lines, above):
        above = lines.line_start(above - 1)
    bare = _bare(lines, above)
    lone = bare and bare[0] not in "-[{'\"" and not _COLON.search(bare + " ")
    if lone and ":" not in bare and _indent(lines, above) == _indent(lines, start):
        return _line("Y206", lines, above + _indent(lines, above))
    return _tight_colon(lines, above)


def _bare(lines: LineIndex, start: int) -> str:
    """Return a line without its comment and outer spaces."""
    return lines.text[start : lines.line_end(start)].split("#")[0].strip()


def _indent(lines: LineIndex, start: int) -> int:
    line = lines.text[start : lines.line_end(start)]
    return len(line) - len(line.lstrip())


def _tight_colon(lines: LineIndex, at: int) -> Verdict | None:
    start = lines.line_start(at)
    found = _TIGHT_COLON.match(lines.text[start : lines.line_end(start)])
    if found is None:
        return None
    return Verdict("Y212", start + found.start(1), start + found.end(1), (("text", shorten_text(found[1])),))
