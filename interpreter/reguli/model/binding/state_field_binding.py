"""What is tracked: the type of every state field, and what each starts with."""

from __future__ import annotations

from reguli.model.binding.binding_context import GAME, NUMBER, World
from reguli.model.resolved_ruleset import Kind
from reguli.model.types import TRUTH, UNKNOWN, CollectionType, ElementType, NumberType, Type, ZoneType
from reguli.ruleset.document_nodes import StateDecl
from reguli.source.message_arguments import Said


def bind_state(world: World) -> None:
    """Take in every state field under its qualified name, with its type."""
    for declared in world.documents.state:
        if declared.owner != GAME and not _can_own(declared, world):
            continue
        name = f"{declared.owner}.{declared.id}"
        if name not in world.state:
            world.state[name] = declared
            world.state_types[name] = _type(declared, world) if _has_keys(declared, world) else UNKNOWN
            _check(declared, world)


def _can_own(declared: StateDecl, world: World) -> bool:
    kind = world.kinds.get(declared.owner)
    if kind is None:
        world.unknown("R330", declared.span, declared.owner, (GAME, *world.kinds))
        return False
    if kind.form == "tokens":
        world.bag.add("R331", declared.span, kind=kind.id)
        return False
    if declared.id in kind.fields:
        world.bag.add("R209", declared.span, name=declared.id, what=Said("thing.a_field_of", kind=kind.id))
        return False
    return True


def _type(declared: StateDecl, world: World) -> Type:
    match declared.form:
        case "number":
            return NumberType(None if declared.of == NUMBER else world.unit(declared.of, declared.span))
        case "flag":
            return TRUTH
        case _ if not world.is_kind(str(declared.of), declared.span):
            return UNKNOWN
        case "element":
            return ElementType(str(declared.of))
        case "list" | "set":
            return CollectionType(str(declared.of))
        case "bundle":
            return _bundle(declared, world.kinds[str(declared.of)], world)
        case "zone":
            return _zone(declared, world.kinds[str(declared.of)], world)


def _has_keys(declared: StateDecl, world: World) -> bool:
    """Hold each key to be a kind that has elements; the places together to be as many as a zone may hold."""
    known = [key.low is not None or world.is_kind(key.name, key.span) for key in declared.by]
    for key in declared.by:
        kind = world.kinds.get(key.name) if key.low is None else None
        if kind is not None and kind.form == "tokens":
            world.bag.add("R329", key.span, name=declared.id, kind=kind.id)
            return False
    return all(known)


def _bundle(declared: StateDecl, kind: Kind, world: World) -> Type:
    found = world.bundle_of(kind.id)
    if found is None and kind.id not in world.broken:
        world.bag.add("R286", declared.span, name=declared.id, kind=kind.id)
    return found or UNKNOWN


def _zone(declared: StateDecl, kind: Kind, world: World) -> Type:
    if (kind.id in world.broken and kind.form == "elements") or (
        kind.variety is not None and kind.variety not in world.kinds
    ):
        return UNKNOWN
    if kind.form not in {"pieces", "tokens"}:
        world.bag.add("R332", declared.span, name=declared.id, kind=kind.id)
        return UNKNOWN
    if kind.form == "tokens" and declared.order == "stack":
        world.bag.add("R333", declared.span, name=declared.id, kind=kind.id)
    one = declared.capacity == 1 and (kind.form == "pieces" or kind.variety is not None)
    return ZoneType(kind.id, kind.form == "tokens", kind.variety, one)


def _check(declared: StateDecl, world: World) -> None:
    seen = declared.visible
    if declared.owner == GAME and {"owner", "others"} & {seen.who, seen.otherwise}:
        world.bag.add("R334", declared.span, name=declared.id)
    if declared.count == "hidden":
        kind = world.kinds.get(declared.of or "")
        if "all" in (seen.who, seen.otherwise or seen.who) and seen.otherwise in (None, seen.who):
            world.bag.add("R275", declared.span, name=declared.id, why=Said("why.all_see_it"))
        elif kind is not None and kind.form == "tokens":
            world.bag.add("R275", declared.span, name=declared.id, why=Said("why.tokens_are_numbers"))
    if seen.option is not None and not isinstance(world.options.get(seen.option), bool):
        switches = [name for name, value in world.options.items() if isinstance(value, bool)]
        world.unknown("R335", declared.span, seen.option, switches)
