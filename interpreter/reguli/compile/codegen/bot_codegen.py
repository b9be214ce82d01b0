"""Code generation for bots: a move's value, with its arguments in the area and the position unchanged.

``weigh B N.K`` asks the preferences of bot B for choice K of decision N, in the order of the text: the first whose condition holds says what the move is worth. What it names are
the parameters and lets of the option. A decision that stands in a second frame has variables of its own; what preferences name are those of the first, so each of
these is read where its twin is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from reguli.compile.codegen import option_codegen
from reguli.compile.codegen.binary_dispatch import write_binary_dispatch
from reguli.compile.codegen.codegen_context import NO, ONE, YES, ZERO, CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime.games import preference_policy
from reguli.ir.program import Choice, Decide, GiveStep, ParameterStep
from reguli.model.binding.bot_binding import BoundBot, Evaluation, Preference
from reguli.model.bound_tree.bound_terms import Local, Variable
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.types import BundleType, TruthType

Places = Mapping[int, int]
"""The key of the variable that lies at a slot."""


def write_bot_functions(making: CodegenContext, bots: Sequence[BoundBot]) -> None:
    """Generate each bot's move valuation for each decision, and the choosing functions (``library.preferring``)."""
    decision, bot = n.LocalVar("decision"), n.LocalVar("bot")
    beside = [making.beside(f"bot {number}: ", bot.defines) for number, bot in enumerate(bots)]
    _write_evaluation(making, bots, beside)
    if not bots:
        making.function("choose_of_ruleset", (decision, bot), None, lambda w: w.write(n.RaiseFault("E313")))
        return
    choice = n.LocalVar("choice")

    def asked(w: FunctionBuilder, give: Callable[[FunctionBuilder, str | None], object]) -> None:
        def of_choice(number: int, one: Decide, at: int) -> Callable[[], object]:
            preferences = bots[number].preferences.get(one.choices[at].option.rule)
            name = None if preferences is None else move_weight_function(beside[number], number, one, at, preferences)
            return lambda: give(w, name)

        def of_decision(number: int, one: Decide) -> Callable[[], object]:
            ways = [(at, of_choice(number, one, at)) for at in range(len(one.choices))]
            return lambda: write_binary_dispatch(w, choice, ways)

        def of_bot(number: int) -> Callable[[], object]:
            ways = [(one.number, of_decision(number, one)) for one in making.program.decisions]
            return lambda: write_binary_dispatch(w, decision, ways)

        write_binary_dispatch(w, bot, [(number, of_bot(number)) for number in range(len(bots))])

    def weighs(w: FunctionBuilder) -> None:
        asked(w, lambda w, name: w.write(n.ReturnValue(NO if name is None else YES)))
        w.write(n.ReturnValue(NO))

    def worth(w: FunctionBuilder) -> None:
        asked(w, _call)

    making.function("weighs", (bot, decision, choice), n.TRUTH, weighs)
    making.function("weigh", (bot, decision, choice), None, worth)
    chosen = n.CallNode(making.library(preference_policy.choose_preferred), (decision, bot))
    making.function("choose_of_ruleset", (decision, bot), None, lambda w: w.write(n.CallStatement(chosen)))


def _write_evaluation(making: CodegenContext, bots: Sequence[BoundBot], beside: Sequence[CodegenContext]) -> None:
    """Generate the evaluation of a position for a player by a bot; 0 where the bot has none."""
    number, player = n.LocalVar("bot"), n.LocalVar("player")

    def way(w: FunctionBuilder, at: int, of: Evaluation) -> Callable[[], None]:
        making.sure.add(of.player.key)
        terms = ExpressionCodegen(beside[at], w, {of.player.key: player})
        return lambda: w.write(n.ReturnValue(terms.whole(of.value)))

    def write(w: FunctionBuilder) -> None:
        ways = [(at, way(w, at, bot.evaluation)) for at, bot in enumerate(bots) if bot.evaluation is not None]
        write_binary_dispatch(w, number, ways)
        w.write(n.ReturnValue(ZERO))

    making.function("position_value", (number, player), n.WHOLE, write)


def move_weight_function(
    making: CodegenContext, bot: int, decision: Decide, number: int, preferences: Sequence[Preference]
) -> str:
    """Generate the function that evaluates a move into numbers outside the position; return its name."""
    choice = decision.choices[number]

    def asked(w: FunctionBuilder) -> None:
        terms = ExpressionCodegen(making, w)
        _name_arguments(terms, choice)
        _name_twins(terms, decision, preferences)
        _first_that_holds(terms, preferences)

    def write(w: FunctionBuilder) -> None:
        w.write(n.SetGlobal(preference_policy.WANTED, ZERO))
        # What the rules cannot say of a move is no reason to want it.
        w.write(n.TryStatement(w.written(lambda: asked(w)), (n.SetGlobal(preference_policy.WANTED, ZERO),)))

    return making.function(f"weigh {bot} {decision.number}.{number}", (), None, write)


def _call(w: FunctionBuilder, name: str | None) -> None:
    if name is not None:
        w.write(n.CallStatement(n.CallNode(name, ())))


def _first_that_holds(terms: ExpressionCodegen, preferences: Sequence[Preference]) -> None:
    if not preferences:
        return
    first, *rest = preferences
    w = terms.writer

    def wanted() -> None:
        worth: n.Code = n.Int(first.base)
        for term, weight in first.weights:
            value = w.keep(terms.whole(term))
            worth = w.keep(f.fold_add(worth, f.fold_mul(value, n.Int(weight))), "worth")
        w.write(n.SetGlobal(preference_policy.WORTH, worth), n.SetGlobal(preference_policy.WANTED, ONE))

    holds = YES if first.when is None else terms.truth(first.when)
    w.when(holds, wanted, lambda: _first_that_holds(terms, rest))


def _name_arguments(terms: ExpressionCodegen, choice: Choice) -> None:
    """Map parameters and lets to their values in the arguments area."""
    at = 0
    for step in choice.steps:
        if isinstance(step, ParameterStep):
            terms.known[step.parameter.variable.key] = option_codegen.argument_code(terms, step, at)
            at += option_codegen.parameter_word_count(step)
        elif isinstance(step, GiveStep):
            option_codegen.store_let_value(terms, step)


def _name_twins(terms: ExpressionCodegen, decision: Decide, preferences: Sequence[Preference]) -> None:
    """Map the variables named in preferences to those of the decision if it has a second frame."""
    twins = terms.making.program.twins.get(decision.number, ())
    if not twins:
        return
    keys = {storage.slot: key for key, storage in terms.layout.storage.items() if storage.slot >= 0}
    own_of = {keys[first]: own for own, first, _ in twins if first in keys}
    for variable in _named(preferences):
        own = own_of.get(variable.key)
        if own is not None:
            known = terms.known.get(keys[own])
            terms.known[variable.key] = _read(terms, variable, own) if known is None else known


def _named(preferences: Sequence[Preference]) -> list[Variable]:
    found: dict[int, Variable] = {}
    for preference in preferences:
        parts = [*([] if preference.when is None else [preference.when]), *(term for term, _ in preference.weights)]
        for part in parts:
            for term in all_terms(part):
                if isinstance(term, Local):
                    found[term.variable.key] = term.variable
    return list(found.values())


def _read(terms: ExpressionCodegen, variable: Variable, slot: int) -> n.Code | tuple[n.Code, ...]:
    """Return the value of a variable in another frame."""
    if isinstance(variable.type, BundleType):
        count = terms.layout.size_of(variable.type.kind)
        return tuple(n.LoadSlot(n.Int(slot + 1 + at)) for at in range(count))
    if terms.layout.storage[variable.key].capacity:
        return n.LoadSlotArray(n.Int(slot))
    value = n.LoadSlot(n.Int(slot))
    return f.int_to_bool(value) if isinstance(variable.type, TruthType) else value
