"""Every shipped ruleset and toy, played at random: saved, seen, told and asked about without a hitch."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import visible_entries
from reguli.engine.history.save_files import replay_json_save, to_json
from reguli.engine.notation import move_json, move_text, parse_json_move, parse_move
from reguli.engine.observation import player_view
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag

TOP = Path(__file__).resolve().parent.parent.parent
HOMES = (TOP / "rulesets", TOP / "tests" / "rulesets")
FOLDERS = sorted(path.parent for home in HOMES for path in home.glob("*/game.yaml"))
MOST_MOVES = 120


def begun(folder: Path) -> GamePlaythrough:
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None, loaded.bag.codes
    players = loaded.ruleset.players[1]
    return start_playthrough(loaded.program(players), 11, names=tuple("abcdefghij"[:players]))


def step(playthrough: GamePlaythrough, lots: Random) -> None:
    """Play a move as text or as JSON, kinds of moves equally often."""
    decision, program, names = playthrough.decision, playthrough.program, playthrough.names
    assert decision is not None
    families = list(playthrough.families())
    family = lots.choice(families)
    move = family.move(lots.randrange(family.size))
    assert refusal_reasons(playthrough, move) == ()
    assert parse_move(program, decision, move_text(program, decision, move, names), names) == move
    assert parse_json_move(program, decision, json.loads(json.dumps(move_json(program, decision, move)))) == move
    playthrough.apply(move)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_random_playthrough_is_saved_seen_and_told(folder: Path) -> None:
    playthrough, lots = begun(folder), Random(5)
    program, names = playthrough.program, playthrough.names
    while not playthrough.over and len(playthrough.moves) < MOST_MOVES:
        step(playthrough, lots)
    again = replay_json_save(json.loads(json.dumps(to_json(playthrough))), lambda *_: program, Bag())
    assert again is not None
    assert again.differs is None
    assert again.playthrough.hash == playthrough.hash
    assert again.playthrough.journal == playthrough.journal
    for viewer in (None, *range(program.players)):
        assert json.dumps(player_view(playthrough, viewer))
        told = visible_entries(playthrough, viewer)
        assert len(told) == len(playthrough.journal)
        assert all(entry.text for entry in told)
    assert json.dumps([dict(entry.values) for entry in visible_entries(playthrough)])
    assert json.loads(json.dumps(position_as_plain(program, playthrough.slots, names)))
    start = playthrough.past_hashes()[0]
    while playthrough.undo():
        pass
    assert playthrough.hash == start
