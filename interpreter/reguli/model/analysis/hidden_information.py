"""What is hidden behind an expression: which fields it reads that somebody may not see, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from reguli.model.analysis.dependency_cycles import order_and_rings
from reguli.model.binding.binding_context import PLAYER
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import parts_of
from reguli.model.bound_tree.tree_traversal import all_asks, all_statements, all_terms, inner_terms, renamed
from reguli.model.bound_tree.value_references import readings
from reguli.model.resolved_ruleset import BoundDefine, Ruleset
from reguli.ruleset.document_nodes import Visibility
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span


@kept
class Read(Kept):
    """A hidden thing that is read: the field, the names of those who are proved to see it, and where.

    ``but`` is the name of the one who does not, where all others see it.
    """

    field: str
    seen_by: frozenset[t.Term]
    span: Span
    but: t.Term | None = None

    @property
    def name(self) -> str:
        """Give the name of the field without that of the kind that has it."""
        return self.field.partition(".")[2]

    def place(self, told: Span) -> tuple[tuple[Span, Value], ...]:
        """Say where it is read, unless that is in sight of where it is told."""
        near = self.span.file == told.file and told.line <= self.span.line <= told.end_line
        return () if near else ((self.span, Said("here.read", name=self.name)),)


Reads = frozenset[Read]
NOTHING: Reads = frozenset()


@dataclass(slots=True)
class Scope:
    """What is known inside one procedure."""

    names: Mapping[int, t.Term] = field(default_factory=dict)
    """By key: what a variable that is never written again merely stands for."""
    changed: frozenset[int] = frozenset()
    """The variables that are written again."""
    held: dict[int, Reads] = field(default_factory=dict)
    """By key: what the value of a variable depends on."""
    path: Reads = NOTHING
    """What decides whether the procedure runs."""

    def through(self, term: t.Term) -> t.Term:
        """Give what a name stands for, where that is known."""
        while isinstance(term, t.Local) and term.variable.key in self.names:
            term = self.names[term.variable.key]
        return term

    def hold(self, variable: t.Variable, reads: Reads) -> bool:
        """Let a variable depend on more; tell whether it was new."""
        before = self.held.get(variable.key, NOTHING)
        self.held[variable.key] = before | reads
        return not reads <= before


class Eye:
    """Finds the hidden things behind expressions; what a define reads is found once."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Look at every define, each after those it needs."""
        self._ruleset = ruleset
        self.hidden = {name for name, one in ruleset.state.items() if self._seen_by(one.visible) != "all"}
        """Fields that somebody may not see."""
        self._defines: dict[str, Reads] = {}
        needs = {name: tuple(_applied(define)) for name, define in ruleset.defines.items()}
        for name in order_and_rings(needs)[0]:
            parts = parts_of(ruleset.defines[name])
            self._defines[name] = frozenset(read for part in parts for read in self.reads(part, Scope()))

    @cached_property
    def _apart(self) -> frozenset[frozenset[t.Term]]:
        """Give pairs of variables that are never the same player: what bound the one said so."""
        return frozenset(pair for term in _all_terms(self._ruleset) for pair in _told_apart(term))

    def renamed(self, reads: Iterable[Read], names: Mapping[t.Term, t.Term]) -> Reads:
        """Give what was read in other names; who has none is not known there. Seats are called the same everywhere."""
        found = set()
        for read in reads:
            seen_by = {names.get(one, one) for one in read.seen_by if one in names or isinstance(one, t.Constant)}
            but = None if read.but is None else names.get(read.but)
            found.add(Read(read.field, self._known(seen_by, but), read.span, but))
        return frozenset(found)

    def _known(self, seen_by: Iterable[t.Term], but: t.Term | None) -> frozenset[t.Term]:
        """Give the names of those who see something: those given, and whoever differs from the one who does not."""
        apart = () if but is None else {one for pair in self._apart if but in pair for one in pair if one != but}
        return frozenset(one for one in (*seen_by, *apart) if isinstance(one, t.Local | t.Constant))

    def reads(self, term: t.Term, scope: Scope) -> Iterator[Read]:
        """Give every hidden thing that an expression reads."""
        match term:
            case t.Builtin(_, "count", (t.Contents(_, t.Tracked(_, name, owner, keys)),)) if self._counted(name):
                # How many pieces lie in a zone everybody can see, whatever they are.
                for inner in keys if owner is None else (owner, *keys):
                    yield from self.reads(inner, scope)
                return
            case t.Lies():
                # Whether a piece lies in a zone that is not seen is not known, whoever's it may be.
                yield from (Read(one, frozenset(), term.span, None) for one in term.zones if one in self.hidden)
            case t.Local(_, variable):
                yield from scope.held.get(variable.key, ())
            case t.Tracked():
                yield from self._tracked(term, scope)
            case t.Apply():
                yield from self._applied(term, scope)
            case t.PieceCondition():
                yield from self._asked(term, scope)
            case _:
                pass
        for inner in inner_terms(term):
            yield from self.reads(inner, scope)

    def _counted(self, name: str) -> bool:
        """Tell whether everybody may count what is in a field: in a zone of pieces, where nothing else is said."""
        declared = self._ruleset.state[name]
        return declared.form == "zone" and declared.count == "seen"

    def _applied(self, term: t.Apply, scope: Scope) -> Reads:
        parameters = self._ruleset.defines[term.define].parameters
        return self.renamed(self._defines.get(term.define, ()), _given(parameters, term.arguments, scope))

    def _asked(self, term: t.PieceCondition, scope: Scope) -> Iterator[Read]:
        for rule in self._ruleset.piece_conditions[term.kind, term.field]:
            if rule is not None:
                parameters, condition = rule
                yield from self.renamed(self.reads(condition, Scope()), _given(parameters, term.arguments, scope))

    def _tracked(self, term: t.Tracked, scope: Scope) -> Iterator[Read]:
        declared = self._ruleset.state[term.field]
        if term.field in self.hidden:
            who = self._seen_by(declared.visible) if declared.owner == PLAYER else "nobody"
            owner = None if term.owner is None else scope.through(term.owner)
            but = owner if who == "others" and isinstance(owner, t.Local) else None
            if who == "some" and self._sees_own(term.field):
                who = "owner"
            owners = (owner,) if who == "owner" and owner is not None else ()
            yield Read(term.field, self._known(owners, but), term.span, but)

    def _sees_own(self, name: str) -> bool:
        """Tell whether it is sure that the one whose field it is belongs to those who see it."""
        owner, audience = self._ruleset.audiences[name]
        return owner is not None and _holds(audience, t.Local(owner.type, owner))

    def _seen_by(self, visible: Visibility) -> str:
        if visible.option is None or self._ruleset.options.get(visible.option) is True:
            return visible.who
        return visible.otherwise or "all"


def _holds(audience: t.Term, one: t.Term) -> bool:
    """Tell whether a set of players surely has one in it: all, those named, those who are like that one in something."""
    match audience:
        case t.Elements():
            return True
        case t.Listed(_, items):
            return one in items
        case t.SetOperation(_, "union", left, right):
            return _holds(left, one) or _holds(right, one)
        case t.Filter(_, variable, domain, where, _):
            return _holds(domain, one) and (where is None or _is_so(where, t.Local(variable.type, variable), one))
        case _:
            return False


def _is_so(condition: t.Term, member: t.Local, one: t.Term) -> bool:
    """Tell whether a condition on a member surely holds of one: of both it says the same."""
    match condition:
        case t.Logic(_, sign, left, right):
            found = _is_so(left, member, one), _is_so(right, member, one)
            return all(found) if sign == "and" else any(found)
        case t.Compare(_, "=", left, right):
            assert isinstance(one, t.Local)
            return renamed(left, member.variable, one.variable) == renamed(right, member.variable, one.variable)
        case _:
            return False


def _all_terms(ruleset: Ruleset) -> Iterator[t.Term | b.BoundStatement | b.BoundParameter]:
    """Give whatever binds a variable that runs through something."""
    yield from all_statements(ruleset)
    yield from (parameter for ask in all_asks(ruleset) for option in ask.options for parameter in option.parameters)
    yield from (inner for reading in readings(ruleset) for term in reading.terms for inner in all_terms(term))


def _told_apart(node: t.Term | b.BoundStatement | b.BoundParameter) -> Iterator[frozenset[t.Term]]:
    """Give the variables that the one bound here is said to differ from: ``other in players where other != player``."""
    match node:
        case t.Exists(variable=variable, where=where) | t.Fold(variable=variable, where=where):
            condition = where
        case (
            t.Filter(variable=variable, where=where)
            | t.Ranked(variable=variable, where=where)
            | b.Each(variable=variable, where=where)
        ):
            condition = where
        case b.BoundParameter(variable=variable, where=b.Guard(condition=condition)):
            pass
        case _:
            return
    waiting = [condition]
    while waiting:
        match waiting.pop():
            case t.Logic(_, "and", left, right):
                waiting += [left, right]
            case t.Compare(_, "!=", t.Local(_, one) as left, t.Local(_, other) as right) if variable in (one, other):
                yield frozenset((left, right))


def _given(parameters: tuple[t.Variable, ...], arguments: tuple[t.Term, ...], scope: Scope) -> dict[t.Term, t.Term]:
    """Give what the parameters of a define or condition stand for."""
    return {t.Local(one.type, one): scope.through(value) for one, value in zip(parameters, arguments, strict=False)}


def _applied(define: BoundDefine) -> Iterator[str]:
    for part in parts_of(define):
        yield from (term.define for term in all_terms(part) if isinstance(term, t.Apply))
