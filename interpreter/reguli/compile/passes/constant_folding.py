"""Constant folding: constant operations are evaluated during code generation.

Whoever makes code uses these in place of the nodes themselves. What depends on the table alone (how many players, what a printed field says of a named
piece) is gone when the code is written, and with it the branches that are never taken.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from reguli.compile.lir import lir_nodes as n
from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, LOOKS, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, reachable_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, NumbersType

SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def fold_add(left: n.Code, right: n.Code) -> n.Code:
    """Add two numbers."""
    match left, right:
        case n.Int(a), n.Int(b):
            return n.Int(a + b)
        case n.Int(0), _:
            return right
        case _, n.Int(0):
            return left
        case n.Int(), _:
            return fold_add(right, left)
        case n.IntOp("+", inner, n.Int(a)), n.Int(b):
            return fold_add(inner, n.Int(a + b))
        case _, n.Int(b) if b < 0:
            return n.IntOp("-", left, n.Int(-b))
        case _:
            return n.IntOp("+", left, right)


def fold_sub(left: n.Code, right: n.Code) -> n.Code:
    """Subtract the second from the first."""
    match left, right:
        case _, n.Int(b):
            return fold_add(left, n.Int(-b)) if b <= 0 else _less(left, b)
        case _:
            return n.IntOp("-", left, right)


def _less(left: n.Code, number: int) -> n.Code:
    match left:
        case n.Int(a):
            return n.Int(a - number)
        case n.IntOp("+", inner, n.Int(a)):
            return fold_add(inner, n.Int(a - number))
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
            return n.IntOp("-", left, n.Int(number))


def fold_mul(left: n.Code, right: n.Code) -> n.Code:
    """Multiply two numbers whose product is known to be small."""
    match left, right:
        case n.Int(a), n.Int(b):
            return n.Int(a * b)
        case (n.Int(1), other) | (other, n.Int(1)):
            return other
        case n.Int(), _:
            return n.IntOp("*", right, left)
        case _:
            return n.IntOp("*", left, right)


def fold_compare(sign: str, left: n.Code, right: n.Code) -> n.Code:
    """Compare two numbers."""
    match left, right:
        case n.Int(a), n.Int(b):
            return n.Bool(SIGNS[sign](a, b))
        case n.BoolToInt(test), n.Int(b) if sign in ("=", "!="):
            # Truths kept as numbers and asked again.
            if b in (0, 1):
                return test if (b == 1) == (sign == "=") else fold_not(test)
            return n.Bool(sign == "!=")
        case _:
            return n.CompareNumbers(sign, left, right)


def fold_and(left: n.Code, right: n.Code) -> n.Code:
    """Return the conjunction of two tests."""
    match left, right:
        case n.Bool(True), _:
            return right
        case (n.Bool(False), _) | (_, n.Bool(True)):
            return left
        case _:
            return n.LogicalAnd(left, right)


def fold_or(left: n.Code, right: n.Code) -> n.Code:
    """Return the disjunction of two tests."""
    match left, right:
        case n.Bool(False), _:
            return right
        case (n.Bool(True), _) | (_, n.Bool(False)):
            return left
        case _:
            return n.LogicalOr(left, right)


def fold_not(test: n.Code) -> n.Code:
    """Negate a condition; that of a constant is a constant."""
    return n.Bool(not test.value) if isinstance(test, n.Bool) else n.negation(test)


def fold_select(test: n.Code, yes: n.Code, no: n.Code) -> n.Code:
    """Return one of two values."""
    if isinstance(test, n.Bool):
        return yes if test.value else no
    return yes if yes == no else n.SelectValue(test, yes, no)


def bool_to_int(value: n.Code) -> n.Code:
    """Convert a truth to a number; numbers are unchanged."""
    match value:
        case n.Bool(held):
            return n.Int(int(held))
        case _ if is_boolean_code(value):
            return n.BoolToInt(value)
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
            return value


def int_to_bool(value: n.Code) -> n.Code:
    """Convert a number to a truth, false for 0; truths are unchanged."""
    if is_boolean_code(value):
        return value
    return fold_compare("!=", value, n.Int(0))


def is_boolean_code(value: n.Code) -> bool:
    """Return whether code yields a truth value."""
    match value:
        case n.Bool() | n.CompareNumbers() | n.SlotsEqual() | n.LogicalAnd() | n.LogicalOr() | n.LogicalNot():
            return True
        case n.LocalVar(_, kind) | n.CallNode(_, _, kind):
            return kind == n.TRUTH
        case n.SelectValue(_, yes, _):
            return is_boolean_code(yes)
        case n.Int() | n.GlobalVar() | n.RowRead() | n.IntNode() | n.ArrayNode():
            return False


def fold_constant_lookup(numbers: tuple[int, ...], index: n.Code) -> n.Code:
    """Return an entry of a constant table."""
    if isinstance(index, n.Int):
        return n.Int(numbers[index.value])
    return n.Int(numbers[0]) if len(set(numbers)) == 1 else n.ConstantElement(numbers, index)


def fold_array_lookup(runs: tuple[tuple[int, ...], ...], index: n.Code) -> n.Code:
    """Return a run in a table."""
    if isinstance(index, n.Int):
        return n.ConstantArray(runs[index.value])
    return n.ConstantArray(runs[0]) if len(set(runs)) == 1 else n.ConstantArrayTable(runs, index)


# -- partial evaluation ----------------------------------------------------------------------------------------------
# Fixed parts as tables: what depends on the box alone is computed once, while code is made.
#
# Which cells touch this one, which cards have a colour, what a step to the north leads to: no position changes it. A part of a rule that reads no state is
# computed by the interpreter, for every element that its one or two free names may mean, and stands in the code as a table (or, with no free name, as
# a number). So folding, fixed filters and tables of steps are one thing. A part that faults for some element is left as it is.


MOST = 5_000
"""Cells of a table at most."""
WORTH = (t.Exists, t.Fold, t.Filter, t.Apply, t.Builtin, t.SetOperation, t.Matched, t.PieceCondition)
"""Terms that cost more than looking up a cell."""
OF_STATE = (t.Tracked, t.Lies, t.Variety, t.Contents, t.Occupant, t.Amount, t.Earlier, t.Ranked, t.Part, t.Several)
"""Terms that read the state, or give what no table holds."""

Found = tuple[int, ...] | int
"""What stands in one cell: a number, 1 or 0 for a truth, or the elements of a collection in order."""
Tabled = tuple[tuple[t.Variable, ...], tuple[Found, ...], bool]
"""The free names of a term, two at most, and its values, the last name going fastest; each begins with what holds for no element."""


class PartialEvaluator:
    """Evaluates the parts of rules that never change; ``look_up`` finds one."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self._ruleset = ruleset
        self._layout = layout.aside()
        self._values: Values | None = None
        self._found: dict[int, tuple[t.Term, Tabled | None]] = {}
        """By identity: terms are kept beside, for comparing them would take longer than working them out."""

    def look_up(self, term: t.Term) -> Tabled | None:
        """Return the table of a term; ``None`` if it has none."""
        if not isinstance(term, WORTH) or isinstance(term.type, BundleType | GroupsType):
            return None
        known = self._found.get(id(term))
        if known is None:
            known = self._found[id(term)] = (term, self._worked_out(term))
        return known[1]

    def _worked_out(self, term: t.Term) -> Tabled | None:
        free = free_variables(term)
        if len(free) > 2 or not all(isinstance(one.type, ElementType) for one in free):
            return None
        for inner in reachable_terms(self._ruleset, [term]):
            if isinstance(inner, OF_STATE) or (isinstance(inner, t.Fact) and inner.name != "player_count"):
                return None
        sizes = [self._layout.size_of(one.type.kind) for one in free if isinstance(one.type, ElementType)]
        count = 1
        for size in sizes:
            count *= size + 1
        if not 0 < count <= MOST:
            return None
        return self._tabled(term, free, sizes)

    def _tabled(self, term: t.Term, free: tuple[t.Variable, ...], sizes: list[int]) -> Tabled | None:
        if self._values is None:
            self._values = Values(self._ruleset, self._layout, Distances())
        slots = [self._values.bind(one) for one in free]
        value = self._values.closure(term)
        s = [0] * (self._layout.logical + self._layout.scratch)
        nothing: Found = () if isinstance(term.type, CollectionType | NumbersType) else 0
        found: list[Found] = []
        whole = True
        for elements in product(*(range(-1, size) for size in sizes)):
            s[BUDGET] = LOOKS
            for slot, element in zip(slots, elements, strict=True):
                s[slot] = element
            try:
                here = value(s)
            except RulesFault:
                if min(elements, default=0) >= 0:
                    return None
                # Nobody asks this of nothing, unless it is asked for first.
                here, whole = nothing, False
            found.append(int(here) if isinstance(here, int) else tuple(here))
        return free, tuple(found), whole


def free_variables(term: t.Term) -> tuple[t.Variable, ...]:
    """Return the free variables of a term, ordered by key."""
    read: dict[int, t.Variable] = {}
    bound: set[int] = set()
    for inner in all_terms(term):
        if isinstance(inner, t.Local):
            read[inner.variable.key] = inner.variable
        else:
            bound.update(one.key for one in _own(inner))
    return tuple(read[key] for key in sorted(read.keys() - bound))


def _own(term: t.Term) -> Iterator[t.Variable]:
    for name in term.__match_args__:
        value = getattr(term, name)
        if isinstance(value, t.Variable):
            yield value
