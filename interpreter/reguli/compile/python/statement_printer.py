"""Statements of the lower form as Python.

Python bounds how deep loops and lines may stand in one another, so a body that stands too deep becomes a function of its own (``outside``): what is named on both sides of
the border is handed in and given back, and how the body was left comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.compile.lir import statement_nodes as n
from reguli.compile.python.expression_printer import SIGN, Expressions, added, kind_of, parts_of
from reguli.compile.python.identifier_allocation import BUNDLE, DIGITS, FAILED, JOURNAL, NUMBERS, OFFERS, PAST, SLOTS
from reguli.ir.state_layout import BUDGET

Lines = list[str]
FEW: Final = 4
"""So many slots are written one by one."""
SHORT: Final = 64
"""So many numbers are counted by going through them as they stand in the text."""
GAVE: Final = 1
LEFT: Final = 2
AGAIN: Final = 3
DEEPEST_LOOPS: Final = 12
DEEPEST_LINES: Final = 40
Outside = Callable[[n.Body], tuple[str, Sequence[str]]]
"""Prints a body as a function of its own, and gives the text that calls it, and the locals that it gives back."""


@dataclass(frozen=True, slots=True)
class Depth:
    """Where a statement stands: so many lines and loops deep."""

    lines: int = 1
    loops: int = 0

    def deeper(self, loops: int = 0) -> Depth:
        """Give the depth of a body within."""
        return Depth(self.lines + 1, self.loops + loops)

    @property
    def too_deep(self) -> bool:
        """Whether a body here has to stand outside."""
        return self.loops >= DEEPEST_LOOPS or self.lines >= DEEPEST_LINES


@dataclass(frozen=True, slots=True)
class Telling:
    """Whether the journal is written, and the notes whose last value is a bundle: it is one number there."""

    journal: bool = True
    bundles: frozenset[int] = frozenset()


TOLD: Final = Telling()
SILENT: Final = Telling(journal=False)


class Statements:
    """Prints the statements of one function."""

    def __init__(
        self, expressions: Expressions, outside: Outside, *, telling: Telling, back: Sequence[str] | None = None
    ) -> None:
        """``back`` are the locals that a body which stands outside gives back."""
        self._e = expressions
        self._local = expressions.local.local
        self._outside = outside
        self._telling = telling
        self._back = back

    def body(self, body: n.Body, depth: Depth) -> Lines:
        """Print statements one after the other; something stands there in any case."""
        if depth.too_deep and any(
            isinstance(one, n.When | n.Repeat | n.Counting | n.Through | n.ThroughBits | n.Attempt) for one in body
        ):
            return self._called(body, depth)
        lines = [line for one in body for line in self._statement(one, depth)]
        return lines or ["pass"]

    def end(self) -> Lines:
        """Print how a body that stands outside is left at its end."""
        return [] if self._back is None else [self._leaving(0)]

    def _called(self, body: n.Body, depth: Depth) -> Lines:
        """Call a body that stands outside, and leave as it was left."""
        way, value, here = self._e.local.new(), n.Var(self._e.local.new()), Depth(loops=min(1, depth.loops))
        text, back = self._outside(body)
        lines = [f"{', '.join((way, self._local(value.name), *back))} = {text}"]
        for number, left in ((GAVE, n.Give(value)), (LEFT, n.Break()), (AGAIN, n.Again())):
            if any(_leaves(one, type(left)) for one in body):
                lines.append(f"if {way} == {number}: {self._left(left, here)}")
        return lines

    def _leaving(self, way: int, value: str = "None") -> str:
        return f"return {', '.join((str(way), value, *(self._back or ())))}"

    def _statement(self, one: n.Statement, depth: Depth) -> Iterable[str]:
        match one:
            case n.When():
                return self._when(one, depth, "if")
            case n.Repeat() | n.Counting() | n.Through() | n.ThroughBits():
                return self._loop(one, depth)
            case n.Let(var, value):
                return [self._let(var, value)]
            case n.Store(slot, value):
                return [self._stored(slot, value)]
            case n.NewRun() | n.Push() | n.Extend() | n.SetItem() | n.Cut():
                return [self._run(one)]
            case n.SetGlobal() | n.Put() | n.PutAside() | n.TakeBack() | n.FillSlots() | n.CopySlots():
                return self._kept(one)
            case n.KeepPast():
                return [f"{PAST}[:] = {SLOTS}"]
            case n.Break() | n.Again() | n.Give() | n.Fail():
                return [self._left(one, depth)]
            case n.Attempt(body, otherwise):
                attempted = headed("try:", self.body(body, depth.deeper()))
                return [*attempted, *headed(f"except {FAILED}:", self.body(otherwise, depth.deeper()))]
            case n.Do(call):
                return [self._e.value(call)]
            case n.Entry() | n.Offer():
                return self._told(one)
            case n.Stamp(slots):
                return [f"{' = '.join(self._e.slot(n.Num(slot)) for slot in slots)} = next({NUMBERS})"] if slots else []
            case n.Spend(count, code):
                left = self._e.slot(n.Num(BUDGET))
                return [f"{left} -= {self._e.value(count)}", f"if {left} < 0: raise {FAILED}({code!r})"]

    # -- what is written where ---------------------------------------------------------------------------------

    def _let(self, var: n.Var, value: n.Code) -> str:
        name = self._local(var.name)
        match value:
            case n.Op("+" | "-" as sign, n.Var() as same, more) if same == var:
                return f"{name} {sign}= {self._e.value(more)}"
            case _:
                return f"{name} = {self._e.value(value)}"

    def _stored(self, slot: n.Code, value: n.Code) -> str:
        place = self._e.slot(slot)
        match value:
            case n.Op("+" | "-" as sign, n.Load(same, False), more) if same == slot and plain(slot):
                return f"{place} {sign}= {self._e.value(more)}"
            case _:
                return f"{place} = {self._e.value(value)}"

    def _run(self, one: n.NewRun | n.Push | n.Extend | n.SetItem | n.Cut) -> str:
        match one:
            case n.NewRun(var):
                return f"{self._local(var.name)} = []"
            case n.Push(run, value):
                return f"{self._local(run.name)}.append({self._e.value(value)})"
            case n.Extend(run, other):
                return f"{self._local(run.name)} += {self._e.value(other)}"
            case n.SetItem(run, index, value):
                return f"{self._local(run.name)}[{self._e.value(index)}] = {self._e.value(value)}"
            case n.Cut(run, size):
                return f"del {self._local(run.name)}[{self._e.value(size)}:]"

    def _kept(self, one: n.SetGlobal | n.Put | n.PutAside | n.TakeBack | n.FillSlots | n.CopySlots) -> Lines:
        value, shared = self._e.value, self._e.shared
        match one:
            case n.SetGlobal(name, new):
                return [f"{shared.known(name)} = {value(new)}"]
            case n.Put(area, index, new):
                return [f"{shared.area(area)}[{value(index)}] = {value(new)}"]
            case n.PutAside(area, index, slot, count):
                return [f"{shared.area(area)}[{self._e.span(index, count)}] = {SLOTS}[{self._e.stretch(slot, count)}]"]
            case n.TakeBack(slot, area, index, count):
                return [f"{SLOTS}[{self._e.stretch(slot, count)}] = {shared.area(area)}[{self._e.span(index, count)}]"]
            case n.CopySlots(to, source, n.Num(1)):
                return [f"{self._e.slot(to)} = {self._e.slot(source)}"]
            case n.CopySlots(to, source, count):
                return [f"{SLOTS}[{self._e.stretch(to, count)}] = {SLOTS}[{self._e.stretch(source, count)}]"]
            case n.FillSlots(n.Num() as slot, n.Num(count), n.Num(new)) if count <= FEW:
                places = [self._e.slot(added(slot, n.Num(more))) for more in range(count)]
                return [f"{' = '.join(places)} = {new}"] if places else []
            case n.FillSlots(slot, count, new):
                return [f"{SLOTS}[{self._e.stretch(slot, count)}] = ({value(new)},) * {value(count, SIGN)}"]

    def _told(self, one: n.Entry | n.Offer) -> Lines:
        if isinstance(one, n.Entry):
            return self._noted(one) if self._telling.journal else []
        many = "None"
        if one.span is not None:
            low, high = self._e.value(one.span[0]), self._e.value(added(one.span[1], n.Num(1)))
            many = f"range({low}, {high})"
            if one.among is not None:
                many = row((self._entry(one.among), low, self._e.value(one.span[1])))
        return [f"{OFFERS}.append(({one.choice}, {row(tuple(map(self._entry, one.arguments)))}, {many}))"]

    def _noted(self, one: n.Entry) -> Lines:
        values = [self._entry(value) for value in one.values]
        if one.note in self._telling.bundles and kind_of(one.values[-1]) == n.RUN:
            values[-1] = f"{BUNDLE}({values[-1]})"
        return [f"{JOURNAL}.append({row((str(one.note), *values))})"]

    def _entry(self, value: n.Code) -> str:
        text = self._e.value(value)
        return f"tuple({text})" if kind_of(value) == n.RUN else text

    # -- ways on -----------------------------------------------------------------------------------------------

    def _left(self, one: n.Break | n.Again | n.Give | n.Fail, depth: Depth) -> str:
        outside = self._back is not None
        match one:
            case n.Break():
                return self._leaving(LEFT) if outside and not depth.loops else "break"
            case n.Again():
                return self._leaving(AGAIN) if outside and not depth.loops else "continue"
            case n.Fail(code):
                return f"raise {FAILED}({code!r})"
            case n.Give(value):
                text = "None" if value is None else self._e.value(value)
                return self._leaving(GAVE, text) if outside else f"return {text}"

    def _when(self, one: n.When, depth: Depth, word: str) -> Iterator[str]:
        if not one.yes and one.no:
            yield from self._when(n.When(n.Not(one.test), one.no), depth, word)
            return
        yield from headed(f"{word} {self._e.test(one.test)}:", self.body(one.yes, depth.deeper()))
        match one.no:
            case ():
                return
            case (n.When() as other,):
                yield from self._when(other, depth, "elif")
            case _:
                yield from headed("else:", self.body(one.no, depth.deeper()))

    def _loop(self, one: n.Repeat | n.Counting | n.Through | n.ThroughBits, depth: Depth) -> Lines:
        inside, value = depth.deeper(1), self._e.value
        match one:
            case n.Repeat((n.When(test, (n.Break(),), ()), *rest)):
                return headed(f"while {self._e.test(n.Not(test))}:", self.body(tuple(rest), inside))
            case n.Repeat(body):
                return headed("while True:", self.body(body, inside))
            case n.Counting(var, n.Num(low), n.Num(high), body) if high - low <= SHORT:
                return headed(
                    f"for {self._local(var.name)} in {row(tuple(map(str, range(low, high))))}:", self.body(body, inside)
                )
            case n.Counting(var, low, high, body):
                first = "" if low == n.Num(0) else f"{value(low)}, "
                return headed(f"for {self._local(var.name)} in range({first}{value(high)}):", self.body(body, inside))
            case n.Through(var, run, body):
                return headed(f"for {self._local(var.name)} in {value(run)}:", self.body(body, inside))
            case n.ThroughBits(var, mask, body):
                return headed(f"for {self._local(var.name)} in {DIGITS}[{value(mask)}]:", self.body(body, inside))


def headed(head: str, body: Lines) -> Lines:
    """Give lines one level deeper behind their head; a single plain one beside it."""
    if len(body) == 1 and not body[0].startswith(("if ", "for ", "while ", " ")):
        return [f"{head} {body[0]}"]
    return [head, *(f" {line}" for line in body)]


def row(parts: tuple[str, ...]) -> str:
    """Print a row of values."""
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def plain(code: n.Code) -> bool:
    """Tell whether it does not count how often something is worked out: nothing is called."""
    return not isinstance(code, n.Call) and all(map(plain, parts_of(code)))


def _leaves(one: n.Statement, how: type) -> bool:
    """Tell whether a statement may leave the body that it stands in, in one way."""
    if isinstance(one, how):
        return True
    if isinstance(one, n.Repeat | n.Counting | n.Through | n.ThroughBits):
        return how is n.Give and any(_leaves(inner, how) for inner in one.body)
    if isinstance(one, n.Attempt):
        return any(_leaves(inner, how) for inner in (*one.body, *one.otherwise))
    return isinstance(one, n.When) and any(_leaves(inner, how) for inner in (*one.yes, *one.no))


def assigned_in(body: n.Body) -> Iterator[str]:
    """Give the locals that statements give a value, or change."""
    for one in body:
        match one:
            case n.Let(var) | n.NewRun(var):
                yield var.name
            case n.When(_, yes, no):
                yield from assigned_in((*yes, *no))
            case n.Attempt(inner, otherwise):
                yield from assigned_in((*inner, *otherwise))
            case n.Repeat(inner):
                yield from assigned_in(inner)
            case n.Counting(var, _, _, inner) | n.Through(var, _, inner) | n.ThroughBits(var, _, inner):
                yield var.name
                yield from assigned_in(inner)
            case n.Extend(run):
                yield run.name
            case _:
                pass
