"""Conversion of runtime faults to findings."""

from __future__ import annotations

from typing import Final

from reguli.ir.program import Program
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.tree_traversal import all_statements
from reguli.model.resolved_ruleset import Kind
from reguli.source.diagnostic import Diagnostic
from reguli.source.finding_catalogue import Said, Value
from reguli.source.source_excerpt import Span

MOST_ENDS: Final = 3
"""So many rules that would end a game are shown where one does not end."""


def fault_diagnostic(program: Program, fault: RulesFault) -> Diagnostic:
    """Return the finding (E3xx) of a fault, at the rule that raised it; without a known rule, at the game itself."""
    return Diagnostic(
        fault.code, fault_span(program, fault), tuple(_named(program, fault).items()), _related(program, fault)
    )


def _related(program: Program, fault: RulesFault) -> tuple[tuple[Span, Said], ...]:
    """Return a fault's related places: the table that was read, the rules that would end the game."""
    match fault.code:
        case "E302":
            declared = program.ruleset.tables[str(fault.values["table"])].declared
            return ((declared.span, Said("here.name_stands", name=declared.id)),)
        case "E320":
            ends = (one for one in all_statements(program.ruleset) if isinstance(one, Leave) and one.what == "game")
            places = dict.fromkeys(rule_location(program, one.rule) for one in ends)
            return tuple((place, Said("here.ends_game")) for place in places)[:MOST_ENDS]
        case _:
            return ()


def _named(program: Program, fault: RulesFault) -> dict[str, Value]:
    """Return a fault's values with element ids: running rules only know indices."""
    said, kinds = dict(fault.values), program.ruleset.kinds
    match fault.code:
        case "E302":
            names = program.ruleset.tables[str(said["table"])].key_names
            keys = zip(names, str(said["key"]).split(", "), strict=True)
            said["key"] = ", ".join(_element(kinds.get(name), int(number)) for name, number in keys)
        case "E310":
            kind = kinds[program.layout.fields[str(said["zone"])].declared.of or ""]
            which = int(str(said["what"]))
            said["what"] = kind.id if kind.variety is None or which < 0 else _element(kinds[kind.variety], which)
        case "E306":
            said["target"] = _element(kinds[str(said["kind"])], int(str(said["target"])))
        case _:
            pass
    return said


def _element(kind: Kind | None, number: int) -> str:
    return kind.elements[number] if kind is not None and 0 <= number < len(kind.elements) else str(number)


def fault_span(program: Program, fault: RulesFault) -> Span:
    """Return the place of a fault's rule."""
    return rule_location(program, fault.rule)


def rule_location(program: Program, rule: str) -> Span:
    """Return the place of a rule, or of its nearest enclosing rule by name; of the game if there is none."""
    while rule:
        place = program.rules.get(rule)
        if place is not None:
            return place.span
        rule = rule.rpartition("/")[0]
    return program.ruleset.documents.game.span
