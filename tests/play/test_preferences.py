"""bots.yaml: weights of values, conditions, and what is not wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from seated_tables import program

from reguli.engine.legal import Move
from reguli.engine.playthrough import Playthrough, begin
from reguli.model.bind_bots import bind_bots
from reguli.play.bots import RandomBot
from reguli.play.preferences import PreferringBot, preferring
from reguli.ruleset.bots import load_bots
from reguli.source.diagnostic import Bag


def bot(tmp_path: Path, name: str, preferences: str, bag: Bag | None = None) -> PreferringBot:
    """A bot of one ruleset with these preferences."""
    found = Bag() if bag is None else bag
    (tmp_path / "bots.yaml").write_text(f"bots:\n  mine:\n    prefer:\n{preferences}", encoding="utf-8")
    (own,) = bind_bots(program(name).ruleset, load_bots(tmp_path, found), found)
    assert bag is not None or not found, found.codes
    return preferring(program(name), own)


def said(playthrough: Playthrough, move: Move) -> str:
    cells = playthrough.program.ruleset.kinds["cell"].elements
    return " ".join([move.option, *(cells[argument] for argument in move.arguments)])


def test_the_highest_score_wins(tmp_path: Path) -> None:
    # Columns count ten, rows one: c3 is 33.
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.column: 10, cell.row: 1}}\n")
    playthrough = begin(program("tic_tac_toe"), 0)
    cells = []
    while not playthrough.over:
        cells.append(said(playthrough, wanted.choose(playthrough)))
        playthrough.apply(wanted.choose(playthrough))
    assert cells[:4] == ["place c3", "place c2", "place c1", "place b3"]


def test_the_first_entry_that_holds_counts(tmp_path: Path) -> None:
    wanted = bot(
        tmp_path,
        "tic_tac_toe",
        "      - {option: place, when: cell = b2, base: 5}\n      - {option: place, score: {cell.row: -1}}\n",
    )
    playthrough = begin(program("tic_tac_toe"), 0)
    assert said(playthrough, wanted.choose(playthrough)) == "place b2"
    playthrough.apply(wanted.choose(playthrough))
    assert said(playthrough, wanted.choose(playthrough))[-1] == "1"


def test_what_no_entry_wants_is_made_only_when_nothing_else_is_there(tmp_path: Path) -> None:
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, when: cell.row = 2, base: -100}\n")
    playthrough = begin(program("tic_tac_toe"), 0)
    rows = []
    while not playthrough.over:
        move = wanted.choose(playthrough)
        rows.append(said(playthrough, move)[-1])
        playthrough.apply(move)
    assert rows[:3] == ["2", "2", "2"]
    assert "2" not in rows[3:]


def test_names_round_the_decision_are_in_reach(tmp_path: Path) -> None:
    # raise_bid names the plant and the bid of the procedure it stands in; at 20 it has had enough.
    text = (
        "      - {option: nominate, when: bid = plant.number, score: {plant.number: 1}}\n"
        "      - {option: raise_bid, when: bid = high + 1 and bid <= 20 and plant.number >= 3, base: 1}\n"
        "      - {option: pass_bid}\n"
    )
    wanted = bot(tmp_path, "power_grid", text)
    playthrough = begin(program("power_grid"), 4)
    bids = []
    while playthrough.decision is not None and playthrough.decision.ask.name in ("nomination", "outbidding"):
        move = wanted.choose(playthrough)
        bids.append((move.option, move.arguments[-1] if move.arguments else 0))
        playthrough.apply(move)
        if move.option == "pass_bid":
            break
    assert bids[0] == ("nominate", 6)
    assert bids[1:-1] == [("raise_bid", bid) for bid in range(7, 21)]


def test_the_same_position_is_played_alike_and_ties_by_lot(tmp_path: Path) -> None:
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.row: 1}}\n")
    chosen = {
        said(begin(program("tic_tac_toe"), seed), wanted.choose(begin(program("tic_tac_toe"), seed)))
        for seed in range(30)
    }
    assert chosen == {"place a3", "place b3", "place c3"}


@pytest.mark.parametrize(
    ("preferences", "code"),
    [
        ("      - {option: plac, base: 1}\n", "X120"),
        ("      - {option: place, score: {cell.colum: 1}}\n", "R"),
        ("      - {option: place, score: {cell: 1}}\n", "R220"),
        ("      - {option: place, when: cell.row}\n", "R220"),
        ("      - {option: place, score: {cell.row: heavy}}\n", "R103"),
        ("      - {option: place, score: {cell.row +: 1}}\n", "L"),
        ("      - {opton: place}\n", "R101"),
    ],
)
def test_mistakes_are_findings(tmp_path: Path, preferences: str, code: str) -> None:
    bag = Bag()
    bot(tmp_path, "tic_tac_toe", preferences, bag)
    assert any(found.startswith(code) for found in bag.codes), bag.codes


def test_a_bot_with_half_an_entry_still_moves(tmp_path: Path) -> None:
    bag = Bag()
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.colum: 1}}\n", bag)
    playthrough = begin(program("tic_tac_toe"), 0)
    assert playthrough.allows(wanted.choose(playthrough))
    assert playthrough.allows(RandomBot().choose(playthrough))
