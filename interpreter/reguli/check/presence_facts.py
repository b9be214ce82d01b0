"""Facts: values known to be present, each with its dependencies, so that changes invalidate it.

A fact is an element that is there, or a collection that holds something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from reguli.check.unused_declarations import MOVED
from reguli.model.analysis.presence_analysis import may_be_absent
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, inline_lets, rename_variable
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import CollectionType, ElementType, TruthType, ZoneType
from reguli.source.frozen_values import FrozenValue, frozen_class

Facts = frozenset[t.Term]
NOTHING: Final[Facts] = frozenset()


@frozen_class
class AnyElementOwner(t.Constant):
    """A wildcard owner of a fact: every element of a kind."""


@frozen_class
class InZoneFact(t.Placed):
    """The fact that a piece lies in a zone of this field."""

    field: str
    piece: t.Term


def substitute_terms(value: Any, others: Mapping[t.Term, t.Term]) -> Any:
    """Return a term with some terms replaced."""
    if isinstance(value, t.Placed):
        if value in others:
            return others[value]  # type: ignore[index]  # whatever is placed is a term
        parts = [getattr(value, name) for name in value.__match_args__]
        new = [substitute_terms(part, others) for part in parts]
        if all(one is other for one, other in zip(parts, new, strict=True)):
            return value
        return type(value)(*new, span=value.span)
    if isinstance(value, tuple):
        found = tuple(substitute_terms(part, others) for part in value)
        return value if all(one is other for one, other in zip(value, found, strict=True)) else found
    return value


def owner_wildcard(owner: t.Term) -> t.Term:
    """Return the wildcard for every owner of a field."""
    return AnyElementOwner(owner.type, -1, None)


def merge_facts(one: Facts | None, other: Facts | None) -> Facts | None:
    """Return the facts known on both paths; ``None`` is an unreachable path."""
    return other if one is None else one if other is None else one & other


@frozen_class
class FactDependencies(FrozenValue):
    """The dependencies of a fact: the variables that it names, fields within it, its own field, whether it depends on piece locations."""

    fact: t.Term
    variables: frozenset[int]
    within: frozenset[str]
    own: str | None
    moves: bool


class FactInvalidation:
    """Determines which facts survive a change; the dependencies of each fact are computed once and cached."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        # By identity: to compare two facts takes longer than to find out on what one hangs.
        self._of: dict[int, FactDependencies] = {}

    def of(self, fact: t.Term) -> FactDependencies:
        """Return the dependencies of a fact."""
        found = self._of.get(id(fact))
        if found is None:
            found = self._of[id(fact)] = _hanging(fact)
        return found

    def without(self, facts: Facts, variables: Collection[int]) -> Facts:
        """Return the facts that do not depend on some variables."""
        gone = [fact for fact in facts if not self.of(fact).variables.isdisjoint(variables)]
        return facts.difference(gone) if gone else facts

    def changed(self, facts: Facts, fields: Collection[str], kept: Collection[str]) -> Facts:
        """Return the facts that survive writes to some fields and moves (``MOVED``); ``kept`` fields are never set to none."""
        if not fields:
            return facts
        moved = MOVED in fields
        gone = [fact for fact in facts if _hangs(self.of(fact), fields, kept, moved=moved)]
        return facts.difference(gone) if gone else facts


def _hangs(on: FactDependencies, fields: Collection[str], kept: Collection[str], *, moved: bool) -> bool:
    if (moved and on.moves) or not on.within.isdisjoint(fields):
        return True
    return on.own is not None and on.own in fields and on.own not in kept


def _hanging(fact: t.Term) -> FactDependencies:
    variables, within, moves = set[int](), set[str](), False
    for inner in all_terms(fact):
        match inner:
            case t.Local(_, variable):
                variables.add(variable.key)
            case t.Tracked(_, name) if inner is not fact:
                within.add(name)
            case t.Occupant() | t.Lies() | t.Contents() | t.Amount() | t.Variety():
                moves = True
            case _ if isinstance(inner, InZoneFact):
                moves = True
            case t.LeafTerm() | t.Fixed() | t.Tracked() | t.Gathered() | t.Cell() | t.ComputedTerm():
                pass
    own = fact.field if isinstance(fact, t.Tracked) else None
    moves = moves or (own is not None and not isinstance(fact.type, ElementType))
    return FactDependencies(fact, frozenset(variables), frozenset(within), own, moves)


# -- definitely present ----------------------------------------------------------------------------------------------
# What is certainly there at a place of the rules: asked before in the same condition, by a guard, an ``if``, or given before.
#
# What an effect may change is no longer known behind it; what is only ever given something, once it has something, stays known for the rest of the game.


DEEP: Final = 10
"""So many defines within one another are looked into; what is further in is not known."""


class DefinitelyPresent:
    """Analysis of values certainly present in one ruleset; ``kept`` are the fields never set to none."""

    def __init__(self, ruleset: Ruleset, kept: Collection[str]) -> None:
        self.ruleset = ruleset
        self.kept = kept
        self.forgetting = FactInvalidation()
        # By identity, each kept beside what it tells.
        self._told_by: dict[int, tuple[t.Exists, t.Term]] = {}

    def changed(self, facts: Facts, fields: Collection[str]) -> Facts:
        """Return the facts that survive writes to some fields."""
        return self.forgetting.changed(facts, fields, self.kept)

    def without(self, facts: Facts, variables: Collection[int]) -> Facts:
        """Return the facts that do not depend on some variables."""
        return self.forgetting.without(facts, variables)

    def variables(self, fact: t.Term) -> frozenset[int]:
        """Return the keys of the variables that a fact names."""
        return self.forgetting.of(fact).variables

    def is_there(self, term: t.Term, facts: Facts, deep: int = 0) -> bool:
        """Return whether an element is certainly there."""
        if not may_be_absent(self.ruleset, self.ruleset.absent, term) or term in facts:
            return True
        match term:
            case t.Known(_, _, written):
                return self.is_there(written, facts, deep)
            case t.Fixed(_, kind, name, element):
                return -1 not in self.ruleset.kinds[kind].values[name] and self.is_there(element, facts, deep)
            case t.Tracked(_, name, owner, keys):
                return self._is_tracked(term, name, owner, facts, deep) and all(
                    self.is_there(key, facts, deep) for key in keys if isinstance(key.type, ElementType)
                )
            case t.Choice(_, condition, then, otherwise):
                yes, no = self.given(facts, condition, True, deep), self.given(facts, condition, False, deep)
                return (yes is None or self.is_there(then, yes, deep)) and (
                    no is None or self.is_there(otherwise, no, deep)
                )
            case t.Apply(_, name, arguments):
                body = self.inside(name, arguments)
                return deep < DEEP and body is not None and self.is_there(body, facts, deep + 1)
            case t.Builtin():
                return self._is_found(term, facts, deep)
            case t.Lies(_, zones, _, piece):
                return any(isinstance(one, InZoneFact) and one.field in zones and one.piece == piece for one in facts)
            case t.Fact(_, name):
                # There is always a stage, and a check of its own holds 'at_turn' to turns.
                return name in {"stage", "at_turn"}
            case t.Constant() | t.Local() | t.Elements() | t.Gathered() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                return False

    def _is_tracked(self, term: t.Tracked, name: str, owner: t.Term | None, facts: Facts, deep: int) -> bool:
        if owner is None:
            return name not in self.ruleset.absent.fields
        if not self.is_there(owner, facts, deep):
            return False
        every = t.Tracked(term.type, name, owner_wildcard(owner), term.keys)
        return name not in self.ruleset.absent.fields or every in facts

    def _is_found(self, term: t.Builtin, facts: Facts, deep: int) -> bool:
        match term.name, term.arguments:
            case (("next" | "previous"), (item, *_)):
                kind = item.type.kind if isinstance(item.type, ElementType) else ""
                return self.ruleset.kinds[kind].ring and self.is_there(item, facts, deep)
            case (("turned" | "turned_back" | "next_seat" | "previous_seat"), arguments):
                return all(self.is_there(one, facts, deep) for one in arguments)
            case (("first" | "last" | "lowest" | "highest"), (items,)):
                return self.holds_some(items, facts, deep)
            case _:
                return False

    def holds_some(self, items: t.Term, facts: Facts, deep: int = 0) -> bool:
        """Return whether a collection is certainly not empty."""
        if items in facts:
            return True
        match items:
            case t.Elements(_, kind):
                return bool(self.ruleset.kinds[kind].elements) or kind == "player"
            case t.Builtin(_, "clockwise_from" | "reversed", (inner,)):
                return isinstance(inner.type, ElementType) or self.holds_some(inner, facts, deep)
            case t.Filter(_, _, domain, None):
                return self.holds_some(domain, facts, deep)
            case t.Filter(_, variable, domain, where):
                return where is not None and exists_fact(variable, domain, where) in facts
            case t.Listed(_, found):
                return bool(found)
            case t.SetOperation(_, "union", left, right):
                return self.holds_some(left, facts, deep) or self.holds_some(right, facts, deep)
            case t.Contents(CollectionType(kind), zone):
                return t.Occupant(ElementType(kind), zone) in facts
            case t.Apply(_, name, arguments):
                body = self.inside(name, arguments)
                return deep < DEEP and body is not None and self.holds_some(body, facts, deep + 1)
            case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return False

    def inside(self, name: str, arguments: tuple[t.Term, ...]) -> t.Term | None:
        """Return the value of a define with arguments inserted."""
        define = self.ruleset.defines.get(name)
        if define is None:
            return None
        given = {variable.key: argument for variable, argument in zip(define.parameters, arguments, strict=False)}
        return inline_lets(define.value, given)  # type: ignore[no-any-return]  # a term for a term

    # -- what a condition tells ------------------------------------------------------------------------------------

    def given(self, facts: Facts, condition: t.Term, holds: bool, deep: int = 0) -> Facts | None:
        """Return the facts known if a condition holds, or does not; ``None`` if that is impossible."""
        match condition:
            case t.Constant(TruthType(), value, None):
                return facts if bool(value) is holds else None
            case t.Negation(_, operand):
                return self.given(facts, operand, not holds, deep)
            case t.Logic(_, word, left, right):
                if (word == "and") is holds:
                    first = self.given(facts, left, holds, deep)
                    return None if first is None else self.given(first, right, holds, deep)
                return merge_facts(self.given(facts, left, holds, deep), self._other(facts, left, right, holds, deep))
            case t.Builtin(_, "is_none", (item,)):
                if isinstance(item, t.Constant):
                    return facts if (item.value < 0) is holds else None
                return facts if holds else facts | {item}
            case t.Compare(_, sign, left, right):
                return facts | self._compared(sign, left, right, holds)
            case t.In(_, item, _) if holds and isinstance(item.type, ElementType):
                return facts | {item}
            case t.Exists():
                return self._told(facts, condition, holds, deep)
            case t.Apply(_, name, arguments):
                body = self.inside(name, arguments) if deep < DEEP else None
                return facts if body is None else self.given(facts, body, holds, deep + 1)
            case t.Constant() | t.Local() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return facts

    def _other(self, facts: Facts, left: t.Term, right: t.Term, holds: bool, deep: int) -> Facts | None:
        """Return the facts known if the second of two operands decides the result, because the first did not."""
        before = self.given(facts, left, not holds, deep)
        return None if before is None else self.given(before, right, holds, deep)

    def _compared(self, sign: str, left: t.Term, right: t.Term, holds: bool) -> Facts:
        if isinstance(left.type, ElementType):
            # A comparison with nothing is false.
            return frozenset((left, right)) if holds else NOTHING
        some = {("=", False), ("!=", True), (">", True), ("<=", False)}
        for counted, other, way in ((left, right, sign), (right, left, TURNED.get(sign, sign))):
            if not isinstance(other, t.Constant) or other.origin is not None:
                continue
            if (other.value == 0 and (way, holds) in some) or (other.value == 1 and (way, holds) in LEAST):
                return frozenset(nonempty_containers(counted))
        return NOTHING

    def _told(self, facts: Facts, exists: t.Exists, holds: bool, deep: int) -> Facts | None:
        if (exists.how == "some") is not holds or exists.how == "every":
            return facts
        inner: Facts | None = facts | {exists.domain}
        asked = [one for one in (exists.where, exists.has) if one is not None]
        for one in asked:
            inner = inner if inner is None else self.given(inner, one, True, deep)
        if inner is None:
            return None
        known = self.without(inner, {exists.variable.key})
        return known | {self._some(exists, asked)} if asked else known

    def _some(self, exists: t.Exists, asked: Sequence[t.Term]) -> t.Term:
        """Return the fact established by a condition that holds for some member; cached."""
        found = self._told_by.get(id(exists))
        if found is None:
            fact = exists_fact(exists.variable, exists.domain, reduce(_both, asked))
            found = self._told_by[id(exists)] = (exists, fact)
        return found[1]

    def chosen(self, facts: Facts, variable: t.Variable, value: t.Term) -> Facts:
        """Add the facts about a variable assigned a present element that was selected by a condition."""
        match value:
            case t.Builtin(_, "first" | "last", (t.Filter(_, inner, _, t.Placed() as where),)):
                return self.given(facts, rename_variable(where, inner, variable), True) or facts
            case t.ReadTerm() | t.ComputedTerm():
                return facts


def exists_fact(variable: t.Variable, domain: t.Term, where: t.Term) -> t.Term:
    """Return the fact that some member of a domain fulfils a condition, independent of the member's name."""
    member = replace(variable, name="", key=0)
    return t.Filter(domain.type, member, domain, rename_variable(where, variable, member), ())


def _both(left: t.Term, right: t.Term) -> t.Term:
    return t.Logic(left.type, "and", left, right)


TURNED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
LEAST: Final = {(">=", True), ("<", False), ("=", True)}
"""How a number that is compared with 1 is known to be no less."""


def nonempty_containers(counted: t.Term) -> Iterable[t.Term]:
    """Yield the terms known to be non-empty if a number is not 0."""
    match counted:
        case t.Builtin(_, "count", (items,)):
            yield items
            if isinstance(items, t.Contents) and isinstance(items.type, CollectionType):
                yield t.Occupant(ElementType(items.type.kind), items.zone)
        case t.Amount(_, zone):
            yield zone
            if isinstance(zone.type, ZoneType) and zone.type.variety is not None:
                yield t.Occupant(ElementType(zone.type.variety), zone)
        case t.LeafTerm() | t.LookupTerm() | t.Variety() | t.Contents() | t.Occupant() | t.ComputedTerm():
            return
