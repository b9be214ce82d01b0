"""Version stamps for change tracking: one for each field, and one for the places of each kind of pieces.

A stamp is a scratch slot. Whenever a statement may have changed what it stands for, it gets a number that was never given before.
So two positions with the same stamps agree in what these stand for, however they came about: by play, by copies, by taking back.
The value of a define is computed once for its arguments and the stamps of all that it reads; facts such as the round are few and
stand in slots of their own, so they are compared themselves.

What is not written by a statement of a program (a position that is laid out, slots read from a save) has no stamps: the slot ``EPOCH`` is
0 there, and whoever begins to ask gives all of them a new number (``Values.remember``).
"""

from __future__ import annotations

from collections.abc import Iterable

from reguli.ir import program as st
from reguli.ir.state_layout import FACTS, Layout, field_or_variable_name
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import define_expressions, fields_read, fields_written, reachable_terms
from reguli.model.resolved_ruleset import Ruleset

KNOWN_AT_LOAD = "player_count"


def field_version_counters(layout: Layout, fields: Iterable[str]) -> tuple[int, ...]:
    """Return the slots of the fields' version counters, in ascending order."""
    return tuple(sorted({layout.stamps[name] for name in fields}))


def statement_write_counters(ruleset: Ruleset, layout: Layout, statement: b.BoundStatement) -> tuple[int, ...]:
    """Return the stamps that a bound statement itself may change."""
    return field_version_counters(layout, fields_written(ruleset, statement))


def block_write_counters(ruleset: Ruleset, layout: Layout, statement: st.Statement) -> tuple[int, ...]:
    """Return the stamps that a block statement itself may change; nested bodies stamp separately."""
    match statement:
        case st.Do(bound):
            return statement_write_counters(ruleset, layout, bound)
        case st.Set(slot) | st.Add(slot):
            return _in_slots(layout, slot, slot + 1)
        case st.Fill(first, last):
            return _in_slots(layout, first, last)
        case st.Deal(target=target):
            return field_version_counters(layout, [field_or_variable_name(target)])
        case (
            st.Run() | st.ZeroFrames() | st.Store() | st.Pick() | st.PickGroup() | st.Pop() | st.Record() | st.Arrive() | st.Hold()
            | st.LetGo() | st.Enough() | st.NoCase()
        ):  # fmt: skip
            return ()


def _in_slots(layout: Layout, first: int, last: int) -> tuple[int, ...]:
    """Return the stamps of the fields that lie between two slots."""
    fields = layout.fields.values()
    return field_version_counters(
        layout, (one.name for one in fields if one.base < last and first < one.base + one.stride * one.places)
    )


def define_read_counters(ruleset: Ruleset, layout: Layout, define: str) -> tuple[int, ...] | None:
    """Return the slots a define's value depends on besides its arguments (stamps and facts); ``None`` if it reads an earlier position."""
    return term_read_counters(ruleset, layout, *define_expressions(ruleset.defines[define]))


def term_read_counters(ruleset: Ruleset, layout: Layout, *parts: t.Term) -> tuple[int, ...] | None:
    """Return the slots that terms depend on besides their variables, likewise."""
    inner = list(reachable_terms(ruleset, parts))
    if any(isinstance(term, t.Earlier) for term in inner):
        return None
    facts = {FACTS.index(term.name) for term in inner if isinstance(term, t.Fact) and term.name != KNOWN_AT_LOAD}
    return (*sorted(facts), *field_version_counters(layout, fields_read(ruleset, *parts)))
