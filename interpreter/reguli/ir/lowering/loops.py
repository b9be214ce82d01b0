"""Loops whose bodies wait for somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reguli.ir.faults import RulesFault
from reguli.ir.lowering.renewing import lower_turn
from reguli.ir.program import Effect, Fork, Journal, Jump, Slots
from reguli.ir.walking.builtins import SUBSETS_LIMIT, subsets_of
from reguli.ir.walking.places import members, write_members
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Builtin, Term, Variable
from reguli.model.types import GroupsType

if TYPE_CHECKING:
    from reguli.ir.lowering.procedures import Lowering


def lower_each(lowering: Lowering, statement: b.Each) -> None:
    """Lower a loop over a domain: its order is taken at entry, ``where`` is asked on arrival."""
    if isinstance(statement.domain, Builtin) and isinstance(statement.domain.type, GroupsType):
        _lower_groups(lowering, statement, statement.domain.arguments[0])
        return
    first = lowering.layout.logical
    order = lowering.layout.frame_variable(_list_variable(lowering, statement.domain))
    index = lowering.layout.take(1)
    slot = lowering.layout.frame_variable(statement.variable).slot
    domain, capacity = lowering.values.items(statement.domain), order.capacity

    def take_order(s: Slots, j: Journal) -> None:
        write_members(s, order.slot, tuple(domain(s)), capacity)
        s[index] = 0

    def arrive(s: Slots, j: Journal) -> None:
        s[slot] = s[order.slot + 1 + s[index]]
        s[index] += 1

    lowering.effect(take_order, statement.rule)
    _go_through(lowering, statement, lambda s: s[index] < s[order.slot], arrive, first)


def _lower_groups(lowering: Lowering, statement: b.Each, whole: Term) -> None:
    """Lower a loop over the subsets of a set: the position keeps the set and the number of the subset under way."""
    first = lowering.layout.logical
    base = lowering.layout.frame_variable(_list_variable(lowering, whole))
    index = lowering.layout.take(1)
    group = lowering.layout.frame_variable(statement.variable)
    members_of = lowering.values.items(whole)

    def take_set(s: Slots, j: Journal) -> None:
        found = members_of(s)
        if len(found) > SUBSETS_LIMIT:
            raise RulesFault("E304", count=len(found), limit=SUBSETS_LIMIT)
        write_members(s, base.slot, tuple(found), base.capacity)
        s[index] = 0

    def arrive(s: Slots, j: Journal) -> None:
        write_members(s, group.slot, subsets_of(members(s, base.slot))[s[index]], group.capacity)
        s[index] += 1

    lowering.effect(take_set, statement.rule)
    _go_through(lowering, statement, lambda s: s[index] < 1 << s[base.slot], arrive, first)


def _go_through(
    lowering: Lowering, statement: b.Each, more: Callable[[Slots], bool], arrive: Effect, first: int
) -> None:
    """Write the loop itself; everything laid out from ``first`` on is zeroed behind it."""
    head, body, done = lowering.new_block(), lowering.new_block(), lowering.new_block()
    lowering.end(Jump(head), head)
    lowering.end(Fork(more, body, done), body)
    lowering.effect(arrive, statement.rule)
    if statement.where is not None:
        inside = lowering.new_block()
        lowering.end(Fork(lowering.values.closure(statement.where), inside, head), inside)
    lower_turn(lowering, statement)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def lower_loop(lowering: Lowering, statement: b.Loop) -> None:
    """Lower a loop that goes on as long as a condition holds."""
    head, body, done = lowering.new_block(), lowering.new_block(), lowering.new_block()
    lowering.end(Jump(head), head)
    lowering.end(Fork(lowering.values.closure(statement.condition), body, done), body)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)


def lower_times(lowering: Lowering, statement: b.Times) -> None:
    """Lower a loop that goes round a number of times, counted at entry."""
    left = lowering.layout.take(1)
    count = lowering.values.number(statement.count)

    def start(s: Slots, j: Journal) -> None:
        s[left] = max(0, count(s))

    def pass_one(s: Slots, j: Journal) -> None:
        s[left] -= 1

    lowering.effect(start, statement.rule)
    head, body, done = lowering.new_block(), lowering.new_block(), lowering.new_block()
    lowering.end(Jump(head), head)
    lowering.end(Fork(lambda s: s[left] > 0, body, done), body)
    lowering.effect(pass_one, statement.rule)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)


def lower_around(lowering: Lowering, statement: b.Around) -> None:
    """Lower a way round the table: who is among is asked live, a full circle with nobody ends it."""
    first = lowering.layout.logical
    slot = lowering.layout.frame_variable(statement.variable).slot
    begun = lowering.layout.take(1)
    start, among = lowering.values.element(statement.start, "in turn"), lowering.values.items(statement.among)
    players, step = lowering.layout.players, 1 if statement.clockwise else -1
    inclusive = statement.inclusive

    def place(s: Slots, j: Journal) -> None:
        s[slot], s[begun] = start(s), 0 if inclusive else 1

    def advance(s: Slots) -> bool:
        seats = set(among(s))
        for k in range(s[begun], players + s[begun]):
            seat = (s[slot] + step * k) % players
            if seat in seats:
                s[slot], s[begun] = seat, 1
                return True
        return False

    lowering.effect(place, statement.rule)
    head, body, done = lowering.new_block(), lowering.new_block(), lowering.new_block()
    lowering.end(Jump(head), head)
    if statement.until is not None:
        going = lowering.new_block()
        lowering.end(Fork(lowering.values.closure(statement.until), done, going), going)
    lowering.end(Fork(advance, body, done), body)
    lower_turn(lowering, statement)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _list_variable(lowering: Lowering, domain: Term) -> Variable:
    return Variable("", domain.type, lowering.agenda.new_key())
