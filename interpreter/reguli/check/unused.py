"""What is declared and never used, and flags that are only set or only read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reguli.check.calls import begun, calls_of
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.references import readings
from reguli.model.tree.walk import all_statements, all_terms
from reguli.source.diagnostic import Bag
from reguli.source.said import Said


def _every_term(ruleset: Ruleset) -> Iterator[t.Term]:
    starts = (kind.starts for kind in ruleset.kinds.values() if kind.starts is not None)
    for outer in (*starts, *(term for reading in readings(ruleset) for term in reading.terms)):
        yield from all_terms(outer)


def everything_is_used(ruleset: Ruleset, bag: Bag) -> None:
    """Find defines, tables and procedures no rule uses, and constants neither used nor cited."""
    terms = list(_every_term(ruleset))
    origins = {term.origin for term in terms if isinstance(term, t.Constant)}
    tables = {term.table for term in terms if isinstance(term, t.Cell)}
    defines = {term.define for term in terms if isinstance(term, t.Apply)}
    for define in ruleset.written_defines:
        if define.id not in defines and not define.node.cites:
            bag.add("C104", define.node.span, what=Said("thing.define"), name=define.id)
    for table in ruleset.own_tables:
        if table.id not in tables and not table.declared.source.cites:
            bag.add("C104", table.declared.span, what=Said("thing.table"), name=table.id)
    for constant in ruleset.constants.values():
        if constant.id not in origins and not constant.source.cites:
            bag.add("C104", constant.span, what=Said("thing.constant"), name=constant.id)
    _procedures_are_used(ruleset, bag)


def _procedures_are_used(ruleset: Ruleset, bag: Bag) -> None:
    calls = calls_of(ruleset)
    reached = calls.reach(name for name in begun(ruleset) if name in calls.callees)
    for name, procedure in ruleset.procedures.items():
        if name not in reached and procedure.node is not None:
            bag.add("C104", procedure.node.span, what=Said("thing.procedure"), name=name)


def flags_are_read_and_set(ruleset: Ruleset, bag: Bag) -> None:
    """Find flags that no rule reads, and flags that no rule sets and that do not start set."""
    seen = Counter(term.field for term in _every_term(ruleset) if isinstance(term, t.Tracked))
    written: Counter[str] = Counter()
    for statement in all_statements(ruleset):
        if isinstance(statement, b.Write) and isinstance(statement.place, t.Tracked):
            written[statement.place.field] += 1
    for name, declared in ruleset.state.items():
        if declared.form != "flag":
            continue
        if not written[name] and name not in ruleset.starts:
            bag.add("C105", declared.span, name=name)
        elif seen[name] <= written[name]:
            bag.add("C106", declared.span, name=name)
