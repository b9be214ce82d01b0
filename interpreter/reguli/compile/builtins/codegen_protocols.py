"""What the makers of functions ask of the maker of terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from reguli.compile.codegen.codegen_context import CodegenContext, FunctionBuilder, Known
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes.interval_analysis import IntervalAnalysis
from reguli.ir.state_layout import Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset


class ExpressionCompiler(Protocol):
    """Code generator of terms within one function."""

    making: CodegenContext
    ruleset: Ruleset
    layout: Layout
    writer: FunctionBuilder
    known: Known
    past: bool
    bounds: IntervalAnalysis

    def value(self, term: t.Term) -> n.Code:
        """Return a number, an element or a truth."""
        ...

    def members(self, domain: t.Term) -> tuple[int, ...] | None:
        """Return the members of a collection that is always the same; ``None`` of any other."""
        ...

    def truth(self, term: t.Term) -> n.Code:
        """Return a truth."""
        ...

    def whole(self, term: t.Term) -> n.Code:
        """Return a number; 1 for what holds, 0 for what does not."""
        ...

    def sure(self, term: t.Term, what: str) -> n.Code:
        """Return an element that must be there."""
        ...

    def is_sure(self, term: t.Term) -> bool:
        """Return whether an element is there for certain."""
        ...

    def run(self, term: t.Term) -> n.Code:
        """Return the members of a collection as a run."""
        ...

    def groups(self, term: t.Term) -> n.Code:
        """Return groups as a run."""
        ...

    def mask(self, term: t.Term) -> n.Code:
        """Return the members of a collection of a small kind as binary digits."""
        ...

    def is_asked_by_digits(self, term: t.Term) -> bool:
        """Return whether the members of a collection are to be had as binary digits without going through anything."""
        ...

    def count(self, term: t.Term) -> n.Code:
        """Return how many members a collection has."""
        ...

    def each(self, term: t.Term, body: Callable[[n.Code], object], *, counted: bool = True) -> None:
        """Write a loop over the members of a collection."""
        ...

    def size_of(self, term: t.Term) -> int | None:
        """Return how many elements the kind of a collection has."""
        ...

    def chosen(self, test: n.Code, yes: Callable[[], n.Code], no: Callable[[], n.Code], kind: n.KindOf) -> n.Code:
        """Return one of two values; only that one is computed."""
        ...


def element(terms: ExpressionCompiler, term: t.Term, what: str) -> tuple[n.Code, bool]:
    """Return an element that must be there, and whether it may be none all the same: of a written-out collection that is gone through."""
    code = terms.sure(term, what)
    return code, terms.is_sure(term) and terms.bounds.of(term)[0] != 0


def call(
    terms: ExpressionCompiler, function: Callable[..., object], kind: n.KindOf, *arguments: n.Code
) -> n.CallFunction:
    """Call a function of the library."""
    return n.CallFunction(terms.making.library(function), arguments, kind)
