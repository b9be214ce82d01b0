"""A zone whose count is hidden: who does not see it is not told how many lie there, nor that something comes or goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import folder_of, game

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.journal import count_visible_entries, visible_entries
from reguli.engine.observation import player_view
from reguli.pipeline import LoadedRuleset

KINDS = """
  card: {pieces: true, starts: deck, elements: [one, two, three, four, five, six]}
"""
STATE = """
game: {deck: {zone: card, order: stack, visible: nobody}, well: {zone: card, visible: nobody, count: hidden}}
player: {hand: {zone: card, visible: owner}, hoard: {zone: card, visible: owner, count: hidden}}
"""
RULES = """
procedure set_up:
    for player in players:
        repeat dealt times:
            draw card from deck to player.hand

phase work:
    for player in players:
        decide turn by player, or rest:
            keep(card in player.hand):
                needs GUARD because too_many
                move card from player.hand to player.hoard
            drown(card in player.hoard):
                move card from player.hoard to well
    if round = rounds:
        end game
"""


def loaded(folder: Path, guard: str = "count(player.hoard) < dealt") -> LoadedRuleset:
    return game(folder, KINDS, STATE, RULES.replace("GUARD", guard), dealt=2, rounds=4)


def begun(folder: Path) -> GamePlaythrough:
    played = start_playthrough(
        loaded(folder).program(2), prescribed={"deck": [["one", "two", "three", "four", "five", "six"]]}
    )
    assert played.actor == 0
    return played


def hoard(played: GamePlaythrough, viewer: int | None) -> object:
    shown = player_view(played, viewer)["position"]
    assert isinstance(shown, dict)
    owned = shown["player"]
    assert isinstance(owned, dict)
    return owned["hoard"]["seat_1"]  # type: ignore[index, call-overload]


def test_who_does_not_see_it_does_not_count_it(tmp_path: Path) -> None:
    played = begun(tmp_path)
    before = hoard(played, 1)
    card = played.legal()[0]
    assert card.option == "keep"
    played.apply(card)
    assert hoard(played, 1) == hoard(played, None) == before == {"hidden": True}
    assert len(hoard(played, 0)) == 1  # type: ignore[arg-type]


def test_the_journal_does_not_say_where_it_went_nor_what_went_from_there_to_where_nobody_counts(tmp_path: Path) -> None:
    played = begun(tmp_path)
    began = count_visible_entries(played, 1)
    assert began == count_visible_entries(played) == len(played.journal)
    keep = played.legal()[0]
    played.apply(keep)
    moved = [entry for entry in visible_entries(played, 1, began) if entry.verb == "move"]
    assert [entry.text for entry in moved] == ["move ?: seat_1.hand -> ?"]
    assert [entry.values["to"] for entry in moved] == [{"hidden": True}]
    played.apply(Move("rest", ()))
    since = count_visible_entries(played, 1), count_visible_entries(played)
    played.apply(Move("drown", keep.arguments))
    told = {
        viewer: visible_entries(played, viewer, at) for viewer, at in ((1, since[0]), (0, since[1]), ("all", since[1]))
    }
    texts = {viewer: [entry.verb for entry in found].count("move") for viewer, found in told.items()}
    # The owner sees where it comes from, and so that it went; the other is told of the choice alone.
    assert texts == {1: 0, 0: 1, "all": 1}
    assert next(entry.text for entry in told[0] if entry.verb == "move").endswith("seat_1.hoard -> ?")
    # Numbers leave no gap that would tell.
    assert [entry.index for entry in visible_entries(played, 1)] == list(range(count_visible_entries(played, 1)))
    assert count_visible_entries(played, 1) == count_visible_entries(played) - 1


@pytest.mark.parametrize(
    ("guard", "code"),
    [
        ("count(player.hoard) < dealt", []),
        ("count(next(player).hoard) < dealt", ["R350"]),
        ("next(player).hoard is empty", ["R350"]),
        ("well is empty", ["R350"]),
        ("count(next(player).hand) < dealt", []),
    ],
)
def test_a_guard_asks_the_count_only_of_who_sees_it(tmp_path: Path, guard: str, code: list[str]) -> None:
    rules = RULES.replace("GUARD", guard)
    found = LoadedRuleset(str(folder_of(tmp_path, KINDS, STATE, rules, dealt=2, rounds=4)))
    assert (found.ruleset is None) == bool(code)
    assert [finding.code for finding in found.bag] == code
