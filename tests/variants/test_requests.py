"""Twelve things that a designer asked of Power Grid, each a variant of at most twelve lines beside data.

What is data lies in files of its own: statements, constants, boards, words. Each variant checks without a finding and plays to its end
in games of bots, and its statement stands on the card and in the book in three languages. The numbers below are those asked for.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import reguli
from by_day import some_by_day
from reguli.cli.main import main
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import run_bot_turns

HERE = Path(__file__).parent
REQUESTS = sorted(path.parent.name for path in HERE.glob("*/variant.yaml"))
STATING = ("free_house", "loan", "rebate", "sealed_bids")
MOST_LINES = 12
HEADINGS = {
    "en": "What this variant changes",
    "hu": "Amit ez a változat megváltoztat",
    "ro": "Ce schimbă această variantă",
}


def _cells(name: str, table: str) -> dict[str, object]:
    """Return the cells of a table of one key, or the first cells of its rows."""
    documents = LoadedRuleset(str(HERE / name)).documents
    assert documents is not None
    rows = next(one for one in documents.tables if one.id == table).rows
    entries = rows.entries or tuple((str(at), row) for at, row in enumerate(rows.items or ()))
    return {key: row.value for key, row in entries}


def test_there_are_twelve() -> None:
    assert len(REQUESTS) == 12


@pytest.mark.parametrize("name", REQUESTS)
def test_it_takes_few_lines(name: str) -> None:
    files = (HERE / name / "variant.yaml", *(HERE / name / "rules").glob("*.rules"))
    written = [line for path in files for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    # Three lines say what it is called and what it is a variant of.
    assert len(written) - 3 <= MOST_LINES


@pytest.mark.parametrize("name", REQUESTS)
def test_nothing_is_found_in_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(HERE / name)]) == 0, capsys.readouterr().out


def _plays(name: str, seeds: range) -> None:
    game = reguli.load(str(HERE / name))
    low, high = game.players
    for seed in seeds:
        players = low + seed % (high - low + 1)
        bot = game.table_bots(players)["sane"]
        playthrough = start_playthrough(LoadedRuleset(str(HERE / name)).program(players), seed=seed)
        assert list(run_bot_turns(playthrough, [bot] * players))
        assert playthrough.over


@pytest.mark.parametrize("name", some_by_day(REQUESTS, REQUESTS[::2]))
def test_bots_play_it_to_its_end(name: str) -> None:
    at = REQUESTS.index(name)
    _plays(name, range(at, at + 1))


@pytest.mark.night
@pytest.mark.parametrize("name", REQUESTS)
def test_bots_play_it_thirty_times(name: str) -> None:
    _plays(name, range(30))


@pytest.mark.parametrize(
    ("what", "name"),
    [
        *(("card", name) for name in STATING),
        *(
            pytest.param("book", name, marks=[pytest.mark.pages, *[pytest.mark.night] * (name != "loan")])
            for name in STATING
        ),
    ],
)
def test_its_statement_stands_on_card_and_book(
    name: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is typed in one language is one finding (W336) for each of the others, which print generated sentences.

    By day one book, that of the variant with most to say: cards of all have their statements at the same place.
    """
    asked = ["--lang", "en,hu,ro", "--format", "md", "--folder", str(tmp_path)]
    ended = main([what, str(HERE / name), *asked])
    found = set(re.findall(r" ([A-Z]\d{3}) ", "".join(capsys.readouterr())))
    assert (ended, frozenset(found)) in {(0, frozenset()), (1, frozenset({"W336"}))}
    for code, heading in HEADINGS.items():
        (page,) = tmp_path.glob(f"*/{what}.{code}.md")
        _, found, below = page.read_text(encoding="utf-8").rpartition(f"{heading}\n")
        assert found
        assert below.strip().startswith("- ")
    if name == "loan":
        said = next(tmp_path.glob(f"*/{what}.en.md")).read_text(encoding="utf-8").replace("\u00a0", " ")
        assert "may borrow 20 Elektro" in said
        assert "pay 25 Elektro back" in said


def test_the_numbers_are_those_asked_for() -> None:
    assert _cells("early_end", "end_cities") == {"2": 21, "3": 17, "4": 15, "5": 15, "6": 14}
    assert list(_cells("house_costs", "house_cost").values()) == [8, 12, 16]
    assert list(_cells("flat_income", "payment").values())[10:] == [105, *[110] * 10]
    assert _cells("seven_players", "end_cities") == {"2": 21, "3": 17, "4": 17, "5": 15, "6": 14, "7": 13}
    assert _cells("gas", "start_tokens") == {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2, "gas": 6}


def test_what_the_loan_adds_changes_the_number_of_no_other_move() -> None:
    moves = []
    for name in ("power_grid", str(HERE / "loan")):
        playthrough = reguli.load(name).start(players=3, seed=4)
        while playthrough.decision is not None and playthrough.decision.name != "purchase":
            playthrough.apply(playthrough.moves()[0])
        moves.append(playthrough.moves())
    assert moves[0]
    assert moves[1] == [*moves[0], "take_loan"]


def test_seven_play_on_every_board() -> None:
    game = reguli.load(str(HERE / "seven_players"), options={"map": "usa"})
    assert game.players == (2, 7)
    assert len(game.start(players=7).position()["player"]["money"]) == 7
