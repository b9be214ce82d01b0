"""Says why a move is not allowed: the reason in words, then the exact rule with the values that made it fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from reguli.engine.gameplay.illegal_moves import Refusal
from reguli.engine.notation import Plain
from reguli.source.message_arguments import some_of
from reguli.words.catalogue.interface_texts import Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SittingTongue

NOT_OFFERED: Final = "not_offered"
SIDES: Final = ("left", "right")
"""The names of the values of a comparison."""
SOUGHT: Final = ("item", "among")
"""Those of something that is not among others."""


def refusal_lines(refusal: Refusal, words: Interface, said: str, tongue: SittingTongue) -> list[str]:
    """Say one reason: in words (``said``), then its name, the condition with the values that made it fail, what would do.

    The values are said in words too, and what the reason has said already is not said again; the condition and the ids below it
    are those of the ruleset.
    """
    of_nearest = [] if refusal.nearest is None else _rule_lines(refusal.nearest.refusal, words, tongue)
    return [said, *(f"  {line}" for line in (*_rule_lines(refusal, words, tongue), *of_nearest))]


def _rule_lines(refusal: Refusal, words: Interface, tongue: SittingTongue) -> list[str]:
    head = refusal.name
    if refusal.arguments:
        head += f"({', '.join(_said(value, words) for value in refusal.arguments)})"
    lines = [f"{head}: {refusal.text}" if refusal.text else head]
    if refusal.name != NOT_OFFERED:
        lines += _values(refusal, words, tongue)
    if refusal.lacking:
        lacking = (f"{amount} {tongue.element(variety)}" for variety, amount in refusal.lacking)
        lines.append("  " + words.say("missing: {values}", values=", ".join(lacking)))
    lines += _changes(refusal, words, tongue)
    if refusal.admissible and not tongue.says_all_of(refusal):
        values = some_of([_said(value, words, tongue) for value in refusal.admissible])
        lines.append("  " + words.say("what would do: {values}", values=values))
    lines.append("  " + "  ".join(part for part in (refusal.span, refusal.rule, ", ".join(refusal.cites)) if part))
    return lines


def _values(refusal: Refusal, words: Interface, tongue: SittingTongue) -> list[str]:
    said = {name: _said(value, words, tongue, refusal.unit) for name, value in refusal.values}
    match tuple(said):
        case ():
            return []
        case names if names == SIDES:
            return ["  " + words.say("left side: {left}; right side: {right}", **said)]
        case names if names == SOUGHT:
            return ["  " + words.say("sought: {item}; among: {among}", **said)]
        case _:
            return ["  " + ", ".join(f"{name} {value}" for name, value in said.items())]


def _changes(refusal: Refusal, words: Interface, tongue: SittingTongue) -> list[str]:
    """Say which pieces changed what is asked for, whose they are, and by how much."""
    lines = []
    for one in refusal.changes:
        by = one.by if one.piece is None else tongue.element(str(one.piece))
        if one.owner is None:
            lines.append("  " + words.say("{amount} by {piece}", amount=f"{one.amount:+}", piece=by))
        else:
            owner = str(one.owner)
            lines.append(
                "  " + words.say("{amount} by {piece} of {owner}", amount=f"{one.amount:+}", piece=by, owner=owner)
            )
    return lines


def _said(value: Plain, words: Interface, tongue: SittingTongue | None = None, unit: str | None = None) -> str:
    match value:
        case None:
            return words.say("none")
        case bool():
            return words.say("yes") if value else words.say("no")
        case list():
            return ", ".join(_said(item, words, tongue) for item in value) or words.say("nothing")
        case Mapping():
            return ", ".join(f"{key}: {_said(item, words, tongue)}" for key, item in value.items())
        case int() if tongue is not None and unit is not None:
            return tongue.amount(value, unit)
        case str() if tongue is not None:
            return tongue.element(value)
        case _:
            return str(value)
