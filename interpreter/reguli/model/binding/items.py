"""What stands at the left margin of rules files: phases, procedures, triggers, event rules, moments, invariants."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeVar

from reguli.language.tree import items as i
from reguli.language.tree.expressions import Name, Quantified
from reguli.language.tree.statements import Decide, Statement
from reguli.model.binding.expressions import ExpressionBinder
from reguli.model.binding.scope import Scope
from reguli.model.binding.statements import TURN, StatementBinder, single_values
from reguli.model.binding.world import PLAYER, World
from reguli.model.rule_ids import RuleIds, Site, Surrounding
from reguli.model.ruleset import BoundMoment, BoundProcedure, BoundTrigger
from reguli.model.standing.heads import always, asked, joined, opened
from reguli.model.standing.items import every_rule, rules_of
from reguli.model.standing.pieces import Rule
from reguli.model.standing.reactions import Reaction, dispatched, each_in_force, found_for
from reguli.model.tree.bound import Body, Branch
from reguli.model.tree.terms import Exists, Variable
from reguli.model.types import ElementType
from reguli.source.said import Said
from reguli.source.span import Span

T = TypeVar("T")
ROUND = "round"


def items_of(world: World, sort: type[T]) -> tuple[T, ...]:
    """Give every item of one sort, in the order of files and lines."""
    return tuple(item for file in world.documents.rules for item in file.items if isinstance(item, sort))


def take_in(world: World) -> None:
    """Take in the names of items, so that rules may use what stands below them."""
    seen: dict[tuple[str, str], Span] = {}
    for rule in every_rule(world):
        item = rule.item
        _once(item, seen, world)
        if rule.piece is None and isinstance(item, i.Whenever | i.At) and not item.name:
            world.bag.add("R260", item.span)
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
    world.waives = rules_of(world, i.Waive)


def _once(item: i.Item, seen: dict[tuple[str, str], Span], world: World) -> None:
    """Report a second item of a name, whose rules would have the same ids."""
    if isinstance(item, i.Define | i.WrittenOnly) or (
        isinstance(item, i.Always | i.NeverShrinks) and item.name == item.reason.name
    ):
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
    return tuple(_trigger(rule, world) for rule in rules_of(world, i.Whenever))


def _trigger(rule: Rule[i.Whenever], world: World) -> BoundTrigger:
    node = rule.item
    head = opened(Scope(world), rule.piece, (), (), node.span)
    binder, scope = ExpressionBinder(head.scope), head.scope
    first: tuple[Variable, ...] = tuple(variable for variable, _ in head.free)
    if isinstance(node.condition, Quantified) and node.condition.how == "some":
        condition, variable = binder.quantified(node.condition)
        scope.hold(variable, node.condition.span, "loop")
        if isinstance(condition, Exists) and first:
            where = joined(one for one in (condition.where, condition.has) if one is not None)
            more = () if where is None else (where,)
            head = dataclasses.replace(head.also(*more), free=(*head.free, (variable, condition.domain)))
            whole = head.some(head.force) or condition
        else:
            whole, first = joined((*head.force, condition)) or condition, (variable,)
    else:
        head = head.also(binder.truth(node.condition))
        whole = head.some(head.force) or always()
    procedure = _procedure(node, scope, first[:1])
    body = (*found_for(head, procedure.rule, 1), *procedure.body)
    return BoundTrigger(node.name, whole, first[0] if first else None, dataclasses.replace(procedure, body=body))


def bind_events(world: World) -> tuple[dict[str, tuple[BoundProcedure, ...]], Mapping[str, BoundProcedure]]:
    """Bind event rules; the condition of each is its first statement. Also give the procedures that those on pieces put off."""
    found: dict[str, tuple[BoundProcedure, ...]] = dict.fromkeys(world.events, ())
    reactions: dict[str, list[Reaction]] = {}
    for rule in rules_of(world, i.When):
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
        rules, own = dispatched(event, world.events[event], every, world)
        found[event] = (*found[event], *rules)
        put_off |= own
    return found, put_off


def _reaction(rule: Rule[i.When], known: tuple[Variable, ...], world: World) -> Reaction:
    node = rule.item
    given = tuple(world.variable(like.name, like.type) for like in known)
    head = opened(Scope(world), rule.piece, node.arguments, given, node.span)
    # What is put off by itself was in force when it was.
    conditions = (*head.equal, *asked(head.scope, node.where)) if head.free else head.when(node.where)
    procedure = _procedure(node, head.scope, (*given, *(variable for variable, _ in head.free)))
    where = joined(conditions)
    if where is not None:
        place = node.span if node.where is None else node.where.span
        body = (Branch(place, f"{procedure.rule}/where", where, procedure.body, ()),)
        procedure = dataclasses.replace(procedure, body=body)
    return Reaction(procedure, head)


def bind_moments(world: World) -> tuple[BoundMoment, ...]:
    """Bind what is done at moments, in the order of their numbers, then as written."""
    found: list[BoundMoment] = []
    for rule in rules_of(world, i.At):
        node = rule.item
        check_moment(node.moment, world)
        head = opened(Scope(world), rule.piece, (), (), node.span)
        procedure = _procedure(node, head.scope)
        body = each_in_force(head, procedure.rule, procedure.body)
        found.append(BoundMoment(node.moment, node.order, dataclasses.replace(procedure, body=body)))
    return tuple(sorted(found, key=lambda moment: moment.order))


def check_moment(moment: i.Moment, world: World) -> None:
    """Hold a moment to name a phase of the round, or the round itself."""
    round_phases = world.documents.game.round
    if moment.of in (ROUND, TURN):
        if moment.edge == "before":
            world.bag.add("R218", moment.span, name=moment.of)
    elif moment.of not in round_phases:
        world.unknown("R213", moment.span, moment.of, (*round_phases, ROUND, TURN))


def bind_at_any_time(world: World) -> tuple[BoundProcedure, ...]:
    """Bind the groups of options that are offered during a turn, each as a decision of its own by the one player it is given."""
    found: list[BoundProcedure] = []
    for name, group in world.groups.items():
        if group.during is None:
            continue
        world.used_groups.add(name)
        variables = world.signature(group.parameters)
        if [one.name for one in group.parameters] != [group.during] or variables[0].type != ElementType(PLAYER):
            world.bag.add("R261", group.span, name=name, player=group.during)
            continue
        scope = Scope(world)
        scope.take(group.parameters, variables, "parameter")
        actor = Name(group.span, group.during)
        asked = Decide(group.span, name, actor, False, False, False, False, None, group.options, None, ())
        rule = f"options.{name}"
        body = StatementBinder(scope, Site(rule, RuleIds())).decide(asked)
        found.append(BoundProcedure(rule, rule, variables, body, None, ()))
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
    for waive in (rule.item for rule in world.waives):
        if waive.name not in world.used_waives:
            world.unknown("R245", waive.span, waive.name, (), option=waive.option, reason=waive.reason)
