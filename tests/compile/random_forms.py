"""Functions of the lower form by chance: small, of the right kinds, always over soon, and within what the form allows.

Numbers in locals, slots, areas and globals stay small, so that no sum leaves 64 digits; masks are a kind of their own here, for all their digits count. Runs that lie in the
position or in an area are never written to, since later changes may or may not be seen; but what a function gives belongs to whoever called, also where it lay in an
area (``kept``) that is written again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from reguli.compile.lir import lir_nodes as n

WIDTH = 32
FREE = 12
"""Slots that are written to; behind them lie runs."""
LISTS = (12, 18)
"""Slots where a run lies: its length, and room for five."""
AREAS = {"numbers": 16, "lists": 12, "kept": 6}
GLOBALS = ("one", "other")
CODES = ("E301", "E305", "E313", "E319")
SMALL = 1 << 20
MASKED = "mask "
"""Names of locals that are masks begin so."""


class Forms:
    """Makes functions, each of which may call those made before."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.functions: list[n.FunctionDefinition] = []
        self._names = 0
        self._scope: list[n.LocalVar] = []
        self._rooms: dict[str, int] = {}
        self._fixed: set[str] = set()
        """Locals that nothing changes where the writing stands."""
        self._loops = 0
        self._tried = 0
        self._gives: n.KindOf | None = None

    def function(self, name: str) -> n.FunctionDefinition:
        """Make one more."""
        kinds = (n.WHOLE, n.WHOLE, n.TRUTH, n.RUN)
        self._gives = self.random.choice((*kinds, None))
        self._scope = [n.LocalVar(f"p{at}", self.random.choice(kinds)) for at in range(self.random.randrange(4))]
        self._rooms, self._fixed, self._loops, self._tried = {}, {one.name for one in self._scope}, 0, 0
        parameters = tuple(self._scope)
        body = self._body(6, 3)
        if self._gives is not None:
            lies = self._gives == n.RUN and self.random.random() < 0.4
            body = (
                *body,
                n.ReturnValue(n.LoadAreaArray("kept", n.Int(0)) if lies else self.value(self._gives, 3)),
            )
        made = n.FunctionDefinition(name, parameters, self._gives, body)
        self.functions.append(made)
        return made

    def arguments(self, function: n.FunctionDefinition) -> list[int | list[int]]:
        """Return what a function may be called with."""
        given: dict[n.KindOf, Callable[[], int | list[int]]] = {
            n.WHOLE: lambda: self.random.randrange(-9, 30),
            n.TRUTH: lambda: self.random.randrange(2),
            n.RUN: lambda: [self.random.randrange(-5, 20) for _ in range(self.random.randrange(5))],
        }
        return [given[one.kind]() for one in function.parameters]

    # -- values ------------------------------------------------------------------------------------------------

    def value(self, kind: n.KindOf, depth: int) -> n.Code:
        return {n.WHOLE: self.whole, n.TRUTH: self.truth, n.RUN: self.run}[kind](depth)

    def _known(self, kind: n.KindOf, masks: bool = False) -> list[n.LocalVar]:
        return [one for one in self._scope if one.kind == kind and one.name.startswith(MASKED) == masks]

    def _pick(self, *ways: Callable[[], n.Code]) -> n.Code:
        return self.random.choice(ways)()

    def whole(self, depth: int) -> n.Code:
        """Return a number that is small."""
        known = self._known(n.WHOLE)
        leaves = [
            lambda: n.Int(self.random.choice((-1, 0, 1, 2, 5, 9, -7, 300))),
            lambda: n.LoadSlot(n.Int(self.random.choice((*range(FREE), -3, -4))), self.random.random() < 0.1),
            *([lambda: self.random.choice(known)] * 4 if known else []),
        ]
        if depth <= 0:
            return self._pick(*leaves)
        return self._pick(*leaves, *[lambda: self._whole_of(depth - 1)] * 6)

    def _whole_of(self, depth: int) -> n.Code:
        at = self.random.choice
        return self._pick(
            *[lambda: self.small(n.IntOp(at("+-*"), self.whole(depth), self.whole(depth)))] * 4,
            lambda: n.IntOp(at(("div", "mod")), self.whole(depth), n.Int(at((1, 2, 3, 7, 8)))),
            lambda: n.IntOp(
                at(("div", "mod")),
                self.whole(depth),
                n.IntOp("+", n.Int(1), n.IntOp("mod", self.whole(depth), n.Int(9))),
            ),
            lambda: n.IntOp("&", self.mask(depth), n.Int(255)),
            lambda: n.LoadSlot(self.index(FREE, depth), self.random.random() < 0.1),
            lambda: n.LoadArea("numbers", self.index(AREAS["numbers"], depth)),
            lambda: n.GlobalVar(at(GLOBALS)),
            lambda: n.ConstantElement(tuple(at((3, -4, 200, 70_000)) for _ in range(5)), self.index(5, depth)),
            lambda: n.BoolToInt(self.truth(depth)),
            lambda: n.SelectValue(self.truth(depth), self.whole(depth), self.whole(depth)),
            lambda: at((n.LowestSetBit, n.HighestSetBit))(
                n.IntOp("|", self.mask(depth), n.SingleBitMask(self.index(64, depth)))
            ),
            lambda: n.PopCount(self.mask(depth)),
            lambda: n.ArrayLength(self.run(depth)),
            lambda: self._item(depth),
            lambda: self._call(n.WHOLE, depth),
        )

    def small(self, code: n.Code) -> n.Code:
        return n.IntOp("mod", code, n.Int(SMALL + 7)) if self.random.random() < 0.5 else n.IntOp("mod", code, n.Int(64))

    def index(self, size: int, depth: int) -> n.Code:
        if self.random.random() < 0.3:
            return n.Int(self.random.randrange(size))
        return n.IntOp("mod", self.whole(depth - 1), n.Int(size))

    def _still(self, size: int, depth: int) -> n.Code:
        """Return one of so many slots that are not written to."""
        return n.IntOp("+", self.index(size, depth), n.Int(LISTS[0]))

    def _item(self, depth: int) -> n.Code:
        past = self.random.random() < 0.3
        run = self.random.choice(
            (
                n.ConstantArray((4, 5, 6)),
                n.LoadSlotArray(n.Int(LISTS[0]), past),
                n.SlotRangeArray(self._still(6, depth), 3, past),
            )
        )
        known = [one for one in self._known(n.RUN) if one.name in self._fixed]
        if known and self.random.random() < 0.7:
            one = self.random.choice(known)
            within = n.IntOp("mod", self.whole(depth), n.ArrayLength(one))
            return n.SelectValue(
                n.CompareNumbers(">", n.ArrayLength(one), n.Int(0)), n.ArrayItem(one, within), n.Int(-1)
            )
        return n.ArrayItem(run, self.index(3, depth))

    def mask(self, depth: int) -> n.Code:
        """Return a number of 64 digits."""
        known = self._known(n.WHOLE, masks=True)
        leaves: list[Callable[[], n.Code]] = [
            lambda: n.Int(self.random.choice((0, 1, (1 << 64) - 1, 0b1011 << 60, 0xF0F0))),
            *([lambda: self.random.choice(known)] if known else []),
        ]
        if depth <= 0:
            return self._pick(*leaves)
        return self._pick(
            *leaves,
            lambda: n.IntOp(self.random.choice("&|^"), self.mask(depth - 1), self.mask(depth - 1)),
            lambda: n.IntOp(self.random.choice(("+%", "*%")), self.mask(depth - 1), self.mask(depth - 1)),
            lambda: n.IntOp(self.random.choice(("<<", ">>")), self.mask(depth - 1), self.index(64, depth - 1)),
            lambda: n.SingleBitMask(self.index(64, depth - 1)),
            lambda: n.SelectValue(self.truth(depth - 1), self.mask(depth - 1), self.mask(depth - 1)),
        )

    def truth(self, depth: int) -> n.Code:
        known = self._known(n.TRUTH)
        signs = self.random.choice(n.COMPARED)
        if depth <= 0:
            return self._pick(
                lambda: n.CompareNumbers(signs, self.whole(0), self.whole(0)),
                *([lambda: self.random.choice(known)] * 2 if known else [lambda: n.Bool(self.random.random() < 0.5)]),
            )
        return self._pick(
            *[lambda: n.CompareNumbers(signs, self.whole(depth - 1), self.whole(depth - 1))] * 3,
            lambda: n.CompareNumbers(
                self.random.choice(("=", "!=", n.BELOW)), self.mask(depth - 1), self.mask(depth - 1)
            ),
            lambda: n.LogicalAnd(self.truth(depth - 1), self.truth(depth - 1)),
            lambda: n.LogicalOr(self.truth(depth - 1), self.truth(depth - 1)),
            lambda: n.LogicalNot(self.truth(depth - 1)),
            lambda: n.SlotsEqual(self.index(7, 1), "numbers", self.index(7, 1), self.index(4, 1)),
            lambda: n.SelectValue(self.truth(depth - 1), self.truth(depth - 1), self.truth(depth - 1)),
            lambda: self._call(n.TRUTH, depth - 1),
        )

    def run(self, depth: int) -> n.Code:
        known = self._known(n.RUN)
        leaves: list[Callable[[], n.Code]] = [
            *([lambda: self.random.choice(known)] * 3 if known else []),
            lambda: n.ConstantArray(tuple(range(self.random.randrange(4)))),
            lambda: n.LoadSlotArray(n.Int(self.random.choice(LISTS))),
            lambda: n.LoadAreaArray("lists", n.Int(self.random.choice((0, 6)))),
        ]
        if depth <= 0:
            return self._pick(*leaves)
        rows = tuple(tuple(range(at, at + self.random.randrange(4))) for at in range(4))
        return self._pick(
            *leaves,
            lambda: n.ConstantArrayTable(rows, self.index(4, depth - 1)),
            lambda: n.SlotRangeArray(self._still(6, depth - 1), self.random.randrange(4)),
            lambda: n.LoadSlotArray(n.IntOp("+", n.Int(LISTS[0]), n.IntOp("*", self.index(2, depth - 1), n.Int(6)))),
            lambda: n.SelectValue(self.truth(depth - 1), self.run(depth - 1), self.run(depth - 1)),
            *[lambda: self._call(n.RUN, depth - 1)] * 2,
        )

    def _call(self, kind: n.KindOf, depth: int) -> n.Code:
        able = [one for one in self.functions if one.gives == kind]
        if not able or depth < 0:
            return self.value(kind, 0)
        called = self.random.choice(able)
        return n.CallNode(called.name, tuple(self.value(one.kind, min(depth, 1)) for one in called.parameters), kind)

    # -- statements --------------------------------------------------------------------------------------------

    @contextmanager
    def _inner(self, *names: n.LocalVar, loop: bool = False) -> Iterator[None]:
        """Names given inside are not known outside."""
        before, loops, fixed = list(self._scope), self._loops, set(self._fixed)
        self._scope += names
        self._fixed |= {one.name for one in names}
        self._loops += loop
        yield
        self._scope, self._loops, self._fixed = before, loops, fixed

    def _body(self, most: int, depth: int) -> n.Body:
        found: list[n.Statement] = []
        for _ in range(self.random.randrange(1, most + 1)):
            found += self._statements(depth)
        return tuple(found)

    def _new(self, kind: n.KindOf, name: str = "v") -> n.LocalVar:
        self._names += 1
        return n.LocalVar(f"{name}{self._names}", kind)

    def _statements(self, depth: int) -> list[n.Statement]:
        nested = [self._when, self._loop, self._loop, self._loop, self._attempt]
        plain = [
            *[self._let] * 4, *[self._again_given] * 2, *[self._stored] * 3, self._stretch, *[self._made] * 3, *[self._changed] * 5,
            self._told, self._left, self._done,
        ]  # fmt: skip
        return self.random.choice([*plain, *nested * (depth > 0)])(depth)

    def _let(self, depth: int) -> list[n.Statement]:
        kind = self.random.choice((n.WHOLE, n.WHOLE, n.TRUTH, n.RUN))
        masked = kind == n.WHOLE and self.random.random() < 0.3
        value = self.mask(2) if masked else self.value(kind, 2)
        var = self._new(kind, MASKED if masked else "v")
        self._scope.append(var)
        return [n.AssignLocal(var, value)]

    def _again_given(self, depth: int) -> list[n.Statement]:
        still = {*self._fixed, *self._rooms}
        able = [one for one in self._scope if one.name not in still and not (self._tried and one.kind == n.RUN)]
        if not able:
            return []
        var = self.random.choice(able)
        value = self.mask(2) if var.name.startswith(MASKED) else self.value(var.kind, 2)
        return [n.AssignLocal(var, value)]

    def _stored(self, depth: int) -> list[n.Statement]:
        value = self.whole(2)
        return [
            self.random.choice(
                (
                    n.StoreSlot(self.index(FREE, 1), value),
                    n.StoreSlot(n.Int(self.random.choice((-3, -4))), value),
                    n.StoreArea("numbers", self.index(16, 1), value),
                    n.StoreArea("kept", n.IntOp("+", self.index(5, 1), n.Int(1)), value),
                    n.StoreArea("kept", n.Int(0), self.index(6, 1)),
                    n.SetGlobal(self.random.choice(GLOBALS), value),
                    n.StampSlots((-5, -6)),
                    n.SpendBudget(n.Int(self.random.randrange(5)), "E313"),
                )
            )
        ]

    def _stretch(self, depth: int) -> list[n.Statement]:
        count = self.random.choice((n.Int(self.random.randrange(5)), self.index(5, 1)))
        one, other = self.index(7, 1), self.index(7, 1)
        return [
            self.random.choice(
                (
                    n.CopySlotsToArea("numbers", one, other, count),
                    n.CopyAreaToSlots(one, "numbers", other, count),
                    n.CopySlots(one, other, count),
                    n.SnapshotPosition(),
                    n.FillSlots(one, count, self.random.choice((n.Int(0), n.Int(-1), self.whole(1)))),
                )
            )
        ]

    def _made(self, depth: int) -> list[n.Statement]:
        again = [one for one in self._changeable() if not self._tried]
        var = self.random.choice(again) if again and self.random.random() < 0.4 else self._new(n.RUN, "r")
        if var not in self._scope:
            self._scope.append(var)
        room = self._rooms.setdefault(var.name, self.random.randrange(6))
        size: n.Code = n.Int(room) if self.random.random() < 0.6 else n.IntOp("+", n.Int(room), self.index(3, 1))
        return [n.AllocateArray(var, size)]

    def _changed(self, depth: int) -> list[n.Statement]:
        able = self._changeable()
        if not able:
            return self._made(depth)
        var = self.random.choice(able)
        room, size = n.Int(self._rooms[var.name]), n.ArrayLength(var)
        index = n.IntOp("mod", self.whole(1), size)
        other = self.run(1)
        return [
            self._pick_statement(
                lambda: n.ConditionalBlock(n.CompareNumbers("<", size, room), (n.AppendItem(var, self.whole(2)),)),
                lambda: n.ConditionalBlock(n.CompareNumbers("<", size, room), (n.AppendItem(var, self.whole(2)),)),
                lambda: n.ConditionalBlock(
                    n.CompareNumbers("<=", n.IntOp("+", size, n.ArrayLength(other)), room),
                    (n.AppendArray(var, other),),
                ),
                lambda: n.ConditionalBlock(
                    n.CompareNumbers(">", size, n.Int(0)), (n.SetArrayItem(var, index, self.whole(2)),)
                ),
                lambda: n.ConditionalBlock(n.CompareNumbers(">", size, n.Int(0)), (n.TruncateArray(var, index),)),
            )
        ]

    def _changeable(self) -> list[n.LocalVar]:
        return [one for one in self._known(n.RUN) if one.name in self._rooms and one.name not in self._fixed]

    def _pick_statement(self, *ways: Callable[[], n.Statement]) -> n.Statement:
        return self.random.choice(ways)()

    def _told(self, depth: int) -> list[n.Statement]:
        values = tuple(self.value(self.random.choice((n.WHOLE, n.RUN)), 1) for _ in range(self.random.randrange(3)))
        span = (self.whole(1), self.whole(1))
        return [
            self.random.choice(
                (
                    n.WriteJournal(self.random.randrange(9), values),
                    n.OfferMove(self.random.randrange(9), values),
                    n.OfferMove(self.random.randrange(9), values, span=span),
                    n.OfferMove(self.random.randrange(9), values, span=span, among=self.run(1)),
                )
            )
        ]

    def _left(self, depth: int) -> list[n.Statement]:
        ways: list[Callable[[], n.Statement]] = [
            lambda: n.RaiseFault(self.random.choice(CODES)),
            lambda: n.ReturnValue(None if self._gives is None else self.value(self._gives, 2)),
            *([n.BreakLoop, n.ContinueLoop, n.BreakLoop, n.ContinueLoop] if self._loops else []),
        ]
        return [n.ConditionalBlock(self.truth(2), (self._pick_statement(*ways),))]

    def _done(self, depth: int) -> list[n.Statement]:
        able = list(self.functions)
        if not able:
            return []
        called = self.random.choice(able)
        return [
            n.CallStatement(
                n.CallNode(
                    called.name, tuple(self.value(one.kind, 1) for one in called.parameters), called.gives or n.WHOLE
                )
            )
        ]

    def _when(self, depth: int) -> list[n.Statement]:
        test = self.truth(3)
        with self._inner():
            yes = self._body(3, depth - 1)
        with self._inner():
            no = self._body(3, depth - 1) if self.random.random() < 0.5 else ()
        return [n.ConditionalBlock(test, yes, no)]

    def _attempt(self, depth: int) -> list[n.Statement]:
        with self._inner():
            self._tried += 1
            body = self._body(3, depth - 1)
            self._tried -= 1
        with self._inner():
            otherwise = self._body(2, depth - 1)
        return [n.TryStatement(body, otherwise)]

    def _loop(self, depth: int) -> list[n.Statement]:
        var = self._new(n.WHOLE, "i")
        form = self.random.randrange(4)
        run = self.run(2) if form == 1 else None
        head = (self.whole(1), n.IntOp("&", self.mask(1), n.Int(0x15)), self.index(5, 1))
        still = set(self._rooms) if run is not None else set()
        before = set(self._fixed)
        self._fixed |= still
        with self._inner(*(() if form == 3 else (var,)), loop=True):
            body = self._body(4, depth - 1)
        self._fixed = before
        match form:
            case 0:
                low = (
                    n.Int(self.random.randrange(-2, 3))
                    if self.random.random() < 0.6
                    else n.IntOp("mod", head[0], n.Int(4))
                )
                high = n.Int(self.random.randrange(5)) if self.random.random() < 0.5 else head[2]
                return [n.CountedLoop(var, low, high, body)]
            case 1:
                assert run is not None
                return [n.ForEachLoop(var, run, body)]
            case 2:
                return [n.ForEachBit(var, head[1], body)]
            case _:
                turn = (
                    n.ConditionalBlock(n.CompareNumbers("<=", var, n.Int(0)), (n.BreakLoop(),)),
                    n.AssignLocal(var, n.IntOp("-", var, n.Int(1))),
                )
                return [n.AssignLocal(var, head[2]), n.EndlessLoop((*turn, *body))]
