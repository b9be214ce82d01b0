"""What a player does not see changes nothing for him: hidden things are exchanged, and his view, his moves and every reason must stay.

Exchanged is what he cannot tell apart: pieces that lie where he does not see them, values that he does not see, of those who have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.gameplay.refusal_reasons import why
from reguli.engine.notation import element_text, move_text, place_text
from reguli.engine.observation.player_views import cards_known, sees, sees_zone, view
from reguli.ir.executable_program import Playable
from reguli.ir.program import Program, Slots
from reguli.ir.rng import Stream, below
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import EPOCH, FieldSlots
from reguli.model.resolved_ruleset import Hidden, Ruleset
from reguli.model.types import ElementType, NumberType, Type
from reguli.source.frozen_values import Kept, kept

TRIED: Final = 3
"""Moves of each option that are tried, allowed or not."""
HIGHEST: Final = 60
"""Numbers are tried up to here."""
Item = TypeVar("Item")


@kept
class Leak(Kept):
    """What gives hidden things away: the rule, and what it is that changes with them."""

    rule: str
    what: str
    by: str
    """Who learns it."""


def hides(ruleset: Ruleset) -> bool:
    """Tell whether anything is hidden at all."""
    return any(state.visible.who != "all" for state in ruleset.state.values())


def leaks(played: Playthrough, lot: Stream) -> Iterator[Leak]:
    """Exchange what the one who decides cannot see, and give what is then another view, another list of moves, another reason."""
    assert played.decision is not None
    viewer = played.actor
    other = exchanged(played, viewer, lot)
    if other.slots == played.slots:
        return
    by, asked = element_text(played.program, "player", viewer, ids=True), played.decision.ask.rule
    try:
        moves = list(_tried(played, lot))
        if view(other, viewer) != view(played, viewer):
            yield Leak(asked, "view", by)
        if _listed(other) != _listed(played):
            yield Leak(asked, "moves", by)
            return
        for move, option in moves:
            if why(other, move) != why(played, move):
                yield Leak(option, move_text(played.program, played.decision, move), by)
    except RulesFault:
        # Hidden values that are exchanged need not be a position that rules can lead to.
        return


def _listed(played: Playthrough) -> list[object]:
    return [(family.choice.option.name, family.arguments, family.span) for family in played.families()]


def exchanged(played: Playthrough, viewer: int, lot: Stream) -> Playthrough:
    """Give the position with everything exchanged that the viewer cannot tell apart."""
    other = played.branch()
    program, slots = other.program, other.slots
    # What is written past the rules is not what is remembered of the position.
    slots[EPOCH] = 0
    for kind in program.layout.places:
        _mix_pieces(played, slots, kind, viewer, lot)
    for field in program.layout.fields.values():
        if field.zone < 0 or program.ruleset.kinds[field.declared.of or ""].form == "tokens":
            _mix_values(program, slots, field, viewer, lot)
    return other


def _mix_pieces(played: Playthrough, slots: Slots, kind: str, viewer: int, lot: Stream) -> None:
    program = played.program
    first, last = program.layout.places[kind], len(program.ruleset.kinds[kind].elements)
    stacks = [
        (field, owner)
        for field in program.layout.fields.values()
        if field.declared.order == "stack" and field.declared.of == kind
        for owner in range(field.places)
    ]
    known = {card for field, owner in stacks for card in cards_known(played, field, owner, viewer)}
    unseen = [
        piece
        for piece in range(last)
        if piece not in known and not sees_zone(program, slots, slots[first + piece], viewer)
    ]
    stands_for = dict(zip(unseen, _mixed(unseen, lot), strict=True))
    before = list(slots)
    for piece, other in stands_for.items():
        slots[first + other] = before[first + piece]
    for field, owner in stacks:
        base = field.base + owner * field.stride
        for at in range(base + 1, base + 1 + slots[base]):
            slots[at] = stands_for.get(slots[at], slots[at])


def _mix_values(program: Playable, slots: Slots, field: FieldSlots, viewer: int, lot: Stream) -> None:
    unseen = [owner for owner in range(field.places) if not sees(program, slots, field, owner, viewer)]
    stretches = [slots[field.base + owner * field.stride :][: field.stride] for owner in unseen]
    for owner, stretch in zip(unseen, _mixed(stretches, lot), strict=True):
        at = field.base + owner * field.stride
        slots[at : at + field.stride] = stretch


def _mixed(items: Sequence[Item], lot: Stream) -> list[Item]:
    found = list(items)
    for at in range(len(found) - 1, 0, -1):
        other = below(lot, at + 1)
        found[at], found[other] = found[other], found[at]
    return found


def _tried(played: Playthrough, lot: Stream) -> Iterator[tuple[Move, str]]:
    """Give moves that one might try, of each option some, with the rule of the option."""
    assert played.decision is not None
    for choice in played.decision.choices:
        types = [parameter.variable.type for parameter in choice.option.parameters]
        for _ in range(TRIED if types else 1):
            move = Move(choice.option.name, tuple(_number(played.program, one, lot) for one in types))
            yield move, choice.option.rule


def _number(program: Program, found: Type, lot: Stream) -> int:
    if isinstance(found, ElementType):
        return below(lot, program.layout.size_of(found.kind))
    return below(lot, HIGHEST) if isinstance(found, NumberType) else below(lot, 2)


def seen(played: Playthrough) -> Iterator[tuple[Hidden, str, str]]:
    """Give what is claimed to be hidden and is seen: the claim, the place, and who sees it."""
    program = played.program
    for claim in program.ruleset.hidden:
        field = program.layout.fields[claim.field]
        for place in range(field.places):
            own = field.owner_of(place) if field.declared.owner == "player" and claim.who == "others" else None
            for seat in range(program.players):
                if seat != own and sees(program, played.slots, field, place, seat):
                    name = place_text(program, field.name, place, ids=True)
                    yield claim, name, element_text(program, "player", seat, ids=True)
