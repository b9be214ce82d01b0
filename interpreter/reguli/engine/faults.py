"""A fault of the rules as a finding with its place."""

from __future__ import annotations

from reguli.ir.faults import RulesFault
from reguli.ir.program import Program
from reguli.source.diagnostic import Diagnostic
from reguli.source.span import Span


def fault_diagnostic(program: Program, fault: RulesFault) -> Diagnostic:
    """Give the finding (E3xx) of a fault, at the rule that made it; at the game as a whole when no rule is known."""
    return Diagnostic(fault.code, fault_span(program, fault), tuple(fault.values.items()))


def fault_span(program: Program, fault: RulesFault) -> Span:
    """Give the place of the rule that made a fault."""
    return place_of_rule(program, fault.rule)


def place_of_rule(program: Program, rule: str) -> Span:
    """Give the place of a rule: its own, or that of the nearest rule around it by name; of the game when there is none."""
    while rule:
        place = program.rules.get(rule)
        if place is not None:
            return place.span
        rule = rule.rpartition("/")[0]
    return program.ruleset.documents.game.span
