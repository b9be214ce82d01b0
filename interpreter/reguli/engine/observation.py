"""One player's view of a position: visible zones and values, hidden piles as counts.

A card of a hidden stack is known all the same to those who saw it go there, as long as its place can be told. The engine knows the place of every card that was put on a stack or under it and not shuffled since; that is no measure of
what players know. So the journal is asked: a card is known to those who saw it come, as long as everything that happened to
the stack since leaves its place to be counted. What may have gone in or out at a place that a viewer cannot tell ends what
that viewer knows of the whole stack.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Literal

from reguli.engine.gameplay.fault_replay import replay_in_interpreter
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Plain, element_text, typable_option_names
from reguli.engine.position_documents.position_values import Hidden, position_as_plain, stack_segments, zone_pieces
from reguli.engine.state_snapshots import copy_state
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.state_layout import FieldSlots
from reguli.model.analysis.information_flow import ALL, audience_of
from reguli.model.types import ElementType

HIDDEN = "hidden"
SEEN = "known"
SOME = "some"


def player_view(playthrough: GamePlaythrough, player: int | None) -> dict[str, Plain]:
    """Return a player's view (``None``: a spectator).

    The shape is that of ``position_as_plain``, with ``{"hidden": true}`` for a value that is not seen, and
    ``{"hidden": true, "count": n}`` for a zone of pieces, whose number everybody may count unless it is hidden too. Where somebody saw cards go on
    a stack or under it, and they were not shuffled since, ``known`` lists the stack from top to bottom, ``None`` for each card
    that is not known: ``{"hidden": true, "count": 3, "known": ["ace", null, "king"]}``. Only what this playthrough's journal
    tells the viewer counts: of a stack that was set up from a document nothing is known. ``decision`` says who must decide
    what; ``None`` when it is over.
    """
    hidden = hidden_values(playthrough, player)
    shown = position_as_plain(playthrough.program, playthrough.slots, playthrough.names, hidden)
    return {"player": player, "decision": _decision(playthrough), "position": shown}


def hidden_values(playthrough: GamePlaythrough, viewer: int | Literal["all"] | None) -> Hidden | None:
    """Return what replaces each value that a viewer may not see; None for a viewer who sees everything."""
    if viewer == "all":
        return None
    program, player = playthrough.program, viewer
    seen = cards_seen_entering(playthrough, player)

    def hidden(field: FieldSlots, owner: int) -> Plain:
        if may_see_field(program, playthrough.slots, field, owner, player):
            return None
        return _hidden(playthrough, field, owner, seen)

    return hidden


def _hidden(playthrough: GamePlaythrough, field: FieldSlots, owner: int, seen: Mapping[int, set[int]]) -> Plain:
    program = playthrough.program
    of = field.declared.of or ""
    if field.declared.form != "zone" or program.ruleset.kinds[of].form != "pieces" or hides_zone_count(field):
        return {HIDDEN: True}
    hidden: dict[str, Plain] = {HIDDEN: True, "count": len(zone_pieces(program, playthrough.slots, field, owner))}
    if field.declared.order == "stack":
        cards = stack_as_seen(playthrough, field, owner, seen)
        if any(card is not None for card in cards):
            hidden[SEEN] = [None if card is None else element_text(program, of, card, ids=True) for card in cards]
    return hidden


def _decision(playthrough: GamePlaythrough) -> Plain:
    decision = playthrough.decision
    if decision is None:
        return None
    by = element_text(playthrough.program, "player", playthrough.actor, playthrough.names)
    options: list[Plain] = [*typable_option_names(decision)]
    return {
        "name": decision.ask.name,
        "by": by,
        "seat": playthrough.actor,
        "phase": playthrough.phase,
        "options": options,
        "secret": decision.ask.secretly,
    }


def visible_stack_cards(
    playthrough: GamePlaythrough, field: FieldSlots, owner: int, player: int | None
) -> list[int | None]:
    """Return the cards of a stack from top to bottom, ``None`` for each that the player does not know."""
    return stack_as_seen(playthrough, field, owner, cards_seen_entering(playthrough, player))


def stack_as_seen(
    playthrough: GamePlaythrough, field: FieldSlots, owner: int, seen: Mapping[int, set[int]]
) -> list[int | None]:
    """Return the cards of a stack from top to bottom, ``None`` for each unknown; ``seen`` is what ``cards_seen_entering`` returns."""
    known = seen.get(field.zone + owner, set())
    runs = stack_segments(playthrough.slots, field, owner)
    return [None if mixed or card not in known else card for cards, mixed in runs for card in cards]


def cards_seen_entering(playthrough: GamePlaythrough, player: int | None) -> dict[int, set[int]]:
    """Return, by zone, the cards that a player saw enter it and that may still be in place."""
    program, slots = playthrough.program, playthrough.slots
    found: defaultdict[int, set[int]] = defaultdict(set)
    for number, *values in playthrough.journal:
        note = program.notes[number]
        if note.verb == "shuffle":
            found[values[0]].clear()
        elif note.verb in ("move", "draw") and isinstance(note.types[0], ElementType):
            card, source, target = values
            told = may_see_zone(program, slots, source, player) or may_see_zone(program, slots, target, player)
            for zone in {source, target}:
                seen, came, went = found[zone], target == zone, source == zone
                if (came and not told) or (went and note.verb == "move" and card not in seen):
                    seen.clear()
                if went:
                    seen.discard(card)
                if came and told:
                    seen.add(card)
    return found


def may_see_field(program: Playable, slots: Slots, field: FieldSlots, place: int, player: int | None) -> bool:
    """Return whether a player (``None``: a spectator) may see one place of a state field in the position."""
    who = audience_of(program.ruleset, field.declared.visible)
    if who == ALL:
        return True
    if player is None:
        return False
    if who == SOME:
        return player in place_viewers(program, slots, field, place)
    own = field.owner_of(place) == player
    return field.declared.owner == "player" and (own if who == "owner" else who == "others" and not own)


def hides_zone_count(field: FieldSlots) -> bool:
    """Return whether a zone's count is hidden from those who cannot see it."""
    return field.declared.count == "hidden"


def is_zone_count_hidden(program: Playable, slots: Slots, zone: int, player: int | None) -> bool:
    """Return whether even a zone's count, and any move in or out, is hidden from a player; zones are given by number."""
    if zone < 0:
        return False
    name, owner = program.layout.zone_fields[zone]
    field = program.layout.fields[name]
    return hides_zone_count(field) and not may_see_field(program, slots, field, owner, player)


def place_viewers(program: Playable, slots: Slots, field: FieldSlots, place: int) -> tuple[int, ...]:
    """Return the players who see a place of a field with an audience."""
    owner = field.owner_of(place)
    return replay_in_interpreter(program, lambda one: tuple(one.audiences[field.name](copy_state(slots), owner)))


def may_see_zone(program: Playable, slots: Slots, zone: int, player: int | None) -> bool:
    """Return whether a player may see the contents of the zone with this number. A negative number means 'nowhere', which everyone may see."""
    if zone < 0:
        return True
    name, owner = program.layout.zone_fields[zone]
    return may_see_field(program, slots, program.layout.fields[name], owner, player)
