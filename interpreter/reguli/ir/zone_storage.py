"""What a place of the rules is: the field or variable behind it, the pieces of a zone, a whole stack that is moved."""

from __future__ import annotations

from reguli.ir.state_layout import Layout
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Contents, Local, Term, Tracked, Variety
from reguli.model.bound_tree.read_write_sets import field_of
from reguli.model.types import ZoneType


def about(place: Term) -> str:
    """Give the name of the field or variable that a place is."""
    inner = place.zone if isinstance(place, Contents | Variety) else place
    return inner.variable.name if isinstance(inner, Local) else field_of(inner) or ""


def is_pile(layout: Layout, statement: b.Relocate) -> bool:
    """Tell whether a whole stack goes to a stack."""
    source, target, pieces = statement.source, statement.target, statement.pieces
    if not (isinstance(source, Tracked) and isinstance(target, Tracked)):
        return False
    if not (isinstance(pieces, Contents) and pieces.zone == source):
        return False
    return all(layout.fields[zone.field].declared.order == "stack" for zone in (source, target))


def zone_kind(zone: Term) -> str:
    """Give the kind of the pieces of a zone."""
    inner = zone if isinstance(zone, Tracked) else getattr(zone, "zone", zone)
    assert isinstance(inner.type, ZoneType)
    return inner.type.pieces
