"""Options that pieces add to decisions: their first parameter is the piece, which must be in force for whoever is asked."""

from __future__ import annotations

from reguli.language.syntax_tree import statements as s
from reguli.model import types as ty
from reguli.model.binding.binding_context import World
from reguli.model.binding.scope import Held, Scope
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Constant, Elements, In, Listed, Local, Term, Variable
from reguli.model.bound_tree.tree_traversal import placed
from reguli.model.card_effects.piece_rules import Addition, Piece
from reguli.model.card_effects.reactions import found_for
from reguli.model.card_effects.rule_heads import THIS, Head, carriers, chosen
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

NOT_IN_FORCE = "not_in_force"
"""Why an option on a piece is refused while the piece is not in force for whoever is asked."""


@kept
class Beginning(Kept):
    """What stands before the parameters and guards of an added option as they are written; and the name of whoever is asked."""

    asked: tuple[str, Held]
    parameters: tuple[b.BoundParameter, ...] = ()
    checks: tuple[b.Give | b.Guard, ...] = ()


@kept
class ChosenPiece(Kept):
    """The piece of an added option: what it is chosen among, and what must hold for it to be in force."""

    head: Head
    this: Variable
    domain: Term
    force: tuple[Term, ...]
    pieces: tuple[int, ...]
    """Those among which it is chosen at all, by number; of options that all elements of a kind have, none are told apart."""
    text: str
    span: Span

    def beginning(self, option: s.Option, path: str, asked: tuple[str, Held]) -> Beginning:
        """Make the parameter that chooses the piece, and the guard that it is in force, for one option."""
        checks: list[b.Give | b.Guard] = []
        rule = f"{path}/{option.name}"
        condition = self.head.some((*self.head.equal, *self.force))
        if condition is not None:
            reason = b.BoundReason(NOT_IN_FORCE, ())
            checks.append(b.Guard(self.span, f"{rule}/{NOT_IN_FORCE}", condition, reason, self.text, (), ()))
        checks += (one for one in found_for(self.head, rule, 0) if isinstance(one, b.Give))
        parameter = b.BoundParameter(option.span, self.this, self.domain, self.text, None)
        return Beginning(asked, (parameter,), tuple(checks))


def chosen_piece(addition: Addition, asked: tuple[str, Held], world: World) -> ChosenPiece:
    """Bind where the pieces of added options must lie and what else must hold, in a scope of its own: that names nothing of the decision.

    Where a piece lies with whoever is asked, it is chosen among what lies there.
    """
    piece = addition.piece
    assert piece is not None
    force, span = piece.force, addition.item.span if piece.force is None else piece.force.span
    kind, found = piece.kind, _standing(addition, piece, world)
    if force is not None and force.of is not None and force.of in world.kinds:
        kind, found = force.of, carriers(world, force.of, piece, addition.elements) or ()
    this = world.variable(THIS, ty.ElementType(kind))
    head = chosen(Scope(world), piece, asked, this, addition.item.span)
    every = len(found) == len(world.kinds[kind].elements)
    those: Term = Listed(ty.CollectionType(kind), found)
    domain, conditions = (Elements(ty.CollectionType(kind), kind) if every else those), [*head.force]
    if force is not None and force.zone is not None and not head.free and conditions:
        first = conditions.pop(0)
        if isinstance(first, In):
            domain = first.collection
            conditions[:0] = [] if every else [In(ty.TRUTH, Local(this.type, this), those)]
    text = world.text(span) or NOT_IN_FORCE
    conditions = [placed(term, span) for term in conditions]
    pieces = () if addition.whole else tuple(one.value for one in found)
    return ChosenPiece(head, this, placed(domain, span), tuple(conditions), pieces, text, span)


def _standing(addition: Addition, piece: Piece, world: World) -> tuple[Constant, ...]:
    elements = world.kinds[piece.kind].elements
    return tuple(Constant(ty.ElementType(piece.kind), at, elements[at]) for at in addition.elements)
