"""Guards know what their player knows: what is open to choose must not give hidden things away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reguli.model.bound import Ask, BoundOption, Give, Guard, Write
from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.terms import Apply, Builtin, Constant, Contents, Local, Term, Tracked, Variable
from reguli.model.walk import all_procedures, inner_terms, statements_of
from reguli.model.world import PLAYER, World
from reguli.ruleset.documents import Visibility
from reguli.source.span import Span

Given = Mapping[int, Term]
"""What the variables of a rule stand for, by key, where that is known."""


@dataclass(frozen=True, slots=True)
class Read:
    """A hidden thing that is read: the field, and whose it is (None when it is nobody's to see)."""

    field: str
    owner: Term | None


def check_knowledge(ruleset: Ruleset, world: World) -> None:
    """Report guards and choices that depend on what the player who is asked may not see.

    Whose a thing is must be said by a name, a seat or a tracked player; where it is computed nobody is accused.
    """
    eye = _Eye(ruleset)
    for procedure in all_procedures(ruleset):
        given = _never_changed(procedure)
        for statement in statements_of(procedure.body):
            if isinstance(statement, Ask):
                for option in statement.options:
                    _check_option(eye, statement, option, dict(given), world)


def _never_changed(procedure: BoundProcedure) -> Given:
    """Give what the names made by ``let`` stand for where they only name another name."""
    statements = list(statements_of(procedure.body))
    changed = {one.place.variable.key for one in statements if isinstance(one, Write) and isinstance(one.place, Local)}
    return {
        one.variable.key: one.value
        for one in statements
        if isinstance(one, Give) and isinstance(one.value, Local) and not {one.variable.key, one.value.variable.key} & changed
    }


def _check_option(eye: _Eye, ask: Ask, option: BoundOption, given: dict[int, Term], world: World) -> None:
    for term, span in _asked(option, given):
        for read in eye.reads(term, given, frozenset()):
            if read.owner is None or _is_other(read.owner, _seen_through(ask.actor, given)):
                name = read.field.partition(".")[2]
                world.bag.add("R350", span, text=world.text(span), name=name, who="the player who is asked")


def _asked(option: BoundOption, given: dict[int, Term]) -> Iterator[tuple[Term, Span]]:
    """Give what is evaluated before an option is chosen; lets are seen through, not accused."""
    for parameter in option.parameters:
        yield parameter.domain, parameter.span
        if parameter.where is not None:
            yield parameter.where.condition, parameter.where.span
    for check in option.checks:
        match check:
            case Give(_, _, variable, value):
                given[variable.key] = value
            case Guard():
                yield check.condition, check.span


def _is_other(owner: Term, actor: Term) -> bool:
    """Say whether an owner is certainly named otherwise than the player who is asked."""
    match owner, actor:
        case Local(_, one), Local(_, other):
            return one.key != other.key
        case Constant(_, one), Constant(_, other):
            return one != other
        case Tracked(_, one, None), Tracked(_, other, None):
            return one != other
        case (Local() | Constant() | Tracked(_, _, None)), (Local() | Constant() | Tracked(_, _, None)):
            return True
        case _:
            return False


class _Eye:
    """Finds the hidden things behind an expression."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    def reads(self, term: Term, given: Given, above: frozenset[str]) -> Iterator[Read]:
        """Give every hidden thing that an expression reads; ``above`` are the defines it stands in."""
        match term:
            case Builtin(_, "count", (Contents(_, Tracked(_, _, owner)),)):
                # How many pieces lie in a zone everybody can see, whatever they are.
                if owner is not None:
                    yield from self.reads(owner, given, above)
                return
            case Local(_, variable) if variable.key in given:
                yield from self.reads(given[variable.key], given, above)
                return
            case Tracked(_, name, owner):
                yield from self._tracked(name, owner, given)
            case Apply(_, define) if define not in above and define in self._ruleset.defines:
                yield from self._applied(term, given, above)
                return
            case _:
                pass
        for inner in inner_terms(term):
            yield from self.reads(inner, given, above)

    def _applied(self, term: Apply, given: Given, above: frozenset[str]) -> Iterator[Read]:
        bound = self._ruleset.defines[term.define]
        inner = dict(given)
        pairs: list[tuple[Variable, Term]] = list(zip(bound.parameters, term.arguments, strict=True))
        for variable, argument in pairs:
            inner[variable.key] = _seen_through(argument, given)
            yield from self.reads(argument, given, above)
        parts = [bound.value, *(part for _, *both in bound.adjusts for part in both)]
        for part in parts:
            yield from self.reads(part, inner, above | {term.define})

    def _tracked(self, name: str, owner: Term | None, given: Given) -> Iterator[Read]:
        declared = self._ruleset.state[name]
        match self._seen_by(declared.visible):
            case "nobody":
                yield Read(name, None)
            case "owner" if declared.owner == PLAYER and owner is not None:
                yield Read(name, _seen_through(owner, given))
            case _:
                pass

    def _seen_by(self, visible: Visibility) -> str:
        if visible.option is None or self._ruleset.options.get(visible.option) is True:
            return visible.who
        return visible.otherwise or "all"


def _seen_through(term: Term, given: Given) -> Term:
    """Give what a name stands for, where that is known."""
    while isinstance(term, Local) and term.variable.key in given:
        term = given[term.variable.key]
    return term

