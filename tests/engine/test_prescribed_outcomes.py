"""Chance prescribed by people."""

from __future__ import annotations

from pathlib import Path

import pytest
from booth import sitting
from small_games import game

from reguli.engine.chance_nodes import (
    PrescribedTwice,
    UnknownSite,
    chance_sites,
    parse_prescribed_outcomes,
    skipped_outcomes,
    unused_prescriptions,
)
from reguli.engine.chance_source import ChanceRefused, ChanceSource
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.notation import Unreadable
from reguli.engine.position_documents.document_setup import run_procedure
from reguli.ir.executable_program import Playable

PILES = """
procedure set_up:
    for player in players:
        move all beast in box where beast.owner = player from box to player.pile
        shuffle player.pile
        draw first_one from player.pile to table

phase going:
    end game
"""
LAST = """
procedure set_up:
    repeat two times:
        move all beast in table where beast != bear from table to deck
        shuffle deck
        repeat three times:
            draw drawn from deck to table

procedure known_top:
    move all beast in table where beast != bear from table to deck
    shuffle deck
    move bear from table to deck
    repeat four times:
        draw drawn from deck to table

phase going:
    end game
"""


@pytest.fixture
def own_decks(tmp_path: Path) -> Playable:
    beasts = "[[ox, seat_2], [emu, seat_2], [cat, seat_1], [dog, seat_1]]"
    kinds = f"  beast: {{plural: beasts, pieces: true, starts: box, fields: {{owner: {{kind: player}}}}, columns: [id, owner], rows: {beasts}}}"
    state = "game:\n  box: {zone: beast}\n  table: {zone: beast}\nplayer:\n  pile: {zone: beast, order: stack}\n"
    return game(tmp_path, kinds, state, PILES).program(2)


@pytest.fixture
def last_card(tmp_path: Path) -> Playable:
    kinds = "  beast: {plural: beasts, pieces: true, starts: table, elements: [bear, elk, fox, owl]}"
    state = "game:\n  table: {zone: beast}\n  deck: {zone: beast, order: stack}\n"
    return game(tmp_path, kinds, state, LAST, two=2, three=3, four=4).program(2)


def test_every_site_has_the_name_a_person_writes(made: Playable) -> None:
    found = {site.name: (site.key, site.form, site.kind) for site in chance_sites(made, ("anna", "ben"))}
    assert found == {
        "deck": ("deck", "stack", "card"),
        "leader": ("leader", "lot", "player"),
        "winner": ("winner", "lot", "player"),
    }
    rules = {site.name: site.rules for site in chance_sites(made)}
    assert rules["leader"] == ("set_up/lot",)
    assert rules["deck"] == ("set_up/draw", "deal_all/draw")


def test_names_and_labels_become_ids(made: Playable) -> None:
    names = ("anna", "ben")
    # A card's label is its worth: 6 is the lynx, 1 the fox.
    given = {"leader": "ben", "deck": [[6, "wolf"], ["fox"]], "winner": ["Anna", "seat_2"]}
    assert parse_prescribed_outcomes(made, given, names) == {
        "leader": ["seat_2"],
        "deck": [["lynx", "wolf"], ["fox"]],
        "winner": ["seat_1", "seat_2"],
    }
    assert parse_prescribed_outcomes(made, {"deck.draws": [1, "wolf"]}, names) == {"deck.draws": ["fox", "wolf"]}


def test_a_seat_is_a_whole_number_from_0(made: Playable) -> None:
    assert parse_prescribed_outcomes(made, {"leader": [1, 0]}) == {"leader": ["seat_2", "seat_1"]}
    for seat in (2, -1, True):
        with pytest.raises(Unreadable) as refused:
            parse_prescribed_outcomes(made, {"leader": [seat]}, ("anna", "ben"))
        assert refused.value.expected == ("anna", "ben")


def test_one_order_alone_needs_no_list_around_it(made: Playable) -> None:
    assert parse_prescribed_outcomes(made, {"deck": ["lynx", "wolf"]}) == {"deck": [["lynx", "wolf"]]}
    assert parse_prescribed_outcomes(made, {"deck": []}) == {"deck": []}
    for mixed in ([["lynx"], "wolf"], [{"lynx", "wolf"}], {"lynx"}, [None], [["lynx", ["wolf"]]]):
        with pytest.raises(Unreadable, match="X113"):
            parse_prescribed_outcomes(made, {"deck": mixed})


@pytest.mark.parametrize(
    ("given", "site", "first", "second"),
    [
        ({"deck": [["lynx"]], "deck.draws": ["wolf"]}, "deck", "deck", "deck.draws"),
        ({"deck.draws": ["wolf"], "deck": [["lynx"]]}, "deck", "deck.draws", "deck"),
    ],
)
def test_what_is_prescribed_twice_is_told(
    made: Playable, given: dict[str, object], site: str, first: str, second: str
) -> None:
    with pytest.raises(PrescribedTwice) as twice:
        parse_prescribed_outcomes(made, given)
    assert (twice.value.site, twice.value.first, twice.value.second) == (site, first, second)
    assert isinstance(twice.value, ValueError)


def test_a_stack_of_a_player_has_one_name_and_is_found_by_all(own_decks: Playable) -> None:
    names = ("anna", "ben")
    assert [site.name for site in chance_sites(own_decks, names) if site.field is not None and site.field.several] == [
        "anna.pile",
        "ben.pile",
    ]
    wanted = {"player.pile.1": [["ox", "emu"]]}
    for word in ("ben.pile", "BEN.pile", "seat_2.pile"):
        assert parse_prescribed_outcomes(own_decks, {word: [["ox", "emu"]]}, names) == wanted
    with pytest.raises(PrescribedTwice) as twice:
        parse_prescribed_outcomes(own_decks, {"ben.pile": [["ox"]], "seat_2.pile": [["emu"]]}, names)
    assert (twice.value.first, twice.value.second) == ("ben.pile", "seat_2.pile")
    with pytest.raises(UnknownSite):
        parse_prescribed_outcomes(own_decks, {"cleo.pile": [["ox"]]}, names)


def test_what_nobody_knows_is_refused(made: Playable) -> None:
    with pytest.raises(UnknownSite) as site:
        parse_prescribed_outcomes(made, {"dekc": []})
    assert (site.value.known, site.value.near) == (("deck", "leader", "winner"), "deck")
    with pytest.raises(Unreadable) as unreadable:
        parse_prescribed_outcomes(made, {"leader": ["zoe"]}, ("anna", "ben"))
    assert (unreadable.value.site, unreadable.value.word) == ("leader", "zoe")
    # A lot has no single draws: its outcomes are single already.
    with pytest.raises(UnknownSite):
        parse_prescribed_outcomes(made, {"leader.draws": ["seat_1"]})


def test_single_draws_are_used_up_by_every_card_of_a_shuffled_part(last_card: Playable) -> None:
    """Three cards are shuffled, all are drawn, they are shuffled and drawn again: six draws, two of them of a last card."""
    draws = ["owl", "elk", "fox", "fox", "owl", "elk"]
    playthrough = start_playthrough(last_card, prescribed={"deck.draws": draws})
    assert [outcome for _, outcome in playthrough.chance.log] == draws
    assert unused_prescriptions(playthrough) == ()
    with pytest.raises(ChanceRefused) as refused:
        start_playthrough(last_card, prescribed={"deck.draws": ["owl", "elk", "elk"]})
    assert (refused.value.wanted, refused.value.candidates) == ("elk", ("fox",))
    recorded = start_playthrough(last_card, 9, recorded=playthrough.chance.log)
    assert recorded.chance.log == playthrough.chance.log


def test_a_card_whose_place_is_known_is_no_outcome(last_card: Playable) -> None:
    """The bear is put on top of the shuffled cards before they are drawn a third time."""
    playthrough = start_playthrough(last_card)
    run_procedure(playthrough, "known_top", [])
    drawn = [outcome for _, outcome in playthrough.chance.log[6:]]
    assert (len(drawn), set(drawn)) == (3, {"owl", "elk", "fox"})


def test_an_outcome_that_cannot_come_is_refused(made: Playable) -> None:
    with pytest.raises(ChanceRefused) as refused:
        start_playthrough(made, prescribed={"deck.draws": ["lynx", "lynx"]})
    assert (refused.value.site, refused.value.wanted) == ("deck", "lynx")
    assert "wolf" in refused.value.candidates


def test_recorded_outcomes_come_first_by_site(made: Playable) -> None:
    first = sitting(made)
    again = start_playthrough(made, 77, recorded=first.chance.log)
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


def test_what_a_playthrough_never_came_to_is_known(made: Playable) -> None:
    given = {"leader": ["seat_1", "seat_2"], "deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"], [], ["owl"]]}
    playthrough = start_playthrough(made, prescribed={**given, "winner": ["seat_2"]})
    cast = [site for site, _ in playthrough.chance.log]
    assert (cast.count("leader"), cast.count("winner")) == (1, 0)
    found = {unused.site: unused.outcomes for unused in unused_prescriptions(playthrough)}
    assert found == {"leader": ("seat_2",), "winner": ("seat_2",), "deck": ("owl",)}
    assert skipped_outcomes(playthrough) == ()
