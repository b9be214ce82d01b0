"""Conditions that always hold or never do, and guards that ask what an option then moves: together they are a charge."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_asks, all_statements
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NumberType
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.span import Span

Range = tuple[int | None, int | None]
"""The least and the greatest value, as far as they are known."""
TURNED: dict[str, str] = {">": "<", ">=": "<="}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def settled_conditions(ruleset: Ruleset, bag: Bag) -> None:
    """Find conditions whose answer does not depend on the position (options of the game excepted).

    Numbers with a name count where a condition is a guard or brings a stage. Where it only chooses between two ways, they do
    not: a number may be there to be changed, by a variant for one.
    """
    for span, text, term, named in _conditions(ruleset):
        answer = _settled(term, ruleset, named=named)
        if answer is not None:
            bag.add("C107", span, text=text, answer=Said("says.always") if answer else Said("says.never"))


def _conditions(ruleset: Ruleset) -> Iterator[tuple[Span, str, t.Term, bool]]:
    """Give each condition with its place, its text, and whether numbers with a name count."""
    for stage, declared in zip(ruleset.stages, ruleset.documents.game.stages, strict=True):
        if stage.when is not None and declared.when is not None:
            yield declared.when.span, _line(ruleset, declared.when.span), stage.when, True
    for trigger in ruleset.triggers:
        node = trigger.procedure.node
        if node is not None:
            yield node.span, _line(ruleset, node.span), trigger.condition, True
    for statement in all_statements(ruleset):
        match statement:
            case b.Ask(options=options):
                guards = (check for option in options for check in option.checks if isinstance(check, b.Guard))
                yield from ((guard.span, guard.text, guard.condition, True) for guard in guards)
            case b.Branch() | b.Loop():
                yield statement.span, _line(ruleset, statement.span), statement.condition, False
            case _:
                pass


def _line(ruleset: Ruleset, span: Span) -> str:
    """Give what is written on the first line of a place, without the words around the condition."""
    text = next((text for file, text in ruleset.documents.texts if file == span.file), "")
    lines = text.split("\n")
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end].strip().removeprefix("if ").removeprefix("while ").rstrip(":")


def _settled(term: t.Term, ruleset: Ruleset, *, named: bool) -> bool | None:
    """Give the answer of a condition made of written numbers and constants only, or ``None``."""
    match term:
        case t.Compare(_, sign, t.Constant() as left, t.Constant() as right):
            if left.origin in ruleset.options or right.origin in ruleset.options:
                return None
            if not named and not (left.origin is None and right.origin is None):
                return None
            return COMPARED[sign](left.value, right.value)
        case t.Negation(_, operand):
            answer = _settled(operand, ruleset, named=named)
            return None if answer is None else not answer
        case t.Logic(_, operator, left, right):
            answers = _settled(left, ruleset, named=named), _settled(right, ruleset, named=named)
            decisive = operator == "or"
            if decisive in answers:
                return decisive
            return None if None in answers else not decisive
        case t.Compare(_, sign, t.Tracked() as left, t.Tracked() as right) if (
            left.owner is None and right.owner is None
        ):
            return sign in ("=", "<=", ">=") if left.field == right.field else None
        case t.Compare(_, sign, left, right):
            return _always(sign, _range(left, ruleset), _range(right, ruleset))
        case _:
            return None


def _range(term: t.Term, ruleset: Ruleset) -> Range:
    """Return the least and the greatest value of a number that is tracked or counted, or of 0 and 1 as they are written; constants may be changed."""
    match term:
        case t.Constant(_, value, None) if isinstance(term.type, NumberType):
            return value, value
        case t.Tracked(_, field) if ruleset.state[field].form == "number":
            return ruleset.state[field].low, ruleset.state[field].high
        case t.Builtin(_, "count") | t.Amount():
            return 0, None
        case _:
            return None, None


def _always(sign: str, left: Range, right: Range) -> bool | None:
    """Return the answer of a comparison that the ranges of both sides settle."""
    if sign in (">", ">="):
        return _always(TURNED[sign], right, left)
    (low, high), (least, most) = left, right
    if sign in ("=", "!="):
        return sign == "!=" if _at_most(high, least, 1) or _at_most(most, low, 1) else None
    strict = sign == "<"
    return True if _at_most(high, least, strict) else False if _at_most(most, low, not strict) else None


def _at_most(one: int | None, other: int | None, less: int) -> bool:
    return one is not None and other is not None and one + less <= other


def nothing_is_paid_in_two(ruleset: Ruleset, bag: Bag) -> None:
    """Find guards that ask for what the same option moves without condition: ``pay`` says both."""
    for ask in all_asks(ruleset):
        for option in ask.options:
            guards = [check for check in option.checks if isinstance(check, b.Guard)]
            for moved in option.effects:
                if isinstance(moved, b.Transfer) and not moved.up_to:
                    _in_two(ruleset, bag, guards, moved)


def _in_two(ruleset: Ruleset, bag: Bag, guards: list[b.Guard], moved: b.Transfer) -> None:
    for guard in guards:
        if guard.span != moved.span and _asks(guard.condition, moved):
            move = _written(ruleset, moved.span).partition(" ")[2]
            bag.add("C121", guard.span, text=guard.text, move=move, reason=guard.reason.name)


def _asks(condition: t.Term, moved: b.Transfer) -> bool:
    match condition:
        case t.Compare(_, "<=", amount, t.Amount(_, zone)) | t.Compare(_, ">=", t.Amount(_, zone), amount):
            return amount == moved.amount and zone == moved.source
        case _:
            return False


def _written(ruleset: Ruleset, span: Span) -> str:
    text = next((text for file, text in ruleset.documents.texts if file == span.file), "")
    return " ".join(text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1].split())
