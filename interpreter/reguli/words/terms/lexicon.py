"""The terms of a language: ``lexicon.yaml`` read, checked, and its compound terms put together.

A file holds ``language``, ``terms``, ``avoid`` and, where it needs them, ``known`` and ``names``::

    language: ro
    terms:
      market: {gender: f, singular: piață, plural: piețe}
      own_market: {head: market, adjective: [propriu, proprie, proprii, proprii]}
      market_of_cards: {head: market, after: de cărți}
      market_of_players: {head: market, owner: jucătorilor}
    avoid:
      maximum: cel mult
    known:
      Piastr: {because: the money of the game, like: metru}
    names:
      Bacău: {forms: {of: Bacăului}}

A term has its language's principal parts (English and Romanian ``singular`` and ``plural``; Hungarian ``nominative``,
``accusative``, ``possessive``, and ``superessive`` or ``plural`` where they are irregular), Romanian ``gender``,
Hungarian ``harmony`` and ``low``, and for all: ``head`` (the term whose forms it takes), ``forms`` (irregular forms by
name, as in a placeholder), ``unit`` (the term it is counted by), ``mass``, ``invariable``, ``sound`` (``vowel`` or
``consonant``, against the spelling), ``avoid`` (words not to be used for it). With ``head``, a Hungarian term gives only
its nominative (an English one its singular), which ends in the head's; a Romanian one an ``adjective`` in four forms,
what stands ``after``, and an ``owner`` in the genitive. Irregular ``forms`` of such a term are those of the whole.
What a ruleset defines, tracks or tabulates is called by the term of the same id, so a term for another notion needs another id.
``known`` holds words that spelling dictionaries lack, each with the reason it is right, and a word ``like`` it that they have.
``names`` holds names that do not take the forms the grammar gives them; how they are written says ``reguli.words.grammar.names``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping as Group
from reguli.source.yaml_nodes import Node
from reguli.words.grammar.languages import Language
from reguli.words.grammar.names import named, read_names
from reguli.words.grammar.noun import Name, Noun
from reguli.words.terms.shape import choice_in, forms_in, group_in, known_keys, text_in, texts_in, truth_in

_COMMON: Final = ("head", "forms", "unit", "mass", "invariable", "sound", "avoid")
_FILE_KEYS: Final = ("language", "terms", "avoid", "known", "names")
_DEEPEST: Final = 8


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a language: its noun, the unit it is counted by, the words not to be used for it."""

    id: str
    span: Span
    noun: Noun
    unit: str = ""
    avoid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """Why a word is right that spelling dictionaries lack, and one they have that is inflected like it, or nothing."""

    because: str
    like: str = ""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The terms of a language by id, and the words to be avoided with what to say instead (empty where nothing is).

    ``known`` are words that spelling dictionaries lack, as they are written, ``names`` what is known of names. ``partial`` marks a lexicon of which something
    could not be read: that a term is missing in it says nothing more.
    """

    language: Language
    terms: Mapping[str, Term]
    avoid: Mapping[str, str]
    known: Mapping[str, Known]
    names: Mapping[str, Name] = field(default_factory=lambda: MappingProxyType({}))
    partial: bool = False

    def name(self, name: Name) -> Name:
        """Give a name with the forms that are known of it, or of the last of its words."""
        return named(name, self.names)

    def noun(self, term_id: str) -> Noun | None:
        """Give the noun of a term, or None."""
        term = self.terms.get(term_id)
        return None if term is None else term.noun

    def counting_noun(self, term_id: str) -> Noun | None:
        """Give the noun a number counts: the term's own, or its unit's for what is not counted itself."""
        term = self.terms.get(term_id)
        if term is None:
            return None
        unit = self.terms.get(term.unit)
        return term.noun if unit is None else self.language.with_unit(unit.noun, term.noun)


def empty_lexicon(language: Language) -> Lexicon:
    """Give a lexicon without terms."""
    return Lexicon(language, MappingProxyType({}), MappingProxyType({}), MappingProxyType({}))


def read_lexicon(node: Node | None, base: Lexicon, bag: Bag) -> Lexicon:
    """Read a lexicon over another, whose terms it may use as heads and replace; findings W101 to W107.

    A term with a finding is kept where its base form is known, so that one mistake does not hide the next.
    """
    group = group_in(node, "the lexicon", bag)
    if group is None:
        return replace(base, partial=True)
    entries = {entry.key.text: entry.value for entry in known_keys(group, "the lexicon", _FILE_KEYS, bag)}
    if "language" not in entries:
        bag.add("W103", group.span, what="the lexicon", missing="language")
    choice_in(entries.get("language"), "the language of the lexicon", (base.language.code,), bag)
    reader = _Reader(base, group_in(entries.get("terms"), "'terms'", bag), bag)
    terms = {**base.terms, **reader.all_terms()}
    avoid = dict(base.avoid)
    for term in terms.values():
        avoid.update({word.casefold(): _base_form(term.noun, base.language) for word in term.avoid})
    avoided = group_in(entries.get("avoid"), "'avoid'", bag)
    for entry in avoided.entries if avoided is not None else ():
        avoid[entry.key.text.casefold()] = text_in(entry.value, "'avoid'", bag, blank=True)
    known = {**base.known, **_known_words(entries.get("known"), bag)}
    lexicon = Lexicon(
        base.language,
        MappingProxyType(terms),
        MappingProxyType(avoid),
        MappingProxyType(known),
        MappingProxyType({**base.names, **read_names(entries.get("names"), base.language, bag)}),
        partial=base.partial or reader.partial,
    )
    _check_units(lexicon, bag)
    return lexicon


def _known_words(node: Node | None, bag: Bag) -> dict[str, Known]:
    """Read the words that spelling dictionaries lack; W103 for one without its reason."""
    group = group_in(node, "'known'", bag)
    found = {}
    for entry in group.entries if group is not None else ():
        what = f"the known word '{entry.key.text}'"
        fields = group_in(entry.value, what, bag)
        if fields is None:
            continue
        texts = {
            field.key.text: text_in(field.value, what, bag)
            for field in known_keys(fields, what, ("because", "like"), bag)
        }
        if "because" not in texts:
            bag.add("W103", fields.span, what=what, missing="because")
        found[entry.key.text] = Known(texts.get("because", ""), texts.get("like", ""))
    return found


def _base_form(noun: Noun, language: Language) -> str:
    return language.noun_form(noun, frozenset()) or next(iter(noun.parts.values()), "")


def _check_units(lexicon: Lexicon, bag: Bag) -> None:
    for term in lexicon.terms.values():
        if term.unit and term.unit not in lexicon.terms and not lexicon.partial:
            bag.add("W105", term.span, near=near(term.unit, lexicon.terms), term=term.id, other=term.unit)


class _Reader:
    """Reads the terms of one file; heads may stand before or after what uses them."""

    def __init__(self, base: Lexicon, group: Group | None, bag: Bag) -> None:
        self.language = base.language
        self.base = base
        self.bag = bag
        self.groups: dict[str, tuple[Span, Group]] = {}
        self.done: dict[str, Term | None] = {}
        self.broken: set[str] = set()
        for entry in group.entries if group is not None else ():
            fields = group_in(entry.value, f"the term '{entry.key.text}'", bag)
            if fields is not None:
                self.groups[entry.key.text] = (entry.key.span, fields)
            else:
                self.broken.add(entry.key.text)

    def all_terms(self) -> dict[str, Term]:
        """Read every term, heads first."""
        for term_id in self.groups:
            self.term(term_id, 0)
        return {term_id: term for term_id, term in self.done.items() if term is not None}

    def term(self, term_id: str, depth: int) -> Term | None:
        """Give a term of this file or of the one below; None where it is unknown, broken or its own head."""
        if term_id not in self.groups:
            return self.base.terms.get(term_id)
        if term_id not in self.done:
            if depth > _DEEPEST:
                return None
            self.done[term_id] = None
            self.done[term_id] = self._read(term_id, depth)
            if self.done[term_id] is None:
                self.broken.add(term_id)
        return self.done[term_id]

    @property
    def partial(self) -> bool:
        """Whether some term could not be read."""
        return bool(self.broken)

    def _read(self, term_id: str, depth: int) -> Term | None:
        span, group = self.groups[term_id]
        what = f"the term '{term_id}'"
        language = self.language
        allowed = (*language.parts, *_COMMON, *self._own_keys())
        fields = {entry.key.text: entry.value for entry in known_keys(group, what, allowed, self.bag)}
        noun = self._noun(term_id, span, fields, depth)
        if noun is None:
            return None
        own = MappingProxyType(forms_in(fields.get("forms"), f"'forms' of {what}", language.noun_forms, self.bag))
        whole = "head" in fields or bool(noun.adjectives or noun.after or noun.owner)
        noun = replace(
            noun,
            forms=noun.forms if whole else own,
            whole=own if whole else MappingProxyType({}),
            invariable=noun.invariable or truth_in(fields.get("invariable"), what, self.bag),
            mass=noun.mass or truth_in(fields.get("mass"), what, self.bag),
            low=noun.low or truth_in(fields.get("low"), what, self.bag),
            sound=choice_in(fields.get("sound"), f"'sound' of {what}", ("vowel", "consonant"), self.bag),
        )
        self._confirm(span, noun)
        return Term(
            term_id,
            span,
            noun,
            text_in(fields.get("unit"), what, self.bag),
            texts_in(fields.get("avoid"), what, self.bag),
        )

    def _own_keys(self) -> tuple[str, ...]:
        keys = ("gender", "adjective", "after", "owner") if self.language.genders else ()
        return (*keys, "harmony", "low") if self.language.harmonies else keys

    def _noun(self, term_id: str, span: Span, fields: Mapping[str, Node], depth: int) -> Noun | None:
        what = f"the term '{term_id}'"
        parts = {
            name: text
            for name in self.language.parts
            if (text := text_in(fields.get(name), f"'{name}' of {what}", self.bag))
        }
        if "head" in fields:
            return self._compound(term_id, span, fields, parts, depth)
        for group in self.language.required:
            if not any(name in parts for name in group):
                self.bag.add("W103", span, what=what, missing=" or ".join(group))
                return None
        gender = choice_in(fields.get("gender"), f"'gender' of {what}", self.language.genders, self.bag)
        harmony = choice_in(fields.get("harmony"), f"'harmony' of {what}", self.language.harmonies, self.bag)
        for name, given, needed in (
            ("gender", gender, self.language.genders),
            ("harmony", harmony, self.language.harmonies),
        ):
            if needed and name not in fields:
                self.bag.add("W103", span, what=what, missing=name)
            if needed and not given:
                return None
        noun = Noun(term_id, MappingProxyType(parts), gender=gender, harmony=harmony)
        return self._described(noun, fields, what)

    def _described(self, noun: Noun, fields: Mapping[str, Node], what: str) -> Noun:
        """Add the adjective and what stands after; a Romanian noun that lacks a number is not counted itself."""
        adjectives = texts_in(fields.get("adjective"), f"'adjective' of {what}", self.bag)
        if "adjective" in fields and len(adjectives) != self.language.adjective_forms:
            form = f"a list of {self.language.adjective_forms} texts"
            self.bag.add("W101", fields["adjective"].span, what=f"'adjective' of {what}", form=form)
            adjectives = ()
        after = text_in(fields.get("after"), f"'after' of {what}", self.bag)
        lacks_a_number = bool(self.language.genders) and not {"singular", "plural"} <= set(noun.parts)
        return replace(
            noun,
            adjectives=adjectives or noun.adjectives,
            after=after or noun.after,
            owner=text_in(fields.get("owner"), f"'owner' of {what}", self.bag) or noun.owner,
            mass=noun.mass or lacks_a_number,
        )

    def _compound(
        self, term_id: str, span: Span, fields: Mapping[str, Node], parts: dict[str, str], depth: int
    ) -> Noun | None:
        what = f"the term '{term_id}'"
        head_id = text_in(fields["head"], f"'head' of {what}", self.bag)
        head = self.term(head_id, depth + 1)
        if head is None and (head_id in self.broken or (self.base.partial and head_id not in self.groups)):
            return None  # what is amiss there is found there
        if head is None:
            names = (*self.groups, *self.base.terms)
            self.bag.add("W105", fields["head"].span, near=near(head_id, names), term=term_id, other=head_id)
            return None
        noun = replace(head.noun, id=term_id)
        if self.language.genders:
            return self._described(noun, fields, what)
        return self._prefixed(noun, span, parts, what)

    def _prefixed(self, head: Noun, span: Span, parts: dict[str, str], what: str) -> Noun | None:
        """Take what stands before the head from the base form, which ends in the head's."""
        name = self.language.parts[0]
        whole, ending = parts.get(name, ""), head.parts.get(name, "")
        own = head.before + ending
        if not whole:
            return head
        if not whole.endswith(own) or not ending:
            self.bag.add("W106", span, what=what, form=name, reason=f"it must end in its head, '{own}'")
            return None
        return replace(head, before=whole.removesuffix(ending))

    def _confirm(self, span: Span, noun: Noun) -> None:
        """Every form that the noun's numbers give must be derivable or written."""
        for names in self._forms_to_confirm(noun):
            if self.language.noun_form(noun, frozenset(names.split())) is None:
                self.bag.add(
                    "W106",
                    span,
                    what=f"the term '{noun.id}'",
                    form=names,
                    reason="no rule gives it: write it in 'forms'",
                )

    def _forms_to_confirm(self, noun: Noun) -> tuple[str, ...]:
        if not self.language.genders or noun.invariable:
            return ("",)
        one = ("", "the", "of the") if "singular" in noun.parts else ()
        many = ("many", "many the", "many of the") if "plural" in noun.parts else ()
        return (*one, *many)
