"""play with people: what is typed, what is said, what stays hidden."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_runs import Run


def test_a_person_plays_to_the_end(reguli: Run) -> None:
    typed = "place a1\nplace b1\nplace a2\nplace b2\nplace a3\n"
    ran = reguli("play", "tic_tac_toe", "--names", "anna,ben", typed=typed)
    assert ran.code == 0
    assert ran.out.splitlines()[-2:] == ["1. anna  lines 1", "2. ben  lines 0"]


def test_numbers_stand_for_moves(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    # First a1, then of the eight left the first, b1, and so on: the cells in their order.
    ran = reguli("play", "tic_tac_toe", "--names", "anna,ben", typed=f"1\n1\n2\n1\nsave {file}\n3\n")
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert [move["text"] for move in saved["moves"]] == ["place a1", "place b1", "place a2", "place c1"]
    assert ran.out.splitlines()[-2:] == ["1. anna  lines 1", "2. ben  lines 0"]


def test_a_wrong_input_never_ends_the_sitting(reguli: Run) -> None:
    typed = (
        "plce a1\nplace\nplace z9\n0\n77\n77777777777777777777777\nwhy\nwhy nothing\nsave\n\n\x00\nplace a1\nplace a1\n"
    )
    ran = reguli("play", "tic_tac_toe", "--names", "anna,ben", typed=typed)
    assert ran.code == 0
    for said in ("Did you mean place?", "place CELL", "'z9' is not known", "from 1 to 9", "save FILE", "cell_taken"):
        assert said in ran.out
    asked = [line for line in ran.out.splitlines() if line.startswith(("anna: ", "ben: ")) and line.endswith("?")]
    assert [line.split(":")[0] for line in asked] == ["anna", "ben"]


def test_undo_takes_back_the_persons_move_and_the_bots(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = reguli(
        "play", "tic_tac_toe", "--names", "anna,ben", "--bots", "person,random",
        typed=f"undo\nplace b2\nundo\nplace a1\nsave {file}\nquit\n",
    )  # fmt: skip
    assert "You have not moved yet." in ran.out
    assert '"place a1"' in file.read_text(encoding="utf-8")
    assert '"place b2"' not in file.read_text(encoding="utf-8")


DRAWS = {
    "game.yaml": "ruleset: draws\nlanguage: 2\nversion: 1.0.0\nname: Draws\nplayers: {min: 2, max: 2, provenance: ours}\n"
    "units: [point]\nsetup: lay_out\nround: [main]\nranking: [{by: player.points, order: most, provenance: ours}]\n",
    "state.yaml": "game: {deck: {zone: card, order: stack, visible: nobody, provenance: ours}}\nplayer:\n"
    "  hand: {zone: card, visible: owner, provenance: ours}\n  points: {number: point, range: [0, open], provenance: ours}\n",
    "inventory.yaml": 'M1: {statement: "In turn each draws a card or leaves it.", state: house}\n',
    "components/cards.yaml": "kinds: {card: {plural: cards, pieces: true, starts: deck, elements: [c1, c2, c3, c4, c5], provenance: ours}}\n",
    "rules/main.rules": "procedure lay_out cites M1:\n    shuffle deck\n\nphase main cites M1:\n    for player in players:\n"
    "        decide turn by player:\n            take:\n                draw 1 of deck to player.hand\n"
    "            leave:\n                settle\n    if deck is empty:\n        end game\n",
}
AGAIN = "The same draws and rolls will come again: what you saw of them, you now know."


def test_undo_behind_a_draw_says_that_the_same_card_comes_again(reguli: Run, tmp_path: Path) -> None:
    for name, text in DRAWS.items():
        (tmp_path / "draws" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "draws" / name).write_text(text, encoding="utf-8")
    play = ("play", str(tmp_path / "draws"), "--names", "anna,ben")
    assert AGAIN in reguli(*play, typed="take\n\nleave\n\nundo\n\nquit\n").out
    assert AGAIN not in reguli(*play, typed="leave\n\nleave\n\nundo\n\nquit\n").out


def test_a_run_of_numbers_needs_one_of_them(reguli: Run) -> None:
    ran = reguli("play", "power_grid", "--names", "anna,ben", "--seed", "3", typed="1\n1 2\n1 51\n1 x\n1 20\nquit\n")
    assert ran.out.count("Option 1 needs a number from 3 to 50: 1 3") == 4
    assert "anna put power plant 3 up for auction with a bid of 20 Elektro" in ran.out


def test_a_person_sees_only_their_own_money(reguli: Run) -> None:
    words = ["--names", "anna,ben", "--seed", "3"]
    hidden = reguli("play", "power_grid", *words, typed="view\nquit\n").out
    assert "anna – money: 50 Elektro" in hidden
    assert "ben – money: hidden" in hidden
    assert "Deck: " in hidden
    assert "33" not in next(line for line in hidden.splitlines() if line.startswith("Deck: "))
    shown = reguli("play", "power_grid", *words, "--option", "hidden_money=no", typed="view\nquit\n").out
    assert "ben – money: 50 Elektro" in shown


def test_the_keyboard_is_passed_on_only_where_something_is_hidden(reguli: Run) -> None:
    words = ["--names", "anna,ben", "--seed", "3"]
    asked = "Pass the keyboard to ben"
    assert asked in reguli("play", "power_grid", *words, typed="nominate 3 3\n\nquit\n").err
    assert asked not in reguli("play", "power_grid", *words, "--option", "hidden_money=no", typed="1 3\nquit\n").err
    assert asked not in reguli("play", "tic_tac_toe", *words, typed="1\nquit\n").err


def test_help_and_the_words_for_it(reguli: Run) -> None:
    out = reguli("play", "tic_tac_toe", typed="help\n:moves\njournal\nwhy place a1\nquit\n").out
    assert "take back your last move" in out
    assert out.count("   9  place c3") == 2
    assert "place a1 is allowed." in out


def test_words_of_the_sitting_may_be_written_large(reguli: Run) -> None:
    ran = reguli("play", "tic_tac_toe", "--bots", "person", typed="UNDO\nQuit\n")
    assert "You have not moved yet." in ran.out
    assert ran.code == 0


def test_leaving_without_a_save_says_so(reguli: Run) -> None:
    ran = reguli("play", "tic_tac_toe", typed="")
    assert (ran.code, "not saved" in ran.err) == (0, True)


def test_a_save_that_cannot_be_written_does_not_end_the_sitting(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("play", "tic_tac_toe", typed=f"save {tmp_path / 'no' / 'where.json'}\nplace a1\nquit\n")
    assert "cannot be written" in ran.out
    assert ran.code == 0


def test_a_game_that_could_not_be_saved_is_not_begun(reguli: Run, tmp_path: Path) -> None:
    for place in (tmp_path / "missing" / "game.json", tmp_path):
        ran = reguli("play", "tic_tac_toe", "--bots", "random", "--save", str(place))
        assert (ran.code, ran.out) == (2, "")
        assert "X112" in ran.err
    assert reguli("play", "tic_tac_toe", "--bots", "random", "--save", "").code == 2


@pytest.mark.parametrize("text", ["coal, oil\n", "{}", '{"cards": 3, "save": 1}', "\x00"])
def test_what_is_no_save_is_not_written_over(reguli: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text(text, encoding="utf-8")
    ran = reguli("play", "tic_tac_toe", "--bots", "random", "--save", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert "X112" in ran.err
    assert "it exists already and is no save" in ran.err
    sitting = reguli("play", "tic_tac_toe", typed=f"save {file}\nquit\n")
    assert "it exists already and is no save" in sitting.out
    assert file.read_text(encoding="utf-8") == text


def test_a_save_and_an_empty_file_are_written_over(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.touch()
    words = ["play", "tic_tac_toe", "--bots", "random", "--save", str(file), "--seed"]
    assert reguli(*words, "3").code == 0
    # As an editor of another system would have saved it.
    file.write_text("\ufeff" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert reguli(*words, "4").code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["seed"] == 4


def test_a_name_as_long_as_can_be_is_saved(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / ("g" * 250 + ".json")
    assert reguli("play", "tic_tac_toe", "--bots", "random", "--save", str(file)).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["save"] == 1
    longer = reguli("play", "tic_tac_toe", "--bots", "random", "--save", str(file) + "g")
    assert (longer.code, longer.out) == (2, "")


def test_a_file_that_may_only_be_read_is_left_alone(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    assert reguli("play", "tic_tac_toe", "--bots", "random", "--save", str(file)).code == 0
    before = file.read_bytes()
    # Whoever runs the tests may be allowed everything.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != file or mode != os.W_OK)
    ran = reguli("play", "tic_tac_toe", "--bots", "random", "--seed", "9", "--save", str(file))
    assert (ran.code, "access is denied" in ran.err) == (2, True)
    assert file.read_bytes() == before


def test_a_game_that_is_not_saved_in_the_end_says_so_and_ends_with_two(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "game.json"
    assert reguli("play", "tic_tac_toe", "--bots", "random", "--save", str(file)).code == 0
    before = file.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    ran = reguli("play", "tic_tac_toe", "--bots", "random", "--seed", "9", "--save", str(file))
    assert ran.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert file.read_bytes() == before
    assert ran.out.startswith("Winner:")
    assert "No space left" in ran.err
