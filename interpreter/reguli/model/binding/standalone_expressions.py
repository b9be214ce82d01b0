"""Binding of standalone expressions: not part of a ruleset, but able to use its names."""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.top_level_items import Define
from reguli.model.binding.binding_context import PLAYER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import Held, Scope, resolve_bare_name
from reguli.model.binding.ruleset_binding import bind_defines
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.kind_binding import declare_units
from reguli.model.resolved_ruleset import BoundDefine, Ruleset
from reguli.model.types import ElementType
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import NOWHERE

FIRST_KEY: Final = 1 << 32
"""Variables bound beside a ruleset are numbered from here, so that they are none of its own."""
OTHER: Final = Said("thing.another_value")


def restore_binding_world(
    ruleset: Ruleset, bag: Bag, first_key: int, *, texts: Sequence[tuple[str, str]] = ()
) -> World:
    """Return the binding context of a bound ruleset.

    New variables are numbered from ``first_key``, away from those of the rules; ``texts`` are the files (name, text) in which
    the expressions stand.
    """
    documents = dataclasses.replace(ruleset.documents, texts=(*ruleset.documents.texts, *texts))
    world = World(documents, bag, ruleset.options, any_number=True, keys=first_key)
    world.kinds, world.elements = dict(ruleset.kinds), dict(ruleset.named)
    world.plurals = {kind.plural: kind.id for kind in ruleset.kinds.values()}
    world.constants, world.tables = dict(ruleset.constants), dict(ruleset.tables)
    world.state, world.state_types = dict(ruleset.state), dict(ruleset.state_types)
    world.procedures = {procedure.id: procedure.parameters for procedure in ruleset.procedures.values()}
    world.arities = {define.id: len(define.parameters) for define in ruleset.defines.values()}
    world.defines = dict(ruleset.defines)
    declare_units(world)
    return world


class Aside:
    """Binds standalone expressions for one ruleset."""

    def __init__(
        self,
        ruleset: Ruleset,
        bag: Bag,
        *,
        defines: Iterable[Define] = (),
        taken: Container[str] = (),
        texts: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Collect the findings in a bag.

        ``defines`` are values known beside the ruleset only, ``taken`` names that they must not have, ``texts`` the files
        (name, text) in which everything stands.
        """
        self._bag = bag
        self._world = restore_binding_world(ruleset, bag, FIRST_KEY, texts=texts)
        self.defines: Mapping[str, BoundDefine] = self._bound(defines, taken)
        """Those of them that could be bound."""

    def _bound(self, nodes: Iterable[Define], taken: Container[str]) -> Mapping[str, BoundDefine]:
        world = self._world
        new: dict[str, Define] = {}
        for node in nodes:
            if node.name in new:
                what: Said | None = Said("thing.a_define")
            else:
                what = OTHER if node.name in taken else resolve_bare_name(node.name, world)
            if what is not None:
                world.bag.add("R209", node.span, name=node.name, what=what)
            else:
                new[node.name] = node
        return bind_defines(world, new.values())

    def player(self) -> Variable:
        """Return a variable for a player, who is called ``player``."""
        return self._world.variable(PLAYER, ElementType(PLAYER))

    def term(self, expression: Expression, variables: Iterable[Variable] = (), *, truth: bool = False) -> Term | None:
        """Bind a number, or a condition, that may name variables of a rule; None with findings."""
        own = self._world.bag = Bag()
        scope = Scope(self._world)
        scope.given = {variable.name: Held(variable, NOWHERE, "parameter") for variable in variables}
        binder = ExpressionBinder(scope)
        term = binder.truth(expression) if truth else binder.number(expression)
        self._bag.extend(own)
        return None if own else term
