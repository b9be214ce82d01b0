"""Who may see what is tracked: all, its owner, the others, nobody, as the ruleset and its options say."""

from __future__ import annotations

from reguli.ir.layout import FieldSlots
from reguli.ir.program import Program
from reguli.ruleset.documents import Visibility

ALL = "all"


def sees(program: Program, field: FieldSlots, owner: int, player: int | None) -> bool:
    """Tell whether a player (``None``: a spectator) may see a state field of one owner."""
    who = _who(program, field.declared.visible)
    if who == ALL:
        return True
    own = owner == player
    return (
        field.declared.owner == "player"
        and player is not None
        and (own if who == "owner" else who == "others" and not own)
    )


def _who(program: Program, visible: Visibility) -> str:
    """Give who sees a value under the options played by: ``who`` while its switch is on, else ``otherwise``."""
    if visible.option is None or program.ruleset.options.get(visible.option):
        return visible.who
    return visible.otherwise or ALL


def sees_zone(program: Program, zone: int, player: int | None) -> bool:
    """Tell whether a player may see what lies in a zone, by its number; nowhere is seen by all."""
    if zone < 0:
        return True
    name, owner = program.layout.zone_fields[zone]
    return sees(program, program.layout.fields[name], owner, player)
