"""What verification came to, before anybody answered it: what was found and held, what each part did; and the same as plain values, to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, Literal

from reguli.source.diagnostic import Diagnostic
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import BroughtSpan, Span
from reguli.verify.report.finding_types import Found, Holding, Holds, Level, Offered, Part, Reading

State = Literal["done", "cut", "interrupted", "absent", "unasked", "impossible"]
"""Whether a part did everything, left out something for want of steps, was broken off, is not there, was not asked for, or had nothing to stand on."""


@kept
class PartDone(Kept):
    """What a part did: the steps it was given and took, and how much it left out for want of them."""

    part: Part
    state: State
    given: int = 0
    taken: int = 0
    cut: int = 0


@kept
class Ran(Kept):
    """An example that was run: its id, the statements that it shows, its place, and whether it holds."""

    id: str
    cites: tuple[str, ...]
    span: Span
    passed: bool


@kept
class Outcome(Kept):
    """All of it."""

    found: tuple[Found, ...]
    holds: tuple[Holds, ...]
    examples: tuple[Ran, ...]
    parts: tuple[PartDone, ...]


_CLASSES: Final[Mapping[str, type[Any]]] = {
    one.__name__: one
    for one in (Outcome, PartDone, Ran, Found, Holds, Holding, Offered, Reading, Diagnostic, Span, BroughtSpan)
}
SORT: Final = "is"
"""The key that says of which class a group is."""


def to_plain(value: object) -> object:
    """Give what was found as plain values: texts, numbers, lists and groups."""
    match value:
        case Said(phrase=phrase, args=args):
            return {SORT: "Said", "phrase": phrase, "args": to_plain(args)}
        case Kept():
            parts = {one.name: to_plain(getattr(value, one.name)) for one in fields(value)}  # type: ignore[arg-type]
            return {SORT: type(value).__name__, **parts}
        case tuple():
            return [to_plain(one) for one in value]
        case Level():
            return int(value)
        case _:
            return value


def from_plain(plain: object) -> Any:
    """Make of plain values what they were; what is none of it raises ``KeyError``, ``TypeError`` or ``ValueError``."""
    match plain:
        case list():
            return tuple(from_plain(one) for one in plain)
        case {"is": "Said", "phrase": phrase, "args": args}:
            return Said(phrase, **dict(from_plain(args)))
        case dict():
            made = {name: from_plain(one) for name, one in plain.items() if name != SORT}
            if plain[SORT] == "Holds":
                made["level"] = Level(made["level"])
            return _CLASSES[plain[SORT]](**made)
        case _:
            return plain


def outcome_from(plain: object) -> Outcome | None:
    """Read an outcome that was kept; ``None`` for anything else."""
    try:
        found = from_plain(plain)
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, Outcome) else None
