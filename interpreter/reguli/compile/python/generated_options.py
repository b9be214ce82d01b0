"""Decision options as generated Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import count
from typing import Any

from reguli.compile.codegen import option_codegen
from reguli.compile.codegen.codegen_context import CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.python.python_module import CodeCache, JournalSettings, PythonModule
from reguli.ir.interpreter.collection_closures import groups_of
from reguli.ir.interpreter.set_numbering import Bundles, Sets, decode_bundle, decode_set, encode_bundle, encode_set
from reguli.ir.program import Choice, Decide, GiveStep, GuardStep, Journal, ParameterStep, Program, Slots, Step
from reguli.ir.program_interface import Closure, MadeChoice, MadeStep, Offered
from reguli.model import types as ty
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, GroupsType, NumbersType, TruthType, ZoneType

# -- lazy functions --------------------------------------------------------------------------------------------------
# Functions of one program as generated Python, each made, printed and compiled when it is first asked for; closures of single terms among them.


class LazyFunctions:
    """Generates functions of a program, and closures of terms that return values as the interpreter does (``ir.program_interface.Asking``)."""

    room = 0
    """Variables are locals, so no scratch slots are needed."""

    def __init__(self, making: CodegenContext, module: PythonModule) -> None:
        """Generate functions with ``making`` and compile them in ``module``."""
        self.making, self.module = making, module
        self._prefixes = count(1)

    @classmethod
    def of(cls, program: Program, numbers: Iterator[int], codes: CodeCache | None = None) -> LazyFunctions:
        """Start without functions; ``numbers`` supply version stamps, ``codes`` holds compiled code."""
        making = CodegenContext(program)
        bundles = frozenset(
            number for number, note in enumerate(program.notes) if note.types and isinstance(note.types[-1], BundleType)
        )
        telling = JournalSettings(bundles=bundles)
        areas, width = making.areas, program.width
        return cls(
            making, PythonModule(making.functions, areas, width=width, numbers=numbers, telling=telling, codes=codes)
        )

    def beside(self, ruleset: Ruleset) -> LazyFunctions:
        """Return a generator of closures for terms outside the rules; its ruleset may have more defines. It shares existing functions."""
        own = self.making.program.ruleset.defines
        more = {name: define for name, define in ruleset.defines.items() if own.get(name) is not define}
        return LazyFunctions(self.making.beside(f"{next(self._prefixes)} ", more), self.module)

    def made(self, make: Callable[[], str]) -> Callable[..., Any]:
        """Generate and compile a function and return it."""
        with with_deep_recursion():
            return self.module.take(make())

    def closure(self, term: Term) -> Closure:
        """Generate a closure of a term."""
        match term:
            case t.Elements(_, kind):
                everything = range(self.making.layout.size_of(kind))
                return lambda s: everything
            case t.Interval(_, low, high):
                first, last = self.closure(low), self.closure(high)
                return lambda s: range(first(s), last(s) + 1)
            case t.Several(type=found, domain=domain, least=least, most=most):
                of, fewest, greatest = self.closure(domain), self.closure(least), self.closure(most)
                made = Bundles if isinstance(found, BundleType) else Sets
                return lambda s: made(of(s), fewest(s), greatest(s))
            case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return self._closure(term)

    def _closure(self, term: Term) -> Closure:
        match term.type:
            case TruthType():
                return self._function(n.TRUTH, lambda terms: terms.truth(term))
            case GroupsType():
                written = self._function(n.RUN, lambda terms: terms.groups(term))
                return lambda s: groups_of(written(s))
            case BundleType():
                return _as_tuple(self._function(n.RUN, lambda terms: terms.packed(term)))
            case CollectionType() | NumbersType() | ZoneType(counted=False):
                return _as_tuple(self._function(n.RUN, lambda terms: terms.run(term)))
            case ty.NumberType() | ty.ElementType() | ZoneType() | ty.KeyedType() | ty.UnknownType():
                return self._function(n.WHOLE, lambda terms: terms.whole(term))

    def giving(self, variable: t.Variable, term: Term) -> Closure:
        """Generate a function that evaluates a term and stores it in a variable's slots."""
        return self._written(None, lambda terms: terms.give(variable, term))

    def _function(self, gives: n.KindOf, value: Callable[[ExpressionCodegen], n.Code]) -> Closure:
        return self._written(gives, lambda terms: terms.writer.write(n.ReturnValue(value(terms))))

    def _written(self, gives: n.KindOf | None, write: Callable[[ExpressionCodegen], object]) -> Closure:
        """Generate a function owned by a single caller."""
        # Variables of one question may be numbered as those of another.
        making, writer = copy(self.making), FunctionBuilder()
        making.sure = set(making.sure)
        with with_deep_recursion():
            write(ExpressionCodegen(making, writer))
            return self.module.once(writer.function("value", (), gives))


def _as_tuple(run: Closure) -> Closure:
    def found(s: Slots) -> tuple[int, ...]:
        return tuple(run(s))

    return found


# -- generated options -----------------------------------------------------------------------------------------------


class GeneratedOption(MadeChoice):
    """An option whose functions are generated on first use."""

    def __init__(self, written: LazyFunctions, decision: Decide, number: int) -> None:
        """Store the code generator and which option this is."""
        self._code, self._decision, self._number = written, decision, number
        self._choice: Choice = decision.choices[number]
        self._parameters = option_codegen.choice_parameters(self._choice)
        self._plain = not any(one.room for one in self._parameters)
        written.making.area(option_codegen.ARGUMENTS, option_codegen.choice_word_count(self._choice))
        self._arguments = written.module.area(option_codegen.ARGUMENTS)

    # -- steps one by one --------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[MadeStep, ...]:
        """Return the steps in order of earliest pruning."""
        return tuple(map(self._step, self._choice.steps))

    @cached_property
    def written(self) -> tuple[MadeStep, ...]:
        """Return the steps in source order."""
        return tuple(self.steps[number] for number in self._choice.written)

    def _step(self, step: Step) -> MadeStep:
        closure: Callable[..., Closure] = self._code.closure
        match step:
            case ParameterStep(parameter):
                return MadeStep(step, closure(parameter.domain))
            case GiveStep(give):
                return MadeStep(step, self._code.giving(give.variable, give.value))
            case GuardStep(guard):
                waivers = tuple(closure(waiver.condition) for waiver in guard.waivers)
                return MadeStep(step, closure(guard.condition), waivers)

    # -- all of them -------------------------------------------------------------------------------------------

    def listing(self, s: Slots) -> list[Offered]:
        """Return the legal arguments of the option; nothing is changed but the budget."""
        offers: list[tuple[int, Any, Any]] = []
        self._list(s, offers)
        return offers if self._plain else [self._offered(*offer) for offer in offers]

    def fits(self, s: Slots, arguments: Sequence[int]) -> bool:
        """Return whether arguments are in their domains and every guard passes."""
        fits = self._fits
        self._put(arguments)
        return bool(fits(s))

    def enter(self, s: Slots, j: Journal, arguments: Sequence[int]) -> None:
        """Take the option."""
        enter = self._enter
        self._put(arguments)
        enter(s, j)

    @cached_property
    def _list(self) -> Callable[..., None]:
        return self._code.made(
            lambda: option_codegen.list_moves_function(self._code.making, self._decision, self._number)
        )

    @cached_property
    def _fits(self) -> Callable[..., object]:
        return self._code.made(
            lambda: option_codegen.check_arguments_function(self._code.making, self._decision, self._number)
        )

    @cached_property
    def _enter(self) -> Callable[..., None]:
        return self._code.made(
            lambda: option_codegen.enter_choice_function(self._code.making, self._decision, self._number)
        )

    # -- arguments ---------------------------------------------------------------------------------------------

    def _put(self, arguments: Sequence[int]) -> None:
        """Write a move's arguments where generated code reads them."""
        words = arguments if self._plain else list(self.words(arguments))
        self._arguments[: len(words)] = words

    def words(self, arguments: Sequence[int]) -> Iterator[int]:
        """Yield the encoded arguments; for a set or bundle its length, its members or shares, and zero padding."""
        for step, value in zip(self._parameters, arguments, strict=True):
            if not step.room:
                yield value
                continue
            members = decode_bundle(value, step.room) if _is_bundle(step) else decode_set(value)
            yield from (len(members), *members, *([0] * (step.room - len(members))))

    def _offered(self, number: int, given: Sequence[Any], many: Any) -> Offered:
        """Return an offer with its sets and bundles encoded as numbers."""
        arguments = tuple(
            value if not step.room else encode_bundle(value) if _is_bundle(step) else encode_set(value)
            for step, value in zip(self._parameters, given, strict=False)
        )
        if not isinstance(many, tuple):
            return number, arguments, many
        of, least, most = many
        return number, arguments, (Bundles if _is_bundle(self._parameters[-1]) else Sets)(of, least, most)


def _is_bundle(step: ParameterStep) -> bool:
    return isinstance(step.parameter.variable.type, BundleType)
