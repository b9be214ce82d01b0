"""What a ruleset declares and does not use: options that change nothing, numbers and zones that are only written, or only read."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import fields_written
from reguli.model.bound_tree.tree_traversal import all_statements, all_terms
from reguli.model.bound_tree.value_references import readings
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import OptionDecl
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.static_findings import told


def options_without_effect(subject: Subject) -> Iterator[Found]:
    """Find options that no rule, table, board or number hangs on."""
    ruleset = subject.ruleset
    asked = {
        one.origin
        for reading in readings(ruleset)
        for outer in reading.terms
        for one in all_terms(outer)
        if isinstance(one, t.Constant)
    }
    seen = {declared.visible.option for declared in ruleset.state.values()}
    keys = {key.name for table in ruleset.tables.values() for key in table.declared.keys}
    for option in ruleset.documents.game.options:
        if option.id not in asked | seen | keys and not _lays(option):
            yield told("V136", option.span, f"option:{option.id}", "", name=option.id)


def _lays(option: OptionDecl) -> bool:
    """Tell whether the values of an option lay boards or set numbers, and not all the same."""
    return len({(one.boards, one.constants) for one in option.values}) > 1


def state_without_use(subject: Subject) -> Iterator[Found]:
    """Find numbers and elements that rules change and none reads, and such that rules read and none changes."""
    ruleset = subject.ruleset
    written = {name for one in all_statements(ruleset) for name in fields_written(ruleset, one)}
    read = _read(ruleset)
    for name, declared in ruleset.state.items():
        if declared.form not in ("number", "element", "list", "set"):
            continue
        if name in written and name not in read:
            yield told("V137", declared.span, f"state:{name}", "", name=declared.id)
        elif name in read and name not in written:
            yield told("V138", declared.span, f"state:{name}", "", name=declared.id)


def _read(ruleset: Ruleset) -> set[str]:
    """Give the fields that are read somewhere: to add to one is no reading."""
    places = {id(one.place) for one in all_statements(ruleset) if isinstance(one, b.Write | b.Enlist | b.Order)}
    found: set[str] = set()
    for reading in readings(ruleset):
        for outer in reading.terms:
            for term in all_terms(outer):
                if isinstance(term, t.Tracked) and id(term) not in places:
                    found.add(term.field)
                elif isinstance(term, t.Lies):
                    found.update(term.zones)
    return found
