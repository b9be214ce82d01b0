"""The comments of a YAML text, for formatters that must not lose them."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.source.characters import clean
from reguli.source.diagnostic import Bag
from reguli.source.lines import Lines
from reguli.source.yaml_events import Event, TroubleError, events
from reguli.source.yaml_nodes import Comment


def comments_of(text: str, file: str, *, pure: bool = False) -> tuple[Comment, ...]:
    """Give all comments of a YAML text in order; of a text that cannot be parsed, those before the trouble.

    ``pure`` asks for the parser written in Python.
    """
    cleaned = clean(text, file, Bag())
    if cleaned is None:
        return ()
    lines = Lines(text, file)
    comments: list[Comment] = []
    done = 0
    try:
        for event in events(cleaned, pure=pure):
            if event.kind == "scalar":
                comments += _comments_between(lines, done, event.start)
                comments += _header_comment(lines, event)
                done = event.end
    except TroubleError:
        return tuple(comments)
    return (*comments, *_comments_between(lines, done, len(text)))


def _comments_between(lines: Lines, start: int, end: int) -> Iterator[Comment]:
    """Outside of values every # begins a comment."""
    while (at := lines.text.find("#", start, end)) >= 0:
        start = lines.line_end(at)
        yield Comment(lines.span(at, start), lines.text[at:start], at)


def _header_comment(lines: Lines, event: Event) -> Iterator[Comment]:
    """Give the comment behind the sign of a literal text."""
    if event.style in {"|", ">"}:
        yield from _comments_between(lines, event.start, lines.line_end(event.start))
