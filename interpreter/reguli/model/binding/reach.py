"""Which names are in reach at a decision: parameters and lets of its procedure, variables of the loops round it."""

from __future__ import annotations

from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Variable
from reguli.model.tree.walk import all_procedures

Held = tuple[Variable, ...]


def in_reach(ruleset: Ruleset, ask: b.Ask) -> Held:
    """Give the variables that the options of a decision may name, those of an option itself apart."""
    for procedure in all_procedures(ruleset):
        found = _within(procedure.body, ask, procedure.parameters)
        if found is not None:
            return found
    return ()


def of_option(option: b.BoundOption) -> Held:
    """Give the variables an option itself names: its parameters and lets."""
    parameters = tuple(parameter.variable for parameter in option.parameters)
    return (*parameters, *(check.variable for check in option.checks if isinstance(check, b.Give)))


def _within(body: b.Body, ask: b.Ask, held: Held) -> Held | None:
    for statement in body:
        if statement is ask:
            return held
        for inner, more in _inner(statement):
            found = _within(inner, ask, (*held, *more))
            if found is not None:
                return found
        match statement:
            case b.Give(variable=variable) | b.TakeTop(variable=variable) | b.Cast(variable=variable):
                held = (*held, variable)
            case _:
                pass
    return None


def _inner(statement: b.BoundStatement) -> list[tuple[b.Body, Held]]:
    """Give the bodies inside a statement, each with the variables that it adds."""
    match statement:
        case b.Branch(then=then, otherwise=otherwise):
            return [(then, ()), (otherwise, ())]
        case b.Each(variable=variable, body=body) | b.Around(variable=variable, body=body):
            return [(body, (variable,))]
        case b.Loop(body=body) | b.Times(body=body):
            return [(body, ())]
        case b.Ask(options=options, otherwise=otherwise):
            bodies = [(option.effects, of_option(option)) for option in options]
            return [*bodies, (otherwise or (), ())]
        case _:
            return []
