"""Noun phrases of generated sentences: kinds, elements, variables and places of a ruleset as phrases of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model import types as ty
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, Type, ZoneType
from reguli.source.diagnostic import Bag
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import NOWHERE
from reguli.words.catalogue.wording_catalogue import WordingCatalogue
from reguli.words.grammar.grammar_values import Language, Noun, ProperName
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_scope import common_rule_values
from reguli.words.placeholders.placeholder_values import (
    COUNTED_KINDS,
    PLAYER,
    element_kind,
    element_value,
    element_wording,
    rule_fixed_values,
)
from reguli.words.realisation.phrase_templates import TRAITS, PhraseTemplate, PhraseTemplates
from reguli.words.terminology import Term
from reguli.words.wording_parser import (
    GENDER_KEYS,
    InflectedPhrase,
    LiteralText,
    PendingArticle,
    PlaceholderText,
    Value,
    Wording,
)

ELEMENT: Final = "element"
VALUE: Final = "value"
NUMBER: Final = "number"
SUBSET: Final = "subset"
ZONE: Final = "place"
LIST: Final = "list"
RELATIVE: Final = "relative"
"""The phrase of a relative pronoun; the pronouns are terms, for persons and for things."""
AUTHORED: Final = "en"
"""The language of ids: there an id without a term is words."""


_EXTENDED: Final = IdentityCache[PhraseTemplates]()
"""The templates with terms made of ids."""


def with_id_terms(book: PhraseTemplates, ruleset: m.Ruleset) -> PhraseTemplates:
    """Return templates whose lexicon, in the language of ids, has a term for every id that has none: its own words."""
    if book.tongue.language.code != AUTHORED:
        return book

    def extend() -> PhraseTemplates:
        lexicon = book.tongue.lexicon
        made = {
            name: Term(name, NOWHERE, _noun_of_id(name, many, book.tongue.language))
            for name, many in _named_ids(ruleset, book.own)
            if name not in lexicon.terms
        }
        tongue = replace(book.tongue, lexicon=replace(lexicon, terms=MappingProxyType({**made, **lexicon.terms})))
        return replace(book, tongue=tongue)

    return _EXTENDED.get((book, ruleset), "", extend)


def _noun_of_id(name: str, many: str, language: Language) -> Noun:
    """Return the noun that an id makes: one that ends in a single s is a plural; one whose plural nobody can tell takes an s."""
    words = id_words(name)
    if not many and words.endswith("s") and not words.endswith("ss"):
        return Noun(name, {"plural": words})
    noun = Noun(name, {"singular": words, "plural": many} if many else {"singular": words})
    known = many or language.noun_form(noun, frozenset({"many"})) is not None
    return noun if known else replace(noun, parts={"singular": words, "plural": f"{words}s"})


def id_words(name: str) -> str:
    """Return the words of an id: ``first_row``, ``long.one`` and ``end_of`` as "first row", "long one" and "end"."""
    return re.sub(r"[_.]", " ", name).removesuffix(" of")


def _named_ids(ruleset: m.Ruleset, own: WordingCatalogue | None) -> Iterator[tuple[str, str]]:
    """Yield the ids that sentences name, each with its plural if it has one of its own; not those of elements with a wording or a number."""
    for kind in ruleset.kinds.values():
        yield kind.id, kind.plural.replace("_", " ")
        if not kind.fields or kind.form != "elements":
            for index, element in enumerate(kind.elements):
                worded = own is not None and own.accepted(element_wording(kind.id, element)) is not None
                if not worded and not element[:1].isdigit() and kind.word(index) == element:
                    yield element, ""
        yield from ((field, "") for field in kind.fields)
    plurals = {kind.plural for kind in ruleset.kinds.values()}
    states = (name.partition(".")[2] for name in ruleset.state)
    for name in (*states, *ruleset.defines, *ruleset.constants, *ruleset.tables):
        if "." not in name and name not in plurals:
            yield name, ""


class NounPhrases:
    """Builder of noun phrases for one ruleset in one language.

    ``subject`` is the variable of the player who acts: what is theirs is "their own". ``mentioned`` are the variables of a sentence by noun:
    the first is "the card", another one "the other card".
    """

    def __init__(self, ruleset: m.Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> None:
        """Initialise without a subject; ``names`` are those of the players, by seat."""
        self.ruleset = ruleset
        self.book = with_id_terms(book, ruleset)
        self.names = names
        self.subject: int | None = None
        self.mentioned: dict[str, list[int]] = {}
        self.inner: frozenset[int] = frozenset()
        """The variables of the conditions within a phrase."""
        self.quantified: dict[int, str] = {}
        """The phrase of the first mention of a variable: "some card", "every card"."""
        self.lacking: set[str] = set()
        """The ids that sentences had to name without a term."""

    def made(self, name: str, /, *more: str, **values: Value) -> InflectedPhrase:
        """Return a phrase from a template; it takes its gender, and its number unless fixed, from its head."""
        template = self.template(f"phrase.{name}")
        traits = (*TRAITS.get(name, ("definite",)), *more)
        inherited = self._traits(values.get(template.head, template.head))
        own = (*traits, *(trait for trait in inherited if trait in GENDER_KEYS or not {"one", "other"} & set(traits)))
        head = self.book.tongue.lexicon.noun(str(values.get(template.head)))
        modified = head is not None and bool(head.after or head.adjectives or head.owner or head.before)
        return InflectedPhrase(template.wording, values, template.head, own, None if modified else template.after)

    def template(self, name: str) -> PhraseTemplate:
        """Return a template; a missing one is replaced by its name."""
        known = self.book.templates.get(name)
        if known is not None:
            return known
        text = f"⟦{name}⟧"
        wording = Wording(name, text, lambda start, end: NOWHERE, (LiteralText(NOWHERE, text, 0),))
        return PhraseTemplate(wording, "")

    def said(self, name: str, /, **values: Value) -> str:
        """Return the text of a clause from a template."""
        return format_wording(self.template(name).wording, values, self.book.tongue, Bag())

    def _traits(self, value: Value) -> tuple[str, ...]:
        match value:
            case InflectedPhrase():
                return tuple(trait for trait in value.traits if trait in (*GENDER_KEYS, "one", "other"))
            case str():
                noun = self.book.tongue.lexicon.noun(value)
                if noun is None:
                    return ("one",)
                only_many = "plural" in noun.parts and len(noun.parts) == 1
                return (noun.gender, "other" if only_many else "one")
            case _:
                return ("one",)

    def known(self, term: str) -> bool:
        """Return whether the language has a term."""
        return term in self.book.tongue.lexicon.terms

    def noun_of(self, kind: m.Kind) -> str:
        """Return the term of a kind, or a general term for its form."""
        if self.known(kind.id):
            return kind.id
        general = {"pieces": "piece", "tokens": "token", "grid": "space"}.get(kind.form, ELEMENT)
        return general if self.known(general) else ELEMENT

    def one(self, variable: t.Variable) -> InflectedPhrase:
        """Return the noun of a variable, with a note that it was mentioned."""
        self._position(variable)
        group = isinstance(variable.type, CollectionType) and not self.known(variable.name)
        return self.made("group" if group else "bare", noun=self._noun_for(variable))

    def _position(self, variable: t.Variable) -> int:
        keys = self.mentioned.setdefault(self._noun_for(variable), [])
        if variable.key not in keys:
            keys.append(variable.key)
        return keys.index(variable.key)

    def _noun_for(self, variable: t.Variable) -> str:
        found = variable.type
        if isinstance(found, ElementType):
            kind = self.ruleset.kinds.get(found.kind)
            if variable.name != PLAYER and self.known(variable.name):
                return variable.name
            return ELEMENT if kind is None else self.noun_of(kind)
        if self.known(variable.name):
            return variable.name
        return self.noun_in(found) if isinstance(found, CollectionType | BundleType) else NUMBER

    def counted(self, number: int, noun: str) -> InflectedPhrase:
        """Return a number of things."""
        return self.made("counted", "one" if number == 1 else "other", n=number, noun=noun)

    def element(self, kind_id: str, index: int) -> Value:
        """Return one element: card 13, Anna, salt, the sort “herb”."""
        kind = self.ruleset.kinds[kind_id]
        value = element_value(kind, index, self.names)
        noun = self.noun_of(kind)
        worded = self._worded(element_wording(kind_id, kind.elements[index]), noun)
        if worded is not None:
            own = isinstance(worded.wording.pieces[0], PendingArticle)
            return worded if own else self.made("worded", thing=worded)
        match element_kind(kind):
            case "number":
                assert isinstance(value, int)
                return self.made("ordered" if kind.id in COUNTED_KINDS else "numbered", noun=noun, n=value)
            case "name":
                if kind.id == PLAYER:
                    return value if self.names else self.made("ordered", "person", noun=noun, n=index + 1)
                return self.made(
                    "labelled", noun=noun, name=value if isinstance(value, ProperName) else ProperName(str(value))
                )
            case _:
                if isinstance(value, str) and self.known(value):
                    # One is a substance of which there are tokens, the other one thing.
                    substance = any(one.variety == kind.id for one in self.ruleset.kinds.values())
                    return self.made("bare" if substance else "element", noun=value)
                name = self.readable(kind.elements[index], element_wording(kind_id, kind.elements[index]))
                return (
                    self.made("named", noun=noun, name=name) if name.text else self.made("unnamed_element", noun=noun)
                )

    def _worded(self, name: str, noun: str) -> InflectedPhrase | None:
        """Return an element by its own wording, if that contains the noun of its kind and so can be inflected; else None."""
        own, bag = self.book.own, Bag()
        entry = None if own is None else own.accepted(name)
        if own is None or entry is None:
            return None
        wording = own.wording(entry, bag)
        values = rule_fixed_values(dict(common_rule_values(self.ruleset)))
        if not any(isinstance(piece, PlaceholderText) and noun in (piece.name, piece.noun) for piece in wording.pieces):
            return None
        format_wording(wording, values, self.book.tongue, bag)
        return None if bag else InflectedPhrase(wording, values, noun, ("definite", *self._traits(noun)))

    def variable(self, variable: t.Variable) -> Value:
        """Return a mention of a variable: the player, the other card, those cards, that number."""
        found, noun = variable.type, self._noun_for(variable)
        if variable.key in self.quantified:
            self._position(variable)
            name, _, number = self.quantified.pop(variable.key).partition("_")
            person = "person" if self._is_person(found) else ""
            if name == RELATIVE:
                one, pronoun = self.made("bare", person, noun=noun), f"{name}_{'person' if person else 'thing'}"
                return self.made(name, "other" if number == "many" else "one", noun=pronoun, one=one)
            return self.made(f"{name}_{number}", person, noun=noun)
        if isinstance(found, CollectionType | BundleType):
            return self.made("the_many", noun=noun)
        if isinstance(found, ElementType):
            others = any(key != variable.key for key in self.mentioned.get(noun, ()))
            if variable.key in self.inner:
                name = "that_one" if others else "the"
            else:
                name = "the" if self._position(variable) == 0 else "other_one"
            return self.made(name, "person" if self._is_person(found) else "", noun=noun)
        return self.made("that_one", noun=noun)

    def _is_person(self, found: Type) -> bool:
        return isinstance(found, ElementType) and found.kind == PLAYER

    def field_noun(self, field: str) -> tuple[str, bool]:
        """Return the term for a field, and whether it is plural; an empty term where the language has none."""
        if self.known(field):
            parts = self.book.tongue.lexicon.terms[field].noun.parts
            return field, "plural" in parts and len(parts) == 1
        kinds = [kind.id for kind in self.ruleset.kinds.values() if kind.plural == field]
        for single in (*kinds, field.removesuffix("s"), re.sub("ies$", "y", field)):
            if single != field and self.known(single):
                return single, True
        return "", False

    def keyed(self, place: Value, keys: tuple[Value, ...]) -> Value:
        """Return a phrase for one place of a keyed field."""
        return self.made("keyed", place=place, items=keys) if keys else place

    def place(self, field: str, found: Type | None, owner: Value, *, listed: bool = False) -> InflectedPhrase:
        """Return the phrase for a state field: the deck, Anna's money, their own hand; ``listed`` phrases a list as a list.

        It is said by the term of its name, in the plural where that is its name. One without a term is described by what it holds.
        """
        thing, many = self.field_noun(field)
        if isinstance(found, ZoneType) and thing and (thing == self.noun_in(found) or field in self.ruleset.kinds):
            # A zone that is called as its pieces are holds several of them.
            many = not self.book.tongue.lexicon.terms[thing].noun.mass
        if thing and owner is self._OWN:
            return self.made("own_many" if many else "own", thing=thing)
        if thing and owner is not None:
            many_of = "_many" if many else ""
            if isinstance(owner, InflectedPhrase) and owner.wording.id == f"phrase.{RELATIVE}":
                return self.made(f"whose{many_of}", owner=owner, one=owner.values["one"], thing=thing)
            return self.made(f"owned{many_of}", owner=owner, thing=thing)
        if thing:
            return self.made("the_many" if many else "the", noun=thing)
        several = isinstance(found, CollectionType | BundleType) and not listed
        if found is None or listed:
            noun, several = LIST, False
        elif several:
            noun = self.noun_in(found)
        else:
            several = isinstance(found, ZoneType)
            noun = self.noun_in(found) if several else self.noun_in(found) if type_kind_id(found) else VALUE
        if owner is self._OWN:
            return self.made("own_many" if several else "own", thing=noun)
        if owner is not None:
            return self.made(f"owned_unnamed{'_many' if several else ''}", owner=owner, noun=noun)
        return self.made("unnamed_many" if several else "unnamed", noun=noun, name=self.readable(field))

    _OWN: Final = ProperName("")
    """Stands for an owner who is the one that acts."""

    def defined(self, name: str, items: tuple[Value, ...], found: Type) -> InflectedPhrase:
        """Return the phrase for a value defined by the ruleset: by its term, or by its kind."""
        name = without_copy_depth(name)
        thing, many = self.field_noun(name)
        if thing:
            first, others = (items[0], items[1:]) if items else (None, ())
            made = self.place(thing if not many else name, found, first)
            return self.made("for", thing=made, items=others) if others else made
        said = self.readable(name)
        if isinstance(found, CollectionType):
            noun = self.noun_in(found)
            return self.made("unnamed_many_for" if items else "unnamed_many", noun=noun, name=said, items=items)
        noun = self.noun_in(found) if type_kind_id(found) else VALUE
        return self.made("unnamed_for" if items else "unnamed", noun=noun, name=said, items=items)

    def readable(self, name: str, wording: str = "") -> ProperName:
        """Return an id in words: those of a wording; else those of the lexicon; else, in the language of ids, its own; else nothing."""
        name = without_copy_depth(name)
        noun = self.book.tongue.lexicon.noun(name)
        named = None if noun is None else self.book.tongue.language.noun_form(noun, frozenset())
        sort = "constant" if name in self.ruleset.constants else "table"
        text = self._worded_name(wording) or named or self._worded_name(f"{sort}:{name}")
        if text is None:
            self.lacking.add(name)
        own = id_words(name) if self.book.tongue.language.code == AUTHORED else ""
        return ProperName(text or own)

    def _worded_name(self, wording: str) -> str | None:
        """Return the text of a wording that needs no values; None where there is none."""
        own, bag = self.book.own, Bag()
        entry = None if own is None else own.accepted(wording)
        text = (
            None if own is None or entry is None else format_wording(own.wording(entry, bag), {}, self.book.tongue, bag)
        )
        return None if bag else text

    def quoted(self, name: str) -> ProperName:
        """Return an id in quotes."""
        return ProperName(self.book.tongue.style.quotes.around(name))

    def noun_in(self, found: Type) -> str:
        """Return the term of a type's kind."""
        kind = self.ruleset.kinds.get(type_kind_id(found))
        return ELEMENT if kind is None else self.noun_of(kind)


def type_kind_id(found: Type) -> str:
    """Return the kind of an element, a collection or a zone; empty for numbers and truth values."""
    match found:
        case ElementType(kind) | CollectionType(kind) | GroupsType(kind):
            return kind
        case ZoneType(pieces) | BundleType(pieces):
            return pieces
        case ty.NumberType() | ty.TruthType() | ty.NumbersType() | ty.KeyedType() | ty.UnknownType():
            return ""
