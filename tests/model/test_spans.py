"""Every bound term knows where it is written: in a file of the ruleset, at a text that is an expression or begins a statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from reguli.language.parsing.parser import parse_expression
from reguli.model.bound_tree.bound_terms import Several, Term
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue
from reguli.source.source_excerpt import NOWHERE, Span

TOP = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(path.parent for home in ("rulesets", "tests/rulesets") for path in (TOP / home).glob("*/game.yaml"))


def terms(thing: object, seen: set[int]) -> Iterator[tuple[Term, Span | None]]:
    """Every term within a thing, and the place of the statement it stands in."""
    yield from _terms(thing, None, seen)


def _terms(thing: object, statement: Span | None, seen: set[int]) -> Iterator[tuple[Term, Span | None]]:
    if isinstance(thing, Mapping):
        thing = tuple(thing.values())
    if isinstance(thing, tuple):
        for item in thing:
            yield from _terms(item, statement, seen)
    elif type(thing).__module__.startswith("reguli.model") and id(thing) not in seen:
        seen.add(id(thing))
        if isinstance(thing, Term):
            yield thing, statement
        elif isinstance(thing, FrozenValue):
            statement = getattr(thing, "span", statement)
        for name in getattr(thing, "__match_args__", ()):
            yield from _terms(getattr(thing, name), statement, seen)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_term_stands_where_its_text_is(folder: Path) -> None:
    loaded = LoadedRuleset(str(folder))
    ruleset = loaded.ruleset
    assert ruleset is not None
    lines = {file: text.split("\n") for file, text in ruleset.documents.texts}
    found = list(terms(ruleset, set()))
    assert len(found) > 20
    for term, statement in found:
        span = term.span
        assert span is not NOWHERE, term
        if span == statement:
            continue
        assert 1 <= span.line <= span.end_line <= len(lines[span.file]), (term, span)
        part = lines[span.file][span.line - 1 : span.end_line]
        part[-1] = part[-1][: span.end_column - 1]
        part[0] = part[0][span.column - 1 :]
        if isinstance(term, Several):  # '2 of SET' stands in the head of an option only
            continue
        bag = Bag()
        assert parse_expression(" ".join(part), span.file, bag) is not None, (term, span, part)
        assert not bag, (span, part)
