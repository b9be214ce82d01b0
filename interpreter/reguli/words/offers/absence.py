"""Statements that something never happens: which rules do it all the same.

"Resources cannot be sold" is true because no rule sells any. Such a statement has no rule to be read from, so the inventory says what
it excludes (``absence``), and every rule is compared with that. A rule that does it speaks against the statement.

A move is looked for within one option, or within one rule apart from its decisions, with the procedures that it runs: to sell is to
give a token away and to get money for it, wherever in the rule the two stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from reguli.model import ruleset as m
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.walk import all_terms, opened
from reguli.ruleset.documents import AbsenceDecl
from reguli.source.kept import Kept, kept
from reguli.words.offers.citers import Citer

ANYWHERE: Final = "*"
"""Where a piece is taken from that a rule takes wherever it lies."""


@kept
class Moved(Kept):
    """One move: of which kind, from and to which field of the state (empty where there is none), and whose they are."""

    kind: str
    source: str
    target: str
    giver: t.Term | None
    taker: t.Term | None


class Acts:
    """The moves of each rule of a ruleset, looked at once."""

    def __init__(self, ruleset: m.Ruleset, citers: Mapping[str, Citer]) -> None:
        """Look at nothing yet."""
        self._ruleset = ruleset
        self._citers = citers
        self._known: dict[str, tuple[Moved, ...]] = {}

    def against(self, acts: Iterable[AbsenceDecl]) -> tuple[Citer, ...]:
        """Return the rules and kinds that do what ``acts`` exclude, in their order; of rules that run one another only the innermost."""
        found = {citer.id: citer for act in acts for citer in self._doing(act)}
        return tuple(found.values())

    def _doing(self, act: AbsenceDecl) -> Iterator[Citer]:
        for kind in (self._ruleset.kinds.get(name) for name in act.limit):
            if kind is not None and any(count is not None for count in kind.supply):
                yield self._citers[f"kind:{kind.id}"]
        if not act.move:
            return
        for citer in self._citers.values():
            body = _body_of(citer)
            if body is not None and self._does(act, body):
                inner = (self._ruleset.procedures[name].body for name in self._run_by(body))
                if not any(self._does(act, one) for one in inner):
                    yield citer

    def _run_by(self, body: b.Body) -> frozenset[str]:
        """Return the names of the procedures that a body runs, decisions and what these run included."""
        found, waiting = set[str](), [body]
        while waiting:
            for statement in waiting.pop():
                waiting += [inner for inner, _ in opened(statement)]
                run = statement.procedure if isinstance(statement, b.Perform) else ""
                if run in self._ruleset.procedures.keys() - found:
                    found.add(run)
                    waiting.append(self._ruleset.procedures[run].body)
        return frozenset(found)

    def _does(self, act: AbsenceDecl, body: b.Body) -> bool:
        moves = tuple(self._moves(body, frozenset()))
        return any(
            self._is_of(act, one) and (not act.paid or any(self._pays(act, one, other) for other in moves))
            for one in moves
        )

    def _is_of(self, act: AbsenceDecl, move: Moved) -> bool:
        """Return whether a move is one that is excluded: between two owners, where it is from one to another of the same kind."""
        if move.kind not in act.move or not self._lies(move.target, act.target):
            return False
        if move.source == ANYWHERE:
            return not act.target
        return self._lies(move.source, act.source) and not (act.target and move.giver == move.taker)

    def _pays(self, act: AbsenceDecl, move: Moved, other: Moved) -> bool:
        """Return whether another move brings to the owner of what is moved away what is paid for it."""
        owner = self._owner(move.source) or act.source
        brings = other.kind in act.paid and self._owner(other.target) == owner
        return brings and not (self._owner(other.source) == owner and other.giver == other.taker)

    def _owner(self, field: str) -> str:
        state = self._ruleset.state.get(field)
        return "" if state is None else state.owner

    def _lies(self, field: str, place: str) -> bool:
        return not place or place in (field, self._owner(field))

    def _moves(self, body: b.Body, seen: frozenset[str]) -> Iterator[Moved]:
        """Return the moves of a body and of the procedures it runs, without those of decisions, which are rules of their own."""
        for statement in body:
            yield from self._moved(statement)
            procedure = self._ruleset.procedures.get(statement.procedure) if isinstance(statement, b.Perform) else None
            if procedure is not None and procedure.id not in seen:
                yield from self._moves(procedure.body, seen | {procedure.id})
            for inner, _ in () if isinstance(statement, b.Ask) else opened(statement):
                yield from self._moves(inner, seen)

    def _moved(self, statement: b.BoundStatement) -> Iterator[Moved]:
        match statement:
            case b.Transfer() | b.TakeTop() | b.Relocate():
                places = (_place(statement.source), _place(statement.target))
            case b.Write(place=t.Tracked() as place, value=value, add=True):
                falls = isinstance(value, t.Arithmetic) and value.operator == "-" and _is_nothing(value.left)
                places = (place, None) if falls else (None, place)
            case _:
                return
        source, target = ("" if one is None else one.field for one in places)
        kind = self._ruleset.state[source or target].of if source or target else None
        if kind is not None:
            source = source if source or isinstance(statement, b.Write) else ANYWHERE
            giver, taker = (None if one is None else one.owner for one in places)
            yield Moved(kind, source, target, giver, taker)


def _place(term: t.Term | None) -> t.Tracked | None:
    """Return the field of the state that a zone stands in; None where the rule is given the zone from elsewhere."""
    found = () if term is None else all_terms(term)
    return next((one for one in found if isinstance(one, t.Tracked)), None)


def _is_nothing(term: t.Term) -> bool:
    return isinstance(term, t.Constant) and term.value == 0


def _body_of(citer: Citer) -> b.Body | None:
    """Return what a rule does; None for what is no rule that does anything."""
    match citer.node:
        case m.BoundProcedure(body=body) | b.BoundOption(effects=body):
            return body
        case m.BoundTrigger(procedure=procedure):
            return procedure.body
        case _:
            return None
