"""The code of one program while it is made: functions by name, each written once, and the areas that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, replace
from types import FunctionType
from typing import Any

from reguli.compile.codegen.function_builder import ZERO, Writer
from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.restricted_python import library
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.bitsets import MASKED, is_in_order
from reguli.compile.passes.cost_model import Costs
from reguli.compile.passes.interval_analysis import Intervals
from reguli.compile.passes.partial_evaluation import KnownParts
from reguli.ir import block_operations as st
from reguli.ir.interpreter.inverse_relations import gathered
from reguli.ir.program import Program
from reguli.ir.state_layout import EPOCH, Layout
from reguli.model.analysis.absence_analysis import unproved
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_procedures
from reguli.model.resolved_ruleset import BoundDefine, Ruleset
from reguli.model.types import CollectionType
from reguli.source.frozen_values import Kept


class Making:
    """What makers of code share: the program, the functions written so far, areas and their sizes."""

    def __init__(self, program: Program, ruleset: Ruleset | None = None, layout: Layout | None = None) -> None:
        self.program = program
        self.ruleset = ruleset or program.ruleset
        self.layout = layout or program.layout
        self.functions: dict[str, n.Function] = {}
        self.areas: dict[str, int] = {}
        self.watched = frozenset(_scratch_read(program))
        """Scratch slots that statements of blocks read: what a trigger finds is handed on there."""
        self.sure: set[int] = set()
        """Variables that always name an element, by key: those that go through a collection."""
        self.procedures = {procedure.id: procedure for procedure in all_procedures(self.ruleset)}
        self.asks_past = False
        """Whether something asks the position before the move."""
        self.known_parts = KnownParts(self.ruleset, self.layout)
        self.costs = Costs(self.ruleset, Intervals(self.ruleset, self.layout, {}, self.sure))
        self.told: dict[str, int | tuple[int, ...]] = {}
        """What functions of the library are told of this program."""
        self._of_library: dict[str, FunctionType] = {}
        self._under_way: set[str] = set()
        self._gathered: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {}
        self._masks: dict[str, bool] = {}
        self._stretches: dict[tuple[str, str], int] = {}

        self.prefix = ""
        """Of the names of functions that are made of defines which the ruleset does not have."""
        self.is_wary = False
        """Whether defines and conditions on pieces may be given nothing where no rule gives them that; then all functions of theirs have the prefix."""

    def beside(self, prefix: str, defines: Mapping[str, BoundDefine]) -> Making:
        """Give a making for what is asked beside the rules, with defines of its own: functions and areas are those of this one."""
        other = copy(self)
        # Variables beside the rules are numbered anew by whoever binds them.
        other.sure, other._masks, other.prefix = set(self.sure), {}, prefix  # noqa: SLF001
        other.ruleset = replace(self.ruleset, defines={**self.ruleset.defines, **defines})
        other.layout = self.layout.aside()
        other.known_parts = KnownParts(other.ruleset, other.layout)
        other.costs = Costs(other.ruleset, Intervals(other.ruleset, other.layout, {}, other.sure))
        return other

    @property
    def wary(self) -> Making:
        """Return a making of defines and conditions on pieces that are asked beside the rules, with what no rule gives them."""
        other = self.beside(f"{self.prefix}wary ", {})
        other.ruleset, other.layout, other.is_wary = (
            replace(other.ruleset, absent=unproved(other.ruleset)),
            self.layout,
            True,
        )
        return other

    def called(self, define: str) -> str:
        """Give the name of the function of a define."""
        own = self.prefix if self.is_wary or define not in self.program.ruleset.defines else ""
        return f"define {own}{define}"

    def is_begun(self, name: str) -> bool:
        """Tell whether a function was written, or is being written."""
        return name in self._under_way

    def function(
        self,
        name: str,
        parameters: Sequence[n.Var],
        gives: n.KindOf | None,
        write: Callable[[Writer], object],
    ) -> str:
        """Write a function unless it was written, and give its name."""
        if name not in self.functions and name not in self._under_way:
            self._under_way.add(name)
            writer = Writer()
            write(writer)
            self.functions[name] = writer.function(name, parameters, gives)
        return name

    def gathered(self, term: t.Gathered) -> tuple[tuple[int, ...], ...]:
        """Give the elements that name an element, by that element."""
        known = self._gathered.get((term.kind, term.field))
        if known is None:
            known = self._gathered[term.kind, term.field] = gathered(self.ruleset, term)
        return known

    def gives_mask(self, define: str) -> bool:
        """Tell whether a define gives a collection as binary digits: of a small kind, in the order of the box."""
        known = self._masks.get(define)
        if known is None:
            bound = self.ruleset.defines[define]
            small = isinstance(bound.type, CollectionType) and self.layout.size_of(bound.type.kind) <= MASKED
            known = self._masks[define] = small and is_in_order(self.ruleset, bound.value)
        return known

    def lying_in(self, kind: str) -> str:
        """Write the function that gives which pieces of a kind lie in a zone, by its number, and give its name.

        All zones of the kind are looked through at once when something has moved: what lies where stands in an area until then.
        """
        layout = self.layout
        first, size = layout.places[kind], layout.size_of(kind)
        fields = [one for one in layout.fields.values() if one.declared.of == kind and one.zone >= 0]
        low = min(one.zone for one in fields)
        zones = max(one.zone + one.places for one in fields) - low
        area, number = self.area(f"lying {kind}", zones + 1), n.Var("zone")
        stamp = n.Load(n.Num(layout.stamps[fields[0].name]))

        def write(w: Writer) -> None:
            piece, at = n.Var("piece"), n.Var("at")
            met, here = n.At(area, n.Num(zones)), f.minus(n.Load(f.plus(piece, n.Num(first))), n.Num(low))
            holds = n.Compare("!=", n.Load(n.Num(EPOCH)), ZERO)
            one_more = n.Put(area, at, n.Op("|", n.At(area, at), n.Bit(piece)))
            looked = (
                n.Counting(at, ZERO, n.Num(zones), (n.Put(area, at, ZERO),)),
                n.Counting(piece, ZERO, n.Num(size), (n.Let(at, here), n.When(n.Compare(">=", at, ZERO), (one_more,)))),
                n.Put(area, n.Num(zones), n.If(holds, stamp, n.Num(-1))),
            )
            anew = n.Either(n.Compare("!=", met, stamp), n.Not(holds))
            w.write(n.When(anew, looked), n.Give(n.At(area, f.minus(number, n.Num(low)))))

        return self.function(f"lying {kind}", (number,), n.WHOLE, write)

    def library(self, function: Callable[..., object]) -> str:
        """Make a function of the library part of the code, with all that it calls, and give its name; stubs are left to others."""
        assert isinstance(function, FunctionType), function
        name = function.__name__
        if self._of_library.setdefault(name, function) is not function:
            raise AssertionError(f"two functions of the library are called {name}")
        if name not in self.functions:
            read = library().read(function, self.told)
            if read is not None:
                self.functions[name] = read.function
                for area, size in read.areas:
                    self.area(area, size)
                for other in read.calls:
                    self.library(other)
        return name

    def stretch(self, area: str, key: str, size: int) -> int:
        """Reserve a stretch of an area, once for each key, and give where it begins."""
        found = self._stretches.get((area, key))
        if found is None:
            found = self._stretches[area, key] = self.areas.get(area, 0)
            self.area(area, found + size)
        return found

    def area(self, name: str, size: int) -> str:
        """Reserve an area, at least of this size, and give its name."""
        self.areas[name] = max(size, self.areas.get(name, 0))
        return name


def _scratch_read(program: Program) -> Iterator[int]:
    """Give the scratch slots that values of blocks name."""
    for block in program.blocks:
        for _, statement in block.lines:
            yield from _slots_in(statement)
        yield from _slots_in(block.end)


def _slots_in(part: Any) -> Iterator[int]:
    if isinstance(part, st.Slot):
        if part.slot < 0:
            yield part.slot
    elif isinstance(part, tuple):
        for item in part:
            yield from _slots_in(item)
    elif isinstance(part, Kept) and type(part).__module__.startswith("reguli.ir."):
        yield from _slots_in(tuple(getattr(part, one.name) for one in fields(part)))  # type: ignore[arg-type]
