"""What takes time is remembered until something changes that it reads.

A define that takes ``WORTH`` steps keeps what it gave, with its arguments and the greatest stamp of all that it reads (``ir.version_counters``). Stamps only grow and no
number is given twice, so two positions of one line of play, or of two that parted, have the same greatest stamp only if nothing of it has changed in between. Facts
are few and are compared themselves. What is kept lies in an area, a place for each mix of the arguments: where there are too many mixes, who comes to a taken place
takes it over, and the arguments are kept and compared too. A collection is kept as a run; one that is given is compared as one number, where its kind is so small
that a number holds all of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.function_builder import ONE, ZERO, Writer
from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.lir_traversal import called_in
from reguli.compile.passes import constant_folding as f
from reguli.ir.interpreter.integer_arithmetic import LARGEST
from reguli.ir.state_layout import EPOCH
from reguli.ir.version_counters import read_by
from reguli.model.bound_tree.bound_terms import Variable
from reguli.model.resolved_ruleset import BoundDefine
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, NumbersType, NumberType, TruthType

WORTH = 100
"""Steps of what is remembered at least: looking it up, and putting it down, takes some thirty."""
WORTH_OF_SETS = 200
"""The same where a collection is given, which is gone through first."""
PLACES = 256
"""Of one define so many values are kept at most; a power of 2."""


def remembered(making: Making, define: str, called: str) -> None:
    """Put what is remembered in front of the function of a define, where it pays and may be done."""
    bound, function = making.ruleset.defines[define], making.functions[called]
    reads = _worth(making, bound, function)
    if reads is None:
        return
    inner, gives = f"{called} anew", function.gives or n.WHOLE
    making.functions[inner] = n.Function(inner, function.parameters, function.gives, function.body)
    w = Writer()
    parameters = function.parameters
    sizes = [_size(making, one) for one in bound.parameters]
    places, exact = _count(sizes)
    kept = [greatest(w, [slot for slot in reads if slot < 0]), *(n.Load(n.Num(slot)) for slot in reads if slot >= 0)]
    given = [_as_number(making, w, one, at) for one, at in zip(bound.parameters, parameters, strict=True)]
    codes = [w.keep(one, "k") for one in [*kept, *([] if exact else given)]]
    room = _room(making, bound) if gives == n.RUN else 1
    area = making.area(f"remembered {called}", places * (len(codes) + room))
    at = w.keep(f.times(_place(bound.parameters, given, sizes, exact=exact), n.Num(len(codes) + room)), "at")
    holds = f.compare("!=", n.Load(n.Num(EPOCH)), ZERO)
    same: n.Code = holds
    for number, code in enumerate(codes):
        same = f.both(same, f.compare("=", n.At(area, f.plus(at, n.Num(number))), code))
    here = f.plus(at, n.Num(len(codes)))
    w.write(n.When(same, (n.Give(_read(area, here, gives)),)))
    found = w.fresh("found", gives)
    w.write(n.Let(found, n.Call(inner, parameters, gives)))
    # Between asking and keeping nothing changes: defines change no state.
    keeping = [n.Put(area, f.plus(at, n.Num(number)), code) for number, code in enumerate(codes)]
    w.write(n.When(holds, (*keeping, *_written(w, area, here, found))), n.Give(found))
    making.functions[called] = w.function(called, parameters, function.gives)


def _worth(making: Making, bound: BoundDefine, function: n.Function) -> tuple[int, ...] | None:
    """Give what is read by a define that is worth remembering; ``None`` for any other."""
    quick = len(function.body) == 1 and not isinstance(bound.type, CollectionType) and not any(called_in(function.body))
    # How long a row of numbers is, and how many groups there are, nobody knows beforehand.
    if quick or isinstance(bound.type, NumbersType | GroupsType) or making.costs.of_define(bound.id) < WORTH:
        return None
    if not all(_one_number(making, one) for one in bound.parameters):
        return None
    given_sets = any(isinstance(one.type, CollectionType) for one in bound.parameters)
    if given_sets and making.costs.of_define(bound.id) < WORTH_OF_SETS:
        return None
    return read_by(making.ruleset, making.layout, bound.id)


def _one_number(making: Making, parameter: Variable) -> bool:
    """Tell whether what is given is one number, or can be told by one: its elements as digits, in their order."""
    match parameter.type:
        case ElementType() | NumberType() | TruthType():
            return True
        case CollectionType(kind):
            size = making.layout.size_of(kind)
            return int((size + 1) ** size) <= LARGEST
        case _:
            return False


def _as_number(making: Making, w: Writer, parameter: Variable, at: n.Var) -> n.Code:
    """Give the number that tells what is given; a run is gone through."""
    if not isinstance(parameter.type, CollectionType):
        return f.as_whole(at)
    digits, item = w.fresh("digits"), w.fresh("i")
    base = n.Num(making.layout.size_of(parameter.type.kind) + 1)
    more = n.Let(digits, f.plus(f.times(digits, base), f.plus(item, ONE)))
    w.write(n.Let(digits, ZERO), n.Through(item, at, (more,)))
    return digits


def _read(area: str, here: n.Code, gives: n.KindOf) -> n.Code:
    match gives:
        case n.RUN:
            return n.RunIn(area, here)
        case n.TRUTH:
            return f.as_truth(n.At(area, here))
        case _:
            return n.At(area, here)


def _written(w: Writer, area: str, here: n.Code, found: n.Var) -> Sequence[n.Statement]:
    if found.kind != n.RUN:
        return [n.Put(area, here, f.as_whole(found))]
    item, end = w.fresh("i"), w.fresh("n")
    return [
        n.Put(area, here, n.Size(found)),
        n.Let(end, here),
        n.Through(item, found, (n.Let(end, f.plus(end, ONE)), n.Put(area, end, item))),
    ]


def _room(making: Making, bound: BoundDefine) -> int:
    match bound.type:
        case CollectionType(kind) | BundleType(kind=kind):
            return making.layout.size_of(kind) + 1
        case _:
            raise AssertionError(bound.type)


def greatest(w: Writer, stamps: list[int]) -> n.Code:
    """Give the greatest of some stamps."""
    if not stamps:
        return ONE
    found: n.Code = n.Load(n.Num(stamps[0]))
    for slot in stamps[1:]:
        one, other = w.keep(found, "g"), w.keep(n.Load(n.Num(slot)), "g")
        found = n.If(f.compare(">", one, other), one, other)
    return found


def _size(making: Making, parameter: Variable) -> int | None:
    """Give how many values an argument may have, none among them; ``None`` for numbers."""
    match parameter.type:
        case ElementType(kind):
            return making.layout.size_of(kind) + 1
        case TruthType():
            return 2
        case _:
            return None


def _count(sizes: list[int | None]) -> tuple[int, bool]:
    """Give how many places there are, and whether each mix of arguments has its own."""
    count = 1
    for size in sizes:
        if size is None or count * size > PLACES:
            return PLACES, False
        count *= size
    return count, True


def _place(parameters: Sequence[Variable], given: Sequence[n.Code], sizes: list[int | None], *, exact: bool) -> n.Code:
    """Mix the arguments; an element is counted from 1, for none is -1."""
    index: n.Code = ZERO
    for parameter, one, size in zip(parameters, given, sizes, strict=True):
        shifted = f.plus(one, ONE) if isinstance(parameter.type, ElementType | NumberType) else one
        index = f.plus(f.times(index, n.Num(size or 31)), shifted)
    return index if exact else n.Op("&", index, n.Num(PLACES - 1))
