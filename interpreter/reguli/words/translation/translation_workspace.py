"""The translation workspace: a ruleset with all its elements, and each language with its terms and wordings."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.variant_layers import StatementNames, names_in_folder
from reguli.source.bounded_files import folder_has_entry, read_text_or_report
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.words.catalogue import wording_catalogue as wordings
from reguli.words.catalogue.po import NOTHING, PoDocument
from reguli.words.catalogue.wording_catalogue import (
    SHORT,
    CatalogueEntry,
    WordingCatalogue,
    empty_catalogue,
    open_catalogue,
    overlay_wordings,
)
from reguli.words.grammar.grammar_values import Language, ProperName
from reguli.words.grammar.languages import SHIPPED, language_by_code, language_codes, languages, locales_folder
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_values import ELEMENT_WORDING
from reguli.words.placeholders.wording_signature import (
    CheckedRules,
    element_signature,
    mark_stale_wordings,
    mark_unapproved_wordings,
    mark_untrue_sentences,
    stored_signature,
)
from reguli.words.placeholders.wording_subjects import Subjects, WordingSubject
from reguli.words.terminology import LanguageRealiser, extend_lexicon, open_realiser
from reguli.words.translation.typed_sentences import (
    NOTHING_BESIDE,
    Beside,
    LowerRules,
    rewritten_statements,
    sentences_in_language,
)

# -- element names ---------------------------------------------------------------------------------------------------
# Elements that are no terms and have a wording of their own: in a sentence they are called by it, and inflected as names are.


def with_element_names(tongue: LanguageRealiser, own: WordingCatalogue) -> LanguageRealiser:
    """Add the element names from the wordings ``own`` to a language; an id with different names in two kinds gets none."""
    found: dict[str, frozenset[str]] = {}
    for wording in own.entries:
        element = wording.rpartition("/")[2] if wording.startswith(ELEMENT_WORDING) else ""
        entry = own.accepted(wording) if element and element not in tongue.lexicon.terms else None
        if entry is not None:
            bag = Bag()
            text = format_wording(own.wording(entry, bag), {}, tongue, bag)
            known = found.get(element, frozenset())
            found[element] = known if bag else known | {text}
    called = {element: ProperName(next(iter(texts)), thing=True) for element, texts in found.items() if len(texts) == 1}
    return replace(tongue, called=called) if called else tongue


# -- ruleset realiser ------------------------------------------------------------------------------------------------
# A language ready to speak of a ruleset: its grammar and terms, the wordings of the ruleset, those all rulesets share.


AUTHORED: Final = "en"
"""The language in which the shipped base texts are written."""
SHARED: Final = "interface"
OWN_WORDS: Final = "words"
"""The folder of a ruleset that holds words of its own, by language."""
OWN_LEXICON: Final = "lexicon.yaml"
OWN_WORDINGS: Final = "wordings"
CONFIRMED: Final = "confirmed.tsv"
PO_FILE: Final = ".po"


@frozen_class
class RulesetRealiser(FrozenValue):
    """One language with the wordings of one ruleset (``own``) and those of every ruleset (``shared``)."""

    terms: LanguageRealiser
    own: WordingCatalogue
    shared: WordingCatalogue


@frozen_class
class WordingFolders(FrozenValue):
    """The folders of wordings: the locales folder, and the folders of rulesets with wordings of their own, lowest first."""

    locales: Path
    rulesets: tuple[Path, ...]
    statements: StatementNames = ()


def open_ruleset_realiser(
    language: Language,
    ruleset: str,
    places: WordingFolders,
    bag: Bag,
    sources: Sources,
    *,
    rules: CheckedRules | None = None,
    beside: Beside = NOTHING_BESIDE,
    lower: LowerRules | None = None,
    approved: Mapping[str, str] | None = None,
) -> RulesetRealiser:
    """Read all files needed to realise a ruleset in a language; faults are findings.

    Words lie in ``locales/<code>``; a ruleset may bring ``words/<code>/lexicon.yaml`` and ``words/<code>/wordings.po``,
    which come on top. A ruleset without any words has an empty catalogue, and says so only where a wording is missing. What was
    written for other rules than ``rules``, or is false of them, is stale. What stands ``beside`` the rules is said
    where no translator has worded it, in its own language; in the others it is stale too, so that the rule itself is said. With
    ``approved`` (the digests of all rules as they are, by id) what nobody approved as it is now is marked.
    """
    code = language.code
    locales = locales_folder(code, places.locales)
    shipped = (locales / code / f"{ruleset}.lexicon.yaml").is_file()
    tongue = open_realiser(language, ruleset if shipped else None, locales, bag, sources)
    own = empty_catalogue(code, f"{code}/{ruleset}.po")
    if (locales / code / f"{ruleset}.po").is_file():
        own = open_catalogue(code, ruleset, locales, bag, sources, authored=code == AUTHORED)
    typed_anew = frozenset() if rules is None else rewritten_statements(rules.ruleset.documents)
    for words in (folder / OWN_WORDS for folder in places.rulesets):
        if words.parent == places.rulesets[-1]:
            own = without_statements(own, typed_anew)
        if folder_has_entry(words / code / OWN_LEXICON):
            # Named from the folder of the ruleset: the lexicon of the language itself is called ``ro/lexicon.yaml`` already.
            tongue = extend_lexicon(tongue, Path(OWN_WORDS) / code / OWN_LEXICON, words.parent, bag, sources)
        if folder_has_entry(words / code / f"{OWN_WORDINGS}.po"):
            # Base texts of a ruleset's own words are in English where it has English, else in its only language.
            authored = code == AUTHORED or not (words / AUTHORED).is_dir()
            names = names_in_folder(places.statements, words.parent)
            opened = open_catalogue(code, OWN_WORDINGS, words, bag, sources, authored=authored, statements=names)
            own = overlay_wordings(own, opened)
    shared = open_catalogue(code, SHARED, locales, bag, sources, authored=code == AUTHORED)
    if rules is not None:
        own = mark_stale_wordings(own, rules.signatures, rules.base_signatures)
        own = mark_untrue_sentences(own, rules, tongue.lexicon)
    own = add_inline_sentences(own, beside, bag, lower)
    if rules is not None and beside:
        own = mark_untrue_sentences(own, rules, tongue.lexicon)
    own = own if approved is None else mark_unapproved_wordings(own, approved)
    return RulesetRealiser(with_element_names(tongue, own), own, shared)


def without_statements(own: WordingCatalogue, names: Collection[str]) -> WordingCatalogue:
    """Return a catalogue without the sentences of some statements, which a variant has typed anew."""
    ids = {f"statement:{name}{end}" for name in names for end in ("", SHORT)}
    kept = {name: entry for name, entry in own.entries.items() if name not in ids}
    return replace(own, entries=MappingProxyType(kept)) if ids else own


def add_inline_sentences(
    own: WordingCatalogue, beside: Beside, bag: Bag, lower: LowerRules | None = None
) -> WordingCatalogue:
    """Add the inline sentences, with the catalogue's data on them; an unknown language is a finding (W312).

    With the rules of ``lower`` layers, a sentence is stale if a variant has changed the rule that it was typed for.
    """
    found: dict[str, CatalogueEntry] = {}
    for name, by_code in beside.items():
        for code, one in by_code.items():
            if language_by_code(code) is None and not one.plain:
                codes = language_codes()
                bag.add("W312", one.span, near=closest_name(code, codes), found=code, known=", ".join(codes))
        known, said = own.entries.get(name), by_code.get(own.code)
        free = known is None or not own.printed(known) or (known.stale and said is not None and not said.plain)
        if by_code and free:
            one = said or next(iter(by_code.values()))
            # What a translator wrote is about another sentence; without a text it is about this one.
            comments = () if known is None or own.printed(known) else known.comments
            entry = CatalogueEntry(name, one.text, one.text, one.span, InlineHome(one.span), comments=comments)
            entry = replace(entry, typed=said, stale=said is None)
            found[name] = entry if lower is None or said is None else lower.checked(entry, said)
    # A chain never writes to what lies below its first mapping.
    return replace(own, entries=ChainMap(found, cast("dict[str, CatalogueEntry]", own.entries))) if found else own


def is_inline_wording(entry: CatalogueEntry) -> bool:
    """Return whether a wording is an inline sentence and not in a catalogue."""
    return not entry.span.file.endswith(PO_FILE)


@frozen_class
class InlineHome(FrozenValue):
    """Place function of an inline sentence: it returns the one span of the sentence."""

    span: Span

    def __call__(self, start: int, end: int) -> Span:
        return self.span


class RulesetRealisers:
    """The languages of one ruleset, each read once; its findings are reported on every request."""

    def __init__(
        self,
        ruleset: str,
        places: WordingFolders,
        sources: Sources,
        *,
        rules: CheckedRules | None = None,
        beside: Beside = NOTHING_BESIDE,
        approved: Mapping[str, str] | None = None,
    ) -> None:
        """Set up the cache without reading any language."""
        self.ruleset = ruleset
        lower = None if rules is None else LowerRules(rules)
        reading = partial(open_ruleset_realiser, ruleset=ruleset, places=places, sources=sources)
        self._read = partial(reading, rules=rules, beside=beside, lower=lower, approved=approved)
        self._open: dict[str, tuple[RulesetRealiser, Bag]] = {}

    def tongue(self, language: Language, bag: Bag) -> RulesetRealiser:
        """Return the realiser of the ruleset for a language."""
        if language.code not in self._open:
            found = Bag()
            self._open[language.code] = self._read(language, bag=found), found
        tongue, findings = self._open[language.code]
        bag.extend(findings)
        return tongue


def outdated_wording_ids(tongue: RulesetRealiser) -> tuple[str, ...]:
    """Return the ids of wordings that are not printed because they were written for other rules, or in another language."""
    return tuple(name for name, entry in tongue.own.entries.items() if entry.stale)


# -- translation workspace -------------------------------------------------------------------------------------------


READABLE_WITH: Final = frozenset({"W303", "W311"})
"""The findings of a catalogue that is read as a whole all the same."""


@frozen_class
class WordLocations(FrozenValue):
    """The folders of wordings: ``general`` holds style and terms of every language, ``own`` those of this ruleset.

    What came with the program lies in one folder: ``<lang>/<ruleset>.lexicon.yaml``, ``<lang>/<ruleset>.po`` and
    ``<ruleset>.pot``. A ruleset of one's own keeps ``<lang>/lexicon.yaml``, ``<lang>/wordings.po`` and ``wordings.pot`` in
    its folder ``words``; ``below`` is then the shipped ruleset it is built on, if any.
    """

    general: Path
    own: Path
    name: str
    below: str | None = None
    statements: StatementNames = ()

    @property
    def shipped(self) -> bool:
        """Return whether the ruleset is shipped with the program."""
        return self.own == self.general

    @property
    def ruleset(self) -> Path:
        """Return the folder that the paths of its wordings may not leave."""
        return self.own if self.shipped else self.own.parent

    def root(self, code: str) -> Path:
        """Return the folder that holds a language's own wordings; a package supplies those of a shipped ruleset."""
        return locales_folder(code, self.own) if self.shipped else self.own

    @property
    def places(self) -> WordingFolders:
        """Return the folders of all wordings that are printed or spoken for the ruleset."""
        return WordingFolders(self.general, () if self.shipped else (self.own.parent,), self.statements)

    def catalogue(self, code: str) -> Path:
        """Return the path of a language's wordings."""
        return self.root(code) / code / (f"{self.name}.po" if self.shipped else "wordings.po")

    def confirmed(self, code: str) -> Path:
        """Return the path of a language's confirmed sentences."""
        return self.root(code) / code / (f"{self.name}.{CONFIRMED}" if self.shipped else CONFIRMED)

    def lexicon(self, code: str) -> Path:
        """Return the path of a language's own terms, below its root."""
        return Path(code) / (f"{self.name}.lexicon.yaml" if self.shipped else "lexicon.yaml")

    @property
    def template(self) -> Path:
        """Return the path of the template for translators."""
        return self.own / (f"{self.name}.pot" if self.shipped else "wordings.pot")


@frozen_class
class LanguageWorkspace(FrozenValue):
    """One language of the workspace: its realiser, its wordings, and its own catalogue as a document.

    ``below`` are the wordings of the ruleset this one is built on; ``catalogue`` is laid over them. A catalogue that is not
    ``readable`` as a whole is never written: what could not be read would be lost. ``confirmed`` are sentences by id, as somebody confirmed them.
    """

    tongue: LanguageRealiser
    catalogue: wordings.WordingCatalogue
    document: PoDocument
    exists: bool
    below: wordings.WordingCatalogue
    readable: bool = True
    confirmed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def language(self) -> Language:
        """Return the language."""
        return self.tongue.language

    def owns(self, entry: CatalogueEntry) -> bool:
        """Return whether a wording stands in the language's own catalogue, or beside the rules."""
        return entry.span.file == self.catalogue.file or is_inline_wording(entry)


@frozen_class
class TranslationWorkspace(FrozenValue):
    """A ruleset, its elements to be worded, and every language; ``base`` is the code of the base texts' language.

    ``apart`` are languages of packages that were not asked for: their faults are not reported.
    """

    ruleset: Ruleset
    subjects: Subjects
    homes: WordLocations
    seats: Mapping[str, LanguageWorkspace]
    base: str
    apart: frozenset[str] = frozenset()


def open_workspace(
    ruleset: Ruleset,
    subjects: Subjects,
    homes: WordLocations,
    bag: Bag,
    sources: Sources,
    *,
    codes: Collection[str] = (),
    every: bool = False,
) -> TranslationWorkspace:
    """Read the wordings of every language, or of those named; a language without wordings is not a finding.

    The base texts are those of English, or of the first language that has wordings where English has none. ``every`` reads the others beside
    those named. A language of a package is among the others only where it has wordings.
    """
    there = [code for code in language_codes() if folder_has_entry(homes.catalogue(code))]
    base = there[0] if there else AUTHORED
    wanted = {*codes, base} if codes and not every else {*SHIPPED, *codes, *there}
    apart = frozenset(codes and wanted.difference(codes, SHIPPED))
    seats = {
        language.code: _seat(language, homes, language.code == base, Bag() if language.code in apart else bag, sources)
        for language in languages()
        if language.code in wanted
    }
    asked = _without_terms(subjects, seats.values())
    desk = TranslationWorkspace(ruleset, asked, homes, MappingProxyType(seats), base, apart)
    said = {code: replace(seat, catalogue=_told(desk, seat, bag)) for code, seat in seats.items()}
    return replace(desk, seats=MappingProxyType(said))


def reload_catalogues(desk: TranslationWorkspace, bag: Bag, sources: Sources) -> TranslationWorkspace:
    """Return a workspace with the current catalogues; the same object where none has changed since it was read."""
    homes = desk.homes
    read = {code: sources.text(homes.catalogue(code).relative_to(homes.root(code)).as_posix()) for code in desk.seats}
    if all(catalogue_text(homes, code) == text for code, text in read.items()):
        return desk
    codes = tuple(code for code in desk.seats if code not in desk.apart)
    return open_workspace(desk.ruleset, desk.subjects, homes, bag, sources, codes=codes, every=bool(desk.apart))


def catalogue_text(homes: WordLocations, code: str) -> str | None:
    """Return the current text of a language's catalogue; None if it cannot be read."""
    path, root = homes.catalogue(code), homes.root(code)
    within = root if homes.shipped else homes.ruleset
    return read_text_or_report(path, Bag(), root=root, within=within) if folder_has_entry(path) else None


def _without_terms(subjects: Subjects, seats: Iterable[LanguageWorkspace]) -> Subjects:
    """Mark elements that every language names by a term as not needing a wording; packages' languages count only if there are no others."""
    known = {seat.language.code: seat.tongue.lexicon.terms for seat in seats}
    terms = [known[code] for code in SHIPPED if code in known] or [*known.values()]
    said = {
        name: replace(one, needed=False)
        for name, one in subjects.items()
        if one.word and all(one.word in some for some in terms)
    }
    return MappingProxyType({**subjects, **said})


def _told(desk: TranslationWorkspace, seat: LanguageWorkspace, bag: Bag) -> wordings.WordingCatalogue:
    """Return the wordings of a language with its inline sentences, which replace stale catalogue entries."""
    beside = sentences_in_language(desk.ruleset, seat.language.code, plain=False)
    anew = {f"statement:{name}" for name in rewritten_statements(desk.ruleset.documents)}
    anew -= {entry.context for entry in seat.document.entries}
    entries = {name: one for name, one in seat.catalogue.entries.items() if name not in anew}
    held = {
        name: replace(entry, stale=is_stale_wording(desk, seat, entry, desk.subjects[name]))
        for name, entry in entries.items()
        if name in beside
    }
    return add_inline_sentences(replace(seat.catalogue, entries=MappingProxyType({**entries, **held})), beside, bag)


def _seat(language: Language, homes: WordLocations, authored: bool, bag: Bag, sources: Sources) -> LanguageWorkspace:
    code = language.code
    below, general, root = wordings.empty_catalogue(code, ""), locales_folder(code, homes.general), homes.root(code)
    if homes.below is not None and (general / code / f"{homes.below}.po").is_file():
        below = wordings.open_catalogue(code, homes.below, general, bag, sources, authored=code == AUTHORED)
    tongue = load_realiser(language, homes, bag, sources)
    path = homes.catalogue(code)
    name = path.relative_to(root)
    if not folder_has_entry(path):
        empty = wordings.overlay_wordings(below, wordings.empty_catalogue(code, name.as_posix()))
        return LanguageWorkspace(with_element_names(tongue, empty), empty, NOTHING, exists=False, below=below)
    found = Bag()
    within = root if homes.shipped else homes.ruleset
    text, file = read_text_or_report(name, found, root=root, sources=sources, within=within), name.as_posix()
    catalogue = (
        wordings.unreadable_catalogue(code, file)
        if text is None
        else wordings.read_catalogue(
            text, file, code, found, authored=authored, statements=names_in_folder(homes.statements, homes.own.parent)
        )
    )
    bag.extend(found)
    whole = wordings.overlay_wordings(below, catalogue) if homes.below is not None else catalogue
    readable = set(found.codes) <= READABLE_WITH
    document = catalogue.document if readable else NOTHING
    seat = LanguageWorkspace(
        with_element_names(tongue, whole), whole, document, exists=True, below=below, readable=readable
    )
    return replace(seat, confirmed=read_confirmed(homes, code, bag, sources))


def read_confirmed(homes: WordLocations, code: str, bag: Bag, sources: Sources) -> Mapping[str, str]:
    """Return the confirmed sentences of a language by id, a line each with a tab between; without a file none. Findings: Y101 to Y105, W343."""
    path, root, found = homes.confirmed(code), homes.root(code), dict[str, str]()
    if folder_has_entry(path):
        name, within = path.relative_to(root), root if homes.shipped else homes.ruleset
        text = read_text_or_report(name, bag, root=root, sources=sources, within=within) or ""
        for number, line in enumerate(text.split("\n"), 1):
            wording, tab, sentence = line.partition("\t")
            if line.strip() and not (tab and wording and wording not in found):
                bag.add("W343", Span(name.as_posix(), number, 1, number, len(line) + 1))
            elif line.strip():
                found[wording] = sentence.strip()
    return MappingProxyType(found)


def load_realiser(language: Language, homes: WordLocations, bag: Bag, sources: Sources) -> LanguageRealiser:
    """Open a language with the terms of the ruleset and of its base ruleset; a missing file is no finding."""
    name = homes.name if homes.shipped else homes.below
    general = locales_folder(language.code, homes.general)
    named = name is not None and (general / language.code / f"{name}.lexicon.yaml").is_file()
    tongue = open_realiser(language, name if named else None, homes.general, bag, sources)
    path = homes.lexicon(language.code)
    own = not homes.shipped and folder_has_entry(homes.own / path)
    return extend_lexicon(tongue, path, homes.own, bag, sources) if own else tongue


def is_stale_wording(
    desk: TranslationWorkspace, seat: LanguageWorkspace, entry: wordings.CatalogueEntry, subject: WordingSubject
) -> bool:
    """Return whether a wording was written for a rule whose structure has changed; an unsigned wording is not stale."""
    kept = stored_signature(entry)
    pieces = seat.catalogue.wording(entry, Bag()).pieces
    return kept is not None and not element_signature(subject, desk.ruleset, pieces, seat.tongue.lexicon).fits(kept)
