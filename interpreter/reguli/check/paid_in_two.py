"""Guards that ask what an option then moves: together they are a charge."""

from __future__ import annotations

from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.walk import all_asks
from reguli.source.diagnostic import Bag
from reguli.source.span import Span


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
