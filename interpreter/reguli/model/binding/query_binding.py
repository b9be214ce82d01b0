"""Binding of questions about a position: as in rules, with the players addressable by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.language.syntax_tree import expressions as x
from reguli.model.binding.binding_context import GAME, PLAYER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import Scope, resolve_bare_name
from reguli.model.binding.standalone_expressions import restore_binding_world
from reguli.model.bound_tree.bound_terms import Constant, Term, Tracked
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType, ZoneType
from reguli.source.diagnostic import Bag

FIRST_KEY: Final = 1 << 40
"""Variables of questions are numbered from here, away from those of the rules."""


def bind_standalone_expression(
    ruleset: Ruleset,
    node: x.Expression,
    bag: Bag,
    *,
    players: Sequence[str] = (),
    seated: int | None = None,
    texts: Sequence[tuple[str, str]] = (),
) -> Term | None:
    """Bind an expression from outside the ruleset; ``None`` with findings if it has no meaning.

    ``players`` are the names of the players by seat, ``seated`` how many sit at the table: seats beyond are unknown;
    ``texts`` are the files (name, text) in which the expression stands. Any number may be written, and a zone of tokens of
    several varieties may be asked for.
    """
    before = len(bag)
    world = restore_binding_world(ruleset, bag, FIRST_KEY, texts=texts)
    _seat(world, players, seated)
    binder = QuestionBinder(Scope(world))
    term = binder.term(node)
    if not _several_varieties(term):
        term = binder.settled(node, term)
    return term if len(bag) == before else None


def _several_varieties(term: Term) -> bool:
    """Return whether a term is a zone of tokens of several varieties, which questions, unlike rules, may read as a number."""
    return isinstance(term, Tracked) and isinstance(term.type, ZoneType) and term.type.variety is not None


def bind_arguments(
    ruleset: Ruleset,
    procedure: str,
    nodes: Sequence[x.Expression],
    bag: Bag,
    *,
    players: Sequence[str] = (),
    seated: int | None = None,
    texts: Sequence[tuple[str, str]] = (),
) -> tuple[Term, ...] | None:
    """Bind the arguments of a procedure run on its own; their number must match."""
    before = len(bag)
    world = restore_binding_world(ruleset, bag, FIRST_KEY, texts=texts)
    _seat(world, players, seated)
    terms = QuestionBinder(Scope(world)).arguments(tuple(nodes), ruleset.procedures[procedure].parameters)
    return terms if len(bag) == before else None


def _seat(world: World, players: Sequence[str], seated: int | None) -> None:
    """Register the players' names; a name with a stronger meaning in the rules keeps that meaning."""
    if seated is not None:
        for index, away in enumerate(world.kinds[PLAYER].elements[seated:], seated):
            left = tuple(one for one in world.elements.pop(away) if one != (PLAYER, index))
            if left:
                world.elements[away] = left
    for name, seat in {name.lower(): seat for seat, name in enumerate(players)}.items():
        known = world.elements.get(name, ())
        if (PLAYER, seat) not in known:
            world.elements[name] = (*known, (PLAYER, seat))


class QuestionBinder(ExpressionBinder):
    """Binds expressions with the names of players before those of other elements."""

    def field(self, node: x.Field) -> Term:
        """Bind ``base.name``; if several kinds have an element named ``base``, use the kind that has the field."""
        base = node.base
        if isinstance(base, x.Name) and self.is_bare(base) and resolve_bare_name(base.id, self.world) is None:
            owners = [
                (kind, index) for kind, index in self.world.elements.get(base.id, ()) if self._has(kind, node.name)
            ]
            if len(owners) == 1:
                kind, index = owners[0]
                return self.of_element(node, Constant(ElementType(kind), index, base.id), kind)
        return super().field(node)

    def _has(self, kind: str, name: str) -> bool:
        declared = self.world.kinds[kind].fields.get(name)
        fixed = declared is not None and declared.form in {"number", "truth", "kind", "set"}
        return kind != GAME and (fixed or f"{kind}.{name}" in self.world.state)
