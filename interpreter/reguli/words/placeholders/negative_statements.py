"""Statements that an action never happens, and the rules that perform it nevertheless.

"Tokens cannot be sold" is true because no rule does it. Such a statement has no rule to be read from, so the inventory says what
it excludes (``absence``), and every rule is compared with that. A move is looked for within one option, or within one rule apart from
its decisions, with the procedures that it runs: a sale gives a token away and brings money for it, wherever in the rule the two stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, nested_bodies
from reguli.ruleset.document_nodes import AbsenceDecl
from reguli.words.placeholders.rule_citations import CitingRule, DeclaredNode, RuleNode


class _Move(NamedTuple):
    """A move between two state fields; None where there is no field, ``known`` false where the source is unknown."""

    source: t.Tracked | None
    target: t.Tracked | None
    known: bool


def contradicting_rules(
    acts: Iterable[AbsenceDecl], ruleset: m.Ruleset, citers: Mapping[str, CitingRule]
) -> tuple[CitingRule, ...]:
    """Return the rules and kinds that perform an excluded act of ``acts``, in their order."""
    found: dict[str, CitingRule] = {}
    for act in acts:
        limited = (name for name in act.limit if any(count is not None for count in ruleset.kinds[name].supply))
        found |= {f"kind:{name}": citers[f"kind:{name}"] for name in limited}
        found |= {name: one for name, one in citers.items() if act.move and _does(act, _body_of(one), ruleset)}
    return tuple(found.values())


def _body_of(citer: CitingRule) -> b.Body:
    """Return the body of a rule; empty where it has no statements."""
    match citer.node:
        case m.BoundProcedure(body=body) | b.BoundOption(effects=body):
            return body
        case m.BoundTrigger(procedure=procedure):
            return procedure.body
        case _ if isinstance(citer.node, RuleNode | DeclaredNode):
            return ()


def _does(act: AbsenceDecl, body: b.Body, ruleset: m.Ruleset) -> bool:
    moves = tuple(_moves(body, ruleset, frozenset()))
    excluded = (one for one in moves if _is_excluded(act, one, ruleset))
    return any(not act.paid or any(_pays(act, one, other, ruleset) for other in moves) for one in excluded)


def _is_excluded(act: AbsenceDecl, move: _Move, ruleset: m.Ruleset) -> bool:
    """Return whether an act excludes a move; a move from one player to a player goes to a different one."""
    if _kind(move, ruleset) not in act.move or not _lies(move.target, act.target, ruleset):
        return False
    if not move.known:
        return not act.target
    return _lies(move.source, act.source, ruleset) and not (act.target and _keeps(move))


def _pays(act: AbsenceDecl, move: _Move, other: _Move, ruleset: m.Ruleset) -> bool:
    """Return whether another move brings a charge to the player who gives something away."""
    owner = act.source if move.source is None else ruleset.state[move.source.field].owner
    return _kind(other, ruleset) in act.paid and _lies(other.target, owner, ruleset) and not _keeps(other)


def _kind(move: _Move, ruleset: m.Ruleset) -> str | None:
    place = move.source or move.target
    return None if place is None else ruleset.state[place.field].of


def _keeps(move: _Move) -> bool:
    """Return whether the moved object stays with its owner."""
    return move.source is not None and move.target is not None and move.source.owner == move.target.owner


def _lies(place: t.Tracked | None, where: str, ruleset: m.Ruleset) -> bool:
    return not where or (place is not None and where in (place.field, ruleset.state[place.field].owner))


def _moves(body: b.Body, ruleset: m.Ruleset, seen: frozenset[str]) -> Iterator[_Move]:
    """Yield the moves of a body and of the procedures it runs, without those of decisions, which are rules of their own."""
    for statement in body:
        match statement:
            case (
                b.Transfer(source=source, target=target)
                | b.TakeTop(source=source, target=target)
                | b.Relocate(source=source, target=target)
            ):
                place = _place(source)
                yield _Move(place, _place(target), known=place is not None)
            case b.Write(
                place=t.Tracked() as place, value=t.Arithmetic(operator="-", left=t.Constant(value=0)), add=True
            ):
                yield _Move(place, None, known=True)  # to subtract is to add 0 - amount
            case b.Write(place=t.Tracked() as place, add=True):
                yield _Move(None, place, known=True)
            case b.Perform(procedure=name) if name in ruleset.procedures.keys() - seen:
                yield from _moves(ruleset.procedures[name].body, ruleset, seen | {name})
            case b.Changing() | b.Give() | b.Cast() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                for inner, _ in () if isinstance(statement, b.Ask) else nested_bodies(statement):
                    yield from _moves(inner, ruleset, seen)


def _place(term: t.Term | None) -> t.Tracked | None:
    """Return the state field of a zone; None where the zone is an argument of the rule."""
    return next((one for one in (all_terms(term) if term is not None else ()) if isinstance(one, t.Tracked)), None)
