"""What the places of a field start with: one value for all, or one by whose it is and at which key."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reguli.ir.state_layout import FieldSlots
from reguli.model.bound_tree.bound_terms import Constant, Local, Placed, Term


def start_at(field: FieldSlots, start: Term, place: int) -> Term:
    """Give the start value of one place: its owner and its keys stand for the names that the value may use."""
    named = (field.declared.owner, *(key.name for key in field.declared.by))
    found: Term = _known(start, dict(zip(named, (field.owner_of(place), *field.keys_of(place)), strict=True)))
    return found


def differs_by_place(field: FieldSlots, start: Term) -> bool:
    """Tell whether a start value hangs on whose place it is, or at which key."""
    return start_at(field, start, 0) is not start


def _known(term: Any, whose: dict[str, int]) -> Any:
    if isinstance(term, tuple):
        items = tuple(_known(item, whose) for item in term)
        return term if all(new is old for new, old in zip(items, term, strict=True)) else items
    if isinstance(term, Local) and term.variable.name in whose:
        return Constant(term.type, whose[term.variable.name])
    if not isinstance(term, Placed):
        return term
    parts = {name: getattr(term, name) for name in term.__match_args__}
    changed = {name: new for name, old in parts.items() if (new := _known(old, whose)) is not old}
    return replace(term, **changed) if changed else term
