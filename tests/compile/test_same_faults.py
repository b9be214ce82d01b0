"""What the rules make impossible is the same fault in every back end, by its code, and leaves the position as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from batched import BATCHES
from interpreter_pairs import CONSTANTS, STATE, rules, ruleset
from same_game import BACK_ENDS, Back, Compared, walker

from reguli.batch.playouts import (
    InterpretedPlayouts,
    PlayoutBatch,
)
from reguli.ir.executable_program import build_program, make_executable

GO_ON, FIRST, REST = range(3)
"""The options of the only decision."""
LONG = "every one in grains has (every other in grains has (every third in grains has (some fourth in grains where fourth != third and fourth != other and fourth != one and left < many)))"
"""Looks at a hundred times a hundred times a hundred, and more."""
WEB = [(a, b) for a in range(7) for b in range(a)] + [(6, 7)] + [(7, 8 + end) for end in range(5)]
"""Places so joined that the longest way can only be found by trying nearly all."""
FILES = {
    "game.yaml": """
ruleset: twins
language: 2
version: 1.0.0
name: Twins
players: {min: 1, max: 2}
agenda: {entries: 3}
round: [counting]
ranking: [{by: player.points, order: most}]
""",
    "constants.yaml": f"{CONSTANTS}hundred: {{value: 100}}\n",
    "tables.yaml": "prize: {keys: [{name: steps, from: 1, to: 3}], rows: [1, 2, 4]}\n",
    "components/more.yaml": f"""
kinds:
  grain: {{plural: grains, elements: [{", ".join(f"g{number}" for number in range(100))}]}}
  card: {{plural: cards, pieces: true, starts: pile, elements: [ace, king, queen]}}
  bead: {{tokens: {{variety: stone, supply: 2}}, starts: bag}}
  hut: {{plural: huts, elements: [north, south, islet]}}
  path:
    plural: paths
    joins: hut
    fields: {{length: {{number: stone}}}}
    columns: [first, second, length]
    rows: [[north, south, 1]]
  post: {{plural: posts, elements: [{", ".join(f"p{number}" for number in range(13))}]}}
  wire:
    plural: wires
    joins: post
    columns: [first, second]
    rows: [{", ".join(f"[p{a}, p{b}]" for a, b in WEB)}]
""",
    "state.yaml": STATE.replace(
        "player:",
        """  pile: {zone: card, order: stack}
  table: {zone: card}
  bag: {zone: bead}
  line: {list: card}
  far: {number: stone, range: [0, 1000000]}
  row: {by: {name: step, from: 1, to: 3}, number: stone, range: [0, 9]}
player:
  hand: {zone: card, capacity: 1}
  purse: {zone: bead}
""",
        1,
    ),
}
PHASE = """phase counting:
    decide go by first(players):
        go_on:
            {body}
{more}        rest:
            end game

define lighter(stone) -> stone at most two deep = 1 + sum(lighter(other) for other in stones where other.weight < stone.weight)

procedure count_one(grain):
    set left to 1

"""


SECOND = "        wait_first:\n            add 1 to first(players).points\n            {body}\n"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("set first(players).points to (first(players).best).weight", "E301"),
        ("set left to prize[left]", "E302"),
        ("set left to seven div left rounded down", "E303"),
        ("set left to seven div left rounded up", "E303"),
        ("if some part in subsets(grains) where count(part) > many: end game", "E304"),
        ("for card in cards: move card from pile to first(players).hand", "E305"),
        ("set left to cheapest_path(north, islet, paths, length)", "E306"),
        ("set first(players).points to over", "E307"),
        ("set first(players).points to 0 - thirty", "E307"),
        ("repeat many times: set left to left", "E308"),
        ("move king from table to pile", "E309"),
        ("move three of a from bag to first(players).purse", "E310"),
        ("for grain in grains: later run count_one(grain)", "E312"),
        ("set left to many * many * many * many", "E315"),
        ("by lot number in 1 .. left", "E316"),
        (f"if {LONG}: end game", "E319"),
        ("by lot card in cards weighing 0", "E321"),
        ("set row[left] to 1", "E323"),
        ("while left < five, keeps left < three: add 1 to left", "E324"),
        ("set left to lighter(c)", "E325"),
    ],
)
def test_a_move_that_cannot_be_done_is_the_same_fault(tmp_path: Path, body: str, code: str) -> None:
    """Done at once, and behind something that must be taken back."""
    lines = body.replace(": ", ":\n                ")
    game = begun(tmp_path, PHASE.format(body=lines, more=SECOND.format(body=lines)))
    for choice in (GO_ON, FIRST):
        before = game.one.slots()
        assert stopped(game, lambda back, choice=choice: back.take(choice)) == code
        game.look()
        assert game.one.slots() == before
    game.alike("the end", lambda back: back.take(REST))
    assert game.look() is None


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("(first(players).best).weight > 0", "E301"),
        ("prize[left] > 0", "E302"),
        ("seven div left rounded down > 0", "E303"),
        ("some part in subsets(grains) where count(part) > many", "E304"),
        ("cheapest_path(north, islet, paths, length) > 0", "E306"),
        ("many * many * many * many > 0", "E315"),
        (LONG, "E319"),
        ("longest(wires) > 0", "E322"),
        ("row[left] > 0", "E323"),
        ("lighter(c) > 0", "E325"),
    ],
)
def test_a_condition_that_cannot_be_asked_is_the_same_fault(tmp_path: Path, condition: str, code: str) -> None:
    asked = f"needs {condition} because not_so\n            settle"
    assert stopped_at_once(tmp_path, PHASE.format(body=asked, more="")) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("phase counting:\n    decide go by first(players):\n        go_on:\n            needs left > 0 because too_few\n            end game\n", "E313"),
        ("phase counting:\n    by lot number in 1 .. left\n    end game\n", "E316"),
        ("phase counting:\n    set left to over\n    end game\n", "E307"),
    ],
)  # fmt: skip
def test_rules_that_stop_before_anybody_decides(tmp_path: Path, text: str, code: str) -> None:
    assert stopped_at_once(tmp_path, text) == code


def test_what_must_always_hold_is_asked_wherever_rules_settle(tmp_path: Path) -> None:
    always = "always left < two because too_many(left)\n\n"
    body = "add 1 to left\n            settle\n            set left to min(left, 1)"
    game = begun(tmp_path, always + PHASE.format(body=body, more=SECOND.format(body=body)))
    # Two are too many, even if they are not two at the end; the second option adds one as the first does.
    game.alike("one", lambda back: back.take(GO_ON))
    assert game.look() is not None
    for choice in (GO_ON, FIRST):
        assert stopped(game, lambda back, choice=choice: back.take(choice)) == "E314"
        game.look()


STRIDES = """phase counting:
    while {on}:
        decide stride by first(players):
            go_on:
                {body}
    end game
"""


@pytest.mark.parametrize(
    ("on", "body", "code"),
    [
        ("first(players).best is none", "set left to 1 - left", "E317"),
        ("far < many", "add thirty to left", "E307"),
        ("far < many", "add 1 to far", "E318"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("batch", BATCHES)
def test_moves_without_a_choice_stop_a_batch_with_the_same_fault(
    tmp_path: Path, batch: str, on: str, body: str, code: str
) -> None:
    made = ruleset(rules(tmp_path, STRIDES.format(on=on, body=body), FILES))
    what = PlayoutBatch(made, 1, 7, ("uniform",), (), (), False, 3_000)
    walked, played = (
        InterpretedPlayouts(what, make_executable(build_program(made, 1))).play(5),
        BATCHES[batch](what).play(5),
    )
    assert walked.fault == code
    assert played == walked


def game_of(folder: Path, text: str) -> Compared:
    """Make a game of one for the interpreter and every back end."""
    made = ruleset(rules(folder, text, FILES))
    return Compared("twins", walker(made, 1), *(back(made, 1) for back in BACK_ENDS.values()))


def begun(folder: Path, text: str) -> Compared:
    """Begin a game that can be begun."""
    game = game_of(folder, text)
    game.alike("how it begins", lambda back: back.begin(1, {}))
    assert game.look() is not None
    return game


def stopped_at_once(folder: Path, text: str) -> str | None:
    """Return the code that all stop with, before there is a decision or when its moves are listed."""
    game = game_of(folder, text)
    return stopped(game, lambda back: back.begin(1, {})) or stopped(game, lambda back: back.moves())


def stopped(game: Compared, act: Callable[[Back], object]) -> str | None:
    """Return the code that all stop with."""
    game.stopped = None
    game.alike("what stops", act)
    return game.stopped
