"""Loops whose bodies wait for somebody."""

from __future__ import annotations

from reguli.ir import block_operations as st
from reguli.ir.lowering.block_builder import Drafts
from reguli.ir.program import Fork, Jump
from reguli.ir.state_layout import SUBSETS_LIMIT
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Builtin, Compare, Constant, Local, Part, Term, Variable
from reguli.model.types import PLAIN, TRUTH, GroupsType


def lower_each(lowering: Drafts, statement: b.Each) -> None:
    """Lower a loop over a domain: its order is taken at entry, ``where`` is asked on arrival."""
    if isinstance(statement.domain.type, GroupsType) and statement.domain.type.parted:
        _lower_parts(lowering, statement)
        return
    if isinstance(statement.domain, Builtin) and isinstance(statement.domain.type, GroupsType):
        _lower_groups(lowering, statement, statement.domain.arguments[0])
        return
    first = lowering.layout.logical
    order = lowering.layout.frame_variable(_list_variable(lowering, statement.domain))
    index = lowering.layout.take(1)
    slot = lowering.layout.frame_variable(statement.variable).slot
    lowering.write(st.Store(order, statement.domain), statement.rule)
    lowering.write(st.Set(index, st.Number(0)), statement.rule)
    _go_through(lowering, statement, st.Below(st.Slot(index), st.Slot(order.slot)), st.Pick(slot, order, index), first)


def _lower_groups(lowering: Drafts, statement: b.Each, whole: Term) -> None:
    """Lower a loop over the subsets of a set: the position keeps the set and the number of the subset under way."""
    first = lowering.layout.logical
    base = lowering.layout.frame_variable(_list_variable(lowering, whole))
    index = lowering.layout.take(1)
    group = lowering.layout.frame_variable(statement.variable)
    lowering.write(st.Store(base, whole, SUBSETS_LIMIT), statement.rule)
    lowering.write(st.Set(index, st.Number(0)), statement.rule)
    _go_through(
        lowering, statement, st.Below(st.Slot(index), st.Power(base.slot)), st.PickGroup(group, base, index), first
    )


def _lower_parts(lowering: Drafts, statement: b.Each) -> None:
    """Lower a loop over groups of which no two share an element: the position keeps all of them and the number of the one under way."""
    first, domain, span = lowering.layout.logical, statement.domain, statement.span
    whole, number = _list_variable(lowering, domain), Variable("", PLAIN, lowering.new_key())
    lowering.layout.frame_variable(whole)
    at = lowering.layout.frame_variable(number).slot
    lowering.layout.frame_variable(statement.variable)
    groups, which = Local(whole.type, whole, span=span), Local(PLAIN, number, span=span)
    group = Part(statement.variable.type, groups, which, span=span)
    more = Compare(TRUTH, "<", which, Builtin(PLAIN, "count", (groups,), span=span), span=span)
    lowering.write(st.Do(b.Give(span, statement.rule, whole, domain)), statement.rule)
    lowering.write(st.Set(at, st.Number(0)), statement.rule)
    head, done = lowering.on(), lowering.fork(st.Ask(more))
    lowering.write(st.Add(at, 1), statement.rule)
    lowering.write(st.Do(b.Give(span, statement.rule, statement.variable, group)), statement.rule)
    if statement.where is not None:
        inside = lowering.new_block()
        lowering.end(Fork(st.Ask(statement.where), inside, head), inside)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _go_through(lowering: Drafts, statement: b.Each, more: st.Test, pick: st.Statement, first: int) -> None:
    """Write the loop itself; everything laid out from ``first`` on is zeroed behind it."""
    head, done = lowering.on(), lowering.fork(more)
    lowering.write(pick, statement.rule)
    if statement.where is not None:
        inside = lowering.new_block()
        lowering.end(Fork(st.Ask(statement.where), inside, head), inside)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def lower_loop(lowering: Drafts, statement: b.Loop) -> None:
    """Lower a loop that goes on as long as a condition holds."""
    head, done = lowering.on(), lowering.fork(st.Ask(statement.condition))
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)


def lower_times(lowering: Drafts, statement: b.Times) -> None:
    """Lower a loop that goes round a number of times, counted at entry."""
    left, count = lowering.layout.take(1), statement.count
    at_least_none = Builtin(PLAIN, "max", (Constant(PLAIN, 0, span=count.span), count), span=count.span)
    lowering.write(st.Set(left, st.Ask(at_least_none)), statement.rule)
    head, done = lowering.on(), lowering.fork(st.Below(st.Number(0), st.Slot(left)))
    lowering.write(st.Add(left, -1), statement.rule)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)


def lower_around(lowering: Drafts, statement: b.Around) -> None:
    """Lower a way round a ring: who fits is asked live, a full circle with nobody ends it."""
    first = lowering.layout.logical
    ring = lowering.layout.frame_variable(_list_variable(lowering, statement.ring))
    index = lowering.layout.take(1)
    slot = lowering.layout.frame_variable(statement.variable).slot
    lowering.write(st.Store(ring, statement.ring), statement.rule)
    lowering.write(st.Set(index, st.Number(0)), statement.rule)
    advance = st.Advance(slot, index, ring, statement.where)
    head, body, done = lowering.on(), lowering.new_block(), lowering.new_block()
    if statement.until is not None:
        going = lowering.new_block()
        lowering.end(Fork(st.Ask(statement.until), done, going), going)
    lowering.end(Fork(advance, body, done), body)
    lowering.exits[statement.rule] = done, len(lowering.held)
    lowering.scoped(statement.body)
    del lowering.exits[statement.rule]
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _list_variable(lowering: Drafts, domain: Term) -> Variable:
    return Variable("", domain.type, lowering.new_key())
