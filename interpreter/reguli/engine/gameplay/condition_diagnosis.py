"""Diagnosis of failed conditions: the failing part, the values of its sides, the missing amount."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.engine.notation import Plain, value_as_json
from reguli.engine.state_snapshots import copy_state, with_scratch_slots
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import inline_lets
from reguli.model.types import ElementType, NumberType
from reguli.source.frozen_values import FrozenValue, frozen_class

SEAT = ElementType("player")
CLOSURES = 1_000
"""Closures beside the rules that are kept of a program."""
ASKING = "asking"
"""What makes them, among them."""


@frozen_class
class ConditionFailure(FrozenValue):
    """The cause of a failed condition: values by name, ``left`` and ``right`` or ``item`` and ``among``; the shortage.

    ``missing`` is how much the left side of a comparison lacks, in ``unit``s; of tokens ``lacking`` tells of which varieties.
    """

    values: tuple[tuple[str, Plain], ...] = ()
    missing: int | None = None
    unit: str | None = None
    lacking: tuple[tuple[str, int], ...] = ()


@frozen_class
class ConditionEvaluator(FrozenValue):
    """An evaluator of terms in one position; the variables of the surrounding rule must already be stored."""

    program: Playable
    slots: Slots
    names: Sequence[str] = ()
    """Of the players."""
    ids: bool = False
    """Whether elements are named by their ids, as rules name them, not by what a player types."""

    def value(self, term: t.Term) -> Plain:
        """Return the value of a term. Raises ``RulesFault``."""
        value = evaluate_condition(self.program, term, self.slots)
        return value_as_json(self.program, term.type, value, self.names, ids=self.ids)

    def failure(self, condition: t.Term) -> ConditionFailure:
        """Return the cause of a false condition. Raises ``RulesFault``."""
        failed = self._failed(condition)
        match failed:
            case t.Compare():
                return self._compared(failed)
            case t.In(_, item, collection):
                return ConditionFailure((("item", self.value(item)), ("among", self.value(collection))))
            case t.Exists(_, "every", variable, t.Elements(), None, t.Compare(_, "<=", less, more)):
                return self._varieties(variable, less, more)
            case t.ReadTerm() | t.ComputedTerm():
                return ConditionFailure()

    def _failed(self, condition: t.Term) -> t.Term:
        """Return the first false part of a conjunction."""
        while isinstance(condition, t.Logic) and condition.operator == "and":
            condition = condition.right if self.number(condition.left) else condition.left
        return condition

    def _compared(self, failed: t.Compare) -> ConditionFailure:
        values = (("left", self.value(failed.left)), ("right", self.value(failed.right)))
        if not isinstance(failed.left.type, NumberType) or failed.operator not in ("<", "<=", ">", ">=", "="):
            return ConditionFailure(values)
        left, right = self.number(failed.left), self.number(failed.right)
        if failed.operator == "=" and left > right:
            return ConditionFailure(values)
        gap = abs(left - right) + (1 if failed.operator in ("<", ">") else 0)
        lacking: tuple[tuple[str, int], ...] = ()
        zone = failed.right.zone if isinstance(failed.right, t.Amount) else None
        # Tokens in the colours of players lack by number: nobody has those of somebody else.
        if failed.operator == "<=" and isinstance(zone, t.Variety) and zone.variety.type != SEAT:
            lacking = ((str(self.value(zone.variety)), gap),)
        right_unit = failed.right.type.unit if isinstance(failed.right.type, NumberType) else None
        return ConditionFailure(values, gap, failed.left.type.unit or right_unit, lacking)

    def _varieties(self, variable: t.Variable, less: t.Term, more: t.Term) -> ConditionFailure:
        """Return the varieties with too few tokens and the total shortage; an empty failure if no tokens are compared."""
        kinds, of = self.program.ruleset.kinds, variable.type
        pieces = kinds.get((more.type.unit or "") if isinstance(more.type, NumberType) else "")
        if not isinstance(of, ElementType) or pieces is None or pieces.variety != of.kind:
            return ConditionFailure()
        lacking: list[tuple[str, int]] = []
        for index in range(self.program.layout.size_of(of.kind)):
            one = t.Constant(of, index, kinds[of.kind].elements[index])
            wanted, there = (self.number(side) for side in inline_lets((less, more), {variable.key: one}))
            if wanted > there:
                lacking.append((str(self.value(one)), wanted - there))
        return ConditionFailure((), sum(gap for _, gap in lacking), pieces.id, tuple(lacking))

    def number(self, term: t.Term) -> int:
        """Return a term's value as an integer. Raises ``RulesFault``."""
        return int(evaluate_condition(self.program, term, self.slots))  # type: ignore[call-overload,no-any-return]


def evaluate_condition(program: Playable, term: t.Term, slots: Slots) -> object:
    """Evaluate a bound term in a position; the variables of its rule must already be stored.

    An interpreter answers as it walks, whatever it makes of terms; beside generated code, which would take longer to make, the plain interpreter answers.
    """
    if program.twin is None:
        closure, room = _walked(program, term)
    else:
        aside = program.layout.aside()
        closure = Values(program.ruleset, aside, program.distances, program.earlier).closure(term)
        room = aside.scratch - program.layout.scratch
    result: object = closure(copy_state(with_scratch_slots(program, slots, room)))
    return result


def _walked(program: Playable, term: t.Term) -> tuple[Closure, int]:
    """Make a cached interpreter closure and return it with its scratch slot need. All share the closures of the defines they use."""
    known = program.asked.get(id(term))
    if known is None:
        if len(program.asked) >= CLOSURES:
            program.asked.clear()
        asking = program.asked[ASKING] = program.asked.get(ASKING) or program.asking(program.ruleset)
        closure = asking.closure(term)
        # With the term, so that no other one gets its identity.
        known = program.asked[id(term)] = (closure, asking.room, term)
    return known[0], known[1]
