"""Facts: what is known to be there, and what each hangs on, so that it is forgotten when that changes.

A fact is an element that is there, or a collection that holds something.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from reguli.check.write_sets import MOVED
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.types import ElementType
from reguli.source.frozen_values import Kept, kept

Facts = frozenset[t.Term]
NOTHING: Final[Facts] = frozenset()


@kept
class Everywhere(t.Constant):
    """Stands for every element of a kind, as the owner of a fact."""


@kept
class Lying(t.Placed):
    """The fact that a piece lies in a zone of this field."""

    field: str
    piece: t.Term


def instead(value: Any, others: Mapping[t.Term, t.Term]) -> Any:
    """Give a term in which some terms stand for others."""
    if isinstance(value, t.Placed):
        if value in others:
            return others[value]  # type: ignore[index]  # whatever is placed is a term
        parts = [getattr(value, name) for name in value.__match_args__]
        new = [instead(part, others) for part in parts]
        if all(one is other for one, other in zip(parts, new, strict=True)):
            return value
        return type(value)(*new, span=value.span)
    if isinstance(value, tuple):
        found = tuple(instead(part, others) for part in value)
        return value if all(one is other for one, other in zip(value, found, strict=True)) else found
    return value


def everywhere(owner: t.Term) -> t.Term:
    """Give what stands for every owner of a field."""
    return Everywhere(owner.type, -1, None)


def either(one: Facts | None, other: Facts | None) -> Facts | None:
    """Give what is known whichever way it came; None is a way that there is not."""
    return other if one is None else one if other is None else one & other


@kept
class Hanging(Kept):
    """On what a fact hangs: the variables that it names, fields within it, the field it is itself, whether on where pieces lie."""

    fact: t.Term
    variables: frozenset[int]
    within: frozenset[str]
    own: str | None
    moves: bool


class Forgetting:
    """Tells what is still known behind a change; on what a fact hangs is found out once."""

    def __init__(self) -> None:
        """Begin without any fact."""
        # By identity: to compare two facts takes longer than to find out on what one hangs.
        self._of: dict[int, Hanging] = {}

    def of(self, fact: t.Term) -> Hanging:
        """Give on what a fact hangs."""
        found = self._of.get(id(fact))
        if found is None:
            found = self._of[id(fact)] = _hanging(fact)
        return found

    def without(self, facts: Facts, variables: Collection[int]) -> Facts:
        """Give what is known apart from some variables."""
        gone = [fact for fact in facts if not self.of(fact).variables.isdisjoint(variables)]
        return facts.difference(gone) if gone else facts

    def changed(self, facts: Facts, fields: Collection[str], kept: Collection[str]) -> Facts:
        """Give what is still known when some fields were written, and pieces moved (``MOVED``); ``kept`` are never given nothing."""
        if not fields:
            return facts
        moved = MOVED in fields
        gone = [fact for fact in facts if _hangs(self.of(fact), fields, kept, moved=moved)]
        return facts.difference(gone) if gone else facts


def _hangs(on: Hanging, fields: Collection[str], kept: Collection[str], *, moved: bool) -> bool:
    if (moved and on.moves) or not on.within.isdisjoint(fields):
        return True
    return on.own is not None and on.own in fields and on.own not in kept


def _hanging(fact: t.Term) -> Hanging:
    variables, within, moves = set[int](), set[str](), False
    for inner in all_terms(fact):
        match inner:
            case t.Local(_, variable):
                variables.add(variable.key)
            case t.Tracked(_, name) if inner is not fact:
                within.add(name)
            case t.Occupant() | t.Lies() | t.Contents() | t.Amount() | t.Variety():
                moves = True
            case _ if isinstance(inner, Lying):
                moves = True
            case _:
                pass
    own = fact.field if isinstance(fact, t.Tracked) else None
    moves = moves or (own is not None and not isinstance(fact.type, ElementType))
    return Hanging(fact, frozenset(variables), frozenset(within), own, moves)
