"""The names in reach of a rule: the constants, tables, elements it reads, its arguments and parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from reguli.model import terms as t
from reguli.model.bound import Ask, BoundOption, BoundReason, Guard, Perform
from reguli.model.ruleset import (
    BoundDefine,
    BoundProcedure,
    BoundRanking,
    BoundTrigger,
    ConstantValue,
    Invariant,
    Ruleset,
    Table,
)
from reguli.model.ruleset import Kind as ModelKind
from reguli.model.types import CollectionType, ElementType, NumberType, Type
from reguli.ruleset.documents import StateDecl
from reguli.words.carriers import AdjustRule, Carrier, StageRule
from reguli.words.elements import element_kind, element_value, kind_of_type
from reguli.words.offers import (
    Offer,
    constant_offers,
    element_offer,
    everywhere,
    kind_offers,
    state_offers,
    unknown,
)
from reguli.words.table_offers import table_offers
from reguli.words.values import Kind

Named = tuple[str, Offer]

MOVER = "player"
"""What the one who moves is called in options and reasons."""
READER = "you"
"""Whether the one who reads is the one who moves."""
MISSING, LEFT, RIGHT, ALLOWED = "missing", "left", "right", "allowed"
"""What a comparison that failed lacks, its two sides, and what would be allowed."""


def inside(node: object) -> Iterator[object]:
    """Give everything bound that stands in a node: terms, statements, options, guards."""
    if isinstance(node, tuple):
        for item in node:
            yield from inside(item)
    elif is_dataclass(node) and not isinstance(node, type) and (type(node).__module__ in _BOUND_MODULES):
        yield node
        for field in fields(node):
            yield from inside(getattr(node, field.name))


_BOUND_MODULES = frozenset({t.__name__, BoundOption.__module__})


class InReach:
    """Finds what stands in reach of rules; the offers of each table are made once."""

    def __init__(self, ruleset: Ruleset, players: int | None = None) -> None:
        """Look at a ruleset, for a number of players or for all."""
        self.ruleset = ruleset
        self.players = players
        self._tables: dict[str, tuple[Named, ...]] = {}

    def offers(self, carrier: Carrier) -> dict[str, Offer]:
        """Give what a carrier offers: what is its own first, then what its rule reads, then what is offered everywhere."""
        found: dict[str, Offer] = {}
        for name, offer in (*self._own(carrier), *self.read(carrier), *everywhere(self.ruleset)):
            found.setdefault(name, offer)
        return found

    def read(self, carrier: Carrier) -> Iterator[Named]:
        """Give the constants, tables and elements that a rule reads, those of its defines and procedures included."""
        for node in self._all_inside(_bound_parts(carrier.node, self.ruleset)):
            yield from self._named(node)

    def _own(self, carrier: Carrier) -> Iterator[Named]:
        match carrier.node:
            case ConstantValue():
                yield from constant_offers(carrier.node)
            case Table():
                yield from self._table(carrier.node.id)
            case ModelKind():
                yield from kind_offers(carrier.node, self.ruleset)
            case StateDecl():
                yield from state_offers(carrier.node)
            case BoundProcedure(parameters=parameters) | BoundDefine(parameters=parameters):
                yield from self._variables(parameters)
            case BoundTrigger(variable=variable):
                yield from self._variables(() if variable is None else (variable,))
            case BoundOption():
                yield from self._option(carrier.node)
            case Ask():
                yield MOVER, unknown("name")
                yield READER, unknown("truth")
            case Guard():
                assert isinstance(carrier.owner, BoundOption)
                yield from self.guard(carrier.node, carrier.owner)
            case Invariant():
                yield from ()
            case _:
                return

    def _option(self, option: BoundOption) -> Iterator[Named]:
        yield MOVER, unknown("name")
        yield READER, unknown("truth")
        yield from self._variables(tuple(parameter.variable for parameter in option.parameters))

    def guard(self, guard: Guard, option: BoundOption) -> Iterator[Named]:
        """Give what a reason offers: who moves, the move, the reason's arguments, what is missing."""
        yield from self._option(option)
        yield from self.reason(guard.reason)
        if is_shortage(guard.condition):
            for name in (MISSING, LEFT, RIGHT):
                yield name, unknown("number", _unit(guard.condition))

    def reason(self, reason: BoundReason) -> Iterator[Named]:
        """Give the arguments of a reason by name."""
        for name, argument in zip(argument_names(reason), reason.arguments, strict=True):
            kind = kind_of_type(argument.type, self.ruleset)
            if kind is not None:
                yield name, self._unknown(kind, argument.type)

    def _variables(self, variables: tuple[t.Variable, ...]) -> Iterator[Named]:
        for variable in variables:
            kind = kind_of_type(variable.type, self.ruleset)
            if kind is not None:
                yield variable.name, self._unknown(kind, variable.type)

    def _unknown(self, kind: Kind, found: Type) -> Offer:
        """Offer a value of a type, with the first elements of its kind as samples."""
        if not isinstance(found, ElementType | CollectionType):
            return unknown(kind, _unit_of(found))
        known = self.ruleset.kinds[found.kind]
        if known.id == MOVER:
            return unknown(kind, known.id)
        items = tuple(element_value(known, index) for index in range(len(known.elements))[:3])
        return unknown(kind, known.id, items if isinstance(found, CollectionType) else items[0] if items else None)

    def _all_inside(self, parts: tuple[object, ...]) -> Iterator[object]:
        """Give everything in some parts, once; defines and procedures are followed."""
        waiting, known = list(parts), set[str]()
        while waiting:
            for node in inside(waiting.pop(0)):
                yield node
                name, body = self._followed(node)
                if name and name not in known:
                    known.add(name)
                    waiting.append(body)

    def _followed(self, node: object) -> tuple[str, object]:
        ruleset = self.ruleset
        if isinstance(node, t.Apply) and node.define in ruleset.defines:
            return f"define.{node.define}", ruleset.defines[node.define].value
        if isinstance(node, Perform) and node.procedure in ruleset.procedures:
            return node.procedure, ruleset.procedures[node.procedure].body
        return "", ()

    def _named(self, node: object) -> Iterator[Named]:
        ruleset = self.ruleset
        if isinstance(node, t.Cell):
            yield from self._table(node.table)
        elif isinstance(node, t.Constant) and isinstance(node.type, NumberType):
            known = ruleset.constants.get(node.origin or "")
            yield from () if known is None else constant_offers(known)
        elif isinstance(node, t.Constant) and isinstance(node.type, ElementType) and node.value >= 0:
            kind = ruleset.kinds[node.type.kind]
            if kind.id != MOVER and kind.declared is not None:
                yield element_offer(ruleset, kind, node.value, element_kind(kind))

    def _table(self, name: str) -> tuple[Named, ...]:
        known = self._tables.get(name)
        if known is None:
            known = self._tables[name] = tuple(table_offers(self.ruleset.tables[name], self.ruleset, self.players))
        return known


def _bound_parts(node: object, ruleset: Ruleset) -> tuple[object, ...]:
    """Give the bound terms and bodies of a carrier."""
    match node:
        case BoundProcedure():
            return (node.body,)
        case BoundTrigger():
            return (node.condition, node.procedure.body)
        case BoundDefine():
            return (node.value, *((condition, amount) for _, condition, amount in node.adjusts))
        case BoundRanking():
            return (node.by,)
        case Invariant():
            return (node.condition,)
        case AdjustRule():
            return (node.condition, node.amount)
        case StageRule():
            return () if node.bound.when is None else (node.bound.when,)
        case Ask() | BoundOption() | Guard():
            return (node,)
        case StateDecl():
            start = ruleset.starts.get(f"{node.owner}.{node.id}")
            return () if start is None else (start,)
        case _:
            return ()


def argument_names(reason: BoundReason) -> tuple[str, ...]:
    """Name the arguments of a reason by what they are: a variable, a define, a field, a table; a second gets ``2``."""
    found: list[str] = []
    for argument in reason.arguments:
        name = term_name(argument)
        same = sum(1 for other in found if other.rstrip("0123456789") == name)
        found.append(name if not same else f"{name}{same + 1}")
    return tuple(found)


def term_name(term: t.Term) -> str:
    """Name a value after what it is; ``value`` where it has no name of its own."""
    match term:
        case t.Local():
            return term.variable.name
        case t.Apply():
            return term.define
        case t.Cell():
            return term.table
        case t.Constant(origin=str(origin)):
            return origin
        case t.Fixed():
            return term.field
        case t.Tracked():
            return term.field.partition(".")[2]
        case t.Amount(zone=inner) | t.Contents(zone=inner) | t.Variety(zone=inner):
            return term_name(inner)
        case t.Builtin(arguments=(inner, *_)):
            return term_name(inner)
        case t.Fact():
            return term.name
        case _:
            return "value"


def is_shortage(condition: t.Term) -> bool:
    """Whether a condition compares amounts, so that something is missing when it fails."""
    return (
        isinstance(condition, t.Compare)
        and isinstance(condition.left.type, NumberType)
        and condition.operator in ("<", "<=", ">", ">=", "=")
    )


def _unit(condition: t.Term) -> str:
    assert isinstance(condition, t.Compare)
    return _unit_of(condition.left.type) or _unit_of(condition.right.type)


def _unit_of(found: Type) -> str:
    return found.unit or "" if isinstance(found, NumberType) else ""
