"""Positions as plain values by id: one field, or a whole position.

Shapes: a number, a truth, an element's id or ``None``; a list of ids for lists, sets and zones of pieces (a stack from
top to bottom, cards whose order a shuffle forgot as a list inside the list); a number for tokens of one variety, else
``{variety: number}`` without the varieties that lack. A bank without limit holds ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.engine.notation import Plain, element_text, key_texts
from reguli.ir.interpreter.builtin_functions import read_flag_set, read_list_members
from reguli.ir.interpreter.collection_closures import stack_parts
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import EDGES, FACTS, NONE, FieldSlots

Hidden = Callable[[FieldSlots, int], Plain | None]
"""Gives what stands in the place of a value of one owner that is not to be seen; ``None`` for one that is."""


def element_as_plain(program: Program, kind: str, index: int, names: Sequence[str] = ()) -> Plain:
    """Return the id of an element (a player by name), ``None`` for none."""
    return None if index < 0 else element_text(program, kind, index, names, ids=True)


def elements_as_plain(program: Program, kind: str, items: Sequence[int], names: Sequence[str] = ()) -> list[Plain]:
    """Return the ids of elements in order."""
    return [element_as_plain(program, kind, item, names) for item in items]


def field_as_plain(
    program: Program, slots: Slots, name: str, names: Sequence[str] = (), hidden: Hidden | None = None
) -> Plain:
    """Return a state field (``game.deck``, ``player.money``): its value, or ``{owner: value}`` when elements have it.

    What has keys is a group by key in the place of the value: ``{owner: {key: {key: value}}}``.
    """
    field = program.layout.fields[name]
    kind = field.declared.owner
    found: dict[str, Plain] = {}
    for place in range(field.places):
        mask = None if hidden is None else hidden(field, place)
        value = place_as_plain(program, slots, field, place, names) if mask is None else mask
        owner = () if kind == "game" else (element_text(program, kind, field.owner_of(place), names, ids=True),)
        path = (*owner, *key_texts(program, field, place, names))
        if not path:
            return value
        group = found
        for step in path[:-1]:
            inner = group.setdefault(step, {})
            assert isinstance(inner, dict)
            group = inner
        group[path[-1]] = value
    return found


def place_as_plain(program: Program, slots: Slots, field: FieldSlots, owner: int, names: Sequence[str] = ()) -> Plain:
    """Return a state field of one owner (0 for the game)."""
    base = field.base + owner * field.stride
    declared = field.declared
    of = declared.of or ""
    match declared.form:
        case "number":
            return slots[base]
        case "flag":
            return bool(slots[base])
        case "element":
            return element_as_plain(program, of, slots[base], names)
        case "list":
            return elements_as_plain(program, of, read_list_members(slots, base), names)
        case "set":
            return elements_as_plain(program, of, read_flag_set(slots, base, field.capacity), names)
        case "bundle":
            return _tokens(program, slots, field, base, names)
        case "zone":
            if program.ruleset.kinds[of].form == "tokens":
                return _tokens(program, slots, field, base, names)
            return _pieces(program, slots, field, owner, names)


def _tokens(program: Program, slots: Slots, field: FieldSlots, base: int, names: Sequence[str]) -> Plain:
    if field.infinite:
        return None
    variety = program.ruleset.kinds[field.declared.of or ""].variety
    if variety is None:
        return slots[base]
    amounts = slots[base : base + field.capacity]
    return {element_text(program, variety, i, names, ids=True): n for i, n in enumerate(amounts) if n}


def _pieces(program: Program, slots: Slots, field: FieldSlots, owner: int, names: Sequence[str]) -> Plain:
    kind = field.declared.of or ""
    if field.declared.order != "stack":
        return elements_as_plain(program, kind, zone_pieces(program, slots, field, owner), names)
    shown: list[Plain] = []
    for run, mixed in stack_segments(slots, field, owner):
        cards = elements_as_plain(program, kind, run, names)
        shown += [sorted(cards, key=str)] if mixed and len(cards) > 1 else cards
    return shown


def zone_pieces(program: Program, slots: Slots, field: FieldSlots, owner: int) -> list[int]:
    """Return the pieces in a zone, in the order of their kind."""
    first = program.layout.places[field.declared.of or ""]
    last = first + len(program.ruleset.kinds[field.declared.of or ""].elements)
    return [i for i, place in enumerate(slots[first:last]) if place == field.zone + owner]


def stack_segments(slots: Slots, field: FieldSlots, owner: int) -> list[tuple[list[int], bool]]:
    """Return the cards of a stack from top to bottom, in runs, each with whether it is shuffled."""
    parts = stack_parts(slots, field.base + owner * field.stride, field.capacity)
    return [(cards[::-1], mixed) for cards, mixed in reversed(parts)]


def engine_facts_as_plain(program: Program, slots: Slots, names: Sequence[str] = ()) -> dict[str, Plain]:
    """Return the engine facts: round, phase, part of the phase, player at turn, stage, coming stage, whether it is over."""

    def fact(name: str) -> int:
        return slots[FACTS.index(name)]

    phase = element_as_plain(program, "phase", fact("phase"))
    turn = {} if fact("at_turn") == NONE else {"at_turn": element_as_plain(program, "player", fact("at_turn"), names)}
    return {
        "player_count": program.players,
        "round": fact("round"),
        "phase": phase,
        "part": None if phase is None else EDGES[fact("edge")],
        **turn,
        "stage": element_as_plain(program, "stage", fact("stage")),
        "coming_stage": element_as_plain(program, "stage", fact("coming_stage")),
        "over": bool(fact("over")),
    }


def position_as_plain(
    program: Program, slots: Slots, names: Sequence[str] = (), hidden: Hidden | None = None
) -> dict[str, Plain]:
    """Return the whole position: ``{"facts": …, "game": {field: value}, kind: {field: {element: value}}, …}``."""
    found: dict[str, Plain] = {"facts": engine_facts_as_plain(program, slots, names)}
    for name, field in program.layout.fields.items():
        group = found.setdefault(field.declared.owner, {})
        assert isinstance(group, dict)
        group[field.declared.id] = field_as_plain(program, slots, name, names, hidden)
    return found
