"""The interface to the expression compiler that the function generators use."""

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
    """Code generator for expressions within one function."""

    making: CodegenContext
    ruleset: Ruleset
    layout: Layout
    writer: FunctionBuilder
    known: Known
    past: bool
    bounds: IntervalAnalysis

    def value(self, term: t.Term) -> n.Code:
        """Return code for a number, an element or a truth value."""
        ...

    def members(self, domain: t.Term) -> tuple[int, ...] | None:
        """Return the members of a constant collection; ``None`` for any other collection."""
        ...

    def truth(self, term: t.Term) -> n.Code:
        """Return code for a truth value."""
        ...

    def whole(self, term: t.Term) -> n.Code:
        """Return code for a number; truth values become 1 or 0."""
        ...

    def sure(self, term: t.Term, what: str) -> n.Code:
        """Return code for an element that must not be none."""
        ...

    def is_sure(self, term: t.Term) -> bool:
        """Return whether an element is certainly not none."""
        ...

    def run(self, term: t.Term) -> n.Code:
        """Return the members of a collection as an array."""
        ...

    def groups(self, term: t.Term) -> n.Code:
        """Return groups as an array."""
        ...

    def mask(self, term: t.Term) -> n.Code:
        """Return the members of a collection of a small kind as a bit mask."""
        ...

    def is_asked_by_digits(self, term: t.Term) -> bool:
        """Return whether the members of a collection can be read as a bit mask without a loop."""
        ...

    def count(self, term: t.Term) -> n.Code:
        """Return code for the number of members of a collection."""
        ...

    def each(self, term: t.Term, body: Callable[[n.Code], object], *, counted: bool = True) -> None:
        """Generate a loop over the members of a collection."""
        ...

    def size_of(self, term: t.Term) -> int | None:
        """Return the number of elements in the kind of a collection."""
        ...

    def chosen(self, test: n.Code, yes: Callable[[], n.Code], no: Callable[[], n.Code], kind: n.KindOf) -> n.Code:
        """Return code that selects one of two values; only the selected one is computed."""
        ...


def required_element_code(terms: ExpressionCompiler, term: t.Term, what: str) -> tuple[n.Code, bool]:
    """Return an element that must be there, and whether it may be none all the same: of a written-out collection that is gone through."""
    code = terms.sure(term, what)
    return code, terms.is_sure(term) and terms.bounds.of(term)[0] != 0


def runtime_call(
    terms: ExpressionCompiler, function: Callable[..., object], kind: n.KindOf, *arguments: n.Code
) -> n.CallNode:
    """Return a call of a library function."""
    return n.CallNode(terms.making.library(function), arguments, kind)
