"""Nouns beside their owners: al, a, ai, ale in Romanian, the suffix of one owner in Hungarian."""

from __future__ import annotations

import pytest
from realisers import REACH, TONGUES, parsed, place, said

from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.words.wording_checks import check_wording
from reguli.words.wording_parser import parse_wording


def _found(code: str, text: str) -> list[str]:
    bag = Bag()
    check_wording(parsed(text, bag), REACH, TONGUES[code], bag)
    return [f"{one.code} {dict(one.args).get('right', '')}".strip() for one in bag]


@pytest.mark.parametrize(
    ("wording", "right"),
    [
        # A tail stands between the article and the owner: planșa de joc a jucătorului.
        ("[Board:the] [player:of the]", "[Board:owned]"),
        ("[board:many the] [player:of the]", "[board:many owned]"),
        ("din [board:of the] [player:of a]", "[board:of owned]"),
        ("[board:the] [who:of]", "[board:owned]"),
        ("[board:the] fiecărui [player]", "[board:owned]"),
        ("[board:the] tuturor", "[board:owned]"),
        ("[board:many the] jucătorilor", "[board:many owned]"),
        ("[board:the] lui [who]", "[board:owned]"),
        ("[board:the] unei [auction]", "[board:owned]"),
        ("[board:the] [open? yes: [player:of the] | no: goală]", "[board:owned]"),
        ("[open? yes: [board:the] | no: [card:the]] [player:of the]", "[board:owned]"),
        ("[open? yes: [board:the] ]fiecărui [player]", "[board:owned]"),
        # Of a value nobody knows whether it has a tail; the form is right for both.
        ("[what:the] [player:of the]", "[what:owned]"),
        # Right as they are.
        ("[card:the] [player:of the]", None),
        ("[card:many the] fiecărui [player]", None),
        ("[board:owned] [player:of the]", None),
        ("[board:the] a [player:of the]", None),
        ("[board:the], [player:of the]", None),
        ("[board] [player:of the]", None),
        ("[board:the] căruia îi lipsesc", None),
        ("[board:the] multicolor", None),
        ("[board:the] pe [player:the]", None),
        ("Dați fiecărui [player] [board:the].", None),
    ],
)
def test_romanian_owners_behind_a_tail(wording: str, right: str | None) -> None:
    assert _found("ro", wording) == ([] if right is None else [f"W213 {right}"])


@pytest.mark.parametrize(
    ("wording", "right"),
    [
        # Named owners: a játékosok házai, not házaik.
        ("[A/Az] [player:many] [house:their many]", "[house:his many]"),
        ("[A/Az] [player:many] [house:their many -ra]", "[house:-ra his many]"),
        ("[A/Az] [player:many] [house:their]", "[house:his]"),
        ("[things] [house:their many]", "[house:his many]"),
        ("[A/Az] [neighbour:their many] [house:their many]", "[house:his many]"),
        ("Az osztott mezők [house:their many]", "[house:his many]"),
        ("a vonalak [house:their many -val]", "[house:-val his many]"),
        # Not named, or not the owner.
        ("[A/Az] [player:many] [house:his many]", None),
        ("[A/Az] [player:many] [a/az] [house:their many]", None),
        ("[A/Az] [player:many] [house:their many -t] eladhatják.", None),
        ("Ezek [house:their many -t] jelentik.", None),
        ("vesznek [house:their many -ra]", None),
        ("csak [house:their many]", None),
        ("de csak a saját [house:their many -hoz]", None),
        ("teszik [house:their many -ra]", None),
        ("a városaik, [house:their many]", None),
    ],
)
def test_hungarian_owners_that_are_named(wording: str, right: str | None) -> None:
    assert _found("hu", wording) == ([] if right is None else [f"W214 {right}"])


def test_the_form_that_is_asked_for_reads_well() -> None:
    assert said("ro", "[Board:many owned] [player:of the]", {}) == "Planșele de joc ale jucătorului"
    assert said("ro", "[board:of owned] fiecărui [player]", {}) == "planșei de joc a fiecărui jucător"
    assert said("ro", "[card:many owned] [player:of the]", {}) == "cărțile jucătorului"
    assert said("hu", "[A/Az] [player:many] [house:his many]", {}) == "A játékosok házai"


def test_the_place_is_that_of_the_noun() -> None:
    bag = Bag()
    check_wording(parsed("Puneți [board:the] fiecărui [player].", bag), REACH, TONGUES["ro"], bag)
    assert render_with_excerpt(next(iter(bag)), Sources()).startswith("wording:1:8")


@pytest.mark.parametrize(
    ("wording", "letters"), [("un oraş", "ș"), ("o piaţă, Ţara", "ț Ț"), ("un oraș și o piață", "")]
)
def test_romanian_letters_with_a_cedilla_are_found(wording: str, letters: str) -> None:
    assert _found("ro", wording) == [f"W215 {letter}" for letter in letters.split()]
    assert _found("hu", wording) == []


@pytest.mark.parametrize(
    ("name", "text", "codes"),
    [
        ("game:tt4", "Tt4", ()),
        ("game:dune", "Dune 2", ()),
        ("element:space/second_forest", "Second forest", ()),
        ("element:space/forest_2", "Forest 2", ()),
        ("element:space/forest_2", "Forest 3", ("W205",)),
        ("statement:S1", "Draw 2 cards, then two.", ("W205", "W206")),
    ],
)
def test_a_number_in_a_name_is_no_number_of_the_rules(name: str, text: str, codes: tuple[str, ...]) -> None:
    bag = Bag()
    check_wording(parse_wording(name, text, place, bag), REACH, TONGUES["en"], bag)
    assert tuple(sorted(bag.codes)) == codes
