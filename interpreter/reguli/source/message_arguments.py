"""What fills the sentences of findings: names, numbers, and phrases that every language words in its own way.

English phrases stand in ``phrases/<head>.yaml``, so that the phrase ``part.bot`` is the entry ``bot`` of ``part.yaml``. Where a number
decides how it is said, an entry has the texts ``one`` and ``other``, and the number is the value ``count``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from reguli.source.finding_catalogue import catalogue
from reguli.source.frozen_values import Kept, kept

PHRASES: Final = Path(__file__).with_name("phrases")
Forms: TypeAlias = tuple[str, ...]
"""The texts of a phrase: one, or as many as numbers need."""


@kept
class Said(Kept):
    """A phrase with what fills it: ``Said("part.bot", name="sane")``."""

    phrase: str
    args: tuple[tuple[str, Value], ...]

    def __init__(self, phrase: str, /, **args: Value) -> None:
        """Take the phrase and its values; that it is there, and takes these, is held by the tests, as for findings."""
        self.phrase, self.args = phrase, tuple(args.items())  # type: ignore[misc]  # from here on nobody changes it


Value: TypeAlias = "str | int | Said"
"""A name as its author wrote it, a number, or a phrase."""


class _Phrases(dict[str, dict[str, Forms]]):
    """Every phrase by its head and name; a file is read when a phrase of it is asked for."""

    def __missing__(self, head: str) -> dict[str, Forms]:
        """Read the phrases of one file."""
        # What shows no finding does not wait for the library.
        from reguli.source.yaml_events import trusted

        entries = trusted((PHRASES / f"{head}.yaml").read_text(encoding="utf-8"))
        self[head] = {name: (text,) if isinstance(text, str) else (*text.values(),) for name, text in entries.items()}
        return self[head]


@cache
def _phrases() -> _Phrases:
    return _Phrases()


def english(phrase: str) -> Forms:
    """Give the English of a phrase, or of a field of a code, ``Y101.message``; what nobody wrote is our own bug: KeyError."""
    head, _, name = phrase.partition(".")
    return (str(getattr(catalogue()[head], name)),) if head in catalogue() else _phrases()[head][name]


def every_phrase() -> dict[str, Forms]:
    """Give all phrases, in the order of their heads and then as they stand."""
    heads = sorted(path.stem for path in PHRASES.glob("*.yaml"))
    return {f"{head}.{name}": forms for head in heads for name, forms in _phrases()[head].items()}


MOST: Final = 40
"""Values in a row that are said; of more the first, and the last one."""


def row(values: Sequence[Value], last: str = "list.more", between: str = "list.more") -> Value:
    """Say values in a row, at least one: phrases such as ``list.or`` join the ``last`` one, and those ``between``."""
    said = values[0]
    for value in (*values[1 : MOST - 1], "…") if len(values) > MOST else values[1:-1]:
        said = Said(between, first=said, last=value)
    return Said(last, first=said, last=values[-1]) if len(values) > 1 else said


LONGEST_LIST: Final = 60


def some_of(names: Sequence[str], most: int = LONGEST_LIST) -> str:
    """List names; of a long list the first, and how many more there are: ``a, b, … (+40)``."""
    more = [f"… (+{len(names) - most})"] if len(names) > most else []
    return ", ".join([*names[:most], *more])
