"""Bound terms as Python expressions; what has no form here is left to the walker's closure of the same term.

A variable of a quantifier, a fold, a filter or a define is a local of the generated function; every other variable lies in
the slots. No part of a term is written twice: nesting makes the text longer, not exponentially so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reguli.compile.defines import function_of_define, in_place
from reguli.compile.loops import exists, filtered, fold
from reguli.compile.places import amount, base, contents, is_single, lying, unordered_zone
from reguli.compile.runtime import FUNCTIONS
from reguli.compile.source import Lines, Module
from reguli.ir.closures import Closure
from reguli.ir.layout import FACTS, NONE, Layout
from reguli.ir.walking.builtins import function_of, must_be_there
from reguli.ir.walking.graphs import Distances
from reguli.ir.walking.values import LARGEST, Values
from reguli.model.ruleset import Ruleset
from reguli.model.tree import terms as t
from reguli.model.tree.walk import variables_read

Locals = Mapping[int, str]
"""The names of the variables that are locals where code is being written, by key."""
SIGNS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Written(Values):
    """Makes compiled functions for the terms of one ruleset at one table."""

    def __init__(self, ruleset: Ruleset, layout: Layout, distances: Distances) -> None:
        super().__init__(ruleset, layout, distances)
        self.module = Module({function.__name__: function for function in FUNCTIONS})
        self._functions: dict[tuple[str, str], str] = {}
        """Of each define and table."""

    # -- what the rest of the IR asks for ----------------------------------------------------------------------

    def closure(self, term: t.Term) -> Closure:
        """Compile a term into a function of the slots."""
        return self._function([f"return {self.text(term, {})}"])

    def element(self, term: t.Term, what: str) -> Closure:
        """Compile an element that must be there; ``what`` names what is asked of it."""
        return self._function([f"return {self.sure_text(term, what, {})}"])

    def _function(self, lines: Lines) -> Closure:
        return self.module.take(self.module.write(self.module.new("f"), ("s",), lines))

    # -- terms -------------------------------------------------------------------------------------------------

    def text(self, term: t.Term, known: Locals) -> str:
        """Write a term as an expression, in brackets where it needs them."""
        return self._text(term, known) or self._walked(term, known)

    def sure_text(self, element: t.Term, what: str, known: Locals) -> str:
        """Write an element that must be there; ``what`` names what is asked of it."""
        text = self.text(element, known)
        if self.is_sure(element):
            return text
        name = self.module.new("x")
        return f"({name} if ({name} := {text}) >= 0 else absent({what!r}))"

    def call(self, prefix: str, lines: Lines, read: Sequence[str]) -> str:
        """Write a function of the slots and some locals, and the expression that calls it; numbers and slots need no passing."""
        parameters = ("s", *dict.fromkeys(text for text in read if text.isidentifier()))
        return f"{self.module.write(self.module.new(prefix), parameters, lines)}({', '.join(parameters)})"

    def _walked(self, term: t.Term, known: Locals) -> str:
        """Call the walker's closure; the locals it reads are written into their slots first."""
        walked = self.module.thing("w", super().closure(term))
        read = sorted(key for key in variables_read(term) if key in known)
        stores = [f"s[{self.layout.storage[key].slot}] = {known[key]}" for key in read]
        return (
            self.call("w", [*stores, f"return {walked}(s)"], [known[key] for key in read]) if read else f"{walked}(s)"
        )

    def _text(self, term: t.Term, known: Locals) -> str | None:
        match term:
            case t.Constant(_, value):
                return number(int(value))
            case t.Local(_, variable):
                return self._local_text(variable, known)
            case t.Elements(_, kind):
                return self.module.table(range(self.layout.size_of(kind)))
            case t.Fixed(_, kind, field, element):
                values = self.ruleset.kinds[kind].values[field]
                table = tuple(NONE if value is None else value for value in values)
                return f"{self.module.table(table)}[{self.sure_text(element, field, known)}]"
            case t.Contents(_, zone):
                return contents(self, zone, known)
            case t.Tracked() if is_single(self, term):
                return f"s[{base(self, term, known)}]"
            case t.Amount(_, zone):
                return amount(self, zone, known)
            case t.Cell(_, table, keys):
                return f"{self._table(table)}({', '.join(self.text(key, known) for key in keys)})"
            case t.Exists():
                return exists(self, term, known)
            case t.Fold():
                return fold(self, term, known)
            case t.Filter():
                return filtered(self, term, known)
            case t.Apply(_, define, arguments):
                return self._applied(define, [self.text(argument, known) for argument in arguments])
            case t.Builtin():
                return self._builtin(term, known)
            case t.Fact(_, "player_count"):
                return str(self.layout.players)
            case t.Fact(_, name):
                return f"s[{FACTS.index(name)}]"
            case _:
                return self._operation(term, known)

    def _operation(self, term: t.Term, known: Locals) -> str | None:
        match term:
            case t.Compare(_, sign, left, right):
                return f"({self.text(left, known)} {SIGNS[sign]} {self.text(right, known)})"
            case t.Negation(_, operand):
                return f"(not {self.text(operand, known)})"
            case t.Logic(_, sign, left, right):
                return f"({self.text(left, known)} {sign} {self.text(right, known)})"
            case t.Choice(_, condition, then, otherwise):
                a, b = self.text(then, known), self.text(otherwise, known)
                return f"({a} if {self.text(condition, known)} else {b})"
            case t.In(_, item, collection):
                return f"({self.text(item, known)} in {self.text(collection, known)})"
            case t.Interval(_, low, high):
                return f"range({self.text(low, known)}, {self._arithmetic_text('+', self.text(high, known), '1')})"
            case t.Listed(_, items):
                return f"tuple(dict.fromkeys(({''.join(f'{self.text(item, known)}, ' for item in items)})))"
            case t.SetOperation(_, "union", left, right):
                return f"tuple(dict.fromkeys((*{self.text(left, known)}, *{self.text(right, known)})))"
            case t.SetOperation(_, sign, left, right):
                return f"{sign}({self.text(left, known)}, {self.text(right, known)})"
            case t.Arithmetic(_, sign, left, right):
                return self._arithmetic_text(sign, self.text(left, known), self.text(right, known))
            case _:
                return None

    def _local_text(self, variable: t.Variable, known: Locals) -> str | None:
        if variable.key in known:
            return known[variable.key]
        storage = self.layout.storage[variable.key]
        return None if storage.capacity else f"s[{storage.slot}]"

    def _arithmetic_text(self, sign: str, left: str, right: str) -> str:
        match sign:
            case "+" | "-" if left.isdigit() and right.isdigit():
                return number(int(left) + int(right) if sign == "+" else int(left) - int(right))
            case "+" | "-":
                return f"({left} {sign} {right})"
            case "*":
                name = self.module.new("x")
                return f"({name} if {-LARGEST} <= ({name} := {left} * {right}) <= {LARGEST} else large({name}))"
            case _:
                return f"divide({left}, {right}, up={sign == 'div up'})"

    def _builtin(self, term: t.Builtin, known: Locals) -> str:
        if term.name == "count" and (zone := unordered_zone(self, term.arguments[0])) is not None:
            places, number = lying(self, zone, known)
            return f"{places}.count({number})"
        there = must_be_there(term)
        parts = [
            self.sure_text(argument, term.name, known) if number in there else self.text(argument, known)
            for number, argument in enumerate(term.arguments)
        ]
        match term.name:
            case "count":
                return f"len({parts[0]})"
            case "is_none":
                return f"({parts[0]} < 0)"
            case "min" | "max" | "abs":
                return f"{term.name}({', '.join(parts)})"
            case _:
                return f"{self.module.thing('u', function_of(self, term))}({', '.join(parts)})"

    def _table(self, name: str) -> str:
        """Give the function that looks a cell up; outside the keys the walker says what is wrong."""
        known = self._functions.get(("table", name))
        if known is not None:
            return known
        table = self.ruleset.tables[name]
        keys = [f"k{number}" for number in range(len(table.lows))]
        inside, at = [], ""
        for key, low, size in zip(keys, table.lows, table.sizes, strict=True):
            inside.append(f"{low} <= {key} < {low + size}")
            at = f"({at}) * {size} + {key} - {low}" if at else f"{key} - {low}"
        lines = [f"r = {self.module.thing('C', table.cells)}[{at}] if {' and '.join(inside)} else None"]
        lines.append(f"return looked_up({self.module.thing('C', table)}, [{', '.join(keys)}]) if r is None else r")
        function = self._functions["table", name] = self.module.write(self.module.new("t"), keys, lines)
        return function

    def _applied(self, name: str, arguments: list[str]) -> str:
        """Write a define in place where that costs nothing, as a call elsewhere."""
        inside = in_place(self, name, arguments)
        if inside is not None:
            return self.text(self.ruleset.defines[name].value, inside)
        function = self._functions.get(("define", name))
        if function is None:
            function = self._functions["define", name] = function_of_define(self, name)
        return f"{function}({', '.join(['s', *arguments])})"


def number(value: int) -> str:
    """Write a number."""
    return str(value) if value >= 0 else f"({value})"
