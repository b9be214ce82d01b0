"""Every moment at which a stage card can be drawn has its case."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.binding.binding_context import World
from reguli.model.bound_tree.read_write_sets import Deeds, deeds, fields_read
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.ruleset.document_nodes import Scheduled, StageDecl

Part = tuple[str, str]
"""A part of the round: edge and phase, the edge being ``during`` for the phase itself."""


def check_stage_cases(ruleset: Ruleset, world: World) -> None:
    """Report the parts of the round in which the deck of a stage card can be drawn from without a case for it.

    A state trigger that draws counts wherever something is written that its condition reads: an approximation that
    asks for a case too many rather than one too few.
    """
    for stage, bound in zip(ruleset.documents.game.stages, ruleset.stages, strict=True):
        if bound.deck is None or stage.card is None:
            continue
        cases = {(case.edge, case.of) for case in stage.cases}
        for edge, phase in drawing_parts(ruleset, stage, bound.deck):
            if (edge, phase) not in cases:
                world.bag.add(
                    "R310",
                    stage.span,
                    stage=stage.id,
                    card=stage.card,
                    deck=bound.deck.partition(".")[2],
                    edge=edge_text(edge),
                    phase=phase,
                )


def edge_text(edge: str) -> str:
    """Write an edge as in a document."""
    return f"{edge} of" if edge in {"start", "end"} else edge


def drawing_parts(ruleset: Ruleset, stage: StageDecl, deck: str) -> tuple[Part, ...]:
    """Give the parts of the round in which a deck can be drawn from before the stage has come."""
    done = {part: deeds(ruleset, procedures) for part, procedures in _parts(ruleset, stage).items()}
    triggers = [(deeds(ruleset, (one.procedure,)), fields_read(ruleset, one.condition)) for one in ruleset.triggers]
    return tuple(part for part, what in done.items() if _draws(what, triggers, deck))


def _draws(what: Deeds, triggers: list[tuple[Deeds, frozenset[str]]], deck: str) -> bool:
    """Say whether some rules may draw, themselves or by the triggers they set off, one after another."""
    written = set(what.written)
    drawn = set(what.drawn_from)
    waiting = list(triggers)
    while deck not in drawn:
        set_off = [one for one in waiting if one[1] & written]
        if not set_off:
            return False
        waiting = [one for one in waiting if one not in set_off]
        for effect, _ in set_off:
            written |= effect.written
            drawn |= effect.drawn_from
    return True


def _parts(ruleset: Ruleset, stage: StageDecl) -> dict[Part, list[BoundProcedure]]:
    """Give what is run in each part of the round, the transitions of other stages included."""
    found: dict[Part, list[BoundProcedure]] = {("during", phase.id): [phase] for phase in ruleset.phases}
    for moment in ruleset.moments:
        found.setdefault((moment.moment.edge, moment.moment.of), []).append(moment.procedure)
    for scheduled in _scheduled(ruleset, stage):
        procedure = ruleset.procedures.get(scheduled.run)
        if procedure is not None:
            found.setdefault((scheduled.at.edge, scheduled.at.of), []).append(procedure)
    return found


def _scheduled(ruleset: Ruleset, stage: StageDecl) -> Iterator[Scheduled]:
    for other in ruleset.documents.game.stages:
        if other is not stage:
            if other.once is not None:
                yield other.once
            yield from (case.then for case in other.cases if case.then is not None)
