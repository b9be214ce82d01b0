"""Binding beside a ruleset: expressions that are not part of it but name what it names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from reguli.language.expressions import Expression
from reguli.model.bind_expressions import ExpressionBinder
from reguli.model.bound_world import bound_world
from reguli.model.ruleset import Ruleset
from reguli.model.scope import Scope
from reguli.model.terms import Term, Variable
from reguli.source.diagnostic import Bag
from reguli.source.span import NOWHERE

FIRST_KEY: Final = 1 << 32
"""Variables bound beside a ruleset are numbered from here, so that they are none of its own."""
PLAIN_NUMBER: Final = "R223"


class Aside:
    """Binds expressions beside one ruleset; numbers may be written plainly, being no rules."""

    def __init__(self, ruleset: Ruleset, bag: Bag) -> None:
        """Collect the findings in a bag."""
        self._bag = bag
        self._world = bound_world(ruleset, bag, FIRST_KEY)

    def term(self, expression: Expression, variables: Iterable[Variable] = (), *, truth: bool = False) -> Term | None:
        """Bind a number, or a condition, that may name variables of a rule; None with findings."""
        world = self._world
        world.bag = Bag()
        scope = Scope(world)
        named = {variable.name: variable for variable in variables}
        for variable in named.values():
            scope.hold(variable, NOWHERE, "parameter")
        world.bag = Bag()
        binder = ExpressionBinder(scope)
        term = binder.truth(expression) if truth else binder.number(expression)
        findings = [finding for finding in world.bag if finding.code != PLAIN_NUMBER]
        self._bag.extend(findings)
        return None if findings else term
