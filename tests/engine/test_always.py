"""What must always hold is looked at wherever the rules come to rest: at each settle point and at the very end."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import game

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.runtime_faults import RulesFault

KINDS = "  stone: {tokens: {supply: unlimited}, starts: heap}"
STATE = "game: {heap: {zone: stone}, heat: {number: number, range: [0, open]}}\n"
SET_UP = "procedure set_up:\n    set heat to 0\n\n"
ALWAYS = "\nalways heat < 1 because too_hot(heat)\n"
ASK = "    decide rest by first(players):\n        go: end game\n        stay: settle\n"


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(f"phase work:\n    add 1 to heat\n{ASK}", id="before a decision"),
        pytest.param(f"phase work:\n    add 1 to heat\n    settle\n    set heat to 0\n{ASK}", id="where settle stands"),
        pytest.param("phase work:\n    add 1 to heat\n    end game\n", id="in the last position"),
        pytest.param(
            "phase work:\n    add 1 to heat\n\nphase rest:\n    set heat to 0\n    end game\n",
            id="at the end of a phase",
        ),
        pytest.param(
            f"phase work:\n    set heat to 0\n{ASK}\nat start of work, order 1 warm:\n    add 1 to heat\n",
            id="behind what runs at a moment",
        ),
        pytest.param(
            f"phase work:\n    add 1 to heat\n{ASK}\nwhenever cold: heat = 0 then:\n    add 1 to heat\n",
            id="when triggers are done",
        ),
    ],
)
def test_it_is_looked_at(tmp_path: Path, rules: str) -> None:
    with pytest.raises(RulesFault) as fault:
        start_playthrough(game(tmp_path, KINDS, STATE, SET_UP + rules + ALWAYS).program(2))
    assert (fault.value.code, fault.value.rule) == ("E314", "always.too_hot")


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(f"phase work:\n    add 1 to heat\n    set heat to 0\n{ASK}", id="between two statements"),
        pytest.param(
            f"phase work:\n    add 1 to heat\n{ASK}\nwhenever hot: heat > 0 then:\n    set heat to 0\n",
            id="before a trigger has put it right",
        ),
    ],
)
def test_it_may_be_broken_for_a_moment(tmp_path: Path, rules: str) -> None:
    played = start_playthrough(game(tmp_path, KINDS, STATE, SET_UP + rules + ALWAYS).program(2))
    assert len(played.legal()) == 2


def test_it_may_have_a_name_of_its_own(tmp_path: Path) -> None:
    rules = f"phase work:\n    add 1 to heat\n{ASK}\nalways cool: heat < 1 because too_hot(heat)\nalways cold: heat >= 0 because too_hot(heat)\n"
    with pytest.raises(RulesFault) as fault:
        start_playthrough(game(tmp_path, KINDS, STATE, SET_UP + rules).program(2))
    assert (fault.value.code, fault.value.rule) == ("E314", "always.cool")
