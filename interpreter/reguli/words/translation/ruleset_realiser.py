"""A language ready to speak of a ruleset: its grammar and terms, the wordings of the ruleset, those all rulesets share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import sentences_beside, sentences_under_heads
from reguli.source.bounded_files import has_entry
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.name_suggestions import near
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.words.catalogue.wording_catalogue import Catalogue, Entry, empty_catalogue, laid_over, open_catalogue
from reguli.words.grammar.languages import LANGUAGE_CODES, Language
from reguli.words.placeholders.approval import held_to_approved
from reguli.words.placeholders.withheld_sentences import Rules, withhold
from reguli.words.placeholders.wording_signature import held_to
from reguli.words.placeholders.wording_subjects import subjects
from reguli.words.terminology.language_realiser import Tongue, open_tongue, with_lexicon
from reguli.words.translation.element_names import with_called

AUTHORED: Final = "en"
"""The language in which the shipped base texts are written."""
SHARED: Final = "interface"
OWN_WORDS: Final = "words"
"""The folder of a ruleset that holds words of its own, by language."""
OWN_LEXICON: Final = "lexicon.yaml"
OWN_WORDINGS: Final = "wordings"
PO_FILE: Final = ".po"
SAID_UNDER: Final = frozenset({"procedure", "define", "trigger", "moment", "event", "adjust", "statement"})
"""What a sentence under a head words."""


Beside: TypeAlias = Mapping[str, Mapping[str, tuple[str, Span]]]
"""Sentences that stand beside rules, with their places: by the id of what is worded, by the code of a language."""
NOTHING_BESIDE: Final[Beside] = MappingProxyType({})


def beside_of(ruleset: Ruleset) -> Beside:
    """Give the sentences that stand beside the statements and rules of a ruleset, and those that its libraries bring, which come last."""
    found: dict[str, Mapping[str, tuple[str, Span]]] = {
        name: {code: (text, span) for code, text, span in texts}
        for one in ruleset.documents.brought
        for name, texts in one.says
    }
    by_rules = _beside_rules(ruleset)
    found |= by_rules
    for statement in ruleset.documents.inventory:
        name = f"statement:{statement.id}"
        found[name] = {code: (text, span) for code, text, span in statement.says} or by_rules.get(name, {})
    return found


def beside_in(ruleset: Ruleset, code: str) -> Beside:
    """Give those of the sentences that are in one language."""
    return {name: {code: texts[code]} for name, texts in beside_of(ruleset).items() if code in texts}


def _beside_rules(ruleset: Ruleset) -> Beside:
    """Give the sentences that stand beside declarations, for the statements that these carry, and under the heads of rules, for both.

    Several of one statement are said one after the other, those of declarations first.
    """
    found: dict[str, dict[str, tuple[str, Span]]] = {}
    for cite, said in sentences_beside(ruleset.documents).items():
        _add(found.setdefault(f"statement:{cite}", {}), said)
    told = sentences_under_heads(ruleset.documents)
    for one in subjects(ruleset).values() if told else ():
        for span in (span for span in one.spans if span in told and one.sort in SAID_UNDER):
            _add(found.setdefault(one.id, {}), told[span])
    return found


def _add(texts: dict[str, tuple[str, Span]], said: Iterable[tuple[str, str, Span]]) -> None:
    for code, text, place in said:
        before = texts.get(code)
        texts[code] = (text, place) if before is None else (f"{before[0]} {text}", before[1])


@kept
class RulesetTongue(Kept):
    """One language with the wordings of one ruleset (``own``) and those of every ruleset (``shared``)."""

    terms: Tongue
    own: Catalogue
    shared: Catalogue


@kept
class Places(Kept):
    """Where words are read: the locales folder, and the folders of rulesets that may bring their own, lowest first."""

    locales: Path
    rulesets: tuple[Path, ...]


def open_ruleset_tongue(
    language: Language,
    ruleset: str,
    places: Places,
    bag: Bag,
    sources: Sources,
    *,
    rules: Rules | None = None,
    beside: Beside = NOTHING_BESIDE,
    approved: Mapping[str, str] | None = None,
) -> RulesetTongue:
    """Read everything needed to speak of a ruleset in a language; what is amiss is a finding.

    Words lie in ``locales/<code>``; a ruleset may bring ``words/<code>/lexicon.yaml`` and ``words/<code>/wordings.po``,
    which come on top. A ruleset without any words has an empty catalogue, and says so only where a wording is missing. What was
    written for other rules than ``rules``, or is false of them, is stale. What stands ``beside`` the rules is said
    where no translator has worded it, in its own language; in the others it is stale too, so that the rule itself is said. With
    ``approved`` (the digests of all rules as they are, by id) what nobody approved as it is now is marked.
    """
    code, locales = language.code, places.locales
    shipped = (locales / code / f"{ruleset}.lexicon.yaml").is_file()
    tongue = open_tongue(language, ruleset if shipped else None, locales, bag, sources)
    own = empty_catalogue(code, f"{code}/{ruleset}.po")
    if (locales / code / f"{ruleset}.po").is_file():
        own = open_catalogue(code, ruleset, locales, bag, sources, authored=code == AUTHORED)
    for words in (folder / OWN_WORDS for folder in places.rulesets):
        if has_entry(words / code / OWN_LEXICON):
            # Named from the folder of the ruleset: the lexicon of the language itself is called ``ro/lexicon.yaml`` already.
            tongue = with_lexicon(tongue, Path(OWN_WORDS) / code / OWN_LEXICON, words.parent, bag, sources)
        if has_entry(words / code / f"{OWN_WORDINGS}.po"):
            # Base texts of a ruleset's own words are in English where it has English, else in its only language.
            authored = code == AUTHORED or not (words / AUTHORED).is_dir()
            own = laid_over(own, open_catalogue(code, OWN_WORDINGS, words, bag, sources, authored=authored))
    shared = open_catalogue(code, SHARED, locales, bag, sources, authored=code == AUTHORED)
    held = own if rules is None else withhold(held_to(own, rules.signatures), rules, tongue.lexicon)
    spoken = with_beside(held, beside, bag)
    spoken = spoken if rules is None or not beside else withhold(spoken, rules, tongue.lexicon)
    spoken = spoken if approved is None else held_to_approved(spoken, approved)
    return RulesetTongue(with_called(tongue, spoken), spoken, shared)


def with_beside(own: Catalogue, beside: Beside, bag: Bag) -> Catalogue:
    """Add what stands beside the rules, with what a catalogue keeps of it; a language that nobody knows is a finding (W312)."""
    found = dict(own.entries)
    for name, by_code in beside.items():
        for code, (_, span) in by_code.items():
            if code not in LANGUAGE_CODES:
                bag.add("W312", span, near=near(code, LANGUAGE_CODES), found=code, known=", ".join(LANGUAGE_CODES))
        known = found.get(name)
        free = known is None or not own.printed(known) or (known.stale and own.code in by_code)
        if by_code and free:
            text, span = by_code.get(own.code, next(iter(by_code.values())))
            # What a translator wrote is about another sentence; without a text it is about this one.
            comments = () if known is None or own.printed(known) else known.comments
            said = own.code in by_code
            found[name] = Entry(name, text, text, span, WholePlace(span), comments=comments, stale=not said)
    return replace(own, entries=MappingProxyType(found)) if found != own.entries else own


def is_beside(entry: Entry) -> bool:
    """Whether a wording stands beside the rules, in no catalogue."""
    return not entry.span.file.endswith(PO_FILE)


@kept
class WholePlace(Kept):
    """Gives the one place that a sentence beside a rule has."""

    span: Span

    def __call__(self, start: int, end: int) -> Span:
        return self.span


class RulesetTongues:
    """The languages of one ruleset, each read once; what is amiss with one is told whenever it is asked for."""

    def __init__(
        self,
        ruleset: str,
        places: Places,
        sources: Sources,
        *,
        rules: Rules | None = None,
        beside: Beside = NOTHING_BESIDE,
        approved: Mapping[str, str] | None = None,
    ) -> None:
        """Read nothing yet."""
        self.approved = approved
        self.ruleset = ruleset
        self.rules = rules
        self.beside = beside
        self.places = places
        self.sources = sources
        self._open: dict[str, tuple[RulesetTongue, Bag]] = {}

    def tongue(self, language: Language, bag: Bag) -> RulesetTongue:
        """Give a language ready to speak of the ruleset."""
        if language.code not in self._open:
            found = Bag()
            opened = open_ruleset_tongue(
                language,
                self.ruleset,
                self.places,
                found,
                self.sources,
                rules=self.rules,
                beside=self.beside,
                approved=self.approved,
            )
            self._open[language.code] = opened, found
        tongue, findings = self._open[language.code]
        bag.extend(findings)
        return tongue


def stale_in(tongue: RulesetTongue) -> tuple[str, ...]:
    """Give the ids of the wordings that were written for other rules and are not printed."""
    return tuple(name for name, entry in tongue.own.entries.items() if entry.stale and not is_beside(entry))
