"""Code generation for decision options: listing the moves, checking one, and applying one.

``list N.K`` goes through the steps of choice K of decision N: each parameter is a loop, each guard a condition around all that follows, each let a local; inside
of all of them stands one ``OfferMove``. The steps come in the order that cuts soonest (``ir.lowering.decision_lowering``), so a guard stands outside of every loop whose
name it does not read. Nothing is written into the position: what is tried is known by locals only. A last number that no guard reads is offered as a span, and so
is a set that is chosen last.

``enter N.K`` takes the arguments from an area, writes them and all lets into their slots, and, when everything was asked, does what waivers ask for guards that did
not hold. ``fits N.K`` asks of such arguments whether the option may be taken with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.compile.codegen.codegen_context import NO, ONE, YES, ZERO, CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.codegen.statement_codegen import StatementCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.interval_analysis import extract_guard_bounds
from reguli.compile.runtime import sorting
from reguli.compile.runtime.games import subset_enumeration, subset_indexing
from reguli.ir.interpreter.statement_interpreter import COST_OF_TRY
from reguli.ir.program import Choice, Decide, GiveStep, GuardStep, ParameterStep, Step
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import BundleType, GroupsType, NumbersType, TruthType

ARGUMENTS = "arguments"
"""The area of what a move is taken with: of a plain parameter one number, of a set or bundle its length, members or shares, and zeros."""


def parameter_word_count(step: ParameterStep) -> int:
    """Return how many numbers a parameter takes in a move's encoded arguments."""
    return step.room + 1 if step.room else 1


def choice_parameters(choice: Choice) -> tuple[ParameterStep, ...]:
    """Return the parameters of a choice in order."""
    return tuple(step for step in choice.steps if isinstance(step, ParameterStep))


def choice_word_count(choice: Choice) -> int:
    """Return how many numbers all arguments of a choice take."""
    return sum(map(parameter_word_count, choice_parameters(choice)))


def chosen_last_word_count(choice: Choice) -> int:
    """Return how many numbers a set or bundle takes that is chosen last and offered as a whole; 0 if there is none."""
    steps = choice_parameters(choice)
    return parameter_word_count(steps[-1]) if steps and steps[-1].room and steps[-1].interval else 0


def write_option_functions(making: CodegenContext) -> None:
    """Generate all decisions' functions: one for the actor, and three for each choice."""
    for decision in making.program.decisions:
        deciding_player_function(making, decision)
        for number in range(len(decision.choices)):
            list_moves_function(making, decision, number)
            enter_choice_function(making, decision, number)
            check_arguments_function(making, decision, number)


def deciding_player_function(making: CodegenContext, decision: Decide) -> str:
    """Generate the function that returns the actor; return its name."""

    def write(w: FunctionBuilder) -> None:
        w.write(n.ReturnValue(ExpressionCodegen(making, w).sure(decision.ask.actor, "decide")))

    return making.function(f"actor {decision.number}", (), n.WHOLE, write)


def list_moves_function(making: CodegenContext, decision: Decide, number: int) -> str:
    """Generate the function that offers the moves of a choice; return its name."""
    choice = decision.choices[number]

    def write(w: FunctionBuilder) -> None:
        _Listing(making, w, choice, number).steps(choice.steps, ())

    return making.function(f"list {decision.number}.{number}", (), None, write)


class _Listing:
    """Generates one choice's loops."""

    def __init__(self, making: CodegenContext, writer: FunctionBuilder, choice: Choice, number: int) -> None:
        self._making = making
        self._writer = writer
        self._choice = choice
        self._number = number
        self._terms = ExpressionCodegen(making, writer)

    def steps(self, steps: Sequence[Step], arguments: tuple[n.Code, ...]) -> None:
        """Generate the steps, with the offer innermost."""
        w = self._writer
        if not steps:
            w.write(n.OfferMove(self._number, arguments))
            return
        step, rest = steps[0], steps[1:]
        if isinstance(step, GuardStep):
            w.when(guard_condition(self._terms, step), lambda: self.steps(rest, arguments))
        elif isinstance(step, GiveStep):
            store_let_value(self._terms, step)
            self.steps(rest, arguments)
        elif step.room:
            self._chosen(step, rest, arguments)
        elif step.interval:
            self._span(step, arguments)
        else:
            self._each(step, rest, arguments)

    def _span(self, step: ParameterStep, arguments: tuple[n.Code, ...]) -> None:
        """Offer an interval as a whole."""
        domain, w = step.parameter.domain, self._writer
        assert isinstance(domain, t.Interval), domain
        low = w.keep(self._terms.value(domain.low), "low")
        high = w.keep(self._terms.value(domain.high), "high")
        offer = n.OfferMove(self._number, arguments, (low, high))
        w.when(f.fold_compare("<=", low, high), lambda: w.write(offer))

    def _each(self, step: ParameterStep, rest: Sequence[Step], arguments: tuple[n.Code, ...]) -> None:
        """Loop over a parameter's values."""
        domain, w, terms = step.parameter.domain, self._writer, self._terms

        def tried(item: n.Code) -> None:
            terms.known[step.parameter.variable.key] = item
            self.steps(rest, (*arguments, item))

        if isinstance(domain, t.Interval):
            self._each_number(step, rest, arguments)
            return
        size = terms.size_of(domain) if isinstance(domain, t.Elements) else None
        if size is not None:
            w.write(n.SpendBudget(n.Int(COST_OF_TRY * size)))
            terms.each(domain, tried, counted=False)
            return

        def spent(item: n.Code) -> None:
            w.write(n.SpendBudget(n.Int(COST_OF_TRY)))
            tried(item)

        terms.each(domain, spent, counted=False)

    def _each_number(self, step: ParameterStep, rest: Sequence[Step], arguments: tuple[n.Code, ...]) -> None:
        """Generate a loop over an interval, narrowed by the first guard (``passes.range_narrowing``)."""
        domain, w, terms, variable = step.parameter.domain, self._writer, self._terms, step.parameter.variable
        assert isinstance(domain, t.Interval), domain
        bounds, rest = extract_guard_bounds(variable, rest)
        low, high, item = w.fresh("low"), w.fresh("high"), w.fresh("i")
        w.write(n.AssignLocal(low, terms.value(domain.low)), n.AssignLocal(high, terms.value(domain.high)))
        some = f.fold_compare("<=", low, high)

        def narrowed(sign: str, other: t.Term) -> None:
            value = w.keep(terms.value(other), "bound")
            if sign in ("<", "<=", "="):
                most = f.fold_sub(value, ONE) if sign == "<" else value
                w.write(n.AssignLocal(high, f.fold_select(f.fold_compare("<", most, high), most, high)))
            if sign in (">", ">=", "="):
                least = f.fold_add(value, ONE) if sign == ">" else value
                w.write(n.AssignLocal(low, f.fold_select(f.fold_compare(">", least, low), least, low)))

        def tried() -> None:
            terms.known[variable.key] = item
            self.steps(rest, (*arguments, item))

        def looked() -> None:
            count = f.fold_add(f.fold_sub(high, low), ONE)
            w.write(n.SpendBudget(f.fold_mul(count, n.Int(COST_OF_TRY))))
            if bounds:
                # Each is asked where the ones before it leave anything.
                narrowed(*bounds[0])
                for bound in bounds[1:]:
                    w.when(some, lambda bound=bound: narrowed(*bound))  # type: ignore[misc]
            w.write(n.CountedLoop(item, low, f.fold_add(high, ONE), w.written(tried)))

        w.when(some, looked)

    def _chosen(self, step: ParameterStep, rest: Sequence[Step], arguments: tuple[n.Code, ...]) -> None:
        """Offer, or try, each selectable set or bundle."""
        domain, w, making = step.parameter.domain, self._writer, self._making
        assert isinstance(domain, t.Several), domain
        bundled = isinstance(domain.type, BundleType)
        there, least, most = subset_candidates(self._terms, domain)
        some = f.fold_compare("<=", least, most)
        if step.interval:
            w.when(some, lambda: w.write(n.OfferMove(self._number, arguments, (least, most), there)))
            return
        count_of = making.library(subset_indexing.count_of_bundles if bundled else subset_indexing.count_of_sets)
        count = n.CallNode(count_of, (there if bundled else n.ArrayLength(there), least, most))
        chosen = w.fresh("chosen", n.RUN)
        begun = n.CallNode(
            making.library(subset_enumeration.first_bundle if bundled else subset_enumeration.first_set),
            (there, least),
            n.RUN,
        )
        following = n.CallNode(
            making.library(subset_enumeration.next_bundle if bundled else subset_enumeration.next_set),
            (there, chosen, most),
            n.RUN,
        )

        def round_of() -> None:
            variable = step.parameter.variable
            if bundled:
                shares = range(making.layout.size_of(domain.type.kind))  # type: ignore[union-attr]
                self._terms.known[variable.key] = tuple(n.ArrayItem(chosen, n.Int(at)) for at in shares)
            else:
                self._terms.known[variable.key] = chosen
            self.steps(rest, (*arguments, chosen))
            w.write(
                n.AssignLocal(chosen, following),
                n.ConditionalBlock(
                    n.CallNode(making.library(subset_enumeration.is_last), (chosen,), n.TRUTH), (n.BreakLoop(),)
                ),
            )

        def tried() -> None:
            w.write(n.SpendBudget(f.fold_mul(count, n.Int(COST_OF_TRY))), n.AssignLocal(chosen, begun))
            w.write(n.EndlessLoop(w.written(round_of)))

        w.when(some, tried)


def guard_condition(terms: ExpressionCodegen, step: GuardStep) -> n.Code:
    """Return code that tests whether a guard holds or is waived."""
    found = terms.truth(step.guard.condition)
    for waiver in step.guard.waivers:
        found = terms.either(found, lambda waiver=waiver: terms.truth(waiver.condition))  # type: ignore[misc]
    return found


def store_let_value(terms: ExpressionCodegen, step: GiveStep) -> None:
    """Generate code that evaluates a let and keeps it in local variables; a list too long for its slots raises E305."""
    variable, capacity = step.give.variable, step.place.capacity
    value = terms.known[variable.key] = terms.held(variable, step.give.value)
    if capacity and isinstance(variable.type, NumbersType | GroupsType):
        assert not isinstance(value, tuple)
        terms.writer.refuse(f.fold_compare(">", n.ArrayLength(value), n.Int(capacity)), "E305")


def subset_candidates(terms: ExpressionCodegen, domain: t.Several) -> tuple[n.Code, n.Code, n.Code]:
    """Return the candidates for a set or bundle, as a run in declared order, with the minimum and maximum size."""
    w, making = terms.writer, terms.making
    if isinstance(domain.type, BundleType):
        there = w.keep(terms.packed(domain.domain), "there", n.RUN)
        room: n.Code = n.CallNode(making.library(subset_indexing.sum_of), (there,))
    else:
        there = w.keep(
            n.CallNode(making.library(sorting.ascending), (terms.run(domain.domain),), n.RUN), "there", n.RUN
        )
        room = n.ArrayLength(there)
    room = w.keep(room, "room")
    least = w.keep(terms.value(domain.least), "least")
    least = w.keep(f.fold_select(f.fold_compare("<", least, ZERO), ZERO, least), "least")
    most = w.keep(terms.value(domain.most), "most")
    return there, least, w.keep(f.fold_select(f.fold_compare("<", most, room), most, room), "most")


# -- taking --------------------------------------------------------------------------------------------------------


def enter_choice_function(making: CodegenContext, decision: Decide, number: int) -> str:
    """Generate the function that takes a choice, before its effects; return its name."""
    choice = decision.choices[number]

    def write(w: FunctionBuilder) -> None:
        statements, at, waived = StatementCodegen(making, w), 0, list[tuple[GuardStep, n.LocalVar]]()
        terms = statements.terms
        making.area(ARGUMENTS, choice_word_count(choice))
        for step in choice.steps:
            if isinstance(step, ParameterStep):
                if step.room:
                    w.write(
                        n.CopyAreaToSlots(n.Int(step.slot), ARGUMENTS, n.Int(at), n.Int(parameter_word_count(step)))
                    )
                else:
                    w.write(n.StoreSlot(n.Int(step.slot), n.LoadArea(ARGUMENTS, n.Int(at))))
                at += parameter_word_count(step)
            elif isinstance(step, GiveStep):
                terms.give(step.give.variable, step.give.value)
            elif step.guard.waivers:
                waived.append((step, _which(terms, step)))
        for step, which in waived:
            for place, waiver in enumerate(step.guard.waivers):
                test = f.fold_compare("=", which, n.Int(place))
                statements.when(test, lambda body=waiver.body: statements.body(body))  # type: ignore[misc]
        statements.stamp()

    return making.function(f"enter {decision.number}.{number}", (), None, write)


def _which(terms: ExpressionCodegen, step: GuardStep) -> n.LocalVar:
    """Return the index of the waiver used; -1 if the guard holds."""
    w = terms.writer
    which, holds = w.fresh("waived"), terms.truth(step.guard.condition)

    def first(place: int) -> Callable[[], None]:
        def written() -> None:
            last = place == len(step.guard.waivers) - 1
            test = YES if last else terms.truth(step.guard.waivers[place].condition)
            w.when(test, lambda: w.write(n.AssignLocal(which, n.Int(place))), None if last else first(place + 1))

        return written

    w.write(n.AssignLocal(which, n.Int(-1)))
    w.when(f.fold_not(holds), first(0))
    return which


def check_arguments_function(making: CodegenContext, decision: Decide, number: int) -> str:
    """Generate the function that checks whether a choice is legal with the arguments in the area; return its name."""
    choice = decision.choices[number]

    def write(w: FunctionBuilder) -> None:
        terms, at = ExpressionCodegen(making, w), 0
        making.area(ARGUMENTS, choice_word_count(choice))
        for step in choice.steps:
            if isinstance(step, ParameterStep):
                w.when(f.fold_not(_is_within(terms, step, at)), lambda: w.write(n.ReturnValue(NO)))
                at += parameter_word_count(step)
            elif isinstance(step, GiveStep):
                store_let_value(terms, step)
            else:
                w.when(f.fold_not(guard_condition(terms, step)), lambda: w.write(n.ReturnValue(NO)))
        w.write(n.ReturnValue(YES))

    return making.function(f"fits {decision.number}.{number}", (), n.TRUTH, write)


def argument_code(terms: ExpressionCodegen, step: ParameterStep, at: int) -> n.Code | tuple[n.Code, ...]:
    """Return the code for a parameter, given where its words start in the arguments area."""
    found = step.parameter.variable.type
    if not step.room:
        value = n.LoadArea(ARGUMENTS, n.Int(at))
        return f.int_to_bool(value) if isinstance(found, TruthType) else value
    if isinstance(found, BundleType):
        return tuple(n.LoadArea(ARGUMENTS, n.Int(at + 1 + one)) for one in range(step.room))
    return terms.writer.keep(
        n.CallNode(terms.making.library(subset_enumeration.given), (n.Int(at),), n.RUN), "chosen", n.RUN
    )


def _is_within(terms: ExpressionCodegen, step: ParameterStep, at: int) -> n.Code:
    """Return whether an argument is in its parameter's domain."""
    w, variable, domain, making = terms.writer, step.parameter.variable, step.parameter.domain, terms.making
    if not step.room:
        value = w.keep(n.LoadArea(ARGUMENTS, n.Int(at)), "a")
        terms.known[variable.key] = value
        return terms.contains(domain, value)
    assert isinstance(domain, t.Several), domain
    bundled = isinstance(domain.type, BundleType)
    there, least, most = subset_candidates(terms, domain)
    chosen = w.fresh("chosen", n.RUN)
    w.write(n.AssignLocal(chosen, n.CallNode(making.library(subset_enumeration.given), (n.Int(at),), n.RUN)))
    terms.known[variable.key] = (
        tuple(n.ArrayItem(chosen, n.Int(one)) for one in range(step.room)) if bundled else chosen
    )
    fits = subset_indexing.is_bundle_of if bundled else subset_indexing.is_set_of
    return n.CallNode(making.library(fits), (there, least, most, chosen), n.TRUTH)
