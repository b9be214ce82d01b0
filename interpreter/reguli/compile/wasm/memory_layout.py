"""The memory layout of a program, in a single memory.

First the position as it is played (slot 0 at address 0, each 8 bytes), behind it the one that was kept when the move began, then a few words for the code itself,
the areas, and what is known: tables, and the numbers kept beside the positions. Behind all that come what is told, what is offered, and runs,
which are stacked: whoever made runs and is left puts the top of the stack back to where it was.

A run is its length and its numbers, a word each; an element of a table of numbers has as few bytes as the greatest of them needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from struct import pack
from typing import Any, Final

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import called_functions, descendant_nodes
from reguli.compile.wasm.encoding import PAGE, to_signed_64
from reguli.compile.wasm.module_image import WORD, WORDS
from reguli.source.frozen_values import FrozenValue

TOLD_ROOM: Final = 1 << 17
OFFERED_ROOM: Final = 1 << 18
RUNS_ROOM: Final = 1 << 20
"""In words."""
WASTE: Final = 2
"""Rows of a table are made equally long where that takes no more than so many times the room."""
SMALL: Final = 4096
"""Bytes; a table that is smaller may be wasteful."""

Rows = tuple[tuple[int, ...], ...]


class MemoryLayout:
    """Allocator of addresses during code generation."""

    def __init__(self, width: int, areas: Mapping[str, int]) -> None:
        """Lay out positions of ``width`` slots and areas of the given numbers of words."""
        self.width = width
        self.past = WORD * width
        self.words = 2 * self.past
        at = self.words + WORD * WORDS
        self.areas: dict[str, tuple[int, int]] = {}
        for name, size in areas.items():
            self.areas[name] = (at, size)
            at += WORD * size
        self.first_known = at
        self.known = bytearray()
        self.numbers: dict[str, int] = {}
        self._tables: dict[object, int] = {}

    def word(self, which: int) -> int:
        """Return the address of a word used by the generated code itself."""
        return self.words + WORD * which

    def slot(self, slot: int, past: bool = False) -> int:
        """Return the address of a constant slot; a negative slot counts from the end."""
        return WORD * (slot + self.width if slot < 0 else slot) + (self.past if past else 0)

    def area(self, name: str) -> int:
        """Return the address of an area."""
        return self.areas[name][0]

    def number(self, name: str) -> int:
        """Return the address of a global number, allocating it if needed."""
        if name not in self.numbers:
            self.numbers[name] = self._kept(bytes(WORD))
        return self.numbers[name]

    def cells(self, numbers: tuple[int, ...]) -> tuple[int, int]:
        """Return the address of a table of constant numbers, and the bytes per number."""
        found = [to_signed_64(number) for number in numbers]
        size = next(
            size for size in (1, 2, 4, 8) if all(-(1 << 8 * size - 1) <= one < 1 << 8 * size - 1 for one in found)
        )
        address = self._once(
            ("cells", size, numbers), lambda: b"".join(one.to_bytes(size, "little", signed=True) for one in found)
        )
        return address, size

    def run(self, numbers: tuple[int, ...]) -> int:
        """Return the address of a constant array."""
        return self._once(("run", numbers), lambda: _run(numbers))

    def rows(self, runs: Rows) -> tuple[int, int]:
        """Return the address of constant arrays and their stride; stride 0 means a table of their addresses, of four bytes each."""
        longest = max(map(len, runs))
        stride, used = WORD * (1 + longest), sum(WORD * (1 + len(run)) for run in set(runs))
        if stride * len(runs) <= max(SMALL, WASTE * used):
            return self._once(("rows", runs), lambda: b"".join(_run(run).ljust(stride, b"\0") for run in runs)), stride
        addresses = [self.run(run) for run in runs]
        return self._once(("addresses", runs), lambda: pack(f"<{len(addresses)}I", *addresses)), 0

    def _once(self, key: object, content: object) -> int:
        if key not in self._tables:
            assert callable(content)
            self._tables[key] = self._kept(content())
        return self._tables[key]

    def _kept(self, content: bytes) -> int:
        address = self.first_known + len(self.known)
        self.known += content.ljust(-(-len(content) // WORD) * WORD, b"\0")
        return address


class MemoryExtent:
    """The end of a memory: the start of the journal, offers and arrays, and the number of pages."""

    def __init__(self, memory: MemoryLayout) -> None:
        """Lay out what follows the current constants."""
        self.told = memory.first_known + len(memory.known)
        self.offered = self.told + WORD * TOLD_ROOM
        self.runs = self.offered + WORD * OFFERED_ROOM
        self.pages = -(-(self.runs + WORD * RUNS_ROOM) // PAGE)


def _run(numbers: tuple[int, ...]) -> bytes:
    return pack(f"<{1 + len(numbers)}q", len(numbers), *map(to_signed_64, numbers))


# -- memory views ----------------------------------------------------------------------------------------------------
# Runs as they lie: when what a function gives need not be copied.
#
# A run that is given back belongs to the caller, so one that lies in the position or in an area is copied then: it could be written again while it is still asked. But
# most are gone through at once, and nothing that is done meanwhile writes there. Which functions write where is known, so whoever asks for a run for so long says it
# may be given as it lies.


SLOTS: Final = "its slots"
PAST: Final = "its past"
"""Beside the areas: where a run may lie."""


class ArrayLocations:
    """Analysis of where the array results of functions are located, and where functions write."""

    def __init__(self, functions: Mapping[str, n.FunctionDefinition]) -> None:
        """Create the analysis; functions are examined on demand."""
        self._functions = functions
        self._lies: dict[str, frozenset[str]] = {}
        self._written: dict[str, frozenset[str]] = {}

    def stays(self, run: n.Code, meanwhile: Any) -> bool:
        """Return whether an array that a function returns in place stays unchanged while ``meanwhile`` runs."""
        if not isinstance(run, n.CallNode) or run.kind != n.RUN:
            return False
        return not self._lying(run.function) & self._written_in(meanwhile)

    def stays_in(self, run: n.Code, called: str, behind: tuple[n.Code, ...]) -> bool:
        """Return whether an argument can stay in place while later arguments are computed and the function runs."""
        return (
            self.stays(run, behind)
            and isinstance(run, n.CallNode)
            and not self._lying(run.function) & self._writes(called)
        )

    def _lying(self, name: str) -> frozenset[str]:
        """Return where array results that a function returns in place may be located."""
        if name not in self._lies:
            self._lies[name] = frozenset()
            body = self._functions[name].body
            given = (
                one.value
                for one in descendant_nodes(body)
                if isinstance(one, n.ReturnValue | n.AssignLocal) and one.value is not None
            )
            self._lies[name] = frozenset(place for value in given for place in self._places(value))
        return self._lies[name]

    def _places(self, value: n.Code) -> Iterator[str]:
        match value:
            case n.LoadSlotArray(_, past):
                yield PAST if past else SLOTS
            case n.LoadAreaArray(area):
                yield area
            case n.SelectValue(_, yes, no):
                yield from self._places(yes)
                yield from self._places(no)
            case n.CallNode(function, _, n.RUN):
                yield from self._lying(function)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                pass

    def _writes(self, name: str) -> frozenset[str]:
        """Return where a function and all functions it reaches write."""
        if name not in self._written:
            reached, waiting = {name}, [name]
            while waiting:
                new = set(called_functions(self._functions[waiting.pop()].body)) - reached
                reached |= new
                waiting += new
            found = (place for one in reached for place in _written(self._functions[one].body))
            self._written[name] = frozenset(found)
        return self._written[name]

    def _written_in(self, part: Any) -> frozenset[str]:
        return frozenset(_written(part)).union(*map(self._writes, set(called_functions(part))))


def may_alias_memory(value: n.Code | None, names: frozenset[str] = frozenset()) -> bool:
    """Return whether an array may be in memory that can be overwritten, given the names known to be."""
    match value:
        case n.LoadSlotArray() | n.LoadAreaArray():
            return True
        case n.LocalVar(name, n.RUN):
            return name in names
        case n.SelectValue(_, yes, no):
            return may_alias_memory(yes, names) or may_alias_memory(no, names)
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode() | None:
            return False


def aliasing_locals(nodes: Iterable[FrozenValue]) -> frozenset[str]:
    """Return the locals, among all nodes of a function, whose arrays may be in memory that can be overwritten."""
    lets = [one for one in nodes if isinstance(one, n.AssignLocal) and one.var.kind == n.RUN]
    found: frozenset[str] = frozenset()
    while True:
        more = found.union(one.var.name for one in lets if may_alias_memory(one.value, found))
        if more == found:
            return found
        found = more


def _written(part: Any) -> Iterator[str]:
    for one in descendant_nodes(part):
        if isinstance(one, n.StoreArea | n.CopySlotsToArea):
            yield one.area
        elif isinstance(one, n.StoreSlot | n.FillSlots | n.CopySlots | n.CopyAreaToSlots):
            yield SLOTS
        elif isinstance(one, n.SnapshotPosition):
            yield PAST


# -- array lifetimes -------------------------------------------------------------------------------------------------
# When runs may be dropped: whose room is used again.
#
# Runs are stacked. A function that makes some puts the top back when it is left; a loop puts it back before each round, unless a run that was made in one round may be
# asked in a later one, or behind the loop. That can be read off the names: a run is handed on only by a local, so it is enough that each
# local which is given a new run inside is asked nowhere outside, and nowhere inside before it is given.


Loop = n.EndlessLoop | n.CountedLoop | n.ForEachLoop | n.ForEachBit


def allocates_arrays(part: Any) -> bool:
    """Return whether a node or body creates arrays, or receives them from calls."""
    return any(map(_makes_run, descendant_nodes(part)))


class ArrayLifetimes:
    """Lifetime analysis of the arrays in one function, computed once even if the function is inlined in many places."""

    def __init__(self, body: n.Body) -> None:
        """Analyse a function body."""
        nodes = tuple(descendant_nodes(body))
        self.makes = any(map(_makes_run, nodes))
        """Whether it makes runs, or what it calls gives it some."""
        self.own = sorted(_own(nodes))
        """The locals of runs that are made there and have no other name, so that only what is done to these changes them."""
        self.elsewhere = aliasing_locals(nodes)
        """The locals whose runs may lie where they could be written again."""
        self._asked = _mentions(nodes)

    def dropped_each_round(self, loop: Loop) -> bool:
        """Return whether each round's arrays can be dropped before the next: there are some, and none is read later."""
        if not allocates_arrays(loop.body):
            return False
        inside = _mentions(descendant_nodes(loop.body))
        given = dict.fromkeys(_given(loop.body, {*_made(loop.body)}))
        early = _Order().asked_before_given(loop.body)
        return all(inside[name] == self._asked[name] and name not in early for name in given)


def _own(nodes: Iterable[FrozenValue]) -> frozenset[str]:
    made: set[str] = set()
    other: set[str] = set()
    for one in nodes:
        match one:
            case n.AllocateArray(var):
                made.add(var.name)
            case n.AssignLocal(var, value) if var.kind == n.RUN:
                other |= {var.name, *_handed(value)}
    return frozenset(made - other)


def _handed(value: n.Code) -> Iterator[str]:
    match value:
        case n.LocalVar(name):
            yield name
        case n.SelectValue(_, yes, no):
            yield from _handed(yes)
            yield from _handed(no)
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
            pass


def _makes_run(one: Any) -> bool:
    match one:
        case n.AllocateArray() | n.SlotRangeArray() | n.CallNode(_, _, n.RUN):
            return True
        case n.ReturnValue(value):
            return value is not None and n.value_kind(value) == n.RUN
        case _:
            return False


def _mentions(nodes: Iterable[FrozenValue]) -> Counter[str]:
    return Counter(one.name for one in nodes if isinstance(one, n.LocalVar) and one.kind == n.RUN)


def _made(body: n.Body) -> Iterator[str]:
    """Yield the locals assigned any array inside; an array passed on through them may be new."""
    for one in descendant_nodes(body):
        if isinstance(one, n.AllocateArray | n.AssignLocal) and one.var.kind == n.RUN:
            yield one.var.name


def _given(body: n.Body, made: set[str]) -> Iterator[str]:
    """Yield the locals that may be assigned an array created inside."""
    for one in descendant_nodes(body):
        if isinstance(one, n.AllocateArray) or (
            isinstance(one, n.AssignLocal) and one.var.kind == n.RUN and _may_be_new(one.value, made)
        ):
            yield one.var.name


def _may_be_new(value: n.Code, made: set[str]) -> bool:
    match value:
        case n.LocalVar(name):
            return name in made
        case n.SelectValue(_, yes, no):
            return _may_be_new(yes, made) or _may_be_new(no, made)
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
            return isinstance(value, n.SlotRangeArray | n.CallNode)


class _Order:
    """Data-flow analysis of a body: the locals assigned an array on all paths; ``None`` where no path leads."""

    def __init__(self) -> None:
        self._early: set[str] = set()

    def asked_before_given(self, body: n.Body) -> set[str]:
        """Return the locals that may be read before they are assigned an array."""
        self._body(body, frozenset())
        return self._early

    def _body(self, body: n.Body, given: frozenset[str] | None) -> frozenset[str] | None:
        for one in body:
            if given is not None:
                given = self._statement(one, given)
        return given

    def _statement(self, one: n.Statement, given: frozenset[str]) -> frozenset[str] | None:
        match one:
            case n.AssignLocal(var, value) if var.kind == n.RUN:
                self._ask(value, given)
                return given | {var.name}
            case n.AllocateArray(var, room):
                self._ask(room, given)
                return given | {var.name}
            case n.ConditionalBlock(test, yes, no):
                self._ask(test, given)
                ways = [way for way in (self._body(yes, given), self._body(no, given)) if way is not None]
                return frozenset.intersection(*ways) if ways else None
            case n.EndlessLoop() | n.CountedLoop() | n.ForEachLoop() | n.ForEachBit():
                self._ask(tuple(getattr(one, name) for name in one.__match_args__ if name != "body"), given)
                self._body(one.body, given)
                return given
            case n.TryStatement(body, otherwise):
                self._body(body, given)
                self._body(otherwise, given)
                return given
            case n.SimpleStatement():
                self._ask(one, given)
                return None if isinstance(one, n.BreakLoop | n.ContinueLoop | n.ReturnValue | n.RaiseFault) else given

    def _ask(self, part: Any, given: frozenset[str]) -> None:
        asked = (one.name for one in descendant_nodes(part) if isinstance(one, n.LocalVar) and one.kind == n.RUN)
        self._early.update(name for name in asked if name not in given)
