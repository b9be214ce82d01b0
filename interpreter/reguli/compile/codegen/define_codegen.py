"""Variables, defines and the conditions on pieces, as code.

Variables of the rules are locals of the function being written, unless they outlive a decision: then they lie in slots of the position. A define is a function of its own;
one that takes long remembers what it gave (``remembered``), one that takes hardly longer than a call is written in place of the call.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from reguli.compile.codegen.bundle_codegen import Bundles
from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.function_builder import NO, ZERO, Writer
from reguli.compile.codegen.memoisation import remembered
from reguli.compile.codegen.storage_codegen import Known
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, NumbersType, TruthType

SMALL = 32
"""Steps of a define that is written in place of the call, at most. It has no more terms than steps, so code does not grow much."""


class Defined(Bundles):
    """Gives the code of what has a name: variables, defines, conditions on pieces."""

    @abstractmethod
    def anew(self, writer: Writer, known: Known, *, past: bool) -> Defined:
        """Give a maker for another function."""

    @abstractmethod
    def warily(self) -> Defined:
        """Return a maker within the same function that takes nothing for granted of what defines are given."""

    def _asking(self, parameters: Sequence[t.Variable], arguments: Sequence[t.Term]) -> Defined:
        """Return the maker of what is asked with some arguments: a wary one where nothing may be given to a parameter that is proved to be there."""
        proved = [
            argument
            for one, argument in zip(parameters, arguments, strict=True)
            if isinstance(one.type, ElementType) and not self.making.is_wary and not self.lacks(t.Local(one.type, one))
        ]
        return self.warily() if any(map(self.lacks, proved)) else self

    def give(self, variable: t.Variable, term: t.Term) -> None:
        """Work a value out and keep it in a variable: in its slots where it outlives a decision, else in locals."""
        storage = self.layout.storage.get(variable.key)
        w = self.writer
        if storage is not None and storage.slot >= 0:
            if storage.capacity:
                self.write_list(n.Num(storage.slot), self.packed(term), storage.capacity)
            else:
                w.write(n.Store(n.Num(storage.slot), self.whole(term)))
            return
        self.known[variable.key] = self.held(variable, term)

    def held(self, variable: t.Variable, term: t.Term) -> n.Code | tuple[n.Code, ...]:
        """Keep a value in locals of its own, which a statement further on may change: a bundle in one for each variety."""
        w = self.writer
        if isinstance(variable.type, BundleType):
            found = []
            for share in self.shares(term):
                one = w.fresh("s")
                w.write(n.Let(one, share))
                found.append(one)
            return tuple(found)
        known = self.known.get(variable.key)
        kind = kind_of_value(variable.type)
        local = known if isinstance(known, n.Var) and known.kind == kind else w.fresh("v", kind)
        value = self.truth(term) if kind == n.TRUTH else self.packed(term)
        if kind == n.RUN and not self.is_lasting(value):
            fresh = w.fresh("r", n.RUN)
            kept = w.keep(value, "r", n.RUN)
            w.write(n.NewRun(fresh, n.Size(kept)), n.Extend(fresh, kept))
            value = fresh
        w.write(n.Let(local, value))
        return local

    def is_lasting(self, run: n.Code) -> bool:
        """Tell whether a run stays as it is when slots change."""
        return isinstance(run, n.Fixed | n.Row | n.Call) or (isinstance(run, n.Var) and run not in self.known.values())

    # -- functions -----------------------------------------------------------------------------------------------

    def arguments(self, parameters: Sequence[t.Variable], values: Sequence[t.Term]) -> tuple[n.Code, ...]:
        """Give what a function is called with: of a bundle a number for each variety."""
        found: list[n.Code] = []
        for parameter, value in zip(parameters, values, strict=True):
            match kind_of_value(parameter.type):
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
        """Return the value of a small define, or the call of the function of any other."""
        bound = self.ruleset.defines[define]
        asking, given = self._asking(bound.parameters, arguments), self.arguments(bound.parameters, arguments)
        if bound.adjusts or isinstance(bound.type, BundleType) or self.making.costs.of_define(define) > SMALL:
            return n.Call(define_function(asking, define), given, kind_of_define(self.making, define))
        for parameter, code in zip(bound.parameters, given, strict=True):
            self.known[parameter.key] = self.writer.keep(code, "p", kind_of_value(parameter.type))
        return asking.value_of(define)

    def value_of(self, define: str) -> n.Code:
        """Return the value of a define without its adjustments: digits where its function gives digits."""
        value = self.ruleset.defines[define].value
        return self.mask(value) if self.making.gives_mask(define) else self.packed(value)

    def piece_condition(self, term: t.PieceCondition) -> n.Code:
        """Ask the condition, or number, written on a piece."""
        rules = self.ruleset.piece_conditions[term.kind, term.field]
        element = self.sure(term.element, term.field)
        first = next((rule for rule in rules if rule is not None), None)
        if first is None:
            return NO if isinstance(term.type, TruthType) else ZERO
        given = self.arguments(first[0], term.arguments)
        name = condition_function(self._asking(first[0], term.arguments), term)
        return n.Call(name, (element, *given), kind_of_value(term.type))


def kind_of_value(found: object) -> n.KindOf:
    """Give what values of a type of the rules are in the lower form."""
    match found:
        case TruthType():
            return n.TRUTH
        case CollectionType() | NumbersType() | GroupsType() | BundleType():
            return n.RUN
        case _:
            return n.WHOLE


def parameters_of(making: Making, writer: Writer, variables: Sequence[t.Variable]) -> tuple[tuple[n.Var, ...], Known]:
    """Give the parameters of a function and what stands for its variables: of a bundle one for each variety."""
    found: list[n.Var] = []
    known: Known = {}
    for variable in variables:
        if isinstance(variable.type, BundleType):
            shares = tuple(writer.fresh("p") for _ in range(making.layout.size_of(variable.type.kind)))
            known[variable.key] = shares
            found.extend(shares)
        else:
            one = writer.fresh("p", kind_of_value(variable.type))
            known[variable.key] = one
            found.append(one)
    return tuple(found), known


def kind_of_define(making: Making, name: str) -> n.KindOf:
    """Give what a define gives: a collection of a small kind as binary digits."""
    return n.WHOLE if making.gives_mask(name) else kind_of_value(making.ruleset.defines[name].type)


def define_function(asking: Defined, name: str) -> str:
    """Write the function of a define, unless it was written, and give its name."""
    making, past = asking.making, asking.past
    define, kind = making.ruleset.defines[name], kind_of_define(making, name)
    called = f"{making.called(name)}{' then' if past else ''}"
    if making.is_begun(called):
        return called
    names = Writer()
    parameters, known = parameters_of(making, names, define.parameters)

    def write(writer: Writer) -> None:
        writer.follow(names)
        terms = asking.anew(writer, dict(known), past=past)
        value = terms.value_of(name)
        if define.adjusts:
            total = writer.fresh("v")
            writer.write(n.Let(total, value))
            for _, condition, amount in define.adjusts:
                writer.when(
                    terms.truth(condition),
                    lambda amount=amount: writer.write(n.Let(total, f.plus(total, terms.value(amount)))),  # type: ignore[misc]
                )
            value = total
        writer.write(n.Give(value))

    making.function(called, parameters, kind, write)
    if not past:
        remembered(making, name, called)
    return called


def condition_function(asking: Defined, term: t.PieceCondition) -> str:
    """Write the function that asks the condition, or number, written on a piece, and give its name."""
    making, past = asking.making, asking.past
    wary = making.prefix if making.is_wary else ""
    called = f"condition {wary}{term.kind}.{term.field}{' then' if past else ''}"
    rules, gives = making.ruleset.piece_conditions[term.kind, term.field], kind_of_value(term.type)
    truth = gives == n.TRUTH
    first = next(rule for rule in rules if rule is not None)
    names = Writer()
    element = names.fresh("x")
    parameters, _ = parameters_of(making, names, first[0])

    def write(writer: Writer) -> None:
        writer.follow(names)
        for at, rule in enumerate(rules):
            if rule is not None:
                known = _same(making, rule[0], parameters)
                terms = asking.anew(writer, known, past=past)
                writer.when(
                    f.compare("=", element, n.Num(at)),
                    lambda terms=terms, rule=rule: writer.write(  # type: ignore[misc]
                        n.Give(terms.truth(rule[1]) if truth else terms.packed(rule[1]))
                    ),
                )
        writer.write(n.Give(NO if truth else ZERO))

    return making.function(called, (element, *parameters), gives, write)


def _same(making: Making, variables: Sequence[t.Variable], parameters: Sequence[n.Var]) -> Known:
    """Give what stands for variables of one piece's rule, the parameters being those of all."""
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
