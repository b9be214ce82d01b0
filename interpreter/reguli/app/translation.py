"""Translators' tools for a ruleset: progress, catalogue updates, checks, previews, spreadsheets, rules in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from reguli.app.errors import Refused, make_refusal, unknown_language_error
from reguli.app.loading import bind_for_players, choose_player_count
from reguli.app.printing.book_sources import base_text_ids
from reguli.app.user_files import ensure_folder, read_limited_bytes, write_file
from reguli.model.resolved_ruleset import Ruleset
from reguli.output_formats import file_endings
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.publish.document.inline_nodes import WordingStatement, find_blocks
from reguli.publish.products.book_planner import BookMaterial, plan_book
from reguli.publish.products.product_registry import REFERENCE
from reguli.publish.products.reference_card import (
    card_plans,
    card_source,
    plan_card,
    product_wording_subjects,
    required_answers,
    statement_subject,
)
from reguli.publish.products.rulebook import book_source
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.ruleset.document_nodes import unspecified_rules
from reguli.shipped_files import shipped_folder
from reguli.source.bounded_files import folder_lock
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.identity_cache import IdentityCache
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.source.spreadsheet_files import LARGEST, SpreadsheetsUnavailable
from reguli.source.table_files import TABLE_ENDINGS
from reguli.words.catalogue.catalogue_update import catalogue_template_text, update_po_catalogue
from reguli.words.catalogue.po import write_document
from reguli.words.catalogue.wording_catalogue import SHORT
from reguli.words.grammar.languages import is_language
from reguli.words.placeholders.translator_notes import RuleText, usable_values
from reguli.words.placeholders.wording_signature import SignOff, State
from reguli.words.placeholders.wording_subjects import (
    Subjects,
    WordingSubject,
    add_product_subjects,
    element_subjects,
    wording_subjects,
)
from reguli.words.realisation.rule_realisation import load_phrase_templates, make_rule_realiser
from reguli.words.translation.confirmed_sentences import confirm_sentences
from reguli.words.translation.polarity_checks import DoubtfulWording, analyse_polarity, answer_polarity_doubts
from reguli.words.translation.preview import SaidRule, Shown, find_named_subjects, preview, preview_rule
from reguli.words.translation.proof_sheet import ImportedProof, export_proof, import_proof, is_proof_sheet
from reguli.words.translation.sign_off import (
    AnsweredCatalogue,
    ImportedSheet,
    SignedCatalogue,
    UpdatedCatalogue,
    sign_entries,
)
from reguli.words.translation.translation_spreadsheet import export_sheet, import_sheet, read_sheet
from reguli.words.translation.translation_status import Status, check_translations, language_statuses
from reguli.words.translation.translation_workspace import (
    LanguageWorkspace,
    TranslationWorkspace,
    catalogue_text,
    open_workspace,
    reload_catalogues,
)

EVERYTHING: Final = "*"
COMMAND: Final = "reguli words"
_IDS: Final = IdentityCache[tuple[set[str], dict[tuple[str, str], set[str]]]]()
"""By subjects of a workspace what their ids name, and by sort and end, from each dot on, the ids that end so."""
Outcome = TypeVar("Outcome", ImportedSheet, ImportedProof)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A translatable sentence of a ruleset: its ``id``, and by ``reach`` the names that a wording may use, with their kinds.

    ``general`` is the id whose wording stands in where this one has none; ``rules`` it speaks of, ``cites`` the statements they
    stand for, ``places`` where they stand. What is not ``needed`` is said by a statement already.
    """

    id: str
    sort: str
    needed: bool
    general: str | None
    reach: tuple[tuple[str, str], ...]
    rules: tuple[str, ...]
    cites: tuple[str, ...]
    places: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return the sentence as JSON-ready values, as the command prints it."""
        return {**asdict(self), "reach": dict(self.reach)}


class WordingDesk:
    """The translation workspace of a ruleset in some languages. Make one with ``Game.words``.

    ``codes`` are the languages it was opened for. ``findings`` are what is amiss with words that were read so far; a
    catalogue that cannot be read as a whole is never written.
    """

    def __init__(
        self, loaded: LoadedRuleset, desk: TranslationWorkspace, named: tuple[str, ...], bag: Bag, sources: Sources
    ) -> None:
        """Store the workspace of the package ``words``, the requested languages, and the bag for findings on wordings."""
        self._desk, self.sources = desk, sources
        self.codes = named or tuple(desk.seats)
        self._loaded, self._named, self._bag = loaded, named, bag
        self._texts: RuleText | None = None
        self._previews: dict[tuple[str, str], SaidRule] = {}

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings on the wordings that were read."""
        return self._bag.diagnostics

    def status(self) -> tuple[Status, ...]:
        """Return the progress of each language as counts of sentences."""
        return tuple(one for one in language_statuses(self._desk) if one.language in self.codes)

    def untold(self) -> tuple[tuple[str, str], ...]:
        """Return the rules that no text covers, because they cite no statement: the name and place of each."""
        return tuple((name, str(span)) for name, span in unspecified_rules(self._desk.ruleset.documents))

    def sentences(self, pattern: str = EVERYTHING) -> tuple[Sentence, ...]:
        """Return the translatable sentences that match ids like ``reason:*``. Raises ``Refused`` (W502) if no id matches."""
        self.must_match(pattern)
        return tuple(_sentence(one) for name, one in self._desk.subjects.items() if fnmatchcase(name, pattern))

    def extract(self) -> Path:
        """Write the template for translators; return its file. Raises ``Refused`` if it cannot be written."""
        path = self._desk.homes.template
        ensure_folder(str(path.parent))
        write_file(path, catalogue_template_text(self._desk, self._rule_text()))
        return path

    def update(self) -> tuple[UpdatedCatalogue, ...]:
        """Update the catalogues from the rules and write those that change. Raises ``Refused`` if they cannot be written."""
        rule_text = self._rule_text()
        with self._alone():
            return tuple(self._updated(seat, rule_text) for seat in self._readable())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the catalogues and reload them."""
        with folder_lock(self._desk.homes.ruleset):
            self._desk = reload_catalogues(self._desk, self._bag, self.sources)
            self._texts, self._previews = None, {}
            yield

    def _readable(self) -> list[LanguageWorkspace]:
        return [seat for code in self.codes if (seat := self._desk.seats[code]).readable]

    def _write(self, seat: LanguageWorkspace, text: str) -> Path:
        """Write a catalogue if it has changed; return its file."""
        path = self._desk.homes.catalogue(seat.language.code)
        ensure_folder(str(path.parent))
        if catalogue_text(self._desk.homes, seat.language.code) != text:
            write_file(path, text)
        return path

    def _updated(self, seat: LanguageWorkspace, rule_text: RuleText) -> UpdatedCatalogue:
        found = update_po_catalogue(self._desk, seat, rule_text)
        path = self._write(seat, found.text)
        return UpdatedCatalogue(seat.language.code, path, found.new, found.stale, found.gone)

    def approve(self, pattern: str, by: str, day: str, state: State = "approved") -> tuple[SignedCatalogue, ...]:
        """Record in the catalogues that wordings are approved as they are now, or ``reviewed``; return the signed wordings.

        ``day`` is written ``2026-11-26``. Nobody can stand for a text that waits to be confirmed. What a ruleset below words is signed there.
        Raises ``Refused`` for a name or a day that is none (X103), and where nothing has such an id (W502).
        """
        pattern, sign = self.must_match(pattern), _sign_off(by, day, state)
        with self._alone():
            return tuple(self._signed(seat, pattern, sign) for seat in self._readable())

    def _signed(self, seat: LanguageWorkspace, pattern: str, sign: SignOff) -> SignedCatalogue:
        path, found = self._desk.homes.catalogue(seat.language.code), sign_entries(self._desk, seat, pattern, sign)
        if found.signed:
            self._write(seat, write_document(found.document))
        return SignedCatalogue(seat.language.code, path, found.signed, found.waiting, found.below)

    def answer(self, pattern: str, because: str) -> tuple[AnsweredCatalogue, ...]:
        """Record in the catalogues why wordings that differ from the other languages or their rules are right (W315 to W317).

        An answer holds for what every language says now. Raises ``Refused`` without a reason in one line (X103), and where nothing has such an id (W502).
        """
        pattern = self.must_match(pattern)
        if not because.strip() or len(because.splitlines()) > 1:
            raise make_refusal("X103", command=COMMAND, why=Said("why.because_empty"))
        with self._alone():
            read, seats = analyse_polarity(self._desk, self._bag), [seat for seat in self._readable() if seat.exists]
            return tuple(
                self._answered(seat, read.doubts[seat.language.code], pattern, because.strip()) for seat in seats
            )

    def _answered(
        self, seat: LanguageWorkspace, doubts: tuple[DoubtfulWording, ...], pattern: str, because: str
    ) -> AnsweredCatalogue:
        document, answered = answer_polarity_doubts(seat, doubts, pattern, because)
        path = self._desk.homes.catalogue(seat.language.code)
        if document != seat.document:
            self._write(seat, write_document(document))
        return AnsweredCatalogue(seat.language.code, path, answered)

    def confirm(self, pattern: str) -> tuple[SignedCatalogue, ...]:
        """Keep the sentences as they are now, so that later changes are compared with them (W340 to W342).

        Raises ``Refused`` where nothing has such an id (W502).
        """
        pattern = self.must_match(pattern)
        with self._alone():
            return tuple(self._confirmed(seat, pattern) for seat in self._readable())

    def _confirmed(self, seat: LanguageWorkspace, pattern: str) -> SignedCatalogue:
        path = self._desk.homes.confirmed(seat.language.code)
        text, signed, waiting = confirm_sentences(self._desk, seat, pattern)
        if signed:
            write_file(path, text)
        return SignedCatalogue(seat.language.code, path, signed, waiting, ())

    def check(self) -> tuple[Diagnostic, ...]:
        """Check the wordings, in addition to the findings from reading them; by default in the languages that have any."""
        check_translations(self._desk, self._bag, self._named)
        return self.findings

    def preview(self, pattern: str = EVERYTHING) -> tuple[Shown, ...]:
        """Return previews of the wordings as printed, with real values and with numbers that test their grammar.

        Raises ``Refused`` (W502) where nothing has such an id.
        """
        pattern = self.must_match(pattern)
        return tuple(preview(self._desk, self.codes, lambda name: fnmatchcase(name, pattern)))

    def say(self, rule: str) -> tuple[SaidRule, ...]:
        """Return a rule, table, constant or statement in words: its wording, and the text generated from the rule.

        Raises ``Refused`` (W502) for an unknown one.
        """
        return tuple(self._preview(one, code) for one in self._named_subjects(rule) for code in self.codes)

    def names(self, rule: str) -> bool:
        """Return whether ``say`` knows a rule, table, constant or statement."""
        return bool(find_named_subjects(self._desk, self._full_id(rule)))

    def _preview(self, one: WordingSubject, code: str) -> SaidRule:
        """Return a rule in words; many elements have the same ones."""
        key = one.id, code
        if key not in self._previews:
            self._previews[key] = preview_rule(self._desk, one, self._desk.seats[code], self._rule_text())
        return self._previews[key]

    def usable_values(self, rule: str) -> Mapping[str, Mapping[str, str]]:
        """Return by id what a sentence on a rule, table, constant or statement may use: placeholders with their values.

        Raises ``Refused`` (W502) for an unknown one.
        """
        return {one.id: usable_values(one) for one in self._named_subjects(rule)}

    def _named_subjects(self, rule: str) -> tuple[WordingSubject, ...]:
        rule = self._full_id(rule)
        found = find_named_subjects(self._desk, rule)
        if not found:
            raise self._unknown(rule, closest_name(rule, (name.partition(":")[2] for name in self._desk.subjects)))
        return found

    def _full_id(self, name: str) -> str:
        """Return an id; the number of a statement that only one variant has becomes the id with the variant's name."""
        sort, _, number = name.rpartition(":")
        known, ends = _IDS.get((self._desk.subjects,), "", lambda: _ids(self._desk.subjects))
        whole = ends.get((sort or "statement", f".{number}"), ())
        return f"{sort or 'statement'}:{next(iter(whole))}" if number not in known and len(whole) == 1 else name

    def must_match(self, pattern: str) -> str:
        """Check that a pattern matches an id of a sentence, and return it as a full id; raises ``Refused`` (W502)."""
        whole = self._full_id(pattern)
        names, long = self._desk.subjects, self._full_id(whole.removesuffix(SHORT))
        if long != EVERYTHING and not any(fnmatchcase(one, long) for one in names):
            raise self._unknown(long, closest_name(long, (*names, *(one.partition(":")[2] for one in names))))
        return whole

    def export_sheet(self, file: str | Path, *, printed: bool = False) -> Path | None:
        """Write the wordings of the only language as a spreadsheet, or as a proof sheet of its ``printed`` sentences; return its file.

        ``None`` with ``findings`` where its catalogue cannot be read. Raises ``Refused`` for several languages, for a name that
        does not end in ``.xlsx``, and where what writes spreadsheets is not installed (W503).
        """
        path, seat = Path(file), self._sheet_of(file, file_endings("wordings"))
        if not seat.readable:
            return None
        try:
            written = export_proof(self._desk, seat, self._book_order()) if printed else export_sheet(self._desk, seat)
        except SpreadsheetsUnavailable as missing:
            raise make_refusal("W503") from missing
        write_file(path, written)
        return path

    def _book_order(self) -> tuple[str, ...]:
        """Return the ids of the sentences of the rulebook for any number of players, as it prints them."""
        ruleset, subjects = bind_for_players(self._loaded), self._desk.subjects
        examples = tuple(load_all_examples(self._loaded.layers.own, Bag()).values())
        worded = base_text_ids(self._loaded)
        material = BookMaterial(ruleset, None, subjects, examples, worded, MappingProxyType({}), ())
        source = book_source(material, self._loaded.layers, shipped_folder("locales"), Bag(), Sources())
        return tuple(one.id for one in find_blocks(plan_book(material, source.layout, Bag()), WordingStatement))

    def import_sheet(
        self, file: str | Path, *, by: str = "", day: str = "", every: bool = False
    ) -> ImportedSheet | ImportedProof | None:
        """Import a spreadsheet or CSV file of the only language; the previous catalogue is kept as a backup.

        Corrected sentences of a proof sheet are marked as reviewed ``by`` somebody on a ``day``, with ``every`` those left alone too.
        Where a sheet is damaged nothing is written: ``None`` with ``findings``. Raises ``Refused`` for a name or languages that do not fit.
        """
        sign = _sign_off(by, day, "reviewed") if by or every else None
        with self._alone():
            seat = self._sheet_of(file, TABLE_ENDINGS)
            if not seat.readable:
                return None
            cells = read_sheet(read_limited_bytes(Path(file), LARGEST + 1), str(file), self._bag, self.sources)
            if cells is None:
                return None
            catalogue = self._desk.homes.catalogue(seat.language.code)
            if is_proof_sheet(cells):
                files = str(file), catalogue
                proof = import_proof(cells, self._desk, seat, self._bag, files=files, sign=sign, every=every)
                return None if proof is None else self._replaced(seat, *proof)
            if sign is not None:
                raise make_refusal("X103", command=COMMAND, why=Said("why.by_is_of_proofs"))
            found = import_sheet(cells, self._desk, seat, str(file), self._bag)
            if found is None:
                return None
            return self._replaced(seat, found.text, ImportedSheet(catalogue, found.changed, found.questions))

    def _replaced(self, seat: LanguageWorkspace, text: str, outcome: Outcome) -> Outcome:
        """Write an imported catalogue where it has changed, and keep the one before; return the outcome."""
        catalogue, before = outcome.file, catalogue_text(self._desk.homes, seat.language.code)
        if before is not None and text != before:
            write_file(catalogue.with_name(catalogue.name + ".before"), before)
        self._write(seat, text)
        return outcome

    def _sheet_of(self, file: str | Path, endings: Collection[str]) -> LanguageWorkspace:
        """Return the language of a spreadsheet; only spreadsheets are overwritten. Raises ``Refused``."""
        if Path(file).suffix.casefold() not in endings:
            raise make_refusal("X103", command=COMMAND, why=Said("why.spreadsheet_name"))
        if len(self.codes) != 1:
            raise make_refusal("X103", command=COMMAND, why=Said("why.one_language"))
        return self._desk.seats[self.codes[0]]

    def _rule_text(self) -> RuleText:
        """Return what says rules, made once for the catalogues as they were read."""
        if self._texts is None:
            templates = load_phrase_templates(self._desk, self._bag, self.sources)
            self._texts = make_rule_realiser(self._desk.ruleset, templates)
        return self._texts

    def _unknown(self, name: str, meant: str | None) -> Refused:
        return make_refusal("W502", near=meant, name=name, ruleset=self._loaded.name)


def _ids(subjects: Subjects) -> tuple[set[str], dict[tuple[str, str], set[str]]]:
    ends: dict[tuple[str, str], set[str]] = {}
    for of, _, known in (one.partition(":") for one in subjects):
        for at in (at for at, sign in enumerate(known) if sign == "."):
            ends.setdefault((of, known[at:]), set()).add(known)
    return {one.partition(":")[2] for one in subjects}, ends


def _sign_off(by: str, day: str, state: State) -> SignOff:
    """Return a sign-off without a digest. Raises ``Refused`` for a name or a day that is none (X103)."""
    if not by.strip() or len(by.splitlines()) > 1:
        raise make_refusal("X103", command=COMMAND, why=Said("why.who_approves"))
    if not _is_day(day):
        raise make_refusal("X103", command=COMMAND, why=Said("why.no_day", day=day))
    return SignOff(state, "", day, by.strip())


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _sentence(one: WordingSubject) -> Sentence:
    return Sentence(
        one.id,
        one.sort,
        one.needed,
        one.general,
        tuple((name, str(kind)) for name, kind in one.reach.items()),
        tuple(citer.id for citer in one.citers),
        one.cites,
        tuple(str(span) for span in one.spans),
    )


def check_language_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Check that language codes are known and occur only once. Raises ``Refused`` (W501)."""
    wanted = tuple(dict.fromkeys(codes))
    for code in wanted:
        if not is_language(code):
            raise unknown_language_error(code)
    return wanted


def open_wording_desk(
    loaded: LoadedRuleset, languages: Sequence[str] = (), *, players: int | None = None, every: bool = False
) -> WordingDesk:
    """Open the translation workspace of a usable ruleset, for some languages or all, and for ``players`` or any number.

    Only these languages are read, or ``every`` one. Raises ``Refused`` for an unknown language (W501) or number (X104).
    """
    named, bag, sources = check_language_codes(languages), Bag(), Sources()
    if players is not None:
        choose_player_count(bind_for_players(loaded), players)
    desk = open_full_workspace(loaded, bag, sources, players=players, codes=named, every=every)
    return WordingDesk(loaded, desk, named, bag, sources)


def open_full_workspace(
    loaded: LoadedRuleset,
    bag: Bag,
    sources: Sources,
    *,
    players: int | None = None,
    codes: tuple[str, ...] = (),
    every: bool = False,
) -> TranslationWorkspace:
    """Open a ruleset with all its sentences and the words of some languages, or all; findings on the words go into ``bag``."""
    ruleset = bind_for_players(loaded, players)
    examples = tuple(load_all_examples(loaded.layers.own, Bag()).values())
    kinds = () if loaded.documents is None else loaded.documents.kinds
    # The spots of a joined board are made when it is bound.
    kinds += tuple(one for one in ruleset.documents.kinds if one.id not in {kind.id for kind in kinds})
    elements = {one.id: one for one in element_subjects(kinds, ruleset)}
    own = MappingProxyType({**wording_subjects(ruleset, examples, players), **elements})
    worded = base_text_ids(loaded)
    books = [
        BookMaterial(bind_for_players(loaded, number), number, own, examples, worded, MappingProxyType({}), ())
        for number in _numbers(ruleset, players)
    ]
    printed = (one for book in books for one in _of_products(loaded, book))
    spoken = add_product_subjects(own, printed)
    homes = locate_wording_folders(loaded.path, ruleset.documents.game.words)
    return open_workspace(ruleset, spoken, homes, bag, sources, codes=codes, every=every)


def _numbers(ruleset: Ruleset, players: int | None) -> tuple[int | None, ...]:
    """Return the player counts to print for: any number, and each single one, because it may have texts of its own."""
    low, high = ruleset.players
    return (None, *range(low, high + 1)) if players is None else (players,)


def _of_products(loaded: LoadedRuleset, book: BookMaterial) -> Iterator[WordingSubject]:
    # The cards for any number are planned with those for each; only what is there besides asks for them again.
    if book.players is None or bind_for_players(loaded).documents.players != book.ruleset.documents.players:
        yield from _of_card(loaded, book.players, book.subjects)
    yield from _of_book(loaded, book)


def _of_card(loaded: LoadedRuleset, players: int | None, own: Subjects) -> Iterator[WordingSubject]:
    """Yield the additional texts of cards and pieces; without a designed card, those of the automatic one."""
    bag = Bag()
    source = card_source(bind_for_players(loaded, players), loaded.layers, shipped_folder("locales"), bag, Sources())
    plans = card_plans(source, players, bag)
    made = () if REFERENCE.id in source.layouts else (plan_card(source, players, bag),)
    for plan in (*made, *plans):
        yield from product_wording_subjects(plan, own)


def _of_book(loaded: LoadedRuleset, material: BookMaterial) -> Iterator[WordingSubject]:
    """Yield the additional texts of the rulebook, headings and sources, and the answers it needs."""
    source = book_source(material, loaded.layers, shipped_folder("locales"), Bag(), Sources())
    plan, own = plan_book(material, source.layout, Bag()), material.subjects
    for statement in find_blocks(plan, WordingStatement):
        if not statement.shared and not (statement.offered and statement.id in own):
            yield statement_subject(statement, own, generic=source.layout.generic)
    yield from required_answers(plan, own)
