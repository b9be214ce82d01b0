"""Findings: a code, a place and arguments; the sentence comes from the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.source.finding_catalogue import ENGLISH, Said, Translation, Value, filled, finding_catalogue
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import SHEET, BroughtSpan, Sources, Span, escape_invisible, format_excerpt

FRAME: Final = MappingProxyType(
    {
        "expected": "expected: {text}",
        "remedy": "to do: {text}",
        "near": "did you mean {name}?",
        "related": "see {place}: {text}",
    }
)
"""What the lines of every finding begin with, by the field of the code ``finding``."""
OF_ALL: Final = "finding"
_BOLD: Final = "\x1b[1m"
_RED: Final = "\x1b[1;31m"
_DIM: Final = "\x1b[2m"
_PLAIN: Final = "\x1b[0m"


Related: TypeAlias = Iterable[tuple[Span, Value]]
"""Other places that a finding speaks of, each with what is said of it."""


@frozen_class
class Diagnostic(FrozenValue):
    """One finding; a span at line 0 refers to a whole file, no span to no file."""

    code: str
    span: Span | None
    args: tuple[tuple[str, Value], ...] = ()
    related: tuple[tuple[Span, Value], ...] = ()
    near: str | None = None


def make_finding(
    code: str, span: Span | None = None, *, near: str | None = None, related: Related = (), **args: Value
) -> Diagnostic:
    """Create a finding; ``args`` fill the templates of the catalogue, ``near`` is the name probably meant.

    An unknown code or a missing argument is our own bug, which the tests look for: the catalogue is not read before a finding
    is shown.
    """
    if isinstance(span, BroughtSpan):
        related = (*related, (span.used, Said("here.brought_in")))
    return Diagnostic(code, span, tuple(args.items()), tuple(related), near)


class Bag:
    """A collector of the findings of a run, without duplicates."""

    __slots__ = ("_found", "_places")

    def __init__(self) -> None:
        """Start empty."""
        self._found: dict[Diagnostic, None] = {}
        self._places: set[Span | None] = set()

    def add(
        self, code: str, span: Span | None, *, near: str | None = None, related: Related = (), **args: Value
    ) -> None:
        """Add a finding, created by ``make_finding``."""
        self.extend([make_finding(code, span, near=near, related=related, **args)])

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        """Add findings from elsewhere."""
        for found in findings:
            self._found[found] = None
            self._places.add(found.span)

    def marks(self, span: Span) -> bool:
        """Return whether there is a finding at exactly this place."""
        return span in self._places

    def drop(self, unwanted: Callable[[Diagnostic], bool]) -> None:
        """Remove the unwanted findings."""
        self._found = {found: None for found in self._found if not unwanted(found)}

    def merge(self, name: str) -> None:
        """Keep the first of the findings at one place that differ only in the argument ``name``."""
        kept: dict[object, Diagnostic] = {}
        for found in self._found:
            args = tuple(pair for pair in found.args if pair[0] != name)
            placed = found.span is not None and found.span.line > 0
            kept.setdefault((found.code, found.span, args) if placed else found, found)
        self._found = dict.fromkeys(kept.values())

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return all findings by file, line, column and code; those without a file, and those of whole files, come first."""
        return tuple(sorted(self._found, key=_place))

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the codes of all findings, in the order of ``diagnostics``."""
        return tuple(found.code for found in self.diagnostics)

    def __iter__(self) -> Iterator[Diagnostic]:
        """Iterate over the findings in the order of ``diagnostics``."""
        return iter(self.diagnostics)

    def __bool__(self) -> bool:
        """Return whether there are findings."""
        return bool(self._found)

    def __len__(self) -> int:
        """Return the number of findings."""
        return len(self._found)


def _place(found: Diagnostic) -> tuple[bool, str, int, int, str]:
    """Return the sort key of a finding; unread files come first, as they may explain all other findings."""
    span = found.span
    if span is None:
        return False, "", 0, 0, found.code
    return span.line > 0, span.file, span.line, span.column, found.code


def finding_sentence_value(diagnostic: Diagnostic) -> Said:
    """Return the sentence of a finding as a value for another one."""
    return Said(f"{diagnostic.code}.message", **dict(diagnostic.args))


def finding_sentence(diagnostic: Diagnostic, translation: Translation = ENGLISH) -> str:
    """Return the text of the finding in one sentence, without its place."""
    return _said(diagnostic, "message", finding_catalogue()[diagnostic.code].message, translation)


def _said(diagnostic: Diagnostic, field: str, english: str, translation: Translation) -> str:
    template = translation.text(f"{diagnostic.code}.{field}", english)
    return escape_invisible(filled(template, dict(diagnostic.args), translation))


def place_of(span: Span | None) -> str:
    """Return a place as ``file:line:column``, as ``file`` for a whole file, or as an empty text if there is none."""
    if span is None or not span.file:
        return ""
    return escape_invisible(span.file if span.line == 0 else str(span))


def render_with_excerpt(
    diagnostic: Diagnostic, sources: Sources, *, colour: bool = False, translation: Translation = ENGLISH
) -> str:
    """Return the finding as text: excerpt, expectation and remedy; several lines, no line break at the end."""
    code = finding_catalogue()[diagnostic.code]
    head = [
        place_of(diagnostic.span),
        _painted(diagnostic.code, _RED, colour),
        _painted(finding_sentence(diagnostic, translation), _BOLD, colour),
    ]
    lines = [" ".join(part for part in head if part)]
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span, sources, colour)
    for field, english in (("expected", code.expected), ("remedy", code.remedy)):
        if english:
            lines.append(_framed(translation, field, text=_said(diagnostic, field, english, translation)))
    if diagnostic.near is not None:
        lines.append(_framed(translation, "near", name=repr(escape_invisible(diagnostic.near))))
    for span, said in diagnostic.related:
        lines.append(_framed(translation, "related", place=place_of(span), text=_shown(said, translation)))
        lines += _excerpt(span, sources, colour)
    return "\n".join(lines)


def _shown(said: Value, translation: Translation) -> str:
    return escape_invisible(translation.say(said))


def _framed(translation: Translation, field: str, **args: str) -> str:
    return f"  {translation.text(f'{OF_ALL}.{field}', FRAME[field]).format_map(args)}"


def _excerpt(span: Span, sources: Sources, colour: bool) -> list[str]:
    return [_painted(line, _DIM, colour) for line in format_excerpt(span, sources)]


def _painted(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_PLAIN}" if colour else text


def finding_as_json(diagnostic: Diagnostic, translation: Translation = ENGLISH) -> dict[str, object]:
    """Return the finding as JSON-ready values; only its texts depend on the language."""
    code = finding_catalogue()[diagnostic.code]
    return {
        "code": diagnostic.code,
        "place": _span_json(diagnostic.span),
        "message": finding_sentence(diagnostic, translation),
        "expected": _said(diagnostic, "expected", code.expected, translation),
        "remedy": _said(diagnostic, "remedy", code.remedy, translation),
        "near": diagnostic.near,
        "args": {name: ENGLISH.say(value) if isinstance(value, Said) else value for name, value in diagnostic.args},
        "related": [
            {"place": _span_json(span), "message": _shown(said, translation)} for span, said in diagnostic.related
        ],
    }


def _span_json(span: Span | None) -> dict[str, object] | None:
    if span is None:
        return None
    if SHEET in span.file:
        file, _, sheet = span.file.partition(SHEET)
        place = {"line": span.line, "column": span.cell, "end_line": span.end_line, "end_column": span.cell + 1}
        return {"file": f"{file}{SHEET[:-1]}", "sheet": sheet, **place}
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# -- What cannot be done as it was asked: raised to programs, said as the command says it ----------------------------


class Trouble(Exception):  # noqa: N818 - it says what was wrong
    """Raised when a request fails, with one or several findings.

    ``findings`` are the diagnostics; the first is ``finding``, and ``code``, ``sentence``, ``place`` and ``near`` are its
    own. ``str()`` says all of them as the command does: code, place and sentence, what was expected, what to do, and the
    name that was probably meant.
    """

    sources: Sources | None = None
    """The texts that the places of the findings lie in, where they are known."""

    told: Diagnostic
    """The only finding, where there can be no other."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return every finding, at least one."""
        return (self.told,)

    @property
    def finding(self) -> Diagnostic:
        """Return the first finding."""
        return self.findings[0]

    @property
    def code(self) -> str:
        """Return the code of the first finding; ``reguli explain CODE`` prints details."""
        return self.finding.code

    @property
    def sentence(self) -> str:
        """Return the text of the first finding in one sentence."""
        return finding_sentence(self.finding)

    @property
    def place(self) -> str:
        """Return the place of the first finding as ``file:line:column``; empty where it has none."""
        return place_of(self.finding.span)

    @property
    def near(self) -> str | None:
        """Return the name that was probably meant."""
        return self.finding.near

    def to_json(self) -> list[dict[str, object]]:
        """Return every finding as plain values: ``code``, ``place``, ``message``, ``expected``, ``remedy``, ``near``."""
        return [finding_as_json(found) for found in self.findings]

    def __str__(self) -> str:
        """Return the text of every finding."""
        sources = self.sources or Sources()
        return "\n\n".join(render_with_excerpt(found, sources) for found in self.findings)
