"""From a resolved ruleset to a program, and the position a playthrough begins with."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from reguli.ir.initial_values import start_at
from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.lowering.event_queue import Settling
from reguli.ir.lowering.procedure_lowering import Lowering
from reguli.ir.lowering.round_exits import lower_ends_of_rounds, open_round_end
from reguli.ir.lowering.round_lowering import Rounds
from reguli.ir.lowering.rule_locations import rule_places
from reguli.ir.lowering.suspension_analysis import put_off
from reguli.ir.lowering.turn_lowering import lower_ends_of_turns
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import FACTS, NONE, Layout, lay_out
from reguli.ir.symmetry_classes import find_alike
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.bound_terms import Tracked
from reguli.model.bound_tree.tree_traversal import all_statements
from reguli.model.resolved_ruleset import Kind, Ruleset

PHASE, COMING, AT_TURN, PC, STAGE = (FACTS.index(name) for name in ("phase", "coming_stage", "at_turn", "pc", "stage"))


def make_program(ruleset: Ruleset, players: int) -> Program:
    """Lower a ruleset for a number of players; the same ruleset always gives the same program."""
    layout = lay_out(ruleset, players)
    frames = layout.logical
    lowering = Lowering(ruleset, layout)
    if any(isinstance(one, Leave) and one.what == "round" for one in all_statements(ruleset)):
        lowering.round_end = open_round_end(lowering)
    settling = Settling(lowering)
    main = lowering.at
    rounds = Rounds(lowering)
    later = put_off(ruleset)
    settling.reserve(later)
    settling.lower(later)
    lowering.at = main
    rounds.lower()
    lowering.finish_frames()
    for procedure in ruleset.procedures.values():
        lowering.reach(procedure)
    lowering.finish_frames()
    lower_ends_of_turns(lowering)
    lower_ends_of_rounds(lowering, rounds.first_round)
    settling.lower_end_of_game()
    for key in (*range(1, ruleset.variables + 1), *lowering.own_keys):
        layout.bind(key)
    saved = layout.logical + len(layout.counters)
    width = saved + layout.scratch
    return Program(
        ruleset=_with_copies(ruleset, lowering.absent_copies),
        players=players,
        layout=layout,
        blocks=lowering.made(),
        notes=tuple(lowering.notes.all),
        note_of=lowering.notes.of,
        agenda=settling.agenda,
        decisions=tuple(lowering.decisions),
        entries=lowering.entries(),
        phase_entries=rounds.phase_entries,
        phase_exits=rounds.phase_exits,
        first_round=rounds.first_round,
        main=main,
        halt=lowering.halt,
        frames=frames,
        logical=layout.logical,
        saved=saved,
        width=width,
        first=tuple(_first(layout, main, width)),
        twins=lowering.made_twins(),
        alike=find_alike(ruleset, layout),
        rules=rule_places(ruleset),
    )


def _with_copies(ruleset: Ruleset, copies: Collection[int]) -> Ruleset:
    """Return a ruleset that knows which variables made by lowering may be absent."""
    absent = ruleset.absent
    return replace(ruleset, absent=replace(absent, variables=(*absent.variables, *copies))) if copies else ruleset


def _first(layout: Layout, main: int, width: int) -> Slots:
    """Give the slots before set-up: every piece where its kind starts, every field at its start value."""
    ruleset, slots = layout.ruleset, [0] * width
    values = Values(ruleset, layout, Distances())
    slots[PHASE] = slots[COMING] = slots[AT_TURN] = NONE
    slots[STAGE] = 0 if ruleset.stages else NONE
    slots[PC] = main
    for name, field in layout.fields.items():
        form = field.declared.form
        if form not in ("number", "flag", "element"):
            continue
        start = ruleset.starts.get(name)
        value = NONE if form == "element" else max(0, field.declared.low)
        for place in range(field.places):
            if start is not None:
                value = values.closure(start_at(field, start, place))(slots)
            slots[field.base + place * field.stride] = value
    for kind in ruleset.kinds.values():
        if kind.starts is not None:
            _start(values, kind, slots)
    return slots


def _start(values: Values, kind: Kind, s: Slots) -> None:
    """Put every piece of a kind where it starts; one that starts with a player who is not at the table lies nowhere."""
    layout, starts = values.layout, kind.starts
    assert isinstance(starts, Tracked)
    scratch = None if kind.starts_variable is None else values.bind(kind.starts_variable)
    field, number = values.zone_number(starts)
    if kind.form == "pieces":
        first = layout.places[kind.id]
        for piece in range(len(kind.elements)):
            if scratch is not None:
                s[scratch] = piece
            owner = number(s) - field.zone
            s[first + piece] = field.zone + owner if owner < field.places else NONE
            if field.declared.order == "stack" and owner < field.places:
                base = field.base + owner * field.stride
                s[base] += 1
                s[base + s[base]] = piece
        return
    _, slot, _ = values.token_slots(starts)
    for variety in range(layout.size_of(kind.variety) if kind.variety is not None else 1):
        if scratch is not None:
            s[scratch] = variety
        amount = kind.supply[variety] if len(kind.supply) > 1 else kind.supply[0]
        if amount is not None:
            s[slot(s) + (variety if field.capacity > 1 else 0)] += amount
