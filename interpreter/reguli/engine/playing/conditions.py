"""Conditions that do not hold: the part that fails, the values of its sides, how much is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reguli.engine.notation import Plain, value_plain
from reguli.engine.position import copied, roomy
from reguli.ir.playable import Playable
from reguli.ir.program import Slots
from reguli.ir.walking.values import Values
from reguli.model.tree import terms as t
from reguli.model.types import NumberType


@dataclass(frozen=True, slots=True)
class Failure:
    """What made a condition fail: values by name, ``left`` and ``right`` or ``item`` and ``among``; how much is missing.

    ``missing`` is how much the left side of a comparison lacks, in ``unit``s.
    """

    values: tuple[tuple[str, Plain], ...] = ()
    missing: int | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """Asks terms in one position; variables of the rule they stand in must have been written there already."""

    program: Playable
    slots: Slots
    names: Sequence[str] = ()
    """Of the players."""
    ids: bool = False
    """Whether elements are named by their ids, as rules name them, not by what a player types."""

    def value(self, term: t.Term) -> Plain:
        """Give the value of a term. Raises ``RulesFault``."""
        value = evaluate(self.program, term, self.slots)
        return value_plain(self.program, term.type, value, self.names, ids=self.ids)

    def failure(self, condition: t.Term) -> Failure:
        """Say why a condition that does not hold does not. Raises ``RulesFault``."""
        failed = self._failed(condition)
        match failed:
            case t.Compare():
                return self._compared(failed)
            case t.In(_, item, collection):
                return Failure((("item", self.value(item)), ("among", self.value(collection))))
            case _:
                return Failure()

    def _failed(self, condition: t.Term) -> t.Term:
        """Give the first part of a conjunction that does not hold."""
        while isinstance(condition, t.Logic) and condition.operator == "and":
            condition = condition.right if self.number(condition.left) else condition.left
        return condition

    def _compared(self, failed: t.Compare) -> Failure:
        values = (("left", self.value(failed.left)), ("right", self.value(failed.right)))
        if not isinstance(failed.left.type, NumberType) or failed.operator not in ("<", "<=", ">", ">=", "="):
            return Failure(values)
        left, right = self.number(failed.left), self.number(failed.right)
        if failed.operator == "=" and left > right:
            return Failure(values)
        gap = abs(left - right) + (1 if failed.operator in ("<", ">") else 0)
        right_unit = failed.right.type.unit if isinstance(failed.right.type, NumberType) else None
        return Failure(values, gap, failed.left.type.unit or right_unit)

    def number(self, term: t.Term) -> int:
        """Give the number that a term has, or its truth. Raises ``RulesFault``."""
        return int(evaluate(self.program, term, self.slots))  # type: ignore[call-overload,no-any-return]


def evaluate(program: Playable, term: t.Term, slots: Slots) -> object:
    """Evaluate a bound term in a position; variables of the rule it stands in must have been written already."""
    aside = program.layout.aside()
    closure = Values(program.ruleset, aside, program.distances, program.earlier).closure(term)
    result: object = closure(copied(roomy(program, slots, aside.scratch - program.layout.scratch)))
    return result
