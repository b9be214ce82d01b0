"""A translator's desk: a ruleset with everything it has to say, and each language with its terms and its wordings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.files import read_text
from reguli.source.sources import Sources
from reguli.words.catalogue import Catalogue, Entry, empty_catalogue, read_catalogue
from reguli.words.languages import LANGUAGES, Language
from reguli.words.phrase import Piece, parse_wording
from reguli.words.po_document import PoDocument, read_document
from reguli.words.signature import Signature, signature_of
from reguli.words.speakable import Speakable, Speakables
from reguli.words.tongue import Tongue, open_tongue

SIGNATURE: Final = "signature"
"""The comment of an entry that holds the signature of the rule it was written for."""
NO_ENTRIES: Final = PoDocument(())


@dataclass(frozen=True, slots=True)
class Homes:
    """Where words lie: ``general`` holds style and terms of every language, ``own`` the words of this ruleset.

    They are one folder for what came with the program; a ruleset of one's own keeps its words in its ``words`` folder.
    Files: ``<lang>/<name>.lexicon.yaml``, ``<lang>/<name>.po`` and ``<name>.pot``.
    """

    general: Path
    own: Path
    name: str

    def catalogue(self, code: str) -> Path:
        """Give the path of a language's wordings."""
        return self.own / code / f"{self.name}.po"

    @property
    def template(self) -> Path:
        """Give the path of the template that translators start from."""
        return self.own / f"{self.name}.pot"


@dataclass(frozen=True, slots=True)
class Seat:
    """One language at the desk: its tongue, its wordings, and the catalogue as a document."""

    tongue: Tongue
    catalogue: Catalogue
    document: PoDocument
    exists: bool

    @property
    def language(self) -> Language:
        """Give the language."""
        return self.tongue.language


@dataclass(frozen=True, slots=True)
class Desk:
    """A ruleset, what it has to say, and every language; ``base`` is the code of the language of the base texts."""

    ruleset: Ruleset
    speakables: Speakables
    homes: Homes
    seats: Mapping[str, Seat]
    base: str

    def signature(self, speakable: Speakable, pieces: tuple[Piece, ...], seat: Seat) -> Signature:
        """Give the signature of a wording as the rules are now."""
        return signature_of(speakable, self.ruleset, pieces, seat.tongue.lexicon)


def open_desk(ruleset: Ruleset, speakables: Speakables, homes: Homes, bag: Bag, sources: Sources) -> Desk:
    """Read the words of every language; a language without wordings has none, which is no finding.

    The base texts are those of English, or of the first language that has wordings where English has none.
    """
    there = [language.code for language in LANGUAGES if homes.catalogue(language.code).is_file()]
    base = there[0] if there else LANGUAGES[0].code
    seats = {language.code: _seat(language, homes, language.code == base, bag, sources) for language in LANGUAGES}
    return Desk(ruleset, speakables, homes, MappingProxyType(seats), base)


def _seat(language: Language, homes: Homes, authored: bool, bag: Bag, sources: Sources) -> Seat:
    tongue = open_tongue(language, homes.name, homes.general, bag, sources, own=homes.own)
    path = homes.catalogue(language.code)
    name = path.relative_to(homes.own)
    if not path.is_file():
        return Seat(tongue, empty_catalogue(language.code, name.as_posix()), NO_ENTRIES, exists=False)
    text = read_text(name, bag, root=homes.own, sources=sources) or ""
    catalogue = read_catalogue(text, name.as_posix(), language.code, bag, authored=authored)
    return Seat(tongue, catalogue, read_document(text), exists=True)


def signed(desk: Desk, seat: Seat, entry: Entry, speakable: Speakable) -> str:
    """Give the signature that a wording would have if it were written now."""
    pieces = parse_wording(entry.id, seat.catalogue.printed(entry), entry.place, Bag()).pieces
    return str(desk.signature(speakable, pieces, seat))


def stale(desk: Desk, seat: Seat, entry: Entry, speakable: Speakable) -> bool:
    """Whether a wording was written for a rule that has another structure now; one without a signature is not."""
    line = next((line for line in entry.comments if line.startswith(f"{SIGNATURE}: ")), None)
    return line is not None and line.removeprefix(f"{SIGNATURE}: ").strip() != signed(desk, seat, entry, speakable)
