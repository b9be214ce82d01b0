"""The terms of a language: reads and checks ``lexicon.yaml`` and composes its compound terms.

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
Hungarian ``harmony``, ``low`` and ``place``, and for all: ``head`` (the term whose forms it takes), ``forms`` (irregular forms by
name, as in a placeholder), ``unit`` (the term it is counted by), ``mass``, ``invariable``, ``sound`` (``vowel`` or
``consonant``, against the spelling), ``avoid`` (words not to be used for it), ``index: false`` (what is spoken of everywhere has no
entry in an index), ``counted: false`` (what nobody counts has no plural in a glossary, though its grammar has one). With ``head``, a
Hungarian term gives only its nominative (an English one its singular), which ends in the head's; a Romanian one an ``adjective`` in four
forms, what stands ``after``, and an ``owner`` in the genitive. Irregular ``forms`` of such a term are those of the whole.
What a ruleset defines, tracks or tabulates is called by the term of the same id, so a term for another notion needs another id.
``known`` holds words that spelling dictionaries lack, each with the reason it is right, and a word ``like`` it that they have.
``names`` holds names that do not take the forms the grammar gives them; how they are written says ``reguli.words.grammar.known_names``.
``verbs``, ``acts``, ``conditions`` and ``values`` are for generated sentences; see ``reguli.words.grammar.sentence_patterns``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    ANY_NAME,
    TEXT,
    TRUTH,
    WHOLE,
    AdjacentEntry,
    DerivedShape,
    MappingField,
    MappingShape,
    ParsedMapping,
    ParsedValue,
    ValueContext,
    enum_schema,
    named_groups_schema,
    named_value_pairs_schema,
    number_schema,
    schema_with_conversion,
    schema_with_location,
)
from reguli.source.bounded_files import read_text_or_report, relative_name
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value, joined_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingNode as Entries
from reguli.source.yaml_reader import Node, ScalarNode, read_yaml
from reguli.words.grammar.grammar_values import NO_BREAK, DigitGrouping, Language, Noun, ProperName, split_line_words
from reguli.words.grammar.known_names import inflected_known_name, known_names_schema
from reguli.words.grammar.language_files import (
    ALPHABET,
    LATIN,
    TEXTS,
    Alphabet,
    WordsReader,
    check_document_alphabet,
    irregular_forms_shape,
)
from reguli.words.grammar.languages import locales_folder
from reguli.words.grammar.sentence_patterns import ACTS, CONDITIONS, VALUES, VERBS, PatternDecl

# -- How a language writes: quotes, lists, digits, and whom each product addresses -----------------------------------


PRODUCTS: Final = ("procedure", "rule", "card", "reason", "journal")
ADDRESSES: Final = split_line_words(
    "imperative_plural imperative third_person_present second_person_singular second_person third_person_past"
)
SEPARATORS: Final = MappingProxyType({"space": NO_BREAK, "comma": ",", "point": "."})


@frozen_class
class QuotationMarks(FrozenValue):
    """The signs before and after a quoted text."""

    opening: str
    closing: str

    def around(self, text: str) -> str:
        """Put a text in quotes."""
        return f"{self.opening}{text}{self.closing}"


@frozen_class
class LanguageStyle(FrozenValue):
    """The typography and register of one language.

    ``separator``, ``both`` and ``either`` join lists: ``a, b`` and the last by "and" or by "or"; ``address``
    gives the grammatical person of each product; ``alphabet`` is what words are sorted by.
    """

    language: str
    quotes: QuotationMarks
    inner_quotes: QuotationMarks
    separator: str
    both: str
    either: str
    digits: DigitGrouping
    address: Mapping[str, str]
    number_words: frozenset[str] = frozenset()
    alphabet: Alphabet = LATIN


PLAIN: Final = LanguageStyle(
    language="",
    quotes=QuotationMarks("“", "”"),
    inner_quotes=QuotationMarks("‘", "’"),
    separator=", ",
    both=", ",
    either=" / ",
    digits=DigitGrouping("", 99),
    address=MappingProxyType({}),
)
"""What is used where a style file is missing."""


def list_phrase(items: tuple[str, ...], style: LanguageStyle, *, either: bool = False) -> str:
    """Join the members of a list: a, b și c; a, b vagy c."""
    if len(items) < 2:
        return "".join(items)
    return style.separator.join(items[:-1]) + (style.either if either else style.both) + items[-1]


def _quotes(key: str, plain: QuotationMarks) -> MappingField:
    signs = (
        MappingField("opening", TEXT, default=plain.opening, called=WHOLE, needed=True),
        MappingField("closing", TEXT, default=plain.closing, called=WHOLE, needed=True),
    )
    return MappingField(key, MappingShape(QuotationMarks, signs), default=plain, called="part.named", needed=True)


LISTED: Final = MappingShape(
    lambda separator, both, either: (separator, both, either),
    (
        MappingField("separator", TEXT, default=PLAIN.separator, called=WHOLE, needed=True),
        MappingField("and", TEXT, "both", PLAIN.both, WHOLE, needed=True),
        MappingField("or", TEXT, "either", PLAIN.either, WHOLE, needed=True),
    ),
)
DIGITS: Final = MappingShape(
    lambda separator, first: DigitGrouping(SEPARATORS.get(separator, ""), first or PLAIN.digits.from_digits),
    (
        MappingField("separator", enum_schema(*SEPARATORS), default="", called="part.named", needed=True),
        MappingField("from", number_schema(), "first", 0, "part.named", needed=True),
    ),
)
ADDRESSED: Final = MappingShape(
    lambda **found: MappingProxyType({product: address for product, address in found.items() if address}),
    tuple(
        MappingField(product, enum_schema(*ADDRESSES), default="", called=WHOLE, needed=True) for product in PRODUCTS
    ),
)


NUMBER_WORDS: Final = schema_with_conversion(TEXTS, lambda found: frozenset(word.casefold() for word in found))


def style_schema(code: str) -> MappingShape[LanguageStyle]:
    """Return the schema of ``style.yaml`` of a language."""
    return MappingShape(
        partial(LanguageStyle, language=code),
        (
            MappingField("language", enum_schema(code), "-", called="part.language_of_style", needed=True),
            _quotes("quotes", PLAIN.quotes),
            _quotes("inner_quotes", PLAIN.inner_quotes),
            MappingField(
                "list",
                LISTED,
                "separator both either",
                (PLAIN.separator, PLAIN.both, PLAIN.either),
                "part.named",
                needed=True,
            ),
            MappingField("digits", DIGITS, default=PLAIN.digits, called="part.named", needed=True),
            MappingField("address", ADDRESSED, default=PLAIN.address, called="part.named", needed=True),
            MappingField("number_words", NUMBER_WORDS, default=frozenset(), called="part.named"),
            MappingField("alphabet", ALPHABET, default=LATIN, called="part.named"),
        ),
    )


def read_style(node: Node | None, code: str, bag: Bag) -> LanguageStyle:
    """Read ``style.yaml`` of a language; missing or malformed entries are findings (W101 to W105) and take plain defaults."""
    read = None if node is None else style_schema(code).read(node, ValueContext(Said("part.style")), WordsReader(bag))
    return read or PLAIN


# -- lexicon ---------------------------------------------------------------------------------------------------------


_DEEPEST: Final = 8
_NO_FORMS: Final[Mapping[str, str]] = MappingProxyType({})


@frozen_class
class Term(FrozenValue):
    """One term of a language: its noun, the unit it is counted by, the words to avoid for it.

    As written, a term with a ``head`` has the noun that is said of it, without what it takes of the head.
    """

    id: str
    span: Span
    noun: Noun
    unit: str = ""
    avoid: tuple[str, ...] = ()
    index: bool = True
    counted: bool = True
    head: tuple[str, Span] | None = None


@frozen_class
class SpellingException(FrozenValue):
    """A correct word that spelling dictionaries lack: the reason, and a dictionary word inflected like it, or nothing."""

    because: str
    like: str = ""


@frozen_class
class Lexicon(FrozenValue):
    """The terms of a language by id, and the words to avoid with their replacements (empty where there is none).

    ``known`` are words that spelling dictionaries lack, as they are written, ``names`` what is known of names. ``partial`` marks a lexicon of which something
    could not be read: that a term is missing in it says nothing more.
    """

    language: Language
    terms: Mapping[str, Term]
    avoid: Mapping[str, str]
    known: Mapping[str, SpellingException]
    names: Mapping[str, ProperName] = field(default_factory=lambda: MappingProxyType({}))
    verbs: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    patterns: Mapping[str, PatternDecl] = field(default_factory=lambda: MappingProxyType({}))
    """What options, procedures, conditions and values are called: ``act.ID``, ``condition.ID.yes``, ``condition.ID.no``, ``value.ID``."""
    partial: bool = False

    def name(self, name: ProperName) -> ProperName:
        """Return a name in this language, with its known forms or those known of its last word."""
        if name.translations:
            text = dict(name.translations).get(self.language.code, name.text)
            name = replace(name, text=text, translations=())
        return inflected_known_name(name, self.names)

    def guesses(self, name: ProperName) -> bool:
        """Return whether a name's pronunciation is a guess: its letters do not show it, and no entry under ``names`` gives it or another name."""
        known = self.name(name)
        told = known.spoken or known.hyphen or known.forms or known.text != name.text
        return not told and not self.language.is_sure(known.text)

    def noun(self, term_id: str) -> Noun | None:
        """Return the noun of a term, or None."""
        term = self.terms.get(term_id)
        return None if term is None else term.noun

    def counting_noun(self, term_id: str) -> Noun | None:
        """Return the noun that a number counts: the term's own, or its unit's for a term that is not counted itself."""
        term = self.terms.get(term_id)
        if term is None:
            return None
        unit = self.terms.get(term.unit)
        return term.noun if unit is None else self.language.with_unit(unit.noun, term.noun)


def empty_lexicon(language: Language) -> Lexicon:
    """Return a lexicon without terms."""
    return Lexicon(language, MappingProxyType({}), MappingProxyType({}), MappingProxyType({}))


@frozen_class
class LexiconDecl(FrozenValue):
    """A lexicon as written; ``broken`` holds the ids of terms that could not be read."""

    terms: tuple[Term, ...]
    broken: frozenset[str]
    avoid: tuple[tuple[str, str], ...]
    known: tuple[tuple[str, SpellingException], ...]
    names: Mapping[str, ProperName]
    verbs: Mapping[str, Mapping[str, str]]
    acts: Mapping[str, PatternDecl]
    conditions: Mapping[str, PatternDecl]
    values: Mapping[str, PatternDecl]


def _words(key: str, choices: tuple[str, ...]) -> tuple[MappingField, ...]:
    return (MappingField(key, enum_schema(*choices), default=""),) if choices else ()


def _written(span: Span, parts: Mapping[str, str], adjective: tuple[str, ...] = (), **found: Any) -> Term:
    term = {name: found.pop(name) for name in ("id", "head", "unit", "avoid", "index", "counted")}
    return Term(span=span, noun=Noun(term["id"], MappingProxyType(dict(parts)), adjectives=adjective, **found), **term)


def term_schema(language: Language) -> MappingShape[Term]:
    """Return the schema of a term of a language."""

    def adjective(found: tuple[str, ...], node: Node, what: Value, reader: NodeReader) -> tuple[str, ...] | None:
        if len(found) == language.adjective_forms:
            return found
        reader.wrong(node, what, Said("sort.so_many_texts", count=language.adjective_forms))
        return None

    def whole(found: ParsedMapping) -> bool:
        """Report the parts that a term without a head lacks."""
        if "head" in found.entries:
            return found.values["head"] is not None
        span, reader = found.values["span"], found.reader
        for parts in language.required:
            if not any(name in found.values["parts"] for name in parts):
                reader.missing(span, found.what, joined_list(parts, "list.or", "list.or"))
                return False
        needed = [key for key in ("gender", "harmony") if key in found.values]
        for key in needed:
            if key not in found.entries:
                reader.missing(span, found.what, key)
        return all(found.values[key] for key in needed)

    parts = tuple(MappingField(name, TEXT) for name in language.parts)
    romance = (
        MappingField("adjective", DerivedShape(TEXTS, adjective), default=()),
        MappingField("after", TEXT, default=""),
        MappingField("owner", TEXT, default=""),
    )
    return MappingShape(
        _written,
        (
            AdjacentEntry(
                "parts", MappingShape(lambda **found: {name: text for name, text in found.items() if text}, parts)
            ),
            MappingField("head", schema_with_location(TEXT)),
            MappingField("forms", irregular_forms_shape(language.noun_forms), default=MappingProxyType({})),
            MappingField("unit", TEXT, default="", called=WHOLE),
            MappingField("mass", TRUTH, default=False, called=WHOLE),
            MappingField("invariable", TRUTH, default=False, called=WHOLE),
            MappingField("sound", enum_schema("vowel", "consonant"), default=""),
            MappingField("avoid", TEXTS, default=(), called=WHOLE),
            MappingField("index", TRUTH, default=True, called=WHOLE),
            MappingField("counted", TRUTH, default=True, called=WHOLE),
            *_words("gender", language.genders),
            *(romance if language.genders else ()),
            *_words("harmony", language.harmonies),
            *((MappingField("low", TRUTH, default=False, called=WHOLE),) if language.harmonies else ()),
            *_words("place", language.places),
        ),
        named="id",
        settle=whole,
    )


def _kept(
    found: tuple[Term, ...], node: Node, what: Value, reader: NodeReader
) -> tuple[tuple[Term, ...], frozenset[str]]:
    """Return the terms, and the names of those that could not be read."""
    names = frozenset(node.keys() if isinstance(node, Entries) else ())
    return found, names - {term.id for term in found}


def _any_text(reader: NodeReader, node: Node, what: Value) -> str | None:
    """Read a text, which may be blank."""
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        return node.value
    reader.wrong(node, what, Said("sort.text"))
    return None


KNOWN: Final = MappingShape(
    SpellingException,
    (
        MappingField("because", TEXT, default="", called=WHOLE, needed=True),
        MappingField("like", TEXT, default="", called=WHOLE),
    ),
)
AVOIDED: Final = named_value_pairs_schema(ANY_NAME, ParsedValue(_any_text, TEXT.schema))


def lexicon_file(language: Language) -> MappingShape[LexiconDecl]:
    """Return the schema of ``lexicon.yaml`` of a language."""
    terms = named_groups_schema(term_schema(language), "", "part.term", ANY_NAME)
    known = named_value_pairs_schema(ANY_NAME, KNOWN, called="part.known_word")
    return MappingShape(
        LexiconDecl,
        (
            MappingField("language", enum_schema(language.code), "-", called="part.language_of_lexicon", needed=True),
            MappingField("terms", DerivedShape(terms, _kept), "terms broken", ((), frozenset()), "part.named"),
            MappingField("avoid", AVOIDED, default=(), called="part.named"),
            MappingField("known", known, default=(), called="part.named"),
            MappingField("names", known_names_schema(language), default=MappingProxyType({}), called="part.named"),
            MappingField("verbs", VERBS, default=MappingProxyType({}), called="part.named"),
            MappingField("acts", ACTS, default=MappingProxyType({}), called="part.named"),
            MappingField("conditions", CONDITIONS, default=MappingProxyType({}), called="part.named"),
            MappingField("values", VALUES, default=MappingProxyType({}), called="part.named"),
        ),
    )


def read_lexicon(node: Node | None, base: Lexicon, bag: Bag) -> Lexicon:
    """Read a lexicon on top of another, whose terms it may replace or use as heads; findings W101 to W107.

    A term with a finding is kept where its base form is known, so that one mistake does not hide the next.
    """
    shape = lexicon_file(base.language)
    said = None if node is None else shape.read(node, ValueContext(Said("part.lexicon")), WordsReader(bag))
    check_document_alphabet(node, base.language.misspelt, base.language.name, bag)
    if said is None:
        return replace(base, partial=True)
    reader = _Terms(base, said, bag)
    terms = {**base.terms, **reader.all_terms()}
    avoid = dict(base.avoid)
    for term in terms.values():
        instead = base.language.noun_form(term.noun, frozenset()) or next(iter(term.noun.parts.values()), "")
        avoid.update({word.casefold(): instead for word in term.avoid})
    avoid.update({word.casefold(): instead for word, instead in said.avoid})
    lexicon = Lexicon(
        base.language,
        MappingProxyType(terms),
        MappingProxyType(avoid),
        MappingProxyType({**base.known, **dict(said.known)}),
        MappingProxyType({**base.names, **said.names}),
        MappingProxyType({**base.verbs, **said.verbs}),
        MappingProxyType({**base.patterns, **said.acts, **said.conditions, **said.values}),
        partial=base.partial or bool(reader.broken),
    )
    for term in () if lexicon.partial else terms.values():
        if term.unit and term.unit not in terms:
            bag.add("W105", term.span, near=closest_name(term.unit, terms), term=term.id, other=term.unit)
    return lexicon


class _Terms:
    """Builds the terms of one file; a head may be declared before or after its use."""

    def __init__(self, base: Lexicon, said: LexiconDecl, bag: Bag) -> None:
        self.language = base.language
        self.base = base
        self.bag = bag
        self.decls = {decl.id: decl for decl in said.terms}
        self.done: dict[str, Term | None] = {}
        self.broken = set(said.broken)

    def all_terms(self) -> dict[str, Term]:
        """Build every term, heads first."""
        for term_id in self.decls:
            self.term(term_id, 0)
        return {term_id: term for term_id, term in self.done.items() if term is not None}

    def term(self, term_id: str, depth: int) -> Term | None:
        """Return a term of this file or of the underlying lexicon; None where it is unknown, broken or its own head."""
        if term_id not in self.decls:
            return None if term_id in self.broken else self.base.terms.get(term_id)
        if term_id not in self.done:
            if depth > _DEEPEST:
                return None
            self.done[term_id] = None
            self.done[term_id] = self._made(self.decls[term_id], depth)
            if self.done[term_id] is None:
                self.broken.add(term_id)
        return self.done[term_id]

    def _made(self, decl: Term, depth: int) -> Term | None:
        own = decl.noun
        noun = replace(own, forms=_NO_FORMS) if decl.head is None else self._compound(decl, *decl.head, depth)
        if noun is None:
            return None
        whole = decl.head is not None or bool(noun.adjectives or noun.after or noun.owner)
        # A Romanian noun that lacks a number is not counted itself.
        lacks_a_number = bool(self.language.genders) and not {"singular", "plural"} <= set(noun.parts)
        noun = replace(
            noun,
            forms=noun.forms if whole else own.forms,
            whole=own.forms if whole else _NO_FORMS,
            invariable=noun.invariable or own.invariable,
            mass=noun.mass or own.mass or lacks_a_number,
            low=noun.low or own.low,
            place=own.place or noun.place,
            sound=own.sound,
        )
        self._confirm(decl.span, noun)
        return replace(decl, noun=noun)

    def _compound(self, decl: Term, head_id: str, at: Span, depth: int) -> Noun | None:
        head = self.term(head_id, depth + 1)
        if head is None and (head_id in self.broken or (self.base.partial and head_id not in self.decls)):
            return None  # what is amiss there is found there
        if head is None:
            names = (*self.decls, *self.base.terms)
            self.bag.add("W105", at, near=closest_name(head_id, names), term=decl.id, other=head_id)
            return None
        noun, own = replace(head.noun, id=decl.id), decl.noun
        if not self.language.genders:
            return self._prefixed(noun, decl)
        adjectives, after, owner = own.adjectives or noun.adjectives, own.after or noun.after, own.owner or noun.owner
        return replace(noun, adjectives=adjectives, after=after, owner=owner)

    def _prefixed(self, head: Noun, decl: Term) -> Noun | None:
        """Derive the text before the head from the base form, which must end in the head's base form."""
        name = self.language.parts[0]
        whole, ending = decl.noun.parts.get(name, ""), head.parts.get(name, "")
        own = head.before + ending
        if not whole:
            return head
        if not whole.endswith(own) or not ending:
            what, reason = Said("part.term", name=decl.id), Said("why.head_at_end", head=own)
            self.bag.add("W106", decl.span, what=what, form=name, reason=reason)
            return None
        return replace(head, before=whole.removesuffix(ending))

    def _confirm(self, span: Span, noun: Noun) -> None:
        """Check that the required forms of a noun can be derived or are written, and that its parts are consistent."""
        wrong = self.language.contradiction(noun)
        if wrong:
            self.bag.add("W108", span, term=noun.id, form=wrong)
            return
        several = any(mark in part for part in noun.parts.values() for mark in " -")
        what, reason = Said("part.term", name=noun.id), Said("why.several_words" if several else "why.no_rule_gives")
        for names in self._forms_to_confirm(noun):
            if self.language.noun_form(noun, frozenset(names.split())) is None:
                self.bag.add("W106", span, what=what, form=names, reason=reason)

    def _forms_to_confirm(self, noun: Noun) -> tuple[str, ...]:
        if not self.language.genders or noun.invariable:
            return self.language.confirmed_forms or ("",)
        one = ("", "the", "of the") if "singular" in noun.parts else ()
        many = ("many", "many the", "many of the") if "plural" in noun.parts else ()
        return (*one, *many)


# -- language realiser -----------------------------------------------------------------------------------------------
# A language ready to speak about a ruleset: its grammar, its style and its terms, read from the locales folder.


@frozen_class
class LanguageRealiser(FrozenValue):
    """One language with its style and lexicon; ``called`` names, by id, elements that are no terms but have a wording of their own."""

    language: Language
    style: LanguageStyle
    lexicon: Lexicon
    called: Mapping[str, ProperName] = field(default_factory=lambda: MappingProxyType({}))


def lexicon_files(code: str, ruleset: str | None) -> tuple[Path, ...]:
    """Return the lexicon files of a language, general terms first, by their place below the locales folder."""
    general = (Path(code) / "lexicon.yaml",)
    return general if ruleset is None else (*general, Path(code) / f"{ruleset}.lexicon.yaml")


def open_realiser(
    language: Language, ruleset: str | None, locales: Path, bag: Bag, sources: Sources
) -> LanguageRealiser:
    """Read the style and lexicons of a language under the ``locales`` folder; faults are findings.

    A missing file is a finding (Y101); the tongue then speaks as well as it can.
    """
    locales = locales_folder(language.code, locales)
    style = read_style(
        read_language_file(Path(language.code) / "style.yaml", locales, bag, sources), language.code, bag
    )
    tongue = LanguageRealiser(language, style, empty_lexicon(language))
    for path in lexicon_files(language.code, ruleset):
        tongue = extend_lexicon(tongue, path, locales, bag, sources)
    return tongue


def extend_lexicon(tongue: LanguageRealiser, path: Path, root: Path, bag: Bag, sources: Sources) -> LanguageRealiser:
    """Read a further lexicon on top of the realiser's terms; findings give its path relative to ``root``."""
    return replace(tongue, lexicon=read_lexicon(read_language_file(path, root, bag, sources), tongue.lexicon, bag))


def read_language_file(path: Path, locales: Path, bag: Bag, sources: Sources) -> Node | None:
    """Read a YAML file of a language under the ``locales`` folder; None with a finding where it cannot be read."""
    text = read_text_or_report(path, bag, root=locales, sources=sources)
    return None if text is None else read_yaml(text, relative_name(locales / path, locales), bag)
