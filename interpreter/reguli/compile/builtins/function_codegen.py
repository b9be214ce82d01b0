"""Code generation for the built-in functions, and for every term that yields groups, an order, or a part of either.

Each has one maker, by its name: here what needs no board (``boards``) and no groups (``grouped``). Where a set can be asked without being made, it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reguli.compile.builtins import board_codegen, sorting_codegen
from reguli.compile.builtins.codegen_protocols import ExpressionCompiler, runtime_call
from reguli.compile.builtins.sorting_codegen import count_groups, each_group, in_groups, sorted_run
from reguli.compile.codegen.codegen_context import NO, NONE, ONE, ZERO
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.representations import MASKED, is_in_declared_order
from reguli.compile.runtime import sorting
from reguli.compile.runtime.grouping import all_subsets
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import TOO_DEEP, TruthType

__all__ = ["builtin", "count_groups", "each_group", "groups_of", "in_groups", "run_of", "sorted_run"]


def builtin(terms: ExpressionCompiler, term: t.Builtin | t.Matched) -> n.Code:
    """Return the value of a built-in function: a number, an element or a truth value."""
    if isinstance(term, t.Matched):
        return sorting_codegen.matching_size_code(terms, term)
    if term.name == TOO_DEEP:
        return _too_deep(terms, NO if isinstance(term.type, TruthType) else ZERO)
    return VALUES[term.name](terms, term)


def run_of(terms: ExpressionCompiler, term: t.Builtin | t.Ranked | t.Part) -> n.Code:
    """Return the array of a built-in function that yields a collection."""
    match term:
        case t.Part():
            return sorting_codegen.nth_group_code(terms, term)
        case t.Ranked():
            return sorting_codegen.ranked_groups_code(terms, term)
        case t.Builtin():
            return _too_deep(terms, n.ConstantArray(())) if term.name == TOO_DEEP else RUNS[term.name](terms, term)


def groups_of(terms: ExpressionCompiler, term: t.Term) -> n.Code:
    """Return groups as an array."""
    match term:
        case t.Ranked():
            return sorting_codegen.ranked_groups_code(terms, term)
        case t.Builtin(_, "subsets", (members,)):
            return runtime_call(terms, all_subsets, n.RUN, terms.run(members))
        case t.Filter():
            return sorting_codegen.filtered_groups(terms, term)
        case t.Builtin(_, "parts"):
            return board_codegen.components_code(terms, term)
        case t.Builtin(_, name) if name == TOO_DEEP:
            return _too_deep(terms, n.ConstantArray(()))
        case t.ReadTerm() | t.OperatorTerm() | t.Exists() | t.Fold() | t.Matched() | t.CollectionTerm() | t.CallTerm():
            raise AssertionError(term)


def _too_deep(terms: ExpressionCompiler, never: n.Code) -> n.Code:
    """Generate the fault raised when a recursive rule exceeds its maximum depth."""
    terms.writer.write(n.RaiseFault("E325"))
    return never


# -- members of a set --------------------------------------------------------------------------------------------


def _is_small(terms: ExpressionCompiler, term: t.Term) -> bool:
    """Return whether a collection is available as a bit mask in its own order."""
    size = terms.size_of(term)
    return size is not None and size <= MASKED and is_in_declared_order(terms.ruleset, term)


def _first(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    (among,) = term.arguments
    w = terms.writer
    if isinstance(among, t.Filter) and among.keys:
        return sorting_codegen.first_sorted_code(terms, among, last=False)
    if not isinstance(among, t.Filter | t.Fixed | t.Gathered) and _is_small(terms, among):
        mask = w.keep(terms.mask(among), "m")
        return f.fold_select(f.fold_compare("!=", mask, ZERO), n.LowestSetBit(mask), NONE)
    found = w.fresh("o")
    w.write(n.AssignLocal(found, NONE))
    terms.each(among, lambda item: w.write(n.AssignLocal(found, item), n.BreakLoop()))
    return found


def _last(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    (among,) = term.arguments
    w = terms.writer
    if isinstance(among, t.Filter) and among.keys:
        return sorting_codegen.first_sorted_code(terms, among, last=True)
    if _is_small(terms, among):
        mask = w.keep(terms.mask(among), "m")
        return f.fold_select(f.fold_compare("!=", mask, ZERO), n.HighestSetBit(mask), NONE)
    run = w.keep(terms.run(among), "r", n.RUN)
    return n.SelectValue(
        f.fold_compare(">", n.ArrayLength(run), ZERO),
        n.ArrayItem(run, f.fold_sub(n.ArrayLength(run), ONE)),
        NONE,
    )


def _ranks(terms: ExpressionCompiler, term: t.Builtin) -> tuple[int, ...]:
    kind, rank = term.detail.split(".")
    return tuple(value if isinstance(value, int) else 0 for value in terms.ruleset.kinds[kind].values[rank])


def _most_ranked(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``lowest(set)`` or ``highest(set)``: the first of the members with the lowest or highest rank."""
    w, ranks = terms.writer, _ranks(terms, term)
    best, rank = w.fresh("b"), w.fresh("k")
    sign = ">" if term.name == "highest" else "<"
    w.write(n.AssignLocal(best, NONE), n.AssignLocal(rank, ZERO))

    def each(item: n.Code) -> None:
        here = w.keep(board_codegen.table_cell_code(ranks, (item, True)), "h")
        better = f.fold_or(f.fold_compare("<", best, ZERO), f.fold_compare(sign, here, rank))
        w.write(n.ConditionalBlock(better, (n.AssignLocal(best, item), n.AssignLocal(rank, here))))

    terms.each(term.arguments[0], each)
    return best


def _ranked(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``lowest(set, n)`` or ``highest(set, n)``: the ``n`` members of lowest or highest rank."""
    w, ranks = terms.writer, _ranks(terms, term)
    items = w.keep(terms.run(term.arguments[0]), "r", n.RUN)
    amount = terms.value(term.arguments[1])
    table = tuple(-rank for rank in ranks) if term.name == "highest" else ranks
    keys, item = w.fresh("k", n.RUN), w.fresh("i")
    w.write(n.AllocateArray(keys, n.ArrayLength(items)))
    w.write(n.ForEachLoop(item, items, (n.AppendItem(keys, board_codegen.table_cell_code(table, (item, True))),)))
    return runtime_call(
        terms, sorting.first_of, n.RUN, runtime_call(terms, sorting.sorted_by, n.RUN, items, keys, ONE), amount
    )


def _reversed(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    return runtime_call(terms, sorting.backwards, n.RUN, terms.run(term.arguments[0]))


# -- numbers -------------------------------------------------------------------------------------------------------


def _extreme(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``min`` and ``max`` of several numbers."""
    w, sign = terms.writer, "<" if term.name == "min" else ">"
    best = terms.value(term.arguments[0])
    for argument in term.arguments[1:]:
        kept = w.keep(best, "a")
        other = w.keep(terms.value(argument), "a")
        best = f.fold_select(f.fold_compare(sign, other, kept), other, kept)
    return best


def _absolute(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    kept = terms.writer.keep(terms.value(term.arguments[0]), "a")
    return f.fold_select(f.fold_compare("<", kept, ZERO), f.fold_sub(ZERO, kept), kept)


def _is_none(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    return f.fold_compare("<", terms.value(term.arguments[0]), ZERO)


def _count(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    return terms.count(term.arguments[0])


Maker = Callable[[ExpressionCompiler, t.Builtin], n.Code]
VALUES: Mapping[str, Maker] = {
    **board_codegen.VALUES,
    "count": _count,
    "first": _first,
    "last": _last,
    "lowest": _most_ranked,
    "highest": _most_ranked,
    "min": _extreme,
    "max": _extreme,
    "abs": _absolute,
    "is_none": _is_none,
}
RUNS: Mapping[str, Maker] = {**board_codegen.RUNS, "lowest": _ranked, "highest": _ranked, "reversed": _reversed}
