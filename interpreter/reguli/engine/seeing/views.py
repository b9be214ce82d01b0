"""What one player may see of a position: zones and values by who may see them, hidden piles as their counts."""

from __future__ import annotations

from reguli.engine.notation import Plain, element_text
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.contents import position_plain, zone_pieces
from reguli.engine.seeing.seen_cards import cards_known
from reguli.engine.seeing.visibility import sees
from reguli.ir.layout import FieldSlots

HIDDEN = "hidden"
SEEN = "known"


def view(playthrough: Playthrough, player: int | None) -> dict[str, Plain]:
    """Give what a player (``None``: a spectator) sees.

    The shape is that of ``position_plain``, with ``{"hidden": true}`` for a value that is not seen, and
    ``{"hidden": true, "count": n}`` for a zone of pieces, whose number everybody may count. Where somebody saw cards go on
    a stack or under it, and they were not shuffled since, ``known`` lists the stack from top to bottom, ``None`` for each card
    that is not known: ``{"hidden": true, "count": 3, "known": ["ace", null, "king"]}``. Only what this playthrough's journal
    tells the viewer counts: of a stack that was set up from a document nothing is known. ``decision`` says who must decide
    what; ``None`` when it is over.
    """
    program = playthrough.program

    def hidden(field: FieldSlots, owner: int) -> Plain:
        return None if sees(program, field, owner, player) else _hidden(playthrough, field, owner, player)

    shown = position_plain(program, playthrough.slots, playthrough.names, hidden)
    return {"player": player, "decision": _decision(playthrough), "position": shown}


def _hidden(playthrough: Playthrough, field: FieldSlots, owner: int, player: int | None) -> Plain:
    program = playthrough.program
    of = field.declared.of or ""
    if field.declared.form != "zone" or program.ruleset.kinds[of].form != "pieces":
        return {HIDDEN: True}
    hidden: dict[str, Plain] = {HIDDEN: True, "count": len(zone_pieces(program, playthrough.slots, field, owner))}
    if field.declared.order == "stack":
        cards = cards_known(playthrough, field, owner, player)
        if any(card is not None for card in cards):
            hidden[SEEN] = [None if card is None else element_text(program, of, card, ids=True) for card in cards]
    return hidden


def _decision(playthrough: Playthrough) -> Plain:
    decision = playthrough.decision
    if decision is None:
        return None
    by = element_text(playthrough.program, "player", playthrough.actor, playthrough.names)
    options: list[Plain] = [choice.option.name for choice in decision.choices]
    return {
        "name": decision.ask.name,
        "by": by,
        "seat": playthrough.actor,
        "phase": playthrough.phase,
        "options": options,
        "secret": decision.ask.secretly,
    }
