"""A variant for fewer or more players, and copies of a row by its name, without a row of the base being replaced.

The base has a card for two and three players, two copies of another by number of players, and three copies of a third for everybody.
What is expected is worked out by hand from those rows.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset

GAME = """ruleset: deal
language: 2
version: 1.0.0
name: Deal
players: {min: 2, max: 4}
round: [ending]
units: [point]
ranking: [{by: sum(card.worth for card in deck), order: most}]
"""
FILES = {
    "game.yaml": GAME,
    "components/cards.yaml": """kinds:
  card:
    plural: cards
    pieces: true
    starts: deck
    fields: {worth: {number: point, default: 1}}
    rows:
      - {id: ace, players: 2..3}
      - {id: king, copies: {2: 1, 3..4: 2}}
      - {id: queen, copies: 3, worth: 2}
      - {id: jack}
""",
    "state.yaml": "game: {deck: {zone: card}}\n",
    "rules/play.rules": """phase ending:
    end game
""",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "deal"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _variant(game: Path, text: str) -> Path:
    path = game.parent / "other.yaml"
    path.write_text(f"variant: other\nof: deal\n{text}", encoding="utf-8")
    return path


def _cards(path: Path) -> dict[int, list[str]]:
    """Return the cards in play by number of players."""
    loaded = LoadedRuleset(str(path))
    assert loaded.ruleset is not None, list(loaded.bag)
    low, high = loaded.ruleset.players
    found = {count: loaded.ruleset_for(count) for count in range(low, high + 1)}
    return {count: sorted(one.kinds["card"].elements) for count, one in found.items() if one is not None}


QUEENS = ["queen_1", "queen_2", "queen_3"]


def test_the_base_has_these_cards(game: Path) -> None:
    assert _cards(game) == {
        2: ["ace", "jack", "king_1", *QUEENS],
        3: ["ace", "jack", "king_1", "king_2", *QUEENS],
        4: ["jack", "king_1", "king_2", *QUEENS],
    }


@pytest.mark.parametrize(("text", "cards"), [
    ("set: {players.min: 4}\n", {4: ["jack", "king_1", "king_2", *QUEENS]}),
    ("set: {players.max: 2}\n", {2: ["ace", "jack", "king_1", *QUEENS]}),
    ("replace: {players: {min: 3, max: 3}}\n", {3: ["ace", "jack", "king_1", "king_2", *QUEENS]}),
    ("set: {players.min: 1, players.max: 1, card.king.copies: {1: 0}}\n", {1: ["jack", *QUEENS]}),
    ("set: {players.min: 4, players.max: 5, card.king.copies: {5: 3}}\n",
     {4: ["jack", "king_1", "king_2", *QUEENS], 5: ["jack", "king_1", "king_2", "king_3", *QUEENS]}),
])  # fmt: skip
def test_numbers_of_players_that_no_longer_play_count_for_nothing(
    game: Path, text: str, cards: dict[int, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = _variant(game, text)
    assert main(["check", str(path)]) == 0, capsys.readouterr().out
    assert _cards(path) == cards
    assert reguli.load(path).start(players=min(cards)).over


def test_a_new_number_of_players_asks_how_many_copies_it_has(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(_variant(game, "set: {players.max: 5}\n"))]) == 1
    printed = capsys.readouterr().out
    assert "R133 'king_1' in the kind 'card' says nothing for 5 players" in printed
    assert "KIND.ELEMENT.copies" in printed


@pytest.mark.parametrize(("text", "at_2", "at_4"), [
    ("card.queen.copies: 4", [*QUEENS, "queen_4"], [*QUEENS, "queen_4"]),
    ("card.queen.copies: 1", ["queen_1"], ["queen_1"]),
    ("card.queen.copies: {4: 5}", QUEENS, [*QUEENS, "queen_4", "queen_5"]),
    ("card.king.copies: {2: 2}", ["king_1", "king_2"], ["king_1", "king_2"]),
    ("card.king.copies: 1", ["king_1"], ["king_1"]),
    ("card.jack.copies: 2", ["jack_1", "jack_2"], ["jack_1", "jack_2"]),
    ("card.ace.copies: {2: 2}", ["ace_1", "ace_2"], []),
])  # fmt: skip
def test_copies_of_a_row_are_set_by_its_name(game: Path, text: str, at_2: list[str], at_4: list[str]) -> None:
    cards, row = _cards(_variant(game, f"set: {{{text}}}\n")), text.split(".")[1]
    assert [name for name in cards[2] if name.startswith(row)] == at_2
    assert [name for name in cards[4] if name.startswith(row)] == at_4


def test_a_field_of_a_row_is_set_for_all_its_copies(game: Path) -> None:
    documents = LoadedRuleset(str(_variant(game, "set: {card.queen.worth: 7, card.queen.copies: 4}\n"))).documents
    assert documents is not None
    worth = [dict(one.cells)["worth"].value for one in documents.kinds[0].elements if one.id.startswith("queen")]
    assert worth == [7, 7, 7, 7]


@pytest.mark.parametrize(("text", "code"), [
    ("card.queen.copies: 3", "R153"),
    ("card.quen.copies: 3", "R152"),
    ("card.queen.copies: many", "R103"),
    ("card.queen.copies: {9: 3}", "R132"),
])  # fmt: skip
def test_wrong_copies_are_found(game: Path, text: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(_variant(game, f"set: {{{text}}}\n"))]) == 1
    assert code in capsys.readouterr().out
