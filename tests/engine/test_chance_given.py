"""Chance prescribed by people."""

from __future__ import annotations

import pytest
from booth import sitting

from reguli.engine.chance import ChanceRefused, ChanceSource
from reguli.engine.chance_given import UnknownSite, chance_sites, never_reached, passed_over, read_prescribed
from reguli.engine.playthrough import begin
from reguli.engine.speech import Unreadable
from reguli.ir.program import Program


def test_every_site_has_the_name_a_person_writes(made: Program) -> None:
    assert chance_sites(made, ("anna", "ben")) == {
        "deck": ("deck", "card"),
        "leader": ("leader", "player"),
        "winner": ("winner", "player"),
    }


def test_names_and_labels_become_ids(made: Program) -> None:
    given = {"leader": "ben", "deck": [[6, "wolf"], ["fox"]], "deck.draws": [1]}
    assert read_prescribed(made, given, ("anna", "ben")) == {
        "leader": ["seat_2"],
        "deck": [["lynx", "wolf"], ["fox"]],
        "deck.draws": ["fox"],
    }


def test_what_nobody_knows_is_refused(made: Program) -> None:
    with pytest.raises(UnknownSite) as site:
        read_prescribed(made, {"dekc": []})
    assert site.value.known == ("deck", "leader", "winner")
    with pytest.raises(Unreadable):
        read_prescribed(made, {"leader": ["zoe"]}, ("anna", "ben"))


def test_single_draws_come_before_the_order(made: Program) -> None:
    given = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "deck.draws": ["owl"]}
    playthrough = begin(made, prescribed=given)
    assert [outcome for site, outcome in playthrough.chance.log if site == "deck"] == ["owl", "lynx", "wolf", "bear"]


def test_an_outcome_that_cannot_come_is_refused(made: Program) -> None:
    with pytest.raises(ChanceRefused) as refused:
        begin(made, prescribed={"deck.draws": ["lynx", "lynx"]})
    assert (refused.value.site, refused.value.wanted) == ("deck", "lynx")
    assert "wolf" in refused.value.candidates


def test_recorded_outcomes_come_first_by_site(made: Program) -> None:
    first = sitting(made)
    again = begin(made, 77, recorded=first.chance.log)
    assert again.slots[: made.logical] == first.slots[: made.logical]


def test_of_an_order_only_what_was_drawn_is_passed_over() -> None:
    order = {"deck": [["lynx", "wolf"]]}
    drawn = ChanceSource(1, order, [("deck", "lynx")])
    assert drawn.choose("deck", 1, 1, ["fox", "wolf"]) == 1
    with pytest.raises(ChanceRefused) as refused:
        ChanceSource(1, order).choose("deck", 1, 0, ["fox", "wolf"])
    assert refused.value.wanted == "lynx"


def test_of_a_later_order_what_is_gone_is_passed_over_and_told() -> None:
    source = ChanceSource(1, {"deck": [[], ["lynx", "elk", "wolf"]]}, [("deck", "elk")])
    assert source.choose("deck", 2, 1, ["fox", "wolf"]) == 1
    # The elk was drawn before, so nobody wonders about it; the lynx was never there.
    assert [passed.card for passed in source.passed] == ["lynx"]
    other = source.branch()
    source.back(1)
    assert source.passed == []
    assert len(other.passed) == 1


def test_an_empty_order_leaves_a_shuffle_to_the_seed() -> None:
    cards = ["bear", "elk", "fox", "lynx"]
    free = [ChanceSource(seed).choose("deck", 1, 0, cards) for seed in range(9)]
    assert [ChanceSource(seed, {"deck": [[], ["elk"]]}).choose("deck", 1, 0, cards) for seed in range(9)] == free
    assert len(set(free)) > 1


def test_what_a_playthrough_never_came_to_is_known(made: Program) -> None:
    given = {"leader": ["seat_1", "seat_2"], "deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"], [], ["owl"]]}
    playthrough = begin(made, prescribed={**given, "deck.draws": ["lynx"], "winner": ["seat_2"]})
    cast = [site for site, _ in playthrough.chance.log]
    assert (cast.count("leader"), cast.count("winner")) == (1, 0)
    found = {unused.site: unused.outcomes for unused in never_reached(playthrough)}
    assert found == {"leader": ("seat_2",), "winner": ("seat_2",), "deck": ("owl",)}
    assert passed_over(playthrough) == ()
