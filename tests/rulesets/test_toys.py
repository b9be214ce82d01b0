"""Every toy loads without a finding and plays to its end at random, nothing made or lost on the way."""

from __future__ import annotations

from random import Random

import pytest
from toys import HERE, assert_conserved, chosen, folders, home, libraries, loaded, program, random_sittings

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.model.resolved_ruleset import without_copy_depth

MOST_MOVES = 400
MOST_GAMES = 20
LONGEST = 120
"""No toy has more lines of rules."""


def test_every_folder_is_a_toy() -> None:
    assert folders()[: -len(libraries())] == sorted(
        path.name for path in HERE.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))
    )


@pytest.mark.parametrize("name", folders())
def test_it_is_small_and_carries_its_statements(name: str) -> None:
    documents = loaded(name).documents
    assert documents is not None
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (home(name) / "rules").iterdir())
    # The rules of the library are shown by its game, which may be shorter.
    assert (10 if name in libraries() else 20) <= lines <= LONGEST
    ruleset = loaded(name).ruleset
    assert ruleset is not None
    assert {entry.id for entry in documents.inventory} == set(ruleset.citations)


@pytest.mark.parametrize("name", folders())
def test_it_plays_to_its_end_for_each_number_of_players(name: str) -> None:
    for players, seed in random_sittings(name):
        playthrough = start_playthrough(program(name, players), seed)
        lots = Random(seed)
        while not playthrough.over:
            assert len(playthrough.moves) < MOST_MOVES
            playthrough.apply(chosen(playthrough, lots))
            assert_conserved(playthrough.program, playthrough.slots)
            assert_nothing_left_over(playthrough)
        assert sorted(place.player for place in playthrough.places()) == list(range(players))
        assert_replays(playthrough)


def assert_nothing_left_over(playthrough: GamePlaythrough) -> None:
    """What a trigger looked at is forgotten when triggers are done, so that equal positions are equal."""
    triggers = playthrough.program.ruleset.triggers
    storage = playthrough.program.layout.storage
    slots = [storage[trigger.variable.key].slot for trigger in triggers if trigger.variable is not None]
    if not playthrough.fact("settling"):
        assert not any(playthrough.slots[slot] for slot in slots)


def assert_replays(playthrough: GamePlaythrough) -> None:
    """The same moves and outcomes give the same position; undo and branches give back what was."""
    again = start_playthrough(playthrough.program, 99, recorded=playthrough.chance.log)
    chosen_moves = [played.move for played in playthrough.moves if not played.forced]
    before = []
    for move in chosen_moves:
        before.append(again.hash)
        branch = again.branch()
        branch.apply(move)
        assert again.hash == before[-1]
        again.apply(move)
        assert again.hash == branch.hash
    assert again.over
    assert again.hash == playthrough.hash
    for expected in reversed(before):
        assert again.undo()
        assert again.hash == expected


@pytest.mark.parametrize("name", folders())
def test_every_option_is_taken_by_some_random_game(name: str) -> None:
    """An option out of reach would test nothing."""
    players = max(players for players, _ in random_sittings(name))
    made = program(name, players)
    left = {without_copy_depth(choice.option.rule) for decision in made.decisions for choice in decision.choices}
    for seed in range(MOST_GAMES):
        playthrough = start_playthrough(made, seed)
        lots = Random(seed)
        while not playthrough.over:
            playthrough.apply(chosen(playthrough, lots))
        for played in playthrough.moves:
            choices = made.decisions[played.decision].choices
            left -= {
                without_copy_depth(choice.option.rule) for choice in choices if choice.option.name == played.move.option
            }
        if not left:
            return
    pytest.fail(f"never taken: {sorted(left)}")
