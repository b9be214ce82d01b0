"""Binding beside a ruleset: expressions that are not part of it but name what it names."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.language.tree.expressions import Expression
from reguli.language.tree.items import Define
from reguli.model.binding.bound_world import bound_world
from reguli.model.binding.defines import Defines
from reguli.model.binding.expressions import ExpressionBinder
from reguli.model.binding.scope import Scope, meaning
from reguli.model.binding.world import DefineSource
from reguli.model.ruleset import BoundDefine, Ruleset
from reguli.model.tree.terms import Term, Variable
from reguli.source.diagnostic import Bag
from reguli.source.said import Said
from reguli.source.span import NOWHERE

FIRST_KEY: Final = 1 << 32
"""Variables bound beside a ruleset are numbered from here, so that they are none of its own."""
PLAIN_NUMBER: Final = "R223"
OTHER: Final = Said("thing.another_value")


class Aside:
    """Binds expressions beside one ruleset; numbers may be written plainly, being no rules."""

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
        self._world = bound_world(ruleset, bag, FIRST_KEY, texts=texts)
        self.defines: Mapping[str, BoundDefine] = self._bound(defines, taken)
        """Those of them that could be bound."""

    def _bound(self, nodes: Iterable[Define], taken: Container[str]) -> Mapping[str, BoundDefine]:
        world = self._world
        world.bag = Bag()
        new: dict[str, Define] = {}
        for node in nodes:
            what = (
                Said("thing.a_define")
                if node.name in new
                else OTHER
                if node.name in taken
                else meaning(node.name, world)
            )
            if what is not None:
                world.bag.add("R209", node.span, name=node.name, what=what)
            else:
                new[node.name] = node
        own = Defines(world, new.values())
        assert world.defines is not None
        world.defines = _Over(own, world.defines)
        found = own.bound(())
        self._tell()
        return found

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
        return None if self._tell() else term

    def _tell(self) -> bool:
        """Pass the findings on; tell whether there are any."""
        findings = [finding for finding in self._world.bag if finding.code != PLAIN_NUMBER]
        self._bag.extend(findings)
        return bool(findings)


@dataclass(frozen=True, slots=True)
class _Over:
    """Defines that stand over others; no name is in both."""

    own: DefineSource
    under: DefineSource

    def get(self, name: str) -> BoundDefine | None:
        """Give a define; None when it is unknown or cannot be bound."""
        return self.under.get(name) if self.own.arity(name) is None else self.own.get(name)

    def arity(self, name: str) -> int | None:
        """Give how many parameters a define takes; None when there is none of this name."""
        found = self.own.arity(name)
        return self.under.arity(name) if found is None else found

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all defines."""
        return (*self.own.names, *self.under.names)
