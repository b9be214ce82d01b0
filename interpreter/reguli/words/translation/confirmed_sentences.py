"""Sentences that somebody confirmed, kept beside the catalogue of a language: a later change is compared with them.

``reguli words confirm`` writes the file. A sentence that only says the same in other words is right; one that says the contrary, other names or numbers, more or less is
reported (W340 to W342). It is compared only as long as its rule is the one it was written for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.source_excerpt import Span
from reguli.words.catalogue.wording_catalogue import SHORT, CatalogueEntry
from reguli.words.placeholders.wording_signature import element_signature, stored_signature
from reguli.words.polarity import PolarityLexicon
from reguli.words.sentence_comparison import Difference, DifferenceKind, Token, compare_sentences, read_tokens
from reguli.words.translation.sign_off import matches_pattern
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace
from reguli.words.wording_parser import parse_wording

Ids: TypeAlias = tuple[str, ...]
Changed: TypeAlias = tuple[CatalogueEntry, tuple[Difference, ...]]
"""A wording that has a confirmed sentence, with what it says otherwise; nothing where it says the same."""
CODES: Final[Mapping[DifferenceKind, str]] = MappingProxyType(
    {"contrary": "W340", "names": "W341", "numbers": "W341", "added": "W342", "dropped": "W342"}
)


def confirm_sentences(desk: TranslationWorkspace, seat: LanguageWorkspace, pattern: str) -> tuple[str, Ids, Ids]:
    """Return the text of the file with the wordings that match a pattern as they are, their ids, and those that wait for their catalogue."""
    found = {name: text for name, text in seat.confirmed.items() if name.removesuffix(SHORT) in desk.subjects}
    wanted = [entry for entry in _own_entries(desk, seat) if matches_pattern(entry.id, pattern)]
    ready = {entry.id: " ".join(seat.catalogue.printed(entry).split()) for entry in wanted if _fits(desk, seat, entry)}
    lines = (f"{name}\t{text}\n" for name, text in sorted({**found, **ready}.items()))
    waiting = tuple(entry.id for entry in wanted if entry.id not in ready)
    return "".join(lines), tuple(ready), waiting


def _own_entries(desk: TranslationWorkspace, seat: LanguageWorkspace) -> Iterator[CatalogueEntry]:
    """Yield the wordings of a language's own catalogue, and those beside the rules."""
    for entry in seat.catalogue.entries.values():
        known = entry.id.removesuffix(SHORT) in desk.subjects
        if seat.owns(entry) and known and seat.catalogue.printed(entry):
            yield entry


def _fits(desk: TranslationWorkspace, seat: LanguageWorkspace, entry: CatalogueEntry) -> bool:
    """Return whether a wording is accepted and was signed for its rule as it is; its terms may be others."""
    kept = (stored_signature(entry) or "").partition("-")[0]
    signature = element_signature(desk.subjects[entry.id.removesuffix(SHORT)], desk.ruleset, (), seat.tongue.lexicon)
    return not entry.fuzzy and not entry.stale and kept in ("", signature.rule, signature.base)


def changed_sentences(
    desk: TranslationWorkspace, seat: LanguageWorkspace, senses: Mapping[str, PolarityLexicon]
) -> Iterator[Changed]:
    """Yield the wordings of a language that have a confirmed sentence, each with its differences."""
    for entry in _own_entries(desk, seat) if seat.confirmed else ():
        confirmed, text = seat.confirmed.get(entry.id), seat.catalogue.printed(entry)
        if confirmed == text:
            yield entry, ()
        elif confirmed is not None and _fits(desk, seat, entry):
            code = seat.language.code
            old, new = (_tokens(seat, entry, one, senses[code]) for one in (confirmed, text))
            others = [
                _tokens(other, entry, other.confirmed[entry.id], senses[name])
                for name, other in desk.seats.items()
                if name != code and entry.id in other.confirmed
            ]
            yield entry, compare_sentences(old, new, senses[code].fillers, others)


def _tokens(seat: LanguageWorkspace, entry: CatalogueEntry, text: str, senses: PolarityLexicon) -> tuple[Token, ...]:
    wording = parse_wording(entry.id, text, entry.place, Bag())
    return read_tokens(wording, senses.whole or senses, seat.language.states_number)


def tell_differences(changed: Changed, answered: Collection[Span] = ()) -> Iterator[Diagnostic]:
    """Yield the findings of a changed sentence (W340 to W342), of each code the first; not of words that were ``answered`` for."""
    entry, differences = changed
    unanswered = (one for one in differences if not one.own or any(word.span not in answered for word in one.own))
    for code, one in {CODES[one.kind]: one for one in unanswered}.items():
        place = one.own[0].span if one.own else entry.span
        yield make_finding(code, place, wording=entry.id, own=_listed(one.own), theirs=_listed(one.theirs))


def _listed(tokens: tuple[Token, ...]) -> str:
    return ", ".join(dict.fromkeys(f"[{one.key}]" if one.kind == "name" else one.text for one in tokens)) or "…"
