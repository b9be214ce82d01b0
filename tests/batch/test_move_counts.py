"""What is counted of moves: worked out by hand, and the same by every executor."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.app.simulation.batch_preparation import (
    simulate_games,
)
from reguli.app.simulation.simulation_runs import (
    Simulated,
    SimulationOrder,
)
from reguli.batch.move_counts import GROUPS
from reguli.compile.machine_registry import has_wasm
from reguli.pipeline import LoadedRuleset

MARKET = {
    "game.yaml": "ruleset: market\nlanguage: 2\nversion: 1.0.0\nname: Market\nplayers: {min: 2, max: 2}\nsetup: set_up\n"
    'round: [buying]\nstages:\n  - {id: early}\n  - {id: late, from: [early], when: "round >= second", checked: {at: end of buying, order: 2}, effective: start of buying}\n'
    "ranking: [{by: player.points, order: most}]\n",
    "components/stall.yaml": "kinds:\n  stall: {plural: stalls, elements: [red, blue, green]}\n",
    "constants.yaml": "last: {value: 3}\nsecond: {value: 2}\n",
    "state.yaml": "player:\n  points: {number: number, range: [0, open]}\n",
    "rules/market.rules": "procedure set_up:\n    for player in players:\n        set player.points to 0\n\n"
    "phase buying:\n    for player in players:\n        decide purchase by player:\n"
    "            buy(bought in 1 .. second of stalls):\n                add count(bought) to player.points\n"
    "            look(stall in stalls):\n                add 0 to player.points\n"
    "        decide closing by player:\n            close:\n                add 1 to player.points\n"
    "    if round >= last:\n        end game\n",
}
"""Each turn six sets of stalls may be bought or one of three looked at; then there is one move and no choice."""
TURNS, STALLS = 6, ("red", "blue", "green")
ENGINES = ("interpreter", "python", *(("wasm",) if has_wasm() else ()))


def written(files: dict[str, str], folder: Path) -> LoadedRuleset:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return LoadedRuleset(str(folder))


def played(loaded: LoadedRuleset, engine: str | None = None, games: int = 40) -> Simulated:
    order = SimulationOrder(games=games, seed=3, counts=GROUPS, processes=1, engine=engine, per_round=True)
    return simulate_games(loaded, order)


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> LoadedRuleset:
    return written(MARKET, tmp_path_factory.mktemp("rules") / "market")


def test_every_executor_counts_the_same(market: LoadedRuleset) -> None:
    tables = [market, LoadedRuleset("tic_tac_toe")]
    for loaded in tables:
        first, *others = (played(loaded, engine) for engine in ENGINES)
        assert all(other.rows == first.rows for other in others)
        assert len(first.columns) == len(first.rows[0])


def test_counts_of_a_game_that_is_worked_out_by_hand(market: LoadedRuleset) -> None:
    bought = 0
    for row in (row for row in played(market).dicts() if row["outcome"] == "over"):
        # Three rounds of two turns, each with a choice of nine moves and a move without a choice.
        assert (row["choices"], row["branching"], row["turns"], row["laps"]) == (TURNS, 9, TURNS, TURNS // 2)
        assert (row["moves.purchase"], row["choices.purchase"]) == (TURNS, TURNS)
        assert (row["moves.closing"], row["choices.closing"]) == (TURNS, 0)
        # The second round meets the condition, and the third begins with the stage.
        assert (row["stage.early"], row["stage.late"]) == (1, 3)
        for seat in (1, 2):
            once = [int(str(row[f"took.{option}_seat_{seat}"])) for option in ("buy", "look", "close")]
            assert once[0] + once[1] == once[2] == TURNS // 2
            members = sum(int(str(row[f"took.buy.bought.{stall}_seat_{seat}"])) for stall in STALLS)
            looked = sum(int(str(row[f"took.look.stall.{stall}_seat_{seat}"])) for stall in STALLS)
            # A stall that is bought is a point, and so is each closing.
            assert (members + once[2], looked) == (row[f"points_seat_{seat}"], once[1])
            bought += members
    assert bought


def test_offers_of_a_board_that_fills(market: LoadedRuleset) -> None:
    for row in played(LoadedRuleset("tic_tac_toe")).dicts():
        moves, choices = int(str(row["moves"])), int(str(row["choices"]))
        # Nine cells, then eight, and so on; the last one is no choice.
        assert choices == min(moves, 8)
        assert row["branching"] == pytest.approx(sum(9 - at for at in range(choices)) / choices, abs=0.0005)
        assert (row["turns"], row["laps"]) == (moves, (moves + 1) // 2)


def test_changes_of_the_lead_are_those_of_the_ends_of_rounds(market: LoadedRuleset) -> None:
    found, changes, leader = played(market), 0, None
    for row in found.dicts():
        leads = [seat for seat in (1, 2) if row[f"place_seat_{seat}"] == 1]
        if len(leads) == 1:
            changes, leader = changes + (leader not in (None, leads[0])), leads[0]
        if row["outcome"] == "over":
            assert row["leads"] == changes
            changes, leader = 0, None
    assert any(row["leads"] for row in found.dicts())


def test_counts_by_name_only(market: LoadedRuleset) -> None:
    game = reguli.load("tic_tac_toe")
    assert game.simulate(games=1, counts=("laps",)).columns[-1] == "laps"
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=1, counts=("lap",))
    assert (refused.value.code, refused.value.findings[0].near) == ("X111", "laps")
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=1, columns={"turns": "round"}, counts=("turns",))
    assert refused.value.code == "X145"


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_a_file_of_counts_is_gone_on_with(tmp_path: Path, ending: str) -> None:
    game, files = reguli.load("tic_tac_toe"), (tmp_path / f"a{ending}", tmp_path / f"b{ending}")
    whole = game.simulate(games=9, counts=("branching", "elements"), processes=1, out=str(files[0]))
    game.simulate(games=4, counts=("branching", "elements"), processes=1, out=str(files[1]))
    parts = game.simulate(games=9, counts=("branching", "elements"), processes=1, out=str(files[1]), resume=True)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert parts.to_json()["numbers"] == whole.to_json()["numbers"]
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=9, counts=("branching",), processes=1, out=str(files[1]), resume=True)
    assert [dict(one.args)["part"] for one in refused.value.findings] == ["counts"]
