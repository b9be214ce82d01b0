"""Says values of rules as phrases: every term of the bound tree becomes a number, a name, or a noun with what belongs to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from reguli.model.tree import terms as t
from reguli.model.types import CollectionType, ElementType, NumberType
from reguli.words.gloss.nouns import ELEMENT, Nouns, kind_id_of
from reguli.words.grammar.noun import Name, Range
from reguli.words.offers.elements import COUNTED_KINDS
from reguli.words.wording.values import Phrase, Value

OF_OPTION: Final = "option:"
"""How the ids of the kinds begin whose elements are the values of an option."""


class Phrases(Nouns, ABC):
    """Makes phrases for the terms of one ruleset in one language."""

    def of(self, term: t.Term) -> Value:
        """Say a term."""
        match term:
            case t.Constant():
                return self._constant(term)
            case t.Local():
                return self.variable(term.variable)
            case t.Elements():
                kind = self.kind(term.kind)
                return self.made(
                    "the_many", ("definite", "other"), noun=ELEMENT if kind is None else self.noun_of(kind)
                )
            case t.Fixed():
                return self.owned(term.field, self.of(term.element), term.type)
            case t.Tracked():
                return self._tracked(term)
            case t.Variety():
                return self.made("only", zone=self.of(term.zone), variety=self.of(term.variety))
            case t.Contents() | t.Amount():
                return self._inside(term)
            case t.Cell():
                keys = tuple(self.of(key) for key in term.keys)
                return self.made("cell", name=Name(self.readable(term.table)), items=keys)
            case t.Arithmetic():
                return self._arithmetic(term)
            case t.Choice():
                return self.made(
                    "whichever",
                    condition=Name(self.condition(term.condition)),
                    then=self.of(term.then),
                    otherwise=self.of(term.otherwise),
                )
            case t.Fold():
                name = {"sum": "total", "max": "greatest", "min": "least"}[term.how]
                return self.made(
                    name, value=self.of(term.value), domain=self.members(term.variable, term.domain, term.where)
                )
            case t.Filter():
                return self._filtered(term)
            case t.Interval():
                return self._interval(term)
            case t.Listed():
                return tuple(self.of(item) for item in term.items)
            case t.SetOperation():
                name = {"union": "together", "without": "without", "common": "common"}[term.operator]
                return self.made(name, ("definite", "other"), left=self.of(term.left), right=self.of(term.right))
            case t.Apply():
                return self.defined(term.define, tuple(self.of(argument) for argument in term.arguments), term.type)
            case t.Builtin():
                return self._builtin(term)
            case t.Fact():
                return self._fact(term.name)
            case _:
                return Name(self.condition(term))

    @abstractmethod
    def condition(self, term: t.Term) -> str:
        """Say a condition."""

    def _constant(self, term: t.Constant) -> Value:
        if isinstance(term.type, NumberType):
            unit = term.type.unit
            if term.origin is not None and unit is not None and self.known(unit):
                return self.counted(term.value, unit)
            return term.value
        if isinstance(term.type, ElementType) and term.type.kind.startswith(OF_OPTION):
            return self._setting(term, term.type.kind)
        if isinstance(term.type, ElementType) and term.value >= 0:
            return self.element(term.type.kind, term.value)
        return self.made("nobody", ("indefinite",))

    def _setting(self, term: t.Constant, kind_id: str) -> Value:
        """Say an option by its name, though its value is settled, and a value it may have in quotes."""
        if term.origin == kind_id.removeprefix(OF_OPTION):
            return self.made("value", name=Name(term.origin))
        return Name(self.book.tongue.style.quotes.around(self.ruleset.kinds[kind_id].elements[term.value]))

    def _tracked(self, term: t.Tracked) -> Value:
        return self.place(term.field.partition(".")[2], term.type, None if term.owner is None else self.of(term.owner))

    def _inside(self, term: t.Contents | t.Amount) -> Value:
        """Say what lies in a zone. What is called after its pieces is those pieces; of money, the amount is the money."""
        zone = self.of(term.zone)
        if isinstance(term, t.Amount):
            return zone if _is_called(term.zone, self) else self.made("size_of", what=zone)
        if _is_called(term.zone, self) or isinstance(term.zone.type, CollectionType):
            return zone
        kind = self.kind(kind_id_of(term.type))
        noun = ELEMENT if kind is None else self.noun_of(kind)
        return self.made("owned_many", ("definite", "owned", "other"), owner=zone, thing=noun)

    def _arithmetic(self, term: t.Arithmetic) -> Value:
        if term.operator == "-" and isinstance(term.left, t.Constant) and term.left.value == 0:
            return (
                -term.right.value
                if isinstance(term.right, t.Constant)
                else self.made("minus", value=self.of(term.right))
            )
        names = {"+": "sum", "-": "difference", "*": "product", "div down": "quotient_down", "div up": "quotient_up"}
        return self.made(names[term.operator], left=self.of(term.left), right=self.of(term.right))

    def members(self, variable: t.Variable, domain: t.Term, where: t.Term | None) -> Value:
        """Say the members of a domain that fulfil a condition."""
        whole = self.of(domain)
        if self.needs_name(variable) and not isinstance(domain, t.Interval):
            whole = self.made("one_at_a_time", ("definite", "other"), one=self.one(variable), domain=whole)
        if where is None:
            return whole
        return self.made("such", ("definite", "other"), domain=whole, condition=Name(self.condition(where)))

    def _filtered(self, term: t.Filter) -> Value:
        found = self.members(term.variable, term.domain, term.where) if term.where is not None else self.of(term.domain)
        if not term.keys:
            return found
        return self.made("sorted", ("definite", "other"), domain=found, keys=self.keys(term.keys))

    def keys(self, keys: tuple[tuple[t.Term, bool], ...]) -> tuple[Value, ...]:
        """Say the criteria of an order."""
        return tuple(self.made("descending", key=self.of(key)) if down else self.of(key) for key, down in keys)

    def _interval(self, term: t.Interval) -> Value:
        low, high = self.of(term.low), self.of(term.high)
        if isinstance(low, int) and isinstance(high, int) and low <= high:
            return Range(low, high)
        return self.made("interval", low=low, high=high)

    def _fact(self, name: str) -> Phrase:
        if name in COUNTED_KINDS:
            return self.made("the", noun=name)
        return self.made(name)

    def _builtin(self, term: t.Builtin) -> Value:
        arguments = tuple(self.of(argument) for argument in term.arguments)
        single = _SINGLE.get(term.name)
        match term.name, arguments:
            case "count", (what,):
                return self.made("number_of", what=what)
            case (("lowest" | "highest" | "first" | "last"), (domain,)):
                noun = self.noun_in(term.type)
                return self.made(term.name, noun=noun, domain=domain)
            case (("lowest" | "highest"), (domain, amount)):
                return self.made(f"{term.name}_some", ("definite", "other"), domain=domain, amount=amount)
            case (("reversed" | "subsets"), (domain,)):
                return self.made(term.name, ("definite", "other"), domain=domain)
            case (("min" | "max"), _):
                return self.made({"min": "minimum", "max": "maximum"}[term.name], items=arguments)
            case "cheapest_path", (start, target, *_):
                return self.made("cheapest", start=start, target=target)
            case _, (what,) if single is not None:
                return self.made(single, what=what)
            case _ if isinstance(term.type, CollectionType) and arguments:
                noun = self.noun_in(term.type)
                return self.made(
                    "named_many_for", ("definite", "other"), noun=noun, name=Name(term.name), items=arguments
                )
            case _:
                return self.made("function", name=Name(term.name), items=arguments)

    def everything(self, items: tuple[t.Term, ...]) -> tuple[Value, ...]:
        """Say several terms."""
        return tuple(self.of(item) for item in items)


_SINGLE: Final = {
    "abs": "absolute",
    "adjacent": "neighbours",
    "ends": "ends",
    "next_seat": "next_seat",
    "previous_seat": "previous_seat",
}


def _is_called(zone: t.Term, phrases: Phrases) -> bool:
    """Whether a zone is called after what lies in it, as the cards of a player or somebody's money."""
    match zone:
        case t.Tracked(field=field, type=found):
            noun, many = phrases.field_noun(field.partition(".")[2], found)
            return many or noun == "money"
        case t.Variety(zone=inner):
            return _is_called(inner, phrases)
        case _:
            return False
