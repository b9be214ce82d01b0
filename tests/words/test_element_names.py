"""An element that is no term is called by its own wording wherever a sentence has it for a value."""

from __future__ import annotations

import pytest
from realisers import TONGUES, parsed

from reguli.source.diagnostic import Bag
from reguli.words.catalogue.wording_catalogue import read_catalogue
from reguli.words.placeholder_formatting import format_wording
from reguli.words.translation.translation_workspace import with_element_names
from reguli.words.wording_parser import Value

WEST = {"en": "west", "ro": "vest", "hu": "nyugat"}
EAST = {"en": "east", "ro": "est", "hu": "kelet"}


def entry(name: str, text: str) -> str:
    return f'msgctxt "element:{name}"\nmsgid "x"\nmsgstr "{text}"\n\n'


def spoken(code: str, wording: str, value: Value, *entries: str) -> tuple[str, tuple[str, ...]]:
    own, bag = read_catalogue("".join(entries), "own.po", code, Bag()), Bag()
    text = format_wording(parsed(wording, Bag()), {"where": value}, with_element_names(TONGUES[code], own), bag)
    return text, tuple(bag.codes)


@pytest.mark.parametrize(
    ("code", "wording", "value", "expected"),
    [
        ("en", "[where]", "w", "west"),
        ("hu", "[where:-ban]", "w", "nyugatban"),
        ("hu", "[where]", ("w", "e"), "nyugat és kelet"),
        ("ro", "[where]", ("w", "e"), "vest și est"),
        ("en", "[where:or]", ("w", "e"), "west or east"),
        ("en", "[where? one: one of them | several]", ("w", "e"), "several"),
    ],
)
def test_an_element_is_called_by_its_wording(code: str, wording: str, value: Value, expected: str) -> None:
    said = spoken(code, wording, value, entry("side/w", WEST[code]), entry("side/e", EAST[code]))
    assert said == (expected, ())


def test_a_term_stays_the_term() -> None:
    assert spoken("en", "[where:many]", "plant", entry("side/plant", "west")) == ("plants", ())


@pytest.mark.parametrize(
    "entries",
    [
        (entry("side/w", "west"), entry("wind/w", "westerly")),
        (entry("side/w", "[of_nobody]"),),
        ("#, fuzzy\n" + entry("side/w", "west"),),
    ],
    ids=["two kinds call it otherwise", "its wording says what is not given", "nobody has looked at it"],
)
def test_what_is_not_sure_is_asked_for(entries: tuple[str, ...]) -> None:
    assert spoken("en", "[where]", "w", *entries) == ("⟦where⟧", ("W203",))
