"""Says values of rules as phrases: every term of the bound tree becomes a number, a name, or a noun with what belongs to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from reguli.model.tree import terms as t
from reguli.model.types import CollectionType, ElementType, NumberType
from reguli.words.gloss.book import TEMPLATES
from reguli.words.gloss.nouns import Nouns
from reguli.words.grammar.noun import Name, Range
from reguli.words.offers.elements import COUNTED_KINDS
from reguli.words.wording.values import Phrase, Value

OF_OPTION: Final = "option:"
"""How the ids of the kinds begin whose elements are the values of an option."""
FIELDS: Final = {"one": "variable", "items": "arguments"}
"""What the fields of bound nodes are called that templates call otherwise."""


class Phrases(Nouns, ABC):
    """Makes phrases for the terms of one ruleset in one language."""

    def taken(self, template: str, node: object, /, **known: Value) -> dict[str, Value]:
        """Give what a template takes: what is ``known``, and the rest of the fields of a node that are called alike.

        A term where the template takes a name is said as a condition.
        """
        left = {name: kind for name, kind in TEMPLATES[template].items() if name not in known}
        return known | {name: self.part(getattr(node, FIELDS.get(name, name)), kind) for name, kind in left.items()}

    def part(self, found: Any, kind: object) -> Value:
        """Say a field of a node: a variable, a name, a truth, terms, criteria of an order, a term."""
        match found:
            case t.Variable():
                return self.one(found)
            case str():
                return self.readable(found)
            case bool():
                return found
            case t.Placed(), bool(down):
                return self.made("descending", key=self.of(found[0])) if down else self.of(found[0])
            case tuple():
                return tuple(self.part(item, "phrase") for item in found)
            case _:
                return Name(self.condition(found)) if kind == "name" else self.of(found)

    def phrase(self, name: str, node: t.Term, /, **known: Value) -> Phrase:
        """Make a phrase of a term, whose fields it takes."""
        return self.made(name, **self.taken(f"phrase.{name}", node, **known))

    def of(self, term: t.Term) -> Value:
        """Say a term."""
        match term:
            case t.Constant():
                return self._constant(term)
            case t.Local():
                return self.variable(term.variable)
            case t.Elements():
                return self.made("the_many", noun=self.noun_in(term.type))
            case t.Fixed():
                return self.place(term.field, term.type, self.of(term.element))
            case t.Tracked():
                owner = None if term.owner is None else self.of(term.owner)
                return self.place(term.field.partition(".")[2], term.type, owner)
            case t.Variety():
                return self.phrase("only", term)
            case t.Contents() | t.Amount():
                return self._inside(term)
            case t.Cell():
                return self.made("cell", name=self.readable(term.table), items=self.everything(term.keys))
            case t.Arithmetic():
                return self._arithmetic(term)
            case t.Choice():
                return self.phrase("whichever", term)
            case t.Fold():
                return self.phrase(_HOW[term.how], term, domain=self.members(term.variable, term.domain, term.where))
            case t.Filter():
                return self._filtered(term)
            case t.Interval():
                return self._interval(term)
            case t.Listed():
                return self.everything(term.items)
            case t.SetOperation():
                return self.phrase(_HOW[term.operator], term)
            case t.Apply():
                return self.defined(term.define, self.everything(term.arguments), term.type)
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
        return self.made("nobody")

    def _setting(self, term: t.Constant, kind_id: str) -> Value:
        """Say an option by its name, though its value is settled, and a value it may have in quotes."""
        if term.origin == kind_id.removeprefix(OF_OPTION):
            return self.made("value", name=Name(term.origin))
        return self.quoted(self.ruleset.kinds[kind_id].elements[term.value])

    def _inside(self, term: t.Contents | t.Amount) -> Value:
        """Say what lies in a zone. What is called after its pieces is those pieces; of money, the amount is the money."""
        zone = self.of(term.zone)
        if isinstance(term, t.Amount):
            return zone if _is_called(term.zone, self) else self.made("size_of", what=zone)
        if _is_called(term.zone, self) or isinstance(term.zone.type, CollectionType):
            return zone
        return self.made("owned_many", owner=zone, thing=self.noun_in(term.type))

    def _arithmetic(self, term: t.Arithmetic) -> Value:
        taken = negated(term)
        if taken is None:
            return self.phrase(_HOW[term.operator], term)
        return -taken.value if isinstance(taken, t.Constant) else self.made("minus", value=self.of(taken))

    def members(self, variable: t.Variable, domain: t.Term, where: t.Term | None) -> Value:
        """Say the members of a domain that fulfil a condition."""
        whole = self.of(domain)
        if self.needs_name(variable) and not isinstance(domain, t.Interval):
            whole = self.made("one_at_a_time", one=self.one(variable), domain=whole)
        if where is None:
            return whole
        return self.such(whole, where)

    def such(self, domain: Value, where: t.Term) -> Phrase:
        """Say those of a domain that fulfil a condition."""
        return self.made("such", domain=domain, condition=Name(self.condition(where)))

    def _filtered(self, term: t.Filter) -> Value:
        found = self.members(term.variable, term.domain, term.where) if term.where is not None else self.of(term.domain)
        return self.phrase("sorted", term, domain=found) if term.keys else found

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
        arguments = self.everything(term.arguments)
        match term.name, arguments:
            case "count", (what,):
                return self.made("number_of", what=what)
            case (("lowest" | "highest" | "first" | "last"), (domain,)):
                return self.made(term.name, noun=self.noun_in(term.type), domain=domain)
            case (("lowest" | "highest"), (domain, amount)):
                return self.made(f"{term.name}_some", domain=domain, amount=amount)
            case (("reversed" | "subsets"), (domain,)):
                return self.made(term.name, domain=domain)
            case (("min" | "max"), _):
                return self.made(f"{term.name}imum", items=arguments)
            case "cheapest_path", (start, target, *_):
                return self.made("cheapest", start=start, target=target)
            case (("abs" | "adjacent" | "ends" | "next_seat" | "previous_seat"), (what,)):
                return self.made({"abs": "absolute", "adjacent": "neighbours"}.get(term.name, term.name), what=what)
            case _ if isinstance(term.type, CollectionType) and arguments:
                return self.made("named_many_for", noun=self.noun_in(term.type), name=Name(term.name), items=arguments)
            case _:
                return self.made("function", name=Name(term.name), items=arguments)

    def everything(self, items: tuple[t.Term, ...]) -> tuple[Value, ...]:
        """Say several terms."""
        return tuple(self.of(item) for item in items)


_HOW: Final = {
    "sum": "total", "max": "greatest", "min": "least", "union": "together", "without": "without", "common": "common",
    "+": "sum", "-": "difference", "*": "product", "div down": "quotient_down", "div up": "quotient_up",
}  # fmt: skip
"""The phrases of folds, of sets put together and of sums."""


def negated(term: t.Term) -> t.Term | None:
    """Give what a term takes from nothing; ``-x`` is 0 - x."""
    match term:
        case t.Arithmetic(operator="-", left=t.Constant(value=0), right=taken):
            return taken
        case _:
            return None


def _is_called(zone: t.Term, phrases: Phrases) -> bool:
    """Whether a zone is called after what lies in it, as the cards of a player or somebody's money."""
    match zone:
        case t.Tracked(field=field):
            noun, many = phrases.field_noun(field.partition(".")[2])
            return many or noun == "money"
        case t.Variety(zone=inner):
            return _is_called(inner, phrases)
        case _:
            return False
