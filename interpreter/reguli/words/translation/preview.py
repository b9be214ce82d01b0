"""Previews wordings as they will be printed: with the real values of the rules, and with sample numbers that test their grammar.

One rule is said by its wording, as printed, and by its gloss, made from the rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.words.catalogue.wording_catalogue import SHORT, CatalogueEntry
from reguli.words.grammar.grammar_values import NO_BREAK
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_values import SAMPLES, fixed_or_sample_values, sample_values
from reguli.words.placeholders.translator_notes import RuleText, render_with_values
from reguli.words.placeholders.wording_subjects import Subjects, WordingSubject
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace
from reguli.words.wording_checks import mentioned_values
from reguli.words.wording_parser import Values

_NAMED: Final = IdentityCache["Mapping[tuple[str, str], list[int]]"]()
"""Subjects by what they may be called: the rules of a board are asked for by hundreds of names."""


@frozen_class
class Shown(FrozenValue):
    """One wording as printed: with the real values, and with each sample by number."""

    id: str
    language: str
    fuzzy: bool
    real: str
    samples: tuple[tuple[int, str], ...]
    findings: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Return the preview as JSON-ready values."""
        samples = {str(number): text for number, text in self.samples}
        return {
            "id": self.id,
            "language": self.language,
            "fuzzy": self.fuzzy,
            "text": self.real,
            "length": len(self.real),
            "samples": samples,
            "findings": list(self.findings),
        }


def preview(desk: TranslationWorkspace, codes: tuple[str, ...], wanted: Callable[[str], bool]) -> Iterator[Shown]:
    """Yield previews of the requested ids, in the order of the ruleset, each in the languages named."""
    for subject in desk.subjects.values():
        for name in filter(wanted, (subject.id, subject.id + SHORT)):
            for seat in (desk.seats[code] for code in codes):
                entry = seat.catalogue.entries.get(name)
                if entry is not None and seat.catalogue.printed(entry):
                    yield preview_wording(entry, subject, seat)


def preview_wording(entry: CatalogueEntry, subject: WordingSubject, seat: LanguageWorkspace) -> Shown:
    """Return the preview of one wording; samples only if it prints a number, and only those that can be realised."""
    bag = Bag()
    wording = seat.catalogue.wording(entry, bag)

    def said(values: Values, found: Bag) -> str:
        return format_wording(wording, values, seat.tongue, found).replace(NO_BREAK, " ")

    real = said(fixed_or_sample_values(subject.offers), bag)
    reach = subject.reach
    samples = []
    if any(reach.get(name) == "number" for name in mentioned_values(wording.pieces, reach)):
        for number in SAMPLES:
            found = Bag()
            text = said(sample_values(subject.offers, number), found)
            if "W212" not in found.codes:
                samples.append((number, text))
    return Shown(entry.id, seat.language.code, entry.fuzzy, real, tuple(samples), bag.codes)


@frozen_class
class SaidRule(FrozenValue):
    """The texts for one element: its wordings (empty where there are none), its gloss, its places."""

    id: str
    language: str
    wording: str
    short: str
    fuzzy: bool
    gloss: str
    cites: tuple[str, ...]
    places: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Return the texts as JSON-ready values."""
        return asdict(self)


def find_named_subjects(desk: TranslationWorkspace, name: str) -> tuple[WordingSubject, ...]:
    """Return the elements that a name refers to: its own id, or the id of a rule, a document or a statement; empty if none.

    The statements that a rule carries follow the rule.
    """
    known = desk.subjects
    index = _NAMED.get((known,), "", lambda: _index(known))
    numbers = {*index.get(("", name.partition(":")[2] or name), ()), *index.get(("id", name), ())}
    named = list(known.values()) if numbers else []
    found = {named[at].id: named[at] for at in sorted(numbers)}
    stated = (known.get(f"statement:{cite}") for subject in found.values() for cite in subject.cites)
    return tuple({one.id: one for one in (*found.values(), *stated) if one is not None}.values())


def _index(known: Subjects) -> Mapping[tuple[str, str], list[int]]:
    """Return the numbers of subjects by all ids (``id``) and names of each."""
    index: dict[tuple[str, str], list[int]] = {}
    for number, subject in enumerate(known.values()):
        ids = {subject.id, *(citer.id for citer in subject.citers if subject.sort != "statement")}
        names = {
            name for one in ids for name in (one.partition(":")[2], one.removeprefix("rule:").removeprefix("define."))
        }
        for key in (*(("id", one) for one in ids), *(("", one) for one in names)):
            index.setdefault(key, []).append(number)
    return index


def preview_rule(
    desk: TranslationWorkspace, subject: WordingSubject, seat: LanguageWorkspace, rule_text: RuleText
) -> SaidRule:
    """Return the texts for one element in a language."""
    entries = seat.catalogue.entries
    long, short = entries.get(subject.id), entries.get(subject.id + SHORT)
    general = entries.get(subject.general or "")
    entry = next((one for one in (long, general) if one is not None and seat.catalogue.printed(one)), None)
    return SaidRule(
        id=subject.id,
        language=seat.language.code,
        wording="" if entry is None else render_with_values(entry, subject, seat),
        short=render_with_values(short, subject, seat) if short is not None and seat.catalogue.printed(short) else "",
        fuzzy=entry is not None and entry.fuzzy,
        gloss=rule_text(subject, seat),
        cites=subject.cites,
        places=tuple(str(span) for span in subject.spans),
    )
