"""A fault that comes from a position which does not say everything: it names what is not said, not the rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.position_documents.document_placement import fields_said
from reguli.ir.program import Program
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_statements import BoundStatement
from reguli.model.bound_tree.read_write_sets import fields_read
from reguli.model.bound_tree.tree_traversal import all_procedures, statement_terms, statements_of
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.position_files import PositionDecl
from reguli.source.diagnostic import Diagnostic
from reguli.source.message_arguments import Said
from reguli.source.span import Span


def fault_of_position(program: Program, position: PositionDecl, fault: RulesFault, at: Span) -> Diagnostic:
    """Give the finding of a fault that came while playing on from a position, at a place of its document.

    E516 where the rule that failed asks for something the position does not say; else the fault itself. The rule is told
    beside it.
    """
    found = fault_diagnostic(program, fault)
    related = () if found.span is None else ((found.span, Said("part.rule", name=fault.rule)),)
    fields = _unsaid(program, position, _named(program.ruleset, fault.rule))
    if not fields or position.initial:
        return Diagnostic(found.code, at, found.args, related)
    return Diagnostic("E516", at, (("fields", fields), ("rule", fault.rule), ("fault", fault.code)), related)


def _named(ruleset: Ruleset, rule: str) -> Iterator[BoundStatement]:
    """Give the statement of a rule, or the one it stands in."""
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if statement.rule == rule or rule.startswith(f"{statement.rule}/"):
                yield statement


def unsaid_in_phase(program: Program, position: PositionDecl, phase: str) -> str:
    """Give what a phase asks for that the position does not say, as one text; empty where it says everything."""
    bound = next(one for one in program.ruleset.phases if one.id == phase)
    return _unsaid(program, position, statements_of(bound.body))


def _unsaid(program: Program, position: PositionDecl, statements: Iterable[BoundStatement]) -> str:
    """Give the tracked fields that statements ask for, in conditions, amounts and domains, through defines, and nobody says."""
    terms = [term for statement in statements for term in statement_terms(statement)]
    missing = fields_read(program.ruleset, *terms) - fields_said(program, position.state)
    return ", ".join(name.removeprefix("game.") for name in sorted(missing))
