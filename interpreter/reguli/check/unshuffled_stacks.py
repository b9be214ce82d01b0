"""Stacks that are drawn from and not shuffled: their pieces lie in the order of the data.

A stack that is filled from a heap lies in the order in which pieces are declared until it is shuffled; no example shows that.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.check.call_graph import calls_of
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import field_of, run_at_once
from reguli.model.bound_tree.tree_traversal import all_statements, inner_bodies, written_procedures
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.span import Span

InOrder = tuple[str, Span, str]
"""A stack in the order of the data: its field, and the place and rule that fills it."""


def hidden_stacks_are_shuffled(ruleset: Ruleset, bag: Bag) -> None:
    """Find stacks that nobody sees, that are drawn from and that no rule shuffles; what lies open may be sorted on purpose."""
    for name, span, _ in stacks_in_order(ruleset, secret=True):
        bag.add("C143", span, name=ruleset.state[name].id)


def stacks_in_order(ruleset: Ruleset, *, secret: bool) -> Iterator[InOrder]:
    """Yield the stacks that are filled and drawn from, and not shuffled between: those that are hidden and never shuffled, or the others."""
    ordered = {name: one for name, one in ruleset.state.items() if one.form == "zone" and one.order == "stack"}
    statements = tuple(all_statements(ruleset)) if ordered else ()
    mixed = {field_of(one.zone) for one in statements if isinstance(one, b.Mix)}
    drawn = {field_of(one.source) for one in statements if isinstance(one, b.TakeTop)}
    stacks = {
        name
        for name, one in ordered.items()
        if name in drawn and (one.visible.who == "nobody" and name not in mixed) is secret
    }
    if not stacks:
        return
    begin = {field_of(one.starts) for one in ruleset.kinds.values() if one.starts is not None and one.form == "pieces"}
    for name in sorted(stacks & begin - mixed):
        yield name, ruleset.state[name].span, f"state:{name}"
    called = frozenset().union(*calls_of(ruleset).callees.values())
    for procedure in written_procedures(ruleset):
        if procedure.id not in called:
            for name, statement in _followed(ruleset, procedure, stacks):
                yield name, statement.span, statement.rule


def _followed(ruleset: Ruleset, procedure: BoundProcedure, stacks: set[str]) -> Iterator[tuple[str, b.BoundStatement]]:
    """Go through what a procedure does, in order, what it runs at once included; give the stacks that are left in order, and what fills them."""
    lying: dict[str, b.BoundStatement] = {}
    for statement in _in_order(ruleset, procedure.body, set()):
        match statement:
            case b.Relocate(many=True, source=source, target=target) if field_of(target) in stacks and not _mixed(
                ruleset, source
            ):
                lying[field_of(target) or ""] = statement
            case b.Mix(zone=zone):
                lying.pop(field_of(zone) or "", None)
            case _:
                pass
    yield from lying.items()


def _mixed(ruleset: Ruleset, source: t.Term | None) -> bool:
    """Return whether what lies somewhere may lie in an order that was made: pieces of a stack go on as they lie."""
    name = field_of(source)
    return name is not None and ruleset.state[name].order == "stack"


def _in_order(ruleset: Ruleset, body: b.Body, running: set[str]) -> Iterator[b.BoundStatement]:
    for statement in body:
        yield statement
        for procedure in run_at_once(ruleset, statement):
            if procedure.id not in running:
                yield from _in_order(ruleset, procedure.body, running | {procedure.id})
        for inner in inner_bodies(statement):
            yield from _in_order(ruleset, inner, running)
