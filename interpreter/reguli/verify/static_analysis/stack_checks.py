"""Stacks and writers: stacks are shuffled where they are drawn from and hidden where they are shuffled, every piece gets out of the box; which rules write what is tracked.

A stack that is filled from a heap lies in the order in which pieces are declared until it is shuffled. Nobody sees that in an example, and a stack that everybody
sees through is seen by none either.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.check.access_claims import written_by
from reguli.check.unshuffled_stacks import stacks_in_order
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import field_of
from reguli.model.bound_tree.tree_traversal import all_statements
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.model.types import ZoneType
from reguli.source.message_arguments import Said
from reguli.verify.report.finding_types import Found, Holds, Level
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.ruleset_settings import settings_of
from reguli.verify.static_analysis.static_findings import told
from reguli.verify.static_analysis.value_bounds import NO, Bounds


def stacks_out_of_turn(subject: Subject) -> Iterator[Found]:
    """Find stacks that are filled and drawn from, and not shuffled between; ``check`` finds those that are hidden and never shuffled."""
    for name, span, rule in stacks_in_order(subject.ruleset, secret=False):
        yield told("V133", span, rule, name, name=subject.ruleset.state[name].id)


def stacks_in_sight(subject: Subject) -> Iterator[Found]:
    """Find stacks that are shuffled and that everybody, or their owner, sees through."""
    mixed = {field_of(one.zone) for one in all_statements(subject.ruleset) if isinstance(one, b.Mix)}
    for name, declared in subject.ruleset.state.items():
        if name in mixed and declared.order == "stack" and declared.visible.who != "nobody":
            yield told("V134", declared.span, f"state:{name}", declared.visible.who, name=declared.id)


def pieces_left_over(subject: Subject) -> Iterator[Found]:
    """Find pieces that no rule takes out of the place where all of their kind begin, while others of the kind are taken out."""
    left: dict[tuple[str, str], int] = {}
    settings = settings_of(subject)
    for setting in settings:
        ruleset = setting.ruleset
        for kind in ruleset.kinds.values():
            zone = field_of(kind.starts) if kind.form == "pieces" and kind.starts is not None else None
            if zone is not None:
                for element in _never_taken(ruleset, kind, zone, setting.players[0]):
                    left[kind.id, element] = left.get((kind.id, element), 0) + 1
    kinds = subject.ruleset.kinds
    for (name, element), times in left.items():
        if times == sum(element in one.ruleset.kinds[name].elements for one in settings if name in one.ruleset.kinds):
            declared = kinds[name].declared
            spans = {} if declared is None else {one.id: one.span for one in declared.elements}
            yield told("V135", spans.get(element, kinds[name].span), f"kind:{name}", element, name=element)


def _never_taken(ruleset: Ruleset, kind: Kind, zone: str, players: int) -> list[str]:
    takers = [one for one in all_statements(ruleset) if _takes(one, kind, zone)]
    if not takers or any(not isinstance(one, b.Relocate) for one in takers):
        return []
    bounds = Bounds(ruleset, players)
    left = [
        element
        for at, element in enumerate(kind.elements)
        if not any(isinstance(one, b.Relocate) and _may_take(one, at, bounds) for one in takers)
    ]
    return left if len(left) * 4 <= len(kind.elements) else []


def _takes(statement: b.BoundStatement, kind: Kind, zone: str) -> bool:
    match statement:
        case b.Relocate(pieces=pieces, source=source):
            return getattr(pieces.type, "kind", None) == kind.id and (source is None or field_of(source) == zone)
        case b.TakeTop(source=source) | b.Transfer(source=source):
            return field_of(source) == zone and isinstance(source.type, ZoneType)
        case _:
            return False


def _may_take(statement: b.Relocate, at: int, bounds: Bounds) -> bool:
    """Tell whether a move may take an element: what its condition says of fixed fields may exclude it."""
    pieces = statement.pieces
    match pieces:
        case t.Constant(_, value):
            return value == at
        case t.Filter(_, variable, _, where) if where is not None:
            known = bounds.knowing({t.Local(variable.type, variable): (at, at)})
            return known.of(where) != NO
        case _:
            return True


WRITERS = "changed only by"
"""The property of a field that no other rules change it."""


def writers(subject: Subject) -> Iterator[Holds]:
    """Yield the rules that may change each field; those of a library are listed under the name of its use."""
    for name, rules in sorted(written_by(subject.ruleset).items()):
        yield Holds(f"state:{name}", WRITERS, Level.PROVED, Said("why.changed_by", names=", ".join(sorted(rules))))
