"""Shows wordings as they will be printed: with the real values of the rules, and with numbers that try their grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reguli.source.diagnostic import Bag
from reguli.words.catalogue.catalogue import SHORT, Entry
from reguli.words.desk.desk import Desk, Seat
from reguli.words.grammar.noun import NO_BREAK
from reguli.words.offers.offers import SAMPLES, real_values, values_with
from reguli.words.offers.subjects import Subject
from reguli.words.wording.checking import names_said
from reguli.words.wording.say import say
from reguli.words.wording.values import Values


@dataclass(frozen=True, slots=True)
class Shown:
    """One wording as printed: with the real values, and by number with each sample."""

    id: str
    language: str
    fuzzy: bool
    real: str
    samples: tuple[tuple[int, str], ...]
    findings: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Give it for a program to read."""
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


def preview(desk: Desk, codes: tuple[str, ...], wanted: Callable[[str], bool]) -> Iterator[Shown]:
    """Show the wordings whose ids are wanted, in the order of the ruleset, each in the languages named."""
    for subject in desk.subjects.values():
        for name in (subject.id, subject.id + SHORT):
            if not wanted(name):
                continue
            for code in codes:
                seat = desk.seats[code]
                entry = seat.catalogue.entries.get(name)
                if entry is not None and seat.catalogue.printed(entry):
                    yield shown(entry, subject, seat)


def shown(entry: Entry, subject: Subject, seat: Seat) -> Shown:
    """Show one wording; samples only where it says a number, and only those that can be said: nothing is the 0th."""
    bag = Bag()
    wording = seat.catalogue.wording(entry, bag)

    def said(values: Values, found: Bag) -> str:
        return say(wording, values, seat.tongue, found).replace(NO_BREAK, " ")

    real = said(real_values(subject.offers), bag)
    reach = subject.reach
    samples = []
    if any(reach.get(name) == "number" for name in names_said(wording.pieces, reach)):
        for number in SAMPLES:
            found = Bag()
            text = said(values_with(subject.offers, number), found)
            if "W212" not in found.codes:
                samples.append((number, text))
    return Shown(entry.id, seat.language.code, entry.fuzzy, real, tuple(samples), bag.codes)
