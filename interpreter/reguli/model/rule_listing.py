"""Lists of the rules as written: those of files first, then those on pieces in component order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.expressions import Call, Expression, Field, Index, Name, Number, Operation, Selection
from reguli.language.syntax_tree.top_level_items import Adjust, Always, Item, OptionGroup, Waive, When
from reguli.model import types as ty
from reguli.model.binding.binding_context import GAME, NUMBER, PLAYER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import Scope, field_type
from reguli.model.binding.statement_binding import StatementBinder, piece_rule_parameters
from reguli.model.bound_tree.bound_terms import Constant, Term, Variable
from reguli.model.bound_tree.tree_traversal import with_span
from reguli.model.card_effects import OWNER, THIS
from reguli.model.kind_binding import find_field_value
from reguli.model.piece_rules import AddedOptions, PieceRule, RulePiece
from reguli.model.resolved_ruleset import BoundProcedure, Kind, RuleIds, Site, Surrounding
from reguli.model.types import ElementType
from reguli.ruleset.declarations.card_effect_declarations import RULES
from reguli.ruleset.document_nodes import ElementDecl, FieldDecl, KindDecl, StateDecl
from reguli.source.source_excerpt import Span

T = TypeVar("T")


def list_all_rules(world: World) -> tuple[PieceRule[Item], ...]:
    """Return every rule, by file and line, then by kind and element; the kinds must be known."""
    if world.rules is None:
        world.rules = tuple(_found(world))
    return world.rules


def _found(world: World) -> Iterator[PieceRule[Item]]:
    yield from (PieceRule(item, None) for file in world.documents.rules for item in file.items)
    kinds = (kind for kind in world.documents.kinds if kind.id in world.kinds)
    yield from (rule for kind in kinds if world.kinds[kind.id].declared is kind for rule in _on_pieces(kind))


def rules_of_sort(world: World, sort: type[T]) -> tuple[PieceRule[T], ...]:
    """Return every rule of one sort, in the same order."""
    return tuple(PieceRule(rule.item, rule.piece) for rule in list_all_rules(world) if isinstance(rule.item, sort))


def _on_pieces(kind: KindDecl) -> Iterator[PieceRule[Item]]:
    for index, element in enumerate(kind.elements):
        piece = _piece(kind, index)
        seen: set[type[Item]] = set()
        for item in (*kind.rules, *_own(element)):
            if isinstance(item, OptionGroup):
                continue
            yield PieceRule(replace(item, name=_called(item, f"{kind.id}/{element.id}", seen)), piece)
            seen.add(type(item))


def added_options(world: World) -> Iterator[AddedOptions]:
    """Yield the items that add options to decisions and groups, by file and line, then by kind and element."""
    yield from (
        AddedOptions(item)
        for file in world.documents.rules
        for item in file.items
        if isinstance(item, OptionGroup) and item.during is None
    )
    for kind in world.documents.kinds:
        if kind.id not in world.kinds or world.kinds[kind.id].declared is not kind or not kind.elements:
            continue
        every = tuple(range(len(kind.elements)))
        of_kind = (item for item in kind.rules if isinstance(item, OptionGroup))
        yield from (AddedOptions(item, _piece(kind, 0), every, whole=True) for item in of_kind)
        for index, element in enumerate(kind.elements):
            own = (item for item in _own(element) if isinstance(item, OptionGroup))
            yield from (AddedOptions(item, _piece(kind, index), (index,)) for item in own)


def _piece(kind: KindDecl, index: int) -> RulePiece:
    element = kind.elements[index]
    return RulePiece(kind.id, index, element.id, kind.in_force, element.span)


def _own(element: ElementDecl) -> tuple[Item, ...]:
    cell = find_field_value(element, RULES)
    return () if cell is None else cell.items


def _called(item: Item, piece: str, seen: set[type[Item]]) -> str:
    """Return a rule's name: its piece, and its own name if it has one or is not the first of its sort."""
    plain = type(item) not in seen and item.name == _default(item)
    return piece if plain else f"{piece}/{item.name}"


def _default(item: Item) -> str:
    """Return the default name of an unnamed rule."""
    match item:
        case When():
            return item.event
        case Adjust():
            return item.target
        case Waive():
            return item.reason
        case Always():
            return item.reason.name
        case i.Phase() | i.Procedure() | i.Define() | OptionGroup() | i.Reaction() | i.Constraint() | i.Event():
            return ""


# -- hidden effects --------------------------------------------------------------------------------------------------
# Rules on pieces that lie where not everybody sees them: they may affect their owner only, or they would tell what lies there.


PLACES = ("target", "source", "zone")
"""The fields of a statement that name what it changes."""


def check_hidden_rules(world: World) -> None:
    """Report rules on pieces in hidden zones that affect others than the piece's owner."""
    rules = [(rule.item, rule.piece) for rule in list_all_rules(world)]
    rules += [(one.item, one.piece) for one in added_options(world)]
    for item, piece in rules:
        if piece is None or isinstance(item, i.Always):
            continue
        zone = _hidden_zone(piece, world)
        if zone is not None and (zone.owner != PLAYER or any(_affected(item, world))):
            name = f"{piece.kind}/{piece.name}"
            world.bag.add("R344", item.span, name=name, zone=f"{zone.owner}.{zone.id}")


def _hidden_zone(piece: RulePiece, world: World) -> StateDecl | None:
    """Return the zone that a piece's rules require, if it is not visible to all."""
    zone = None if piece.force is None else piece.force.zone
    match zone:
        case Field(_, Name(_, kind), field):
            found = world.state.get(f"{kind}.{field}")
        case Name(_, field):
            found = world.state.get(f"{GAME}.{field}")
        case Number() | Field() | Index() | Call() | Operation() | Selection() | None:
            return None
    if found is None:
        return None
    visible = found.visible
    told = visible.option is None or world.options.get(visible.option) is True
    return found if (visible.who if told else visible.otherwise or "all") != "all" else None


def _affected(item: i.Item, world: World) -> Iterator[bool]:
    """Yield, for each effect of a rule, whether it affects others than the owner."""
    match item:
        case i.Adjust(arguments=arguments):
            yield all(not _is_owner(one) for one in arguments)
        case i.Waive(asked=asked, body=body):
            yield not _is_owner(asked)
            yield from _done(body, frozenset(), world)
        case i.OptionGroup(parameters=parameters, options=options):
            yield [one.name for one in parameters] != [OWNER]
            for option in options:
                yield from _done(option.body, frozenset(), world)
        case i.When(event=event, arguments=arguments, body=body):
            known = world.events.get(event, ())
            pairs = zip(arguments, known, strict=False)
            player = ElementType(PLAYER)
            named = ((one.name, to.type) for one, to in pairs if isinstance(one, i.NewName))
            yield from _done(body, frozenset(name for name, found in named if found == player), world)
        case i.Whenever(body=body) | i.At(body=body):
            yield from _done(body, frozenset(), world)
        case i.Phase() | i.Procedure() | i.Define() | i.Constraint() | i.Event():
            return


def _is_owner(node: i.Pattern) -> bool:
    # 'any owner' is a mistake of its own.
    return (node.name if isinstance(node, i.NewName) else node.id if isinstance(node, Name) else "") == OWNER


def _done(body: tuple[s.Statement, ...], others: frozenset[str], world: World) -> Iterator[bool]:
    """Yield, for each statement at any depth, whether it changes state of others or asks another player."""
    for statement in body:
        match statement:
            case s.Run(arguments=arguments):
                yield any(_is_other(one, others, world) for one in arguments)
            case s.Decide(actor=actor, options=options):
                yield not _is_owner(actor)
                for option in options:
                    yield from _done(option.body, others, world)
            case s.End(name="game"):
                yield True
            case s.For(variable=variable, domain=domain, body=inner):
                everybody = isinstance(domain, Name) and world.plurals.get(domain.id) == PLAYER
                yield from _done(inner, others | {variable} if everybody else others, world)
            case s.If(then=then, otherwise=otherwise):
                yield from _done((*then, *otherwise), others, world)
            case s.While(body=inner) | s.Repeat(body=inner):
                yield from _done(inner, others, world)
            case s.Assign() | s.Change():
                yield _is_other(statement.target, others, world) or _is_shared(statement.target, world)
            case (
                s.Move() | s.MoveAmount() | s.Draw() | s.DrawSome() | s.Shuffle() | s.ListChange() | s.Sort() | s.Turn() | s.ForRound()
                | s.Let() | s.Needs() | s.Pay() | s.Lot() | s.Announce() | s.Settle() | s.End()
            ):  # fmt: skip
                places = (getattr(statement, name, None) for name in PLACES)
                yield any(one is not None and _is_other(one, others, world) for one in places)


def _is_other(node: Expression, others: frozenset[str], world: World) -> bool:
    """Return whether an expression is another player, or theirs."""
    match node:
        case Field(base=base) | Index(base=base):
            return _is_other(base, others, world)
        case Name(id=name):
            return name in others
        case Call(function=Name(id=name)):
            return name in {"next", "previous", "first", "last"} and _gives_player(node, world)
        case Number() | Call() | Operation() | Selection():
            return False


def _gives_player(node: Call, world: World) -> bool:
    names = (one.id for one in node.arguments if isinstance(one, Name))
    return any(name == OWNER or world.plurals.get(name) == PLAYER for name in names)


def _is_shared(node: Expression, world: World) -> bool:
    """Return whether a number, flag or element belongs to the game, not to a player or a piece."""
    return isinstance(node, Name) and f"{GAME}.{node.id}" in world.state


# -- effect fields ---------------------------------------------------------------------------------------------------
# Fields of a kind that are asked for or run by rules: an effect, a condition, or a number, with what they are given.


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
    parameters = piece_rule_parameters(field)
    variables = world.signature(parameters)
    scope.take(parameters, variables, "parameter")
    if all(name != THIS for name, _ in field.parameters):
        scope.hold_value(THIS, Constant(ty.ElementType(kind.id), at, kind.elements[at]), span)
    return scope, variables


def _effect(kind: Kind, at: int, element: ElementDecl, field: FieldDecl, world: World) -> BoundProcedure | None:
    cell = find_field_value(element, field.id)
    if cell is None or cell.body is None:
        return None
    scope, variables = _scope(kind, at, field, cell.span, world)
    rule = f"{kind.id}.{element.id}.{field.id}"
    site = Site(rule, RuleIds(), (Surrounding("procedure", field.id, rule),))
    return BoundProcedure(rule, rule, variables, StatementBinder(scope, site).body(cell.body, scope), None, ())


def _asked(
    kind: Kind, at: int, element: ElementDecl, field: FieldDecl, world: World
) -> tuple[tuple[Variable, ...], Term] | None:
    cell = find_field_value(element, field.id)
    scope, variables = _scope(kind, at, field, element.span if cell is None else cell.span, world)
    binder = ExpressionBinder(scope)
    if cell is not None and cell.condition is not None:
        if field.form == "condition":
            return variables, binder.truth(cell.condition)
        return variables, binder.number(cell.condition, None if field.of == NUMBER else field.of)
    value = field.default if cell is None else cell.value
    if field.form == "condition" or not isinstance(value, int) or value == 0:
        return None
    return variables, with_span(Constant(field_type(field), value), field.span if cell is None else cell.span)
