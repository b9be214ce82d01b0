"""Fixed parts as tables: what hangs on the box alone is worked out once, while code is made.

Which cells touch this one, which cards have a colour, what a step to the north leads to: no position changes it. A part of a rule that reads no state is
worked out by the walker, for every element that its one or two free names may mean, and stands in the code as a table (or, with no free name, as
a number). So folding, fixed filters and tables of steps are one thing. A part that faults for some element is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, LOOKS, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import all_within
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, NumbersType

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


class KnownParts:
    """Works out the parts of rules that hang on nothing that changes; ``look_up`` finds one."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self._ruleset = ruleset
        self._layout = layout.aside()
        self._values: Values | None = None
        self._found: dict[int, tuple[t.Term, Tabled | None]] = {}
        """By identity: terms are kept beside, for comparing them would take longer than working them out."""

    def look_up(self, term: t.Term) -> Tabled | None:
        """Give the table of a term; ``None`` where it is none."""
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
        for inner in all_within(self._ruleset, [term]):
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
    """Give the names that a term reads and does not bind itself, in the order of their keys."""
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
