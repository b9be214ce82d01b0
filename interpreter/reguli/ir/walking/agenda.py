"""The agenda: what is put off or announced stands there until it is done, first come first served."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reguli.ir.closures import Effect
from reguli.ir.faults import RulesFault
from reguli.ir.program import Agenda, Journal, Slots
from reguli.model.tree import bound as b

if TYPE_CHECKING:
    from reguli.ir.walking.effects import Effects


def put_off(effects: Effects, statement: b.Perform | b.Announce) -> Effect:
    """Make the effect that puts a procedure, or every rule of an event, on the agenda."""
    program, agenda = effects.program, effects.program.agenda
    if isinstance(statement, b.Announce):
        rules = program.ruleset.events.get(statement.event, ())
    else:
        rules = (program.ruleset.procedures[statement.procedure],)
    numbers = [agenda.targets.index(procedure.id) for procedure in rules]
    values = [effects.values.closure(argument) for argument in statement.arguments]
    note, base, width, room = effects.note(statement), agenda.base, agenda.width, agenda.room

    def put(s: Slots, j: Journal) -> None:
        found = [value(s) for value in values]
        j.append((note, *found))
        for number in numbers:
            waiting = s[base]
            if waiting >= room:
                raise RulesFault("E312", room=room)
            at = base + 1 + waiting * width
            s[at : at + 1 + len(found)] = [number, *found]
            s[base] = waiting + 1

    return put


def popping(agenda: Agenda, slots: tuple[int, ...]) -> Effect:
    """Make the effect that takes the first entry off into some slots."""
    base, width = agenda.base, agenda.width

    def pop(s: Slots, j: Journal) -> None:
        waiting = s[base]
        for k, slot in enumerate(slots):
            s[slot] = s[base + 1 + k]
        rest = s[base + 1 + width : base + 1 + waiting * width]
        s[base + 1 : base + 1 + waiting * width] = [*rest, *([0] * width)]
        s[base] = waiting - 1

    return pop
