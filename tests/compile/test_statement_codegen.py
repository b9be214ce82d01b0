"""Statements and blocks as code do what the interpreter does: the same slots, the same journal, the same faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from interpreter_pairs import FOLDERS, STATE, rules, ruleset
from paired_runs import Lockstep, made_of, tried

from large import LARGE
from reguli.compile.codegen.block_codegen import PC, STEPS
from reguli.compile.lir.lir_nodes import descendant_nodes
from reguli.ir.executable_program import build_program, make_executable
from reguli.ir.state_layout import BUDGET, LOOKS
from reguli.pipeline import LoadedRuleset


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_blocks_do_what_the_interpreter_does(folder: Path) -> None:
    """Of a large ruleset one game with the most players: by night ``test_same_game`` plays many of every one."""
    large, (fewest, most) = folder.name in LARGE, ruleset(folder).players
    for players in sorted({most} if large else {fewest, most}):
        program = build_program(ruleset(folder, players), players)
        making = made_of(program)
        for seed in range(1 if large else 2):
            Lockstep(make_executable(program), making, seed).play(60)


FILES = {
    "components/more.yaml": """
kinds:
  card: {plural: cards, pieces: true, starts: pile, elements: [ace, king, queen, jack]}
  bead: {plural: beads, tokens: {variety: stone, supply: 5}, starts: bag}
  coin: {plural: coins, tokens: {supply: unlimited}, starts: bank}
""",
    "state.yaml": STATE.replace(
        "player:",
        """  pile: {zone: card, order: stack}
  heap: {zone: card, order: stack}
  table: {zone: card}
  bag: {zone: bead}
  bank: {zone: coin}
  line: {list: card}
  kept: {bundle: bead}
  marked: {set: stone}
  row: {by: {name: step, from: 1, to: 3}, number: stone, range: [0, 9]}
player:
  hand: {zone: card, capacity: 2}
  purse: {zone: bead}
  till: {zone: coin, capacity: 900}
""",
        1,
    ),
}
RULES = """phase counting:
    end game

procedure take_one(card, number):
    move card to first(players).hand
    add number to left

procedure take_all(given: cards, wanted: beads):
    for card in given: append card to line
    move wanted from bag to first(players).purse

procedure stop_at(stone):
    for other in stones:
        if other = stone: end stop_at
        add other.weight to left
    set left to over - 1

procedure shuffled:
    shuffle pile

procedure try_it:
"""
BODIES = {
    "numbers": "let total = 1\nfor stone in stones:\n    add stone.weight to total\n    set total to total * two\nset left to total",
    "names": "let best = a\nlet met = 1 = two\nfor stone in stones where stone.weight > best.weight:\n    set best to stone\n    set met to 1 = 1\nif met: set first(players).best to best",
    "a list by name": "let given = all stone in stones where stone.weight > 1\nappend b to given\nappend b to given\nremove a from given\nsort stone in given by stone.weight\nfor stone in given: append stone to told",
    "a list that is changed": "append b to told\nappend a to told\nappend b to told\nfor stone in told: append d to told\nremove b from told\nremove c from told\nsort stone in told by stone.weight descending",
    "a set": "append b to marked\nappend d to marked\nappend b to marked\nfor stone in marked: append c to marked\nremove b from marked\nremove a from marked",
    "places by number": "for number in 1 .. three: set row[number] to number\nadd three to row[two]\nsubtract two from row[three]",
    "what is gone through": "for card in pile: move card to table\nfor card in table: move card from table to bottom of pile\nfor card in pile where card != king: move card to heap",
    "counted live": "for card in (all card in cards where card in pile): for other in (all other in pile where other != card): move other to table",
    "many at once": "move all from pile to table\nmove all card in table where card != ace from table to heap\nmove jack to bottom of heap\nmove king to top of heap",
    "stack on stack": "shuffle pile\nmove ace to heap\nmove all from pile to bottom of heap\nmove all from heap to pile\nmove all from pile to pile",
    "too full": "for card in cards: move card to first(players).hand",
    "not there": "move ace from heap to table",
    "tokens": "move two of a from bag to first(players).purse\nmove up to nine of b from bag to first(players).purse\nmove all of a from first(players).purse to bag\nmove 1 of b from first(players).purse to bag",
    "bundles": "let given = {two of a, 1 of c}\nset given to {1 of b, 1 of c}\nmove given from bag to first(players).purse\nset kept to given",
    "without end": "move thirty from bank to first(players).till\nmove up to five from first(players).till to bank",
    "more than there is room for": "move over from bank to first(players).till",
    "less than nothing": "let none_left = 0 - two\nmove none_left of a from bag to first(players).purse",
    "procedures": "run take_one(king, two)\nrun take_all({ace, jack}, {1 of a, two of b})\nrun stop_at(c)\nrun shuffled",
    "to the end": "run stop_at(d)\nrun take_one(jack, three)",
    "loops": "while left < nine: add two to left\nrepeat three times: if left > nine: add 1 to left\nrepeat (0 - two) times: set left to 0",
    "what changes is asked again": "for stone in stones where stone.weight > left: set left to stone.weight",
    "too large by name": "let large = many\nrepeat thirty times: set large to large + large\nrepeat thirty times: set large to large + large",
}

FAULTS = {
    "too full": "E305",
    "not there": "E309",
    "more than there is room for": "E305",
    "less than nothing": "E310",
    "too large by name": "E315",
}


def _opened(lines: list[str]) -> Iterator[str]:
    """Yield lines with what stands behind a colon on a line of its own, deeper."""
    for line in lines:
        depth = len(line) - len(line.lstrip())
        for deeper, part in enumerate(re.split("(?<=:) ", line.strip())):
            yield " " * (depth + 4 * deeper) + part


@pytest.mark.parametrize("name", BODIES)
def test_statements_do_what_the_interpreter_does(tmp_path: Path, name: str) -> None:
    text = RULES + "".join(f"    {line}\n" for line in _opened(BODIES[name].split("\n")))
    program = build_program(ruleset(rules(tmp_path, text, FILES)), 2)
    game = Lockstep(make_executable(program), made_of(program), 1)
    game.coded.begin(())
    before = list(game.slots)
    game.slots[BUDGET] = LOOKS
    _, coded = tried(lambda: game.coded.call("effect try_it"))
    _, walked = tried(lambda: game.walked.effects["try_it"](game.slots, game.journal, ()))
    assert coded == walked == FAULTS.get(name, "")
    if not walked:
        assert game.slots[: program.saved] != before[: program.saved]
        game.compare(name)


def _nodes(text: str, folder: Path) -> int:
    """How much code the blocks of a program are."""
    program = build_program(ruleset(rules(folder, text)), 1)
    making = made_of(program)
    return sum(
        1
        for name in making.functions
        if name.startswith("block ")
        for _ in descendant_nodes(making.functions[name].body)
    )


@pytest.mark.parametrize(
    "line",
    [
        "    if left < three: settle\n",
        "    if left < three:\n        add 1 to left\n    else:\n        subtract 1 from left\n    settle\n",
        "    decide go by first(players):\n        go_on: add 1 to left\n        rest: settle\n",
        "    by lot cast{time} in 1 .. three\n    while left < cast{time}: add 1 to left\n",
    ],
)
def test_code_grows_as_the_rules_do(tmp_path: Path, line: str) -> None:
    def text(times: int) -> str:
        lines = [one for time in range(times) for one in _opened(line.format(time=time).rstrip().split("\n"))]
        trigger = "whenever full: left > nine then:\n    set left to 0\n\n"
        return f"{trigger}phase counting:\n" + "\n".join(lines) + "\n    end game\n"

    few, twice, more = (_nodes(text(times), tmp_path / str(times)) for times in (6, 12, 24))
    # As much more for the second six as for the first; what is the same for all is there once.
    assert more - twice <= 2.1 * (twice - few)


def test_the_loop_over_blocks_goes_to_where_the_position_stands_still(tmp_path: Path) -> None:
    text = "phase counting:\n    add 1 to left\n    decide go by first(players):\n        go_on: end game\n        rest: end game\n"
    program = build_program(ruleset(rules(tmp_path, text)), 1)
    game = Lockstep(make_executable(program), made_of(program), 1)
    (decision,) = program.decisions
    for stop in (program.halt, program.first_round):
        game.coded.slots = list(program.first)
        game.coded.begin(())
        game.coded.know(STEPS, 100)
        at = game.coded.call("blocks", program.first[PC], stop)
        stands = stop if stop != program.halt else -1 - game.coded.slots[PC]
        assert at == stands
        assert stop != program.halt or program.blocks[game.coded.slots[PC]].end == decision


def test_so_many_functions_of_blocks_are_called_and_no_more(tmp_path: Path) -> None:
    text = "phase counting:\n    while left < thirty:\n        add 1 to left\n        settle\n    end game\n"
    program = build_program(ruleset(rules(tmp_path, text)), 1)
    game = Lockstep(make_executable(program), made_of(program), 1)
    for steps, code in ((1000, ""), (20, "E308")):
        game.coded.slots = list(program.first)
        game.coded.begin(())
        game.coded.know(STEPS, steps)
        assert tried(lambda: game.coded.call("blocks", program.first[PC], -1))[1] == code


def test_a_stack_of_what_no_number_of_these_players_has_is_drawn_from(tmp_path: Path) -> None:
    """A kind all of whose elements are for other numbers of players has none here."""
    files = {
        "components/more.yaml": "kinds: {guest: {plural: guests, pieces: true, starts: road, rows: [{id: bishop, players: 2}]}}",
        "state.yaml": STATE.replace(
            "player:", "  road: {zone: guest, order: stack, visible: nobody}\n  inn: {zone: guest}\nplayer:", 1
        ),
    }
    text = "phase counting:\n    shuffle road\n    draw guest from road to inn\n    end game\n"
    made = LoadedRuleset(str(rules(tmp_path, text, files))).ruleset_for(1)
    assert made is not None
    program = build_program(made, 1)
    Lockstep(make_executable(program), made_of(program), 3).play(60)
