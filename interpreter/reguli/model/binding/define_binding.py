"""Defines: named values, each bound after those it needs, and the standing changes added to them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, get_args

from reguli.language.syntax_tree.expressions import (
    Aggregate,
    Binary,
    Call,
    Converted,
    Divide,
    Expression,
    Field,
    IfElse,
    Name,
    Negative,
    Number,
    SortKey,
)
from reguli.language.syntax_tree.top_level_items import Adjust, Define
from reguli.model import types as ty
from reguli.model.analysis.dependency_cycles import order_and_rings
from reguli.model.binding.binding_context import World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.scope import Scope
from reguli.model.bound_tree.bound_terms import Apply, Builtin, Term
from reguli.model.bound_tree.read_write_sets import parts_of
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.builtin_signatures import NAMES, TOO_DEEP
from reguli.model.card_effects.piece_rules import Rule
from reguli.model.card_effects.rule_heads import always, asked, opened
from reguli.model.recursion_limits import deepened
from reguli.model.resolved_ruleset import BoundDefine
from reguli.model.rule_ids import as_written
from reguli.model.units import fits
from reguli.source.message_arguments import Said, row

TRUTH_WORD: Final = "truth"
"""What a define that is a condition may say it gives."""
NODES: Final = (*get_args(Expression), SortKey)


def names_in(expression: Expression) -> Iterator[str]:
    """Yield every word of an expression that may be the name of a define, and those that may be of a library's: ``herds.is_strongest``."""
    waiting: list[object] = [expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Name):
            yield node.id
        elif isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, NODES):
            if isinstance(node, Field) and isinstance(node.base, Name):
                yield f"{node.base.id}.{node.name}"
            waiting.extend(getattr(node, field.name) for field in dataclasses.fields(node))


def bind_defines(world: World, written: Iterable[Define]) -> dict[str, BoundDefine]:
    """Bind defines into what is known, each after those it needs, and give them; one that needs itself is a finding."""
    nodes: dict[str, Define] = {}
    for node in written:
        if node.name in NAMES:
            world.bag.add("R209", node.span, name=node.name, what=Said("thing.function"))
        else:
            nodes.setdefault(node.name, node)
    nodes, faults = deepened(world, nodes, lambda node: names_in(node.value))
    world.arities |= {name: len(node.parameters) for name, node in nodes.items()}
    needs = {name: () if name in faults else tuple(names_in(node.value)) for name, node in nodes.items()}
    order, rings = order_and_rings(needs)
    _recursion(world, rings, nodes)
    ringed = {name for ring in rings for name in ring}
    for name in order:
        if name in faults:
            world.defines[name] = _fault(world, nodes[name], faults[name])
        elif name not in ringed:
            world.defines[name] = _bind(world, nodes[name])
    return {name: world.defines[name] for name in nodes if name not in ringed}


def _fault(world: World, node: Define, chain: str) -> BoundDefine:
    """Bind what a value is behind its last depth: a fault of the type that the value says it has (R238 where it says none)."""
    if node.unit is None:
        world.bag.add("R238", node.span, name=as_written(node.name))
    found: ty.Type = ty.UNKNOWN
    if node.unit is not None:
        known: dict[str, ty.Type] = {TRUTH_WORD: ty.TRUTH, "number": ty.PLAIN}
        counted = ty.NumberType(node.unit) if node.unit in world.units and _is_number(node.value, world) else None
        found = known.get(node.unit) or counted or world.type_named(node.unit) or ty.UNKNOWN
    value = Builtin(found, TOO_DEEP, (), chain, span=(node.deep or node).span)
    return BoundDefine(node.name, world.signature(node.parameters), found, value, (), node)


def _is_number(value: Expression, world: World) -> bool:
    """Tell whether one way to compute a value gives a number, as a name alone may be that of a kind and of a unit."""
    match value:
        case IfElse():
            return _is_number(value.then, world) or _is_number(value.otherwise, world)
        case Number() | Divide() | Negative() | Converted():
            return True
        case Binary(operator=sign):
            return sign in {"+", "-", "*"}
        case Aggregate():
            return value.how == "sum" or _is_number(value.value, world)
        case Call(function=Name(id=name)):
            return name in {"count", "abs", "min", "max"}
        case Name(id=name):
            return name in world.constants
        case _:
            return False


def _recursion(world: World, rings: Iterable[tuple[str, ...]], nodes: Mapping[str, Define]) -> None:
    for ring in rings:
        if any(nodes[one].deep is not None for one in ring):
            continue  # what is wrong with its depth is said
        chain = row((*ring, ring[0]), "says.needs", "says.needs")
        related = [(nodes[one].span, Said("here.name_defined", name=one)) for one in ring[1:]]
        world.bag.add("R301", nodes[ring[0]].span, related=related, name=ring[0], chain=chain)


def _bind(world: World, node: Define) -> BoundDefine:
    parameters = world.signature(node.parameters)
    scope = Scope(world)
    scope.take(node.parameters, parameters, "parameter")
    binder = ExpressionBinder(scope)
    expected = None if node.unit is None else world.type_named(node.unit)
    value = binder.value(node.value, expected)
    if isinstance(value.type, ty.ZoneType):
        value = binder.mismatch(node.value, value.type, Said("sort.value"))
    return BoundDefine(node.name, parameters, _type(world, node, value), value, (), node)


def _type(world: World, node: Define, value: Term) -> ty.Type:
    """Give the type a define says it has, after holding its value to it."""
    found = value.type
    if node.unit is None or isinstance(found, ty.UnknownType):
        return found
    match found:
        case ty.NumberType() if node.unit in world.units:
            if fits(found, node.unit):
                return found if found.unit == node.unit else ty.NumberType(node.unit)
        case ty.NumberType(None) if node.unit == "number":
            return found
        case ty.TruthType() if node.unit == TRUTH_WORD:
            return found
        case ty.ElementType(kind) if kind == node.unit:
            return found
        case ty.CollectionType(kind) | ty.BundleType(kind) if world.plurals.get(node.unit) == kind:
            return found
        case _:
            pass
    _differs(world, node, found)
    return found


def _differs(world: World, node: Define, found: ty.Type) -> None:
    known = (*world.units, *world.kinds, *world.plurals, TRUTH_WORD, "number")
    if node.unit in known:
        world.bag.add("R302", node.span, name=node.name, said=str(node.unit), found=ty.type_text(found))
    else:
        world.unknown("R205", node.span, str(node.unit), known)


def bind_adjusts(world: World, adjusts: Iterable[Rule[Adjust]]) -> None:
    """Add the standing changes to the defines they are changes of."""
    for rule in adjusts:
        node = rule.item
        define = world.defines.get(node.target)
        if define is not None:
            adjust = _adjust(world, rule, define)
            if adjust is not None:
                world.defines[node.target] = dataclasses.replace(define, adjusts=(*define.adjusts, adjust))
            if define.node.deep is not None:
                world.bag.add("R239", node.span, name=node.target)
        elif node.target not in world.arities:
            world.unknown("R303", node.span, node.target, world.arities)
    _check_adjusted(world)


def _check_adjusted(world: World) -> None:
    """Report standing changes of a value that need the value itself."""
    if not any(define.adjusts for define in world.defines.values()):
        return
    needs: dict[str, tuple[str, ...]] = {}
    for name, define in world.defines.items():
        used = (term for part in parts_of(define) for term in all_terms(part))
        needs[name] = tuple(dict.fromkeys(term.define for term in used if isinstance(term, Apply)))
    rings = order_and_rings(needs)[1]
    _recursion(world, rings, {name: define.node for name, define in world.defines.items()})


def _adjust(world: World, rule: Rule[Adjust], define: BoundDefine) -> tuple[Adjust, Term, Term] | None:
    node = rule.item
    if not world.agree(node.span, define.id, node.arguments, define.parameters):
        return None
    if not isinstance(define.type, ty.NumberType | ty.UnknownType):
        world.bag.add("R304", node.span, name=define.id, found=ty.type_text(define.type))
        return None
    head = opened(Scope(world), rule.piece, node.arguments, define.parameters, node.span)
    conditions = head.when(node.condition)
    unit = define.type.unit if isinstance(define.type, ty.NumberType) else None
    amount = ExpressionBinder(head.scope).number(node.amount, unit)
    head.keep(f"adjust.{node.name}", rule.piece, (*head.equal, *asked(head.scope, node.condition)), amount=amount)
    condition = head.some(conditions) or always()
    return node, condition, head.summed(amount, conditions)
