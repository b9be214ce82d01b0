"""Executable programs: the interpreter builds closures here; ``compile`` generates code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from reguli.ir.interpreter.block_interpreter import Blocks, Walk
from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.interpreter.builtin_functions import write_list_members
from reguli.ir.interpreter.chance_interpreter import WalkedCasting
from reguli.ir.interpreter.expression_interpreter import Probe, Values
from reguli.ir.interpreter.statement_interpreter import Effects, WalkedChoice
from reguli.ir.lowering.block_builder import deferred_procedures
from reguli.ir.lowering.control_flow_lowering import lower_turn_exits
from reguli.ir.lowering.event_queue import Settling
from reguli.ir.lowering.procedure_lowering import Lowering
from reguli.ir.lowering.round_exits import lower_nested_round_exits, open_round_end
from reguli.ir.lowering.round_lowering import Rounds
from reguli.ir.lowering.rule_locations import rule_source_locations
from reguli.ir.program import Journal, Program, Slots
from reguli.ir.program_interface import (
    Asking,
    Casting,
    Closure,
    Earlier,
    Going,
    Made,
    MadeChoice,
    Performing,
    Searching,
)
from reguli.ir.rng import Constants
from reguli.ir.state_layout import FACTS, NONE, Layout, initial_value, lay_out_state
from reguli.ir.symmetry_classes import find_symmetry_classes
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.bound_terms import Earlier as WasBefore
from reguli.model.bound_tree.bound_terms import Term, Tracked
from reguli.model.bound_tree.tree_traversal import all_statements, all_terms
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.source.frozen_values import frozen_class


@frozen_class
class Playable(Program):
    """A program with the functions that run it; the mappings create each function on first access."""

    go: Going
    """Runs blocks."""
    castings: Mapping[int, Casting]
    """What a point of chance asks, by its block."""
    actors: Mapping[int, Closure]
    """Who decides, by the number of the decision."""
    choices: Mapping[int, MadeChoice]
    """By the first block of the option."""
    effects: Mapping[str, Performing]
    """Procedures that never suspend."""
    ranking: Mapping[int, Callable[[Slots, int], int]]
    """By the number of a criterion: what a player has of it."""
    audiences: Mapping[str, Callable[[Slots, int], tuple[int, ...]]]
    """By state field: the players who see it, of the element it belongs to."""
    invariants: Mapping[int, Closure]
    """By number: whether what must always hold does."""
    asking: Callable[[Ruleset], Asking]
    """Begins to make closures of terms beside the rules, in the way those of the rules are made; the ruleset may have more defines."""
    distances: Distances
    """What is known of ways over the board, by all who ask."""
    earlier: Earlier
    """The position when the move began, where something asks for it."""
    remember: Callable[[Slots], None]
    """Begin to remember values in a position that stands still, or whose changes are stamped."""
    forget: Callable[[Slots], None]
    """What runs begins to change a position: nothing is remembered, unless its changes are stamped."""
    twin: Callable[[], Playable] | None = None
    """The interpreter of the same program, for those who know only the code of a fault; ``None`` of the interpreter itself."""
    searching: Callable[[], Searching] | None = None
    """The search for ways out in generated code; ``None`` of the interpreter, which searches by itself."""
    constants: Constants = field(default_factory=Constants)
    """Of names of sites and candidates: what chance is made from."""
    behind_set_up: dict[int, Slots] = field(default_factory=dict)
    """By seed: the slots as the set-up of the rules leaves them, made on first use: it takes as long as many a move."""
    asked: dict[object, Any] = field(default_factory=dict)
    """What people asked of positions, as it was read, and made: the same is asked of one example after the other."""
    begun: dict[object, Any] = field(default_factory=dict)
    """Playthroughs as the set-up leaves them, up to the first decision, by what chance is given and how the players are called."""


def make_executable(program: Program, probe: Probe | None = None) -> Playable:
    """Make a program executable by the interpreter, with closures filtered by a probe; the program is unchanged.

    It leaves a closure for each node: slow and plain, the twin that generated code is compared with.
    """
    ruleset, layout, distances = program.ruleset, program.layout, Distances()
    values = Values(ruleset, layout, distances, probe=probe)
    values.earlier.asked = reads_earlier_position(ruleset)
    effects = Effects(values, program)
    blocks = Blocks(program, values, effects)
    choices = {choice.entry: (at, choice) for one in program.decisions for at, choice in enumerate(one.choices)}
    return Playable(
        **{name: getattr(program, name) for name in Program.__match_args__},
        go=Walk(program, blocks).go,
        castings=Made(lambda block: WalkedCasting(program, program.blocks[block].end, values)),
        actors=Made(lambda number: values.element(program.decisions[number].ask.actor, "decide")),
        choices=Made(lambda entry: WalkedChoice(*choices[entry], effects)),
        effects=Made(lambda name: _performing(effects, name)),
        ranking=Made(
            lambda number: _over(
                layout, values.closure(ruleset.ranking[number].by), ruleset.ranking[number].variable.key
            )
        ),
        audiences=Made(lambda name: _audience(values, name)),
        invariants=Made(lambda number: values.closure(ruleset.invariants[number].condition)),
        asking=lambda more: Aside(program, probe, more, distances, values.earlier),
        distances=distances,
        earlier=values.earlier,
        remember=values.remember,
        forget=values.forget,
    )


def reads_earlier_position(ruleset: Ruleset) -> bool:
    """Return whether any invariant reads the position from when the move began; nothing else can."""
    return any(isinstance(term, WasBefore) for one in ruleset.invariants for term in all_terms(one.condition))


class Aside:
    """A closure factory for terms outside a program, with its own scratch slots."""

    def __init__(
        self,
        program: Program,
        probe: Probe | None,
        ruleset: Ruleset,
        distances: Distances,
        earlier: Earlier,
    ) -> None:
        """Start empty."""
        self._program, self._layout = program, program.layout.aside()
        self._values = Values(ruleset, self._layout, distances, earlier, probe)

    def closure(self, term: Term) -> Closure:
        """Make a closure of a term."""
        return self._values.closure(term)

    @property
    def room(self) -> int:
        """Return how many scratch slots these closures need."""
        return self._layout.scratch - self._program.layout.scratch


def _performing(effects: Effects, name: str) -> Performing:
    places, (_, run) = effects.program.entries[name].parameters, effects.procedure(name)

    def perform(s: Slots, j: Journal, arguments: Sequence[Any]) -> None:
        for place, value in zip(places, arguments, strict=True):
            if place.capacity:
                write_list_members(s, place.slot, value, place.capacity)
            else:
                s[place.slot] = value
        run(s, j)

    return perform


def _over(layout: Layout, closure: Closure, key: int) -> Callable[[Slots, int], Any]:
    """Make a closure with one variable bound."""
    slot = layout.storage[key].slot

    def found(s: Slots, named: int) -> Any:
        s[slot] = named
        return closure(s)

    return found


def _audience(values: Values, name: str) -> Callable[[Slots, int], tuple[int, ...]]:
    owner, audience = values.ruleset.audiences[name]
    closure = values.closure(audience)
    return (lambda s, _: closure(s)) if owner is None else _over(values.layout, closure, owner.key)


# -- From a resolved ruleset to a program, and the position a playthrough begins with --------------------------------


PHASE, COMING, AT_TURN, PC, STAGE = (FACTS.index(name) for name in ("phase", "coming_stage", "at_turn", "pc", "stage"))


def build_program(ruleset: Ruleset, players: int) -> Program:
    """Lower a ruleset for a number of players; deterministic for the same ruleset."""
    layout = lay_out_state(ruleset, players)
    frames = layout.logical
    lowering = Lowering(ruleset, layout)
    if any(isinstance(one, Leave) and one.what == "round" for one in all_statements(ruleset)):
        lowering.round_end = open_round_end(lowering)
    settling = Settling(lowering)
    main = lowering.at
    rounds = Rounds(lowering)
    later = deferred_procedures(ruleset)
    settling.reserve(later)
    settling.lower(later)
    lowering.at = main
    rounds.lower()
    lowering.finish_frames()
    for procedure in ruleset.procedures.values():
        lowering.reach(procedure)
    lowering.finish_frames()
    lower_turn_exits(lowering)
    lower_nested_round_exits(lowering, rounds.first_round)
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
        alike=find_symmetry_classes(ruleset, layout),
        rules=rule_source_locations(ruleset),
    )


def _with_copies(ruleset: Ruleset, copies: Collection[int]) -> Ruleset:
    """Return the ruleset with the variable copies that may be absent registered."""
    absent = ruleset.absent
    return replace(ruleset, absent=replace(absent, variables=(*absent.variables, *copies))) if copies else ruleset


def _first(layout: Layout, main: int, width: int) -> Slots:
    """Return the slots before set-up: pieces where their kind starts, stored values at their start."""
    ruleset, slots = layout.ruleset, [0] * width
    values = Values(ruleset, layout, Distances())
    slots[PHASE] = slots[COMING] = slots[AT_TURN] = NONE
    slots[STAGE] = 0 if ruleset.stages else NONE
    slots[PC] = main
    for name, stored in layout.fields.items():
        form = stored.declared.form
        if form not in ("number", "flag", "element"):
            continue
        start = ruleset.starts.get(name)
        value = NONE if form == "element" else max(0, stored.declared.low)
        for place in range(stored.places):
            if start is not None:
                value = values.closure(initial_value(stored, start, place))(slots)
            slots[stored.base + place * stored.stride] = value
    for kind in ruleset.kinds.values():
        if kind.starts is not None:
            _start(values, kind, slots)
    return slots


def _start(values: Values, kind: Kind, s: Slots) -> None:
    """Put all pieces of a kind at their start; those that start with an absent player are nowhere."""
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
