"""Code generation for sorting, grouping and pairing: operations that need all members before they yield the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.compile.builtins.codegen_protocols import ExpressionCompiler, runtime_call
from reguli.compile.codegen.codegen_context import NO, ONE, YES, ZERO
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.representations import sort_by_printed_keys
from reguli.compile.runtime import grouping, sorting
from reguli.ir.interpreter.builtin_functions import subsets_by_size
from reguli.ir.state_layout import SUBSETS_LIMIT
from reguli.model.bound_tree import bound_terms as t

MOST_WRITTEN = (SUBSETS_LIMIT << SUBSETS_LIMIT - 1) + 1
"""Members of all subsets together, of as many elements as all subsets are asked of; the one without members takes a place, too."""
Key = tuple[t.Term, bool]
"""What elements are sorted by, and whether downwards."""


def sort_key_array(terms: ExpressionCompiler, variable: t.Variable, items: n.Code, keys: Sequence[Key]) -> n.LocalVar:
    """Return the sort keys of all items in one array, grouped by item; descending keys are negated."""
    w = terms.writer
    found, item = w.fresh("k", n.RUN), w.fresh("i")
    terms.making.sure.add(variable.key)
    terms.known[variable.key] = item

    def written() -> None:
        for key, down in keys:
            value = terms.whole(key)
            w.write(n.AppendItem(found, f.fold_sub(ZERO, value) if down else value))

    w.write(n.AllocateArray(found, f.fold_mul(n.ArrayLength(items), n.Int(len(keys)))))
    w.write(n.ForEachLoop(item, items, w.written(written)))
    return found


def sorted_run(terms: ExpressionCompiler, variable: t.Variable, run: n.Code, keys: Sequence[Key]) -> n.Code:
    """Return the members of an array, sorted stably."""
    items = terms.writer.keep(run, "r", n.RUN)
    found = sort_key_array(terms, variable, items, keys)
    return runtime_call(terms, sorting.sorted_by, n.RUN, items, found, n.Int(len(keys)))


def ranked_groups_code(terms: ExpressionCompiler, term: t.Ranked) -> n.Code:
    """Return the elements of a domain in groups of equal rank."""
    among = t.Filter(term.domain.type, term.variable, term.domain, term.where, ())
    items = terms.writer.keep(terms.run(among), "r", n.RUN)
    found = sort_key_array(terms, term.variable, items, term.keys)
    return runtime_call(terms, sorting.ranked_by, n.RUN, items, found, n.Int(len(term.keys)))


def first_sorted_code(terms: ExpressionCompiler, term: t.Filter, *, last: bool) -> n.Code:
    """Return the first or last member in sort order without sorting; none if there are no members."""
    w, count = terms.writer, len(term.keys)
    members = terms.members(term.domain)
    order = None if members is None else sort_by_printed_keys(terms.ruleset, term, members)
    if order is not None:
        return _first_in_order(terms, term, order[::-1] if last else order)
    best = w.fresh("b")
    bests = [w.fresh("k") for _ in range(count)]
    among = t.Filter(term.type, term.variable, term.domain, term.where, ())
    w.write(n.AssignLocal(best, n.Int(-1)))

    def each(item: n.Code) -> None:
        terms.making.sure.add(term.variable.key)
        terms.known[term.variable.key] = item
        here = []
        for key, down in term.keys:
            value = terms.whole(key)
            here.append(w.keep(f.fold_sub(ZERO, value) if down else value, "h"))
        better = f.fold_or(f.fold_compare("<", best, ZERO), _is_before(here, bests, last=last))
        lets = [n.AssignLocal(one, value) for one, value in zip(bests, here, strict=True)]
        w.write(n.ConditionalBlock(better, (n.AssignLocal(best, item), *lets)))

    w.write(*(n.AssignLocal(one, ZERO) for one in bests))
    terms.each(among, each)
    return best


def _first_in_order(terms: ExpressionCompiler, term: t.Filter, order: Sequence[int]) -> n.Code:
    """Return the first known member that fulfils the condition."""
    w = terms.writer
    found = w.fresh("o")
    w.write(n.AssignLocal(found, n.Int(-1)))
    domain = t.Listed(term.domain.type, tuple(t.Constant(term.variable.type, member) for member in order))
    among = t.Filter(term.type, term.variable, domain, term.where, ())
    terms.each(among, lambda item: w.write(n.AssignLocal(found, item), n.BreakLoop()))
    return found


def _is_before(here: Sequence[n.Code], bests: Sequence[n.Code], *, last: bool) -> n.Code:
    """Return whether keys precede others; for ``last``, whether they follow or equal them."""
    found: n.Code = YES if last else NO
    for one, best in reversed(list(zip(here, bests, strict=True))):
        found = f.fold_or(
            f.fold_compare(">" if last else "<", one, best),
            f.fold_and(f.fold_compare("=", one, best), found),
        )
    return found


def matching_size_code(terms: ExpressionCompiler, term: t.Matched) -> n.Code:
    """Return the largest possible number of pairs."""
    w = terms.writer
    starts, partners = w.fresh("r", n.RUN), w.fresh("r", n.RUN)
    lefts = w.keep(terms.run(term.left_domain), "r", n.RUN)
    w.write(
        n.AllocateArray(starts, f.fold_add(n.ArrayLength(lefts), ONE)),
        n.AppendItem(starts, ZERO),
        n.AssignLocal(partners, n.ConstantArray(())),
    )
    left = w.fresh("i")
    terms.making.sure.add(term.left.key)

    def written() -> None:
        terms.known[term.left.key] = left
        fitting = terms.run(t.Filter(term.right_domain.type, term.right, term.right_domain, term.where, ()))
        w.write(
            n.AssignLocal(partners, runtime_call(terms, grouping.joined, n.RUN, partners, fitting)),
            n.AppendItem(starts, n.ArrayLength(partners)),
        )

    w.write(n.SpendBudget(n.ArrayLength(lefts)))
    w.write(n.ForEachLoop(left, lefts, w.written(written)))
    return runtime_call(terms, grouping.most_pairs, n.WHOLE, starts, partners)


def nth_group_code(terms: ExpressionCompiler, term: t.Part) -> n.Code:
    """Return one of several groups by its number."""
    groups = terms.writer.keep(terms.groups(term.groups), "g", n.RUN)
    return runtime_call(terms, grouping.group_at, n.RUN, groups, terms.value(term.number))


def is_subset_domain(term: t.Term) -> bool:
    """Return whether groups are all subsets of a set."""
    return isinstance(term, t.Builtin) and term.name == "subsets"


def each_group(terms: ExpressionCompiler, term: t.Term, body: Callable[[n.Code], object]) -> None:
    """Generate a loop over groups, each given to the body as an array. ``BreakLoop`` and ``ContinueLoop`` in the body refer to this loop."""
    if is_subset_domain(term):
        assert isinstance(term, t.Builtin)
        _each_subset(terms, term.arguments[0], body)
        return
    if isinstance(term, t.Filter):
        _each_that_fits(terms, term, body)
        return
    w, group = terms.writer, terms.writer.fresh("g", n.RUN)
    groups = w.keep(terms.groups(term), "g", n.RUN)
    at = w.fresh("at")

    def next_group() -> None:
        w.write(n.ConditionalBlock(f.fold_compare(">=", at, n.ArrayLength(groups)), (n.BreakLoop(),)))
        w.write(n.AssignLocal(group, runtime_call(terms, grouping.group_from, n.RUN, groups, at)))
        w.write(n.AssignLocal(at, runtime_call(terms, grouping.behind_group, n.WHOLE, groups, at)))
        body(group)

    w.write(n.SpendBudget(runtime_call(terms, grouping.count_of_groups, n.WHOLE, groups)), n.AssignLocal(at, ZERO))
    w.write(n.EndlessLoop(w.written(next_group)))


def _each_subset(terms: ExpressionCompiler, term: t.Term, body: Callable[[n.Code], object]) -> None:
    w, group, number = terms.writer, terms.writer.fresh("g", n.RUN), terms.writer.fresh("i")
    members = terms.run(term)
    if isinstance(members, n.ConstantArray) and len(members.numbers) <= SUBSETS_LIMIT:
        known = tuple(subsets_by_size(members.numbers))
        one = n.ConstantArrayTable(known, number)
        w.write(n.SpendBudget(n.Int(len(known))))
        w.write(n.CountedLoop(number, ZERO, n.Int(len(known)), w.written(lambda: body(one))))
        return
    kept = w.keep(members, "r", n.RUN)
    count = w.keep(runtime_call(terms, grouping.count_of_subsets, n.WHOLE, kept), "n")
    found = runtime_call(terms, grouping.subset_at, n.RUN, kept, number)

    def subset() -> None:
        w.write(n.AssignLocal(group, found))
        body(group)

    w.write(n.SpendBudget(count), n.CountedLoop(number, ZERO, count, w.written(subset)))


def _each_that_fits(terms: ExpressionCompiler, term: t.Filter, body: Callable[[n.Code], object]) -> None:
    """Generate a loop over the groups of a domain that fulfil a condition."""
    assert not term.keys, term

    def asked(group: n.Code) -> None:
        terms.known[term.variable.key] = group
        terms.writer.when(YES if term.where is None else terms.truth(term.where), lambda: body(group))

    each_group(terms, term.domain, asked)


def filtered_groups(terms: ExpressionCompiler, term: t.Filter) -> n.Code:
    """Return the groups that fulfil a condition as an array."""
    w, kept = terms.writer, terms.writer.fresh("g", n.RUN)
    w.write(n.AllocateArray(kept, n.Int(MOST_WRITTEN)))
    each_group(
        terms,
        term,
        lambda group: w.write(n.AppendArray(kept, runtime_call(terms, grouping.group_of, n.RUN, group))),
    )
    return kept


def in_groups(terms: ExpressionCompiler, item: n.Code, term: t.Term) -> n.Code:
    """Return whether an array is one of the groups."""
    kept = terms.writer.keep(item, "r", n.RUN)
    if is_subset_domain(term):
        assert isinstance(term, t.Builtin)
        return runtime_call(terms, grouping.is_subset, n.TRUTH, kept, terms.run(term.arguments[0]))
    return runtime_call(terms, grouping.is_group, n.TRUTH, kept, terms.groups(term))


def count_groups(terms: ExpressionCompiler, term: t.Term) -> n.Code:
    """Return the number of groups."""
    return runtime_call(terms, grouping.count_of_groups, n.WHOLE, terms.groups(term))
