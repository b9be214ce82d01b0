"""Analysis of values that may be absent: references that are none, elements that exist only at some player counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reguli.model.binding.binding_context import ABSENT, World
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_terms,
    child_terms,
    guard_terms,
    nested_bodies,
    nested_statements,
    statement_terms,
    terms_outside_procedures,
    variables_bound_by,
)
from reguli.model.resolved_ruleset import Absent, Ruleset, is_field_table
from reguli.model.types import ElementType, TruthType
from reguli.ruleset.document_nodes import StateDecl

# -- absence analysis ------------------------------------------------------------------------------------------------
# What may be absent: an element that may be none, the piece of a place for one, a way back, a field of an absent thing.
#
# Nothing is declared: what a rule gives to a name, and what is written into a field, tells whether there may be nothing there. A comparison with
# something absent is false, so whoever makes rules executable must know it too. Generated code asks for an element only where it may be absent, so what is said to be
# there must be proved: of a variable every place that gives it a value was seen, and each gives an element. One that no walk came by is not proved.


ALWAYS_THERE = frozenset({"next_seat", "previous_seat"})
"""Functions that give an element wherever they are given one."""


def may_be_absent(ruleset: Ruleset, absent: Absent, term: t.Term) -> bool:
    """Return whether an element term may be none."""
    match term:
        case t.Constant(_, value):
            return value < 0
        case t.Local(_, variable):
            # Variables bound beside the rules are numbered on from far above, and nothing is known of them.
            return variable.key in absent.variables or variable.key > ruleset.variables
        case t.Fixed(_, kind, name, element):
            return -1 in ruleset.kinds[kind].values[name] or may_be_absent(ruleset, absent, element)
        case t.Tracked(_, name, owner):
            return name in absent.fields or (owner is not None and may_be_absent(ruleset, absent, owner))
        case t.Choice(_, _, then, otherwise):
            return may_be_absent(ruleset, absent, then) or may_be_absent(ruleset, absent, otherwise)
        case t.Apply(_, define):
            return define in absent.defines
        case t.Builtin(_, name, arguments):
            return name not in ALWAYS_THERE or any(may_be_absent(ruleset, absent, one) for one in arguments)
        case t.Cell(_, table, keys):
            lacking = is_field_table(table) and may_be_absent(ruleset, absent, keys[0])
            return lacking or (isinstance(term.type, ElementType) and -1 in ruleset.tables[table].cells)
        case t.Fact(_, name):
            return name != "phase"
        case t.Elements() | t.Gathered() | t.Lies() | t.ZoneTerm() | t.ComputedTerm():
            return True


def find_absent(ruleset: Ruleset) -> Absent:
    """Search all rules for values that may be absent until a fixed point."""
    search = _Search(ruleset)
    search.find()
    search.variables.update(set(range(1, ruleset.variables + 1)) - search.bound)
    return Absent(tuple(sorted(search.variables)), tuple(sorted(search.fields)), tuple(sorted(search.defines)))


def unproved_absences(ruleset: Ruleset) -> Absent:
    """Return the values that may be absent when defines are called from outside the rules, with arguments no rule passes."""
    return Absent(range(1, ruleset.variables + 1), ruleset.absent.fields, ruleset.defines.keys())


@dataclass(slots=True)
class _Search:
    """The values found to be possibly absent in one ruleset: variables by key, state fields, defines."""

    ruleset: Ruleset
    variables: set[int] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    defines: set[str] = field(default_factory=set)
    bound: set[int] = field(default_factory=set)
    """The variables that something was seen to give a value to, by key."""

    def may_lack(self, term: t.Term) -> bool:
        """Return whether a term may be none, as far as known yet."""
        return may_be_absent(self.ruleset, Absent(self.variables, self.fields, self.defines), term)

    def find(self) -> None:
        """Follow assignments until a fixed point."""
        state = self.ruleset.state
        # The parts of a board are laid before anything is asked, and never lifted.
        elements = [name for name, one in state.items() if one.form == "element" and not one.laid]
        self.fields = {
            name for name in elements if name not in self.ruleset.starts or self.may_lack(self.ruleset.starts[name])
        }
        giving = list(self._giving())
        size = -1
        while size != len(self.variables) + len(self.fields) + len(self.defines):
            size = len(self.variables) + len(self.fields) + len(self.defines)
            for taker, value in giving:
                if self._has(taker) or _is_laid(taker, state) or not self.may_lack(value):
                    continue
                if isinstance(taker, int):
                    self.variables.add(taker)
                else:
                    (self.fields if taker in state else self.defines).add(taker)

    def _has(self, taker: int | str) -> bool:
        return taker in self.variables or taker in self.fields or taker in self.defines

    def _giving(self) -> Iterator[tuple[int | str, t.Term]]:
        """Yield every variable, field or define that is given an element, with the element."""
        ruleset = self.ruleset
        heads = [define.parameters for define in ruleset.defines.values()]
        heads += [rule[0] for rules in ruleset.piece_conditions.values() for rule in rules if rule is not None]
        heads += [(trigger.variable,) for trigger in ruleset.triggers if trigger.variable is not None]
        heads += [(criterion.variable,) for criterion in ruleset.ranking]
        heads += [(variable,) for variable, _ in ruleset.audiences.values() if variable is not None]
        heads += [(kind.starts_variable,) for kind in ruleset.kinds.values() if kind.starts_variable is not None]
        for define in ruleset.defines.values():
            if isinstance(define.type, ElementType):
                yield define.id, define.value
        for term in terms_outside_procedures(ruleset):
            yield from self._in_term(term)
        for procedure in all_procedures(ruleset):
            heads.append(procedure.parameters)
            for statement in nested_statements(procedure.body):
                if isinstance(statement, b.Ask) or statement.binds:
                    self.bound.update(one.key for one in variables_bound_by(statement))
                yield from self._in_statement(statement)
        self.bound.update(one.key for head in heads for one in head)

    def _in_statement(self, statement: b.BoundStatement) -> Iterator[tuple[int | str, t.Term]]:
        for term in statement_terms(statement):
            yield from self._in_term(term)
        match statement:
            case b.Give(variable=variable, value=value):
                yield from _given((variable,), (value,))
            case b.Write(place=t.Local(_, variable), value=value):
                yield from _given((variable,), (value,))
            case b.Write(place=t.Tracked(ElementType(), name), value=value):
                yield name, value
            case b.TakeTop(variable=variable) | b.Cast(variable=variable) if isinstance(variable.type, ElementType):
                yield variable.key, t.Constant(variable.type, -1)
            case b.Perform(procedure=name, arguments=arguments):
                yield from _given(self.ruleset.procedures[name].parameters, arguments)
            case b.PerformPiece(kind=kind, field=name, arguments=arguments):
                for rule in self.ruleset.piece_rules[kind, name]:
                    if rule is not None:
                        yield from _given(rule.parameters, arguments)
            case b.Announce(event=event, arguments=arguments):
                for procedure in self.ruleset.events.get(event, ()):
                    yield from _given(procedure.parameters, arguments)
            case b.Ask(options=options):
                for option in options:
                    lets = (check for check in option.checks if isinstance(check, b.Give))
                    for one in lets:
                        yield from _given((one.variable,), (one.value,))
            case b.Changing() | b.Binding() | b.Settle() | b.Claim() | b.Leave() | b.Branch() | b.Turn() | b.Looping():
                return

    def _in_term(self, term: t.Term) -> Iterator[tuple[int | str, t.Term]]:
        for inner in all_terms(term):
            for name in inner.binds:
                self.bound.add(getattr(inner, name).key)
            match inner:
                case t.Apply(_, define, arguments) if define in self.ruleset.defines:
                    yield from _given(self.ruleset.defines[define].parameters, arguments)
                case t.PieceCondition(_, kind, name, _, arguments):
                    for rule in self.ruleset.piece_conditions[kind, name]:
                        if rule is not None:
                            yield from _given(rule[0], arguments)
                case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Apply() | t.Builtin():
                    pass


def _is_laid(taker: int | str, state: Mapping[str, StateDecl]) -> bool:
    return isinstance(taker, str) and taker in state and state[taker].laid


def _given(variables: tuple[t.Variable, ...], values: tuple[t.Term, ...]) -> Iterator[tuple[int | str, t.Term]]:
    for variable, value in zip(variables, values, strict=False):
        if isinstance(variable.type, ElementType):
            yield variable.key, value


# -- player count presence -------------------------------------------------------------------------------------------
# Rules name what only some numbers of players have: at the others it may be asked for and compared, and nothing else.


def check_presence(ruleset: Ruleset, world: World) -> None:
    """Report elements that do not exist at this player count although a rule needs them without testing (R338)."""
    if not world.absent:
        return
    for procedure in all_procedures(ruleset):
        _body(procedure.body, world)
    _terms(terms_outside_procedures(ruleset), world)


def _body(body: b.Body, world: World) -> None:
    for statement in body:
        if isinstance(statement, b.Ask):
            _ask(statement, world)
            continue
        _terms(statement_terms(statement), world)
        known = constant_truth(statement.condition) if isinstance(statement, b.Branch | b.Loop) else None
        bodies = [body for body, _ in nested_bodies(statement)]
        for at, inner in enumerate(bodies):
            if known is None or known is (at == 0):
                _body(inner, world)


def _ask(ask: b.Ask, world: World) -> None:
    """Check the terms of a decision; an option is skipped after a guard that never holds."""
    _terms((ask.actor,), world)
    for option in ask.options:
        _terms((parameter.domain for parameter in option.parameters), world)
        held = True
        for check in (*(parameter.where for parameter in option.parameters), *option.checks):
            if isinstance(check, b.Guard) and held:
                _terms(guard_terms(check), world)
                for waiver in check.waivers:
                    _body(waiver.body, world)
                held = bool(check.waivers) or constant_truth(check.condition) is not False
            elif isinstance(check, b.Give) and held:
                _terms((check.value,), world)
        if held:
            _body(option.effects, world)
    _body(ask.otherwise or (), world)


def _terms(terms: Iterable[t.Term], world: World) -> None:
    for term in terms:
        _term(term, world)


def _term(term: t.Term, world: World) -> None:
    match term:
        case t.Constant(type=ElementType(kind), value=value, origin=name) if value == ABSENT:
            players = world.documents.players or world.documents.game.players[0]
            world.bag.add("R338", term.span, near=None, related=(), kind=kind, name=str(name), players=players)
        case t.Compare(left=left, right=right):
            _terms((side for side in (left, right) if not is_absent(side)), world)
        case t.In(item=item, collection=collection):
            members = collection.items if isinstance(collection, t.Listed) else (collection,)
            _terms((one for one in (item, *members) if not is_absent(one)), world)
        case t.Logic(operator=word, left=left, right=right):
            _term(left, world)
            if constant_truth(left) is not (word == "or"):
                _term(right, world)
        case t.Choice(condition=condition, then=then, otherwise=otherwise):
            _term(condition, world)
            known = constant_truth(condition)
            _terms([one for one, holds in ((then, True), (otherwise, False)) if known in (None, holds)], world)
        case t.Constant() | t.Local() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
            _terms(child_terms(term), world)


def is_absent(term: t.Term) -> bool:
    """Return whether a term names an absent element."""
    return isinstance(term, t.Constant) and isinstance(term.type, ElementType) and term.value == ABSENT


def constant_truth(condition: t.Term) -> bool | None:
    """Return the constant truth of a condition as far as statically known; ``None`` if it varies."""
    match condition:
        case t.Constant(type=TruthType(), value=value, origin=None):
            return bool(value)
        case t.Negation(operand=operand):
            known = constant_truth(operand)
            return None if known is None else not known
        case t.Logic(operator=word, left=left, right=right):
            both, stop = (constant_truth(left), constant_truth(right)), word == "or"
            return stop if stop in both else None if None in both else not stop
        case t.Constant() | t.Local() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
            return None
