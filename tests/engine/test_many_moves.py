"""So many legal moves that nobody lists them: examples and the command count all of them, and say what they leave out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_games import folder_of

from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.verify.example_runner import ExampleResult, run_examples

KINDS = "  coin: {tokens: {supply: unlimited}, starts: bank}"
STATE = "game:\n  bank: {zone: coin}\nplayer:\n  purse: {zone: coin}\n"
RULES = """
procedure set_up:
    settle

phase going:
    decide offer by seat_1:
        pass_by: end going
        offer(amount in 1 .. most):
            move amount from bank to seat_1.purse
            end game
"""
MOST = 10_002


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path, KINDS, STATE, RULES, most=MOST)


def example(folder: Path, moves: list[str]) -> ExampleResult:
    """Claim the legal moves of the option in an example, and run it."""
    text = f"examples:\n  - id: one\n    players: 2\n    at: {{phase: going}}\n    then:\n      - {{legal: offer, is: [{', '.join(moves)}]}}\n"
    (folder / "examples").mkdir()
    (folder / "examples" / "all.yaml").write_text(text, encoding="utf-8")
    loaded, bag = LoadedRuleset(str(folder)), Bag()
    assert loaded.ruleset is not None, loaded.bag.codes
    (result,) = run_examples(loaded, bag)
    assert not bag, bag.codes
    return result


def test_a_claim_of_few_shows_some_and_counts_the_rest(folder: Path) -> None:
    result = example(folder, ["offer 1"])
    assert not result.passed
    found = result.claims[0].found
    assert isinstance(found, list)
    assert (found[0], found[-2:]) == ("offer 1", ["offer 61", f"… (+{MOST - 61})"])


def test_the_command_lists_families_and_says_what_it_leaves_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = tmp_path / "position.yaml"
    position.write_text("players: 2\nat: {phase: going}\n", encoding="utf-8")
    assert main(["moves", str(position), "--ruleset", str(folder), "--json"]) == 0
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert (told["count"], len(told["moves"]), told["left_out"]) == (MOST + 1, 10_000, 3)
    assert [(family["text"], family["size"]) for family in told["families"]] == [
        ("pass_by", 1),
        (f"offer <1-{MOST}>", MOST),
    ]
    assert printed.err == "3 moves are not listed by themselves, only in 'families'\n"
