"""Checks for sentences that contradict their rules or their translations, and the reviewers' answers to such findings.

An answer is a comment in the catalogue, ``# answer: DIGEST why``. It holds for what every language said when it was given: let one say
something else, and the question is asked again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from reguli.source.bounded_files import folder_has_entry
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.po import PoDocument, PoEntry, set_comment
from reguli.words.catalogue.wording_catalogue import SHORT, CatalogueEntry
from reguli.words.grammar.languages import SHIPPED
from reguli.words.placeholders.placeholder_values import PLAYER
from reguli.words.placeholders.wording_signature import short_digest
from reguli.words.placeholders.wording_subjects import Sort, WordingSubject
from reguli.words.polarity import (
    AXES,
    OutlierWording,
    PolarityLexicon,
    PolarityWord,
    SentenceFeatures,
    contradicted_axes,
    find_polarity_outliers,
    read_polarity,
    read_polarity_words,
    rule_poles,
)
from reguli.words.translation.confirmed_sentences import changed_sentences, tell_differences
from reguli.words.translation.sign_off import matches_pattern
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace

ANSWER: Final = "answer"
"""How the comment begins that keeps an answer in a catalogue."""
NAMES: Final[frozenset[Sort]] = frozenset(
    {"game", "option", "phase", "stage", "decision", "constant", "table", "kind", "field", "state", "element"}
)
"""What is named and states nothing."""
RULED: Final[frozenset[Sort]] = frozenset(
    {"answer", "card", "ranking", "statement", "transition", "procedure", "trigger", "moment"}
)
"""What is said as its rules say it; a reason says why not, a question asks."""

SAYS: Final[Mapping[str, Said]] = {
    "at_most": Said("pole.at_most"),
    "at_least": Said("pole.at_least"),
    "highest": Said("pole.highest"),
    "lowest": Said("pole.lowest"),
}
"""What rules say, in the middle of a sentence."""

SPOKEN_TO: Final = frozenset({PLAYER})
"""Who a sentence speaks of and to: one language names him, another has a pronoun or the person of the verb."""


@frozen_class
class DoubtfulWording(FrozenValue):
    """A wording that may be false, with its deviations."""

    entry: CatalogueEntry
    odd: tuple[OutlierWording, ...]

    @property
    def key(self) -> str:
        """Return the digest of all deviations, which an answer must match."""
        return short_digest("\n".join(sorted(one.key for one in self.odd)))


@frozen_class
class PolarityReport(FrozenValue):
    """The result for all languages: their doubtful wordings, and the ids of those without a word to compare."""

    doubts: Mapping[str, tuple[DoubtfulWording, ...]]
    unread: Mapping[str, tuple[str, ...]]
    senses: Mapping[str, PolarityLexicon]


def analyse_polarity(desk: TranslationWorkspace, bag: Bag) -> PolarityReport:
    """Compare the wordings of each id with one another and with their rules. Findings of the word lists: W101 to W104."""
    sources = Sources()
    senses = {
        code: read_polarity_words(seat.language, desk.homes.general, Bag() if code in desk.apart else bag, sources)
        for code, seat in desk.seats.items()
    }
    doubts: dict[str, list[DoubtfulWording]] = {code: [] for code in desk.seats}
    unread: dict[str, list[str]] = {code: [] for code in desk.seats}
    terms = frozenset().union(*(seat.tongue.lexicon.terms for seat in desk.seats.values()))
    # Other languages count although they were not opened, so that the numbers of one do not depend on who else was asked.
    others = {
        code: any(one != code and folder_has_entry(desk.homes.catalogue(one)) for one in SHIPPED) for code in desk.seats
    }
    for name, subject in _stated(desk):
        entries = {
            code: entry for code, seat in desk.seats.items() if (entry := seat.catalogue.accepted(name)) is not None
        }
        gists = {
            code: read_polarity(desk.seats[code].catalogue.wording(entry, Bag()).pieces, senses[code])
            for code, entry in entries.items()
        }
        own = terms - frozenset(subject.offers)
        found = [
            each
            for judged, some in _compared(gists)
            for each in find_polarity_outliers(some, _base(desk, some), partial(_alike, subject), own - SPOKEN_TO, own)
            if each[0] in judged
        ]
        ruled = rule_poles(subject.citers, desk.ruleset) if subject.sort in RULED else frozenset()
        found += [(code, odd) for code, gist in gists.items() for odd in _against(gist, ruled)]
        for code, entry in entries.items():
            odd = tuple(one for language, one in found if language == code)
            if odd and desk.seats[code].owns(entry):
                doubts[code].append(DoubtfulWording(entry, odd))
            if not ruled and not (gists[code].words and others[code]):
                unread[code].append(name)
    return PolarityReport(
        {code: tuple(some) for code, some in doubts.items()},
        {code: tuple(names) for code, names in unread.items()},
        senses,
    )


def _compared(gists: Mapping[str, SentenceFeatures]) -> Iterator[tuple[list[str], Mapping[str, SentenceFeatures]]]:
    """Yield languages with those they are compared with: the shipped ones with each other, a package's with the shipped ones.

    An answer to what is doubtful holds for what the others say, so it must not depend on the packages that somebody has installed.
    """
    shipped = [code for code in gists if code in SHIPPED]
    for judged in (shipped, *([code] for code in gists if code not in SHIPPED)):
        some = {code: gist for code, gist in gists.items() if code in SHIPPED or code in judged}
        if len(some) > 1:
            yield judged, some


def _stated(desk: TranslationWorkspace) -> Iterator[tuple[str, WordingSubject]]:
    for name, subject in desk.subjects.items():
        if subject.sort not in NAMES:
            yield name, subject
            yield name + SHORT, subject


def _base(desk: TranslationWorkspace, gists: Mapping[str, SentenceFeatures]) -> str:
    return desk.base if desk.base in gists else next(iter(gists))


def _alike(subject: WordingSubject, a: str, b: str) -> bool:
    one, other = subject.reach.get(a), subject.reach.get(b)
    return one is not None and one == other


def _against(gist: SentenceFeatures, ruled: frozenset[str]) -> Iterator[OutlierWording]:
    for axis, theirs in contradicted_axes(frozenset(word.pole for word in gist.words), ruled):
        own = gist.saying(AXES[axis])
        yield OutlierWording(
            "rule", theirs, own, "", (), f"rule {axis} {','.join(sorted({word.pole for word in own}))} {theirs}"
        )


def check_polarity_answers(
    desk: TranslationWorkspace, read: PolarityReport, bag: Bag, codes: Collection[str] = ()
) -> None:
    """Report doubtful wordings without an answer (W315 to W317), answers that match no doubt (W318), and other sentences than confirmed (W340 to W342).

    Answers were given to what all languages say; where one of them was not opened they hold. A sentence that says what was confirmed is not
    doubted because other languages say it in another way.
    """
    whole = all(one in desk.seats for one in SHIPPED if folder_has_entry(desk.homes.catalogue(one)))
    whole = whole and not any(seat.catalogue.partial for seat in desk.seats.values())
    for code, seat in desk.seats.items():
        if code in codes or (not codes and seat.exists):
            doubtful = {doubt.entry.id: doubt for doubt in read.doubts[code]}
            changed = {one[0].id: one for one in changed_sentences(desk, seat, read.senses)}
            for entry in seat.catalogue.entries.values():
                doubt, answered = doubtful.get(entry.id), _answered(entry)
                key = None if doubt is None else doubt.key
                if whole and answered not in (None, key) and seat.owns(entry):
                    bag.add("W318", entry.span, wording=entry.id)
                compared, unread = changed.get(entry.id), answered is not None and not whole
                settled = doubt is None or unread or answered == key or _answered_below(seat, entry, doubt)
                if compared is not None and settled:
                    meant = doubt.odd if doubt is not None and answered == key else ()
                    places = [entry.place(word.start, word.end) for one in meant for word in one.own]
                    bag.extend(tell_differences(compared, places))
                elif doubt is not None and not settled and (compared is None or compared[1]):
                    bag.extend(_told(doubt, one) for one in doubt.odd)


def answer_polarity_doubts(
    seat: LanguageWorkspace, doubts: Iterable[DoubtfulWording], pattern: str, because: str
) -> tuple[PoDocument, tuple[str, ...]]:
    """Answer the doubts about a language's wordings that match a pattern; return the new catalogue and the answered ids.

    Answers to nothing that is asked any more are taken out.
    """
    doubtful = {doubt.entry.id: doubt for doubt in doubts}
    entries: list[PoEntry] = []
    answered: list[str] = []
    for one in seat.document.entries:
        name = one.context or ""
        entry = one
        if not one.obsolete and matches_pattern(name, pattern):
            doubt = doubtful.get(name)
            if doubt is not None:
                answered.append(name)
            if doubt is not None or one.comment(ANSWER) is not None:
                entry = set_comment(one, ANSWER, None if doubt is None else f"{doubt.key} {because}")
        entries.append(entry)
    return replace(seat.document, entries=tuple(entries)), tuple(answered)


def _answered_below(seat: LanguageWorkspace, entry: CatalogueEntry, doubt: DoubtfulWording) -> bool:
    """Return whether the underlying ruleset has the same sentence with an answer to the same doubt."""
    text = seat.catalogue.printed(entry)
    return any(_answered(one) == doubt.key and seat.below.printed(one) == text for one in seat.below.entries.values())


def _answered(entry: CatalogueEntry) -> str | None:
    answer = entry.comment(ANSWER)
    return None if answer is None else answer.partition(" ")[0]


def _told(doubt: DoubtfulWording, odd: OutlierWording) -> Diagnostic:
    entry = doubt.entry
    place = entry.place(odd.own[0].start, odd.own[0].end) if odd.own else entry.span
    own, theirs = _words(odd.own), _words(odd.theirs)
    match odd.sort:
        case "rule":
            return make_finding("W317", place, wording=entry.id, own=own, theirs=SAYS[odd.what])
        case "sense":
            return make_finding("W315", place, wording=entry.id, own=own, language=odd.other, theirs=theirs)
        case _:
            return make_finding("W316", place, wording=entry.id, names=odd.what, language=odd.other)


def _words(words: tuple[PolarityWord, ...]) -> Value:
    return ", ".join(f"'{word.text}'" for word in words) or Said("pole.none")
