"""From a resolved ruleset to a program, and the position a playthrough begins with."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

from reguli.ir.alike import find_alike
from reguli.ir.layout import FACTS, NONE, lay_out
from reguli.ir.lowering.procedures import Lowering
from reguli.ir.lowering.rounds import Rounds
from reguli.ir.lowering.rule_places import rule_places
from reguli.ir.makers import WALKED, Makers
from reguli.ir.program import Entry, Program, Slots, planned
from reguli.ir.walking.places import token_slots, zone_number
from reguli.model.ruleset import BoundProcedure, Kind, Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Tracked
from reguli.model.tree.walk import all_procedures, statements_of

PHASE, COMING, PC, STAGE = (FACTS.index(name) for name in ("phase", "coming_stage", "pc", "stage"))


def make_program(ruleset: Ruleset, players: int, makers: Makers[Any, Any] = WALKED) -> Program:
    """Lower a ruleset for a number of players; the same ruleset always gives the same blocks."""
    layout = lay_out(ruleset, players)
    lowering = Lowering(ruleset, layout, makers)
    main = lowering.at
    rounds = Rounds(lowering)
    lowering.agenda.reserve(_put_off(ruleset))
    lowering.agenda.lower()
    lowering.at = main
    rounds.lower()
    lowering.finish_frames()
    entries = {name: _entry(lowering, procedure) for name, procedure in ruleset.procedures.items()}
    lowering.finish_frames()
    ranking = []
    for criterion in ruleset.ranking:
        slot = lowering.values.bind(criterion.variable)
        ranking.append((lowering.values.closure(criterion.by), slot))
    invariants = tuple((lowering.values.closure(invariant.condition), invariant) for invariant in ruleset.invariants)
    starters = [_starter(lowering, kind) for kind in ruleset.kinds.values() if kind.starts is not None]
    saved = layout.logical + len(layout.counters)
    width = saved + layout.scratch
    return Program(
        ruleset=ruleset,
        players=players,
        layout=layout,
        blocks=tuple(lowering.blocks),
        plan=tuple(planned(block) for block in lowering.blocks),
        notes=tuple(lowering.notes),
        decisions=tuple(lowering.decisions),
        entries=entries,
        phase_entries=rounds.phase_entries,
        phase_exits=rounds.phase_exits,
        first_round=rounds.first_round,
        main=main,
        halt=lowering.halt,
        ranking=tuple(ranking),
        invariants=invariants,
        logical=layout.logical,
        saved=saved,
        width=width,
        first=tuple(_first(lowering, main, starters, width)),
        alike=find_alike(ruleset, layout),
        rules=rule_places(ruleset),
        still=lowering.values.numbers,
        values=makers.values,
        tick=lowering.values.numbers.__next__ if makers.remembers else repeat(0).__next__,
    )


def _entry(lowering: Lowering, procedure: BoundProcedure) -> Entry:
    if not lowering.waiting.procedure(procedure.id):
        slots, effect = lowering.effects.made(procedure)
        return Entry(tuple((slot, 0) for slot in slots), None, None, effect)
    frame = lowering.frame(procedure)
    return Entry(frame.parameters, frame.entry, frame.return_slot, None)


def _put_off(ruleset: Ruleset) -> list[BoundProcedure]:
    """Give every procedure that may stand on the agenda: run later, or waiting for an event; in a fixed order."""
    later: dict[str, BoundProcedure] = {}
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if isinstance(statement, b.Perform) and statement.later:
                later[statement.procedure] = ruleset.procedures[statement.procedure]
    for rules in ruleset.events.values():
        later.update((rule.id, rule) for rule in rules)
    return list(later.values())


def _first(lowering: Lowering, main: int, starters: list[Callable[[Slots], None]], width: int) -> Slots:
    """Give the slots before set-up: every piece where its kind starts, every field at its start value."""
    slots = [0] * width
    slots[PHASE] = slots[COMING] = NONE
    slots[STAGE] = 0 if lowering.ruleset.stages else NONE
    slots[PC] = main
    for name, field in lowering.layout.fields.items():
        form = field.declared.form
        if form not in ("number", "flag", "element"):
            continue
        start = lowering.ruleset.starts.get(name)
        value = NONE if form == "element" else max(0, field.declared.low)
        for owner in range(field.owners):
            slots[field.base + owner * field.stride] = value if start is None else lowering.values.number(start)(slots)
    for starter in starters:
        starter(slots)
    return slots


def _starter(lowering: Lowering, kind: Kind) -> Callable[[Slots], None]:
    """Make the closure that puts every piece of a kind where it starts.

    A piece that starts with a player who is not at the table lies nowhere.
    """
    values, layout, starts = lowering.values, lowering.layout, kind.starts
    assert isinstance(starts, Tracked)
    scratch = values.bind(kind.starts_variable) if kind.starts_variable is not None else None
    field, number = zone_number(values, starts)
    if kind.form == "pieces":
        first, pieces = layout.places[kind.id], len(kind.elements)

        def lay(s: Slots) -> None:
            for piece in range(pieces):
                if scratch is not None:
                    s[scratch] = piece
                owner = number(s) - field.zone
                s[first + piece] = field.zone + owner if owner < field.owners else NONE
                if field.declared.order == "stack" and owner < field.owners:
                    base = field.base + owner * field.stride
                    s[base] += 1
                    s[base + s[base]] = piece

        return lay
    _, base, _ = token_slots(values, starts)
    varieties = layout.size_of(kind.variety) if kind.variety is not None else 1

    def pour(s: Slots) -> None:
        for variety in range(varieties):
            if scratch is not None:
                s[scratch] = variety
            amount = kind.supply[variety] if len(kind.supply) > 1 else kind.supply[0]
            if amount is not None:
                s[base(s) + (variety if field.capacity > 1 else 0)] += amount

    return pour
