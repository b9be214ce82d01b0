"""A variant that plays the phases in another order: chapters follow it, and the sentence on the order is said anew, no other one."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.opening import playable
from reguli.app.printing.books import source_of_book
from reguli.publish.document.tree import Sentence
from reguli.publish.document.walk import every
from reguli.publish.products.book import say_book
from reguli.publish.products.book_planning import plan_book
from reguli.publish.products.card import language_named
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

BUILD_FIRST = Path(__file__).parents[1] / "variants" / "build_first"
ORDER = ["player_order", "auction", "building", "resources", "bureaucracy"]


@pytest.mark.parametrize("code", ["ro", *(pytest.param(code, marks=pytest.mark.night) for code in ("en", "hu"))])
def test_chapters_and_sentences_follow_the_order_of_the_phases(code: str) -> None:
    bag = Bag()
    source = source_of_book(playable(str(BUILD_FIRST), {}), None, bag)
    book = say_book(plan_book(source.material, source.layout, bag), source, language_named(code), bag, Sources())
    phases = [section for section in book.sections if section.phase is not None]
    assert [section.id for section in phases] == ORDER
    assert [section.number for section in phases] == list(range(phases[0].number, phases[0].number + len(ORDER)))
    made = {one.label: one.line for section in book.sections for one in every(section, Sentence) if one.line.made}
    assert set(made) == {"P36"}
    places = [made["P36"].text.index(f"{name}") for name in ORDER]
    assert places == sorted(places)
