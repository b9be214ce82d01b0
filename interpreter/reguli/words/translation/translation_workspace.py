"""A translator's desk: a ruleset with everything it has to say, and each language with its terms and its wordings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.source.bounded_files import has_entry, read_text
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.source_texts import Sources
from reguli.words.catalogue import wording_catalogue as wordings
from reguli.words.catalogue.po import NOTHING, PoDocument
from reguli.words.grammar.languages import LANGUAGES, Language
from reguli.words.placeholders.wording_signature import signature_in, signature_of
from reguli.words.placeholders.wording_subjects import Subject, Subjects
from reguli.words.terminology.language_realiser import Tongue, open_tongue, with_lexicon
from reguli.words.translation.element_names import with_called
from reguli.words.translation.ruleset_realiser import Places, beside_in, with_beside

READABLE_WITH: Final = frozenset({"W303", "W311"})
"""The findings of a catalogue that is read as a whole all the same."""


@kept
class Homes(Kept):
    """Where words lie: ``general`` holds style and terms of every language, ``own`` the words of this ruleset.

    What came with the program lies in one folder: ``<lang>/<ruleset>.lexicon.yaml``, ``<lang>/<ruleset>.po`` and
    ``<ruleset>.pot``. A ruleset of one's own keeps ``<lang>/lexicon.yaml``, ``<lang>/wordings.po`` and ``wordings.pot`` in
    its folder ``words``; ``below`` is then the shipped ruleset it is built on, if any.
    """

    general: Path
    own: Path
    name: str
    below: str | None = None

    @property
    def shipped(self) -> bool:
        """Whether the ruleset came with the program."""
        return self.own == self.general

    @property
    def ruleset(self) -> Path:
        """Return the folder out of which none of its words may lead."""
        return self.own if self.shipped else self.own.parent

    @property
    def places(self) -> Places:
        """Give where all words lie that are printed or said of the ruleset."""
        return Places(self.general, () if self.shipped else (self.own.parent,))

    def catalogue(self, code: str) -> Path:
        """Give the path of a language's wordings."""
        return self.own / code / (f"{self.name}.po" if self.shipped else "wordings.po")

    def lexicon(self, code: str) -> Path:
        """Give the path of a language's own terms, below ``own``."""
        return Path(code) / (f"{self.name}.lexicon.yaml" if self.shipped else "lexicon.yaml")

    @property
    def template(self) -> Path:
        """Give the path of the template that translators start from."""
        return self.own / (f"{self.name}.pot" if self.shipped else "wordings.pot")


@kept
class Seat(Kept):
    """One language at the desk: its tongue, its wordings, and its own catalogue as a document.

    ``below`` are the wordings of the ruleset this one is built on; ``catalogue`` is laid over them. A catalogue that is not
    ``readable`` as a whole is never written: what could not be read would be lost.
    """

    tongue: Tongue
    catalogue: wordings.Catalogue
    document: PoDocument
    exists: bool
    below: wordings.Catalogue
    readable: bool = True

    @property
    def language(self) -> Language:
        """Give the language."""
        return self.tongue.language


@kept
class Desk(Kept):
    """A ruleset, what it has to say, and every language; ``base`` is the code of the language of the base texts."""

    ruleset: Ruleset
    subjects: Subjects
    homes: Homes
    seats: Mapping[str, Seat]
    base: str


def open_desk(
    ruleset: Ruleset,
    subjects: Subjects,
    homes: Homes,
    bag: Bag,
    sources: Sources,
    *,
    codes: Collection[str] = (),
) -> Desk:
    """Read the words of every language, or of those named; one without wordings has none, which is no finding.

    The base texts are those of English, or of the first language that has wordings where English has none.
    """
    there = [language.code for language in LANGUAGES if has_entry(homes.catalogue(language.code))]
    base = there[0] if there else LANGUAGES[0].code
    wanted = [language for language in LANGUAGES if not codes or language.code in (*codes, base)]
    seats = {language.code: _seat(language, homes, language.code == base, bag, sources) for language in wanted}
    desk = Desk(ruleset, _without_terms(subjects, seats.values()), homes, MappingProxyType(seats), base)
    said = {code: replace(seat, catalogue=_told(desk, seat, bag)) for code, seat in seats.items()}
    return replace(desk, seats=MappingProxyType(said))


def as_it_stands(desk: Desk, bag: Bag, sources: Sources) -> Desk:
    """Return a desk with the catalogues as they stand by now: the same one where nothing has changed since they were read."""
    homes = desk.homes
    read = {code: sources.text(homes.catalogue(code).relative_to(homes.own).as_posix()) for code in desk.seats}
    if all(catalogue_text(homes, code) == text for code, text in read.items()):
        return desk
    return open_desk(desk.ruleset, desk.subjects, homes, bag, sources, codes=tuple(desk.seats))


def catalogue_text(homes: Homes, code: str) -> str | None:
    """Return what stands in the catalogue of a language now, if it can be read."""
    path = homes.catalogue(code).relative_to(homes.own)
    return read_text(path, Bag(), root=homes.own, within=homes.ruleset) if has_entry(homes.own / path) else None


def _without_terms(subjects: Subjects, seats: Iterable[Seat]) -> Subjects:
    """Ask for no wording of what every language says by a term."""
    terms = [seat.tongue.lexicon.terms for seat in seats]
    said = {
        name: replace(one, needed=False)
        for name, one in subjects.items()
        if one.word and all(one.word in known for known in terms)
    }
    return MappingProxyType({**subjects, **said})


def _told(desk: Desk, seat: Seat, bag: Bag) -> wordings.Catalogue:
    """Give the wordings of a language with the sentences beside the rules, which take the place of those written for other rules."""
    beside, entries = beside_in(desk.ruleset, seat.language.code), seat.catalogue.entries
    held = {
        name: replace(entry, stale=stale(desk, seat, entry, desk.subjects[name]))
        for name, entry in entries.items()
        if name in beside
    }
    return with_beside(replace(seat.catalogue, entries=MappingProxyType({**entries, **held})), beside, bag)


def _seat(language: Language, homes: Homes, authored: bool, bag: Bag, sources: Sources) -> Seat:
    code = language.code
    below = wordings.empty_catalogue(code, "")
    if homes.below is not None and (homes.general / code / f"{homes.below}.po").is_file():
        below = wordings.open_catalogue(
            code, homes.below, homes.general, bag, sources, authored=code == LANGUAGES[0].code
        )
    tongue = tongue_at(language, homes, bag, sources)
    path = homes.catalogue(code)
    name = path.relative_to(homes.own)
    if not has_entry(path):
        empty = wordings.laid_over(below, wordings.empty_catalogue(code, name.as_posix()))
        return Seat(with_called(tongue, empty), empty, NOTHING, exists=False, below=below)
    found = Bag()
    text, file = read_text(name, found, root=homes.own, sources=sources, within=homes.ruleset), name.as_posix()
    catalogue = (
        wordings.unread(code, file)
        if text is None
        else wordings.read_catalogue(text, file, code, found, authored=authored)
    )
    bag.extend(found)
    whole = wordings.laid_over(below, catalogue) if homes.below is not None else catalogue
    readable = set(found.codes) <= READABLE_WITH
    document = catalogue.document if readable else NOTHING
    return Seat(with_called(tongue, whole), whole, document, exists=True, below=below, readable=readable)


def tongue_at(language: Language, homes: Homes, bag: Bag, sources: Sources) -> Tongue:
    """Open a language with the terms of the ruleset, of the one it is built on too; a missing file is no finding."""
    name = homes.name if homes.shipped else homes.below
    named = name is not None and (homes.general / language.code / f"{name}.lexicon.yaml").is_file()
    tongue = open_tongue(language, name if named else None, homes.general, bag, sources)
    path = homes.lexicon(language.code)
    own = not homes.shipped and has_entry(homes.own / path)
    return with_lexicon(tongue, path, homes.own, bag, sources) if own else tongue


def stale(desk: Desk, seat: Seat, entry: wordings.Entry, subject: Subject) -> bool:
    """Whether a wording was written for a rule that has another structure now; one without a signature is not."""
    kept = signature_in(entry)
    pieces = seat.catalogue.wording(entry, Bag()).pieces
    return kept is not None and not signature_of(subject, desk.ruleset, pieces, seat.tongue.lexicon).fits(kept)
