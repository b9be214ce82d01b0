"""Checks the words of a ruleset in every language: each wording against the rules, the base texts and its own signature."""

from __future__ import annotations

from collections.abc import Collection

from reguli.source.diagnostic import Bag
from reguli.source.said import Said
from reguli.words.catalogue.catalogue import SHORT, check_catalogue
from reguli.words.desk.desk import Desk, Seat, stale


def check_desk(desk: Desk, bag: Bag, codes: Collection[str] = ()) -> None:
    """Check the languages named, or all that have wordings; findings W2 and W3."""
    reaches = {name: subject.reach for name, subject in desk.subjects.items()}
    needed = [name for name, subject in desk.subjects.items() if subject.needed]
    base = desk.seats[desk.base].catalogue
    for code, seat in desk.seats.items():
        if code in codes or (not codes and seat.exists):
            check_catalogue(seat.catalogue, base, reaches, seat.tongue, bag, needed=needed)
            check_signatures(desk, seat, bag)


def check_signatures(desk: Desk, seat: Seat, bag: Bag) -> None:
    """Find the wordings of a language that were written for rules that have another structure now (W308)."""
    for entry in seat.catalogue.entries.values():
        subject = desk.subjects.get(entry.id.removesuffix(SHORT))
        if subject is not None and seat.catalogue.printed(entry) and stale(desk, seat, entry, subject):
            related = [(span, Said("here.rule_now")) for span in subject.spans[:1]]
            bag.add("W308", entry.span, related=related, wording=entry.id)
