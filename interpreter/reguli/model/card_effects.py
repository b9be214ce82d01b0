"""Rules made from the effects of cards: the head of each rule, and reactions to events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree.expressions import Expression, Field, Name
from reguli.language.syntax_tree.top_level_items import NewName, Pattern
from reguli.model import types as ty
from reguli.model.binding.binding_context import PLAYER, World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import Held, Scope, resolve_bare_name
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_statements import Body, BoundStatement, Branch, Each, Give, Perform
from reguli.model.bound_tree.bound_terms import (
    Builtin,
    Choice,
    Compare,
    Constant,
    Elements,
    Exists,
    Fact,
    Filter,
    Fold,
    In,
    Listed,
    Local,
    Logic,
    Negation,
    Term,
    Variable,
)
from reguli.model.bound_tree.tree_traversal import rename_variable, with_span
from reguli.model.piece_rules import AddedOptions, RulePiece
from reguli.model.resolved_ruleset import BoundProcedure, Standing
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- rule heads ------------------------------------------------------------------------------------------------------
# Heads of rules: ``any NAME`` names what comes there, anything else must be equal to it; on a piece, the rule must be in force.
#
# A rule on a piece names ``this``, ``owner``, and the element in whose zone its piece lies. Such a name that stands in its head
# is what comes there; one that does not goes through everything for which the rule is in force.


THIS, OWNER = "this", "owner"


@frozen_class
class Head(FrozenValue):
    """The bound head of a rule: its names and conditions.

    ``force`` are the conditions under which the rule is in force, ``equal`` what must be equal; ``free`` are the variables, with what
    they go through, that the head does not name.
    """

    scope: Scope
    force: tuple[Term, ...]
    equal: tuple[Term, ...]
    free: tuple[tuple[Variable, Term], ...]
    span: Span
    lies: tuple[Term, ...] = ()
    """What ``in_force`` says, without what carries the element."""

    @property
    def place(self) -> Span:
        """Return the place of the first condition under which the rule is in force."""
        return next((term.span for term in (*self.force, *self.equal)), self.span)

    def also(self, *conditions: Term) -> Head:
        """Return the head with additional conditions for being in force."""
        return replace(self, force=(*self.force, *conditions))

    def keep(
        self, rule: str, piece: RulePiece | None, rest: Iterable[Term], body: Body = (), amount: Term | None = None
    ) -> None:
        """Record a rule on a piece as written, without the conditions for being in force."""
        lies = join_conditions(self.lies)
        if piece is None or lies is None:
            return
        carrier = self.scope.find(THIS)
        carried = carrier is not None and piece.force is not None and piece.force.of is not None
        this = carrier.variable if carrier is not None and carried else None
        found = Standing(piece.kind, piece.index, this, lies, join_conditions(rest), amount, body)
        self.scope.world.standing[rule] = found

    def when(self, condition: Expression | None) -> tuple[Term, ...]:
        """Return all conditions of the rule, including an optional written one."""
        return (*self.equal, *self.force, *bind_optional_condition(self.scope, condition))

    def some(self, conditions: Iterable[Term]) -> Term | None:
        """Return the condition that all conditions hold for some values of the free variables; ``None`` if there is none."""
        found = join_conditions(conditions)
        for variable, domain in reversed(self.free):
            found = with_span(Exists(ty.TRUTH, "some", variable, domain, found, None), self.place)
        return found

    def summed(self, amount: Term, conditions: Iterable[Term]) -> Term:
        """Return an amount summed over all matching values."""
        where = join_conditions(conditions)
        for variable, domain in reversed(self.free):
            amount = with_span(Fold(amount.type, "sum", amount, variable, domain, where), amount.span)
            where = None
        return amount


def bind_rule_head(
    scope: Scope, piece: RulePiece | None, patterns: Sequence[Pattern], variables: Sequence[Variable], span: Span
) -> Head:
    """Open a scope for a rule and bind its head and the names that its piece provides."""
    world = scope.world
    if piece is None:
        return Head(scope, (), bind_head_patterns(scope, patterns, variables), (), span)
    roles = _roles(world, piece)
    left = _named_in_head(scope, patterns, variables, roles)
    free = tuple(_freed(scope, name, kind, world, piece) for name, kind in roles.items() if name not in left)
    if THIS not in roles:
        scope.hold_value(THIS, _this(piece), span)
    carries, lies = tuple(_carries(scope, piece)), tuple(_force(scope, piece))
    others = [pair for pair in zip(patterns, variables, strict=True) if pair[1].key not in left.values()]
    equal = bind_head_patterns(scope, [one for one, _ in others], [one for _, one in others])
    return Head(scope, (*carries, *lies), equal, free, span, lies)


def _roles(world: World, piece: RulePiece) -> dict[str, str]:
    """Return the names that the piece alone does not determine, with their kinds; outer ones first."""
    force, found = piece.force, dict[str, str]()
    if force is None:
        return found
    if isinstance(force.zone, Field) and isinstance(force.zone.base, Name) and force.zone.base.id in world.kinds:
        kind = force.zone.base.id
        found[OWNER if kind == PLAYER else kind] = kind
    if force.of is not None and world.is_kind(force.of, force.span):
        found[THIS] = force.of
    return found


def _named_in_head(
    scope: Scope, patterns: Sequence[Pattern], variables: Sequence[Variable], roles: Mapping[str, str]
) -> dict[str, int]:
    """Bind the piece's names that occur in the head to the event's values; return them with their variables' keys."""
    found: dict[str, int] = {}
    for pattern, variable in zip(patterns, variables, strict=True):
        name = pattern.id if isinstance(pattern, Name) else ""
        if name in roles and name not in found and variable.type == ty.ElementType(roles[name]):
            scope.hold(variable, pattern.span, "parameter", name)
            found[name] = variable.key
    return found


def _freed(scope: Scope, name: str, kind: str, world: World, piece: RulePiece) -> tuple[Variable, Term]:
    variable = scope.give(name, ty.ElementType(kind), piece.span, "loop")
    return variable, Elements(ty.CollectionType(kind), kind)


def open_chosen_piece_rule(scope: Scope, piece: RulePiece, asked: tuple[str, Held], this: Variable, span: Span) -> Head:
    """Open a scope for a rule whose piece is chosen by the named player who is asked."""
    name, who = asked
    roles = _roles(scope.world, piece)
    scope.given[THIS] = Held(this, span, "choice")
    if name in roles:
        scope.given[name] = who
    others = [(role, kind) for role, kind in roles.items() if role not in scope.given]
    free = tuple(_freed(scope, role, kind, scope.world, piece) for role, kind in others)
    force, owner = tuple(_force(scope, piece)), scope.find(name)
    equal: tuple[Term, ...] = ()
    if owner is not None and owner.value is not None and name not in roles:
        player = who.value or Local(who.variable.type, who.variable)
        equal = (with_span(Compare(ty.TRUTH, "=", player, owner.value), span),)
    scope.given[name] = who
    return Head(scope, force, equal, free, span)


def _this(piece: RulePiece) -> Term:
    return Constant(ty.ElementType(piece.kind), piece.index, piece.name)


def _force(scope: Scope, piece: RulePiece) -> Iterable[Term]:
    """Yield the conditions for a piece's rules to be in force: its zone, its owner, others; evaluated in the scope that holds their names."""
    force = piece.force
    if force is None:
        return
    binder = ExpressionBinder(scope)
    this = binder.name(Name(force.span, THIS), None)
    if force.zone is not None:
        zone = force.zone
        if isinstance(zone, Field) and isinstance(zone.base, Name) and zone.base.id == PLAYER:
            zone = Field(zone.span, Name(zone.base.span, OWNER), zone.name)
        kind = this.type.kind if isinstance(this.type, ty.ElementType) else piece.kind
        domain = binder.collection(zone)
        if isinstance(domain.type, ty.CollectionType | ty.ZoneType) and _kind_of(domain.type) != kind:
            other = _kind_of(domain.type)
            text = scope.world.text(force.zone.span)
            scope.world.bag.add("R236", force.zone.span, text=text, other=other, kind=kind)
        elif not isinstance(domain.type, ty.UnknownType):
            yield with_span(In(ty.TRUTH, this, domain), force.zone.span)
    if force.owner is not None:
        owner = binder.element(force.owner, PLAYER)
        if not isinstance(owner.type, ty.UnknownType):
            scope.hold_value(OWNER, owner, force.owner.span)
            yield with_span(Negation(ty.TRUTH, Builtin(ty.TRUTH, "is_none", (owner,))), force.owner.span)
    if force.where is not None:
        yield binder.truth(force.where)


def _kind_of(found: ty.CollectionType | ty.ZoneType) -> str:
    return found.kind if isinstance(found, ty.CollectionType) else found.pieces


def _carries(scope: Scope, piece: RulePiece) -> Iterable[Term]:
    """Yield the condition that a piece carries the element on which a rule stands."""
    force = piece.force
    if force is None or force.of is None or force.of not in scope.world.kinds or scope.find(THIS) is None:
        return
    this = ExpressionBinder(scope).name(Name(force.span, THIS), None)
    found = effect_carriers(scope.world, force.of, piece, (piece.index,))
    if found is not None:
        collection = Listed(ty.CollectionType(force.of), found)
        yield with_span(In(ty.TRUTH, this, collection), force.of_span or piece.span)


def effect_carriers(world: World, kind: str, piece: RulePiece, elements: Sequence[int]) -> tuple[Constant, ...] | None:
    """Return the pieces of a kind that carry one of some elements; ``None``, with a finding, if no field determines it."""
    fields = [one.id for one in world.kinds[kind].fields.values() if one.form == "kind" and one.of == piece.kind]
    if len(fields) != 1:
        world.bag.add("R259", piece.force.span if piece.force else piece.span, kind=kind, of=piece.kind)
        return None
    values = world.kinds[kind].values[fields[0]]
    return tuple(
        Constant(ty.ElementType(kind), at, world.kinds[kind].elements[at])
        for at, value in enumerate(values)
        if value in elements
    )


def bind_head_patterns(scope: Scope, patterns: Iterable[Pattern], variables: Iterable[Variable]) -> tuple[Term, ...]:
    """Bind the patterns of a head: add new names to the scope, and return the conditions from the others."""
    pairs = tuple(zip(patterns, variables, strict=True))
    for pattern, variable in pairs:
        if isinstance(pattern, NewName):
            scope.hold(variable, pattern.span, "parameter", pattern.name)
    found = (_equal(scope, one, variable) for one, variable in pairs if not isinstance(one, NewName))
    return tuple(term for term in found if term is not None)


def _equal(scope: Scope, node: Expression, variable: Variable) -> Term | None:
    """Bind the comparison of a head's value with the pattern at its position; an undeclared name is a finding."""
    binder = ExpressionBinder(scope)
    if isinstance(node, Name) and not _is_known(scope, node.id):
        roles = {role: held.variable.type for role in (OWNER, THIS) if (held := scope.find(role)) is not None}
        known = next((role for role, found in roles.items() if found == variable.type), None)
        if known is not None:
            scope.world.unknown("R292", node.span, node.id, (known,), known=known)
        else:
            scope.world.unknown("R257", node.span, node.id, (*scope.names(), *scope.world.known()))
        return None
    if isinstance(variable.type, ty.CollectionType):
        binder.mismatch(node, variable.type, Said("sort.value"))
        return None
    value = binder.argument(node, variable.type)
    if isinstance(value, Local) and value.variable is variable:
        return None
    return with_span(Compare(ty.TRUTH, "=", with_span(Local(variable.type, variable), node.span), value), node.span)


def _is_known(scope: Scope, name: str) -> bool:
    known = name in scope.world.elements or resolve_bare_name(name, scope.world) is not None
    return known or scope.find(name) is not None


def always_true_condition() -> Term:
    """Return the condition that always holds."""
    return Constant(ty.TRUTH, 1, "true")


def bind_optional_condition(scope: Scope, condition: Expression | None) -> tuple[Term, ...]:
    """Bind the condition of a rule, if it has one."""
    return () if condition is None else (ExpressionBinder(scope).truth(condition),)


def join_conditions(conditions: Iterable[Term]) -> Term | None:
    """Return the conjunction of conditions; ``None`` if there are none."""
    every = tuple(conditions)
    if not every:
        return None
    return reduce(lambda left, right: with_span(Logic(ty.TRUTH, "and", left, right), right.span), every)


# -- reactions -------------------------------------------------------------------------------------------------------
# Event rules on pieces: who reacts when, first clockwise from the player at turn, then in the order of the box.


@frozen_class
class Reaction(FrozenValue):
    """An event rule on a piece, with its head: its procedure takes the event's values, then the free variables of the head."""

    procedure: BoundProcedure
    head: Head


def for_each_active_effect(head: Head, rule: str, body: Body) -> Body:
    """Run a body for each match that a rule is in force for."""
    where = join_conditions((*head.equal, *head.force))
    for variable, domain in reversed(head.free):
        body = (Each(head.span, f"{rule}/for", variable, with_span(domain, head.place), where, body),)
        where = None
    return body if where is None else (Branch(head.span, f"{rule}/where", where, body, ()),)


def free_head_variables(head: Head, rule: str, known: int) -> Body:
    """Return statements that bind the free variables of a head, from number ``known`` on, to values in force."""
    given: list[BoundStatement] = []
    world = head.scope.world
    for at, (variable, domain) in enumerate(head.free[known:], known):
        looked = world.variable(variable.name, variable.type)
        inner = Head(head.scope, head.force, head.equal, head.free[at + 1 :], head.span)
        where = inner.some((*inner.equal, *inner.force))
        among = Filter(
            domain.type, looked, domain, None if where is None else rename_variable(where, variable, looked), ()
        )
        first = with_span(Builtin(variable.type, "first", (among,)), head.place)
        given.append(Give(head.span, f"{rule}/{variable.name}", variable, first))
    return tuple(given)


def build_event_rules(
    event: str, given: Sequence[Variable], reactions: Sequence[Reaction], world: World
) -> tuple[tuple[BoundProcedure, ...], Mapping[str, BoundProcedure]]:
    """Return the rules of an event built from its reactions, and the procedures that they defer.

    Where everyone for whom a rule is in force may react, one rule goes round the table, from the player at turn, and puts each reaction off by itself.
    """
    if all(not one.head.free for one in reactions):
        return tuple(one.procedure for one in reactions), {}
    rule, span = f"when.{event}/pieces", reactions[0].head.span
    known = tuple(world.variable(variable.name, variable.type) for variable in given)
    owner = world.variable(OWNER, ty.ElementType(PLAYER))
    players = with_span(_from_turn(), reactions[0].head.place)
    nobody = [one for one in reactions if one.head.scope.find(OWNER) is None]
    body = [line for one in nobody for line in _put_off(rule, known, one, None, world)]
    owned = [line for one in reactions if one not in nobody for line in _put_off(rule, known, one, owner, world)]
    body.append(Each(span, f"{rule}/for", owner, players, None, tuple(owned)))
    return (BoundProcedure(rule, rule, known, tuple(body), None, ()),), {
        one.procedure.id: one.procedure for one in reactions
    }


def _from_turn() -> Term:
    """Return all players clockwise from the current player; outside of turns, from the first seat."""
    player, every = ty.ElementType(PLAYER), Elements(ty.CollectionType(PLAYER), PLAYER)
    at_turn, first = Fact(player, "at_turn"), Builtin(player, "first", (every,))
    turn = Choice(player, Builtin(ty.TRUTH, "is_none", (at_turn,)), first, at_turn)
    return Builtin(every.type, "clockwise_from", (turn,), PLAYER)


def _put_off(
    rule: str, known: Sequence[Variable], one: Reaction, owner: Variable | None, world: World
) -> Iterator[BoundStatement]:
    """Defer one reaction where its rule is in force, for one owner or for no particular player."""
    head, given = one.head, one.procedure.parameters[: len(known)]
    other = {
        variable: owner
        if variable.name == OWNER and owner is not None
        else world.variable(variable.name, variable.type)
        for variable, _ in head.free
    }
    changed = [*zip(given, known, strict=True), *other.items()]

    def again(term: Term) -> Term:
        return reduce(lambda found, pair: rename_variable(found, *pair), changed, term)

    conditions = [again(term) for term in (*head.equal, *head.force)]
    held = head.scope.find(OWNER)
    if owner is not None and held is not None and held.variable not in other:
        whose = again(held.value or Local(held.variable.type, held.variable))
        conditions.insert(0, with_span(Compare(ty.TRUTH, "=", Local(owner.type, owner), whose), head.place))
    passed = tuple(with_span(Local(v.type, v), head.place) for v in (*known, *other.values()))
    name = f"{rule}/{one.procedure.id}"
    body: Body = (Perform(head.span, name, one.procedure.id, passed, later=True),)
    for variable, domain in reversed(head.free):
        if other[variable] is not owner:
            body = (
                Each(
                    head.span,
                    f"{name}/for",
                    other[variable],
                    with_span(again(domain), head.place),
                    join_conditions(conditions),
                    body,
                ),
            )
            conditions = []
    where = join_conditions(conditions)
    yield from body if where is None else (Branch(head.span, f"{name}/where", where, body, ()),)


# -- added options ---------------------------------------------------------------------------------------------------
# Options that pieces add to decisions: their first parameter is the piece, which must be in force for the player asked.


NOT_IN_FORCE = "not_in_force"
"""Why an option on a piece is refused while the piece is not in force for the player asked."""


@frozen_class
class Beginning(FrozenValue):
    """The parameters and guards that precede those written in an added option, and the name of the player asked."""

    asked: tuple[str, Held]
    parameters: tuple[b.BoundParameter, ...] = ()
    checks: tuple[b.Give | b.Guard, ...] = ()


@frozen_class
class ChosenPiece(FrozenValue):
    """The piece of an added option: the domain it is chosen from, and the conditions for being in force."""

    head: Head
    this: Variable
    domain: Term
    force: tuple[Term, ...]
    pieces: tuple[int, ...]
    """Those among which it is chosen at all, by number; of options that all elements of a kind have, none are told apart."""
    text: str
    span: Span

    def beginning(self, option: s.Option, path: str, asked: tuple[str, Held]) -> Beginning:
        """Return, for one option, the parameter that chooses the piece and the guard that it is in force."""
        checks: list[b.Give | b.Guard] = []
        rule = f"{path}/{option.name}"
        condition = self.head.some((*self.head.equal, *self.force))
        if condition is not None:
            reason = b.BoundReason(NOT_IN_FORCE, ())
            checks.append(b.Guard(self.span, f"{rule}/{NOT_IN_FORCE}", condition, reason, self.text, (), ()))
        checks += (one for one in free_head_variables(self.head, rule, 0) if isinstance(one, b.Give))
        parameter = b.BoundParameter(option.span, self.this, self.domain, self.text, None)
        return Beginning(asked, (parameter,), tuple(checks))


def bind_chosen_piece(addition: AddedOptions, asked: tuple[str, Held], world: World) -> ChosenPiece:
    """Bind the domain and conditions for the pieces of added options, in a scope without names of the decision.

    Where a piece lies with whoever is asked, it is chosen among what lies there.
    """
    piece = addition.piece
    assert piece is not None
    force, span = piece.force, addition.item.span if piece.force is None else piece.force.span
    kind, found = piece.kind, _standing(addition, piece, world)
    if force is not None and force.of is not None and force.of in world.kinds:
        kind, found = force.of, effect_carriers(world, force.of, piece, addition.elements) or ()
    this = world.variable(THIS, ty.ElementType(kind))
    head = open_chosen_piece_rule(Scope(world), piece, asked, this, addition.item.span)
    every = len(found) == len(world.kinds[kind].elements)
    those: Term = Listed(ty.CollectionType(kind), found)
    domain, conditions = (Elements(ty.CollectionType(kind), kind) if every else those), [*head.force]
    if force is not None and force.zone is not None and not head.free and conditions:
        first = conditions.pop(0)
        if isinstance(first, In):
            domain = first.collection
            conditions[:0] = [] if every else [In(ty.TRUTH, Local(this.type, this), those)]
    text = world.text(span) or NOT_IN_FORCE
    conditions = [with_span(term, span) for term in conditions]
    pieces = () if addition.whole else tuple(one.value for one in found)
    return ChosenPiece(head, this, with_span(domain, span), tuple(conditions), pieces, text, span)


def _standing(addition: AddedOptions, piece: RulePiece, world: World) -> tuple[Constant, ...]:
    elements = world.kinds[piece.kind].elements
    return tuple(Constant(ty.ElementType(piece.kind), at, elements[at]) for at in addition.elements)
