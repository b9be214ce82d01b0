"""What is remembered of a position is what would be computed again: whatever changes is stamped."""

from __future__ import annotations

from pathlib import Path

import pytest
from interpreter_pairs import FOLDERS, STATE, rules, ruleset, twins

from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.state_snapshots import copy_state, with_scratch_slots
from reguli.ir.executable_program import Playable
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import EPOCH
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import ElementType
from reguli.play.bot_policies import RandomOptionBot

MOVES = 60
"""Enough to come through every phase of the small games and some rounds of the large ones."""


def _asked(program: Playable) -> tuple[list[tuple[str, Closure]], int]:
    """Make a closure for each define of no arguments or of the first element of a kind, and say how much room they take."""
    layout, beside = program.layout, program.asking(program.ruleset)
    found = []
    for name, define in program.ruleset.defines.items():
        if all(isinstance(one.type, ElementType) and layout.size_of(one.type.kind) for one in define.parameters):
            first = tuple(t.Constant(one.type, 0) for one in define.parameters)
            found.append((name, beside.closure(t.Apply(define.type, name, first))))
    return found, beside.room


def _value(closure: Closure, slots: list[int]) -> object:
    try:
        found = closure(slots)
    except RulesFault as fault:
        return fault.args[0]
    return tuple(found) if isinstance(found, list | range) else found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_is_remembered_is_what_is_worked_out_anew(folder: Path) -> None:
    bound = ruleset(folder)
    program, bot = generate_python_program(bound, bound.players[0]), RandomOptionBot()
    asked, room = _asked(program)
    playthrough: GamePlaythrough = start_playthrough(program, seed=3)
    for _ in range(MOVES):
        if playthrough.over:
            break
        kept = with_scratch_slots(program, playthrough.slots, room)
        program.remember(kept)
        for name, closure in asked:
            assert _value(closure, kept) == _value(closure, copy_state(kept)), name
        assert kept[EPOCH]
        playthrough.apply(bot.choose(playthrough))


LASTING = STATE.replace("ready: {flag: true}", "ready: {flag: true, lasts: round}").replace(
    "left: {number: stone", "left: {number: player"
)
ROUNDS = """define ready_ones = count(all player in players where player.ready)

phase counting:
    decide step by first(players):
        go:
            set first(players).ready to true
            set left to ready_ones
        look:
            set left to ready_ones
    if round = seven:
        end game
"""


def test_what_lasts_a_round_is_stamped_when_it_is_over(tmp_path: Path) -> None:
    """One is ready in the first round; at the beginning of the second nobody is."""
    folder = rules(tmp_path, ROUNDS, {"state.yaml": LASTING})
    for program in twins(folder, 2):
        playthrough = start_playthrough(program, play_forced=False)
        left = program.layout.fields["game.left"].base
        found = []
        for option in ("go", "look"):
            playthrough.apply(next(move for move in playthrough.legal() if move.option == option))
            found.append(playthrough.slots[left])
        assert found == [1, 0]
