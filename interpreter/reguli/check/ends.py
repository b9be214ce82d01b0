"""Whether the game can end, and each stage be reached."""

from __future__ import annotations

from reguli.check.calls import calls_of, late_procedures
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import statements_of
from reguli.source.diagnostic import Bag


def game_can_end(ruleset: Ruleset, bag: Bag) -> None:
    """Find games without an ``end game`` that is ever run."""
    calls = calls_of(ruleset)
    begun = {phase.id for phase in ruleset.phases} | {moment.procedure.id for moment in ruleset.moments}
    for name in calls.reach(begun | late_procedures(ruleset)):
        for statement in statements_of(calls.procedures[name].body):
            if isinstance(statement, b.Control) and statement.what == "end game":
                return
    bag.add("C102", ruleset.documents.game.span)


def stages_can_be_reached(ruleset: Ruleset, bag: Bag) -> None:
    """Find stages that no chain of transitions leads to from the first."""
    begins = {stage.index for stage in ruleset.stages if stage.when is not None or stage.card is not None}
    if all(
        stage.index in begins and any(source < stage.index for source in stage.sources) for stage in ruleset.stages[1:]
    ):
        return  # each follows one listed before it, and so, one after the other, the first
    # networkx costs a quarter of a second to import: only games with stages in another order pay for it.
    from networkx import DiGraph, descendants

    graph = DiGraph()
    graph.add_nodes_from(range(len(ruleset.stages)))
    graph.add_edges_from(
        (source, stage.index) for stage in ruleset.stages if stage.index in begins for source in stage.sources
    )
    reached = descendants(graph, 0) | {0}
    declared = {stage.id: stage for stage in ruleset.documents.game.stages}
    for stage in ruleset.stages:
        if stage.index not in reached:
            bag.add("C103", declared[stage.id].span, name=stage.id)
