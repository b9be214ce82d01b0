"""Changes to a catalogue: sign-offs for the wordings that match a pattern, and the outcome of a change.

What stands beside a rule is signed alike: its sign-off stands in the catalogue, in an entry without a text.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.catalogue.catalogue_update import ensure_header
from reguli.words.catalogue.po import PoDocument, PoEntry, set_comment
from reguli.words.catalogue.wording_catalogue import SHORT, UNWORDED
from reguli.words.placeholders.wording_signature import STATES, SignOff, review_digest, rule_digests
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace, is_inline_wording


@frozen_class
class SigningResult(FrozenValue):
    """A signed catalogue: the signed ids, the ids of unconfirmed texts, and the ids worded by the underlying ruleset."""

    document: PoDocument
    signed: tuple[str, ...]
    waiting: tuple[str, ...]
    below: tuple[str, ...]


def sign_entries(desk: TranslationWorkspace, seat: LanguageWorkspace, pattern: str, sign: SignOff) -> SigningResult:
    """Sign off the wordings of a language whose id matches a pattern; a short wording counts as matched if its long one is."""
    rules = rule_digests(desk.subjects, desk.ruleset)
    entries: list[PoEntry] = []
    signed: list[str] = []
    waiting: list[str] = []
    own = {one.context for one in seat.document.entries if not one.obsolete}
    inline = (name for name, entry in seat.catalogue.entries.items() if is_inline_wording(entry) and not entry.stale)
    beside = (PoEntry(name, UNWORDED.format(name), "") for name in inline if name in rules and name not in own)
    for one in (*ensure_header(desk, seat), *(one for one in beside if matches_pattern(one.context or "", pattern))):
        name = one.context or ""
        known, rule = seat.catalogue.entries.get(name), rules.get(name.removesuffix(SHORT))
        entry = one
        if known is not None and rule is not None and not one.obsolete and matches_pattern(name, pattern):
            text = seat.catalogue.printed(known)
            if known.fuzzy or known.stale:
                waiting.append(name)
            elif text:
                entry = signed_entry(one, replace(sign, digest=review_digest(rule, text)))
                signed.append(name)
        entries.append(entry)
    below = tuple(name for name in seat.below.entries if name not in (*own, *signed) and matches_pattern(name, pattern))
    return SigningResult(replace(seat.document, entries=tuple(entries)), tuple(signed), tuple(waiting), below)


def matches_pattern(name: str, pattern: str) -> bool:
    """Return whether a pattern matches a wording, or the long one of a short wording."""
    return fnmatchcase(name, pattern) or fnmatchcase(name.removesuffix(SHORT), pattern)


def signed_entry(entry: PoEntry, sign: SignOff) -> PoEntry:
    """Return an entry with a sign-off in place of any other."""
    for state in STATES:
        entry = set_comment(entry, state, sign.comment if state == sign.state else None)
    return entry


@dataclass(frozen=True, slots=True)
class CatalogueOutcome:
    """An outcome for the catalogue of one language."""

    language: str
    file: Path

    def to_json(self) -> dict[str, object]:
        """Return the outcome as plain values, as the command prints it under the language code."""
        return {name: value for name, value in asdict(self).items() if name != "language"} | {"file": str(self.file)}


@dataclass(frozen=True, slots=True)
class UpdatedCatalogue(CatalogueOutcome):
    """An updated catalogue: its file, and the ids that are new, unconfirmed, or no longer needed."""

    new: tuple[str, ...]
    fuzzy: tuple[str, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnsweredCatalogue(CatalogueOutcome):
    """A catalogue with answered doubts: its file, and the ids of the wordings."""

    answered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignedCatalogue(CatalogueOutcome):
    """A catalogue with reviewed wordings: its file, their ids, those still to be confirmed, and those worded by the underlying ruleset."""

    signed: tuple[str, ...]
    waiting: tuple[str, ...]
    below: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportedSheet:
    """An imported spreadsheet: its catalogue, the ids whose text changed, the questions by id."""

    file: Path
    changed: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, object]:
        """Return the outcome as plain values, as the command prints it."""
        return {"file": str(self.file), "changed": self.changed, "questions": dict(self.questions)}
