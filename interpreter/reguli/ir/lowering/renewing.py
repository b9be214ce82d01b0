"""Values that last a round, a phase or a turn, set back to their start when the next one begins."""

from __future__ import annotations

from typing import Literal

from reguli.ir.layout import NONE
from reguli.ir.lowering.drafts import Drafts
from reguli.ir.statements import Ask, Fill, Number
from reguli.model.tree import bound as b
from reguli.model.types import ElementType


def renew(lowering: Drafts, lasts: Literal["round", "phase", "turn"]) -> None:
    """Write the statements that set back everything that lasts so long."""
    for name, field in lowering.layout.fields.items():
        if field.declared.lasts == lasts:
            start = lowering.ruleset.starts.get(name)
            value = NONE if field.declared.form == "element" else max(0, field.declared.low)
            again = Number(value) if start is None else Ask(start)
            lowering.write(Fill(field.base, field.base + field.stride * field.owners, again))


def lower_turn(lowering: Drafts, statement: b.Each | b.Around) -> None:
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
