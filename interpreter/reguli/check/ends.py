"""Whether the game can end, and each stage be reached."""

from __future__ import annotations

from reguli.check.calls import calls_of, late_procedures
from reguli.model.proofs.rings import reached
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import statements_of
from reguli.source.diagnostic import Bag


def game_can_end(ruleset: Ruleset, bag: Bag) -> None:
    """Find games without an ``end game`` that is ever run."""
    calls = calls_of(ruleset)
    begun = {phase.id for phase in ruleset.phases} | {moment.procedure.id for moment in ruleset.moments}
    run = calls.reach(begun | late_procedures(ruleset))
    ends = (one for name in run for one in statements_of(calls.procedures[name].body) if isinstance(one, b.Leave))
    if all(end.what != "game" for end in ends):
        bag.add("C102", ruleset.documents.game.span)


def no_round_ends_in_the_set_up(ruleset: Ruleset, bag: Bag) -> None:
    """Find ends of a round that the set-up runs."""
    if ruleset.setup is None:
        return
    calls = calls_of(ruleset)
    for name in sorted(calls.reach({ruleset.setup.id})):
        for statement in statements_of(calls.procedures[name].body):
            if isinstance(statement, b.Leave) and statement.what == "round":
                bag.add("C127", statement.span)


def stages_can_be_reached(ruleset: Ruleset, bag: Bag) -> None:
    """Find stages that no chain of transitions leads to from the first."""
    begins = [stage for stage in ruleset.stages if stage.when is not None or stage.card is not None]
    after = {one.index: [stage.index for stage in begins if one.index in stage.sources] for one in ruleset.stages}
    found = reached([*after][:1], after)
    for stage, declared in zip(ruleset.stages, ruleset.documents.game.stages, strict=True):
        if stage.index not in found:
            bag.add("C103", declared.span, name=stage.id)
