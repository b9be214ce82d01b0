"""Generated Python beside the walker: the same moves, slots, journal and faults, for every ruleset there is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from reguli.compile.makers import write_program
from reguli.engine.playthrough import Playthrough, begin
from reguli.engine.setup import run_procedure
from reguli.ir.faults import RulesFault
from reguli.ir.make import make_program
from reguli.ir.program import Program
from reguli.pipeline import Loaded

TOP = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(path.parent for home in ("rulesets", "tests/rulesets") for path in (TOP / home).glob("*/game.yaml"))
MOST_MOVES = 150
GAME = """
ruleset: twins
language: 1
version: 1.0.0
name: Twins
players: {min: 1, max: 2}
round: [counting]
ranking: [{by: player.points, order: most}]
"""
KINDS = """
kinds:
  stone: {plural: stones, fields: {weight: {number: stone}}, columns: [id, weight], rows: [[a, 3], [b, 1], [c, 4], [d, 1]]}
"""
CONSTANTS = "".join(
    f"{name}: {{value: {value}}}\n"
    for name, value in {
        "two": 2,
        "three": 3,
        "five": 5,
        "seven": 7,
        "nine": 9,
        "ten": 10,
        "thirty": 30,
        "over": 901,
        "many": 10**6,
    }.items()
)
STATE = """
game:
  told: {list: stone}
  left: {number: stone, range: [0, 900]}
player:
  points: {number: stone, range: [-20, 900]}
  best: {of: stone}
"""


@cache
def twins(folder: Path, players: int) -> tuple[Program, Program]:
    """The program of a ruleset as generated Python and as the walker runs it."""
    loaded = Loaded(str(folder))
    assert loaded.ruleset is not None
    assert not loaded.bag, [str(found) for found in loaded.bag.diagnostics]
    return write_program(loaded.ruleset, players), make_program(loaded.ruleset, players)


def seen(playthrough: Playthrough) -> object:
    """Everything that must be the same: what is saved, what happened, what chance did, and what may be done now."""
    number = None if playthrough.decision is None else playthrough.decision.number
    saved = [int(slot) for slot in playthrough.slots[: playthrough.program.saved]]
    moves = [(family.choice.option.name, family.arguments, family.span) for family in playthrough.families()]
    return number, saved, playthrough.journal, playthrough.chance.log, moves


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_play_alike(folder: Path, seed: int) -> None:
    fewest, most = Loaded(str(folder)).ruleset.players  # type: ignore[union-attr]
    written, walked = (begin(program, seed) for program in twins(folder, most if seed % 2 else fewest))
    lots = Random(seed)
    assert seen(written) == seen(walked)
    while not walked.over and len(walked.moves) < MOST_MOVES:
        family = lots.choice(list(walked.families()))
        move = family.move(lots.randrange(family.size))
        for playthrough in (written, walked):
            playthrough.apply(move)
        assert seen(written) == seen(walked)


def rules(folder: Path, text: str) -> Path:
    """Write a small ruleset around some rules."""
    for name, content in (
        ("game.yaml", GAME),
        ("constants.yaml", CONSTANTS),
        ("components/k.yaml", KINDS),
        ("state.yaml", STATE),
        ("rules/r.rules", text),
    ):
        path = folder / "twins" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder / "twins"


def ran(program: Program, *arguments: int) -> tuple[object, list[int]]:
    """What comes of ``try_it``: the fault or nothing, and the slots."""
    playthrough = begin(program)
    try:
        run_procedure(playthrough, "try_it", list(arguments))
    except RulesFault as fault:
        return (fault.code, fault.values, fault.rule), playthrough.slots[: program.saved]
    return None, playthrough.slots[: program.saved]


PHASE = "phase counting:\n    end game\n\n"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("set player.points to seven div left rounded down", "E303"),
        ("set player.points to seven div left rounded up", "E303"),
        ("set player.points to (player.best).weight", "E301"),
        ("set player.points to over", "E307"),
        ("set player.points to 0 - thirty", "E307"),
        ("let big = many * many\n    set left to big * big", "E315"),
        ("repeat many times:\n        append a to told", "E308"),
        (
            "repeat nine times:\n        add 1 to left\n        add left to player.points\n    set left to five div (left - nine) rounded up",
            "E303",
        ),
    ],
)
def test_faults_are_the_same(tmp_path: Path, body: str, code: str) -> None:
    written, walked = twins(rules(tmp_path, f"{PHASE}procedure try_it(player):\n    {body}\n"), 1)
    assert ran(written, 0) == ran(walked, 0)
    fault = ran(written, 0)[0]
    assert fault is not None
    assert fault[0] == code  # type: ignore[index]


def test_a_value_is_remembered_only_until_something_changes(tmp_path: Path) -> None:
    text = f"""{PHASE}define heavy = count(all stone in stones where stone.weight > left)
procedure try_it(player):
    add heavy to player.points
    add 1 to left
    add heavy to player.points
    for stone in stones where stone.weight > two:
        set left to stone.weight
        add ten * heavy to player.points
"""
    written, walked = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert fault is None
    # Weights 3, 1, 4, 1: four exceed 0, two exceed 1, one exceeds 3, none exceeds 4.
    assert slots[written.layout.fields["player.points"].base] == 4 + 2 + 10 * 1 + 10 * 0
    assert ran(walked, 0)[1] == slots


def test_rules_that_nest_deeper_than_python_can_are_walked(tmp_path: Path) -> None:
    depth = 25
    loops = "".join(
        f"{'    ' * (level + 1)}for s{level} in stones where s{level}.weight > three:\n" for level in range(depth)
    )
    text = f"{PHASE}procedure try_it(player):\n{loops}{'    ' * (depth + 1)}add 1 to player.points\n"
    written, _ = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert (fault, slots[written.layout.fields["player.points"].base]) == (None, 1)


def test_long_rules_make_long_text_and_no_longer(tmp_path: Path) -> None:
    """A define asked with a define, again and again: each level adds to the text, none doubles it."""
    depth = 30
    text = f"{PHASE}define next(number: number) = (if number > three then 0 else number + 1)\nprocedure try_it(player):\n    set left to {'next(' * depth}0{')' * depth}\n"
    written, walked = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert fault is None
    assert slots[written.layout.fields["game.left"].base] == depth % 5
    assert ran(walked, 0)[1] == slots
