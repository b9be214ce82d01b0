"""Fewer copies and stamps: which changes of statements affect other reads.

A loop goes through what it stands for as it lies, and a copy is made only where its body may change that. Stamps of what has changed wait until somebody
asks what may be remembered. Both need to know beforehand what statements write, through the procedures that they run.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_terms,
    changed_variables,
    child_terms,
    fields_read,
    fields_written,
    immediately_called_procedures,
    nested_statements,
    variables_read,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ZoneType

REMEMBERING = (t.Apply, t.Contents, t.PieceCondition)
"""Terms that may give what was remembered; a zone of pieces by its name may too."""


def may_be_memoised(term: t.Term) -> bool:
    """Return whether a term may return a cached value."""
    return any(
        isinstance(inner, REMEMBERING) or (isinstance(inner, t.Tracked) and isinstance(inner.type, ZoneType))
        for inner in all_terms(term)
    )


def statement_reads(statement: b.BoundStatement) -> Iterator[t.Term]:
    """Yield the terms that a statement reads; for places it changes, only the terms that select them."""
    match statement:
        case b.Write(place=place, value=value):
            yield value
            yield from _of_place(place)
        case b.Transfer(amount=amount, source=source, target=target):
            if amount is not None:
                yield amount
            yield from (*_of_place(source), *_of_place(target))
        case b.Mix(zone=zone):
            yield from _of_place(zone)
        case b.Enlist(item=item, place=place):
            yield from (item, *_of_place(place))
        case b.Relocate(pieces=pieces, source=source, target=target):
            yield from (pieces, *(() if source is None else _of_place(source)), *_of_place(target))
        case b.Order() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            yield from child_terms(statement)


def _of_place(place: t.Term) -> tuple[t.Term, ...]:
    inner = place.zone if isinstance(place, t.Contents) else place
    if isinstance(inner, t.Variety):
        return (inner.variety, *_of_place(inner.zone))
    return child_terms(inner)


def may_exit_procedure(body: b.Body) -> bool:
    """Return whether statements may exit their enclosing procedure."""
    return any(isinstance(statement, b.Leave) for statement in nested_statements(body))


def may_modify_loop_domain(making: CodegenContext, statement: b.Each) -> bool:
    """Return whether the body of a loop may change its domain."""
    body, domain = list(reachable_statements(making.ruleset, statement.body)), statement.domain
    named = variables_read(domain)
    if any(variable.key in named for one in body for variable in changed_variables(one)):
        return True
    written = {name for one in body for name in fields_written(making.ruleset, one)}
    return bool(written) and not written.isdisjoint(fields_read(making.ruleset, domain))


def reachable_statements(ruleset: Ruleset, body: b.Body) -> Iterator[b.BoundStatement]:
    """Yield all statements that run with a body, including those of procedures it calls immediately."""
    seen: set[str] = set()
    waiting = [body]
    while waiting:
        for statement in nested_statements(waiting.pop()):
            yield statement
            for procedure in immediately_called_procedures(ruleset, statement):
                if procedure.rule not in seen:
                    seen.add(procedure.rule)
                    waiting.append(procedure.body)
