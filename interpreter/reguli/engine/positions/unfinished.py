"""A fault that comes from a position which does not say everything: it names what is not said, not the rule."""

from __future__ import annotations

from reguli.engine.faults import fault_diagnostic
from reguli.engine.positions.put_all import fields_said
from reguli.ir.faults import RulesFault
from reguli.ir.program import Program
from reguli.model.ruleset import Ruleset
from reguli.model.tree.reads import fields_read
from reguli.model.tree.terms import Term
from reguli.model.tree.walk import all_procedures, statement_terms, statements_of
from reguli.ruleset.declared.positions import PositionDecl
from reguli.source.diagnostic import Diagnostic
from reguli.source.said import Said
from reguli.source.span import Span


def fault_of_position(program: Program, position: PositionDecl, fault: RulesFault, at: Span) -> Diagnostic:
    """Give the finding of a fault that came while playing on from a position, at a place of its document.

    E516 where the rule that failed asks for something the position does not say; else the fault itself. The rule is told
    beside it.
    """
    found = fault_diagnostic(program, fault)
    related = () if found.span is None else ((found.span, Said("part.rule", name=fault.rule)),)
    said = fields_said(program, position.state)
    missing = [name for name in sorted(_fields_of(program.ruleset, fault.rule)) if name not in said]
    if not missing or position.initial:
        return Diagnostic(found.code, at, found.args, related)
    fields = ", ".join(name.removeprefix("game.") for name in missing)
    return Diagnostic("E516", at, (("fields", fields), ("rule", fault.rule), ("fault", fault.code)), related)


def _fields_of(ruleset: Ruleset, rule: str) -> frozenset[str]:
    """Give what a rule asks for that is tracked: its conditions, amounts and domains, through defines."""
    terms: list[Term] = []
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if statement.rule == rule or rule.startswith(f"{statement.rule}/"):
                terms += statement_terms(statement)
    return fields_read(ruleset, *terms)


def unsaid_in_phase(program: Program, position: PositionDecl, phase: str) -> str:
    """Give what a phase asks for that the position does not say, as one text; empty where it says everything."""
    bound = next(one for one in program.ruleset.phases if one.id == phase)
    terms = [term for statement in statements_of(bound.body) for term in statement_terms(statement)]
    said = fields_said(program, position.state)
    missing = [name for name in sorted(fields_read(program.ruleset, *terms)) if name not in said]
    return ", ".join(name.removeprefix("game.") for name in missing)
