"""Binding beside a ruleset: expressions that are not part of it but name what it names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from reguli.language.expressions import Expression
from reguli.model.bind_expressions import ExpressionBinder
from reguli.model.questions import Bound
from reguli.model.ruleset import Ruleset
from reguli.model.scope import Scope
from reguli.model.terms import Term, Variable
from reguli.model.world import PLAYER, RANK, World
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
        self._world = _world_of(ruleset)

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


def _world_of(ruleset: Ruleset) -> World:
    """Give what is known of a ruleset as the binder wants it."""
    world = World(ruleset.documents, Bag(), ruleset.options, _keys=FIRST_KEY)
    for kind in ruleset.kinds.values():
        world.add_kind(kind)
    world.constants.update(ruleset.constants)
    world.tables.update(ruleset.tables)
    world.state.update(ruleset.state)
    world.state_types.update(ruleset.state_types)
    world.defines = Bound(dict(ruleset.defines))
    units = ruleset.documents.game.units
    unlimited = (kind.id for kind in ruleset.kinds.values() if kind.form == "tokens" and None in kind.supply)
    world.units = frozenset((*units, *ruleset.kinds, PLAYER, RANK))
    world.measures = frozenset((*units, *unlimited))
    return world
