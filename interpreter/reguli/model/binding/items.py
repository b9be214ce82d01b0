"""What stands at the left margin of rules files: phases, procedures, triggers, event rules, moments, invariants."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

from reguli.language.tree import items as i
from reguli.language.tree.expressions import Quantified
from reguli.language.tree.statements import Statement
from reguli.model.binding.expressions import ExpressionBinder
from reguli.model.binding.heads import asked, joined, matches
from reguli.model.binding.scope import Scope
from reguli.model.binding.statements import StatementBinder, single_values
from reguli.model.binding.world import World
from reguli.model.kinds import cell_of
from reguli.model.rule_ids import RuleIds, Site, Surrounding
from reguli.model.ruleset import BoundMoment, BoundProcedure, BoundTrigger, Invariant
from reguli.model.tree.bound import Body, BoundReason, Branch
from reguli.model.tree.terms import Term, Variable
from reguli.ruleset.documents import Cell, FieldDecl
from reguli.source.said import Said
from reguli.source.span import Span

T = TypeVar("T")
ROUND = "round"
PieceRules = tuple[BoundProcedure | None, ...]
PieceConditions = tuple[tuple[tuple[Variable, ...], Term] | None, ...]


def items_of(world: World, sort: type[T]) -> tuple[T, ...]:
    """Give every item of one sort, in the order of files and lines."""
    return tuple(item for file in world.documents.rules for item in file.items if isinstance(item, sort))


def take_in(world: World) -> None:
    """Take in the names of items, so that rules may use what stands below them."""
    seen: dict[tuple[str, str], Span] = {}
    for item in (item for file in world.documents.rules for item in file.items):
        _once(item, seen, world)
        match item:
            case i.Phase():
                world.phases.setdefault(item.name, item)
            case i.Procedure() if item.name not in world.procedures:
                world.procedures[item.name] = world.signature(item.parameters)
            case i.OptionGroup():
                world.groups.setdefault(item.name, item)
            case i.Event() if item.name not in world.events:
                world.events[item.name] = world.signature(item.parameters)
                single_values(item.name, world.events[item.name], item.span, world)
            case _:
                pass
    world.waives = items_of(world, i.Waive)


def _once(item: i.Item, seen: dict[tuple[str, str], Span], world: World) -> None:
    """Report a second item of a name, whose rules would have the same ids."""
    if isinstance(item, i.Always | i.Define):
        return
    sort, word = _sort(item)
    first = seen.setdefault((sort, item.name), item.span)
    if first is not item.span:
        related = [(first, Said("here.name_stands_first", name=item.name))]
        world.bag.add("R209", item.span, related=related, name=item.name, what=word)


def _sort(item: i.Item) -> tuple[str, Said]:
    """Give the group within which names must differ, and the word for an item of it."""
    match item:
        case i.Phase() | i.Procedure():
            return "run", Said("thing.phase_or_procedure")
        case i.OptionGroup():
            return "options", Said("thing.a_group")
        case i.Event():
            return "event", Said("thing.an_event")
        case i.Waive():
            return "waive", Said("thing.a_waiver")
        case i.Adjust():
            return "adjust", Said("thing.a_change")
        case _:
            return type(item).__name__, Said("thing.a_rule")


def _run(name: str, rule: str, statements: tuple[Statement, ...], scope: Scope) -> Body:
    site = Site(rule, RuleIds(), (Surrounding("procedure", name, rule),))
    return StatementBinder(scope, site).body(statements, scope)


def _procedure(
    node: i.Phase | i.Procedure | i.At | i.When | i.Whenever, scope: Scope, given: tuple[Variable, ...] = ()
) -> BoundProcedure:
    """Bind what an item does; rules that nobody runs by name have the word they begin with before theirs."""
    runs = isinstance(node, i.Phase | i.Procedure)
    rule = node.name if runs else f"{type(node).__name__.lower()}.{node.name}"
    body = _run(node.name, rule, node.body, scope)
    return BoundProcedure(rule, rule, given, body, node, tuple(cite.id for cite in node.cites))


def bind_procedures(world: World) -> dict[str, BoundProcedure]:
    """Bind every procedure."""
    found: dict[str, BoundProcedure] = {}
    for node in items_of(world, i.Procedure):
        if node.name not in found:
            scope = Scope(world)
            scope.take(node.parameters, world.procedures[node.name], "parameter")
            found[node.name] = _procedure(node, scope, world.procedures[node.name])
    return found


def bind_phases(world: World) -> tuple[BoundProcedure, ...]:
    """Bind the phases in the order of the round; a phase without rules is a finding, and so are rules without a phase."""
    game = world.documents.game
    found: list[BoundProcedure] = []
    for name, span in zip(game.round, game.round_spans, strict=True):
        node = world.phases.get(name)
        if node is None:
            world.unknown("R213", span, name, world.phases)
        elif name not in [phase.id for phase in found]:
            found.append(_procedure(node, Scope(world)))
    for name, node in world.phases.items():
        # A phase of the round that has no rules may be this one, misspelt.
        if name not in game.round and world.phases.keys() >= set(game.round):
            world.unknown("R217", node.span, name, game.round)
    return tuple(found)


def bind_triggers(world: World) -> tuple[BoundTrigger, ...]:
    """Bind state triggers; the variable of a leading ``some`` may be named in the body."""
    found: list[BoundTrigger] = []
    for node in items_of(world, i.Whenever):
        scope = Scope(world)
        binder = ExpressionBinder(scope)
        condition: Term
        variable: Variable | None = None
        if isinstance(node.condition, Quantified) and node.condition.how == "some":
            condition, variable = binder.quantified(node.condition)
            scope.hold(variable, node.condition.span, "loop")
        else:
            condition = binder.truth(node.condition)
        procedure = _procedure(node, scope, () if variable is None else (variable,))
        found.append(BoundTrigger(node.name, condition, variable, procedure))
    return tuple(found)


def bind_events(world: World) -> dict[str, tuple[BoundProcedure, ...]]:
    """Bind event rules; the condition of each is its first statement."""
    found: dict[str, tuple[BoundProcedure, ...]] = dict.fromkeys(world.events, ())
    for node in items_of(world, i.When):
        known = world.events.get(node.event)
        if known is None:
            world.unknown("R212", node.span, node.event, world.events)
            continue
        if not world.agree(node.span, node.event, node.arguments, known):
            continue
        scope = Scope(world)
        variables = tuple(world.variable(like.name, like.type) for like in known)
        condition = joined((*matches(scope, node.arguments, variables), *asked(scope, node.where)))
        rule = _procedure(node, scope, variables)
        if condition is not None:
            place = node.span if node.where is None else node.where.span
            rule = dataclasses.replace(rule, body=(Branch(place, f"{rule.rule}/where", condition, rule.body, ()),))
        found[node.event] = (*found[node.event], rule)
    return found


def bind_moments(world: World) -> tuple[BoundMoment, ...]:
    """Bind what is done at moments, in the order of their numbers, then as written."""
    found: list[BoundMoment] = []
    for node in items_of(world, i.At):
        check_moment(node.moment, world)
        found.append(BoundMoment(node.moment, node.order, _procedure(node, Scope(world))))
    return tuple(sorted(found, key=lambda moment: moment.order))


def check_moment(moment: i.Moment, world: World) -> None:
    """Hold a moment to name a phase of the round, or the round itself."""
    round_phases = world.documents.game.round
    if moment.of == ROUND:
        if moment.edge == "before":
            world.bag.add("R218", moment.span)
    elif moment.of not in round_phases:
        world.unknown("R213", moment.span, moment.of, (*round_phases, ROUND))


def bind_invariants(world: World) -> tuple[Invariant, ...]:
    """Bind what must hold at every settle point."""
    ids = RuleIds()
    found: list[Invariant] = []
    for node in items_of(world, i.Always):
        binder = ExpressionBinder(Scope(world))
        condition = binder.truth(node.condition)
        reason = BoundReason(node.reason.name, tuple(binder.value(argument) for argument in node.reason.arguments))
        rule = ids.next("always", node.reason.name).replace("/", ".", 1)
        found.append(Invariant(rule, condition, reason, world.text(node.condition.span), node.span))
    return tuple(found)


def check_unused_groups(world: World) -> None:
    """Bind the option groups that no decision includes, for the mistakes in them only."""
    for name, group in world.groups.items():
        if name in world.used_groups:
            continue
        scope = Scope(world)
        scope.take(group.parameters, world.signature(group.parameters), "choice")
        StatementBinder(scope, Site(f"options.{name}", RuleIds())).options_of(group.options, scope)


def check_unused_waives(world: World) -> None:
    """Report waivers that lift no guard."""
    for waive in world.waives:
        if waive.name not in world.used_waives:
            world.unknown("R245", waive.span, waive.name, (), option=waive.option, reason=waive.reason)


def bind_piece_rules(world: World) -> tuple[dict[tuple[str, str], PieceRules], dict[tuple[str, str], PieceConditions]]:
    """Bind the rules and the conditions written on pieces, by kind and field: one for each element.

    Each sees the parameters of its field, named as their kinds.
    """
    procedures: dict[tuple[str, str], PieceRules] = {}
    conditions: dict[tuple[str, str], PieceConditions] = {}
    for kind in world.kinds.values():
        if kind.declared is None:
            continue
        for field in kind.fields.values():
            cells = [(element.id, cell_of(element, field.id)) for element in kind.declared.elements]
            if field.form == "procedure":
                procedures[kind.id, field.id] = tuple(
                    _piece_rule(kind.id, name, field, cell, world) for name, cell in cells
                )
            elif field.form == "condition":
                conditions[kind.id, field.id] = tuple(_piece_condition(field, cell, world) for _, cell in cells)
    return procedures, conditions


def _piece_scope(field: FieldDecl, world: World) -> tuple[Scope, tuple[Variable, ...]]:
    scope = Scope(world)
    parameters = tuple(i.Parameter(field.span, name, name) for name in field.parameters)
    variables = world.signature(parameters)
    scope.take(parameters, variables, "parameter")
    return scope, variables


def _piece_rule(kind: str, element: str, field: FieldDecl, cell: Cell | None, world: World) -> BoundProcedure | None:
    if cell is None or cell.body is None:
        return None
    scope, variables = _piece_scope(field, world)
    rule = f"{kind}.{element}.{field.id}"
    return BoundProcedure(rule, rule, variables, _run(field.id, rule, cell.body, scope), None, ())


def _piece_condition(field: FieldDecl, cell: Cell | None, world: World) -> tuple[tuple[Variable, ...], Term] | None:
    if cell is None or cell.condition is None:
        return None
    scope, variables = _piece_scope(field, world)
    return variables, ExpressionBinder(scope).truth(cell.condition)
