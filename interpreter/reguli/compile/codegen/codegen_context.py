"""The state of code generation for one program: functions by name, each generated once, and their shared areas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import fields, replace
from types import FunctionType
from typing import Any

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import called_functions
from reguli.compile.lir.restricted_python import runtime_library
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.constant_folding import PartialEvaluator
from reguli.compile.passes.interval_analysis import Interval, IntervalAnalysis
from reguli.compile.passes.representations import MASKED, CostModel, is_in_declared_order
from reguli.ir import program as st
from reguli.ir.interpreter.builtin_functions import group_by_reference
from reguli.ir.interpreter.collection_closures import LARGEST
from reguli.ir.program import Program
from reguli.ir.state_layout import EPOCH, FieldSlots, Layout
from reguli.ir.version_counters import define_read_counters
from reguli.model import types as ty
from reguli.model.analysis.presence_analysis import may_be_absent, unproved_absences
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Variable
from reguli.model.bound_tree.tree_traversal import all_procedures
from reguli.model.resolved_ruleset import BoundDefine, Ruleset
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, NumbersType, NumberType, TruthType
from reguli.source.frozen_values import FrozenValue

# -- function builder ------------------------------------------------------------------------------------------------
# A function of the lower form while it is written: statements go where the writer stands, and bodies are opened and closed.


ZERO, ONE, NONE = n.Int(0), n.Int(1), n.Int(-1)
YES, NO = n.Bool(True), n.Bool(False)


class FunctionBuilder:
    """Builds one function; ``body`` holds the statements at the current position."""

    def __init__(self) -> None:
        self.body: list[n.Statement] = []
        self._numbers: dict[str, int] = {}

    def follow(self, other: FunctionBuilder) -> None:
        """Avoid the local names that another builder has used."""
        self._numbers.update(other._numbers)

    def fresh(self, name: str = "v", kind: n.KindOf = n.WHOLE) -> n.LocalVar:
        """Return a new local."""
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        return n.LocalVar(f"{name}{number}", kind)

    def write(self, *statements: n.Statement) -> None:
        """Append statements."""
        self.body.extend(statements)

    def keep(self, value: n.Code, name: str = "v", kind: n.KindOf = n.WHOLE) -> n.LocalVar | n.Int | n.Bool:
        """Store a value in a local for repeated use; a name or number is returned as it is."""
        if isinstance(value, n.LocalVar | n.Int | n.Bool):
            return value
        local = self.fresh(name, kind)
        self.write(n.AssignLocal(local, value))
        return local

    @contextmanager
    def inside(self) -> Iterator[list[n.Statement]]:
        """Write into a nested body, which is passed in."""
        outer, self.body = self.body, []
        try:
            yield self.body
        finally:
            self.body = outer

    def written(self, write: Callable[[], object]) -> n.Body:
        """Return the output of ``write`` as a separate body."""
        with self.inside() as body:
            write()
        return tuple(body)

    def when(self, test: n.Code, yes: Callable[[], object], no: Callable[[], object] | None = None) -> None:
        """Write conditional statements; if constant, only the branch taken."""
        if isinstance(test, n.Bool):
            chosen = yes if test.value else no
            if chosen is not None:
                chosen()
            return
        self.write(n.ConditionalBlock(test, self.written(yes), () if no is None else self.written(no)))

    def refuse(self, test: n.Code, code: str) -> None:
        """Write code that raises a fault if a condition holds."""
        self.when(test, lambda: self.write(n.RaiseFault(code)))

    def function(self, name: str, parameters: Sequence[n.LocalVar], gives: n.KindOf | None) -> n.FunctionDefinition:
        """Return the finished function."""
        return n.FunctionDefinition(name, tuple(parameters), gives, tuple(self.body))


# -- codegen context -------------------------------------------------------------------------------------------------


class CodegenContext:
    """State shared by the code generators: the program, the functions written so far, memory areas and their sizes."""

    def __init__(self, program: Program, ruleset: Ruleset | None = None, layout: Layout | None = None) -> None:
        self.program = program
        self.ruleset = ruleset or program.ruleset
        self.layout = layout or program.layout
        self.functions: dict[str, n.FunctionDefinition] = {}
        self.areas: dict[str, int] = {}
        self.watched = frozenset(_scratch_read(program))
        """Scratch slots that statements of blocks read: what a trigger finds is handed on there."""
        self.sure: set[int] = set()
        """Variables that always name an element, by key: those that go through a collection."""
        self.procedures = {procedure.id: procedure for procedure in all_procedures(self.ruleset)}
        self.asks_past = False
        """Whether something asks the position before the move."""
        self.known_parts = PartialEvaluator(self.ruleset, self.layout)
        self.costs = CostModel(self.ruleset, IntervalAnalysis(self.ruleset, self.layout, {}, self.sure))
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

    def beside(self, prefix: str, defines: Mapping[str, BoundDefine]) -> CodegenContext:
        """Return a context for queries outside the rules, with additional defines; functions and areas are shared with this one."""
        other = copy(self)
        # Variables beside the rules are numbered again by the binder.
        other.sure, other._masks, other.prefix = set(self.sure), {}, prefix  # noqa: SLF001
        other.ruleset = replace(self.ruleset, defines={**self.ruleset.defines, **defines})
        other.layout = self.layout.aside()
        other.known_parts = PartialEvaluator(other.ruleset, other.layout)
        other.costs = CostModel(other.ruleset, IntervalAnalysis(other.ruleset, other.layout, {}, other.sure))
        return other

    @property
    def wary(self) -> CodegenContext:
        """Return a context for defines and piece conditions queried from outside, with arguments no rule passes."""
        other = self.beside(f"{self.prefix}wary ", {})
        other.ruleset, other.layout, other.is_wary = (
            replace(other.ruleset, absent=unproved_absences(other.ruleset)),
            self.layout,
            True,
        )
        return other

    def called(self, define: str) -> str:
        """Return the name of a define's function."""
        own = self.prefix if self.is_wary or define not in self.program.ruleset.defines else ""
        return f"define {own}{define}"

    def is_begun(self, name: str) -> bool:
        """Return whether a function is already generated or in progress."""
        return name in self._under_way

    def function(
        self,
        name: str,
        parameters: Sequence[n.LocalVar],
        gives: n.KindOf | None,
        write: Callable[[FunctionBuilder], object],
    ) -> str:
        """Generate a function unless it exists, and return its name."""
        if name not in self.functions and name not in self._under_way:
            self._under_way.add(name)
            writer = FunctionBuilder()
            write(writer)
            self.functions[name] = writer.function(name, parameters, gives)
        return name

    def gathered(self, term: t.Gathered) -> tuple[tuple[int, ...], ...]:
        """Return for each element the elements that refer to it."""
        known = self._gathered.get((term.kind, term.field))
        if known is None:
            known = self._gathered[term.kind, term.field] = group_by_reference(self.ruleset, term)
        return known

    def gives_mask(self, define: str) -> bool:
        """Return whether a define returns a bit mask: its kind is small, its order the declared one."""
        known = self._masks.get(define)
        if known is None:
            bound = self.ruleset.defines[define]
            small = isinstance(bound.type, CollectionType) and self.layout.size_of(bound.type.kind) <= MASKED
            known = self._masks[define] = small and is_in_declared_order(self.ruleset, bound.value)
        return known

    def lying_in(self, kind: str) -> str:
        """Generate the function that returns the pieces of a kind in a zone, by zone number; return its name.

        All zones of the kind are looked through at once when something has moved: what lies where stands in an area until then.
        """
        layout = self.layout
        first, size = layout.places[kind], layout.size_of(kind)
        fields = [one for one in layout.fields.values() if one.declared.of == kind and one.zone >= 0]
        low = min(one.zone for one in fields)
        zones = max(one.zone + one.places for one in fields) - low
        area, number = self.area(f"lying {kind}", zones + 1), n.LocalVar("zone")
        stamp = n.LoadSlot(n.Int(layout.stamps[fields[0].name]))

        def write(w: FunctionBuilder) -> None:
            piece, at = n.LocalVar("piece"), n.LocalVar("at")
            met, here = (
                n.LoadArea(area, n.Int(zones)),
                f.fold_sub(n.LoadSlot(f.fold_add(piece, n.Int(first))), n.Int(low)),
            )
            holds = n.CompareNumbers("!=", n.LoadSlot(n.Int(EPOCH)), ZERO)
            one_more = n.StoreArea(area, at, n.IntOp("|", n.LoadArea(area, at), n.SingleBitMask(piece)))
            looked = (
                n.CountedLoop(at, ZERO, n.Int(zones), (n.StoreArea(area, at, ZERO),)),
                n.CountedLoop(
                    piece,
                    ZERO,
                    n.Int(size),
                    (n.AssignLocal(at, here), n.ConditionalBlock(n.CompareNumbers(">=", at, ZERO), (one_more,))),
                ),
                n.StoreArea(area, n.Int(zones), n.SelectValue(holds, stamp, n.Int(-1))),
            )
            anew = n.LogicalOr(n.CompareNumbers("!=", met, stamp), n.LogicalNot(holds))
            w.write(n.ConditionalBlock(anew, looked), n.ReturnValue(n.LoadArea(area, f.fold_sub(number, n.Int(low)))))

        return self.function(f"lying {kind}", (number,), n.WHOLE, write)

    def library(self, function: Callable[..., object]) -> str:
        """Translate a library function and all functions it calls, and return its name; stubs are left to others."""
        assert isinstance(function, FunctionType), function
        name = function.__name__
        if self._of_library.setdefault(name, function) is not function:
            raise AssertionError(f"two functions of the library are called {name}")
        if name not in self.functions:
            read = runtime_library().read(function, self.told)
            if read is not None:
                self.functions[name] = read.function
                for area, size in read.areas:
                    self.area(area, size)
                for other in read.calls:
                    self.library(other)
        return name

    def stretch(self, area: str, key: str, size: int) -> int:
        """Reserve a range of an area, once for each key, and return its start."""
        found = self._stretches.get((area, key))
        if found is None:
            found = self._stretches[area, key] = self.areas.get(area, 0)
            self.area(area, found + size)
        return found

    def area(self, name: str, size: int) -> str:
        """Reserve an area of at least the given size and return its name."""
        self.areas[name] = max(size, self.areas.get(name, 0))
        return name


def _scratch_read(program: Program) -> Iterator[int]:
    """Yield the scratch slots named by values of blocks."""
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
    elif isinstance(part, FrozenValue) and type(part).__module__.startswith("reguli.ir."):
        yield from _slots_in(tuple(getattr(part, one.name) for one in fields(part)))  # type: ignore[arg-type]


# -- memoisation -----------------------------------------------------------------------------------------------------
# What takes time is remembered until something changes that it reads.
#
# A define that takes ``WORTH`` steps keeps what it gave, with its arguments and the greatest stamp of all that it reads (``ir.version_counters``). Stamps only grow and no
# number is given twice, so two positions of one line of play, or of two that parted, have the same greatest stamp only if nothing of it has changed in between. Facts
# are few and are compared themselves. What is kept lies in an area, a place for each mix of the arguments: where there are too many mixes, who comes to a taken place
# takes it over, and the arguments are kept and compared too. A collection is kept as a run; one that is given is compared as one number, where its kind is so small
# that a number holds all of it.


WORTH = 100
"""Steps of what is remembered at least: looking it up, and putting it down, takes some thirty."""
WORTH_OF_SETS = 200
"""The same where a collection is given, which is gone through first."""
PLACES = 256
"""Of one define so many values are kept at most; a power of 2."""


def memoise_define(making: CodegenContext, define: str, called: str) -> None:
    """Put a cache in front of a define's function where it is worthwhile and valid."""
    bound, function = making.ruleset.defines[define], making.functions[called]
    reads = _worth(making, bound, function)
    if reads is None:
        return
    inner, gives = f"{called} anew", function.gives or n.WHOLE
    making.functions[inner] = n.FunctionDefinition(inner, function.parameters, function.gives, function.body)
    w = FunctionBuilder()
    parameters = function.parameters
    sizes = [_size(making, one) for one in bound.parameters]
    places, exact = _count(sizes)
    kept = [
        greatest_counter(w, [slot for slot in reads if slot < 0]),
        *(n.LoadSlot(n.Int(slot)) for slot in reads if slot >= 0),
    ]
    given = [_as_number(making, w, one, at) for one, at in zip(bound.parameters, parameters, strict=True)]
    codes = [w.keep(one, "k") for one in [*kept, *([] if exact else given)]]
    room = _room(making, bound) if gives == n.RUN else 1
    area = making.area(f"remembered {called}", places * (len(codes) + room))
    at = w.keep(f.fold_mul(_place(bound.parameters, given, sizes, exact=exact), n.Int(len(codes) + room)), "at")
    holds = f.fold_compare("!=", n.LoadSlot(n.Int(EPOCH)), ZERO)
    same: n.Code = holds
    for number, code in enumerate(codes):
        same = f.fold_and(same, f.fold_compare("=", n.LoadArea(area, f.fold_add(at, n.Int(number))), code))
    here = f.fold_add(at, n.Int(len(codes)))
    w.write(n.ConditionalBlock(same, (n.ReturnValue(_read(area, here, gives)),)))
    found = w.fresh("found", gives)
    w.write(n.AssignLocal(found, n.CallNode(inner, parameters, gives)))
    # Between asking and keeping nothing changes: defines change no state.
    keeping = [n.StoreArea(area, f.fold_add(at, n.Int(number)), code) for number, code in enumerate(codes)]
    w.write(n.ConditionalBlock(holds, (*keeping, *_written(w, area, here, found))), n.ReturnValue(found))
    making.functions[called] = w.function(called, parameters, function.gives)


def _worth(making: CodegenContext, bound: BoundDefine, function: n.FunctionDefinition) -> tuple[int, ...] | None:
    """Return the slots read by a define that is worth caching; ``None`` for any other."""
    quick = (
        len(function.body) == 1
        and not isinstance(bound.type, CollectionType)
        and not any(called_functions(function.body))
    )
    # How long a row of numbers is, and how many groups there are, nobody knows beforehand.
    if quick or isinstance(bound.type, NumbersType | GroupsType) or making.costs.of_define(bound.id) < WORTH:
        return None
    if not all(_one_number(making, one) for one in bound.parameters):
        return None
    given_sets = any(isinstance(one.type, CollectionType) for one in bound.parameters)
    if given_sets and making.costs.of_define(bound.id) < WORTH_OF_SETS:
        return None
    return define_read_counters(making.ruleset, making.layout, bound.id)


def _one_number(making: CodegenContext, parameter: Variable) -> bool:
    """Return whether an argument is one number or can be encoded as one: its elements as digits, in their order."""
    match parameter.type:
        case ElementType() | NumberType() | TruthType():
            return True
        case CollectionType(kind):
            size = making.layout.size_of(kind)
            return int((size + 1) ** size) <= LARGEST
        case NumbersType() | GroupsType() | BundleType() | ty.PlaceType() | ty.UnknownType():
            return False


def _as_number(making: CodegenContext, w: FunctionBuilder, parameter: Variable, at: n.LocalVar) -> n.Code:
    """Return the number encoding an argument; a run needs a loop."""
    if not isinstance(parameter.type, CollectionType):
        return f.bool_to_int(at)
    digits, item = w.fresh("digits"), w.fresh("i")
    base = n.Int(making.layout.size_of(parameter.type.kind) + 1)
    more = n.AssignLocal(digits, f.fold_add(f.fold_mul(digits, base), f.fold_add(item, ONE)))
    w.write(n.AssignLocal(digits, ZERO), n.ForEachLoop(item, at, (more,)))
    return digits


def _read(area: str, here: n.Code, gives: n.KindOf) -> n.Code:
    match gives:
        case n.RUN:
            return n.LoadAreaArray(area, here)
        case n.TRUTH:
            return f.int_to_bool(n.LoadArea(area, here))
        case _:
            return n.LoadArea(area, here)


def _written(w: FunctionBuilder, area: str, here: n.Code, found: n.LocalVar) -> Sequence[n.Statement]:
    if found.kind != n.RUN:
        return [n.StoreArea(area, here, f.bool_to_int(found))]
    item, end = w.fresh("i"), w.fresh("n")
    return [
        n.StoreArea(area, here, n.ArrayLength(found)),
        n.AssignLocal(end, here),
        n.ForEachLoop(item, found, (n.AssignLocal(end, f.fold_add(end, ONE)), n.StoreArea(area, end, item))),
    ]


def _room(making: CodegenContext, bound: BoundDefine) -> int:
    match bound.type:
        case CollectionType(kind) | BundleType(kind=kind):
            return making.layout.size_of(kind) + 1
        case ty.SingleType() | NumbersType() | GroupsType() | ty.PlaceType() | ty.UnknownType():
            raise AssertionError(bound.type)


def greatest_counter(w: FunctionBuilder, stamps: list[int]) -> n.Code:
    """Return the greatest of several stamps."""
    if not stamps:
        return ONE
    found: n.Code = n.LoadSlot(n.Int(stamps[0]))
    for slot in stamps[1:]:
        one, other = w.keep(found, "g"), w.keep(n.LoadSlot(n.Int(slot)), "g")
        found = n.SelectValue(f.fold_compare(">", one, other), one, other)
    return found


def _size(making: CodegenContext, parameter: Variable) -> int | None:
    """Return how many values an argument can take, including none; ``None`` for numbers."""
    match parameter.type:
        case ElementType(kind):
            return making.layout.size_of(kind) + 1
        case TruthType():
            return 2
        case NumberType() | ty.ManyType() | ty.PlaceType() | ty.UnknownType():
            return None


def _count(sizes: list[int | None]) -> tuple[int, bool]:
    """Return the number of cache entries and whether each argument tuple has its own."""
    count = 1
    for size in sizes:
        if size is None or count * size > PLACES:
            return PLACES, False
        count *= size
    return count, True


def _place(parameters: Sequence[Variable], given: Sequence[n.Code], sizes: list[int | None], *, exact: bool) -> n.Code:
    """Combine arguments into a cache index; none, -1, counts as 0."""
    index: n.Code = ZERO
    for parameter, one, size in zip(parameters, given, sizes, strict=True):
        shifted = f.fold_add(one, ONE) if isinstance(parameter.type, ElementType | NumberType) else one
        index = f.fold_add(f.fold_mul(index, n.Int(size or 31)), shifted)
    return index if exact else n.IntOp("&", index, n.Int(PLACES - 1))


# -- Where things lie: the slots of fields, zones and tokens, as code ------------------------------------------------


Known = dict[int, n.Code | tuple[n.Code, ...]]
"""What stands for variables that are no slots, by key: code without effect that may be used twice; of a bundle one for each variety."""


class StorageCodegen(ABC):
    """Code generator for storage; ``value`` generates terms."""

    def __init__(
        self, making: CodegenContext, writer: FunctionBuilder, known: Known | None = None, *, past: bool = False
    ) -> None:
        self.making = making
        self.ruleset = making.ruleset
        self.layout = making.layout
        self.writer = writer
        self.known: Known = {} if known is None else known
        self.past = past
        """Whether the position before the move is asked."""
        self.limits: dict[int, Interval] = {}
        """Between which numbers variables lie, by key."""
        self.bounds = IntervalAnalysis(self.ruleset, self.layout, self.limits, making.sure)

    @abstractmethod
    def value(self, term: t.Term) -> n.Code:
        """Generate a number, element or truth."""

    def truth(self, term: t.Term) -> n.Code:
        """Generate code for a truth value."""
        return f.int_to_bool(self.value(term))

    def whole(self, term: t.Term) -> n.Code:
        """Generate a number; 1 for true, 0 for false."""
        return f.bool_to_int(self.value(term))

    # -- what is there -----------------------------------------------------------------------------------------

    def is_sure(self, term: t.Term) -> bool:
        """Return whether an element is certainly present."""
        if isinstance(term, t.Constant):
            return term.value >= 0
        return isinstance(term, t.Local) and term.variable.key in self.making.sure

    def lacks(self, term: t.Term) -> bool:
        """Return whether an element term may be none."""
        return not self.is_sure(term) and may_be_absent(self.ruleset, self.ruleset.absent, term)

    def sure(self, term: t.Term, what: str) -> n.Code:
        """Return an element that must be present; ``what`` names the value read from it."""
        value = self.value(term)
        if self.is_sure(term) or isinstance(value, n.Bool) or not self.lacks(term):
            return value
        if isinstance(value, n.Int):
            self.writer.refuse(n.Bool(value.value < 0), "E301")
            return n.Int(max(0, value.value))
        kept = self.writer.keep(value, "x")
        self.writer.refuse(f.fold_compare("<", kept, ZERO), "E301")
        return kept

    def load(self, slot: n.Code) -> n.Code:
        """Return the value of a slot in the position being queried."""
        return n.LoadSlot(slot, self.past)

    def both(self, left: n.Code, right: Callable[[], n.Code]) -> n.Code:
        """Return the conjunction of two tests; the right one's preparation runs only if the left one holds."""
        return self._joined(left, right, stop=False)

    def either(self, left: n.Code, right: Callable[[], n.Code]) -> n.Code:
        """Return the disjunction of two tests; the right one's preparation runs only if the left one fails."""
        return self._joined(left, right, stop=True)

    def _joined(self, left: n.Code, right: Callable[[], n.Code], *, stop: bool) -> n.Code:
        if isinstance(left, n.Bool):
            return left if left.value == stop else right()
        w = self.writer
        with w.inside() as before:
            other = right()
        if not before:
            return f.fold_or(left, other) if stop else f.fold_and(left, other)
        found = w.fresh("t", n.TRUTH)
        w.write(n.AssignLocal(found, left))
        w.write(n.ConditionalBlock(f.fold_not(found) if stop else found, (*before, n.AssignLocal(found, other))))
        return found

    def chosen(self, test: n.Code, yes: Callable[[], n.Code], no: Callable[[], n.Code], kind: n.KindOf) -> n.Code:
        """Return one of two values; the preparation of each runs only if it is chosen."""
        if isinstance(test, n.Bool):
            return yes() if test.value else no()
        w = self.writer
        with w.inside() as before_yes:
            one = yes()
        with w.inside() as before_no:
            other = no()
        if not before_yes and not before_no and kind != n.RUN:
            return f.fold_select(test, one, other)
        found = w.fresh("c", kind)
        w.write(
            n.ConditionalBlock(
                test, (*before_yes, n.AssignLocal(found, one)), (*before_no, n.AssignLocal(found, other))
            )
        )
        return found

    # -- fields and zones --------------------------------------------------------------------------------------

    def slot(self, term: t.Tracked) -> tuple[FieldSlots, n.Code]:
        """Return a field and the first slot of its place."""
        field = self.layout.fields[term.field]
        return field, self._numbered(term, field.base, field.stride)

    def zone(self, term: t.Term) -> tuple[FieldSlots, n.Code]:
        """Return the field and number of a zone."""
        match term:
            case t.Contents(_, inner) | t.Variety(_, inner) | t.Occupant(_, inner):
                return self.zone(inner)
            case t.Tracked():
                field = self.layout.fields[term.field]
                return field, self._numbered(term, field.zone, 1)
            case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.Cell() | t.Amount() | t.ComputedTerm():
                raise AssertionError(term)

    def _numbered(self, term: t.Tracked, first: int, stride: int) -> n.Code:
        return f.fold_add(f.fold_mul(self._place(term), n.Int(stride)), n.Int(first))

    def _place(self, term: t.Tracked) -> n.Code:
        """Return the place number in a field, from owner and keys; the last key varies fastest."""
        field = self.layout.fields[term.field]
        place: n.Code = ZERO if term.owner is None else self.sure(term.owner, term.field)
        for key, slots in zip(term.keys, field.keys, strict=True):
            at = self.sure(key, term.field) if slots.kind is not None else self._key(key, slots.low, slots.size)
            place = f.fold_add(f.fold_mul(place, n.Int(slots.size)), at)
        return place

    def _key(self, key: t.Term, low: int, size: int) -> n.Code:
        """Return the index of a number counted from ``low``; out of range it is a fault (E323)."""
        least, most = self.bounds.of(key)
        kept = self.writer.keep(self.value(key), "k")
        if least is None or least < low:
            self.writer.refuse(f.fold_compare("<", kept, n.Int(low)), "E323")
        if most is None or most >= low + size:
            self.writer.refuse(f.fold_compare(">=", kept, n.Int(low + size)), "E323")
        return f.fold_sub(kept, n.Int(low))

    def tokens(self, zone: t.Term) -> tuple[FieldSlots, n.Code, n.Code | None]:
        """Return the field of a token zone, its first slot, and the variety if only one is meant."""
        match zone:
            case t.Variety(_, t.Tracked() as inner, variety):
                field, base = self.slot(inner)
                return field, base, self.sure(variety, inner.field)
            case t.Tracked():
                field, base = self.slot(zone)
                return field, base, ZERO if field.capacity == 1 else None
            case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                raise AssertionError(zone)

    def list_place(self, place: t.Term) -> tuple[int, bool, n.Code]:
        """Return the capacity of a list or set stored in slots, whether it is a set of flags, and its first slot."""
        match place:
            case t.Contents(_, inner):
                return self.list_place(inner)
            case t.Tracked():
                field, base = self.slot(place)
                return field.capacity, field.declared.form == "set", base
            case t.Local(_, variable):
                storage = self.layout.storage[variable.key]
                return storage.capacity, False, n.Int(storage.slot)
            case t.ReadTerm() | t.ComputedTerm():
                raise AssertionError(place)

    def amount(self, zone: t.Term) -> n.Code:
        """Return the number of tokens in a zone, of one variety or of all."""
        field, base, variety = self.tokens(zone)
        if variety is not None:
            return self.load(f.fold_add(base, variety))
        base = self.writer.keep(base, "b")
        total: n.Code = ZERO
        for at in range(field.capacity):
            total = f.fold_add(total, self.load(f.fold_add(base, n.Int(at))))
        return total
