"""Reactions on pieces fire clockwise from the player at turn; outside of turns from the first in the order of seats."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

FILES = {
    "game.yaml": "ruleset: bells\nlanguage: 2\nversion: 1.0.0\nname: Bells\nplayers: {min: 3, max: 3}\nsetup: hand_out\nround: [ringing]\n",
    "components/bells.yaml": """\
kinds:
  bell:
    plural: bells
    pieces: true
    starts: box
    in_force: {in: player.bells}
    rules: |
        when rung(any ringer) then: run answer(owner, this)
    rows: [{id: brass, copies: 4}]
""",
    "state.yaml": "game:\n  box: {zone: bell}\nplayer:\n  bells: {zone: bell}\n  heard: {number: number, range: [0, 9]}\n",
    "rules/bells.rules": """\
event rung(player)

procedure hand_out:
    move brass_4 from box to first(players).bells
    move brass_3 from box to next(first(players)).bells
    for player in players:
        if box is not empty:
            move first(box) from box to player.bells

procedure answer(player, bell):
    decide echo by player:
        listen:
            add 1 to player.heard
        hum:
            settle

phase ringing:
    announce rung(first(players))
    settle
    for ringer in players:
        turn of ringer:
            announce rung(ringer)
    end game
""",
}


@pytest.fixture
def bells(tmp_path: Path) -> reguli.Playthrough:
    folder = tmp_path / "bells"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return reguli.load(str(folder)).start(players=3, seed=1, play_forced=False)


def test_they_go_round_from_the_player_at_turn_each_in_the_order_of_the_box(bells: reguli.Playthrough) -> None:
    # Seat 1 has two bells, seat 2 two, seat 3 none: outside of turns from seat 1, then from whoever has the turn.
    heard = []
    while not bells.over:
        assert bells.decision is not None
        heard.append(bells.decision.by)
        bells.apply("hum")
    outside, first, second, third = heard[:4], heard[4:8], heard[8:12], heard[12:]
    assert outside == first == ["seat_1", "seat_1", "seat_2", "seat_2"]
    assert second == ["seat_2", "seat_2", "seat_1", "seat_1"]
    assert third == ["seat_1", "seat_1", "seat_2", "seat_2"]
