"""Fields of a kind that are asked for or run by rules: an effect, a condition, or a number, with what they are given."""

from __future__ import annotations

from reguli.model import types as ty
from reguli.model.binding.binding_context import NUMBER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import field_type
from reguli.model.binding.scope import Scope
from reguli.model.binding.statement_binding import StatementBinder, parameters_of
from reguli.model.bound_tree.bound_terms import Constant, Term, Variable
from reguli.model.bound_tree.tree_traversal import placed
from reguli.model.card_effects.rule_heads import THIS
from reguli.model.kind_binding import cell_of
from reguli.model.resolved_ruleset import BoundProcedure, Kind
from reguli.model.rule_ids import RuleIds, Site, Surrounding
from reguli.ruleset.kind_nodes import ElementDecl, FieldDecl
from reguli.source.span import Span

PieceRules = tuple[BoundProcedure | None, ...]
PieceConditions = tuple[tuple[tuple[Variable, ...], Term] | None, ...]


def bind_piece_rules(world: World) -> tuple[dict[tuple[str, str], PieceRules], dict[tuple[str, str], PieceConditions]]:
    """Bind what stands in the fields of elements, by kind and field, one for each element: effects; conditions and numbers.

    Each sees what its field is given, and the element itself as ``this``.
    """
    effects: dict[tuple[str, str], PieceRules] = {}
    asked: dict[tuple[str, str], PieceConditions] = {}
    for kind in world.kinds.values():
        elements = () if kind.declared is None else tuple(enumerate(kind.declared.elements))
        for field in kind.fields.values() if kind.declared is not None else ():
            if field.form == "procedure":
                effects[kind.id, field.id] = tuple(_effect(kind, at, one, field, world) for at, one in elements)
            elif field.form in {"condition", "amount"}:
                asked[kind.id, field.id] = tuple(_asked(kind, at, one, field, world) for at, one in elements)
    return effects, asked


def _scope(kind: Kind, at: int, field: FieldDecl, span: Span, world: World) -> tuple[Scope, tuple[Variable, ...]]:
    scope = Scope(world)
    parameters = parameters_of(field)
    variables = world.signature(parameters)
    scope.take(parameters, variables, "parameter")
    if all(name != THIS for name, _ in field.parameters):
        scope.hold_value(THIS, Constant(ty.ElementType(kind.id), at, kind.elements[at]), span)
    return scope, variables


def _effect(kind: Kind, at: int, element: ElementDecl, field: FieldDecl, world: World) -> BoundProcedure | None:
    cell = cell_of(element, field.id)
    if cell is None or cell.body is None:
        return None
    scope, variables = _scope(kind, at, field, cell.span, world)
    rule = f"{kind.id}.{element.id}.{field.id}"
    site = Site(rule, RuleIds(), (Surrounding("procedure", field.id, rule),))
    return BoundProcedure(rule, rule, variables, StatementBinder(scope, site).body(cell.body, scope), None, ())


def _asked(
    kind: Kind, at: int, element: ElementDecl, field: FieldDecl, world: World
) -> tuple[tuple[Variable, ...], Term] | None:
    cell = cell_of(element, field.id)
    scope, variables = _scope(kind, at, field, element.span if cell is None else cell.span, world)
    binder = ExpressionBinder(scope)
    if cell is not None and cell.condition is not None:
        if field.form == "condition":
            return variables, binder.truth(cell.condition)
        return variables, binder.number(cell.condition, None if field.of == NUMBER else field.of)
    value = field.default if cell is None else cell.value
    if field.form == "condition" or not isinstance(value, int) or value == 0:
        return None
    return variables, placed(Constant(field_type(field), value), field.span if cell is None else cell.span)
