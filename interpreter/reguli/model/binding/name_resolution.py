"""Resolution of bare words and fields.

A bare word is, in this order: a name given in the rule itself (a parameter, 'let', a loop); an element of the kind that is expected where it stands
(the other side of '=', the set after 'in', a typed argument, a key of a table, the right side of 'set'); a constant, table, option, shared state,
define or plural; an element whose name no other kind has. ``KIND.ELEMENT`` writes it out. So an element more can change what no name of another kind
means: at worst a name that said no kind must now say it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, Literal

from reguli.language.syntax_tree.expressions import Expression, Field, Name
from reguli.language.syntax_tree.top_level_items import Parameter
from reguli.model import types as ty
from reguli.model.binding.binding_context import (
    ABSENT,
    FACTS,
    GAME,
    NUMBER,
    PHASE,
    SPOT_OF,
    STAGE,
    WAY,
    WAY_OF_SPOT,
    WAYS,
    World,
    find_reverse_relations,
    reverse_relation_names,
)
from reguli.model.bound_tree.bound_terms import (
    Apply,
    Cell,
    Constant,
    Elements,
    Fact,
    Fixed,
    Gathered,
    Lies,
    Local,
    Term,
    Tracked,
    Variable,
)
from reguli.model.resolved_ruleset import Table
from reguli.model.table_binding import partial_row_type
from reguli.model.types import ElementType, Type
from reguli.ruleset.document_nodes import FieldDecl
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

# -- Names given inside one rule: parameters, lets, the variables of loops and quantifiers ---------------------------


Role = Literal["parameter", "let", "loop", "choice"]


@frozen_class
class Held(FrozenValue):
    """A name in scope: its variable, the place of its definition, and its role."""

    variable: Variable
    span: Span
    role: Role
    value: Term | None = None
    """What the name stands for, where that is no variable."""


class Scope:
    """The names in reach at one place; an inner scope sees those of the outer ones."""

    __slots__ = ("given", "outer", "sealed", "world")

    def __init__(self, world: World, outer: Scope | None = None, *, sealed: bool = False) -> None:
        """Start empty; in a sealed scope, outer names can be read but not changed."""
        self.world = world
        self.outer = outer
        self.sealed = sealed
        self.given: dict[str, Held] = {}

    def inner(self, *, sealed: bool = False) -> Scope:
        """Open a scope inside this one."""
        return Scope(self.world, self, sealed=sealed)

    def find(self, name: str) -> Held | None:
        """Return the binding of a name in scope, or ``None``."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.given:
                return scope.given[name]
            scope = scope.outer
        return None

    def is_sealed(self, name: str) -> bool:
        """Return whether a name comes from outside of a sealed scope."""
        scope: Scope | None = self
        while scope is not None and name not in scope.given:
            if scope.sealed:
                return True
            scope = scope.outer
        return False

    def names(self) -> tuple[str, ...]:
        """Yield every name in scope."""
        outer = () if self.outer is None else self.outer.names()
        return (*self.given, *outer)

    def named_alike(self, kind: str) -> str | None:
        """Return the only name in scope for an element of a kind; ``None`` if there is none, or more than one."""
        found = [name for name in dict.fromkeys(self.names()) if self.is_element(name, kind)]
        return found[0] if len(found) == 1 else None

    def is_element(self, name: str, kind: str) -> bool:
        """Return whether a name in reach is an element of a kind."""
        held = self.find(name)
        return held is not None and held.variable.type == ElementType(kind)

    def give(self, name: str, found: Type, span: Span, role: Role) -> Variable:
        """Bind a name to a new variable; a name that already has a meaning is a finding."""
        variable = self.world.variable(name, found)
        self.hold(variable, span, role)
        return variable

    def hold(self, variable: Variable, span: Span, role: Role, name: str | None = None) -> None:
        """Take in a variable made elsewhere, under its own name or another one."""
        named = name or variable.name
        self._check(named, span)
        self.given[named] = Held(variable, span, role)

    def hold_value(self, name: str, value: Term, span: Span) -> None:
        """Bind a name to a value."""
        self._check(name, span)
        self.given[name] = Held(Variable(name, value.type, 0), span, "let", value)

    def take(self, written: Iterable[Parameter], variables: Iterable[Variable], role: Role) -> None:
        """Add the variables of a rule's parameters, each with the place of its declaration."""
        for parameter, variable in zip(written, variables, strict=True):
            self.hold(variable, parameter.span, role)

    def _check(self, name: str, span: Span) -> None:
        own = self.given.get(name)
        if own is not None:
            related = [(own.span, Said("here.name_given", name=name))]
            self.world.bag.add("R203", span, related=related, name=name)
            return
        if name in self.world.kinds:
            return
        held = self.find(name)
        if held is not None:
            related = [(held.span, Said("here.name_given", name=name))]
            self.world.bag.add("R202", span, related=related, name=name, what=Said("thing.another_value"))
            return
        what = resolve_bare_name(name, self.world)
        if what is None:
            return
        declared = self.world.declared_at(name)
        if declared is not None and self.world.is_later(declared, span):
            related = [(span, Said("here.name_given", name=name))]
            self.world.bag.add("R202", declared, related=related, name=name, what=Said("thing.another_value"))
        else:
            self.world.bag.add("R202", span, name=name, what=what)


def resolve_bare_name(name: str, world: World) -> Said | None:
    """Return the meaning of a bare name that takes precedence over elements; ``None`` if it can only be an element."""
    if name in world.arities:
        return Said("thing.a_define")
    if name in world.constants:
        return Said("thing.a_constant")
    if name in world.tables:
        return Said("thing.a_table")
    if name in world.options:
        return Said("thing.an_option")
    if name in {"true", "false"}:
        return Said("sort.truth")
    if name in FACTS:
        return Said("thing.kept")
    if f"{GAME}.{name}" in world.state:
        return Said("thing.state_of_game")
    if name in world.plurals:
        return Said("thing.plural_of", kind=world.plurals[name])
    return None


# -- name resolution -------------------------------------------------------------------------------------------------


RARE: Final = frozenset({PHASE, STAGE})
"""Kinds whose elements no other name has to make way for."""
WRONG: Final = Constant(ty.UNKNOWN, 0)
"""Stands where a mistake was reported; everything fits, nothing is reported twice."""


class NameBinder(ABC):
    """Binds names and fields; subclasses bind all other expressions."""

    def __init__(self, scope: Scope) -> None:
        """Bind at one place, with the names of its scope."""
        self.scope = scope

    @property
    def world(self) -> World:
        """Return the binding context."""
        return self.scope.world

    @abstractmethod
    def term(self, node: Expression, expected: ty.Type | None = None) -> Term:
        """Bind any expression; ``expected`` resolves ambiguous names."""

    @abstractmethod
    def single(self, node: Expression, term: Term) -> Term:
        """Convert a zone of one to its piece; return other terms unchanged."""

    def wrong(self, node: Expression, found: Value, expected: Value, meant: str | None = None) -> Term:
        """Report an expression of the wrong sort, with the name that was probably meant."""
        text = self.text(node)
        self.world.bag.add("R220", node.span, near=meant, text=text, found=found, expected=expected)
        return WRONG

    def mismatch(self, node: Expression, found: ty.Type, expected: Value, kind: str | None = None) -> Term:
        """Report a value of the wrong type, unless an error in it was reported; ``kind`` is that of the single element wanted."""
        if isinstance(found, ty.UnknownType):
            return WRONG
        meant = None if kind is None or not isinstance(node, Name) else self.scope.named_alike(kind)
        return self.wrong(node, ty.type_text(found), expected, meant)

    def too_many(self, node: Expression, term: Term) -> bool:
        """Report a zone that may hold several pieces but is read as a single piece."""
        if not isinstance(term, Tracked) or not isinstance(term.type, ty.ZoneType) or term.type.counted:
            return False
        related = [(self.world.state[term.field].span, Said("here.name_stands", name=term.field.removeprefix("game.")))]
        text = self.text(node)
        self.world.bag.add("R235", node.span, related=related, text=text, piece=term.type.pieces)
        return True

    def name(self, node: Name, expected: ty.Type | None, *, owner: bool = False) -> Term:
        """Bind a bare word; ``owner`` marks it as the base of a field."""
        held = self.scope.find(node.id)
        if held is not None:
            return held.value or Local(held.variable.type, held.variable)
        wanted = expected.kind if isinstance(expected, ty.ElementType) else None
        if wanted is not None and (index := self.world.element(wanted, node.id)) is not None:
            return Constant(ty.ElementType(wanted), index, node.id)
        if wanted is not None and (wanted, node.id) in self.world.absent:
            return Constant(ty.ElementType(wanted), ABSENT, node.id)
        return (
            self._strong(node, expected) or self._element(node, expected) or self._unknown(node, expected, owner=owner)
        )

    def is_bare(self, node: Expression) -> bool:
        """Return whether a word is bound to no local name; it may be an element whose kind the other operand determines."""
        return isinstance(node, Name) and self.scope.find(node.id) is None

    def is_element_name(self, node: Expression) -> bool:
        """Return whether a word can only be an element."""
        return isinstance(node, Name) and self.is_bare(node) and resolve_bare_name(node.id, self.world) is None

    def _strong(self, node: Name, expected: ty.Type | None) -> Term | None:
        """Bind a word to a meaning that takes precedence over elements, as listed by ``resolve_bare_name``."""
        world, name = self.world, node.id
        if name in world.arities:
            define = world.defines.get(name)
            agrees = world.agree(node.span, name, (), range(world.arities[name]))
            return Apply(define.type, name, ()) if agrees and define is not None else WRONG
        if name in world.constants:
            constant = world.constants[name]
            return Constant(ty.NumberType(constant.unit), constant.value, name)
        if name in world.tables:
            whole = partial_row_type(world.tables[name], world, expected)
            if isinstance(whole, ty.BundleType) and len(world.tables[name].key_names) == 1:
                return Cell(whole, name, ())
            return self.report("R215", node.span, name=name, what=Said("thing.a_table"), example=f"{name}[...]")
        if name in world.options:
            value = world.options[name]
            if isinstance(value, bool):
                return Constant(ty.TRUTH, int(value), name)
            kind = world.option_kind(name)
            return Constant(ty.ElementType(kind), world.element(kind, value) or 0, name)
        if name in {"true", "false"}:
            return Constant(ty.TRUTH, int(name == "true"), name)
        if name in FACTS:
            world.facts.add(name)
            return Fact(FACTS[name], name)
        if (state := f"{GAME}.{name}") in world.state:
            return Tracked(self.state_type(state), state, None)
        if name in world.plurals:
            return Elements(ty.CollectionType(world.plurals[name]), world.plurals[name])
        return None

    def _element(self, node: Name, expected: ty.Type | None) -> Term | None:
        found = self.world.elements.get(node.id, ())
        wanted = _kind_of(expected)
        own = tuple((kind, index) for kind, index in found if kind == wanted)
        if not own:  # phases, stages and settings are seldom meant: they stand beside 'phase', 'stage' or the option
            usual = (one for one in found if one[0] not in RARE and not one[0].startswith("option:"))
            own = tuple(usual) or found
        if not own:
            return self._absent(node, wanted)
        if len(own) > 1:
            return self.report("R201", node.span, name=node.id, kinds=", ".join(kind for kind, _ in own))
        kind, index = own[0]
        return Constant(ty.ElementType(kind), index, node.id)

    def _absent(self, node: Name, wanted: str | None) -> Term | None:
        """Bind the name of an element that only other player counts have; it may be tested and compared."""
        kinds = [kind for kind, name in self.world.absent if name == node.id and kind in self.world.kinds]
        kind = wanted if wanted in kinds else min(kinds, default=None)
        if kind is None:
            return None
        return Constant(ty.ElementType(kind), ABSENT, node.id)

    def _unknown(self, node: Name, expected: ty.Type | None, *, owner: bool) -> Term:
        world, name = self.world, node.id
        if name == "none":
            world.bag.add("R229", node.span)
        elif name in world.kinds:
            plural = world.kinds[name].plural
            example = f"for {name} in {plural}" if owner else plural
            meant = self.scope.named_alike(name)
            world.bag.add("R215", node.span, near=meant, name=name, what=Said("thing.a_kind"), example=example)
        elif name == WAYS and WAY not in world.kinds:
            world.bag.add("R237", node.span, name=name)
        elif name in world.procedures:
            world.bag.add("R215", node.span, name=name, what=Said("thing.a_procedure"), example=f"run {name}")
        else:
            wanted = _kind_of(expected)
            elements = world.kinds[wanted].elements if wanted in world.kinds else ()
            near_by = elements if closest_name(name, elements) else (*self.scope.names(), *world.known())
            world.unknown("R200", node.span, name, near_by, meant=self._with_owner(name))
        return WRONG

    def _with_owner(self, name: str) -> str | None:
        """Return a word, if it is a field of something named here, qualified with that name."""
        holders = [kind for kind in self.world.kinds if name in self.fields_of(kind)]
        owners = (self.scope.named_alike(kind) for kind in holders)
        return next((f"{owner}.{name}" for owner in owners if owner is not None), None)

    def field(self, node: Field) -> Term:
        """Bind ``base.name``: a fixed field or a state field of an element; ``KIND.ELEMENT`` is that element."""
        of_use = self.of_use(node)
        if of_use is not None:
            return self.name(of_use, None)
        if isinstance(node.base, Name) and self.is_bare(node.base) and node.base.id in self.world.kinds:
            index = self.world.element(node.base.id, node.name)
            if index is not None:
                return Constant(ty.ElementType(node.base.id), index, node.name)
            if (node.base.id, node.name) in self.world.absent:
                return Constant(ty.ElementType(node.base.id), ABSENT, node.name)
        base = self.name(node.base, None, owner=True) if isinstance(node.base, Name) else self.term(node.base)
        base = self.single(node.base, base)
        if not isinstance(base.type, ty.ElementType):
            if isinstance(base.type, ty.UnknownType):
                return WRONG
            if self.too_many(node.base, base):
                return WRONG
            found = ty.type_text(base.type)
            return self.report("R207", node.span, text=self.text(node.base), found=found, name=node.name)
        return self.of_element(node, base, base.type.kind)

    def of_use(self, node: Expression) -> Name | None:
        """Return a qualified name of a library use, such as ``bidding.ascending``, as one word."""
        if not isinstance(node, Field) or not isinstance(node.base, Name):
            return None
        use = node.base.id
        return Name(node.span, f"{use}.{node.name}") if use in self.world.uses and self.is_bare(node.base) else None

    def of_element(self, node: Field, base: Term, kind: str) -> Term:
        """Bind a property of an element: a fixed field or a state field."""
        if kind not in self.world.kinds:  # what names it is a finding already
            return WRONG
        declared = self.world.kinds[kind].fields.get(node.name)
        if declared is not None:
            return self._fixed(node, base, kind, declared)
        state = f"{kind}.{node.name}"
        if state in self.world.tables:
            table, laid = self.world.tables[state], self.laid(kind, node.name, base)
            keys, found = table.key_names[1 + len(laid) :], _measured(table, self.world)
            return (
                Fixed(ty.KeyedType(keys, found), kind, node.name, base) if keys else Cell(found, state, (base, *laid))
            )
        if state in self.world.state:
            return Tracked(self.state_type(state), state, base)
        back = self._way_back(node, base, kind)
        if back is None:
            known = (*self.fields_of(kind), *reverse_relation_names(self.world, kind))
            itself = node.name if self.scope.find(node.name) is not None else None
            self.world.unknown("R206", node.span, node.name, known, meant=itself, kind=kind)
        return back or WRONG

    def laid(self, kind: str, name: str, cell: Term) -> tuple[Term, ...]:
        """Return the part and rotation on the spot of a cell, where a field depends on them."""
        declared = self.world.kinds[kind].declared
        fields = () if declared is None else declared.fields
        spots = next((field.laid for field in fields if field.id == name), None)
        if spots is None or declared is None or declared.join is None:
            return ()
        spot, part = Fixed(ty.ElementType(spots), kind, SPOT_OF, cell), declared.join.parts
        return tuple(
            Tracked(ty.ElementType(of), f"{spots}.{told}", spot) for told, of in ((part, part), (WAY_OF_SPOT, WAY))
        )

    def _way_back(self, node: Field, base: Term, kind: str) -> Term | None:
        """Bind a reverse relation: the elements that refer to this one, or the location of a piece."""
        ways, other = find_reverse_relations(self.world, kind, node.name)
        if not ways:
            return None
        way = ways[0]
        if other is not None:
            related = [(way.span, Said("here.way_back", name=way.field)), (node.span, Said("here.used"))]
            names = {"name": node.name, "kind": kind, "first": way.field, "second": other.field}
            self.world.bag.add("R219", other.span, related=related, **names)
            return WRONG
        if way.part is None:
            source, _, field = way.field.partition(".")
            return Gathered(ty.CollectionType(source), source, field, base)
        found = ty.PLAIN if way.kind is None else ty.ElementType(way.kind)
        return Lies(found, tuple(one.field for one in ways), way.part, base)

    def state_type(self, name: str) -> ty.Type:
        """Return the type of a state field; a row of places if it has keys."""
        found, keys = self.world.state_types[name], self.world.state[name].by
        return ty.KeyedType(tuple(key.name for key in keys), found) if keys else found

    def fields_of(self, kind: str) -> tuple[str, ...]:
        """Return the names of all fields and state fields of a kind."""
        tracked = (state.id for state in self.world.state.values() if state.owner == kind)
        keyed = (name.partition(".")[2] for name in self.world.tables if name.startswith(f"{kind}."))
        return (*self.world.kinds[kind].fields, *keyed, *tracked)

    def _fixed(self, node: Field, base: Term, kind: str, declared: FieldDecl) -> Term:
        match declared.form:
            case "text":
                what, use = Said("sort.text"), Said("says.only_printed")
            case "procedure":
                what, use = Said("thing.a_procedure"), Said("says.write", call=f"run {self.text(node)}(...)")
            case "amount":
                what, use = Said("sort.number_with_arguments"), Said("says.ask", call=f"{self.text(node)}(...)")
            case "condition":
                what, use = Said("sort.condition_with_arguments"), Said("says.ask", call=f"{self.text(node)}(...)")
            case _:
                known = declared.of is None or declared.form == "number" or declared.of in self.world.kinds
                return Fixed(field_type(declared), kind, declared.id, base) if known else WRONG
        return self.report("R216", node.span, name=node.name, what=what, use=use)

    def unit_of(self, kind: str) -> ty.NumberType:
        """Return the type of a count of things of a kind."""
        return ty.PLAIN if kind.startswith("option:") else ty.NumberType(kind)

    def text(self, node: Expression) -> str:
        """Return the source text of an expression."""
        return self.world.text(node.span)

    def amiss(self, code: str, node: Expression, **args: Value) -> Term:
        """Report a finding that quotes an expression, and return the term that fits every type."""
        return self.report(code, node.span, text=self.text(node), **args)

    def report(self, code: str, span: Span, **args: Value) -> Term:
        """Report a finding and return the term that fits every type."""
        self.world.bag.add(code, span, near=None, related=(), **args)
        return WRONG


def field_type(declared: FieldDecl) -> ty.Type:
    """Return the type of a fixed field's value."""
    match declared.form:
        case "number" | "amount":
            return ty.NumberType(None if declared.of == NUMBER else declared.of, declared.compares)
        case "truth":
            return ty.TRUTH
        case "kind":
            return ty.UNKNOWN if declared.of is None else ty.ElementType(declared.of)
        case "set":
            return ty.UNKNOWN if declared.of is None else ty.CollectionType(declared.of)
        case _:
            return ty.UNKNOWN


def _measured(table: Table, world: World) -> ty.Type:
    """Return the value type of a field with keys, as declared, so that numbers can be compared."""
    kind, _, name = table.id.partition(".")
    declared = world.kinds[kind].declared
    fields = () if declared is None else declared.fields
    return next((field_type(one) for one in fields if one.id == name), table.type)


def _kind_of(expected: ty.Type | None) -> str | None:
    match expected:
        case ty.ElementType(kind) | ty.CollectionType(kind):
            return kind
        case ty.NumberType() | ty.TruthType() | ty.ManyType() | ty.PlaceType() | ty.UnknownType() | None:
            return None
