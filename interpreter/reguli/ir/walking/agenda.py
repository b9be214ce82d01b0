"""The agenda: what is put off or announced stands there until it is done, first come first served."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.ir.closures import Closure, Effect
from reguli.ir.faults import RulesFault
from reguli.ir.program import Agenda, Journal, Program, Slots
from reguli.model.tree import bound as b


def put_off(program: Program, statement: b.Perform | b.Announce, values: Sequence[Closure]) -> Effect:
    """Make the effect that puts a procedure, or every rule of an event, on the agenda with the values of its arguments."""
    agenda = program.agenda
    if isinstance(statement, b.Announce):
        rules = program.ruleset.events.get(statement.event, ())
    else:
        rules = (program.ruleset.procedures[statement.procedure],)
    numbers = [agenda.targets.index(procedure.id) for procedure in rules]
    note, base, width, room = program.note_of[statement.rule], agenda.base, agenda.width, agenda.room

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
