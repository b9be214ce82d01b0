"""Sentences that somebody confirmed, kept beside the catalogue of a language: a later change is compared with them.

``reguli words confirm`` writes the file. A sentence that only says the same in other words is right; one that says the contrary, other names or numbers, more or less is
reported (W340 to W342). It is compared only as long as its rule is the one it was written for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.catalogue.wording_catalogue import SHORT, CatalogueEntry
from reguli.words.polarity import PolarityLexicon
from reguli.words.sentence_comparison import Difference, DifferenceKind, Token, compare_sentences, read_tokens
from reguli.words.translation.sign_off import SigningResult, matches_pattern
from reguli.words.translation.translation_workspace import (
    LanguageWorkspace,
    TranslationWorkspace,
    is_stale_wording,
)
from reguli.words.wording_parser import parse_wording

CODES: Final[Mapping[DifferenceKind, str]] = MappingProxyType(
    {"contrary": "W340", "names": "W341", "numbers": "W341", "added": "W342", "dropped": "W342"}
)


@frozen_class
class ChangedSentence(FrozenValue):
    """A wording that has a confirmed sentence, with what it says otherwise; nothing where it says the same."""

    entry: CatalogueEntry
    differences: tuple[Difference, ...]


def confirm_sentences(desk: TranslationWorkspace, seat: LanguageWorkspace, pattern: str) -> tuple[str, SigningResult]:
    """Return the file of confirmed sentences once those that match a pattern are confirmed as they are, and their ids.

    Sentences that wait to be confirmed, or are of another rule, are left out; those of no element any more are taken away.
    """
    found = {name: text for name, text in seat.confirmed.items() if name.removesuffix(SHORT) in desk.subjects}
    wanted = [entry for entry in _own_entries(desk, seat) if matches_pattern(entry.id, pattern)]
    ready = {entry.id: " ".join(seat.catalogue.printed(entry).split()) for entry in wanted if _fits(desk, seat, entry)}
    lines = (f"{name}\t{text}\n" for name, text in sorted({**found, **ready}.items()))
    waiting = tuple(entry.id for entry in wanted if entry.id not in ready)
    return "".join(lines), SigningResult(seat.document, tuple(ready), waiting, ())


def _own_entries(desk: TranslationWorkspace, seat: LanguageWorkspace) -> Iterator[CatalogueEntry]:
    """Yield the wordings of a language's own catalogue, and those beside the rules."""
    for entry in seat.catalogue.entries.values():
        own = entry.span.file == seat.catalogue.file or not entry.span.file.endswith(".po")
        if own and entry.id.removesuffix(SHORT) in desk.subjects and seat.catalogue.printed(entry):
            yield entry


def _fits(desk: TranslationWorkspace, seat: LanguageWorkspace, entry: CatalogueEntry) -> bool:
    """Return whether a wording is accepted and was written for its rule as it is."""
    subject = desk.subjects[entry.id.removesuffix(SHORT)]
    return not entry.fuzzy and not entry.stale and not is_stale_wording(desk, seat, entry, subject)


def changed_sentences(
    desk: TranslationWorkspace, seat: LanguageWorkspace, senses: PolarityLexicon
) -> Iterator[ChangedSentence]:
    """Yield the wordings of a language that have a confirmed sentence, each with its differences."""
    for entry in _own_entries(desk, seat):
        confirmed = seat.confirmed.get(entry.id)
        if confirmed is None or not _fits(desk, seat, entry):
            continue
        if confirmed == seat.catalogue.printed(entry):
            yield ChangedSentence(entry, ())
            continue
        words, states_number = senses.whole or senses, seat.language.states_number
        old = parse_wording(entry.id, confirmed, lambda *_, entry=entry: entry.span, Bag())
        new = seat.catalogue.wording(entry, Bag())
        tokens = [read_tokens(one, words, states_number) for one in (old, new)]
        yield ChangedSentence(entry, compare_sentences(tokens[0], tokens[1], senses.fillers))


def tell_differences(changed: ChangedSentence) -> Iterator[Diagnostic]:
    """Yield the findings of a changed sentence (W340 to W342), of each code the first."""
    told = set[str]()
    for one in changed.differences:
        code = CODES[one.kind]
        if code not in told:
            told.add(code)
            place = one.own[0].span if one.own else changed.entry.span
            yield make_finding(code, place, wording=changed.entry.id, own=_listed(one.own), theirs=_listed(one.theirs))


def _listed(tokens: tuple[Token, ...]) -> Value:
    texts = dict.fromkeys(f"[{one.key}]" if one.kind == "name" else f"'{one.text}'" for one in tokens)
    return ", ".join(texts) or Said("pole.none")
