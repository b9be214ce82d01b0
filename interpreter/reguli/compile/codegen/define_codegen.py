"""Code generation for variables, defines and piece conditions.

Variables of the rules are locals of the function being written, unless they outlive a decision: then they lie in slots of the position. A define is a function of its own;
one that takes long remembers what it gave (``memoise``), one that takes hardly longer than a call is written in place of the call.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen.codegen_context import (
    NO,
    NONE,
    ONE,
    YES,
    ZERO,
    CodegenContext,
    FunctionBuilder,
    Known,
    memoise_define,
)
from reguli.compile.codegen.collection_codegen import CollectionCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.ir.interpreter.builtin_functions import term_element_kind, zone_reverse_targets
from reguli.ir.state_layout import FACTS
from reguli.model import types as ty
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import is_field_table
from reguli.model.types import (
    BundleType,
    CollectionType,
    ElementType,
    GroupsType,
    NumbersType,
    NumberType,
    TruthType,
    Type,
)

# -- lookup codegen --------------------------------------------------------------------------------------------------
# What is looked up, as code: variables, fields, cells of tables, where a piece lies, what the engine itself keeps.


MISSING = -(2**62)
"""Stands in tables where there is no number."""


class LookupCodegen(CollectionCodegen):
    """Code generator for lookups."""

    def variable(self, variable: t.Variable) -> n.Code:
        """Return the code bound to a variable, or the value of its slot."""
        known = self.known.get(variable.key)
        if known is not None:
            assert not isinstance(known, tuple), variable
            return known
        value = n.LoadSlot(n.Int(self.layout.storage[variable.key].slot))
        return f.int_to_bool(value) if isinstance(variable.type, TruthType) else value

    def looked_up(self, term: t.Term) -> n.Code:
        """Return a lookup's value."""
        match term:
            case t.Fixed():
                found = self._fixed(term)
            case t.Tracked(found_type, _, owner):
                if isinstance(found_type, ElementType) and owner is not None and self.lacks(owner):
                    there = f.fold_compare(">=", self.writer.keep(self.value(owner), "x"), ZERO)
                    return self.chosen(there, lambda: self._tracked(term), lambda: NONE, n.WHOLE)
                found = self._tracked(term)
            case t.Lies():
                return self._lies(term)
            case t.Occupant(_, t.Tracked() as zone):
                return self.occupant(zone)
            case t.Variety():
                return self.amount(term)
            case t.Amount(_, zone):
                return self.amount(zone)
            case t.Cell():
                found = self._cell(term)
            case t.Fact(_, "player_count"):
                return n.Int(self.layout.players)
            case t.Fact(_, name):
                return self.load(n.Int(FACTS.index(name)))
            case t.Constant() | t.Local() | t.Elements() | t.Gathered() | t.ZoneTerm() | t.ComputedTerm():
                raise AssertionError(term)
        return f.int_to_bool(found) if isinstance(term.type, TruthType) else found

    def _fixed(self, term: t.Fixed) -> n.Code:
        values = self.ruleset.kinds[term.kind].values[term.field]
        table = tuple(int(value) if isinstance(value, int) else -1 for value in values)
        if isinstance(term.type, ElementType) and self.lacks(term.element):
            # What nothing has is nothing.
            return f.fold_constant_lookup((-1, *table), f.fold_add(self.value(term.element), ONE))
        return f.fold_constant_lookup(table, self.sure(term.element, term.field))

    def _tracked(self, term: t.Tracked) -> n.Code:
        field, base = self.slot(term)
        if field.declared.form == "zone":
            return self.amount(term)
        return self.load(base)

    def _lies(self, term: t.Lies) -> n.Code:
        *table, nowhere = zone_reverse_targets(self.layout, term)
        first = n.Int(self.layout.places[term_element_kind(term.piece)])
        piece = self.writer.keep(self.value(term.piece), "x")
        value = f.fold_constant_lookup((nowhere, *table), f.fold_add(self.load(f.fold_add(piece, first)), ONE))
        if not self.is_sure(term.piece):
            value = f.fold_select(f.fold_compare(">=", piece, ZERO), value, NONE)
        if not isinstance(term.type, NumberType):
            return value
        kept = self.writer.keep(value, "v")
        self.writer.refuse(f.fold_compare("=", kept, NONE), "E301")
        return kept

    def _cell(self, term: t.Cell) -> n.Code:
        """Generate a table lookup; unknown keys or an empty cell are a fault (E302)."""
        return self.cell_at(term.table, [self.value(key) for key in term.keys], term)

    def cell_at(self, name: str, keys: Sequence[n.Code], term: t.Cell) -> n.Code:
        """Return the table cell at the given keys."""
        table, w = self.ruleset.tables[name], self.writer
        keys = [w.keep(f.bool_to_int(key), "k") for key in keys]
        outside: n.Code = NO
        index: n.Code = ZERO
        for at, (key, low, size) in enumerate(zip(keys, table.lows, table.sizes, strict=True)):
            least, most = self.bounds.of(term.keys[at]) if at < len(term.keys) else (low, low + size - 1)
            if least is None or least < low:
                outside = f.fold_or(outside, f.fold_compare("<", key, n.Int(low)))
            if most is None or most >= low + size:
                outside = f.fold_or(outside, f.fold_compare(">=", key, n.Int(low + size)))
            index = f.fold_add(f.fold_mul(index, n.Int(size)), f.fold_sub(key, n.Int(low)))
        cells = tuple(MISSING if value is None else int(value) for value in table.cells)
        if is_field_table(name) and isinstance(table.type, ElementType) and self._first_lacks(term):
            # Nothing has nothing, which equals nothing.
            there = f.fold_compare(">=", keys[0], ZERO)
            return self.chosen(there, lambda: self._held(cells, index, outside), lambda: keys[0], n.WHOLE)
        return self._held(cells, index, outside)

    def _first_lacks(self, term: t.Cell) -> bool:
        return self.lacks(term.keys[0])

    def _held(self, cells: tuple[int, ...], index: n.Code, outside: n.Code) -> n.Code:
        self.writer.refuse(outside, "E302")
        if isinstance(outside, n.Bool) and outside.value:
            return ZERO
        value = f.fold_constant_lookup(cells, index)
        if MISSING not in cells:
            return value
        kept = self.writer.keep(value, "v")
        self.writer.refuse(f.fold_compare("=", kept, n.Int(MISSING)), "E302")
        return kept


# -- bundle codegen --------------------------------------------------------------------------------------------------
# Bundles and groups as code: a bundle is a number for each variety, groups are a run with marked ends.


class BundleCodegen(LookupCodegen):
    """Code generator for bundles and groups."""

    def bundles_compared(self, term: t.Compare) -> n.Code:
        """Return whether two bundles are equal, or unequal."""
        equal: n.Code = YES
        for one, other in zip(self.shares(term.left), self.shares(term.right), strict=True):
            equal = f.fold_and(equal, f.fold_compare("=", one, other))
        return equal if term.operator == "=" else f.fold_not(equal)

    def shares(self, term: t.Term) -> tuple[n.Code, ...]:
        """Return a bundle's token count of each variety: code without side effects, reusable."""
        assert isinstance(term.type, BundleType), term
        count = self.layout.size_of(term.type.kind)
        w = self.writer
        match term:
            case t.Bundled():
                return self._bundled(term, count)
            case t.Local(_, variable):
                known = self.known.get(variable.key)
                if isinstance(known, tuple):
                    return known
                first = self.layout.storage[variable.key].slot + 1
                return tuple(n.LoadSlot(n.Int(first + at)) for at in range(count))
            case t.Contents(_, zone):
                _, base, _ = self.tokens(zone)
                base = w.keep(base, "b")
                return tuple(w.keep(self.load(f.fold_add(base, n.Int(at))), "s") for at in range(count))
            case t.Tracked():
                _, base = self.slot(term)
                base = w.keep(base, "b")
                return tuple(w.keep(self.load(f.fold_add(base, n.Int(at))), "s") for at in range(count))
            case t.Cell(_, name, keys):
                codes = [w.keep(self.value(key), "k") for key in keys]
                cells = [self.cell_at(name, [*codes, n.Int(at)], term) for at in range(count)]
                kept = [w.keep(one, "s") for one in cells]
                return tuple(w.keep(f.fold_select(f.fold_compare("<", one, ZERO), ZERO, one), "s") for one in kept)
            case t.Choice(_, condition, then, otherwise):
                return self._shares_chosen(self.truth(condition), then, otherwise, count)
            case t.ReadTerm() | t.ComputedTerm():
                run = w.keep(self.run(term), "r", n.RUN)
                return tuple(w.keep(n.ArrayItem(run, n.Int(at)), "s") for at in range(count))

    def _bundled(self, term: t.Bundled, count: int) -> tuple[n.Code, ...]:
        w = self.writer
        shares: list[n.Code] = [ZERO] * count
        for variety, amount in zip(term.varieties, term.amounts, strict=True):
            which, many = w.keep(self.value(variety), "x"), w.keep(self.value(amount), "a")
            least = w.keep(f.fold_select(f.fold_compare("<", many, ZERO), ZERO, many), "a")
            for at in range(count):
                more = f.fold_select(f.fold_compare("=", which, n.Int(at)), least, ZERO)
                shares[at] = w.keep(f.fold_add(shares[at], more), "s")
        return tuple(shares)

    def _shares_chosen(self, test: n.Code, then: t.Term, otherwise: t.Term, count: int) -> tuple[n.Code, ...]:
        w = self.writer
        found = [w.fresh("s") for _ in range(count)]

        def written(term: t.Term) -> Callable[[], object]:
            return lambda: w.write(
                *(n.AssignLocal(one, code) for one, code in zip(found, self.shares(term), strict=True))
            )

        w.when(test, written(then), written(otherwise))
        return tuple(found)

    def share(self, bundle: t.Term, variety: t.Term | None) -> n.Code:
        """Return the token count of one variety in a bundle, or of all varieties."""
        shares = self.shares(bundle)
        if variety is None:
            total: n.Code = ZERO
            for one in shares:
                total = f.fold_add(total, one)
            return total
        which = self.writer.keep(self.value(variety), "x")
        if isinstance(which, n.Int):
            return shares[which.value]
        found: n.Code = shares[-1]
        for at, one in reversed(list(enumerate(shares[:-1]))):
            found = f.fold_select(f.fold_compare("=", which, n.Int(at)), one, found)
        return found

    def groups(self, term: t.Term) -> n.Code:
        """Return groups as a run: twice each element's number, plus 1 for the last of a group."""
        if isinstance(term, t.Local):
            return self.kept_run(term.variable)
        if isinstance(term, t.Apply):
            return self.applied(term.define, term.arguments)
        if isinstance(term, t.Choice):
            test = self.truth(term.condition)
            return self.chosen(test, lambda: self.groups(term.then), lambda: self.groups(term.otherwise), n.RUN)
        return function_codegen.groups_of(self, term)

    def packed(self, term: t.Term) -> n.Code:
        """Return a term of any type as one number, truth or run; a bundle as the run of its shares."""
        match term.type:
            case BundleType():
                shares = self.shares(term)
                kept = self.writer.fresh("r", n.RUN)
                self.writer.write(
                    n.AllocateArray(kept, n.Int(len(shares))), *(n.AppendItem(kept, one) for one in shares)
                )
                return kept
            case GroupsType():
                return self.groups(term)
            case CollectionType() | NumbersType():
                return self.run(term)
            case ty.SingleType() | ty.PlaceType() | ty.UnknownType():
                return self.value(term)


# -- define codegen --------------------------------------------------------------------------------------------------


SMALL = 32
"""Steps of a define that is written in place of the call, at most. It has no more terms than steps, so code does not grow much."""


class DefineCodegen(BundleCodegen):
    """Code generator for named things: variables, defines and piece conditions."""

    @abstractmethod
    def anew(self, writer: FunctionBuilder, known: Known, *, past: bool) -> DefineCodegen:
        """Return a generator for another function."""

    @abstractmethod
    def warily(self) -> DefineCodegen:
        """Return a generator within the same function that assumes nothing about define arguments."""

    def _asking(self, parameters: Sequence[t.Variable], arguments: Sequence[t.Term]) -> DefineCodegen:
        """Return the generator for a call: a wary one if an argument may be none where its parameter is proved present."""
        proved = [
            argument
            for one, argument in zip(parameters, arguments, strict=True)
            if isinstance(one.type, ElementType) and not self.making.is_wary and not self.lacks(t.Local(one.type, one))
        ]
        return self.warily() if any(map(self.lacks, proved)) else self

    def give(self, variable: t.Variable, term: t.Term) -> None:
        """Evaluate a term into a variable: into slots if it outlives a decision, otherwise into locals."""
        storage = self.layout.storage.get(variable.key)
        w = self.writer
        if storage is not None and storage.slot >= 0:
            if storage.capacity:
                self.write_list(n.Int(storage.slot), self.packed(term), storage.capacity)
            else:
                w.write(n.StoreSlot(n.Int(storage.slot), self.whole(term)))
            return
        self.known[variable.key] = self.held(variable, term)

    def held(self, variable: t.Variable, term: t.Term) -> n.Code | tuple[n.Code, ...]:
        """Store a value in its own locals, which later statements may change; a bundle takes one per variety."""
        w = self.writer
        if isinstance(variable.type, BundleType):
            found = []
            for share in self.shares(term):
                one = w.fresh("s")
                w.write(n.AssignLocal(one, share))
                found.append(one)
            return tuple(found)
        known = self.known.get(variable.key)
        kind = lowered_value_kind(variable.type)
        local = known if isinstance(known, n.LocalVar) and known.kind == kind else w.fresh("v", kind)
        value = self.truth(term) if kind == n.TRUTH else self.packed(term)
        if kind == n.RUN and not self.is_lasting(value):
            fresh = w.fresh("r", n.RUN)
            kept = w.keep(value, "r", n.RUN)
            w.write(n.AllocateArray(fresh, n.ArrayLength(kept)), n.AppendArray(fresh, kept))
            value = fresh
        w.write(n.AssignLocal(local, value))
        return local

    def is_lasting(self, run: n.Code) -> bool:
        """Return whether a run is unaffected by slot changes."""
        return isinstance(run, n.ConstantArray | n.ConstantArrayTable | n.CallNode) or (
            isinstance(run, n.LocalVar) and run not in self.known.values()
        )

    # -- functions -----------------------------------------------------------------------------------------------

    def arguments(self, parameters: Sequence[t.Variable], values: Sequence[t.Term]) -> tuple[n.Code, ...]:
        """Return the arguments of a function call; a bundle becomes one number per variety."""
        found: list[n.Code] = []
        for parameter, value in zip(parameters, values, strict=True):
            match lowered_value_kind(parameter.type):
                case n.RUN if isinstance(parameter.type, BundleType):
                    found.extend(self.shares(value))
                case n.RUN:
                    found.append(self.packed(value))
                case n.TRUTH:
                    found.append(self.truth(value))
                case _:
                    found.append(self.value(value))
        return tuple(found)

    def applied(self, define: str, arguments: tuple[t.Term, ...]) -> n.Code:
        """Return the inlined value of a small define, or a call to any other."""
        bound = self.ruleset.defines[define]
        asking, given = self._asking(bound.parameters, arguments), self.arguments(bound.parameters, arguments)
        if bound.adjusts or isinstance(bound.type, BundleType) or self.making.costs.of_define(define) > SMALL:
            return n.CallNode(write_define_function(asking, define), given, define_result_kind(self.making, define))
        for parameter, code in zip(bound.parameters, given, strict=True):
            self.known[parameter.key] = self.writer.keep(code, "p", lowered_value_kind(parameter.type))
        return asking.value_of(define)

    def value_of(self, define: str) -> n.Code:
        """Return a define's value without its adjustments: a bit mask if its function returns one."""
        value = self.ruleset.defines[define].value
        return self.mask(value) if self.making.gives_mask(define) else self.packed(value)

    def piece_condition(self, term: t.PieceCondition) -> n.Code:
        """Evaluate the condition or number written on a piece."""
        rules = self.ruleset.piece_conditions[term.kind, term.field]
        element = self.sure(term.element, term.field)
        first = next((rule for rule in rules if rule is not None), None)
        if first is None:
            return NO if isinstance(term.type, TruthType) else ZERO
        given = self.arguments(first[0], term.arguments)
        name = piece_condition_function(self._asking(first[0], term.arguments), term)
        return n.CallNode(name, (element, *given), lowered_value_kind(term.type))


def lowered_value_kind(found: Type) -> n.KindOf:
    """Return the LIR kind of a rules type."""
    match found:
        case TruthType():
            return n.TRUTH
        case CollectionType() | NumbersType() | GroupsType() | BundleType():
            return n.RUN
        case ty.SingleType() | ty.PlaceType() | ty.UnknownType():
            return n.WHOLE


def function_parameters(
    making: CodegenContext, writer: FunctionBuilder, variables: Sequence[t.Variable]
) -> tuple[tuple[n.LocalVar, ...], Known]:
    """Return a function's parameters and the code of its variables; a bundle has one per variety."""
    found: list[n.LocalVar] = []
    known: Known = {}
    for variable in variables:
        if isinstance(variable.type, BundleType):
            shares = tuple(writer.fresh("p") for _ in range(making.layout.size_of(variable.type.kind)))
            known[variable.key] = shares
            found.extend(shares)
        else:
            one = writer.fresh("p", lowered_value_kind(variable.type))
            known[variable.key] = one
            found.append(one)
    return tuple(found), known


def define_result_kind(making: CodegenContext, name: str) -> n.KindOf:
    """Return the kind of a define's result; for a small kind a bit mask."""
    return n.WHOLE if making.gives_mask(name) else lowered_value_kind(making.ruleset.defines[name].type)


def write_define_function(asking: DefineCodegen, name: str) -> str:
    """Generate the function of a define unless it exists; return its name."""
    making, past = asking.making, asking.past
    define, kind = making.ruleset.defines[name], define_result_kind(making, name)
    called = f"{making.called(name)}{' then' if past else ''}"
    if making.is_begun(called):
        return called
    names = FunctionBuilder()
    parameters, known = function_parameters(making, names, define.parameters)

    def write(writer: FunctionBuilder) -> None:
        writer.follow(names)
        terms = asking.anew(writer, dict(known), past=past)
        value = terms.value_of(name)
        if define.adjusts:
            total = writer.fresh("v")
            writer.write(n.AssignLocal(total, value))
            for _, condition, amount in define.adjusts:
                writer.when(
                    terms.truth(condition),
                    lambda amount=amount: writer.write(n.AssignLocal(total, f.fold_add(total, terms.value(amount)))),  # type: ignore[misc]
                )
            value = total
        writer.write(n.ReturnValue(value))

    making.function(called, parameters, kind, write)
    if not past:
        memoise_define(making, name, called)
    return called


def piece_condition_function(asking: DefineCodegen, term: t.PieceCondition) -> str:
    """Generate the function that evaluates the condition or number written on a piece; return its name."""
    making, past = asking.making, asking.past
    wary = making.prefix if making.is_wary else ""
    called = f"condition {wary}{term.kind}.{term.field}{' then' if past else ''}"
    rules, gives = making.ruleset.piece_conditions[term.kind, term.field], lowered_value_kind(term.type)
    truth = gives == n.TRUTH
    first = next(rule for rule in rules if rule is not None)
    names = FunctionBuilder()
    element = names.fresh("x")
    parameters, _ = function_parameters(making, names, first[0])

    def write(writer: FunctionBuilder) -> None:
        writer.follow(names)
        for at, rule in enumerate(rules):
            if rule is not None:
                known = _same(making, rule[0], parameters)
                terms = asking.anew(writer, known, past=past)
                writer.when(
                    f.fold_compare("=", element, n.Int(at)),
                    lambda terms=terms, rule=rule: writer.write(  # type: ignore[misc]
                        n.ReturnValue(terms.truth(rule[1]) if truth else terms.packed(rule[1]))
                    ),
                )
        writer.write(n.ReturnValue(NO if truth else ZERO))

    return making.function(called, (element, *parameters), gives, write)


def _same(making: CodegenContext, variables: Sequence[t.Variable], parameters: Sequence[n.LocalVar]) -> Known:
    """Map the variables of one piece's rule to the parameters shared by all pieces."""
    waiting = list(parameters)
    known: Known = {}
    for variable in variables:
        if isinstance(variable.type, BundleType):
            count = making.layout.size_of(variable.type.kind)
            known[variable.key] = tuple(waiting[:count])
            del waiting[:count]
        else:
            known[variable.key] = waiting.pop(0)
    return known
