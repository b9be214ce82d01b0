"""The template of a ruleset, and updates of a language's catalogue to the current rules and base texts, by id and without loss.

What a translator wrote stays: texts, comments, flags, and the order of what stays. An entry becomes fuzzy when the base text
it translates has changed (the old one is kept beside it, as gettext does) or when its rule has another structure now (the
rule before is kept in a comment ``before:``). Taking the fuzzy mark away accepts the text for the rule as it is. What nothing
asks for any more becomes obsolete where it has a text, and comes back with it.

The template translators start from, ``<ruleset>.pot``, has one entry for everything there is to say, made from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE
from reguli.words.catalogue import po
from reguli.words.catalogue.wording_catalogue import SHORT, UNWORDED
from reguli.words.placeholders.translator_notes import RULE, RuleText, language_notes, length_limit_line, neutral_notes
from reguli.words.placeholders.wording_signature import BEFORE, SIGNATURE, WordingSignature, element_signature
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.translation.translation_workspace import (
    LanguageWorkspace,
    TranslationWorkspace,
    is_inline_wording,
    is_stale_wording,
)
from reguli.words.wording_parser import parse_wording


@frozen_class
class CatalogueUpdate(FrozenValue):
    """An updated catalogue: its text, and the ids that are new, newly fuzzy, or no longer needed."""

    text: str
    new: tuple[str, ...]
    stale: tuple[str, ...]
    gone: tuple[str, ...]


def update_po_catalogue(desk: TranslationWorkspace, seat: LanguageWorkspace, rule_text: RuleText) -> CatalogueUpdate:
    """Update the catalogue of one language; a second update changes nothing."""
    return _Updater(desk, seat, rule_text).updated()


class _Updater:
    """Updates one catalogue."""

    def __init__(self, desk: TranslationWorkspace, seat: LanguageWorkspace, rule_text: RuleText) -> None:
        self.desk = desk
        self.seat = seat
        self.rule_text = rule_text
        self.is_base = seat.language.code == desk.base
        self.new: list[str] = []
        self.stale: list[str] = []
        self.gone: list[str] = []

    def updated(self) -> CatalogueUpdate:
        """Return the whole catalogue: known entries in their places, new ones after their predecessors in the ruleset."""
        wanted = dict(self._wanted())
        entries = [self._kept(entry, wanted) for entry in ensure_header(self.desk, self.seat)]
        listed = [entry for entry in entries if entry is not None]
        present = {entry.context for entry in listed if not entry.obsolete}
        for at, (name, subject) in enumerate(wanted.items()):
            if name not in present:
                self.new.append(name)
                listed.insert(_after(listed, list(wanted)[:at]), self._entry(self._begun(name), subject))
                present.add(name)
        text = po.write_document(replace(self.seat.document, entries=tuple(listed)))
        return CatalogueUpdate(text, tuple(self.new), tuple(self.stale), tuple(self.gone))

    def _wanted(self) -> Iterator[tuple[str, WordingSubject]]:
        """Yield the ids that have entries: those that every language needs, and those that only this language words."""
        own = {entry.context for entry in self.seat.document.entries}
        for subject in self.desk.subjects.values():
            ids = {name for name in (subject.id, subject.id + SHORT) if name in own}
            ids.update(
                name
                for name in catalogue_entry_ids(self.desk, subject)
                if not self._fits_below(name, subject) and not self._is_beside(name)
            )
            yield from ((name, subject) for name in sorted(ids))

    def _is_beside(self, name: str) -> bool:
        """Return whether the language has the sentence inline in the rules files, so that no translation is requested."""
        entry = self.seat.catalogue.entries.get(name)
        return entry is not None and is_inline_wording(entry) and not entry.stale

    def _fits_below(self, name: str, subject: WordingSubject) -> bool:
        """Return whether the underlying ruleset words an id, and that wording fits the rule here too."""
        entry = self.seat.below.entries.get(name)
        if entry is None:
            return False
        printed = replace(entry, text=self.seat.below.printed(entry))
        return not is_stale_wording(self.desk, self.seat, printed, subject)

    def _begun(self, name: str) -> po.PoEntry:
        """Create an entry: empty, or with the underlying ruleset's wording of another rule and its signature."""
        below = self.seat.below.entries.get(name)
        if below is None:
            return po.PoEntry(name, "", "")
        kept = tuple(line for line in below.comments if line.startswith(f"{SIGNATURE}: "))
        return po.PoEntry(name, "", self.seat.below.printed(below), comments=kept, notes=below.notes)

    def _kept(self, entry: po.PoEntry, wanted: dict[str, WordingSubject]) -> po.PoEntry | None:
        """Update an entry; one no longer needed is kept as obsolete, or dropped where it has no text."""
        if entry.context is None:
            return entry
        subject = wanted.get(entry.context)
        if subject is None:
            return self._retired(entry)
        if entry.obsolete:
            in_use = self.seat.document.entry(entry.context)
            return entry if in_use is not None else self._entry(po.replace_entry_fields(entry, obsolete=False), subject)
        return self._entry(entry, subject)

    def _retired(self, entry: po.PoEntry) -> po.PoEntry | None:
        if entry.obsolete:
            return entry
        assert entry.context is not None
        self.gone.append(entry.context)
        has_text = bool(entry.text) or (self.is_base and entry.base != UNWORDED.format(entry.context))
        return po.replace_entry_fields(entry, obsolete=True, notes=(), places=()) if has_text else None

    def _entry(self, entry: po.PoEntry, subject: WordingSubject) -> po.PoEntry:
        name = entry.context or ""
        base = UNWORDED.format(name) if self._is_beside(name) else base_language_text(self.desk, name)
        entry = self._signed(self._base(entry, base), subject)
        return po.replace_entry_fields(entry, notes=self._notes(name, subject), places=source_file_references(subject))

    def _base(self, entry: po.PoEntry, base: str) -> po.PoEntry:
        """Set the base text; the translation of a changed base text becomes fuzzy and keeps the old one as ``previous``."""
        if self.is_base:
            return entry if entry.fuzzy else po.replace_entry_fields(entry, base=base, text="", previous=None)
        if entry.base == base:
            return entry if entry.fuzzy else po.replace_entry_fields(entry, previous=None)
        translated = entry.text and entry.base not in ("", UNWORDED.format(entry.context))
        if not translated:
            return po.replace_entry_fields(entry, base=base)
        self.stale.append(entry.context or "")
        return po.replace_entry_fields(
            po.set_flag(entry, po.FUZZY, wanted=True), base=base, previous=entry.previous or entry.base
        )

    def _signed(self, entry: po.PoEntry, subject: WordingSubject) -> po.PoEntry:
        """Sign a text for the current rule; a text signed for another rule becomes fuzzy."""
        text = entry.text or (entry.base if self.is_base and entry.base != UNWORDED.format(entry.context) else "")
        if not text:
            return entry
        now, then = self._signature(entry, text, subject), entry.comment(SIGNATURE)
        if then is not None and not now.fits(then):
            return self._outdated(entry, now)
        accepted = entry if entry.fuzzy else po.set_comment(entry, BEFORE, None)
        if then is not None and now.base and then.startswith(f"{now.base}-"):
            return accepted
        return po.set_comment(accepted, SIGNATURE, str(now))

    def _outdated(self, entry: po.PoEntry, now: WordingSignature) -> po.PoEntry:
        self.stale.append(entry.context or "")
        known = entry.comment(BEFORE) or " / ".join(
            line.removeprefix(f"{RULE}: ") for line in entry.notes if line.startswith(f"{RULE}: ")
        )
        # An editor takes the mark off an entry without a text, so the base text stands in both places while it waits.
        marked = po.set_flag(po.replace_entry_fields(entry, text=entry.text or entry.base), po.FUZZY, wanted=True)
        return po.set_comment(po.set_comment(marked, SIGNATURE, str(now)), BEFORE, known or "unknown")

    def _signature(self, entry: po.PoEntry, text: str, subject: WordingSubject) -> WordingSignature:
        pieces = parse_wording(entry.context or "", text, lambda start, end: NOWHERE, Bag()).pieces
        return element_signature(subject, self.desk.ruleset, pieces, self.seat.tongue.lexicon)

    def _notes(self, name: str, subject: WordingSubject) -> tuple[str, ...]:
        if name != subject.id:
            return (length_limit_line(name, subject),)
        neutral = neutral_notes(self.desk, subject, self.rule_text, self.seat)
        return (*neutral, *language_notes(self.desk, subject, self.seat))


def ensure_header(desk: TranslationWorkspace, seat: LanguageWorkspace) -> tuple[po.PoEntry, ...]:
    """Return the entries of a catalogue with a complete header in front; header fields written by other tools are kept."""
    language, project = seat.language, f"{desk.ruleset.id} {desk.ruleset.version}"
    return po.set_po_header(seat.document.entries, project, language.code, language.name)


def _after(listed: list[po.PoEntry], before: list[str]) -> int:
    """Return the index for a new entry: after the last of the entries that precede it in the ruleset."""
    known = {entry.context: at for at, entry in enumerate(listed) if not entry.obsolete}
    found = next((known[name] for name in reversed(before) if name in known), None)
    if found is not None:
        return found + 1
    return next((at + 1 for at, entry in enumerate(listed) if entry.context is None), 0)


def catalogue_template_text(desk: TranslationWorkspace, rule_text: RuleText) -> str:
    """Return the text of the template; the same rules and base texts give the same bytes."""
    made_by = f"`reguli words extract {desk.ruleset.id}`; everything here is made anew from the rules"
    return po.pot_template_text(f"{desk.ruleset.id} {desk.ruleset.version}", made_by, _entries(desk, rule_text))


def _entries(desk: TranslationWorkspace, rule_text: RuleText) -> Iterator[po.PoEntry]:
    for subject in desk.subjects.values():
        notes = neutral_notes(desk, subject, rule_text)
        for name in catalogue_entry_ids(desk, subject):
            lines = notes if name == subject.id else (length_limit_line(name, subject),)
            base, places = base_language_text(desk, name), source_file_references(subject)
            yield po.PoEntry(name, base, "", notes=lines, places=places)


def catalogue_entry_ids(desk: TranslationWorkspace, subject: WordingSubject) -> Iterator[str]:
    """Yield the entry ids of an element: those that are needed, what may replace generated sentences, and those that the base language words."""
    entries = desk.seats[desk.base].catalogue.entries
    if subject.needed or subject.sort == "rule" or subject.id in entries:
        yield subject.id
    if subject.id + SHORT in entries:
        yield subject.id + SHORT


def base_language_text(desk: TranslationWorkspace, name: str) -> str:
    """Return the base text of an id: the printed text of the base language, or the id in brackets where there is none yet."""
    catalogue = desk.seats[desk.base].catalogue
    entry = catalogue.entries.get(name)
    return (catalogue.printed(entry) if entry is not None else "") or UNWORDED.format(name)


def source_file_references(subject: WordingSubject) -> tuple[str, ...]:
    """Return the files that declare an element, without line numbers, which every added comment would change."""
    return tuple(dict.fromkeys(span.file for span in subject.spans if span.file))
