"""Two programs side by side: the same ones never part, and others part where their rules do."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_games import TOYS, changed, pair, path_of

from reguli.ir.rng import Stream
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_rulesets
from reguli.verify.paired_programs import FirstDifference, GuidedPlayout, ProgramPair, find_difference
from reguli.verify.report import Budget

VARIANTS = Path(__file__).parents[1] / "variants"
EVERY = (*sorted(path.parent.name for path in TOYS.glob("*/game.yaml")), *shipped_rulesets())
SOME = ("barter", "borough", "fair", "tic_tac_toe", "whist")


def _plays_itself(name: str, steps: int) -> None:
    loaded = LoadedRuleset(str(path_of(name)))
    assert loaded.ruleset is not None
    players = loaded.ruleset.players[1]
    one = ProgramPair(loaded.program(players), loaded.program(players))
    assert one.matching.same_layout
    assert find_difference([one], 3, Budget(steps)) is None
    # As if the boxes were not the same: everything is then compared by its name.
    one.matching.same_box = one.matching.same_layout = False
    assert find_difference([one], 4, Budget(steps // 2)) is None


@pytest.mark.parametrize("name", SOME)
def test_a_ruleset_is_the_same_as_itself(name: str) -> None:
    _plays_itself(name, 120)


@pytest.mark.night
@pytest.mark.parametrize("name", EVERY)
def test_every_ruleset_is_the_same_as_itself(name: str) -> None:
    _plays_itself(name, 1_500)


def _first(before: str | Path, now: str | Path, players: int = 2, steps: int = 1_000) -> FirstDifference:
    found = find_difference([pair(before, now, players)], 1, Budget(steps))
    assert found is not None
    return found


def test_a_price_that_changed_is_a_field_that_does(tmp_path: Path) -> None:
    found = _first("power_grid", VARIANTS / "house_costs")
    assert found.kind == "field"
    assert found.what.startswith("player.money[")
    # The first house costs 8 where it cost 10.
    assert int(found.now) - int(found.before) == 2
    assert found.text.startswith("connect ")
    assert "building/construction/connect" in found.rules


def test_both_sides_stand_before_the_move_that_parts_them() -> None:
    found = _first("power_grid", VARIANTS / "house_costs")
    assert found.played is not None
    assert found.playing is not None
    assert found.move is not None
    assert found.played.slots[: found.played.program.logical] == found.playing.slots[: found.playing.program.logical]
    for side in (found.played, found.playing):
        side.apply(found.move)
    assert found.played.slots != found.playing.slots


def test_a_guard_that_is_gone_is_a_move_more(tmp_path: Path) -> None:
    now = changed("tic_tac_toe", tmp_path, "rules/play.rules", " where cell.marks is empty because cell_taken)", ")")
    found = _first("tic_tac_toe", now)
    # A mark on a mark is offered now, and the cell holds one only: the rules fail, or the move is listed first.
    assert found.kind == "moves"
    assert found.before == ""
    assert found.now
    assert found.alone[0] == ()
    assert found.move is None


def test_a_longer_line_ends_the_game_later(tmp_path: Path) -> None:
    now = changed("tic_tac_toe", tmp_path, "constants.yaml", "value: 3", "value: 2")
    found = _first("tic_tac_toe", now)
    assert (found.kind, found.before, found.now) == ("over", "", "over")


def test_who_wins_is_compared(tmp_path: Path) -> None:
    now = changed("tic_tac_toe", tmp_path, "game.yaml", "order: most", "order: least")
    assert _first("tic_tac_toe", now).kind == "ranking"


def test_who_sees_what_is_compared(tmp_path: Path) -> None:
    now = changed("fair", tmp_path, "state.yaml", "coins: {zone: coin, visible: owner", "coins: {zone: coin")
    found = _first(TOYS / "fair", now)
    assert found.kind == "seen"
    assert found.now == "seen"


def test_rules_that_fail_on_one_side_are_a_difference(tmp_path: Path) -> None:
    now = changed("tic_tac_toe", tmp_path, "rules/play.rules", "            place(", "            place_(")
    text = now / "rules" / "play.rules"
    text.write_text(
        text.read_text("utf-8").replace("place_(", "place(").replace("to cell.marks", "to previous(to_move).unused"),
        "utf-8",
    )
    assert _first("tic_tac_toe", now).kind in ("field", "fault")


def test_other_elements_and_fields_are_matched_by_name() -> None:
    one = pair("power_grid", VARIANTS / "gas", 2)
    assert not one.matching.same_box
    found = find_difference([one], 1, Budget(2_000))
    assert found is not None
    assert (found.kind, found.what) == ("moves", "purchase")
    assert all(move.startswith("buy gas") for move in found.now.split("; "))
    assert find_difference([pair("power_grid", VARIANTS / "loan", 2)], 1, Budget(400)) is not None


def test_the_same_seed_gives_the_same_difference() -> None:
    first, second = (_first("power_grid", VARIANTS / "flat_income") for _ in range(2))
    said = [(one.kind, one.what, one.before, one.now, one.number, one.text) for one in (first, second)]
    assert said[0] == said[1]


def test_what_somebody_wants_to_see_is_chosen_more_often() -> None:
    rules = ["turn/place", "turn/pass"]
    counts = []
    for wanted in ((), ("turn/pass",)):
        walker = GuidedPlayout(wanted)
        lot = Stream(7)
        counts.append(sum(walker._option(rules, lot) == "turn/pass" for _ in range(400)))
    assert counts[1] > counts[0]


def test_nothing_is_played_without_a_budget() -> None:
    assert find_difference([pair("tic_tac_toe", "tic_tac_toe", 2)], 1, Budget(0)) is None
