"""What is in the box, as a rulebook counts it: numbers that the rules offer, as many for each of several, a single card by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.inline_nodes import Given, Head, Statement
from reguli.publish.document.placeholder_resolution import offered
from reguli.publish.layouts import book_layout
from reguli.source.diagnostic import Bag
from reguli.source.name_suggestions import near
from reguli.source.span import Span
from reguli.words.placeholders.placeholder_values import everywhere
from reguli.words.placeholders.wording_subjects import Subjects

ONE: Final = "one"
"""What is there once and has no number in the rules: a board."""
ANY: Final = "any"
"""What is there in a number that nobody says: money of a bank that never runs out."""


def counted(
    part: book_layout.CountedPart, ruleset: Ruleset, subjects: Subjects, bag: Bag
) -> Iterator[Statement | Head]:
    """Plan a list of things with their numbers; what the ruleset does not have is a finding (W402) and is left out."""
    known = {name: offer for subject in subjects.values() for name, offer in subject.offers.items()}

    def number(name: str, span: Span) -> Given | None:
        value = offered({name: known[name]}, ruleset).get(name) if name in known else None
        if not isinstance(value, Given) or not isinstance(value.value, int) or isinstance(value.value, bool):
            bag.add("W402", span, near=near(name, (*known, ONE, ANY)), text=name, name=name)
            return None
        return value

    for thing in part.things:
        what = Given(thing.term)
        match thing:
            case book_layout.Thing(number=name) if name == ANY:
                yield Head(what, many=True)
            case book_layout.Thing(number=name, span=span):
                found = Given(1) if name == ONE else number(name, span)
                if found is not None:
                    yield Statement("book.counted", span, {"n": found, "what": what}, shared=True)
            case book_layout.Dealt(span=span):
                each, among = number(thing.each, span), number(thing.among, span)
                if each is not None and among is not None:
                    yield _dealt(thing, each, among)
            case book_layout.Single(kind=kind, span=span):
                of = ruleset.kinds.get(kind)
                if of is None or thing.term not in of.elements:
                    name = f"{kind}.{thing.term}"
                    bag.add(
                        "W402", span, near=near(thing.term, () if of is None else of.elements), text=name, name=name
                    )
                else:
                    said = {"n": Given(1), **offered(dict(everywhere(ruleset)), ruleset)}
                    yield Statement(f"counted:{kind}/{thing.term}", span, said, word=thing.term, offered=True)


def _dealt(thing: book_layout.Dealt, each: Given, among: Given) -> Statement:
    """Say how many there are of something, of how many, and how many each has."""
    assert isinstance(each.value, int)
    assert isinstance(among.value, int)
    all_there = Given(each.value * among.value, (*each.ids, *among.ids))
    values = {"n": all_there, "what": Given(thing.term), "groups": among, "group": Given(thing.called), "each": each}
    return Statement("book.counted_among", thing.span, values, shared=True)
