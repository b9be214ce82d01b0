"""Functions of one program as generated Python, each made, printed and compiled when it is first asked for; closures of single terms among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import count
from typing import Any

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.expression_codegen import Terms
from reguli.compile.codegen.function_builder import Writer
from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.recursion_depth import deep
from reguli.compile.python.python_module import Codes, Module
from reguli.compile.python.statement_printer import Telling
from reguli.ir.interpreter.bundle_numbering import Bundles
from reguli.ir.interpreter.ordering_algorithms import groups_of
from reguli.ir.interpreter.set_numbering import Sets
from reguli.ir.program import Program, Slots
from reguli.ir.program_interface import Closure
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, GroupsType, NumbersType, TruthType, ZoneType


class Written:
    """Makes functions of a program, and closures of terms in the way the walker gives their values (``ir.program_interface.Asking``)."""

    room = 0
    """Variables are locals, so no scratch slots are needed."""

    def __init__(self, making: Making, module: Module) -> None:
        """Make functions by ``making``, and compile them in ``module``."""
        self.making, self.module = making, module
        self._prefixes = count(1)

    @classmethod
    def of(cls, program: Program, numbers: Iterator[int], codes: Codes | None = None) -> Written:
        """Begin with nothing made; ``numbers`` are given to what has changed, ``codes`` are compiled already."""
        making = Making(program)
        bundles = frozenset(
            number for number, note in enumerate(program.notes) if note.types and isinstance(note.types[-1], BundleType)
        )
        telling = Telling(bundles=bundles)
        areas, width = making.areas, program.width
        return cls(making, Module(making.functions, areas, width=width, numbers=numbers, telling=telling, codes=codes))

    def beside(self, ruleset: Ruleset) -> Written:
        """Give what makes closures of terms beside the rules; the ruleset may have more defines. What the rules know it knows, too."""
        own = self.making.program.ruleset.defines
        more = {name: define for name, define in ruleset.defines.items() if own.get(name) is not define}
        return Written(self.making.beside(f"{next(self._prefixes)} ", more), self.module)

    def made(self, make: Callable[[], str]) -> Callable[..., Any]:
        """Give the function that is made so, compiled."""
        with deep():
            return self.module.take(make())

    def closure(self, term: Term) -> Closure:
        """Make a closure of a term."""
        match term:
            case t.Elements(_, kind):
                everything = range(self.making.layout.size_of(kind))
                return lambda s: everything
            case t.Interval(_, low, high):
                first, last = self.closure(low), self.closure(high)
                return lambda s: range(first(s), last(s) + 1)
            case t.Several(type=found, domain=domain, least=least, most=most):
                of, fewest, greatest = self.closure(domain), self.closure(least), self.closure(most)
                made = Bundles if isinstance(found, BundleType) else Sets
                return lambda s: made(of(s), fewest(s), greatest(s))
            case _:
                return self._closure(term)

    def _closure(self, term: Term) -> Closure:
        match term.type:
            case TruthType():
                return self._function(n.TRUTH, lambda terms: terms.truth(term))
            case GroupsType():
                written = self._function(n.RUN, lambda terms: terms.groups(term))
                return lambda s: groups_of(written(s))
            case BundleType():
                return _as_tuple(self._function(n.RUN, lambda terms: terms.packed(term)))
            case CollectionType() | NumbersType() | ZoneType(counted=False):
                return _as_tuple(self._function(n.RUN, lambda terms: terms.run(term)))
            case _:
                return self._function(n.WHOLE, lambda terms: terms.whole(term))

    def giving(self, variable: t.Variable, term: Term) -> Closure:
        """Make a function that works a value out and keeps it in the slots of a variable."""
        return self._written(None, lambda terms: terms.give(variable, term))

    def _function(self, gives: n.KindOf, value: Callable[[Terms], n.Code]) -> Closure:
        return self._written(gives, lambda terms: terms.writer.write(n.Give(value(terms))))

    def _written(self, gives: n.KindOf | None, write: Callable[[Terms], object]) -> Closure:
        """Make a function that nobody else calls: only whoever asked for it keeps it."""
        # Variables of one question may be numbered as those of another.
        making, writer = copy(self.making), Writer()
        making.sure = set(making.sure)
        with deep():
            write(Terms(making, writer))
            return self.module.once(writer.function("value", (), gives))


def _as_tuple(run: Closure) -> Closure:
    def found(s: Slots) -> tuple[int, ...]:
        return tuple(run(s))

    return found
