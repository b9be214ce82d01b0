"""Guards that always hold or never do."""

from __future__ import annotations

from collections.abc import Callable

from reguli.model import bound as b
from reguli.model import terms as t
from reguli.model.ruleset import Ruleset
from reguli.model.walk import all_procedures, statements_of
from reguli.source.diagnostic import Bag

COMPARED: dict[str, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def settled_conditions(ruleset: Ruleset, bag: Bag) -> None:
    """Find guards of options whose answer does not depend on the position (options of the game excepted)."""
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if not isinstance(statement, b.Ask):
                continue
            for option in statement.options:
                for check in option.checks:
                    if isinstance(check, b.Guard):
                        answer = _settled(check.condition)
                        if answer is not None:
                            bag.add("C107", check.span, text=check.text, answer="always" if answer else "never")


def _settled(term: t.Term) -> bool | None:
    """Give the answer of a condition made of written numbers and constants only, or ``None``."""
    match term:
        case t.Compare(_, sign, t.Constant() as left, t.Constant() as right):
            if _is_option(left) or _is_option(right):
                return None
            return COMPARED[sign](left.value, right.value)
        case t.Negation(_, operand):
            answer = _settled(operand)
            return None if answer is None else not answer
        case t.Compare(_, sign, t.Tracked() as left, t.Tracked() as right) if (
            left.owner is None and right.owner is None
        ):
            return sign in ("=", "<=", ">=") if left.field == right.field else None
        case _:
            return None


def _is_option(constant: t.Constant) -> bool:
    return constant.origin is not None and constant.origin.startswith("option")
