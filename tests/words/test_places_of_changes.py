"""Where a change is told, and what it is called: beside the step before it, in place of what no longer holds, in words that still fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main

OF = "of: connect_four\nname: Changed\n"


def _pages(folder: Path, text: str, product: str = "book", language: str = "en") -> str:
    home = folder / "changed"
    home.mkdir(parents=True)
    (home / "variant.yaml").write_text(f"variant: changed\n{text}", "utf-8")
    into = folder / "out"
    assert main([product, str(home), "--lang", language, "--format", "md", "--folder", str(into)]) == 0
    return (into / "changed" / f"{product}.{language}.md").read_text("utf-8").replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("en", "not full. However, the player to move may drop"),
        ("ro", "plină. Totuși, jucătorul la rând poate"),
        ("hu", "tele. Azonban a soron lévő játékos"),
    ],
)
def test_a_guard_that_is_added_is_an_exception(tmp_path: Path, language: str, begins: str) -> None:
    guard = "add:\n  parts:\n    play/turn/drop: needs column > 1 because first_column_closed\n"
    assert begins in _pages(tmp_path, OF + guard, language=language)


def test_a_guard_with_another_condition_replaces_the_sentence(tmp_path: Path) -> None:
    guard = (
        "replace:\n  parts:\n    play/turn/drop/column_full: needs column > 1 because column_full(column) cites C5\n"
    )
    text = _pages(tmp_path, OF + guard)
    assert "only if" in text
    assert "However" not in text


def test_a_question_whose_answer_no_longer_holds_is_left_out(tmp_path: Path) -> None:
    """Four answers speak of the plant with the lowest number, which the variant draws by lot; other questions stand."""
    base = tmp_path / "base"
    assert main(["book", "power_grid", "--format", "md", "--folder", str(base)]) == 0
    whole = (base / "power_grid" / "book.en.md").read_text("utf-8").replace("\u00a0", " ")
    asked = [line for line in whole.split("\n") if _is_question(line)]
    lost = "of: power_grid\nname: Changed\nreplace:\n  parts:\n    remove_lowest_plant/move lowest(plant_market): |\n"
    lost += "      by lot plant in plant_market where plant.is_plant\n      move plant from plant_market to box\n"
    text = _pages(tmp_path, lost)
    left = [line for line in text.split("\n") if _is_question(line)]
    assert 0 < len(left) < len(asked)
    assert set(left) < set(asked)
    assert not [line for line in left if "lowest" in line]
    # The act is called "remove the power plant with the lowest number", which it no longer does.
    assert "lowest number in the power plant market" not in text
    drawn = [
        line
        for line in text.split("\n")
        if "draw by lot, from the cards in the power plant market, a power plant" in line
    ]
    assert any("there is no player who has bought a power plant this round" in line for line in drawn)
    assert any("At the end of phase 5, if it is step 3" in line for line in drawn)


def _is_question(line: str) -> bool:
    return line.startswith("**") and line.endswith("?**")


def test_what_follows_a_step_is_told_beside_its_statement(tmp_path: Path) -> None:
    """The first house earns money after it is built: that is told among the sentences on houses, and not among reminders."""
    add = "add:\n  constants:\n    first_house_money: {value: 5, unit: elektro}\n  parts:\n    build_house: |\n"
    add += "      if count(city.houses) = 1:\n          move first_house_money from bank to builder.money\n"
    text = _pages(tmp_path, "of: power_grid\nname: Changed\n" + add)
    told = "After a player builds a house in a city, if the city has exactly 1 house, the player receives 5 Elektro from the bank."
    assert text.count(told) == 1
    (line,) = [line for line in text.split("\n") if told in line]
    assert "house" in line.partition(told)[0]
    assert text.index(told) < text.index("## 9.")


def test_a_further_line_of_the_ranking_comes_before_what_ties_share(tmp_path: Path) -> None:
    lines = "replace:\n  ranking:\n    lines:\n      - {by: supplied_at_end(player), order: most, source: [P159]}\n"
    lines += "      - {by: player.money, order: most, source: [P160, P174]}\n"
    lines += "      - {by: count(network(player)), order: most, source: [P161, P174]}\n"
    lines += "      - {by: highest_plant(player), order: least}\n    source: [P162]\n"
    text = _pages(tmp_path, "of: power_grid\nname: Changed\n" + lines)
    told = "If still tied, the player whose highest power plant number is lowest wins."
    assert text.count(told) == 1
    assert text.index(told) < text.index("the tied players share the victory")


def test_players_who_tie_share_where_no_sentence_says_it(tmp_path: Path) -> None:
    gone = "of: warszawa\nname: Changed\nremove:\n  ranking: [2]\n  statements: [W121]\n"
    text = _pages(tmp_path, gone, "card")
    assert "The player with the most points wins. Players who are tied after that share the victory." in text


def test_a_game_without_phases_on_its_pages_has_none_in_its_sentences(tmp_path: Path) -> None:
    """The pages of Nucleum speak of turns; that its rules have two phases is their own business."""
    add = "add:\n  constants:\n    rich_gift: {value: 2, unit: thaler}\n  parts:\n    take_income: |\n"
    add += "      for giver in players where (no other in players where count(other.thaler) > count(giver.thaler)):\n"
    add += "          move up to rich_gift from giver.thaler to bank\n"
    text = _pages(tmp_path, "of: nucleum\nname: Changed\n" + add, "card")
    assert (
        "each player who has the most Thalers pays 2 Thalers (or fewer if there are not so many) to the bank." in text
    )
    assert "n phase" not in text
