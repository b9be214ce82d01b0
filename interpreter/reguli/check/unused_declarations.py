"""What is declared and never used, and what is tracked that rules only change or only read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reguli.check.call_graph import begun, calls_of
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import all_within, field_of, fields_written
from reguli.model.bound_tree.tree_traversal import all_statements, all_terms
from reguli.model.bound_tree.value_references import readings
from reguli.model.resolved_ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.ruleset.variant_layers import file_prefixes, lies_in
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.span import Span


def _every_term(ruleset: Ruleset) -> Iterator[tuple[str, t.Term]]:
    """Yield every term with the rule that it stands in."""
    starts = (("", kind.starts) for kind in ruleset.kinds.values() if kind.starts is not None)
    for rule, outer in (*starts, *((one.rule, term) for one in readings(ruleset) for term in one.terms)):
        yield from ((rule, term) for term in all_terms(outer))


def everything_is_used(ruleset: Ruleset, bag: Bag) -> None:
    """Find defines, tables, constants and procedures that no rule uses, and what is tracked that rules only change or only read.

    A citation is no use: what cites a statement and is used by nothing would carry a sentence that nothing plays by. Only what a variant has
    from its base and leaves idle may cite, since another variant may use it.
    """
    rules: tuple[BoundDefine | BoundProcedure, ...] = (*ruleset.defines.values(), *ruleset.procedures.values())
    used = {*ruleset.documents.sizes, *(one.deep for one in rules)}
    seen: Counter[str] = Counter()
    for rule, term in _every_term(ruleset):
        match term:
            case t.Constant(_, _, str(name)) | t.Cell(_, name):
                used.add(name)
            case t.Apply(_, name) if name != rule:
                used.add(name)
            case t.Tracked(_, name):
                seen[name] += 1
            case _:
                pass
    for define in ruleset.written_defines:
        if define.id not in used and not (define.node.cites and _is_inherited(define.node.span, ruleset)):
            bag.add("C104", define.node.span, what=Said("thing.define"), name=define.id)
    for table in ruleset.own_tables:
        if table.id not in used and not (table.declared.source.cites and _is_inherited(table.declared.span, ruleset)):
            bag.add("C104", table.declared.span, what=Said("thing.table"), name=table.id)
    for constant in ruleset.constants.values():
        if constant.id not in used and not (constant.source.cites and _is_inherited(constant.span, ruleset)):
            bag.add("C104", constant.span, what=Said("thing.constant"), name=constant.id)
    _procedures_are_used(ruleset, bag)
    _state_is_read_and_changed(ruleset, seen, bag)


def _is_inherited(span: Span, ruleset: Ruleset) -> bool:
    """Return whether a place is none of the outermost variant, if there is one."""
    newest = file_prefixes(ruleset.documents, 1)
    return bool(newest) and not lies_in(span, newest)


def _procedures_are_used(ruleset: Ruleset, bag: Bag) -> None:
    calls = calls_of(ruleset)
    reached = calls.reach(name for name in begun(ruleset) if name in calls.callees)
    for name, procedure in ruleset.procedures.items():
        if name not in reached and procedure.node is not None:
            bag.add("C104", procedure.node.span, what=Said("thing.procedure"), name=name)


def _state_is_read_and_changed(ruleset: Ruleset, seen: Counter[str], bag: Bag) -> None:
    """Find flags that no rule reads, and what rules read and none changes; ``seen`` counts where each field is named."""
    written: Counter[str] = Counter()
    filled = {field_of(kind.starts) for kind in ruleset.kinds.values() if kind.starts is not None}
    for statement in all_statements(ruleset):
        written.update(fields_written(ruleset, statement))
    for name, declared in ruleset.state.items():
        start = ruleset.starts.get(name)
        if declared.form == "flag":
            if not written[name] and start is None:
                bag.add("C105", declared.span, name=name)
            elif seen[name] <= written[name]:
                bag.add("C106", declared.span, name=name)
        # A start value that is the same for all tells players apart as little as none.
        elif (seen[name] and not written[name] and name not in filled) and (
            start is None or (isinstance(start, t.Constant) and name in _ranked_by(ruleset))
        ):
            bag.add("C142", declared.span, name=name)


def _ranked_by(ruleset: Ruleset) -> set[str]:
    terms = all_within(ruleset, [criterion.by for criterion in ruleset.ranking])
    return {term.field for term in terms if isinstance(term, t.Tracked)}
