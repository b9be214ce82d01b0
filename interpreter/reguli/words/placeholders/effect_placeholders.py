"""What effects and elements offer to the wordings a ruleset may give them beside those it needs.

``effect:RULE`` says in the past what one effect of a rule did, for the journal: ``effect:selling/pay``. It may name ``amount``
(of tokens), ``piece`` (or ``variety``), ``giver`` and ``taker`` (the players whose zones they are), ``owner`` and ``value`` (of
what is set), ``element`` (of what joins, leaves or is drawn by lot). Without one the tool says it as it says all effects.
``element:KIND/ID`` is what one element is called where the lexicon has no term for it and it has no name of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import CollectionType, ElementType, Type, ZoneType, type_of_key
from reguli.ruleset.kind_nodes import KindDecl
from reguli.words.placeholders.element_values import NAME_FIELD, PLAYER, element_value, element_wording, kind_of_type
from reguli.words.placeholders.placeholder_values import Offer, unknown
from reguli.words.wording.wording_values import Kind

AMOUNT, PIECE, VARIETY, GIVER, TAKER = "amount", "piece", "variety", "giver", "taker"
OWNER, VALUE, ELEMENT = "owner", "value", "element"
Line: TypeAlias = b.Relocate | b.Transfer | b.TakeTop | b.Write | b.Enlist | b.Cast
TOLD: Final = (b.Relocate, b.Transfer, b.TakeTop, b.Write, b.Enlist, b.Cast)
"""The statements that a journal tells of one by one."""
MOST_ELEMENTS: Final = 200
"""Of a kind with more elements none is worded one by one."""


def effect_offers(statement: Line, ruleset: m.Ruleset) -> dict[str, Offer]:
    """Give what the wording of an effect may name."""
    return {name: offer for name, offer in _offers(statement, ruleset) if offer is not None}


def _offers(statement: Line, ruleset: m.Ruleset) -> Iterator[tuple[str, Offer | None]]:
    match statement:
        case b.Relocate(source=source, target=target) | b.TakeTop(source=source, target=target):
            yield PIECE, _of_type(_moved(statement), ruleset)
            yield from _ends(source, target, ruleset)
        case b.Transfer(source=source, target=target):
            kind = _pieces_of(source)
            yield AMOUNT, unknown("number", kind)
            variety = ruleset.kinds[kind].variety if kind in ruleset.kinds else None
            yield VARIETY, None if variety is None else _of_type(ElementType(variety), ruleset)
            yield from _ends(source, target, ruleset)
        case b.Write(place=place):
            yield OWNER, _owner_of(place, ruleset)
            yield from _keys_of(place, ruleset)
            yield VALUE, _of_type(place.type, ruleset)
        case b.Enlist(place=place, item=item):
            yield OWNER, _owner_of(place, ruleset)
            yield from _keys_of(place, ruleset)
            yield ELEMENT, _of_type(item.type, ruleset)
        case b.Cast(variable=variable):
            yield ELEMENT, _of_type(variable.type, ruleset)


def _moved(statement: b.Relocate | b.TakeTop) -> Type:
    if isinstance(statement, b.TakeTop):
        return statement.variable.type
    found = statement.pieces.type
    return ElementType(found.kind) if isinstance(found, CollectionType) else found


def _pieces_of(source: t.Term) -> str:
    return source.type.pieces if isinstance(source.type, ZoneType) else ""


def _ends(source: t.Term | None, target: t.Term | None, ruleset: m.Ruleset) -> Iterator[tuple[str, Offer | None]]:
    for name, end in ((GIVER, source), (TAKER, target)):
        yield name, None if end is None else _owner_of(end, ruleset)


def _owner_of(place: t.Term, ruleset: m.Ruleset) -> Offer | None:
    """Offer the element whose place it is."""
    match place:
        case t.Tracked(owner=owner) if owner is not None:
            return _of_type(owner.type, ruleset)
        case t.Variety(zone=zone):
            return _owner_of(zone, ruleset)
        case _:
            return None


def _keys_of(place: t.Term, ruleset: m.Ruleset) -> Iterator[tuple[str, Offer | None]]:
    """Offer the keys by which a place is told from others, by their names."""
    inner = place.zone if isinstance(place, t.Contents) else place
    if isinstance(inner, t.Tracked):
        for key in ruleset.state[inner.field].by:
            yield key.name, _of_type(type_of_key(key.name, key.low), ruleset)


def _of_type(found: Type, ruleset: m.Ruleset) -> Offer | None:
    kind = kind_of_type(found, ruleset)
    if kind is None:
        return None
    if not isinstance(found, ElementType):
        return unknown(kind, getattr(found, "unit", None) or "")
    return unknown(kind, found.kind, None if found.kind == PLAYER else _sample(ruleset.kinds[found.kind], kind))


def _sample(kind: m.Kind, said: Kind) -> int | str | None:
    value = element_value(kind, 0) if kind.elements and said != "name" else None
    return value if isinstance(value, int | str) else None


def worded_elements(kinds: Iterable[KindDecl]) -> Mapping[str, KindDecl]:
    """Give the ids of the elements that may be worded one by one: of kinds whose elements have no names of their own."""
    found: dict[str, KindDecl] = {}
    for kind in kinds:
        named = any(field.id == NAME_FIELD and field.form == "text" for field in kind.fields)
        if named or kind.form in ("edges", "grid", "tokens") or len(kind.elements) > MOST_ELEMENTS:
            continue
        found.update({element_wording(kind.id, element.id): kind for element in kind.elements})
    return found
