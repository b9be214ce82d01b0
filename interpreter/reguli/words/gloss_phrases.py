"""Says values of rules as phrases: every term of the bound tree becomes a number, a name, or a noun with what belongs to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reguli.model import terms as t
from reguli.model.ruleset import Kind as ModelKind
from reguli.model.ruleset import Ruleset
from reguli.model.types import (
    CollectionType,
    ElementType,
    GroupsType,
    NumberType,
    Type,
    ZoneType,
)
from reguli.source.diagnostic import Bag
from reguli.source.span import Span
from reguli.words.elements import COUNTED_KINDS, PLAYER, element_kind, element_value
from reguli.words.gloss_book import GlossBook, Template
from reguli.words.noun import Name, Range
from reguli.words.phrase import Text, Wording
from reguli.words.saying import say
from reguli.words.values import Phrase, Value

ELEMENT: Final = "element"
VALUE: Final = "value"
ZONE: Final = "zone"
NOWHERE: Final = Span("", 0, 0, 0, 0)


class Phrases:
    """Makes phrases for the terms of one ruleset in one language.

    ``pronouns`` are the keys of variables that are "it" where they stand as objects; ``conditions`` says conditions.
    """

    def __init__(self, ruleset: Ruleset, book: GlossBook, names: tuple[Name, ...] = ()) -> None:
        """Begin with no variable well known; ``names`` are those of the players, by seat."""
        self.ruleset = ruleset
        self.book = book
        self.names = names
        self.pronouns: frozenset[int] = frozenset()

    # -- templates ---------------------------------------------------------------------------------------------

    def made(self, name: str, traits: tuple[str, ...] = ("definite",), /, **values: Value) -> Phrase:
        """Make a phrase from a template; its gender and number are those of its head."""
        template = self.template(f"phrase.{name}")
        inherited = self._traits(values.get(template.head, template.head))
        own = (
            *traits,
            *(trait for trait in inherited if trait in ("m", "f", "n") or not {"one", "other"} & set(traits)),
        )
        head = self.book.tongue.lexicon.noun(str(values.get(template.head)))
        modified = head is not None and bool(head.after or head.adjectives or head.owner or head.before)
        return Phrase(template.wording, values, template.head, own, None if modified else template.after)

    def template(self, name: str) -> Template:
        """Give a template; where the language lacks it, its name stands for it."""
        known = self.book.templates.get(name)
        if known is not None:
            return known
        text = f"⟦{name}⟧"
        wording = Wording(name, text, lambda start, end: NOWHERE, (Text(NOWHERE, text, 0),))
        return Template(wording, "")

    def said(self, name: str, /, **values: Value) -> str:
        """Say a clause from a template."""
        return say(self.template(name).wording, values, self.book.tongue, Bag())

    def _traits(self, value: Value) -> tuple[str, ...]:
        match value:
            case Phrase():
                return tuple(trait for trait in value.traits if trait in ("m", "f", "n", "one", "other"))
            case str():
                noun = self.book.tongue.lexicon.noun(value)
                if noun is None:
                    return ("one",)
                only_many = "plural" in noun.parts and len(noun.parts) == 1
                return (noun.gender, "other" if only_many else "one")
            case _:
                return ("one",)

    # -- nouns -------------------------------------------------------------------------------------------------

    def known(self, term: str) -> bool:
        """Whether the language has a term."""
        return term in self.book.tongue.lexicon.terms

    def noun_of(self, kind: ModelKind) -> str:
        """Give the term of a kind, or a general one for what it is."""
        if self.known(kind.id):
            return kind.id
        general = {"pieces": "piece", "tokens": "token", "grid": "space"}.get(kind.form, ELEMENT)
        return general if self.known(general) else ELEMENT

    def kind(self, kind_id: str) -> ModelKind | None:
        """Give a kind."""
        return self.ruleset.kinds.get(kind_id)

    def one(self, variable: t.Variable) -> Phrase:
        """Say a variable where it is brought in: a player, a card “old”."""
        noun = self._noun_for(variable)
        named = self._needs_name(variable)
        if named:
            return self.made("bare_named", ("indefinite",), noun=noun, name=Name(variable.name))
        return self.made("bare", ("indefinite",), noun=noun)

    def _noun_for(self, variable: t.Variable) -> str:
        found = variable.type
        if isinstance(found, ElementType):
            kind = self.kind(found.kind)
            if variable.name != PLAYER and self.known(variable.name):
                return variable.name
            return ELEMENT if kind is None else self.noun_of(kind)
        return variable.name if self.known(variable.name) else VALUE

    def _needs_name(self, variable: t.Variable) -> bool:
        """Whether a noun alone does not say which one is meant."""
        kind = _kind_of(variable.type)
        return variable.name != self._noun_for(variable) and not (variable.name == kind and self.known(kind))

    # -- terms -------------------------------------------------------------------------------------------------

    def of(self, term: t.Term) -> Value:
        """Say a term."""
        match term:
            case t.Constant():
                return self._constant(term)
            case t.Local():
                return self._local(term.variable)
            case t.Elements():
                kind = self.kind(term.kind)
                return self.made(
                    "the_many", ("definite", "other"), noun=ELEMENT if kind is None else self.noun_of(kind)
                )
            case t.Fixed():
                return self._owned(term.field, self.of(term.element), term.type)
            case t.Tracked():
                return self._tracked(term)
            case t.Variety():
                return self.made("only", zone=self.of(term.zone), variety=self.of(term.variety))
            case t.Contents() | t.Amount():
                return self._inside(term)
            case t.Cell():
                keys = tuple(self.of(key) for key in term.keys)
                return self.made("cell", name=Name(self._readable(term.table)), items=keys)
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
                return self._named(term.define, tuple(self.of(argument) for argument in term.arguments), term.type)
            case t.Builtin():
                return self._builtin(term)
            case t.Fact():
                return self._fact(term.name)
            case _:
                return Name(self.condition(term))

    def condition(self, term: t.Term) -> str:
        """Say a condition; the conditions of this ruleset know how."""
        raise NotImplementedError(term)

    def _constant(self, term: t.Constant) -> Value:
        if isinstance(term.type, NumberType):
            unit = term.type.unit
            if term.origin is not None and unit is not None and self.known(unit):
                return self.counted(term.value, unit)
            return term.value
        if isinstance(term.type, ElementType) and term.value >= 0:
            return self.element(term.type.kind, term.value)
        return self.made("nobody", ("indefinite",))

    def counted(self, number: int, noun: str) -> Phrase:
        """Say a number of things."""
        return self.made("counted", ("indefinite", "one" if number == 1 else "other"), n=number, noun=noun)

    def element(self, kind_id: str, index: int) -> Value:
        """Say one element: card 13, Anna, salt, the sort “herb”."""
        kind = self.ruleset.kinds[kind_id]
        value = element_value(kind, index, self.names)
        noun = self.noun_of(kind)
        match element_kind(kind):
            case "number":
                assert isinstance(value, int)
                return self.made("ordered" if kind.id in COUNTED_KINDS else "numbered", noun=noun, n=value)
            case "name":
                return (
                    value if kind.id == PLAYER and self.names else self.made("labelled", noun=noun, name=_text(value))
                )
            case _:
                if isinstance(value, str) and self.known(value):
                    return self.made("bare", ("indefinite",), noun=value)
                return self.made("named", noun=noun, name=Name(kind.elements[index]))

    def _local(self, variable: t.Variable) -> Value:
        found = variable.type
        noun = self._noun_for(variable)
        if isinstance(found, CollectionType):
            return self.made("named_many", ("definite", "other"), noun=self._noun_in(found), name=Name(variable.name))
        if self._needs_name(variable):
            phrase = self.made("named", noun=noun, name=Name(variable.name))
        else:
            person = isinstance(found, ElementType) and found.kind == PLAYER
            phrase = self.made("the", ("definite", *(("person",) if person else ())), noun=noun)
        return replace(phrase, traits=("pronoun", *phrase.traits)) if variable.key in self.pronouns else phrase

    def _owned(self, field: str, owner: Value, found: Type) -> Phrase:
        """Say what somebody has: a term of its name, in the plural where that is its name, or the name in quotes."""
        thing, many = self.field_noun(field, found)
        if thing:
            name = "owned_many" if many else "owned"
            return self.made(name, ("definite", "owned", *(("other",) if many else ())), owner=owner, thing=thing)
        if isinstance(found, CollectionType):
            noun = self._noun_in(found)
            return self.made(
                "owned_named_many", ("definite", "owned", "other"), owner=owner, noun=noun, name=Name(field)
            )
        return self.made("owned_named", ("definite", "owned"), owner=owner, noun=_general(found), name=Name(field))

    def field_noun(self, field: str, found: Type) -> tuple[str, bool]:
        """Give the term for a field, and whether it is meant in the plural; no term where the language has none."""
        if self.known(field):
            return field, False
        kinds = [kind.id for kind in self.ruleset.kinds.values() if kind.plural == field]
        for single in (*kinds, field.removesuffix("s")):
            if single != field and self.known(single):
                return single, True
        del found
        return "", False

    def _tracked(self, term: t.Tracked) -> Value:
        return self.place(term.field.partition(".")[2], term.type, None if term.owner is None else self.of(term.owner))

    def place(self, field: str, found: Type, owner: Value) -> Phrase:
        """Say a state field: the deck, Anna's money, the zone “hand” of the player."""
        if owner is not None:
            return self._owned(field, owner, found)
        thing, many = self.field_noun(field, found)
        if thing:
            return self.made("the_many" if many else "the", ("definite", *(("other",) if many else ())), noun=thing)
        if isinstance(found, CollectionType):
            return self.made("named_many", ("definite", "other"), noun=self._noun_in(found), name=Name(field))
        return self.made("named", noun=_general(found), name=Name(field))

    def _inside(self, term: t.Contents | t.Amount) -> Value:
        """Say what lies in a zone. What is called after its pieces is those pieces; of money, the amount is the money."""
        zone = self.of(term.zone)
        if isinstance(term, t.Amount):
            return zone if _is_called(term.zone, self) else self.made("size_of", what=zone)
        if _is_called(term.zone, self) or isinstance(term.zone.type, CollectionType):
            return zone
        kind = self.kind(_kind_of(term.type))
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
        if self._needs_name(variable) and not isinstance(domain, t.Interval):
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

    def _named(self, name: str, items: tuple[Value, ...], found: Type) -> Phrase:
        """Say a value that the ruleset defines, by its own name."""
        if isinstance(found, CollectionType):
            noun, said = self._noun_in(found), Name(self._readable(name))
            if items:
                return self.made("named_many_for", ("definite", "other"), noun=noun, name=said, items=items)
            return self.made("named_many", ("definite", "other"), noun=noun, name=said)
        if items:
            return self.made("value_for", name=Name(self._readable(name)), items=items)
        return self.made("value", name=Name(self._readable(name)))

    def _readable(self, name: str) -> str:
        """Give the words for an id: those of the lexicon, or the id itself."""
        noun = self.book.tongue.lexicon.noun(name)
        text = None if noun is None else self.book.tongue.language.noun_form(noun, frozenset())
        return text or name

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
                noun = self._noun_in(term.type)
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
            case _:
                return self.made("function", name=Name(term.name), items=arguments)

    def _noun_in(self, found: Type) -> str:
        kind = self.kind(_kind_of(found))
        return ELEMENT if kind is None else self.noun_of(kind)

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


def _text(value: Value) -> Name:
    return value if isinstance(value, Name) else Name(str(value))


def _kind_of(found: Type) -> str:
    match found:
        case ElementType(kind) | CollectionType(kind) | GroupsType(kind):
            return kind
        case ZoneType(pieces):
            return pieces
        case _:
            return ""


def _general(found: Type) -> str:
    return ZONE if isinstance(found, ZoneType) else VALUE


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
