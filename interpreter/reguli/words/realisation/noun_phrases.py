"""Noun phrases of glosses: kinds, elements, variables and places of a ruleset as phrases of a language."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model import types as ty
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, Type, ZoneType
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import NOWHERE
from reguli.words.grammar.grammar_values import ProperName
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
from reguli.words.wording_parser import GENDER_KEYS, InflectedPhrase, LiteralText, PlaceholderText, Value, Wording

ELEMENT: Final = "element"
VALUE: Final = "value"
SUBSET: Final = "subset"
ZONE: Final = "zone"
LIST: Final = "list"


class NounPhrases:
    """Builder of noun phrases for one ruleset in one language.

    ``pronouns`` are the keys of variables that are "it" where they stand as objects.
    """

    def __init__(self, ruleset: m.Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> None:
        """Initialise without pronouns; ``names`` are those of the players, by seat."""
        self.ruleset = ruleset
        self.book = book
        self.names = names
        self.pronouns: frozenset[int] = frozenset()

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
        """Return the first mention of a variable: a player, a card “old”."""
        noun = self._noun_for(variable)
        if self.needs_name(variable):
            return self.made("bare_named", noun=noun, name=ProperName(variable.name))
        return self.made("bare", noun=noun)

    def _noun_for(self, variable: t.Variable) -> str:
        found = variable.type
        if isinstance(found, ElementType):
            kind = self.ruleset.kinds.get(found.kind)
            if variable.name != PLAYER and self.known(variable.name):
                return variable.name
            return ELEMENT if kind is None else self.noun_of(kind)
        if self.known(variable.name):
            return variable.name
        return SUBSET if isinstance(found, CollectionType) else VALUE

    def needs_name(self, variable: t.Variable) -> bool:
        """Return whether a variable needs its name because the noun alone is ambiguous."""
        kind = type_kind_id(variable.type)
        return variable.name != self._noun_for(variable) and not (variable.name == kind and self.known(kind))

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
            return worded
        match element_kind(kind):
            case "number":
                assert isinstance(value, int)
                return self.made("ordered" if kind.id in COUNTED_KINDS else "numbered", noun=noun, n=value)
            case "name":
                if kind.id == PLAYER:
                    return value if self.names else self.made("ordered", noun=noun, n=index + 1)
                return self.made(
                    "labelled", noun=noun, name=value if isinstance(value, ProperName) else ProperName(str(value))
                )
            case _:
                if isinstance(value, str) and self.known(value):
                    return self.made("bare", noun=value)
                return self.made("named", noun=noun, name=ProperName(kind.elements[index]))

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
        """Return a later mention of a variable: the player, the card “old”, "it"."""
        found = variable.type
        noun = self._noun_for(variable)
        if isinstance(found, CollectionType | BundleType):
            return self.made("named_many", noun=self.noun_in(found), name=ProperName(variable.name))
        if self.needs_name(variable):
            phrase = self.made("named", noun=noun, name=ProperName(variable.name))
        else:
            person = isinstance(found, ElementType) and found.kind == PLAYER
            phrase = self.made("the", *(("person",) if person else ()), noun=noun)
        return replace(phrase, traits=("pronoun", *phrase.traits)) if variable.key in self.pronouns else phrase

    def field_noun(self, field: str) -> tuple[str, bool]:
        """Return the term for a field, and whether it is plural; an empty term where the language has none."""
        if self.known(field):
            return field, False
        kinds = [kind.id for kind in self.ruleset.kinds.values() if kind.plural == field]
        for single in (*kinds, field.removesuffix("s")):
            if single != field and self.known(single):
                return single, True
        return "", False

    def keyed(self, place: Value, keys: tuple[Value, ...]) -> Value:
        """Return a phrase for one place of a keyed field."""
        return self.made("keyed", place=place, items=keys) if keys else place

    def place(self, field: str, found: Type | None, owner: Value, *, listed: bool = False) -> InflectedPhrase:
        """Return the phrase for a state field: the deck, Anna's money, the zone “hand” of the player; ``listed`` phrases a list as a list.

        It is said by the term of its name, in the plural where that is its name, or by the name in quotes.
        """
        several = isinstance(found, CollectionType | BundleType)
        if found is None or (listed and isinstance(found, CollectionType)):
            return self.made(
                "named" if owner is None else "owned_named", owner=owner, noun=LIST, name=ProperName(field)
            )
        thing, many = self.field_noun(field)
        if thing and owner is not None:
            return self.made("owned_many" if many else "owned", owner=owner, thing=thing)
        if thing:
            return self.made("the_many" if many else "the", noun=thing)
        name = f"{'named' if owner is None else 'owned_named'}{'_many' if several else ''}"
        noun = self.noun_in(found) if several else ZONE if isinstance(found, ZoneType) else VALUE
        return self.made(name, owner=owner, noun=noun, name=ProperName(field))

    def defined(self, name: str, items: tuple[Value, ...], found: Type) -> InflectedPhrase:
        """Return the phrase for a value defined by the ruleset, by its name."""
        name = without_copy_depth(name)
        said = self.readable(name)
        if isinstance(found, CollectionType):
            noun = self.noun_in(found)
            return self.made("named_many_for" if items else "named_many", noun=noun, name=said, items=items)
        if self.known(name) and len(items) < 2:
            return self.made("owned", owner=items[0], thing=name) if items else self.made("the", noun=name)
        return self.made("value_for" if items else "value", name=said, items=items)

    def readable(self, name: str) -> ProperName:
        """Return an id in words: those of the lexicon, or the id itself."""
        name = without_copy_depth(name)
        noun = self.book.tongue.lexicon.noun(name)
        text = None if noun is None else self.book.tongue.language.noun_form(noun, frozenset())
        return ProperName(text or name)

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
