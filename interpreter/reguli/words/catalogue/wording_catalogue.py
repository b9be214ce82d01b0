"""The wordings of a language as a gettext catalogue: one entry per statement, with its id as ``msgctxt`` and the base text as ``msgid``.

A short wording, for cards, has ``@card`` after the id. In the catalogue of the language the base texts are written in,
an empty ``msgstr`` means the base text itself. Entries have no plural forms: placeholders say numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from reguli.schema.node_reader import NO_STATEMENTS
from reguli.source.bounded_files import BYTE_ORDER_MARK, clean_source_text, read_text_or_report
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import LineIndex, Sources, Span
from reguli.words.catalogue.po import (
    NOTHING,
    PlacedEntry,
    PoDocument,
    PoEntry,
    comment_value,
    language_place,
    line_breaks_differ,
    placed_entries,
    read_document,
    replace_entry_fields,
)
from reguli.words.terminology import LanguageRealiser
from reguli.words.wording_checks import check_wording, mentioned_values
from reguli.words.wording_parser import Place, Reach, Wording, parse_wording

SHORT: Final = "@card"
UNWORDED: Final = "⟦{}⟧"
"""The base text of what has no wording yet in the language of the base texts."""
MOST_ENTRIES: Final = 20_000
OF_STATEMENTS: Final = frozenset({"statement", "ruling"})
"""The sorts of wordings that are called by a statement."""


@frozen_class
class TypedSentence(FrozenValue):
    """A sentence beside a rule in one language, with its place; a ``plain`` one is a statement of an inventory, without placeholders.

    ``layer`` is the number of the variant whose files have it, 0 for the game. It holds with the options that ``only_with`` names by
    their wordings, which are not chosen.
    """

    text: str
    span: Span
    plain: bool = False
    layer: int = 0
    only_with: tuple[str, ...] = ()


@frozen_class
class CatalogueEntry(FrozenValue):
    """One wording in a catalogue: base text, text, fuzzy mark, notes for translators and their comments.

    ``span`` is the place of its id, ``place`` finds stretches of the text that is printed. A ``stale`` one was written for
    another rule than the one it would be printed for, and is not printed.
    """

    id: str
    base: str
    text: str
    span: Span
    place: Place
    fuzzy: bool = False
    notes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    stale: bool = False
    unapproved: bool = False
    """Whether it is to be printed for good, and it is not approved as it is now."""
    typed: TypedSentence | None = None
    """The sentence beside a rule that it is, where it is none of a catalogue."""
    withheld: Diagnostic | None = None
    """Why a stale one is false, where more is known of that than that its rule has changed."""

    def comment(self, key: str) -> str | None:
        """Return the value of a comment ``key: …``, or None."""
        return comment_value(self.comments, key)


@frozen_class
class WordingCatalogue(FrozenValue):
    """The wordings of one language for one ruleset; ``authored`` means that its base texts are the original.

    Of a ``final`` one nothing is said that is not approved. Of a ``partial`` one something could not be read, so that an entry is missing says nothing more.
    ``document`` is the file that was read, with all that stands in it.
    """

    code: str
    file: str
    authored: bool
    entries: Mapping[str, CatalogueEntry]
    final: bool = False
    partial: bool = False
    document: PoDocument = NOTHING

    def printed(self, entry: CatalogueEntry) -> str:
        """Return the printed text of an entry, empty where there is none."""
        return entry.text or (entry.base if self.authored and entry.base != UNWORDED.format(entry.id) else "")

    def wording(self, entry: CatalogueEntry, bag: Bag) -> Wording:
        """Parse the printed text of an entry; findings W201."""
        return parse_wording(entry.id, self.printed(entry), entry.place, bag)

    def accepted(self, name: str) -> CatalogueEntry | None:
        """Return the entry of an id if its text may be used: it exists, is confirmed, and is not stale."""
        entry = self.entries.get(name)
        return None if entry is None or entry.fuzzy or entry.stale or not self.printed(entry) else entry


def empty_catalogue(code: str, file: str) -> WordingCatalogue:
    """Return a catalogue without entries."""
    return WordingCatalogue(code, file, authored=False, entries=MappingProxyType({}))


def unreadable_catalogue(code: str, file: str) -> WordingCatalogue:
    """Return an empty catalogue for a file that could not be read."""
    return replace(empty_catalogue(code, file), partial=True)


def overlay_wordings(below: WordingCatalogue, above: WordingCatalogue) -> WordingCatalogue:
    """Merge the wordings of a ruleset over those of its base ruleset; each is printed as in its own file."""
    printed = {
        entry.id: replace(entry, text=catalogue.printed(entry))
        for catalogue in (below, above)
        for entry in catalogue.entries.values()
    }
    partial = below.partial or above.partial
    return WordingCatalogue(above.code, above.file, authored=False, entries=MappingProxyType(printed), partial=partial)


def open_catalogue(
    code: str,
    name: str,
    locales: Path,
    bag: Bag,
    sources: Sources,
    *,
    authored: bool = False,
    statements: Mapping[str, str] = NO_STATEMENTS,
) -> WordingCatalogue:
    """Read ``<code>/<name>.po`` under the ``locales`` folder; a missing file is a finding (Y101) and has no entries."""
    path = Path(code) / f"{name}.po"
    text = read_text_or_report(path, bag, root=locales, sources=sources)
    file = path.as_posix()
    if text is None:
        return unreadable_catalogue(code, file)
    return read_catalogue(text, file, code, bag, authored=authored, statements=statements)


def read_catalogue(
    text: str, file: str, code: str, bag: Bag, *, authored: bool = False, statements: Mapping[str, str] = NO_STATEMENTS
) -> WordingCatalogue:
    """Parse the text of a PO file; W301 where it cannot be read (the catalogue is then empty), W303 for a duplicate entry.

    A byte order mark, which some editors put first, is passed over. W311 where its header names another language than ``code``; a country after the language says nothing here. Characters nobody can see are findings of their own (Y107).
    ``statements`` gives the full names of statements that the file calls by their numbers alone.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    lines = LineIndex(text, file)
    placed = None if clean_source_text(text, file, bag) is None else placed_entries(lines, bag)
    if placed is None:
        return unreadable_catalogue(code, file)
    if len(placed) > MOST_ENTRIES:
        bag.add("W301", Span(file, 0, 0, 0, 0), why=Said("why.too_many_entries", limit=MOST_ENTRIES))
        return unreadable_catalogue(code, file)
    said, at = language_place(text)
    if said and re.split(r"[-_.@]", said.casefold())[0] != code:
        bag.add("W311", lines.span(at, at + len(said)), said=said, language=code)
    try:
        document = read_document(text)
    except OSError as error:
        line = int(re.findall(r"\d+", str(error))[-1])
        bag.add("W301", Span(file, line, 1, line, 2), why=Said("why.entry_order"))
        return unreadable_catalogue(code, file)
    messages = {(entry.context, entry.base): entry for entry in document.entries if not entry.obsolete}
    entries: dict[str, CatalogueEntry] = {}
    for found in placed:
        message = messages.get((found["msgctxt"].text, found["msgid"].text))
        if message is None:
            continue
        entry = replace(_entry(found, message, authored), id=_full_id(found["msgctxt"].text, statements))
        first = entries.setdefault(entry.id, entry)
        if first is not entry:
            bag.add("W303", entry.span, related=[(first.span, Said("here.first"))], wording=entry.id)
    if statements:
        renamed = (replace_entry_fields(one, context=_full_id(one.context, statements)) for one in document.entries)
        document = replace(document, entries=tuple(renamed))
    return WordingCatalogue(code, file, authored, MappingProxyType(entries), document=document)


_Id = TypeVar("_Id", str, str | None)


def _full_id(wording: _Id, statements: Mapping[str, str]) -> _Id:
    """Return the id of a wording with the full name of its statement."""
    sort, _, name = (wording or "").partition(":")
    number, at, rest = name.partition("@")
    known = sort in OF_STATEMENTS and number in statements
    return f"{sort}:{statements[number]}{at}{rest}" if known else wording


def _entry(found: Mapping[str, PlacedEntry], message: PoEntry, authored: bool) -> CatalogueEntry:
    context, base, text = (found[keyword] for keyword in ("msgctxt", "msgid", "msgstr"))
    return CatalogueEntry(
        id=context.text,
        base=base.text,
        text=text.text,
        span=context(0, len(context.text)),
        place=base if authored and not text.text else text,
        fuzzy=message.fuzzy,
        notes=message.notes,
        comments=message.comments,
    )


def find_wording(catalogue: WordingCatalogue, wording_id: str, bag: Bag, *, short: bool = False) -> Wording | None:
    """Return the wording of an id; with ``short`` its short wording is preferred.

    None with W302 where there is no text (W313 where there is none at all), with W305 where it is fuzzy, with W308 where it is stale.
    W314 where it was to be approved and is not.
    """
    ids = (wording_id + SHORT, wording_id) if short else (wording_id, wording_id + SHORT)
    entry = next((found for name in ids if (found := catalogue.entries.get(name)) and catalogue.printed(found)), None)
    if entry is None:
        report_missing_wording(catalogue, wording_id, bag)
        return None
    if entry.fuzzy or entry.stale:
        bag.add("W305" if entry.fuzzy else "W308", entry.span, wording=entry.id)
        return None
    if entry.unapproved:
        bag.add("W314", entry.span, wording=entry.id, language=catalogue.code)
    return catalogue.wording(entry, bag)


def _is_worded(catalogue: WordingCatalogue, wording_id: str) -> bool:
    entries = (catalogue.entries.get(wording_id), catalogue.entries.get(wording_id + SHORT))
    return any(entry is not None and catalogue.printed(entry) for entry in entries)


def is_translated(catalogue: WordingCatalogue) -> bool:
    """Return whether a language has wordings besides inline sentences."""
    return any(entry.span.file.endswith(".po") for entry in catalogue.entries.values())


def report_missing_wording(catalogue: WordingCatalogue, wording_id: str, bag: Bag) -> None:
    """Report a missing wording; a language without any wordings (inline sentences excepted) is reported once.

    Of a catalogue that could not be read nothing is missing.
    """
    if catalogue.partial:
        return
    if not is_translated(catalogue) and catalogue.file.endswith(".po"):
        bag.add("W313", Span(catalogue.file, 0, 0, 0, 0), language=catalogue.code)
        return
    known = catalogue.entries.get(wording_id) or catalogue.entries.get(wording_id + SHORT)
    span = known.span if known is not None else Span(catalogue.file, 0, 0, 0, 0)
    bag.add("W302", span, wording=wording_id, language=catalogue.code)


def check_catalogue(
    catalogue: WordingCatalogue,
    base: WordingCatalogue | None,
    reaches: Mapping[str, Reach],
    tongue: LanguageRealiser,
    bag: Bag,
    *,
    needed: Collection[str] | None = None,
) -> None:
    """Check all wordings of a language against the names they may use (``reaches`` by id) and against the base texts.

    Findings: W201 to W210 for each wording, W302 (missing, of what is ``needed``: everything where nothing is said), W313 (all are missing),
    W304 (base text changed), W305 (fuzzy), W306 (of nothing), W307 (a value of the base text is not said), W310 (a line
    break begins or ends only one of the two texts).
    """
    for wording_id in reaches if needed is None else needed:
        if not _is_worded(catalogue, wording_id):
            report_missing_wording(catalogue, wording_id, bag)
    for entry in catalogue.entries.values():
        reach = reaches.get(entry.id.removesuffix(SHORT))
        if reach is None and entry.span.file != catalogue.file:
            continue  # a wording of what the ruleset is built on, which this one does not need
        if reach is None:
            bag.add("W306", entry.span, near=closest_name(entry.id, reaches), wording=entry.id)
        elif catalogue.printed(entry):
            wording = catalogue.wording(entry, bag)
            check_wording(wording, reach, tongue, bag)
            if entry.fuzzy:
                bag.add("W305", entry.span, wording=entry.id)
            if entry.text and line_breaks_differ(entry.base, entry.text):
                bag.add("W310", entry.span, wording=entry.id)
            if base is not None and base is not catalogue:
                _check_against(entry, wording, base, reach, bag)


def _check_against(entry: CatalogueEntry, wording: Wording, base: WordingCatalogue, reach: Reach, bag: Bag) -> None:
    """Compare a translation with its base text."""
    original = base.entries.get(entry.id)
    if original is None:
        return
    # What is its own base text translates nothing: a sentence beside its rule.
    if entry.base not in (original.base, entry.text):
        related = [(original.span, Said("here.base_text"))]
        bag.add("W304", entry.span, related=related, wording=entry.id, text=original.base)
    missing = mentioned_values(base.wording(original, Bag()).pieces, reach) - mentioned_values(wording.pieces, reach)
    if missing:
        bag.add("W307", entry.span, wording=entry.id, names=", ".join(sorted(missing)))
