"""Renaming: in every file of a ruleset at once, so that `reguli check` finds no more than before, or not at all and with a reason."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from editor_client import EditorClient, apply

Copy = Callable[[str], Path]
LANGUAGES = ("--lang", "en,ro,hu")


def checked(folder: Path, *options: str) -> str:
    """Return what the command says of a ruleset, in one line."""
    command = [sys.executable, "-m", "reguli", "check", str(folder), *options]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return (ran.stdout.splitlines() or [ran.stderr])[0]


def renamed(client: EditorClient, path: Path, words: str, new: str) -> list[str]:
    """Rename an id and save all files; return the names of those that were changed."""
    client.open(path)
    answer = client.rename(path, words, new)
    assert "result" in answer, answer
    changes = answer["result"]["changes"]
    apply(changes)
    client.close(path)
    return sorted({uri.rpartition("/")[2] for uri in changes})


@pytest.mark.parametrize(
    ("file", "words", "files"),
    [
        ("constants.yaml", "line_length", {"constants.yaml", "play.rules"}),
        ("rules/play.rules", "completes_line", {"play.rules"}),
        ("components/board.yaml", "cell", {"board.yaml", "play.rules", "state.yaml"}),
        ("components/board.yaml", "mark", {"board.yaml", "state.yaml"}),
        ("game.yaml", "play]", {"game.yaml", "play.rules"}),
    ],
)
def test_ids_of_a_small_game(client: EditorClient, copy: Copy, file: str, words: str, files: set[str]) -> None:
    home = copy("tic_tac_toe")
    assert files <= set(renamed(client, home / file, words, "other_name"))
    assert "no findings" in checked(home)


@pytest.mark.night
@pytest.mark.parametrize(
    ("file", "words", "files"),
    [
        ("constants.yaml", "start_money", {"constants.yaml", "setup.rules", "card.yaml", "constants.csv"}),
        ("rules/building.rules", "build_house", {"building.rules"}),
        (
            "boards/germany.yaml",
            "city",
            {"germany.yaml", "usa.yaml", "building.rules", "state.yaml", "counts.yaml"},
        ),
        ("tables.yaml", "coal", {"tables.yaml", "cards.yaml", "fuel.yaml", "card.csv"}),
        ("rules/building.rules", "city_full", {"building.rules", "building.yaml"}),
    ],
)
def test_ids_of_a_large_game(client: EditorClient, copy: Copy, file: str, words: str, files: set[str]) -> None:
    home = copy("power_grid")
    assert files <= set(renamed(client, home / file, words, "other_name"))
    assert "no findings" in checked(home)


@pytest.mark.night
def test_wordings_go_with_their_ids(client: EditorClient, tmp_path: Path) -> None:
    made = [sys.executable, "-m", "reguli", "new", "heaps", "--players", "2-3", "--folder", str(tmp_path)]
    subprocess.run(made, check=True, capture_output=True)
    home = tmp_path.resolve() / "heaps"
    before = checked(home, *LANGUAGES)
    assert "no findings" in before
    assert "wordings.po" in renamed(client, home / "constants.yaml", "last_round:", "rounds")
    assert "wordings.po" in renamed(client, home / "rules" / "turns.rules", "pick_token", "take_one")
    assert "wordings.po" in renamed(client, home / "state.yaml", "purse", "hoard")
    assert checked(home, *LANGUAGES) == before
    assert 'msgctxt "constant:rounds"' in (home / "words" / "hu" / "wordings.po").read_text("utf-8")


def test_a_name_of_one_rule_is_renamed_there(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    text = client.open(rules)
    client.ready(rules)
    (edits,) = client.rename(rules, "passed in", "gone")["result"]["changes"].values()
    assert len(edits) == text.count("passed")
    client.close(rules)


@pytest.mark.parametrize(
    ("words", "new", "why"),
    [
        ("line_length)", "cell", "'cell' stands in tic_tac_toe/"),
        ("line_length)", "Long", "no name for an id"),
        ("line_length)", "while", "word of the language"),
        ("line_length)", "count", "word of the language"),
        ("while", "until", "word of the language"),
        ("player_count", "others", "word of the language"),
        ("next(to_move)", "following", "has no such id"),
    ],
)
def test_what_would_not_be_the_same_is_refused(
    client: EditorClient, copy: Copy, words: str, new: str, why: str
) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    client.open(rules)
    client.type(rules, client.buffers[rules] + "\ndefine table_size = player_count\n")
    error = client.rename(rules, words, new)["error"]
    assert error["code"] == -32803
    assert why in error["message"]
    client.close(rules)


def test_an_id_of_the_base_is_refused_in_a_variant(client: EditorClient, copy: Copy, tmp_path: Path) -> None:
    copy("tic_tac_toe")
    variant = tmp_path.resolve() / "long" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text("variant: long\nof: ../tic_tac_toe\nname: Long\nset:\n  constants.line_length: 2\n", "utf-8")
    client.open(variant)
    client.ready(variant)
    message = client.rename(variant, "line_length", "needed")["error"]["message"]
    assert "belongs to the base (tic_tac_toe/constants.yaml:1:1)" in message
    client.close(variant)


def test_what_was_typed_is_renamed_and_not_what_lies_on_the_disk(client: EditorClient, copy: Copy) -> None:
    home = copy("tic_tac_toe")
    rules = home / "rules" / "play.rules"
    text = client.open(rules)
    client.type(rules, f"# A line more.\n{text}")
    changes = client.rename(rules, "line_length)", "needed")["result"]["changes"]
    lines = {one["range"]["start"]["line"] for one in changes[rules.as_uri()]}
    assert lines == {19, 22}
    assert rules.read_text("utf-8") == text
    client.close(rules)
