"""Numbers that something waits for: reached with every number of players, and not passed over.

A threshold by number of players is held to what there is with that number: pieces, elements, room. A threshold that is waited for exactly is held to the steps in
which its number moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.compile.passes.interval_analysis import Interval
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import field_of
from reguli.model.bound_tree.tree_traversal import all_statements, all_terms, statements_of, written_procedures
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.message_arguments import Said
from reguli.source.span import Span
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.condition_flow import beside
from reguli.verify.static_analysis.ruleset_settings import settings_of
from reguli.verify.static_analysis.static_findings import text_at, told
from reguli.verify.static_analysis.value_bounds import NO, YES, Bounds


def thresholds_reached(subject: Subject) -> Iterator[Found]:
    """Find conditions on a table by number of players that are settled with some number and open with another."""
    answers: dict[tuple[str, Span], dict[int, set[Interval]]] = {}
    for setting in settings_of(subject):
        terms = [one for one in _waits(setting.ruleset) if _by_players(one[0])]
        for players in range(setting.players[0], setting.players[1] + 1) if terms else ():
            bounds = Bounds(setting.ruleset, players)
            for term, span, rule in terms:
                answers.setdefault((rule, span), {}).setdefault(players, set()).add(bounds.of(term))
    for (rule, span), found in answers.items():
        settled = {players: one for players, one in found.items() if one in ({YES}, {NO})}
        if len(settled) < len(found):
            for players, one in settled.items():
                said = Said("says.always") if one == {YES} else Said("says.never")
                text = text_at(subject, span)
                yield told("V125", span, rule, f"{players} {text}", players=players, text=text, answer=said)


def _waits(ruleset: Ruleset) -> Iterator[tuple[t.Term, Span, str]]:
    """Give the conditions by which something begins, and those by which the game or a round ends."""
    yield from ((term, span, rule) for term, span, rule, what in beside(ruleset) if what == "begins")
    for procedure in written_procedures(ruleset):
        for one in statements_of(procedure.body):
            if isinstance(one, b.Branch) and any(isinstance(inner, b.Leave) for inner in statements_of(one.then)):
                yield one.condition, one.condition.span, one.rule


def _by_players(term: t.Term) -> bool:
    """Tell whether a condition hangs on the number of players by tables alone."""
    inner = list(all_terms(term))
    cells = [one for one in inner if isinstance(one, t.Cell) and any(map(_is_count, one.keys))]
    return bool(cells) and sum(map(_is_count, inner)) == len(cells)


def _is_count(term: t.Term) -> bool:
    return isinstance(term, t.Fact) and term.name == "player_count"


def passed_over(subject: Subject) -> Iterator[Found]:
    """Find numbers that are waited for exactly while they move by more than one."""
    ruleset = subject.ruleset
    for term, span, rule in _waits(ruleset):
        for one in all_terms(term):
            if isinstance(one, t.Compare) and one.operator == "=" and isinstance(one.left, t.Tracked):
                bounds = Bounds(ruleset, ruleset.players[0])
                if ruleset.state[one.left.field].form == "number" and _leaps(ruleset, one.left.field, bounds):
                    name = ruleset.state[one.left.field].id
                    yield told("V126", one.span or span, rule, name, text=text_at(subject, one.span or span), name=name)


def _leaps(ruleset: Ruleset, field: str, bounds: Bounds) -> bool:
    """Tell whether a rule adds to a number what may be more than one."""
    for one in all_statements(ruleset):
        if isinstance(one, b.Write) and one.add and field_of(one.place) == field:
            low, high = bounds.of(one.value)
            if high is None or high > 1 or low is None or low < -1:
                return True
    return False
