"""LIR functions as one Python module, printed and compiled on first use.

Each takes the slots, then the journal if it or what it calls tells anything, then the list of offers if it offers anything, then its parameters. What the engine calls itself
takes the same whatever it does: by the first word of its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from types import CodeType
from typing import Any, Final

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import descendant_nodes, local_names
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.python.expression_printer import (
    BUNDLE,
    DIGITS,
    FAILED,
    JOURNAL,
    NUMBERS,
    OFFERS,
    PAST,
    SIGN,
    SLOTS,
    ExpressionPrinter,
    LocalNameTable,
    SharedNamespace,
    folded_sum,
    subexpressions,
)
from reguli.ir.interpreter.set_numbering import encode_bundle
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET
from reguli.source.frozen_values import FrozenValue

# -- statement printer -----------------------------------------------------------------------------------------------
# Statements of the lower form as Python.
#
# Python bounds how deep loops and lines may stand in one another, so a body that stands too deep becomes a function of its own (``outside``): what is named on both sides of
# the border is handed in and given back, and how the body was left comes first.


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
class NestingDepth:
    """The nesting depth of a statement, in lines and loops."""

    lines: int = 1
    loops: int = 0

    def deeper(self, loops: int = 0) -> NestingDepth:
        """Return the depth of a nested body."""
        return NestingDepth(self.lines + 1, self.loops + loops)

    @property
    def too_deep(self) -> bool:
        """Return whether to move a body out here."""
        return self.loops >= DEEPEST_LOOPS or self.lines >= DEEPEST_LINES


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """Whether the journal is written, and the notes whose last value is a bundle, there one number."""

    journal: bool = True
    bundles: frozenset[int] = frozenset()


TOLD: Final = JournalSettings()
SILENT: Final = JournalSettings(journal=False)


class StatementPrinter:
    """Prints the statements of one function."""

    def __init__(
        self,
        expressions: ExpressionPrinter,
        outside: Outside,
        *,
        telling: JournalSettings,
        back: Sequence[str] | None = None,
    ) -> None:
        """Create a printer; ``back`` are the locals a moved body returns."""
        self._e = expressions
        self._local = expressions.local.local
        self._outside = outside
        self._telling = telling
        self._back = back

    def body(self, body: n.Body, depth: NestingDepth) -> Lines:
        """Print statements in sequence; the result is never empty."""
        if depth.too_deep and any(
            isinstance(
                one, n.ConditionalBlock | n.EndlessLoop | n.CountedLoop | n.ForEachLoop | n.ForEachBit | n.TryStatement
            )
            for one in body
        ):
            return self._called(body, depth)
        lines = [line for one in body for line in self._statement(one, depth)]
        return lines or ["pass"]

    def end(self) -> Lines:
        """Print the exit at the end of a body moved out."""
        return [] if self._back is None else [self._leaving(0)]

    def _called(self, body: n.Body, depth: NestingDepth) -> Lines:
        """Call a body moved out, and exit in the same way as it did."""
        way, value, here = (
            self._e.local.new(),
            n.LocalVar(self._e.local.new()),
            NestingDepth(loops=min(1, depth.loops)),
        )
        text, back = self._outside(body)
        lines = [f"{', '.join((way, self._local(value.name), *back))} = {text}"]
        for number, left in ((GAVE, n.ReturnValue(value)), (LEFT, n.BreakLoop()), (AGAIN, n.ContinueLoop())):
            if any(_leaves(one, type(left)) for one in body):
                lines.append(f"if {way} == {number}: {self._left(left, here)}")
        return lines

    def _leaving(self, way: int, value: str = "None") -> str:
        return f"return {', '.join((str(way), value, *(self._back or ())))}"

    def _statement(self, one: n.Statement, depth: NestingDepth) -> Iterable[str]:
        match one:
            case n.ConditionalBlock():
                return self._when(one, depth, "if")
            case n.EndlessLoop() | n.CountedLoop() | n.ForEachLoop() | n.ForEachBit():
                return self._loop(one, depth)
            case n.AssignLocal(var, value):
                return [self._let(var, value)]
            case n.StoreSlot(slot, value):
                return [self._stored(slot, value)]
            case n.AllocateArray() | n.AppendItem() | n.AppendArray() | n.SetArrayItem() | n.TruncateArray():
                return [self._run(one)]
            case (
                n.SetGlobal()
                | n.StoreArea()
                | n.CopySlotsToArea()
                | n.CopyAreaToSlots()
                | n.FillSlots()
                | n.CopySlots()
            ):
                return self._kept(one)
            case n.SnapshotPosition():
                return [f"{PAST}[:] = {SLOTS}"]
            case n.BreakLoop() | n.ContinueLoop() | n.ReturnValue() | n.RaiseFault():
                return [self._left(one, depth)]
            case n.TryStatement(body, otherwise):
                attempted = indented_block("try:", self.body(body, depth.deeper()))
                return [*attempted, *indented_block(f"except {FAILED}:", self.body(otherwise, depth.deeper()))]
            case n.CallStatement(call):
                return [self._e.value(call)]
            case n.WriteJournal() | n.OfferMove():
                return self._told(one)
            case n.StampSlots(slots):
                return [f"{' = '.join(self._e.slot(n.Int(slot)) for slot in slots)} = next({NUMBERS})"] if slots else []
            case n.SpendBudget(count, code):
                left = self._e.slot(n.Int(BUDGET))
                return [f"{left} -= {self._e.value(count)}", f"if {left} < 0: raise {FAILED}({code!r})"]

    # -- what is written where ---------------------------------------------------------------------------------

    def _let(self, var: n.LocalVar, value: n.Code) -> str:
        name = self._local(var.name)
        match value:
            case n.IntOp("+" | "-" as sign, n.LocalVar() as same, more) if same == var:
                return f"{name} {sign}= {self._e.value(more)}"
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return f"{name} = {self._e.value(value)}"

    def _stored(self, slot: n.Code, value: n.Code) -> str:
        place = self._e.slot(slot)
        match value:
            case n.IntOp("+" | "-" as sign, n.LoadSlot(same, False), more) if same == slot and is_call_free(slot):
                return f"{place} {sign}= {self._e.value(more)}"
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return f"{place} = {self._e.value(value)}"

    def _run(self, one: n.AllocateArray | n.AppendItem | n.AppendArray | n.SetArrayItem | n.TruncateArray) -> str:
        match one:
            case n.AllocateArray(var):
                return f"{self._local(var.name)} = []"
            case n.AppendItem(run, value):
                return f"{self._local(run.name)}.append({self._e.value(value)})"
            case n.AppendArray(run, other):
                return f"{self._local(run.name)} += {self._e.value(other)}"
            case n.SetArrayItem(run, index, value):
                return f"{self._local(run.name)}[{self._e.value(index)}] = {self._e.value(value)}"
            case n.TruncateArray(run, size):
                return f"del {self._local(run.name)}[{self._e.value(size)}:]"

    def _kept(
        self, one: n.SetGlobal | n.StoreArea | n.CopySlotsToArea | n.CopyAreaToSlots | n.FillSlots | n.CopySlots
    ) -> Lines:
        value, shared = self._e.value, self._e.shared
        match one:
            case n.SetGlobal(name, new):
                return [f"{shared.known(name)} = {value(new)}"]
            case n.StoreArea(area, index, new):
                return [f"{shared.area(area)}[{value(index)}] = {value(new)}"]
            case n.CopySlotsToArea(area, index, slot, count):
                return [f"{shared.area(area)}[{self._e.span(index, count)}] = {SLOTS}[{self._e.stretch(slot, count)}]"]
            case n.CopyAreaToSlots(slot, area, index, count):
                return [f"{SLOTS}[{self._e.stretch(slot, count)}] = {shared.area(area)}[{self._e.span(index, count)}]"]
            case n.CopySlots(to, source, n.Int(1)):
                return [f"{self._e.slot(to)} = {self._e.slot(source)}"]
            case n.CopySlots(to, source, count):
                return [f"{SLOTS}[{self._e.stretch(to, count)}] = {SLOTS}[{self._e.stretch(source, count)}]"]
            case n.FillSlots(n.Int() as slot, n.Int(count), n.Int(new)) if count <= FEW:
                places = [self._e.slot(folded_sum(slot, n.Int(more))) for more in range(count)]
                return [f"{' = '.join(places)} = {new}"] if places else []
            case n.FillSlots(slot, count, new):
                return [f"{SLOTS}[{self._e.stretch(slot, count)}] = ({value(new)},) * {value(count, SIGN)}"]

    def _told(self, one: n.WriteJournal | n.OfferMove) -> Lines:
        if isinstance(one, n.WriteJournal):
            return self._noted(one) if self._telling.journal else []
        many = "None"
        if one.span is not None:
            low, high = self._e.value(one.span[0]), self._e.value(folded_sum(one.span[1], n.Int(1)))
            many = f"range({low}, {high})"
            if one.among is not None:
                many = format_tuple((self._entry(one.among), low, self._e.value(one.span[1])))
        return [f"{OFFERS}.append(({one.choice}, {format_tuple(tuple(map(self._entry, one.arguments)))}, {many}))"]

    def _noted(self, one: n.WriteJournal) -> Lines:
        values = [self._entry(value) for value in one.values]
        if one.note in self._telling.bundles and n.value_kind(one.values[-1]) == n.RUN:
            values[-1] = f"{BUNDLE}({values[-1]})"
        return [f"{JOURNAL}.append({format_tuple((str(one.note), *values))})"]

    def _entry(self, value: n.Code) -> str:
        text = self._e.value(value)
        return f"tuple({text})" if n.value_kind(value) == n.RUN else text

    # -- ways on -----------------------------------------------------------------------------------------------

    def _left(self, one: n.BreakLoop | n.ContinueLoop | n.ReturnValue | n.RaiseFault, depth: NestingDepth) -> str:
        outside = self._back is not None
        match one:
            case n.BreakLoop():
                return self._leaving(LEFT) if outside and not depth.loops else "break"
            case n.ContinueLoop():
                return self._leaving(AGAIN) if outside and not depth.loops else "continue"
            case n.RaiseFault(code):
                return f"raise {FAILED}({code!r})"
            case n.ReturnValue(value):
                text = "None" if value is None else self._e.value(value)
                return self._leaving(GAVE, text) if outside else f"return {text}"

    def _when(self, one: n.ConditionalBlock, depth: NestingDepth, word: str) -> Iterator[str]:
        if not one.yes and one.no:
            yield from self._when(n.ConditionalBlock(n.LogicalNot(one.test), one.no), depth, word)
            return
        yield from indented_block(f"{word} {self._e.test(one.test)}:", self.body(one.yes, depth.deeper()))
        match one.no:
            case ():
                return
            case (n.ConditionalBlock() as other,):
                yield from self._when(other, depth, "elif")
            case _:
                yield from indented_block("else:", self.body(one.no, depth.deeper()))

    def _loop(self, one: n.EndlessLoop | n.CountedLoop | n.ForEachLoop | n.ForEachBit, depth: NestingDepth) -> Lines:
        inside, value = depth.deeper(1), self._e.value
        match one:
            case n.EndlessLoop((n.ConditionalBlock(test, (n.BreakLoop(),), ()), *rest)):
                return indented_block(f"while {self._e.test(n.LogicalNot(test))}:", self.body(tuple(rest), inside))
            case n.EndlessLoop(body):
                return indented_block("while True:", self.body(body, inside))
            case n.CountedLoop(var, n.Int(low), n.Int(high), body) if high - low <= SHORT:
                return indented_block(
                    f"for {self._local(var.name)} in {format_tuple(tuple(map(str, range(low, high))))}:",
                    self.body(body, inside),
                )
            case n.CountedLoop(var, low, high, body):
                first = "" if low == n.Int(0) else f"{value(low)}, "
                return indented_block(
                    f"for {self._local(var.name)} in range({first}{value(high)}):", self.body(body, inside)
                )
            case n.ForEachLoop(var, run, body):
                return indented_block(f"for {self._local(var.name)} in {value(run)}:", self.body(body, inside))
            case n.ForEachBit(var, mask, body):
                return indented_block(
                    f"for {self._local(var.name)} in {DIGITS}[{value(mask)}]:", self.body(body, inside)
                )


def indented_block(head: str, body: Lines) -> Lines:
    """Return lines indented under their head, or a single simple line after it."""
    if len(body) == 1 and not body[0].startswith(("if ", "for ", "while ", " ")):
        return [f"{head} {body[0]}"]
    return [head, *(f" {line}" for line in body)]


def format_tuple(parts: tuple[str, ...]) -> str:
    """Print a row of values."""
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def is_call_free(code: n.Code) -> bool:
    """Return whether repeated evaluation is harmless, that is, there are no calls."""
    return not isinstance(code, n.CallNode) and all(map(is_call_free, subexpressions(code)))


def _leaves(one: n.Statement, how: type) -> bool:
    """Return whether a statement may exit its enclosing body in a given way."""
    if isinstance(one, how):
        return True
    if isinstance(one, n.EndlessLoop | n.CountedLoop | n.ForEachLoop | n.ForEachBit):
        return how is n.ReturnValue and any(_leaves(inner, how) for inner in one.body)
    if isinstance(one, n.TryStatement):
        return any(_leaves(inner, how) for inner in (*one.body, *one.otherwise))
    return isinstance(one, n.ConditionalBlock) and any(_leaves(inner, how) for inner in (*one.yes, *one.no))


def assigned_locals(body: n.Body) -> Iterator[str]:
    """Yield the locals that statements assign or modify."""
    for one in body:
        match one:
            case n.AssignLocal(var) | n.AllocateArray(var):
                yield var.name
            case n.ConditionalBlock(_, yes, no):
                yield from assigned_locals((*yes, *no))
            case n.TryStatement(inner, otherwise):
                yield from assigned_locals((*inner, *otherwise))
            case n.EndlessLoop(inner):
                yield from assigned_locals(inner)
            case n.CountedLoop(var, _, _, inner) | n.ForEachLoop(var, _, inner) | n.ForEachBit(var, _, inner):
                yield var.name
                yield from assigned_locals(inner)
            case n.AppendArray(run):
                yield run.name
            case n.SimpleStatement():
                pass


# -- python module ---------------------------------------------------------------------------------------------------


ALWAYS: Final[Mapping[str, frozenset[str]]] = {
    "block": frozenset({JOURNAL}),
    "chosen": frozenset({JOURNAL}),
    "effect": frozenset({JOURNAL}),
    "enter": frozenset({JOURNAL}),
    "list": frozenset({OFFERS}),
}
"""What functions take in any case, by the first word of their names."""
MOST_MASKS: Final = 65_536
"""Masks whose digits are kept at most."""


class CodeCache(dict[str, CodeType]):
    """Compiled code by source text, for programs that share nearly all functions; compilation takes most of the preparation time."""

    def __missing__(self, text: str) -> CodeType:
        """Compile source."""
        # Only our own words, numbers and names are in the text: nothing of a ruleset is run as it was written.
        self[text] = code = compile(text, "<rules>", "exec")
        return code


class BitPositions(dict[int, tuple[int, ...]]):
    """The positions of set bits by mask; a lookup is four times as fast as computing them."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        """Compute it."""
        if len(self) >= MOST_MASKS:
            self.clear()
        self[mask] = found = tuple(at for at in range(mask.bit_length()) if mask >> at & 1)
        return found


class PythonModule:
    """Generated functions over slots of one width, each compiled once."""

    def __init__(
        self,
        functions: Mapping[str, n.FunctionDefinition],
        areas: Mapping[str, int],
        *,
        width: int,
        numbers: Iterator[int],
        telling: JournalSettings = TOLD,
        codes: CodeCache | None = None,
    ) -> None:
        """Print ``functions``, which may grow; ``numbers`` supply the version stamps, ``codes`` holds compiled code."""
        self._codes = codes
        self._functions, self._areas, self._width, self._telling = functions, areas, width, telling
        self.shared = SharedNamespace()
        self.shared.namespace |= {FAILED: Failed, NUMBERS: numbers, BUNDLE: encode_bundle, DIGITS: BitPositions()}
        self._sizes: dict[str, int] = {}
        """By area how long it was made."""
        self._besides: dict[str, frozenset[str]] = {}
        """By function that was printed: what it takes besides slots and parameters."""
        self._sets: dict[str, frozenset[str]] = {}
        """By function that is printed: the numbers beside the positions that it sets."""

    def take(self, name: str) -> Callable[..., Any]:
        """Return a function, compiled with all pending ones."""
        self._compile(self._fresh())
        function: Callable[..., Any] = self.shared.namespace[self.shared.function(name)]
        return function

    def native(self, name: str, function: Callable[..., Any]) -> None:
        """Register a native function in place of a generated one; it takes the slots and its parameters."""
        self.shared.namespace[self.shared.function(name)] = function
        self._besides[name] = frozenset()

    def once(self, function: n.FunctionDefinition) -> Callable[..., Any]:
        """Compile a function that no other one calls and that is not kept here."""
        self._compile({**self._fresh(), function.name: function})
        del self._besides[function.name]
        made: Callable[..., Any] = self.shared.namespace.pop(self.shared.function(function.name))
        return made

    def area(self, name: str) -> list[int]:
        """Return an area itself, not a copy."""
        key, size = self.shared.area(name), self._areas[name]
        if key not in self.shared.namespace:
            # Some hold millions of numbers: to make one longer takes five times as long as to make it.
            self.shared.namespace[key] = [0] * size
        area: list[int] = self.shared.namespace[key]
        if len(area) < size:
            area.extend(repeat(0, size - len(area)))
        return area

    def _fresh(self) -> dict[str, n.FunctionDefinition]:
        return {name: function for name, function in self._functions.items() if name not in self._besides}

    def _compile(self, fresh: Mapping[str, n.FunctionDefinition]) -> None:
        if fresh:
            with with_deep_recursion():
                exec((CodeCache() if self._codes is None else self._codes)[self.source(fresh)], self.shared.namespace)  # noqa: S102

    def source(self, fresh: Mapping[str, n.FunctionDefinition]) -> str:
        """Print functions not printed before."""
        self._look_through(fresh)
        for name, size in self._areas.items():
            if size != self._sizes.get(name):
                self._sizes[name] = len(self.area(name))
        lines: Lines = []
        for function in fresh.values():
            lines.extend(_Printing(self, function, self._telling).lines())
        self._sets.clear()
        return "\n".join(lines)

    def number(self, name: str) -> int:
        """Return a number stored outside the positions."""
        found: int = self.shared.namespace.get(self.shared.known(name), 0)
        return found

    def set_number(self, name: str, value: int) -> None:
        """Set a number stored outside the positions."""
        self.shared.namespace[self.shared.known(name)] = value

    def besides(self, function: str) -> Lines:
        """Return the parameters besides slots and its own."""
        return [one for one in (JOURNAL, OFFERS) if one in self._besides[function]]

    def sets(self, function: str) -> Lines:
        """Return the numbers outside the positions that a function being printed assigns."""
        return sorted(map(self.shared.known, self._sets[function]))

    @property
    def width(self) -> int:
        """Return the number of slots."""
        return self._width

    def _look_through(self, fresh: Mapping[str, n.FunctionDefinition]) -> None:
        """Find the functions that write the journal or offers, directly or through calls, and initialise the numbers they use outside positions."""
        calls: dict[str, frozenset[str]] = {}
        for name, function in fresh.items():
            own, called, known = set(ALWAYS.get(name.partition(" ")[0], ())), set[str](), set[str]()
            sets = set[str]()
            for part in descendant_nodes(function.body):
                match part:
                    case n.WriteJournal() if self._telling.journal:
                        own.add(JOURNAL)
                    case n.OfferMove():
                        own.add(OFFERS)
                    case n.CallNode(function=other):
                        called.add(other)
                    case n.GlobalVar(name=other):
                        known.add(other)
                    case n.SetGlobal(name=other):
                        sets.add(other)
                    case FrozenValue():
                        pass
            self._besides[name], calls[name], self._sets[name] = frozenset(own), frozenset(called), frozenset(sets)
            for other in known | sets:
                self.shared.namespace.setdefault(self.shared.known(other), 0)
        changed = True
        while changed:
            changed = False
            for name in fresh:
                found = self._besides[name].union(*(self._besides[one] for one in calls[name]))
                changed |= found != self._besides[name]
                self._besides[name] = found


class _Printing:
    """Prints one function and those of its parts that nest too deeply."""

    def __init__(self, module: PythonModule, function: n.FunctionDefinition, telling: JournalSettings) -> None:
        self._module, self._function, self._telling = module, function, telling
        self._local = LocalNameTable()
        self._takes = [SLOTS, *module.besides(function.name)]
        self._named: Counter[str] | None = None
        self._parts: Lines = []
        self._handed: list[set[str]] = [set()]
        """Of the function, and of each part that is being printed: the locals that go out into parts, so that they must have a value."""

    def lines(self) -> Lines:
        """Print parts, then itself."""
        function = self._function
        parameters = [one.name for one in function.parameters]
        statements = StatementPrinter(self._expressions(), self._body_outside, telling=self._telling)
        body = statements.body(function.body, NestingDepth())
        name = self._module.shared.function(function.name)
        return [*self._parts, *self._defined(name, parameters, [*self._begun(parameters), *body])]

    def _defined(self, name: str, parameters: Sequence[str], body: Lines) -> Lines:
        takes, sets = (
            ", ".join([*self._takes, *map(self._local.local, parameters)]),
            self._module.sets(self._function.name),
        )
        head = [f"global {', '.join(sets)}"] if sets else []
        return [f"def {name}({takes}):", *(f" {line}" for line in [*head, *body])]

    def _begun(self, parameters: Sequence[str]) -> Lines:
        """Return initial values for shared locals."""
        names = sorted(self._handed[-1].difference(parameters))
        return [f"{' = '.join(map(self._local.local, names))} = 0"] if names else []

    def _expressions(self) -> ExpressionPrinter:
        return ExpressionPrinter(self._module.shared, self._local, self._module.width, self._call, self._outside)

    def _call(self, call: n.CallNode, value: Callable[[n.Code], str]) -> str:
        given = [SLOTS, *self._module.besides(call.function), *map(value, call.arguments)]
        return f"{self._module.shared.function(call.function)}({', '.join(given)})"

    def _outside(self, code: n.Code) -> str:
        """Print an expression as a function of its own."""
        name, read = self._module.shared.part(), sorted(set(local_names(code)))
        inner = self._expressions()
        self._parts.extend(self._defined(name, read, [f"return {inner.topmost(code)}"]))
        return f"{name}({', '.join([*self._takes, *map(self._local.local, read)])})"

    def _body_outside(self, body: n.Body) -> tuple[str, Sequence[str]]:
        """Print a body as its own function; shared locals are passed in, and returned if assigned."""
        if self._named is None:
            self._named = Counter([*local_names(self._function.body), *(one.name for one in self._function.parameters)])
        inside = Counter(local_names(body))
        both = sorted(one for one, count in inside.items() if self._named[one] > count)
        back = sorted(set(both).intersection(assigned_locals(body)))
        name, back_names = self._module.shared.part(), [*map(self._local.local, back)]
        self._handed[-1].update(both)
        self._handed.append(set())
        statements = StatementPrinter(self._expressions(), self._body_outside, telling=self._telling, back=back_names)
        printed = statements.body(body, NestingDepth())
        self._parts.extend(self._defined(name, both, [*self._begun(both), *printed, *statements.end()]))
        self._handed.pop()
        return f"{name}({', '.join([*self._takes, *map(self._local.local, both)])})", back_names
