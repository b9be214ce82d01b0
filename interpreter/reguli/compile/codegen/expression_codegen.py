"""Code generation for terms: each bound term becomes an expression, preceded by the statements it needs.

A quantifier is a loop that leaves a truth in a local, a sum a loop that leaves a number: so nesting costs no calls. What stands behind ``and``, ``or`` and
``if`` is done only where it is asked. The classes stand one on the other: places, sets, collections, what is looked up, bundles, what has a name, and here what is reckoned and gone through.
"""

from __future__ import annotations

from collections.abc import Callable

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen import define_codegen
from reguli.compile.codegen.codegen_context import NO, ONE, YES, ZERO, CodegenContext, FunctionBuilder, Known
from reguli.compile.codegen.define_codegen import DefineCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes import representations
from reguli.compile.runtime import arithmetic
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import BundleType, ElementType, GroupsType, TruthType

PAST = "past"
"""The global that tells whether the position before the move is kept."""


class ExpressionCodegen(DefineCodegen):
    """Code generator for terms within one function."""

    def anew(self, writer: FunctionBuilder, known: Known, *, past: bool) -> ExpressionCodegen:
        """Return a generator for another function."""
        return ExpressionCodegen(self.making, writer, known, past=past)

    def warily(self) -> ExpressionCodegen:
        """Return a generator within the same function that assumes nothing about define arguments."""
        other = ExpressionCodegen(self.making.wary, self.writer, self.known, past=self.past)
        other.limits = self.limits
        return other

    def known_part(self, term: t.Term) -> n.Code | None:
        """Return a part that never changes, as a table lookup; ``None`` if there is no table."""
        found = self.making.known_parts.look_up(term)
        if found is None:
            return None
        free, values, whole = found
        index: n.Code = ZERO
        for variable in free:
            if not whole and variable.key not in self.making.sure and self.lacks(t.Local(variable.type, variable)):
                return None
            assert isinstance(variable.type, ElementType)
            size = self.layout.size_of(variable.type.kind) + 1
            index = f.fold_add(f.fold_mul(index, n.Int(size)), f.fold_add(self.variable(variable), ONE))
        if len(free) == 1 and free[0].key in self.making.sure:
            values, index = values[1:], self.variable(free[0])
        runs = tuple(value for value in values if isinstance(value, tuple))
        if runs:
            return f.fold_array_lookup(runs, index)
        numbers = tuple(value for value in values if isinstance(value, int))
        code = f.fold_constant_lookup(numbers, index)
        return f.int_to_bool(code) if isinstance(term.type, TruthType) else code

    def value(self, term: t.Term) -> n.Code:
        """Generate a number, element (-1 for none) or truth."""
        known = self.known_part(term)
        if known is not None:
            return known
        match term:
            case t.Constant(found, value):
                return n.Bool(bool(value)) if isinstance(found, TruthType) else n.Int(int(value))
            case t.Local(_, variable):
                return self.variable(variable)
            case t.Fixed() | t.Tracked() | t.Lies() | t.Occupant() | t.Variety() | t.Amount() | t.Cell() | t.Fact():
                return self.looked_up(term)
            case t.Arithmetic():
                return self._arithmetic(term)
            case t.Compare():
                return self._compared(term)
            case t.Logic(_, "and", left, right):
                return self.both(self.truth(left), lambda: self.truth(right))
            case t.Logic(_, _, left, right):
                return self.either(self.truth(left), lambda: self.truth(right))
            case t.Negation(_, operand):
                return f.fold_not(self.truth(operand))
            case t.Choice(found, condition, then, otherwise):
                test = self.truth(condition)
                if isinstance(found, TruthType):
                    return self.chosen(test, lambda: self.truth(then), lambda: self.truth(otherwise), n.TRUTH)
                return self.chosen(test, lambda: self.value(then), lambda: self.value(otherwise), n.WHOLE)
            case t.In(_, item, collection):
                return self._is_in(item, collection)
            case t.Exists():
                return self._exists(term)
            case t.Fold():
                return self._fold(term)
            case t.Share(_, bundle, variety):
                return self.share(bundle, variety)
            case t.Apply(_, define, arguments):
                return self.applied(define, arguments)
            case t.Builtin() | t.Matched():
                return function_codegen.builtin(self, term)
            case t.PieceCondition():
                return self.piece_condition(term)
            case t.Earlier(_, value):
                return self._earlier(value)
            case t.Elements() | t.Gathered() | t.Contents() | t.Filter() | t.Ranked() | t.CollectionTerm():
                raise AssertionError(term)

    # -- reckoned ------------------------------------------------------------------------------------------------

    def _arithmetic(self, term: t.Arithmetic) -> n.Code:
        left, right = self.value(term.left), self.value(term.right)
        match term.operator:
            case "+":
                return f.fold_add(left, right)
            case "-":
                return f.fold_sub(left, right)
            case "*":
                low, high = self.bounds.of(term)
                if low is not None and high is not None and max(-low, high) <= arithmetic.LARGEST:
                    return f.fold_mul(left, right)
                return n.CallNode(self.making.library(arithmetic.times), (left, right))
            case "div down" | "div up":
                down = term.operator == "div down"
                if down and isinstance(right, n.Int) and right.value > 0:
                    return n.Int(left.value // right.value) if isinstance(left, n.Int) else n.IntOp("div", left, right)
                return n.CallNode(
                    self.making.library(arithmetic.divided_down if down else arithmetic.divided_up), (left, right)
                )

    def _compared(self, term: t.Compare) -> n.Code:
        if isinstance(term.left.type, BundleType):
            return self.bundles_compared(term)
        if (whether := _whether_any(term)) is not None:
            any_at_all = self.any_of(whether[0])
            return any_at_all if whether[1] else f.fold_not(any_at_all)
        if isinstance(term.left.type, TruthType):
            return f.fold_compare(term.operator, self.whole(term.left), self.whole(term.right))
        left, right = self.value(term.left), self.value(term.right)
        if not isinstance(term.left.type, ElementType) or not self._asked_for(term):
            return f.fold_compare(term.operator, left, right)
        found: n.Code = YES
        sides = []
        for side, code in ((term.left, left), (term.right, right)):
            kept = self.writer.keep(code, "x")
            if not isinstance(side, t.Constant):
                found = f.fold_and(found, f.fold_compare(">=", kept, ZERO))
            sides.append(kept)
        return f.fold_and(found, f.fold_compare(term.operator, sides[0], sides[1]))

    def _asked_for(self, term: t.Compare) -> bool:
        """Return whether compared elements need a presence check first: none neither equals nor differs from anything."""
        left, right = self.lacks(term.left), self.lacks(term.right)
        return (left and right) if term.operator == "=" else (left or right)

    def _is_in(self, item: t.Term, collection: t.Term) -> n.Code:
        if isinstance(collection.type, GroupsType):
            return function_codegen.in_groups(self, self.run(item), collection)
        return self.contains(collection, self.value(item))

    def _earlier(self, value: t.Term) -> n.Code:
        """Return a value in the position before the move if one is kept; before the first move, the current value."""
        self.making.asks_past = True
        kept = f.fold_compare("!=", n.GlobalVar(PAST), ZERO)
        then = ExpressionCodegen(self.making, self.writer, self.known, past=True)
        return self.chosen(kept, lambda: then.whole(value), lambda: self.whole(value), n.WHOLE)

    # -- gone through --------------------------------------------------------------------------------------------

    def _gone_through(self, variable: t.Variable, domain: t.Term, body: Callable[[n.Code], object]) -> None:
        def named(item: n.Code) -> None:
            self.known[variable.key] = item
            body(item)

        self.making.sure.add(variable.key)
        if isinstance(domain, t.Interval):
            self.limits[variable.key] = (self.bounds.of(domain.low)[0], self.bounds.of(domain.high)[1])
        if isinstance(domain.type, GroupsType):
            function_codegen.each_group(self, domain, named)
        else:
            self.each(domain, named, counted=not isinstance(domain, t.Fixed | t.Gathered))

    def _exists(self, term: t.Exists) -> n.Code:
        w = self.writer
        found = w.fresh("e", n.TRUTH)
        some = term.how == "some"
        storage = self.layout.storage.get(term.variable.key)
        w.write(n.AssignLocal(found, n.Bool(not some)))

        def met(item: n.Code) -> None:
            if storage is not None and storage.slot in self.making.watched:
                w.write(n.StoreSlot(n.Int(storage.slot), item))
            w.write(n.AssignLocal(found, n.Bool(some)), n.BreakLoop())

        def asked(item: n.Code) -> None:
            if term.has is None:
                met(item)
                return
            has = self.truth(term.has)
            w.when(f.fold_not(has) if term.how == "every" else has, lambda: met(item))

        def each(item: n.Code) -> None:
            if term.where is None:
                asked(item)
            else:
                w.when(self.truth(term.where), lambda: asked(item))

        self._gone_through(term.variable, term.domain, each)
        return found

    def _prefix(self, term: t.Fold, number: t.Variable, has: t.Term) -> n.Code:
        """Count up to the first failure."""
        w = self.writer
        found = w.fresh("f")
        w.write(n.AssignLocal(found, ZERO))

        def each(item: n.Code) -> None:
            w.when(self.truth(has), lambda: w.write(n.AssignLocal(found, item)), lambda: w.write(n.BreakLoop()))

        self._gone_through(number, term.domain, each)
        return found

    def _fold(self, term: t.Fold) -> n.Code:
        prefix = representations.prefix_condition(term)
        if prefix is not None:
            return self._prefix(term, *prefix)
        w = self.writer
        found, met = w.fresh("f"), w.fresh("t", n.TRUTH)
        total = term.how == "sum"
        w.write(n.AssignLocal(found, ZERO))
        if not total:
            w.write(n.AssignLocal(met, NO))

        def add() -> None:
            value = self.whole(term.value)
            if total:
                w.write(n.AssignLocal(found, f.fold_add(found, value)))
                return
            here = w.keep(value, "h")
            better = f.fold_compare(">" if term.how == "max" else "<", here, found)
            w.write(
                n.ConditionalBlock(
                    f.fold_or(f.fold_not(met), better),
                    (n.AssignLocal(found, here), n.AssignLocal(met, YES)),
                )
            )

        def each(item: n.Code) -> None:
            if term.where is None:
                add()
            else:
                w.when(self.truth(term.where), add)

        self._gone_through(term.variable, term.domain, each)
        return found


def _whether_any(term: t.Compare) -> tuple[t.Term, bool] | None:
    """Return the collection whose count a comparison only tests for emptiness, and whether it expects members; ``None`` for others."""
    match term:
        case t.Compare(_, sign, t.Builtin(_, "count", (items,)), t.Constant(_, 0)) if sign in ("=", "!=", ">"):
            return None if isinstance(items.type, GroupsType) else (items, sign != "=")
        case t.Compare():
            return None


def compile_define_function(making: CodegenContext, name: str) -> str:
    """Generate the function of a define unless it exists; return its name."""
    return define_codegen.write_define_function(ExpressionCodegen(making, FunctionBuilder()), name)
