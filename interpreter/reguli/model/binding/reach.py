"""Which names are in reach at a decision: parameters and lets of its procedure, variables of the loops round it."""

from __future__ import annotations

from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import Held, all_procedures, opened


def in_reach(ruleset: Ruleset, ask: b.Ask) -> Held:
    """Give the variables that the options of a decision may name, those of an option itself apart."""
    for procedure in all_procedures(ruleset):
        found = _within(procedure.body, ask, procedure.parameters)
        if found is not None:
            return found
    return ()


def _within(body: b.Body, ask: b.Ask, held: Held) -> Held | None:
    for statement in body:
        if statement is ask:
            return held
        for inner, more in opened(statement):
            found = _within(inner, ask, (*held, *more))
            if found is not None:
                return found
        match statement:
            case b.Give(variable=variable) | b.TakeTop(variable=variable) | b.Cast(variable=variable):
                held = (*held, variable)
            case _:
                pass
    return None
