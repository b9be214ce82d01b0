"""What a bound term reads: its variables, and every term inside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from reguli.model.terms import Constant, Local, Term

LEAVES = (Constant,)


def inner_terms(term: Term) -> Iterator[Term]:
    """Give the terms directly inside a term."""
    if isinstance(term, LEAVES):
        return
    for field in fields(term):
        yield from _terms_in(getattr(term, field.name))


def _terms_in(value: object) -> Iterator[Term]:
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _terms_in(item)


def all_terms(term: Term) -> Iterator[Term]:
    """Give a term and every term inside it."""
    yield term
    for inner in inner_terms(term):
        yield from all_terms(inner)


def variables_read(term: Term) -> set[int]:
    """Give the keys of the variables a term reads; those it binds itself do no harm."""
    return {inner.variable.key for inner in all_terms(term) if isinstance(inner, Local)}
