"""What is claimed beside the rules is asked while they are played: numbers that never shrink, what a loop keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import game

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.notation import parse_move
from reguli.ir.executable_program import make_executable
from reguli.ir.runtime_faults import RulesFault
from reguli.source.diagnostic import finding_sentence

KINDS = "  stone: {tokens: {supply: 20}, starts: heap}\n  house: {plural: houses, elements: [inn, mill, farm]}"
STATE = "game: {heap: {zone: stone}}\nplayer: {score: {number: number, range: [0, open]}, built: {set: house}}\n"
SET_UP = "procedure set_up:\n    set seat_1.score to three\n    append inn to seat_2.built\n\n"
WORK = """phase work:
    decide task by seat_2:
        rise: add 1 to seat_1.score
        swap:
            subtract 1 from seat_1.score
            settle
            add 1 to seat_1.score
        dip:
            subtract 1 from seat_1.score
            add 1 to seat_1.score
        fall: subtract two from seat_1.score
        raze(house in seat_2.built): remove house from seat_2.built
"""
SCORE = "\nnever shrinks score: seat_1.score because score_lost\n"
HOUSES = "\nnever shrinks count(player.built) for player in players because razed(round)\n"


def play(home: Path, rules: str, *moves: str, walked: bool) -> GamePlaythrough:
    loaded = game(home, KINDS, STATE, SET_UP + rules, two=2, three=3, four=4, five=5, six=6)
    assert loaded.ruleset is not None
    program = loaded.program(2)
    played = start_playthrough(make_executable(program) if walked else program)
    for text in moves:
        take(played, text)
    return played


def take(played: GamePlaythrough, text: str) -> None:
    assert played.decision is not None
    played.apply(parse_move(played.program, played.decision, text))


@pytest.mark.parametrize("walked", [False, True])
@pytest.mark.parametrize(
    ("move", "rule", "found"),
    [
        ("fall", "never_shrinks.score", "score_lost; left side: 1; right side: 3"),
        ("swap", "never_shrinks.score", "score_lost; left side: 2; right side: 3"),
        ("raze inn", "never_shrinks.razed", "razed(1); it is false"),
    ],
)
def test_a_number_that_shrinks_is_a_fault_with_both_numbers(
    tmp_path: Path, move: str, rule: str, found: str, walked: bool
) -> None:
    with pytest.raises(RulesFault) as fault:
        play(tmp_path, WORK + SCORE + HOUSES, move, walked=walked)
    (said,) = fault.value.findings
    assert (said.code, fault.value.rule) == ("E314", rule)
    assert finding_sentence(said).removeprefix("what must always hold does not: ") == found


@pytest.mark.parametrize("walked", [False, True])
def test_what_grows_stays_or_dips_between_settle_points_is_none(tmp_path: Path, walked: bool) -> None:
    played = play(tmp_path, WORK + SCORE + HOUSES, "rise", "dip", "rise", walked=walked)
    assert len(played.moves) == 3


def test_what_a_move_lost_the_next_one_does_not_owe(tmp_path: Path) -> None:
    """Each move is compared with the position before it, so an undone fault leaves nothing behind."""
    played = play(tmp_path, WORK + SCORE, "rise", walked=False)
    with pytest.raises(RulesFault):
        take(played, "fall")
    take(played, "dip")
    assert played.moves[-1] is not None


LOOPS = {
    "for": "for one in players, keeps {kept}:",
    "round": "for one round clockwise_from(seat_1) until seat_1.score > four, keeps {kept}:",
    "while": "while seat_1.score < five, keeps {kept}:",
    "repeat": "repeat two times, keeps {kept}:",
}


@pytest.mark.parametrize("walked", [False, True])
@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a decision inside"])
@pytest.mark.parametrize("loop", sorted(LOOPS))
@pytest.mark.parametrize(
    "kept",
    [("seat_1.score < six", 0), ("seat_1.score < five", 5), ("seat_1.score > three", 3)],
    ids=["kept", "broken behind the last round", "broken at the beginning"],
)
def test_what_a_loop_keeps_is_asked_before_each_round_and_behind_the_last(
    tmp_path: Path, loop: str, kept: tuple[str, int], asks: bool, walked: bool
) -> None:
    inside = "        add 1 to seat_1.score\n" + (
        "        decide nod by seat_2:\n            yes: settle\n" if asks else ""
    )
    end = "    decide rest by seat_1:\n        stay: settle\n        go: end game\n"
    rules = f"phase work:\n    {LOOPS[loop].format(kept=kept[0])}\n{inside}{end}"
    text, left = kept
    if not left:
        assert [move.option for move in play(tmp_path, rules, walked=walked).legal()] == ["stay", "go"]
        return
    with pytest.raises(RulesFault) as fault:
        play(tmp_path, rules, walked=walked)
    (said,) = fault.value.findings
    assert (said.code, fault.value.rule) == ("E324", "work/keeps")
    assert finding_sentence(said) == f"the loop does not keep '{text}'; left side: {left}; right side: {left}"
