"""The two large games: how much text their rules take, and whole games by lot in which pieces stay, points are told and no search is long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
import yaml
from toys import assert_conserved, chosen

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.gameplay.program_execution import TransactionSearch, Verdict
from reguli.engine.history.journal import visible_entries
from reguli.ir.program import Decide, Slots
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder

MOST_LINES = 1_000
"""Lines of rules of both games together stay below it; those of libraries do not count, nor empty ones."""
MOST_LOOKED = 2_000
"""Positions that are looked at for one list of moves."""
POINTS = "player.points"
DAY = [("warszawa", 3), ("nucleum", 2)]
NIGHT = [("warszawa", 4), ("warszawa", 5), ("nucleum", 3), ("nucleum", 4)]


def test_both_take_less_than_a_thousand_lines_of_rules() -> None:
    counted = {
        name: sum(1 for text in _rules(shipped_folder("rulesets") / name) for line in text.splitlines() if line.strip())
        for name in ("warszawa", "nucleum")
    }
    assert min(counted.values()) > 100
    assert sum(counted.values()) < MOST_LINES


def _rules(folder: Path) -> Iterator[str]:
    yield from (path.read_text(encoding="utf-8") for path in folder.rglob("*.rules"))
    for text in (path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml")):
        if "rules:" in text:
            yield from _rules_within(yaml.safe_load(text))


def _rules_within(written: object) -> Iterator[str]:
    if isinstance(written, dict):
        for key, value in written.items():
            yield from [value] if key == "rules" and isinstance(value, str) else _rules_within(value)
    elif isinstance(written, list):
        for value in written:
            yield from _rules_within(value)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions were looked at for each list of moves."""
    found: list[int] = []
    judge = TransactionSearch.judge

    def counted(ways: TransactionSearch, decision: Decide, slots: Slots, moves: Sequence[Move]) -> Iterator[Verdict]:
        verdicts = list(judge(ways, decision, slots, moves))
        assert Verdict.DOUBTFUL not in verdicts
        found.append(ways.looked)
        return iter(verdicts)

    monkeypatch.setattr(TransactionSearch, "judge", counted)
    return found


@pytest.mark.parametrize(("name", "players"), [*DAY, *(pytest.param(*one, marks=pytest.mark.night) for one in NIGHT)])
def test_whole_games_by_lot(name: str, players: int, looked: list[int]) -> None:
    """What the journal tells of points is what is scored after every decision, the end of the game included."""
    playthrough, lots = start_playthrough(LoadedRuleset(name).program(players), 20_261_126 + players), Random(players)
    told, since = {f"seat_{number}": 0 for number in range(1, players + 1)}, 0
    while True:
        since = _told(playthrough, since, told)
        assert told == _scored(playthrough)
        assert_conserved(playthrough.program, playthrough.slots)
        if playthrough.over:
            break
        playthrough.apply(chosen(playthrough, lots))
    assert any(told.values())
    assert max(looked, default=0) <= MOST_LOOKED
    assert (name == "nucleum") is bool(looked)


def _told(playthrough: GamePlaythrough, since: int, told: dict[str, int]) -> int:
    """Add what was told from an entry on; give where the journal ends."""
    fresh = visible_entries(playthrough, "all", since)
    for entry in fresh:
        if entry.about == POINTS:
            value = entry.values["value"]
            assert isinstance(value, int)
            told[str(entry.values["owner"])] = value
    return since + len(fresh)


def _scored(playthrough: GamePlaythrough) -> dict[str, int]:
    program = playthrough.program
    field = program.layout.fields[POINTS]
    return {f"seat_{seat + 1}": playthrough.slots[field.base + seat * field.stride] for seat in range(program.players)}
