"""Says one rule in a language: its wording, as printed, and its gloss, made from the rule itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reguli.words.catalogue.catalogue import SHORT
from reguli.words.desk.desk import Desk, Seat
from reguli.words.offers.notes import RuleText, rendered
from reguli.words.offers.subjects import Subject


@dataclass(frozen=True, slots=True)
class SaidRule:
    """What is said of one element: its wordings (empty where there are none), its gloss, where it stands."""

    id: str
    language: str
    wording: str
    short: str
    fuzzy: bool
    gloss: str
    cites: tuple[str, ...]
    places: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Give it for a program to read."""
        return {
            "id": self.id,
            "language": self.language,
            "wording": self.wording,
            "short": self.short,
            "fuzzy": self.fuzzy,
            "gloss": self.gloss,
            "cites": list(self.cites),
            "places": list(self.places),
        }


def elements_named(desk: Desk, name: str) -> tuple[Subject, ...]:
    """Give the elements a name means: an id of its own, the id of a rule, of a document or of a statement; or none.

    The statements that a rule carries follow the rule.
    """
    bare = name.partition(":")[2] or name
    known = desk.subjects
    found: dict[str, Subject] = {}
    for subject in known.values():
        ids = {subject.id, *(citer.id for citer in subject.citers if subject.sort != "statement")}
        names = {other.partition(":")[2] for other in ids} | {one.removeprefix("define.") for one in _bare(ids)}
        if name in ids or bare in names:
            found[subject.id] = subject
    for subject in tuple(found.values()):
        for cite in subject.cites:
            stated = known.get(f"statement:{cite}")
            if stated is not None:
                found.setdefault(stated.id, stated)
    return tuple(found.values())


def _bare(ids: set[str]) -> Iterator[str]:
    return (name.removeprefix("rule:") for name in ids)


def say_rule(desk: Desk, subject: Subject, seat: Seat, rule_text: RuleText) -> SaidRule:
    """Say one element in a language."""
    entries = seat.catalogue.entries
    long, short = entries.get(subject.id), entries.get(subject.id + SHORT)
    general = entries.get(subject.general or "")
    entry = next((one for one in (long, general) if one is not None and seat.catalogue.printed(one)), None)
    return SaidRule(
        id=subject.id,
        language=seat.language.code,
        wording="" if entry is None else rendered(entry, subject, seat),
        short=rendered(short, subject, seat) if short is not None and seat.catalogue.printed(short) else "",
        fuzzy=entry is not None and entry.fuzzy,
        gloss=rule_text(subject, seat),
        cites=subject.cites,
        places=tuple(str(span) for span in subject.spans),
    )
