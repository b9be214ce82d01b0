"""Binding of the top-level items of rules files: phases, procedures, triggers, event rules, moments, invariants."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TypeVar

from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.expressions import Name, Node, Quantified
from reguli.language.syntax_tree.statements import Decide, Run, Statement
from reguli.model.binding.binding_context import PLAYER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import Scope
from reguli.model.binding.statement_binding import TURN, StatementBinder, require_single_values
from reguli.model.bound_tree.bound_statements import Body, Branch, Claim
from reguli.model.bound_tree.bound_terms import Builtin, Exists, Term, Variable
from reguli.model.card_effects import (
    OWNER,
    Reaction,
    always_true_condition,
    bind_optional_condition,
    bind_rule_head,
    build_event_rules,
    for_each_active_effect,
    free_head_variables,
    join_conditions,
)
from reguli.model.piece_rules import AddedOptions, PieceRule
from reguli.model.recursion_limits import expand_recursion
from reguli.model.resolved_ruleset import BoundMoment, BoundProcedure, BoundTrigger, RuleIds, Site, Surrounding
from reguli.model.rule_listing import added_options, list_all_rules, rules_of_sort
from reguli.model.types import TOO_DEEP, TRUTH, UNKNOWN, ElementType
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span

T = TypeVar("T")
ROUND = "round"


def items_of_sort(world: World, sort: type[T]) -> tuple[T, ...]:
    """Return every item of one sort, in the order of files and lines."""
    return tuple(item for file in world.documents.rules for item in file.items if isinstance(item, sort))


def declare_item_names(world: World) -> None:
    """Register the names of items, so that rules may refer to items below them."""
    seen: dict[tuple[str, str], Span] = {}
    for rule in list_all_rules(world):
        item = rule.item
        _once(item, seen, world)
        if rule.piece is None and isinstance(item, i.Whenever | i.At) and not item.name:
            world.bag.add("R260", item.span)
        match item:
            case i.Phase():
                world.phases.setdefault(item.name, item)
            case i.Procedure() if item.name not in world.procedures:
                world.procedures[item.name] = world.signature(item.parameters)
            case i.OptionGroup() if item.during is not None:
                world.groups.setdefault(item.name, item)
            case i.Event() if item.name not in world.events:
                world.events[item.name] = world.signature(item.parameters)
                require_single_values(item.name, world.events[item.name], item.span, world)
            case (
                i.Procedure()
                | i.OptionGroup()
                | i.Event()
                | i.Define()
                | i.Reaction()
                | i.Adjust()
                | i.Waive()
                | i.Constraint()
            ):
                pass
    world.waives = rules_of_sort(world, i.Waive)
    for addition in added_options(world):
        if _asks_one_player(addition, world):
            world.additions.setdefault(addition.item.name, []).append(addition)


def _asks_one_player(addition: AddedOptions, world: World) -> bool:
    """Check that added options name one player who is asked; anything else is a finding."""
    group = addition.item
    named = [(one.name, one.kind) for one in group.parameters]
    if addition.piece is not None and named == [(OWNER, None)]:
        return True
    found = [variable.type for variable in world.signature(group.parameters)]
    if found != [ElementType(PLAYER)] and UNKNOWN not in found:
        world.bag.add("R263", group.span, name=group.name)
    return found == [ElementType(PLAYER)]


def _once(item: i.Item, seen: dict[tuple[str, str], Span], world: World) -> None:
    """Report a second item of the same name, whose rule ids would collide."""
    if isinstance(item, i.OptionGroup) and item.during is None:
        return
    if isinstance(item, i.Define | i.WrittenOnly | i.HiddenFrom) or (
        isinstance(item, i.Always | i.NeverShrinks) and item.name == item.reason.name
    ):
        return
    sort, word = _sort(item)
    first = seen.setdefault((sort, item.name), item.span)
    if first is not item.span:
        related = [(first, Said("here.name_stands_first", name=item.name))]
        world.bag.add("R209", item.span, related=related, name=item.name, what=word)


def _sort(item: i.Item) -> tuple[str, Said]:
    """Return the namespace of an item, and the word for it in findings."""
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
        case i.Define() | i.Reaction() | i.Constraint():
            return type(item).__name__, Said("thing.a_rule")


def _run(name: str, rule: str, statements: tuple[Statement, ...], scope: Scope) -> Body:
    site = Site(rule, RuleIds(), (Surrounding("procedure", name, rule),))
    return StatementBinder(scope, site).body(statements, scope)


def _procedure(
    node: i.Phase | i.Procedure | i.At | i.When | i.Whenever, scope: Scope, given: tuple[Variable, ...] = ()
) -> BoundProcedure:
    """Bind the body of an item; rule ids of items not run by name are prefixed with their keyword."""
    runs = isinstance(node, i.Phase | i.Procedure)
    rule = node.name if runs else f"{type(node).__name__.lower()}.{node.name}"
    body = _run(node.name, rule, node.body, scope)
    return BoundProcedure(rule, rule, given, body, node, tuple(cite.id for cite in node.cites))


def bind_procedures(world: World) -> dict[str, BoundProcedure]:
    """Bind every procedure; a recursive one is expanded to its declared depth."""
    written: dict[str, i.Procedure] = {}
    for node in items_of_sort(world, i.Procedure):
        written.setdefault(node.name, node)
    written, faults = expand_recursion(world, written, lambda node: _runs(node.body))
    for name in written.keys() - world.procedures.keys():
        world.procedures[name] = world.signature(written[name].parameters)
    found: dict[str, BoundProcedure] = {}
    for name, node in written.items():
        scope, given = Scope(world), world.procedures[name]
        scope.take(node.parameters, given, "parameter")
        if name in faults:
            claim = Claim(
                node.span, f"{name}/deep", Builtin(TRUTH, TOO_DEEP, (), faults[name], span=(node.deep or node).span), ""
            )
            found[name] = BoundProcedure(name, name, given, (claim,), node, ())
        else:
            found[name] = _procedure(node, scope, given)
    return found


def _runs(body: tuple[Statement, ...]) -> Iterator[str]:
    """Yield the procedures that statements run immediately."""
    waiting: list[object] = [*body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Run) and not node.later and isinstance(node.procedure, Name):
            yield node.procedure.id
        elif isinstance(node, tuple):
            waiting += node
        elif isinstance(node, Node):
            waiting += [getattr(node, name) for name in node.__match_args__]


def bind_phases(world: World) -> tuple[BoundProcedure, ...]:
    """Bind the phases in round order; phases without rules and rules without a phase are findings."""
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
    return tuple(_trigger(rule, world) for rule in rules_of_sort(world, i.Whenever))


def _trigger(rule: PieceRule[i.Whenever], world: World) -> BoundTrigger:
    node = rule.item
    head = bind_rule_head(Scope(world), rule.piece, (), (), node.span)
    binder, scope = ExpressionBinder(head.scope), head.scope
    first: tuple[Variable, ...] = tuple(variable for variable, _ in head.free)
    condition: Term
    if isinstance(node.condition, Quantified) and node.condition.how == "some":
        condition, variable = binder.quantified(node.condition)
        scope.hold(variable, node.condition.span, "loop")
        if isinstance(condition, Exists) and first:
            where = join_conditions(one for one in (condition.where, condition.has) if one is not None)
            more = () if where is None else (where,)
            head = dataclasses.replace(head.also(*more), free=(*head.free, (variable, condition.domain)))
            whole = head.some(head.force) or condition
        else:
            whole, first = join_conditions((*head.force, condition)) or condition, (variable,)
    else:
        condition = binder.truth(node.condition)
        head = head.also(condition)
        whole = head.some(head.force) or always_true_condition()
    procedure = _procedure(node, scope, first[:1])
    head.keep(procedure.rule, rule.piece, (condition,), procedure.body)
    body = (*free_head_variables(head, procedure.rule, 1), *procedure.body)
    return BoundTrigger(node.name, whole, first[0] if first else None, dataclasses.replace(procedure, body=body))


def bind_events(world: World) -> tuple[dict[str, tuple[BoundProcedure, ...]], Mapping[str, BoundProcedure]]:
    """Bind event rules, each with its condition as first statement. Also return the procedures deferred by rules on pieces."""
    found: dict[str, tuple[BoundProcedure, ...]] = dict.fromkeys(world.events, ())
    reactions: dict[str, list[Reaction]] = {}
    for rule in rules_of_sort(world, i.When):
        node = rule.item
        known = world.events.get(node.event)
        if known is None:
            world.unknown("R212", node.span, node.event, world.events)
        elif world.agree(node.span, node.event, node.arguments, known):
            reaction = _reaction(rule, known, world)
            if rule.piece is None:
                found[node.event] = (*found[node.event], reaction.procedure)
            else:
                reactions.setdefault(node.event, []).append(reaction)
    put_off: dict[str, BoundProcedure] = {}
    for event, every in reactions.items():
        rules, own = build_event_rules(event, world.events[event], every, world)
        found[event] = (*found[event], *rules)
        put_off |= own
    return found, put_off


def _reaction(rule: PieceRule[i.When], known: tuple[Variable, ...], world: World) -> Reaction:
    node = rule.item
    given = tuple(world.variable(like.name, like.type) for like in known)
    head = bind_rule_head(Scope(world), rule.piece, node.arguments, given, node.span)
    # What is put off by itself was in force when it was.
    conditions = (*head.equal, *bind_optional_condition(head.scope, node.where)) if head.free else head.when(node.where)
    procedure = _procedure(node, head.scope, (*given, *(variable for variable, _ in head.free)))
    head.keep(
        procedure.rule, rule.piece, (*head.equal, *bind_optional_condition(head.scope, node.where)), procedure.body
    )
    where = join_conditions(conditions)
    if where is not None:
        place = node.span if node.where is None else node.where.span
        body = (Branch(place, f"{procedure.rule}/where", where, procedure.body, ()),)
        procedure = dataclasses.replace(procedure, body=body)
    return Reaction(procedure, head)


def bind_moments(world: World) -> tuple[BoundMoment, ...]:
    """Bind the ``at`` rules of the ruleset, sorted by their order number, then as written."""
    found: list[BoundMoment] = []
    for rule in rules_of_sort(world, i.At):
        node = rule.item
        check_moment(node.moment, world)
        head = bind_rule_head(Scope(world), rule.piece, (), (), node.span)
        procedure = _procedure(node, head.scope)
        head.keep(procedure.rule, rule.piece, head.equal, procedure.body)
        body = for_each_active_effect(head, procedure.rule, procedure.body)
        found.append(BoundMoment(node.moment, node.order, dataclasses.replace(procedure, body=body)))
    return tuple(sorted(found, key=lambda moment: moment.order))


def check_moment(moment: i.Moment, world: World) -> None:
    """Check that a moment names a phase of the round, or the round itself."""
    round_phases = world.documents.game.round
    if moment.of in (ROUND, TURN):
        if moment.edge == "before":
            world.bag.add("R218", moment.span, name=moment.of)
    elif moment.of not in round_phases:
        world.unknown("R213", moment.span, moment.of, (*round_phases, ROUND, TURN))


def bind_anytime_options(world: World) -> tuple[BoundProcedure, ...]:
    """Bind the option groups offered during a turn, each as a decision of its own by its one player parameter."""
    found: list[BoundProcedure] = []
    for name, group in world.groups.items():
        variables = world.signature(group.parameters)
        during = group.during or ""
        if [one.name for one in group.parameters] != [during] or variables[0].type != ElementType(PLAYER):
            world.bag.add("R261", group.span, name=name, player=during)
            continue
        scope = Scope(world)
        scope.take(group.parameters, variables, "parameter")
        actor = Name(group.span, during)
        asked = Decide(group.span, name, actor, False, False, False, False, None, group.options, None, ())
        rule = f"options.{name}"
        ask = StatementBinder(scope, Site(rule, RuleIds())).decide(asked)
        found.append(BoundProcedure(rule, rule, variables, (ask,), None, ()))
    return tuple(found)


def check_unused_additions(world: World) -> None:
    """Report options added to a decision or group that does not exist."""
    for name, additions in world.additions.items():
        if name not in world.asks:
            for addition in additions:
                world.unknown("R214", addition.item.span, name, world.asks)


def check_unused_waives(world: World) -> None:
    """Report waivers that lift no guard."""
    for waive in (rule.item for rule in world.waives):
        if waive.name not in world.used_waives:
            world.unknown("R245", waive.span, waive.name, (), option=waive.option, reason=waive.reason)
