"""What the journal is told: the values of an entry, worked out only where a journal is kept."""

from __future__ import annotations

from reguli.compile.codegen.function_builder import ZERO
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.ir.state_layout import FieldSlots


def change(note: int, field: FieldSlots | None, slot: n.Code, value: n.Code) -> n.Entry:
    """Give the entry that a place, by its first slot, or a name of a rule is given a value: whose it is and at which keys, then the value."""
    if field is None or not field.several:
        return n.Entry(note, (value,))
    place = divided(f.minus(slot, n.Num(field.base)), field.stride)
    if not field.keys:
        return n.Entry(note, (place, value))
    whose = () if field.declared.owner == "game" else (divided(place, field.each),)
    keys: list[n.Code] = []
    for key in reversed(field.keys):
        keys.append(f.plus(remainder(place, key.size), n.Num(key.low)))
        place = divided(place, key.size)
    return n.Entry(note, (*whose, *reversed(keys), value))


def divided(number: n.Code, by: int) -> n.Code:
    """Divide a number that is not below 0 by a known one."""
    if isinstance(number, n.Num):
        return n.Num(number.value // by)
    return number if by == 1 else n.Op("div", number, n.Num(by))


def remainder(number: n.Code, by: int) -> n.Code:
    """Give what is left of such a division."""
    if isinstance(number, n.Num):
        return n.Num(number.value % by)
    return ZERO if by == 1 else n.Op("mod", number, n.Num(by))
