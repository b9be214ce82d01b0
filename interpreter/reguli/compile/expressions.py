"""Bound terms as Python expressions; what has no form here is left to the walker's closure of the same term.

A variable of a quantifier, a fold, a filter or a define is a local of the generated function; every other variable lies in
the slots. No part of a term is written twice: nesting makes the text longer, not exponentially so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from reguli.compile.source import Lines, Module, indented, remembered
from reguli.ir.closures import Closure, Lister, MadeStep
from reguli.ir.layout import BUDGET, FACTS, NONE, FieldSlots, Layout
from reguli.ir.program import GiveStep, GuardStep, ParameterStep, Slots, Step
from reguli.ir.stamps import read_by
from reguli.ir.walking.back import gathered, kind_of, lying
from reguli.ir.walking.builtins import function_of
from reguli.ir.walking.graphs import Distances
from reguli.ir.walking.listing import COST_OF_TRY, walked_lister
from reguli.ir.walking.numbers import COMPARISONS, LARGEST
from reguli.ir.walking.places import SlotOf
from reguli.ir.walking.remembering import UntilItChanges
from reguli.ir.walking.values import Values
from reguli.model.builtins import MUST_BE_THERE
from reguli.model.ruleset import Ruleset
from reguli.model.tree import terms as t
from reguli.model.tree.reads import parts_of
from reguli.model.tree.walk import all_terms, variables_read
from reguli.model.types import BundleType, ElementType

Locals = Mapping[int, str]
"""The names of the variables that are locals where code is being written, by key."""
QUICK = frozenset({"count", "first", "last", "min", "max", "abs", "is_none"})
"""Functions of the language that are over at once."""
ATOM = re.compile(r"\w+|\(-\d+\)|s\[-?\d+\]")
MOST_IN_PLACE = 12
"""Terms of a define that is written where it is asked."""
SMALL = 64
"""A fixed number of elements up to this one, of which nothing is asked that takes time, is not worth counting."""
FEW = 4
"""So many slots are added one by one; more are summed."""
SIGNS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Written(UntilItChanges, Values):
    """Makes compiled functions for the terms of one ruleset at one table."""

    def __init__(self, ruleset: Ruleset, layout: Layout, distances: Distances) -> None:
        super().__init__(ruleset, layout, distances)
        self.module = Module()
        self._functions: dict[tuple[str, str], str] = {}
        """Of each define and table, and of what lies where of each kind of pieces."""

    # -- what the rest of the IR asks for ----------------------------------------------------------------------

    def closure(self, term: t.Term) -> Closure:
        """Compile a term into a function of the slots."""
        return self._function([f"return {self.text(term, {})}"])

    def element(self, term: t.Term, what: str) -> Closure:
        """Compile an element that must be there; ``what`` names what is asked of it."""
        return self._function([f"return {self.sure_text(term, what, {})}"])

    def field_base(self, term: t.Tracked) -> tuple[FieldSlots, SlotOf]:
        """Compile the first slot of a field of its element."""
        return self.layout.fields[term.field], self._function([f"return {self._base_text(term, {})}"])

    def lister(self, steps: tuple[MadeStep, ...]) -> Lister:
        """Compile the steps of an option: nested loops."""
        if any(isinstance(made.step, ParameterStep) and made.step.room for made in steps):
            return walked_lister(steps)
        return self._function(self._step_lines(tuple(made.step for made in steps), ""))

    def _step_lines(self, steps: tuple[Step, ...], arguments: str) -> Lines:
        if not steps:
            return [f"yield ({arguments}), None"]
        step, *rest = steps
        if isinstance(step, GiveStep):
            value, place = self.text(step.give.value, {}), step.place
            give = (
                f"write_members(s, {place.slot}, {value}, {place.capacity})"
                if place.capacity
                else f"s[{place.slot}] = {value}"
            )
            return [give, *self._step_lines(tuple(rest), arguments)]
        if isinstance(step, GuardStep):
            conditions = (step.guard.condition, *(waiver.condition for waiver in step.guard.waivers))
            asked = " or ".join(self.text(condition, {}) for condition in conditions)
            return [f"if {asked}:", *indented(self._step_lines(tuple(rest), arguments))]
        name = self.module.new("v")
        domain = f"{name} = {self.text(step.parameter.domain, {})}"
        if step.interval:
            return [domain, f"if {name}: yield ({arguments}), {name}"]
        inside = [f"s[{step.slot}] = {name}", *self._step_lines(tuple(rest), f"{arguments}{name}, ")]
        return [domain, *spending(f"{COST_OF_TRY} * len({name})"), f"for {name} in {name}:", *indented(inside)]

    def _function(self, lines: Lines) -> Callable[[Slots], Any]:
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
        if not read:
            return f"{walked}(s)"
        stores = [f"s[{self.layout.storage[key].slot}] = {known[key]}" for key in read]
        return self.call("w", [*stores, f"return {walked}(s)"], [known[key] for key in read])

    def _text(self, term: t.Term, known: Locals) -> str | None:
        match term:
            case t.Constant(_, value):
                return number(int(value))
            case t.Local(_, variable):
                return self._local_text(variable, known)
            case t.Elements(_, kind):
                return self.module.thing("T", range(self.layout.size_of(kind)))
            case t.Fixed(_, kind, field, element):
                values = self.ruleset.kinds[kind].values[field]
                table = tuple(NONE if value is None else value for value in values)
                if isinstance(term.type, ElementType) and self.lacks(element):
                    return f"{self.module.thing('T', (*table, NONE))}[{self.text(element, known)}]"
                return f"{self.module.thing('T', table)}[{self.sure_text(element, field, known)}]"
            case t.Contents(_, zone):
                return self._contents_text(zone, known)
            case t.Tracked(ElementType(), _, owner) | t.Occupant(_, t.Tracked(_, _, owner)) if owner and self.lacks(
                owner
            ):
                # Asked of nobody it is nobody: rare, so that it is left to the walker.
                return None
            case t.Tracked(_, field) if self.layout.fields[field].declared.form in ("number", "flag", "element"):
                return f"s[{self._base_text(term, known)}]"
            case t.Gathered(_, kind, _, element):
                return f"{self.module.thing('T', gathered(self.ruleset, term))}[{self.sure_text(element, kind, known)}]"
            case t.Lies(ElementType(), _, _, piece):
                first, name = self.layout.places[kind_of(piece)], self.module.new("x")
                back = f"{self.module.thing('T', lying(self.layout, term))}[s[{first} + {name}]]"
                return f"({back} if ({name} := {self.text(piece, known)}) >= 0 else {number(NONE)})"
            case t.Occupant(_, t.Tracked() as zone):
                return self._occupant_text(zone, known)
            case t.Amount(_, zone):
                return self._amount_text(zone, known)
            case t.Cell(_, table, keys) if not isinstance(term.type, BundleType):
                return f"{self._table(table)}({', '.join(self.text(key, known) for key in keys)})"
            case t.Exists():
                return self._exists_text(term, known)
            case t.Fold():
                return self._fold_text(term, known)
            case t.Filter():
                return self._filtered_text(term, known)
            case t.Apply(_, define, arguments):
                return self._applied(define, [self.text(argument, known) for argument in arguments])
            case t.Builtin():
                return self._builtin_text(term, known)
            case t.Fact(_, "player_count"):
                return str(self.layout.players)
            case t.Fact(_, name):
                return f"s[{FACTS.index(name)}]"
            case _:
                return self._operation(term, known)

    def _present_text(self, sign: str, left: t.Term, right: t.Term, known: Locals) -> str:
        """Compare what is there; an element that is named is only not there with so many players, and is other than what is."""
        sides, asked = [], ""
        for side in (left, right):
            text = self.text(side, known)
            if not isinstance(side, t.Constant):
                one = self.module.new("x")
                asked, text = f"{asked}({one} := {text}) >= 0 and ", one
            sides.append(text)
        return f"({asked}{sides[0]} {sign} {sides[1]})"

    def _operation(self, term: t.Term, known: Locals) -> str | None:
        match term:
            case t.Compare(_, sign, left, right) if isinstance(left.type, ElementType) and self.compared_lack(
                COMPARISONS[sign], left, right
            ):
                return self._present_text(SIGNS[sign], left, right, known)
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
                a, b, name = self.text(left, known), self.text(right, known), self.module.new("v")
                if ":=" not in a and ATOM.fullmatch(b):
                    return f"[{name} for {name} in {a} if {name} {'in' if sign == 'common' else 'not in'} {b}]"
                return f"{sign}({a}, {b})"
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
                return f"({name} if {-LARGEST} <= ({name} := {left} * {right}) <= {LARGEST} else bounded({name}))"
            case _:
                return f"divide({left}, {right}, up={sign == 'div up'})"

    def _builtin_text(self, term: t.Builtin, known: Locals) -> str:
        there = MUST_BE_THERE.get(term.name, ())
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
                return f"{self.module.thing('u', function_of(self.ruleset, self.layout, self.distances, term))}({', '.join(parts)})"

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
        inside = self._in_place(name, arguments)
        if inside is not None:
            return self.text(self.ruleset.defines[name].value, inside)
        function = self._functions.get(("define", name))
        if function is None:
            function = self._functions["define", name] = self._function_of_define(name)
        return f"{function}({', '.join(['s', *arguments])})"

    # -- places --------------------------------------------------------------------------------------------------

    def _base_text(self, term: t.Tracked, known: Locals) -> str:
        """Write the first slot of a field of its element."""
        field = self.layout.fields[term.field]
        return self._numbered(term, field.base, field.stride, known)

    def _numbered(self, term: t.Tracked, first: int, stride: int, known: Locals) -> str:
        """Write the number that belongs to the element whose field or zone it is, numbers going on from ``first`` by ``stride``."""
        if term.keys:
            place = self._place_text(term, known)
            return f"{first} + {place}" if stride == 1 else f"{first} + {place} * {stride}"
        if term.owner is None:
            return str(first)
        if isinstance(term.owner, t.Constant):
            return str(first + term.owner.value * stride)
        index = self.sure_text(term.owner, term.field, known)
        return f"{first} + {index}" if stride == 1 else f"{first} + {index} * {stride}"

    def _place_text(self, term: t.Tracked, known: Locals) -> str:
        """Write the number of the place of a field that has keys."""
        field = self.layout.fields[term.field]
        text = "" if term.owner is None else self.sure_text(term.owner, term.field, known)
        for key, slots in zip(term.keys, field.keys, strict=True):
            if slots.kind is not None:
                at = self.sure_text(key, term.field, known)
            else:
                name, last = self.module.new("x"), slots.low + slots.size - 1
                inside = f"{slots.low} <= ({name} := {self.text(key, known)}) <= {last}"
                at = f"({name} - {slots.low} if {inside} else out_of_keys({field.name!r}, [{name}]))"
            text = f"({text} * {slots.size} + {at})" if text else at
        return text

    def _contents_text(self, zone: t.Term, known: Locals) -> str | None:
        """Write which unique pieces lie in a zone without an order."""
        if not isinstance(zone, t.Tracked):
            return None
        field = self.layout.fields[zone.field]
        kind = field.declared.of or ""
        if field.declared.form != "zone" or field.declared.order == "stack" or kind not in self.layout.places:
            return None
        function = self._functions.get(("pieces", kind))
        if function is None:
            first = self.layout.places[kind]
            places = f"s[{first}:{first + self.layout.size_of(kind)}]"
            found = [f"r = tuple([i for i, z in enumerate({places}) if z == q])"]
            lines = remembered(self.module.thing("m", {"": ()}), ["q"], (self.layout.stamps[zone.field],), found)
            function = self.module.write(self.module.new("h"), ("s", "q"), [*lines, "return r"])
            self._functions["pieces", kind] = function
        return f"{function}(s, {self._numbered(zone, field.zone, 1, known)})"

    def _occupant_text(self, zone: t.Tracked, known: Locals) -> str:
        """Write what lies in a zone of one."""
        field = self.layout.fields[zone.field]
        kind = field.declared.of or ""
        if kind not in self.layout.places:
            return f"only_of(s, {self._base_text(zone, known)}, {field.capacity})"
        first = self.layout.places[kind]
        return (
            f"piece_in(s, {self._numbered(zone, field.zone, 1, known)}, {first}, {first + self.layout.size_of(kind)})"
        )

    def _amount_text(self, zone: t.Term, known: Locals) -> str | None:
        """Write how many tokens lie in a zone, of one variety or of all."""
        variety = zone.variety if isinstance(zone, t.Variety) else None
        zone = zone.zone if isinstance(zone, t.Variety) else zone
        if not isinstance(zone, t.Tracked):
            return None
        count, first = self.layout.fields[zone.field].capacity, self._base_text(zone, known)
        if variety is not None:
            return f"s[{first} + {self.sure_text(variety, zone.field, known)}]"
        if count == 1:
            return f"s[{first}]"
        name = self.module.new("x")
        if count <= FEW:
            parts = [f"s[({name} := {first})]", *(f"s[{name} + {number}]" for number in range(1, count))]
            return f"({' + '.join(parts)})"
        return f"sum(s[({name} := {first}) : {name} + {count}])"

    # -- quantifiers, folds, filters: a function of its own for each, with the locals it reads as parameters -----

    def _exists_text(self, term: t.Exists, known: Locals) -> str:
        """Write a quantifier; what it finds is left in the slot of its variable, where a trigger picks it up."""
        name, inside, lines = self._loop_over(term, known)
        wanted = [] if term.where is None else [self.text(term.where, inside)]
        if term.has is not None:
            has = self.text(term.has, inside)
            wanted.append(f"not {has}" if term.how == "every" else has)
        found = [f"s[{self.bind(term.variable)}] = {name}", f"return {term.how == 'some'}"]
        body = [f"if {' and '.join(wanted)}:", *indented(found)] if wanted else found
        return self.call("e", [*lines, *indented(body), f"return {term.how != 'some'}"], _reads(term, known))

    def _fold_text(self, term: t.Fold, known: Locals) -> str:
        """Write a sum, a greatest or a least; 0 over nothing."""
        _, inside, lines = self._loop_over(term, known)
        value = self.text(term.value, inside)
        if term.how == "sum":
            first, body, result = "r = 0", [f"r += {value}"], "r"
        else:
            sign = ">" if term.how == "max" else "<"
            first, body, result = "r = None", [f"h = {value}", f"if r is None or h {sign} r: r = h"], "r or 0"
        if term.where is not None:
            body = [f"if {self.text(term.where, inside)}:", *indented(body)]
        return self.call("g", [first, *lines, *indented(body), f"return {result}"], _reads(term, known))

    def _filtered_text(self, term: t.Filter, known: Locals) -> str:
        """Write the elements that fulfil a condition, stably sorted by keys."""
        name, inside, lines = self._loop_over(term, known)
        condition = "" if term.where is None else f" if {self.text(term.where, inside)}"
        chosen = [*lines[:-1], f"r = [{name} {lines[-1].removesuffix(':')}{condition}]"]
        if term.keys:
            keys = ", ".join(f"{'-' if down else ''}{self.text(key, inside)}" for key, down in term.keys)
            chosen.append(f"r.sort(key=lambda {name}: ({keys}))")
        return self.call("c", [*chosen, "return r"], _reads(term, known))

    def _loop_over(self, term: t.Exists | t.Fold | t.Filter, known: Locals) -> tuple[str, dict[int, str], Lines]:
        """Give the variable's name, the locals inside, and the lines up to the body."""
        self.bind_member(term.variable)
        name, domain = self.module.new("v"), self.text(term.domain, known)
        inside = {**known, term.variable.key: name}
        if isinstance(term.domain, t.Elements):
            size = self.layout.size_of(term.domain.kind)
            small = size <= SMALL and not any(is_slow(self.ruleset, part) for part in _asked(term))
            return name, inside, [*([] if small else spending(str(size))), f"for {name} in {domain}:"]
        return name, inside, [f"d = {domain}", *spending("len(d)"), f"for {name} in d:"]

    # -- defines -------------------------------------------------------------------------------------------------

    def _function_of_define(self, name: str) -> str:
        """Write the function of a define and give its name."""
        define = self.ruleset.defines[name]
        inside: dict[int, str] = {}
        for variable in define.parameters:
            self.bind(variable)
            inside[variable.key] = self.module.new("p")
        lines = [f"r = {self.text(define.value, inside)}"]
        for _, condition, amount in define.adjusts:
            lines.append(f"if {self.text(condition, inside)}: r += {self.text(amount, inside)}")
        if _takes_time(self.ruleset, name):
            kept = [
                inside[p.key] if isinstance(p.type, ElementType) else f"kept({inside[p.key]})"
                for p in define.parameters
            ]
            reads = read_by(self.ruleset, self.layout, name)
            if reads is not None:
                lines = remembered(self.module.thing("m", {"": ()}), kept, reads, lines)
        return self.module.write(self.module.new("d"), ("s", *inside.values()), [*lines, "return r"])

    def _in_place(self, name: str, arguments: list[str]) -> dict[int, str] | None:
        """Give the locals under which the value of a define can stand where it is asked; ``None`` for what needs a function.

        Arguments are written as often as they are asked for, so they must be names, numbers or slots; and a define that asks
        another is never written in place, for text would grow exponentially.
        """
        define = self.ruleset.defines[name]
        terms = list(all_terms(define.value))
        plain = not define.adjusts and not any(
            isinstance(term, t.Apply) or is_slow(self.ruleset, term) for term in terms
        )
        if not plain or len(terms) > MOST_IN_PLACE or not all(ATOM.fullmatch(argument) for argument in arguments):
            return None
        for variable in define.parameters:
            self.bind(variable)
        return {variable.key: argument for variable, argument in zip(define.parameters, arguments, strict=True)}


def number(value: int) -> str:
    """Write a number."""
    return str(value) if value >= 0 else f"({value})"


def spending(count: str) -> Lines:
    """Write how what is looked at is taken off the budget, and what is raised when that is spent."""
    return [f"n = s[{BUDGET}] = s[{BUDGET}] - {count}", "if n < 0: too_much()"]


def _asked(term: t.Exists | t.Fold | t.Filter) -> Iterator[t.Term]:
    """Give all that is asked of each element."""
    for part in all_terms(term):
        if part is not term and part is not term.domain:
            yield part


def _reads(term: t.Term, known: Locals) -> list[str]:
    return [known[key] for key in sorted(variables_read(term)) if key in known]


def _takes_time(ruleset: Ruleset, name: str) -> bool:
    """Tell whether a define goes through anything, itself or by what it asks."""
    return any(is_slow(ruleset, inner) for term in parts_of(ruleset.defines[name]) for inner in all_terms(term))


def is_slow(ruleset: Ruleset, term: t.Term) -> bool:
    """Tell whether a term itself goes through anything, or asks a define that does."""
    match term:
        case t.Exists() | t.Fold() | t.Filter() | t.Ranked() | t.Matched() | t.PieceCondition():
            return True
        case t.Apply():
            return _takes_time(ruleset, term.define)
        case t.Builtin():
            return term.name not in QUICK
        case _:
            return False
