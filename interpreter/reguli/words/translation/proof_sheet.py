"""Proof sheets: the sentences of a language as they are printed, for copy editors, who correct and comment on them.

A correction is written as printed text; the import turns it back into a wording. What it cannot turn back, or what has changed since
the export, is asked about, and kept as the question of its entry. An import reviews sentences at most; it never approves them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.table_files import Row
from reguli.words.catalogue import po
from reguli.words.catalogue.catalogue_update import ensure_header
from reguli.words.catalogue.wording_catalogue import SHORT, UNWORDED, CatalogueEntry
from reguli.words.placeholders.placeholder_values import fixed_or_sample_values
from reguli.words.placeholders.translator_notes import render_with_values
from reguli.words.placeholders.wording_signature import (
    SIGNATURE,
    SignOff,
    current_review_state,
    element_signature,
    review_digest,
    rule_digests,
)
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.translation.printed_corrections import CorrectedWording, Printing, correct_wording, one_line
from reguli.words.translation.sign_off import signed_entry
from reguli.words.translation.translation_spreadsheet import (
    QUESTION,
    has_columns,
    id_troubles,
    refuse_sheet,
    sheet_lines,
    write_sheet,
)
from reguli.words.translation.translation_workspace import (
    LanguageWorkspace,
    TranslationWorkspace,
    is_inline_wording,
    is_stale_wording,
)
from reguli.words.wording_parser import parse_wording

COLUMNS: Final[Mapping[str, int]] = MappingProxyType(
    {"no.": 6, "printed": 70, "corrected": 70, "comment": 40, "id": 30, "text before": 10}
)
"""The columns of a proof sheet with their widths."""
OPEN: Final = ("corrected", "comment")
PROOF: Final = "proof"
"""What begins the part of a question that comes from a proof sheet."""


@dataclass(frozen=True, slots=True)
class ImportedProof:
    """An imported proof sheet: its catalogue, the ids that were corrected, those of them to check, what is asked, comments, and the signed ids."""

    file: Path
    converted: tuple[str, ...]
    to_check: tuple[str, ...]
    asked: tuple[str, ...]
    comments: tuple[tuple[str, str], ...]
    reviewed: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return the outcome as plain values, as the command prints it."""
        return asdict(self) | {"file": str(self.file), "comments": dict(self.comments)}


@frozen_class
class _ProofRow(FrozenValue):
    """A row of a proof sheet and its place, with each text in one line but for the wording before."""

    place: Span
    number: str
    id: str
    printed: str
    corrected: str
    comment: str
    before: str

    @property
    def is_corrected(self) -> bool:
        """Return whether it has a correction that is not just a copy."""
        return self.corrected not in ("", self.printed)


# -- export ------------------------------------------------------------------------------------------------------------


def export_proof(desk: TranslationWorkspace, seat: LanguageWorkspace, order: Iterable[str]) -> bytes:
    """Write the printed sentences of a language as a proof sheet, first those that ``order`` names. Raises ``SpreadsheetsUnavailable``."""
    others = (name for one in desk.subjects for name in (one, one + SHORT))
    rows: list[list[str]] = []
    for name in dict.fromkeys((*order, *others)):
        entry, subject = seat.catalogue.accepted(name), desk.subjects.get(name.removesuffix(SHORT))
        if entry is not None and subject is not None:
            printed = one_line(render_with_values(entry, subject, seat))
            rows.append([str(len(rows) + 1), printed, "", "", name, seat.catalogue.printed(entry)])
    return write_sheet(desk, seat, COLUMNS, OPEN, rows)


# -- import ------------------------------------------------------------------------------------------------------------


def is_proof_sheet(cells: tuple[Row, ...]) -> bool:
    """Return whether a sheet has the heads of a proof sheet."""
    return has_columns(cells, tuple(COLUMNS))


def import_proof(
    cells: tuple[Row, ...],
    desk: TranslationWorkspace,
    seat: LanguageWorkspace,
    bag: Bag,
    *,
    files: tuple[str, Path],
    sign: SignOff | None = None,
    every: bool = False,
) -> tuple[str, ImportedProof] | None:
    """Return the new text of the catalogue and what was imported; ``files`` are the sheet and the catalogue.

    None with W309 where the sheet belongs to another ruleset or language, or an id is unknown or twice. W327 for each correction that
    is asked about, W328 for each to check. ``sign`` marks the corrected sentences, with ``every`` those left alone too.
    """
    lines = sheet_lines(cells, tuple(COLUMNS), desk, seat)
    rows = [_row(*line) for line in lines] if isinstance(lines, list) else []
    known = {name for name in seat.catalogue.entries if name.removesuffix(SHORT) in desk.subjects}
    troubles = id_troubles([row.id for row in rows], known) if isinstance(lines, list) else [lines]
    if refuse_sheet(troubles, files[0], bag):
        return None
    taking = _Import(desk, seat, bag)
    for row in rows:
        taking.take(row, sign, every=every)
    text = po.write_document(replace(seat.document, entries=taking.entries()))
    return text, taking.outcome(files[1])


def _row(place: Span, line: Mapping[str, str]) -> _ProofRow:
    number, name, printed, corrected, comment = (one_line(line[one]) for one in ("no.", "id", "printed", *OPEN))
    return _ProofRow(place, number, name, printed, corrected, comment, line["text before"])


class _Import:
    """The rows of a proof sheet as they are taken into a catalogue, one after the other."""

    def __init__(self, desk: TranslationWorkspace, seat: LanguageWorkspace, bag: Bag) -> None:
        self.desk, self.seat, self.bag = desk, seat, bag
        self.own = {one.context: one for one in seat.document.entries if not one.obsolete}
        self.changed: dict[str, po.PoEntry] = {}
        self.converted: list[str] = []
        self.to_check: list[str] = []
        self.asked: list[str] = []
        self.comments: list[tuple[str, str]] = []
        self.reviewed: list[str] = []
        self._rules: Mapping[str, str] = {}

    def take(self, row: _ProofRow, sign: SignOff | None, *, every: bool) -> None:
        """Take one row: its correction, its comment, and the mark of who read it."""
        known, subject = self.seat.catalogue.entries[row.id], self.desk.subjects[row.id.removesuffix(SHORT)]
        text = self.seat.catalogue.printed(known)
        printed = one_line(render_with_values(known, subject, self.seat))
        if row.comment:
            self.comments.append((row.id, row.comment))
        wanted = row.corrected if row.is_corrected and row.corrected != printed else ""
        trouble = self._trouble(row, known, printed, wanted)
        if wanted and trouble is None:
            values = fixed_or_sample_values(subject.offers)
            found = correct_wording(text, wanted, Printing(values, subject.reach, self.seat.tongue))
            trouble = found.trouble or self._elsewhere(known, found.text)
            text = text if trouble else self._convert(row, subject, known, found)
        if trouble is not None:
            self.asked.append(row.id)
            self.bag.add("W327", row.place, row=row.number, wording=row.id, corrected=row.corrected, why=trouble)
        self._ask(row.id, row.comment, row.corrected if trouble is not None else "")
        unchanged = (row.before, row.printed) == (self.seat.catalogue.printed(known), printed)
        if sign is not None and trouble is None and (row.is_corrected or (every and unchanged)):
            self._sign(known, text, sign)

    def _trouble(self, row: _ProofRow, known: CatalogueEntry, printed: str, wanted: str) -> Said | None:
        """Return why a row is about another sentence than the one that is printed now.

        What somebody else has corrected alike is no conflict, and what the sheet leaves alone does not matter.
        """
        if row.before != self.seat.catalogue.printed(known) or known.fuzzy or known.stale:
            return Said("why.changed_since", id=row.id) if wanted else None
        if printed not in (row.printed, row.corrected):
            return Said("why.printed_otherwise_now", found=printed)
        return None

    def _elsewhere(self, known: CatalogueEntry, text: str) -> Said | None:
        """Return where a sentence stands that is not in this catalogue, and what must be written there."""
        if is_inline_wording(known) or known.id not in self.own:
            return Said("why.stands_elsewhere", place=str(known.span), text=text)
        return None

    def _convert(self, row: _ProofRow, subject: WordingSubject, known: CatalogueEntry, found: CorrectedWording) -> str:
        """Write a converted correction into its entry; a signature that fitted the old text is made to fit the new one."""
        entry = po.set_flag(po.replace_entry_fields(self.own[row.id], text=found.text), po.FUZZY, wanted=False)
        if entry.comment(SIGNATURE) is not None and not is_stale_wording(self.desk, self.seat, known, subject):
            pieces = parse_wording(row.id, found.text, known.place, Bag()).pieces
            now = element_signature(subject, self.desk.ruleset, pieces, self.seat.tongue.lexicon)
            if not now.fits(entry.comment(SIGNATURE) or ""):
                entry = po.set_comment(entry, SIGNATURE, str(now))
        self.changed[row.id] = entry
        self.converted.append(row.id)
        if found.check is not None:
            self.to_check.append(row.id)
            self.bag.add("W328", row.place, row=row.number, wording=row.id, why=found.check)
        return found.text

    def _entry(self, name: str) -> po.PoEntry | None:
        """Return the entry of an id: a new one without a text for a sentence beside a rule, none for what stands in another catalogue."""
        inline = is_inline_wording(self.seat.catalogue.entries[name])
        return self.changed.get(name) or self.own.get(name) or (_beside(name) if inline else None)

    def _ask(self, name: str, comment: str, corrected: str) -> None:
        """Keep a comment and a correction that was not converted as the question of an entry, after what was asked before."""
        entry = self._entry(name)
        said = " – ".join(filter(None, (f"{PROOF}: {corrected}" if corrected else "", comment)))
        asked = "" if entry is None else entry.comment(QUESTION) or ""
        if entry is not None and said and said not in asked:
            self.changed[name] = po.set_comment(entry, QUESTION, " / ".join(filter(None, (asked, said))))

    def _sign(self, known: CatalogueEntry, text: str, sign: SignOff) -> None:
        """Mark a sentence as reviewed, unless it is approved as it is."""
        self._rules = self._rules or rule_digests(self.desk.subjects, self.desk.ruleset)
        entry, anew = self._entry(known.id), known.id in self.converted
        approved = current_review_state(self.seat.catalogue, known, self._rules) == "approved"
        if entry is not None and (anew or not (approved or known.fuzzy or known.stale)):
            digest = review_digest(self._rules[known.id.removesuffix(SHORT)], text)
            self.changed[known.id] = signed_entry(entry, replace(sign, digest=digest))
            self.reviewed.append(known.id)

    def entries(self) -> tuple[po.PoEntry, ...]:
        """Return the entries of the catalogue as they are now."""
        kept = ensure_header(self.desk, self.seat) if self.changed else self.seat.document.entries
        there = (one if one.obsolete else self.changed.get(one.context or "", one) for one in kept)
        return (*there, *(one for name, one in self.changed.items() if name not in self.own))

    def outcome(self, catalogue: Path) -> ImportedProof:
        """Return what was imported."""
        asked, comments = tuple(self.asked), tuple(self.comments)
        return ImportedProof(
            catalogue, tuple(self.converted), tuple(self.to_check), asked, comments, tuple(self.reviewed)
        )


def _beside(name: str) -> po.PoEntry:
    return po.PoEntry(name, UNWORDED.format(name), "")
