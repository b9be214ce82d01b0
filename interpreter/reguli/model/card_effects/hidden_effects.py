"""Rules on pieces that lie where not everybody sees them: they may affect their owner only, or they would tell what lies there."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.expressions import Call, Expression, Field, Index, Name
from reguli.model.binding.binding_context import GAME, PLAYER, World
from reguli.model.card_effects.piece_rules import Piece
from reguli.model.card_effects.rule_heads import OWNER
from reguli.model.card_effects.rule_listing import added_options, every_rule
from reguli.model.types import ElementType
from reguli.ruleset.document_nodes import StateDecl

PLACES = ("target", "source", "zone")
"""The fields of a statement that name what it changes."""


def check_hidden_rules(world: World) -> None:
    """Report rules on pieces in zones that are hidden from somebody, where they affect others than the piece's owner."""
    rules = [(rule.item, rule.piece) for rule in every_rule(world)]
    rules += [(one.item, one.piece) for one in added_options(world)]
    for item, piece in rules:
        if piece is None or isinstance(item, i.Always):
            continue
        zone = _hidden_zone(piece, world)
        if zone is not None and (zone.owner != PLAYER or any(_affected(item, world))):
            name = f"{piece.kind}/{piece.name}"
            world.bag.add("R344", item.span, name=name, zone=f"{zone.owner}.{zone.id}")


def _hidden_zone(piece: Piece, world: World) -> StateDecl | None:
    """Give the zone in which a piece must lie for its rules, where it is not seen by all."""
    zone = None if piece.force is None else piece.force.zone
    match zone:
        case Field(_, Name(_, kind), field):
            found = world.state.get(f"{kind}.{field}")
        case Name(_, field):
            found = world.state.get(f"{GAME}.{field}")
        case _:
            return None
    if found is None:
        return None
    visible = found.visible
    told = visible.option is None or world.options.get(visible.option) is True
    return found if (visible.who if told else visible.otherwise or "all") != "all" else None


def _affected(item: i.Item, world: World) -> Iterator[bool]:
    """Say of each thing that a rule does whether it is others that it affects."""
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
        case _:
            return


def _is_owner(node: i.Pattern) -> bool:
    # 'any owner' is a mistake of its own.
    return (node.name if isinstance(node, i.NewName) else node.id if isinstance(node, Name) else "") == OWNER


def _done(body: tuple[s.Statement, ...], others: frozenset[str], world: World) -> Iterator[bool]:
    """Say of each statement, nested ones too, whether it changes what is not the owner's, or asks somebody else."""
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
            case _:
                places = (getattr(statement, name, None) for name in PLACES)
                yield any(one is not None and _is_other(one, others, world) for one in places)


def _is_other(node: Expression, others: frozenset[str], world: World) -> bool:
    """Say whether something is another player, or another player's."""
    match node:
        case Field(base=base) | Index(base=base):
            return _is_other(base, others, world)
        case Name(id=name):
            return name in others
        case Call(function=Name(id=name)):
            return name in {"next", "previous", "first", "last"} and _gives_player(node, world)
        case _:
            return False


def _gives_player(node: Call, world: World) -> bool:
    names = (one.id for one in node.arguments if isinstance(one, Name))
    return any(name == OWNER or world.plurals.get(name) == PLAYER for name in names)


def _is_shared(node: Expression, world: World) -> bool:
    """Say whether a number, flag or element is the game's, not a player's or a piece's."""
    return isinstance(node, Name) and f"{GAME}.{node.id}" in world.state
