"""Every position of a small game: counts that were published or made by hand, and mistakes found by the shortest way."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_games import changed, subject

from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import finding_sentence
from reguli.verify.model_checking import CheckedInstance, StateLimit, StateSearch, run_model_checking
from reguli.verify.report import Budget, Found, Holds, Level, ignore_progress

GAME = """
ruleset: little
language: 2
version: 1.0.0
name: Little
players: {{min: 1, max: 1}}
{more}
round: [play]
"""
PLENTY = 100_000


def instance(name: str | Path, players: int = 2, **options: str | bool) -> CheckedInstance:
    """Return a whole game to look at."""
    opened = subject(name, **options)
    assert isinstance(opened.opened, LoadedRuleset)
    return CheckedInstance("", opened.opened.program(players), opened.ruleset.documents.game.span, whole=True)


def searched(one: CheckedInstance, steps: int = PLENTY) -> StateSearch:
    """Look at all positions that so many steps allow."""
    search = StateSearch(one)
    search.run(Budget(steps), ignore_progress)
    return search


def little(into: Path, rules: str, more: str = "", **files: str) -> Path:
    """Write a game for one."""
    (into / "rules").mkdir()
    (into / "rules" / "play.rules").write_text(rules, "utf-8")
    (into / "game.yaml").write_text(GAME.format(more=more), "utf-8")
    (into / "constants.yaml").write_text("two: 2\nthree: 3\nfive: 5\n", "utf-8")
    for name, text in files.items():
        (into / f"{name}.yaml").write_text(text, "utf-8")
    return into


def found(one: CheckedInstance) -> dict[str, Found]:
    """Return what is found, by its code."""
    return {
        each.told.code: each
        for each in run_model_checking([one], Budget(PLENTY), ignore_progress)
        if isinstance(each, Found)
    }


# -- counts --------------------------------------------------------------------------------------------------------


def test_tic_tac_toe_has_as_many_positions_as_were_published() -> None:
    """5,478 positions, 958 of them final: see for instance the enumeration by Schaefer, "How many games of tic-tac-toe are there?" (2002)."""
    search = searched(instance("tic_tac_toe"))
    assert search.complete
    assert search.graph.positions == 5_478
    assert sum(search.graph.state_of(one) == "over" for one in range(1, search.graph.last + 1)) == 958
    assert not search.troubles


def test_hex_on_nine_cells_has_as_many_positions_as_by_hand() -> None:
    """The same game played by hand comes to as many."""
    by_hand = len(_hex_positions())
    assert searched(instance("hex", size="tiny", swap=False)).graph.positions == by_hand


def _hex_positions() -> set[tuple[str, int]]:
    """Play hex on three by three by hand: who joins north and south, or west and east, has won."""
    seen: set[tuple[str, int]] = set()
    waiting = [("." * 9, 0)]
    while waiting:
        board, player = waiting.pop()
        if (board, player) in seen:
            continue
        seen.add((board, player))
        if _joined(board, "ab"[1 - player]):
            continue
        for cell in range(9):
            if board[cell] == ".":
                after = board[:cell] + "ab"[player] + board[cell + 1 :]
                # Whoever has won keeps the turn, which tells no positions apart.
                waiting.append((after, 1 - player))
    return seen


def _joined(board: str, stone: str) -> bool:
    own = {(at % 3, at // 3) for at in range(9) if board[at] == stone}
    along = 1 if stone == "a" else 0
    reached = [cell for cell in own if cell[along] == 0]
    for x, y in reached:
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)}
        reached += [cell for cell in near & own if cell not in reached]
    return any(cell[along] == 2 for cell in reached)


@pytest.mark.night
def test_connect_four_on_four_by_four_has_as_many_positions_as_were_published() -> None:
    """161,029 positions: John Tromp's table of connect four, https://tromp.github.io/c4/c4.html."""
    search = searched(instance("connect_four", size="small"))
    assert search.complete
    assert search.graph.positions == 161_029
    assert not search.troubles


# -- what is found -------------------------------------------------------------------------------------------------

CLIMB = """
phase play:
    while height < three:
        decide step by seat_1:
            {options}
    end game
"""
HEIGHT = "game:\n  height: {number: number, range: [0, 9]}\n  rests: {number: number, range: [0, 9]}\n"


def climb(into: Path, *options: str) -> CheckedInstance:
    """Write a game in which one climbs."""
    rules = CLIMB.format(options=("\n" + 12 * " ").join(options))
    return instance(little(into, rules, state=HEIGHT), 1)


def test_nobody_can_move(tmp_path: Path) -> None:
    """Who rests twice is stuck: nothing is allowed at two rests and height two. Both ways there are as short, the first listed is told."""
    up = "up:\n                needs height < two or rests < two because tired\n                add 1 to height"
    rest = "rest:\n                needs rests < two because rested\n                add 1 to rests"
    one = found(climb(tmp_path, up, rest))["V501"]
    assert one.severity == "error"
    assert one.rule == "play/step"
    assert finding_sentence(one.told).endswith(
        "allows seat_1 nothing (positions of this sort: 1); the shortest way there: seat_1: up; seat_1: up; seat_1: rest; seat_1: rest"
    )


def test_rules_that_fail(tmp_path: Path) -> None:
    """A rest costs a height, and there is none at first: at one height and at two it does no harm."""
    one = found(climb(tmp_path, "up: add 1 to height", "rest: subtract 1 from height"))["V502"]
    assert one.severity == "error"
    assert one.rule == "play/step/rest/subtract"
    assert "moves that do so: 1)" in finding_sentence(one.told)
    assert finding_sentence(one.told).endswith("that move included: seat_1: rest")


def test_a_claim_that_fails(tmp_path: Path) -> None:
    """A claim is asked at every position: here the second step up breaks it."""
    rules = CLIMB.format(options="up: add 1 to height\n            rest: set rests to 1")
    claim = "\nalways height < two because too_low\n"
    one = found(instance(little(tmp_path, rules + claim, state=HEIGHT), 1))["V502"]
    assert "too_low" in finding_sentence(one.told)
    assert finding_sentence(one.told).endswith("that move included: seat_1: up; seat_1: up")


def test_no_end_can_be_reached(tmp_path: Path) -> None:
    """Who once went down stays down and can only turn round there: two positions, one move away."""
    options = (
        "up:\n                needs rests = 0 because below\n                add 1 to height",
        "down:\n                needs height = 0 because too_high\n                set rests to (if rests = 1 then two else 1)",
    )
    seen = found(climb(tmp_path, *options))
    assert finding_sentence(seen["V503"].told).endswith(
        "(positions of this sort: 2); the shortest way there: seat_1: down"
    )
    assert seen["V503"].severity == "error"
    assert "V504" not in seen


def test_a_game_that_may_go_on_for_ever(tmp_path: Path) -> None:
    """One may go up and down at heights nought to two, and leave by going up thrice: a note, no mistake."""
    options = (
        "up: add 1 to height",
        "down:\n                needs height > 0 because lowest\n                subtract 1 from height",
    )
    seen = found(climb(tmp_path, *options))
    assert set(seen) == {"V504"}
    assert seen["V504"].severity == "note"
    assert "positions of this sort: 3)" in finding_sentence(seen["V504"].told)
    assert finding_sentence(seen["V504"].told).endswith("nothing, it is so from the beginning")


def test_what_nothing_comes_to(tmp_path: Path) -> None:
    """An option whose guard never holds, and an effect behind a condition that never does."""
    options = (
        "up:\n                add 1 to height\n                if height > five:\n                    add 1 to rests",
        "fly:\n                needs height > five because too_low\n                set height to three",
    )
    told = [
        each
        for each in run_model_checking([climb(tmp_path, *options)], Budget(PLENTY), ignore_progress)
        if isinstance(each, Found)
    ]
    assert {each.told.code for each in told} == {"V505"}
    assert {each.rule for each in told} == {"play/step/up/add.2", "play/step/fly", "play/step/fly/set"}


def test_what_holds_in_every_position() -> None:
    """Of the rules of tic-tac-toe none fails, and a player can always move."""
    told = [*run_model_checking([instance("tic_tac_toe")], Budget(PLENTY), ignore_progress)]
    assert all(isinstance(one, Holds) and one.level is Level.EXHAUSTED for one in told)
    held = {(one.rule, one.property) for one in told if isinstance(one, Holds)}
    assert {("play/turn", "some move"), ("play/turn/place", "no fault"), ("play/turn/place/move", "no fault")} <= held


# -- chance --------------------------------------------------------------------------------------------------------

CARDS = "kinds:\n  card:\n    plural: cards\n    elements: [c1, c2, c3, c4]\n    pieces: true\n    starts: deck\n"
STACK = "game:\n  deck: {zone: card, order: stack}\n  open: {zone: card}\n  aside: {zone: card}\n  side: {number: number, range: [0, 3]}\n"


def test_every_card_may_be_drawn(tmp_path: Path) -> None:
    """Two cards of four lie open, in whatever order they came: six positions; then one ends it: six final ones, which a mark tells apart."""
    rules = """
procedure begin:
    shuffle deck
    draw two of deck to open

phase play:
    decide last by seat_1:
        stop: set side to 1
    end game
"""
    search = searched(instance(_cards(tmp_path, rules), 1))
    assert search.complete
    assert search.graph.positions == 12
    assert not search.troubles


def test_every_outcome_of_a_lot_is_gone_on_with(tmp_path: Path) -> None:
    """A die of three sides is cast twice and added up: sums of 2 to 6, each a position in which it ends."""
    rules = """
procedure begin:
    by lot first in 1 .. three
    by lot second in 1 .. three
    set side to max(first, second)

phase play:
    decide last by seat_1:
        stop:
            needs side < three because three_is_wrong
            set side to 0
    end game
"""
    search = searched(instance(_cards(tmp_path, rules), 1))
    # The greater of the two is 1, 2 or 3; from 1 and 2 one comes to one end, at 3 nobody can move.
    assert search.graph.positions == 4
    told = found(instance(tmp_path, 1))["V501"]
    assert finding_sentence(told.told).endswith(
        "(positions of this sort: 1); the shortest way there: (first = 1, second = 3)"
    )


def _cards(into: Path, rules: str) -> Path:
    (into / "components").mkdir()
    (into / "components" / "cards.yaml").write_text(CARDS, "utf-8")
    return little(into, rules, "setup: begin", state=STACK)


# -- bounds --------------------------------------------------------------------------------------------------------


def test_what_lies_beyond_a_cap_is_cut_off(tmp_path: Path) -> None:
    """Nobody looks beyond two rests, so at each height from nought to two there are rests of nought to two, and one more that is cut off."""
    one = climb(tmp_path, "up: add 1 to height", "rest: add 1 to rests")
    capped = CheckedInstance("tiny", one.program, one.span, (StateLimit("game.rests", 2),))
    search = searched(capped)
    assert search.complete
    assert search.cut_off == 3
    assert not search.troubles
    assert searched(one).troubles, "without a cap the tenth rest is out of range"


def test_steps_bound_it_and_what_is_left_is_said(tmp_path: Path) -> None:
    """A budget that is too small ends it in the same place each time, and nothing is said of every position then."""
    for _ in range(2):
        budget = Budget(100)
        told = list(run_model_checking([instance("tic_tac_toe")], budget, ignore_progress))
        assert [one.told.code for one in told if isinstance(one, Found)] == ["V506"]
        assert not [one for one in told if isinstance(one, Holds)]
        assert budget.left <= 0


def test_a_planted_fault_is_come_to_by_the_shortest_way(tmp_path: Path) -> None:
    """A game that ends only when eight cells are full leaves the last one without a move that is allowed."""
    folder = changed(
        "tic_tac_toe",
        tmp_path,
        "rules/play.rules",
        "where cell.marks is empty because cell_taken)",
        "where cell.marks is empty and cell != b2 because cell_taken)",
    )
    told = found(instance(folder))["V501"]
    way = finding_sentence(told.told).rpartition("the shortest way there: ")[2]
    assert len(way.split("; ")) == 8
