"""Binding of bots: for each decision and option, the weighted values of a move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from reguli.model.binding.standalone_expressions import Aside
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.bound_tree.tree_traversal import all_decisions, option_scope_variables, option_variables
from reguli.model.resolved_ruleset import BoundDefine, Ruleset
from reguli.ruleset.declarations.bot_files import BotDecl, EvaluationDecl, PreferenceDecl
from reguli.source.diagnostic import Bag
from reguli.source.name_suggestions import closest_name


@dataclass(frozen=True, slots=True, eq=False)
class Preference:
    """The worth of a move: ``base`` plus each value times its weight, where ``when`` holds."""

    when: Term | None
    base: int
    weights: tuple[tuple[Term, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What a position is worth to a player; it is asked after so many rounds (0: any number) or chosen moves."""

    player: Variable
    value: Term
    rounds: int
    moves: int
    iterations: int


@dataclass(frozen=True, slots=True, eq=False)
class BoundBot:
    """A bot: its private values, and its preferences by the rule id of the option."""

    id: str
    defines: Mapping[str, BoundDefine]
    preferences: dict[str, tuple[Preference, ...]]
    evaluation: Evaluation | None = None
    left_out: tuple[str, ...] = ()
    """Options of preferences that do not fit: those of an inherited bot whose rules a variant has changed."""


def bind_bots(ruleset: Ruleset, bots: Iterable[BotDecl], bag: Bag) -> tuple[BoundBot, ...]:
    """Bind the bots of a ruleset; failures are reported in the bag and omitted.

    Of a bot that a variant inherits what cannot be bound is no finding: its base is right as it is.
    """
    asks = list(all_decisions(ruleset))
    # A decision's own name would hide a define of the bot where it is weighed, and only there.
    named = {variable.name for ask in asks for option in ask.options for variable in _known(ruleset, ask, option)}
    found = []
    for bot in bots:
        own = Bag()
        aside = Aside(ruleset, own, defines=bot.defines, taken=named, texts=bot.texts)
        preferences: dict[str, list[Preference]] = {}
        left_out: list[str] = []
        for declared in bot.preferences:
            before = len(own)
            for rule, preference in _bound(declared, asks, ruleset, aside, own):
                preferences.setdefault(rule, []).append(preference)
            if len(own) > before:
                left_out.append(declared.option)
        evaluation = None if bot.evaluation is None else _evaluation(bot.evaluation, aside)
        fitting = {rule: tuple(each) for rule, each in preferences.items()}
        found.append(BoundBot(bot.id, aside.defines, fitting, evaluation, tuple(dict.fromkeys(left_out))))
        if not bot.inherited:
            bag.extend(own)
    return tuple(found)


def _evaluation(declared: EvaluationDecl, aside: Aside) -> Evaluation | None:
    player = aside.player()
    value = aside.term(declared.value, (player,))
    return None if value is None else Evaluation(player, value, declared.rounds, declared.moves, declared.iterations)


def _known(ruleset: Ruleset, ask: b.Ask, option: b.BoundOption) -> tuple[Variable, ...]:
    """Return the variables that a preference may name at an option."""
    return (*option_scope_variables(ruleset, ask), *option_variables(option))


def _bound(
    declared: PreferenceDecl, asks: list[b.Ask], ruleset: Ruleset, aside: Aside, bag: Bag
) -> Iterator[tuple[str, Preference]]:
    """Bind one preference for each option of its name in every decision."""
    found = [(ask, option) for ask in asks for option in ask.options if option.name == declared.option]
    if not found:
        known = sorted({option.name for ask in asks for option in ask.options})
        bag.add(
            "X120",
            declared.span,
            near=closest_name(declared.option, known),
            name=declared.option,
            known=", ".join(known),
        )
    for ask, option in found:
        variables = _known(ruleset, ask, option)
        when = None if declared.when is None else aside.term(declared.when, variables, truth=True)
        weights = [(aside.term(weight.value, variables), weight.weight) for weight in declared.weights]
        sound = [(term, weight) for term, weight in weights if term is not None]
        if len(sound) == len(weights) and (declared.when is None) == (when is None):
            yield option.rule, Preference(when, declared.base, tuple(sound))
