"""Values that last a round, a phase or a turn, set back to their start when the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reguli.ir.layout import NONE
from reguli.ir.program import Closure, Journal, Slots
from reguli.model.tree import bound as b
from reguli.model.types import ElementType

if TYPE_CHECKING:
    from reguli.ir.lowering.procedures import Lowering


def renew(lowering: Lowering, lasts: Literal["round", "phase", "turn"]) -> None:
    """Write the effect that sets back everything that lasts so long."""
    stretches = []
    for name, field in lowering.layout.fields.items():
        if field.declared.lasts == lasts:
            start = lowering.ruleset.starts.get(name)
            value = NONE if field.declared.form == "element" else max(0, field.declared.low)
            closure = lowering.values.closure(start) if start is not None else _always(value)
            stretches.append((field.base, field.stride * field.owners, closure))
    if not stretches:
        return

    def set_back(s: Slots, j: Journal) -> None:
        for base, width, start in stretches:
            s[base : base + width] = [start(s)] * width

    lowering.effect(set_back, "")


def lower_turn(lowering: Lowering, statement: b.Each | b.Around) -> None:
    """Lower the body of a loop; where a phase comes to a player who may have to decide, a turn begins."""
    is_turn = (
        lowering.phase is not None
        and not lowering.in_turn
        and statement.variable.type == ElementType("player")
        and any(lowering.waiting.statement(inner) for inner in statement.body)
    )
    if is_turn:
        renew(lowering, "turn")
        lowering.in_turn = True
    lowering.scoped(statement.body)
    if is_turn:
        lowering.in_turn = False


def _always(value: int) -> Closure:
    return lambda s: value
