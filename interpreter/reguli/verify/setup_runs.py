"""One run of the set-up for each number of players, from the box to the first decision, by the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from reguli.check.call_graph import build_call_graph, settle_point_procedures
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.program import Program
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_terms import Constant, Term
from reguli.model.bound_tree.tree_traversal import nested_statements, reachable_terms, statement_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.option_settings import choice_text
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.working_copy import checkpoint


def interpreted_setup(ruleset: Ruleset, players: int) -> Playable:
    """Return the program as executed by the interpreter."""
    return make_executable(build_program(ruleset, players))


def run_set_ups(
    ruleset: Ruleset,
    bag: Bag,
    players: Iterable[int] | None = None,
    make: Callable[[Ruleset, int], Playable] = interpreted_setup,
) -> None:
    """Run the set-up for some player counts, or for all allowed ones; a fault reports the settings under which it occurred."""
    low, high = ruleset.players
    for count in range(low, high + 1) if players is None else players:
        checkpoint()
        program = make(ruleset, count)
        try:
            start_playthrough(program)
        except RulesFault as fault:
            bag.extend([fault_with_setting(program, fault)])


def fault_with_setting(program: Program, fault: RulesFault) -> Diagnostic:
    """Return the finding of a fault, with the number of players and the options under which it occurred."""
    found = fault_diagnostic(program, fault)
    said = ", ".join(f"{name}={choice_text(value)}" for name, value in program.ruleset.options.items())
    table = Said("here.with_players", players=program.players)
    if said:
        table = Said("here.with_options", players=program.players, options=said)
    related = (program.ruleset.documents.game.span, table)
    return Diagnostic(found.code, found.span, found.args, (*found.related, related))


def setup_options(ruleset: Ruleset) -> frozenset[str]:
    """Return the options that the set-up rules read, including triggered and deferred rules."""
    calls = build_call_graph(ruleset)
    begun = {ruleset.setup.id} if ruleset.setup is not None else set()
    terms: list[Term] = [trigger.condition for trigger in ruleset.triggers]
    for name in calls.reach(begun | settle_point_procedures(ruleset)):
        for statement in nested_statements(calls.procedures[name].body):
            terms += statement_terms(statement)
    asked = (term.origin for term in reachable_terms(ruleset, terms) if isinstance(term, Constant))
    return frozenset(origin for origin in asked if isinstance(origin, str) and origin in ruleset.options)
