"""What players know of a hidden stack: the cards they saw go there, as long as nothing makes their places uncertain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_games import game

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.observation import player_view
from reguli.engine.position_documents.document_setup import run_procedure

KINDS = "  card: {plural: cards, pieces: true, starts: table, elements: [a, b, c, d, e, f]}"
STATE = """game:
  table: {zone: card}
  deck: {zone: card, order: stack, visible: nobody}
  away: {zone: card, visible: nobody}
  other: {zone: card, order: stack, visible: nobody}
player:
  hand: {zone: card, visible: owner}
"""
RULES = """
procedure set_up:
    settle

procedure shuffled:
    move all card in table where card = a or card = b or card = c from table to deck
    shuffle deck

procedure open_bottom(card):
    move card from table to bottom of deck

procedure open_top(card):
    move card from table to top of deck

procedure into_hand(card, player):
    move card from table to player.hand

procedure hidden_bottom(card, player):
    move card from player.hand to bottom of deck

procedure hidden_top(card, player):
    move card from player.hand to top of deck

procedure look_for(card, player):
    move card from deck to player.hand

procedure draw_away:
    draw drawn from deck to away

procedure draw_open:
    draw drawn from deck to table

procedure shuffle_deck:
    shuffle deck

procedure pile_away:
    move all from deck to other

procedure pile_back:
    move all from other to deck

phase going:
    decide pause by seat_1:
        wait: end going
        stay: end going
"""
CARDS = "abcdef"


@pytest.fixture
def sitting(tmp_path: Path) -> GamePlaythrough:
    """Three shuffled cards lie in the deck, d, e and f on the table."""
    playthrough = start_playthrough(game(tmp_path, KINDS, STATE, RULES).program(2), 1, play_forced=False)
    run_procedure(playthrough, "shuffled", [])
    return playthrough


def done(playthrough: GamePlaythrough, *steps: str) -> None:
    """Run procedures by name, with cards by letter and players by seat."""
    for step in steps:
        name, *words = step.split()
        run_procedure(playthrough, name, [int(word) if word.isdigit() else CARDS.index(word) for word in words])


def deck(playthrough: GamePlaythrough, player: int | None, zone: str = "deck") -> str:
    """What a player knows of a stack from top to bottom: letters, and a dot for each card they do not know."""
    position: Any = player_view(playthrough, player)["position"]
    seen = position["game"][zone]
    assert seen["hidden"] is True
    known = seen.get("known", [None] * seen["count"])
    assert len(known) == seen["count"]
    return "".join(card or "." for card in known)


ALL = (0, 1, None)


def test_what_all_saw_go_there_is_known_to_all(sitting: GamePlaythrough) -> None:
    assert [deck(sitting, player) for player in ALL] == ["..."] * 3
    done(sitting, "open_bottom d", "open_top e", "open_bottom f")
    assert [deck(sitting, player) for player in ALL] == ["e...df"] * 3
    # What nobody knows is not said to be known.
    assert "known" not in player_view(sitting, 0)["position"]["game"]["away"]  # type: ignore[index,call-overload,operator]


def test_a_draw_takes_the_top_and_leaves_the_rest_where_it_was(sitting: GamePlaythrough) -> None:
    done(sitting, "open_bottom d", "open_top e", "draw_away")
    assert [deck(sitting, player) for player in ALL] == ["...d"] * 3
    done(sitting, "draw_away", "draw_open")
    assert [deck(sitting, player) for player in ALL] == [".d"] * 3


def test_a_shuffle_ends_what_was_known(sitting: GamePlaythrough) -> None:
    done(sitting, "open_bottom d", "shuffle_deck", "open_top e")
    assert [deck(sitting, player) for player in ALL] == ["e...."] * 3


def test_what_only_one_saw_is_known_to_one_and_confuses_the_others(sitting: GamePlaythrough) -> None:
    done(sitting, "open_bottom d", "into_hand e 0", "hidden_bottom e 0")
    assert deck(sitting, 0) == "...de"
    assert [deck(sitting, player) for player in (1, None)] == ["....."] * 2
    done(sitting, "open_bottom f")
    assert [deck(sitting, player) for player in ALL] == ["...def", ".....f", ".....f"]


def test_a_card_looked_for_in_the_stack_ends_what_was_known_of_places(sitting: GamePlaythrough) -> None:
    """Where it lay is not told, so what lies below or above is no longer sure, not even to who took it."""
    done(sitting, "open_bottom d", "open_bottom f", "look_for a 0")
    assert [deck(sitting, player) for player in ALL] == ["...."] * 3


def test_a_card_whose_place_was_known_may_be_taken_out(sitting: GamePlaythrough) -> None:
    done(sitting, "open_bottom d", "open_bottom f", "look_for d 0")
    assert deck(sitting, 0) == "...f"


def test_a_pile_moved_where_nobody_sees_is_not_known_there(sitting: GamePlaythrough) -> None:
    done(sitting, "open_bottom d", "pile_away")
    assert [deck(sitting, player, "other") for player in ALL] == ["...."] * 3
    done(sitting, "pile_back", "open_top e")
    assert [deck(sitting, player) for player in ALL] == ["e...."] * 3


def test_what_is_known_is_true_whatever_happens(sitting: GamePlaythrough) -> None:
    """Every card that anybody is told lies where it is told to lie."""
    done(sitting, "into_hand f 1", "open_top d", "hidden_top f 1", "open_bottom e", "draw_away", "draw_away")
    field = sitting.program.layout.fields["game.deck"]
    count = sitting.slots[field.base]
    lying = [CARDS[card] for card in sitting.slots[field.base + 1 : field.base + 1 + count]][::-1]
    for player in ALL:
        told = deck(sitting, player)
        assert all(said in (".", card) for said, card in zip(told, lying, strict=True))
    assert deck(sitting, 1)[-1] == "e"


def test_undo_takes_knowledge_back(sitting: GamePlaythrough) -> None:
    branch = sitting.branch()
    done(sitting, "open_bottom d")
    assert (deck(sitting, None), deck(branch, None)) == ("...d", "...")
