"""Threshold values: each is reachable with every number of players, and cannot be skipped.

A threshold by number of players is held to what there is with that number: pieces, elements, room. A threshold that is waited for exactly is held to the steps in
which its number moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from reguli.check.access_claims import field_writers
from reguli.check.rule_checks import unshuffled_draw_stacks
from reguli.compile.passes.interval_analysis import Interval
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_statements,
    all_terms,
    field_of_place,
    nested_statements,
    source_procedures,
)
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.model.types import ZoneType
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span
from reguli.verify.report import Found, Holds, Level, Subject
from reguli.verify.static_analysis.settled_conditions import all_settings
from reguli.verify.static_analysis.static_findings import source_text, static_finding
from reguli.verify.static_analysis.value_bounds import NO, YES, BoundEvaluator, non_procedure_terms


def find_player_thresholds(subject: Subject) -> Iterator[Found]:
    """Find conditions on a table by player count that are constant for some counts and open for others."""
    answers: dict[tuple[str, Span], dict[int, set[Interval]]] = {}
    for setting in all_settings(subject):
        terms = [one for one in _waits(setting.ruleset) if _by_players(one[0])]
        for players in range(setting.players[0], setting.players[1] + 1) if terms else ():
            bounds = BoundEvaluator(setting.ruleset, players)
            for term, span, rule in terms:
                answers.setdefault((rule, span), {}).setdefault(players, set()).add(bounds.of(term))
    for (rule, span), found in answers.items():
        settled = {players: one for players, one in found.items() if one in ({YES}, {NO})}
        if len(settled) < len(found):
            for players, one in settled.items():
                said = Said("says.always") if one == {YES} else Said("says.never")
                text = source_text(subject, span)
                yield static_finding("V125", span, rule, f"{players} {text}", players=players, text=text, answer=said)


def _waits(ruleset: Ruleset) -> Iterator[tuple[t.Term, Span, str]]:
    """Yield the conditions that start an effect, and those that end the game or a round."""
    yield from ((term, span, rule) for term, span, rule, what in non_procedure_terms(ruleset) if what == "begins")
    for procedure in source_procedures(ruleset):
        for one in nested_statements(procedure.body):
            if isinstance(one, b.Branch) and any(isinstance(inner, b.Leave) for inner in nested_statements(one.then)):
                yield one.condition, one.condition.span, one.rule


def _by_players(term: t.Term) -> bool:
    """Return whether a condition depends on the number of players only through tables."""
    inner = list(all_terms(term))
    cells = [one for one in inner if isinstance(one, t.Cell) and any(map(_is_count, one.keys))]
    return bool(cells) and sum(map(_is_count, inner)) == len(cells)


def _is_count(term: t.Term) -> bool:
    return isinstance(term, t.Fact) and term.name == "player_count"


def find_skipped_values(subject: Subject) -> Iterator[Found]:
    """Find numbers that a condition compares for equality although they change by more than one."""
    ruleset = subject.ruleset
    for term, span, rule in _waits(ruleset):
        for one in all_terms(term):
            if isinstance(one, t.Compare) and one.operator == "=" and isinstance(one.left, t.Tracked):
                bounds = BoundEvaluator(ruleset, ruleset.players[0])
                if ruleset.state[one.left.field].form == "number" and _leaps(ruleset, one.left.field, bounds):
                    name = ruleset.state[one.left.field].id
                    yield static_finding(
                        "V126", one.span or span, rule, name, text=source_text(subject, one.span or span), name=name
                    )


def _leaps(ruleset: Ruleset, field: str, bounds: BoundEvaluator) -> bool:
    """Return whether a rule may change a number by more than one."""
    for one in all_statements(ruleset):
        if isinstance(one, b.Write) and one.add and field_of_place(one.place) == field:
            low, high = bounds.of(one.value)
            if high is None or high > 1 or low is None or low < -1:
                return True
    return False


# -- stack checks ----------------------------------------------------------------------------------------------------
# Stacks and writers: stacks are shuffled where they are drawn from and hidden where they are shuffled, every piece gets out of the box; which rules write what is tracked.
#
# A stack that is filled from a heap lies in the order in which pieces are declared until it is shuffled. Nobody sees that in an example, and a stack that everybody
# sees through is seen by none either.


def find_unshuffled_stacks(subject: Subject) -> Iterator[Found]:
    """Find stacks that are filled and drawn from without a shuffle; ``check`` finds hidden ones that are never shuffled."""
    for name, span, rule in unshuffled_draw_stacks(subject.ruleset, secret=False):
        yield static_finding("V133", span, rule, name, name=subject.ruleset.state[name].id)


def find_visible_shuffles(subject: Subject) -> Iterator[Found]:
    """Find shuffled stacks whose whole content is visible to all players or to their owner."""
    mixed = {field_of_place(one.zone) for one in all_statements(subject.ruleset) if isinstance(one, b.Mix)}
    for name, declared in subject.ruleset.state.items():
        if name in mixed and declared.order == "stack" and declared.visible.who != "nobody":
            yield static_finding("V134", declared.span, f"state:{name}", declared.visible.who, name=declared.id)


def find_unmoved_pieces(subject: Subject) -> Iterator[Found]:
    """Find pieces that no rule takes out of their kind's starting place, although others of the kind are taken out."""
    left: dict[tuple[str, str], int] = {}
    settings = all_settings(subject)
    for setting in settings:
        ruleset = setting.ruleset
        for kind in ruleset.kinds.values():
            zone = field_of_place(kind.starts) if kind.form == "pieces" and kind.starts is not None else None
            if zone is not None:
                for element in _never_taken(ruleset, kind, zone, setting.players[0]):
                    left[kind.id, element] = left.get((kind.id, element), 0) + 1
    kinds = subject.ruleset.kinds
    for (name, element), times in left.items():
        if times == sum(element in one.ruleset.kinds[name].elements for one in settings if name in one.ruleset.kinds):
            declared = kinds[name].declared
            spans = {} if declared is None else {one.id: one.span for one in declared.elements}
            yield static_finding("V135", spans.get(element, kinds[name].span), f"kind:{name}", element, name=element)


def _never_taken(ruleset: Ruleset, kind: Kind, zone: str, players: int) -> list[str]:
    takers = [one for one in all_statements(ruleset) if _takes(one, kind, zone)]
    if not takers or any(not isinstance(one, b.Relocate) for one in takers):
        return []
    bounds = BoundEvaluator(ruleset, players)
    left = [
        element
        for at, element in enumerate(kind.elements)
        if not any(isinstance(one, b.Relocate) and _may_take(one, at, bounds) for one in takers)
    ]
    return left if len(left) * 4 <= len(kind.elements) else []


def _takes(statement: b.BoundStatement, kind: Kind, zone: str) -> bool:
    match statement:
        case b.Relocate(pieces=pieces, source=source):
            return getattr(pieces.type, "kind", None) == kind.id and (source is None or field_of_place(source) == zone)
        case b.TakeTop(source=source) | b.Transfer(source=source):
            return field_of_place(source) == zone and isinstance(source.type, ZoneType)
        case b.Changing() | b.Give() | b.Cast() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return False


def _may_take(statement: b.Relocate, at: int, bounds: BoundEvaluator) -> bool:
    """Return whether a move may take an element; its condition on fixed fields may exclude it."""
    pieces = statement.pieces
    match pieces:
        case t.Constant(_, value):
            return value == at
        case t.Filter(_, variable, _, where) if where is not None:
            known = bounds.knowing({t.Local(variable.type, variable): (at, at)})
            return known.of(where) != NO
        case t.Local() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
            return True


WRITERS = "changed only by"
"""The property of a field that no other rules change it."""


def rules_by_field(subject: Subject) -> Iterator[Holds]:
    """Yield the rules that may change each field; library rules are listed under the name of their use."""
    for name, rules in sorted(field_writers(subject.ruleset).items()):
        yield Holds(f"state:{name}", WRITERS, Level.PROVED, Said("why.changed_by", names=", ".join(sorted(rules))))


# -- numbered names --------------------------------------------------------------------------------------------------
# Elements whose ids carry a number that is also a field of theirs: ``card_13`` with the number 13.
#
# Where that is so for all elements of one beginning but a few, those few are told: one of the two numbers is a slip.


NUMBERED: Final = re.compile(r"(.*?)_?([0-9]+)")
LEAST: Final = 5
"""So many elements of one beginning make it no chance that their numbers agree."""
SLIPS: Final = 0.2
"""So many of them may be slips at most."""


def find_mismatched_ids(subject: Subject) -> Iterator[Found]:
    """Find elements whose id contains another number than a field that matches the id in all other elements."""
    seen: set[tuple[str, str, str]] = set()
    for setting in all_settings(subject):
        for kind in setting.ruleset.kinds.values():
            for field, at, number in _slips(kind):
                key = (kind.id, field, kind.elements[at])
                if key in seen:
                    continue
                seen.add(key)
                yield static_finding(
                    "V114",
                    _places(kind, field).get(kind.elements[at], kind.span),
                    f"kind:{kind.id}",
                    f"{kind.elements[at]} {field}",
                    name=kind.elements[at],
                    field=field,
                    found=kind.values[field][at],
                    number=number,
                )


def _slips(kind: Kind) -> Iterator[tuple[str, int, int]]:
    """Yield each field and element whose number differs from that of the id, with the id's number."""
    families: dict[str, list[tuple[int, int]]] = {}
    for at, element in enumerate(kind.elements):
        matched = NUMBERED.fullmatch(element)
        if matched is not None:
            families.setdefault(matched[1], []).append((at, int(matched[2])))
    numbers = (name for name, declared in kind.fields.items() if declared.form == "number" and name in kind.values)
    for field in numbers:
        for family in families.values():
            wrong = [(at, number) for at, number in family if kind.values[field][at] != number]
            if len(family) >= LEAST and 0 < len(wrong) <= len(family) * SLIPS:
                yield from ((field, at, number) for at, number in wrong)


def _places(kind: Kind, field: str) -> Mapping[str, Span]:
    """Return where the field of each element is written."""
    declared = () if kind.declared is None else kind.declared.elements
    return {one.id: cell.span for one in declared for name, cell in one.cells if name == field}
