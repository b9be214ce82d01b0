"""Guards know what their player knows: what is open to choose must not give hidden things away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reguli.model.binding.world import PLAYER, World
from reguli.model.proofs.rings import order_and_rings
from reguli.model.ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.model.tree.bound import Ask, BoundOption, Give, Guard, Write
from reguli.model.tree.terms import Apply, Builtin, Constant, Contents, Local, Term, Tracked
from reguli.model.tree.walk import all_procedures, all_terms, inner_terms, statements_of
from reguli.ruleset.documents import Visibility
from reguli.source.said import Said

Given = Mapping[int, Term]
"""What the variables of a rule stand for, by key, where they only name another name."""


@dataclass(frozen=True, slots=True)
class Read:
    """A hidden thing that is read: the field, and whose it is (None when it is nobody's to see)."""

    field: str
    owner: Term | None


@dataclass(slots=True)
class _Known:
    """What the names at one place stand for, and what computing them read."""

    names: dict[int, Term]
    reads: dict[int, tuple[Read, ...]] = field(default_factory=dict)


def check_knowledge(ruleset: Ruleset, world: World) -> None:
    """Report guards and choices that depend on what the player who is asked may not see.

    Whose a thing is must be said by a name, a seat or a tracked player; where it is computed nobody is accused.
    """
    eye = _Eye(ruleset)
    for procedure in all_procedures(ruleset):
        names = _never_changed(procedure)
        for statement in statements_of(procedure.body):
            if isinstance(statement, Ask):
                for option in statement.options:
                    _check_option(eye, statement, option, _Known(dict(names)), world)


def _never_changed(procedure: BoundProcedure) -> Given:
    """Give what the names made by ``let`` stand for where they only name another name."""
    statements = list(statements_of(procedure.body))
    changed = {one.place.variable.key for one in statements if isinstance(one, Write) and isinstance(one.place, Local)}
    return {
        one.variable.key: one.value
        for one in statements
        if isinstance(one, Give)
        and isinstance(one.value, Local)
        and not {one.variable.key, one.value.variable.key} & changed
    }


def _check_option(eye: _Eye, ask: Ask, option: BoundOption, known: _Known, world: World) -> None:
    """Look at what is evaluated before an option is chosen; lets are seen through, not accused."""
    actor = _seen_through(ask.actor, known.names)
    asked = [(parameter.domain, parameter.span) for parameter in option.parameters]
    asked += [(one.where.condition, one.where.span) for one in option.parameters if one.where is not None]
    for check in option.checks:
        match check:
            case Give(_, _, variable, value):
                known.reads[variable.key] = _unique(eye.reads(value, known))
            case Guard():
                asked.append((check.condition, check.span))
    for term, span in asked:
        for read in eye.reads(term, known):
            if read.owner is None or _is_other(read.owner, actor):
                name = read.field.partition(".")[2]
                world.bag.add("R350", span, text=world.text(span), name=name, who=Said("thing.asked"))


def _is_other(owner: Term, actor: Term) -> bool:
    """Say whether an owner is named, and named otherwise than the player who is asked."""
    match owner, actor:
        case Local(_, one), Local(_, other):
            return one.key != other.key
        case Constant(_, one), Constant(_, other):
            return one != other
        case Tracked(_, one, None), Tracked(_, other, None):
            return one != other
        case _:
            return False


class _Eye:
    """Finds the hidden things behind expressions; what a define reads is found once."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Look at every define, each after those it needs."""
        self._ruleset = ruleset
        self._defines: dict[str, tuple[Read, ...]] = {}
        needs = {name: tuple(_applied(define)) for name, define in ruleset.defines.items()}
        for name in order_and_rings(needs)[0]:
            parts = _parts(ruleset.defines[name])
            self._defines[name] = _unique(read for part in parts for read in self.reads(part, _Known({})))

    def reads(self, term: Term, known: _Known) -> Iterator[Read]:
        """Give every hidden thing that an expression reads."""
        match term:
            case Builtin(_, "count", (Contents(_, Tracked(_, _, owner)),)):
                # How many pieces lie in a zone everybody can see, whatever they are.
                if owner is not None:
                    yield from self.reads(owner, known)
                return
            case Local(_, variable):
                yield from known.reads.get(variable.key, ())
            case Tracked(_, name, owner):
                yield from self._tracked(name, owner, known)
            case Apply():
                yield from self._called(term, known)
            case _:
                pass
        for inner in inner_terms(term):
            yield from self.reads(inner, known)

    def _called(self, term: Apply, known: _Known) -> Iterator[Read]:
        parameters = self._ruleset.defines[term.define].parameters
        given = {
            one.key: _seen_through(value, known.names) for one, value in zip(parameters, term.arguments, strict=True)
        }
        for read in self._defines.get(term.define, ()):
            yield read if read.owner is None else Read(read.field, _seen_through(read.owner, given))

    def _tracked(self, name: str, owner: Term | None, known: _Known) -> Iterator[Read]:
        declared = self._ruleset.state[name]
        match self._seen_by(declared.visible):
            case "nobody":
                yield Read(name, None)
            case "owner" if declared.owner == PLAYER and owner is not None:
                yield Read(name, _seen_through(owner, known.names))
            case _:
                pass

    def _seen_by(self, visible: Visibility) -> str:
        if visible.option is None or self._ruleset.options.get(visible.option) is True:
            return visible.who
        return visible.otherwise or "all"


def _parts(define: BoundDefine) -> tuple[Term, ...]:
    return (define.value, *(part for _, *both in define.adjusts for part in both))


def _applied(define: BoundDefine) -> Iterator[str]:
    for part in _parts(define):
        yield from (term.define for term in all_terms(part) if isinstance(term, Apply))


def _unique(reads: Iterable[Read]) -> tuple[Read, ...]:
    """Leave out what was read before, and what belongs to somebody nobody can name."""
    found: dict[tuple[str, object], Read] = {}
    for read in reads:
        match read.owner:
            case None:
                found.setdefault((read.field, None), read)
            case Local(_, variable):
                found.setdefault((read.field, variable.key), read)
            case Constant(_, value):
                found.setdefault((read.field, ("seat", value)), read)
            case Tracked(_, name, None):
                found.setdefault((read.field, name), read)
            case _:
                pass
    return tuple(found.values())


def _seen_through(term: Term, names: Given) -> Term:
    """Give what a name stands for, where that is known."""
    while isinstance(term, Local) and term.variable.key in names:
        term = names[term.variable.key]
    return term
