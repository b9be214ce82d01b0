"""The normal form of a position: what positions have in common that differ only in which of several like elements is which.

It serves the search for ways out of a decision that is all or nothing (``ir.symmetry_classes`` says what may be exchanged, and why): a
position that was judged is known again in all its copies, and of moves with elements that are alike one is tried for all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from reguli.engine.gameplay.legal_actions import Move, taken
from reguli.engine.state_snapshots import Position
from reguli.ir.interpreter.set_numbering import members_of
from reguli.ir.program import Decide, Program, Slots
from reguli.ir.symmetry_classes import Alike, AlikeKind, exchanged
from reguli.model.types import CollectionType
from reguli.source.frozen_values import Kept, kept

Twins = Mapping[str, Mapping[int, int]]
"""By kind and element: the first element that it is like, itself included."""


@kept
class Normal(Kept):
    """A position in its normal form, and which of its elements are alike."""

    key: Position
    twins: Twins


def normal_form(program: Program, decision: Decide, s: Slots) -> Normal:
    """Give the normal form of a position in which somebody decides.

    Two positions have the same one only if the same moves lead out of both. What was named when the decision was last taken is past.
    """
    alike: Alike = program.alike
    key = s[: program.logical]
    first, last = decision.own
    key[first:last] = [0] * (last - first)
    for slot in alike.unread:
        key[slot] = 0
    if any(s[slot] for slot in alike.busy):
        return Normal(tuple(key), {})
    twins = {kind.kind: _sorted_in(key, kind, set(_referred(kind, s, decision))) for kind in alike.kinds}
    return Normal(tuple(key), twins)


def _sorted_in(key: Slots, kind: AlikeKind, known: set[int]) -> dict[int, int]:
    """Sort the columns of elements that are of one class, but for those that are known; give for each the first that it is like."""
    first: dict[int, int] = {}
    for elements in kind.classes:
        free = [element for element in elements if element not in known]
        columns = [tuple(key[slot + element * stride] for slot, stride in kind.columns) for element in free]
        met: dict[tuple[int, ...], int] = {}
        for element, column in zip(free, columns, strict=True):
            first[element] = met.setdefault(column, element)
        for element, column in zip(free, sorted(columns), strict=True):
            for (slot, stride), value in zip(kind.columns, column, strict=True):
                key[slot + element * stride] = value
    return first


def _referred(kind: AlikeKind, s: Slots, decision: Decide) -> Iterator[int]:
    """Give the elements that something in a position refers to."""
    past = range(*decision.own)
    yield from (s[slot] for slot in kind.single if slot not in past)
    for slot in kind.lists:
        if slot not in past:
            yield from s[slot + 1 : slot + 1 + s[slot]]
    for first, last, zone in kind.inside:
        yield from (place - zone for place in s[first:last])


def one_of_each(decision: Decide, moves: Iterable[Move], twins: Twins) -> Iterator[Move]:
    """Give moves without those that are like an earlier one."""
    met: set[Hashable] = set()
    for move in moves:
        mark = likeness(decision, move, twins)
        if mark not in met:
            met.add(mark)
            yield move


def likeness(decision: Decide, move: Move, twins: Twins) -> Hashable:
    """Give what moves have in common that differ only in elements that are alike."""
    if not twins:
        return move
    choice, arguments = taken(decision, move.option, move.arguments), move.arguments
    assert choice is not None
    types = [parameter.variable.type for parameter in choice.option.parameters]
    marks: list[Hashable] = []
    named: dict[str, list[int]] = {}
    for kind, found, value in zip(exchanged(types), types, arguments, strict=True):
        like = twins.get(kind)
        if like is None:
            marks.append(value)
        elif isinstance(found, CollectionType):
            marks.append(tuple(sorted(like.get(one, one) for one in members_of(value))))
        else:
            # Two elements that are alike are still two: whether an argument is the same as an earlier one counts.
            before = named.setdefault(kind, [])
            before.append(value)
            marks.append((like.get(value, value), before.index(value)))
    return move.option, tuple(marks)
