"""Owners beside what they own, which two languages mark on a noun that a placeholder stands for.

Romanian says *punctele de victorie ale obiectivului*: between a noun with a tail and its owner stands al, a, ai or ale, which the form ``owned`` brings.
Hungarian says *a vonalak mezői*: beside an owner that is named, what several own takes the form ``his``. Each language states its rule as an ``Owning``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, assert_never

from reguli.source.diagnostic import Bag
from reguli.words.terminology.language_realiser import Tongue
from reguli.words.wording import wording_parser as w

Neighbour: TypeAlias = w.Say | str
"""A placeholder, or the word typed beside it."""
_LAST: Final = re.compile(r"(?<!\w)(\w+)\s*$")
_FIRST: Final = re.compile(r"^\s*(\w+)(?!\w)")


def check_owners(pieces: Sequence[w.Piece], tongue: Tongue, bag: Bag) -> None:
    """Report placeholders whose form does not fit the owner that stands beside them (W213, W214)."""
    rule = tongue.language.owning
    if rule is None:
        return
    for one, other in _neighbours(pieces):
        owner, owned = (one, other) if rule.owner_first else (other, one)
        if not isinstance(owned, w.Say) or owned.noun:
            continue
        named = rule.is_owner_word(owner) if isinstance(owner, str) else rule.is_owner(frozenset(owner.forms))
        forms = frozenset(owned.forms)
        right = rule.forms(tongue.lexicon.noun(owned.name), forms) if named else forms
        if right != forms:
            name = f"{owned.name[:1].upper()}{owned.name[1:]}" if owned.capital else owned.name
            bag.add(rule.code, owned.span, right=f"[{name}:{' '.join(sorted(right))}]")


def _neighbours(pieces: Sequence[w.Piece]) -> Iterator[tuple[Neighbour, Neighbour]]:
    """Yield what can stand side by side with nothing but a space between."""
    for at, piece in enumerate(pieces):
        for branch in _branches(piece):
            yield from _neighbours(branch)
        for one in _edge((piece,), last=True):
            for other in _edge(pieces[at + 1 :], last=False):
                yield one, other


def _edge(pieces: Sequence[w.Piece], *, last: bool) -> Iterator[Neighbour]:
    """Yield the placeholders and words that pieces can end with, or begin with."""
    for piece in reversed(pieces) if last else pieces:
        match piece:
            case w.Say():
                yield piece
                return
            case w.Text():
                found = (_LAST if last else _FIRST).search(piece.text)
                if found is not None:
                    yield found[1]
                if piece.text.strip():
                    return
            case w.Article():
                return
            case w.Choice() | w.Each():
                branches = _branches(piece)
                for branch in branches:
                    yield from _edge(branch, last=last)
                if all(branches):
                    return
            case _:
                assert_never(piece)


def _branches(piece: w.Piece) -> tuple[tuple[w.Piece, ...], ...]:
    match piece:
        case w.Choice():
            return (*(branch for _, branch in piece.branches), piece.otherwise)
        case w.Each():
            return piece.parts
        case _:
            return ()
