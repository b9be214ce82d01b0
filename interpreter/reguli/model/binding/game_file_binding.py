"""What game.yaml and state.yaml say in expressions: stages, ranking, where pieces and values start."""

from __future__ import annotations

import dataclasses

from reguli.language.syntax_tree.expressions import Expression
from reguli.model import types as ty
from reguli.model.binding.binding_context import GAME, PLAYER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.item_binding import check_moment
from reguli.model.binding.scope import Scope
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.resolved_ruleset import BoundProcedure, BoundRanking, BoundStage, Kind
from reguli.ruleset.document_nodes import Scheduled, StageDecl
from reguli.source.message_arguments import Said
from reguli.source.span import Span


def bind_starts_of_pieces(world: World) -> None:
    """Bind the zone in which the pieces of each kind begin."""
    for kind in tuple(world.kinds.values()):
        if kind.form not in {"pieces", "tokens"} or kind.declared is None:
            continue
        if kind.declared.starts is None:
            world.bag.add("R336", kind.span, kind=kind.id)
            continue
        term, variable = _start(kind, kind.declared.starts, world)
        world.kinds[kind.id] = dataclasses.replace(kind, starts=term, starts_variable=variable)


def _start(kind: Kind, node: Expression, world: World) -> tuple[Term, Variable | None]:
    """Bind where pieces begin; the variety of a token, or the piece itself, is named by its kind."""
    scope = Scope(world)
    variable: Variable | None = None
    named = kind.variety if kind.form == "tokens" else kind.id
    if named is not None and named in world.kinds:
        variable = scope.give(named, ty.ElementType(named), kind.span, "parameter")
    return ExpressionBinder(scope).zone(node, kind.id), variable


def bind_starts_of_state(world: World) -> dict[str, Term]:
    """Bind the start values of state fields that declare one."""
    found: dict[str, Term] = {}
    for name, declared in world.state.items():
        if declared.start is None:
            continue
        scope = Scope(world)
        if declared.owner != GAME:
            scope.give(declared.owner, ty.ElementType(declared.owner), declared.span, "parameter")
        for key in declared.by:
            scope.give(key.name, ty.type_of_key(key.name, key.low), declared.span, "parameter")
        found[name] = _start_value(ExpressionBinder(scope), declared.start, world.state_types[name])
    return found


def _start_value(binder: ExpressionBinder, node: Expression, wanted: ty.Type) -> Term:
    match wanted:
        case ty.ElementType(kind):
            return binder.element(node, kind, none=True)
        case ty.NumberType(unit):
            return binder.number(node, unit)
        case ty.TruthType():
            return binder.truth(node)
        case ty.CollectionType(kind):
            return binder.collection(node, kind)
        case ty.ZoneType() | ty.UnknownType():
            return binder.value(node)
        case found:
            return binder.mismatch(node, found, Said("sort.tracked_value"))


def bind_audiences(world: World) -> dict[str, tuple[Variable | None, Term]]:
    """Bind who sees a state field, where it is a set of players; what decides that, all may see."""
    found: dict[str, tuple[Variable | None, Term]] = {}
    for name, declared in world.state.items():
        if declared.visible.to is None:
            continue
        scope = Scope(world)
        owner = None
        if declared.owner != GAME:
            owner = scope.give("owner", ty.ElementType(declared.owner), declared.visible.to.span, "parameter")
        found[name] = owner, ExpressionBinder(scope).collection(declared.visible.to, PLAYER)
    return found


def bind_setup(world: World, procedures: dict[str, BoundProcedure]) -> BoundProcedure | None:
    """Find the procedure that sets the game up."""
    game = world.documents.game
    if game.setup is None:
        return None
    _runs(game.setup, game.setup_span or game.span, world)
    return procedures.get(game.setup)


def _runs(name: str, span: Span, world: World) -> None:
    """Hold what a document names to be run to be a procedure without parameters."""
    parameters = world.procedures.get(name)
    if parameters is None:
        world.unknown("R210", span, name, world.procedures)
    elif parameters:
        world.bag.add("R306", span, name=name, count=len(parameters))


def bind_ranking(world: World) -> tuple[BoundRanking, ...]:
    """Bind the criteria of the final ranking, each for a player."""
    found: list[BoundRanking] = []
    for declared in world.documents.game.ranking:
        scope = Scope(world)
        variable = scope.give(PLAYER, ty.ElementType(PLAYER), declared.span, "parameter")
        lost = declared.order == "lost"
        by = ExpressionBinder(Scope(world)).truth(declared.by) if lost else ExpressionBinder(scope).number(declared.by)
        text = world.text(declared.by.span)
        found.append(BoundRanking(variable, by, declared.order, declared.source, text))
    return tuple(found)


def bind_stages(world: World) -> tuple[BoundStage, ...]:
    """Bind the stages; what their transitions name must exist."""
    stages = world.documents.game.stages
    names = [stage.id for stage in stages]
    found: list[BoundStage] = []
    for index, declared in enumerate(stages):
        for name in declared.sources:
            if name not in names:
                world.unknown("R319", declared.span, name, names)
        when = None if declared.when is None else ExpressionBinder(Scope(world)).truth(declared.when)
        card, deck = _drawn(declared, world)
        _check_schedule(declared, world)
        sources = tuple(names.index(name) for name in declared.sources if name in names)
        found.append(BoundStage(declared.id, index, sources, when, card, deck))
    return tuple(found)


def _check_schedule(declared: StageDecl, world: World) -> None:
    for moment in (declared.checked, declared.effective):
        if moment is not None:
            check_moment(moment, world)
    if declared.once is not None:
        _check_scheduled(declared.once, world)
    for case in declared.cases:
        if case.of not in world.documents.game.round and case.of != "round":
            world.unknown("R213", case.span, case.of, world.documents.game.round)
        check_moment(case.effective, world)
        if case.now is not None:
            _runs(case.now, case.span, world)
        if case.then is not None:
            _check_scheduled(case.then, world)


def _check_scheduled(scheduled: Scheduled, world: World) -> None:
    _runs(scheduled.run, scheduled.span, world)
    check_moment(scheduled.at, world)


def _drawn(declared: StageDecl, world: World) -> tuple[int | None, str | None]:
    """Find the card that brings a stage, and the deck it is drawn from."""
    if declared.card is None or declared.deck is None:
        return None, None
    deck = f"{GAME}.{declared.deck}"
    found = world.state_types.get(deck)
    if isinstance(found, ty.UnknownType):
        return None, None
    if not isinstance(found, ty.ZoneType) or found.counted or world.state[deck].order != "stack":
        stacks = [state.id for state in world.state.values() if state.owner == GAME and state.order == "stack"]
        world.unknown("R318", declared.span, declared.deck, stacks)
        return None, None
    return world.named_element(found.pieces, declared.card, declared.span), deck
