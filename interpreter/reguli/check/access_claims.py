"""Checks of claims about who writes and who sees a field: 'written only by', 'hidden from'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from reguli.model.binding.binding_context import PLAYER
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.tree_traversal import all_procedures, child_bodies, fields_written, option_waivers
from reguli.model.resolved_ruleset import OnlyBy, Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span

Written = dict[str, dict[str, Span]]
"""By field, then by the rule as it is written: where that first writes it."""


def check_write_claims(ruleset: Ruleset, bag: Bag) -> None:
    """Report rules that write a field reserved for others, and named rules that do not write it."""
    if not ruleset.only_by:
        return
    written = field_writers(ruleset)
    for claim in ruleset.only_by:
        _hold(claim, written.get(claim.field, {}), bag)


HIDES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"everybody": ("nobody",), "others": ("nobody", "owner")}
)
"""Who may see what is hidden from some player."""


def check_hidden_fields(ruleset: Ruleset, bag: Bag) -> None:
    """Report fields claimed to be hidden but declared visible to others; an audience that is a set is known in play only."""
    for claim in ruleset.hidden:
        declared = ruleset.state[claim.field]
        visible = declared.visible
        on = visible.option is None or bool(ruleset.options.get(visible.option))
        who = visible.who if on else visible.otherwise or "all"
        if who == "some" or (who in HIDES[claim.who] and (declared.owner == PLAYER or who == "nobody")):
            continue
        related, name = [(declared.span, Said("here.visible"))], claim.field.removeprefix("game.")
        bag.add("C139", claim.span, related=related, name=name, who=claim.who, visible=who)


def _hold(claim: OnlyBy, writers: dict[str, Span], bag: Bag) -> None:
    name = claim.field.removeprefix("game.")
    for rule, span in writers.items():
        if rule not in claim.rules:
            bag.add("C129", span, related=[(claim.span, Said("here.claimed"))], name=name, rule=rule)
    for rule, span in zip(claim.rules, claim.spans, strict=True):
        if rule not in writers:
            bag.add("C130", span, name=name, rule=rule)


def field_writers(ruleset: Ruleset) -> Written:
    """Return the rules that may change each field, by their names in the source."""
    found: Written = {}
    for procedure in all_procedures(ruleset):
        for rule, statement in _statements(procedure.body, _name(procedure.rule)):
            for field in fields_written(ruleset, statement):
                found.setdefault(field, {}).setdefault(rule, statement.span)
    return found


def _statements(body: b.Body, own: str) -> Iterator[tuple[str, b.BoundStatement]]:
    """Yield every statement with the name of the rule that contains it; the cost of a waiver belongs to the waiver."""
    for statement in body:
        yield own, statement
        options = statement.options if isinstance(statement, b.Ask) else ()
        costs = {id(waiver.body): _name(waiver.rule) for option in options for waiver in option_waivers(option)}
        for inner in child_bodies(statement):
            yield from _statements(inner, costs.get(id(inner), own))


def _name(rule: str) -> str:
    """Return the name of a rule without its sort; for a rule on pieces, the piece."""
    return rule.partition("/")[0].rpartition(".")[2]
