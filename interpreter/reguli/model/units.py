"""Units of numbers: what may be added, compared, multiplied and divided."""

from __future__ import annotations

from reguli.model.types import PLAIN, NumberType


def unified(left: NumberType, right: NumberType) -> NumberType | None:
    """Give the type of both in a sum or comparison; None when their units differ.

    A plain number fits every unit. A rank fits its own unit and those it may be compared with.
    """
    if left.unit is None:
        return right
    if right.unit is None or left.unit == right.unit:
        return left
    if right.unit in left.compares:
        return right
    if left.unit in right.compares:
        return left
    return None


def fits(found: NumberType, wanted: str | None) -> bool:
    """Say whether a number may stand where a number of a unit is expected; ``None`` expects any number."""
    return wanted is None or found.unit is None or found.unit == wanted or wanted in found.compares


def product(left: NumberType, right: NumberType, measures: frozenset[str]) -> NumberType | None:
    """Give the type of a product; None when both are measures (units of value, not counts of things)."""
    if left.unit is None:
        return right
    if right.unit is None:
        return left
    match left.unit in measures, right.unit in measures:
        case True, True:
            return None
        case True, False:
            return left
        case False, True:
            return right
        case _:
            return PLAIN


def quotient(left: NumberType, right: NumberType, measures: frozenset[str]) -> NumberType | None:
    """Give the type of a quotient; None when a measure is divided into another measure."""
    if right.unit is None:
        return left
    if left.unit == right.unit:
        return PLAIN
    if left.unit is None or left.unit not in measures:
        return PLAIN
    return None if right.unit in measures else left
