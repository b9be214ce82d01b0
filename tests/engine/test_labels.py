"""A listed move does what it says, whatever elements are labelled: where a label does not tell an element apart, its id is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import folder_of

import reguli

KINDS = """
  card:
    pieces: true
    starts: row
    fields: {title: {text: true}}
    label: title
    columns: [id, title]
    rows: [%s]
"""
STATE = "game: {row: {zone: card}}\nplayer: {hand: {zone: card}}\n"
RULES = """
procedure set_up:
    settle

phase work:
    for player in players:
        decide turn by player:
            take(card in row):
                move card from row to player.hand
    end game
"""
ROWS = {
    "two with one label": "[a, x], [b, y], [c, y], [d, z]",
    "one with the id of another": "[a, b], [b, x], [c, y], [d, z]",
    "labels exchanged with ids": "[a, b], [b, a], [c, y], [d, d]",
    "a label of two words": "[a, one card], [b, x], [c, '-'], [d, 'y,z']",
    "three with one, which is an id": "[a, d], [b, d], [c, d], [d, x]",
}


def begun(home: Path, rows: str) -> reguli.Playthrough:
    return reguli.load(folder_of(home, KINDS % rows, STATE, RULES)).start(2, seed=1)


def taken(playthrough: reguli.Playthrough) -> object:
    """The card that was taken, by its id."""
    return next(one.values["card"] for one in playthrough.journal() if one.verb == "choose")


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_every_listed_move_does_what_it_says(tmp_path: Path, rows: str) -> None:
    listed = begun(tmp_path, rows).moves()
    assert len(set(listed)) == len(listed) == 4
    for text, card in zip(listed, "abcd", strict=True):
        game = begun(tmp_path, rows)
        game.apply(text)
        assert taken(game) == card
        again = reguli.from_json(game.to_json(), tmp_path / "small")
        assert taken(again) == card
        assert again.moves() == game.moves()


def test_a_label_that_tells_an_element_apart_is_what_is_typed(tmp_path: Path) -> None:
    assert begun(tmp_path, ROWS["two with one label"]).moves() == ["take x", "take b", "take c", "take z"]


def test_a_label_of_several_is_refused_with_what_is_meant(tmp_path: Path) -> None:
    with pytest.raises(reguli.Unreadable) as refused:
        begun(tmp_path, ROWS["two with one label"]).apply("take y")
    assert refused.value.expected == ("x", "b", "c", "z")
