"""What one player may see of a position: zones and values by who may see them, hidden piles as their counts."""

from __future__ import annotations

from reguli.engine.places_text import facts_plain, place_plain, zone_pieces
from reguli.engine.playthrough import Playthrough
from reguli.engine.speech import Plain, element_text
from reguli.ir.layout import FieldSlots
from reguli.ir.program import Program
from reguli.ruleset.documents import Visibility

HIDDEN = "hidden"


def sees(program: Program, field: FieldSlots, owner: int, player: int | None) -> bool:
    """Tell whether a player (``None``: a spectator) may see a state field of one owner."""
    who = _who(program, field.declared.visible)
    if who == "all":
        return True
    return who == "owner" and field.declared.owner == "player" and owner == player


def _who(program: Program, visible: Visibility) -> str:
    """Give who sees a value under the options played by: ``who`` while its switch is on, else ``otherwise``."""
    if visible.option is None or program.ruleset.options.get(visible.option):
        return visible.who
    return visible.otherwise or "all"


def sees_zone(program: Program, zone: int, player: int | None) -> bool:
    """Tell whether a player may see what lies in a zone, by its number; nowhere is seen by all."""
    if zone < 0:
        return True
    name, owner = program.layout.zone_fields[zone]
    return sees(program, program.layout.fields[name], owner, player)


def view(playthrough: Playthrough, player: int | None) -> dict[str, Plain]:
    """Give what a player (``None``: a spectator) sees.

    The shape is that of ``position_plain``, with ``{"hidden": true}`` for a value that is not seen, and
    ``{"hidden": true, "count": n}`` for a zone of pieces, whose number everybody may count. ``decision`` says who must
    decide what; ``None`` when it is over.
    """
    program, slots, names = playthrough.program, playthrough.slots, playthrough.names
    found: dict[str, Plain] = {"player": player, "decision": _decision(playthrough)}
    shown: dict[str, Plain] = {"facts": facts_plain(program, slots)}
    for field in program.layout.fields.values():
        kind = field.declared.owner
        group = shown.setdefault(kind, {})
        assert isinstance(group, dict)
        values = [
            place_plain(program, slots, field, owner, names)
            if sees(program, field, owner, player)
            else _hidden(playthrough, field, owner)
            for owner in range(field.owners)
        ]
        group[field.declared.id] = (
            values[0]
            if kind == "game"
            else {element_text(program, kind, i, names, ids=True): value for i, value in enumerate(values)}
        )
    found["position"] = shown
    return found


def _hidden(playthrough: Playthrough, field: FieldSlots, owner: int) -> Plain:
    program = playthrough.program
    of = field.declared.of or ""
    if field.declared.form == "zone" and program.ruleset.kinds[of].form == "pieces":
        return {HIDDEN: True, "count": len(zone_pieces(program, playthrough.slots, field, owner))}
    return {HIDDEN: True}


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
