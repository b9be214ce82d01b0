"""Values and effects that come back to themselves: what stands on a cup, and what topples with it, asked up the tower.

The tower, by hand: the saucer holds up all seven; on it stand bowl, glass, thimble, one on the other, and mug, beaker, goblet likewise.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from toys import Sitting, place

import reguli
from reguli.cli.main import main

CUPS = Path(__file__).parent / "cups"


def at_tower(state: str = "") -> Sitting:
    return place(
        "cups",
        f"""
        players: 2
        at: {{phase: taking, decision: reach, by: a}}
        state: {{round: 1, tower: [saucer, bowl, mug, glass, beaker, thimble, goblet]{state}}}
        """,
    )


def test_a_value_counts_what_stands_above_storey_by_storey() -> None:
    sitting = at_tower()
    assert [sitting.value(f"held({cup})") for cup in ("saucer", "bowl", "glass", "thimble")] == [7, 3, 2, 1]
    assert sitting.refused("grab saucer") == ["too_much_on_it"]


def test_each_cup_that_topples_is_asked_for() -> None:
    sitting = at_tower().play("a: grab bowl", "a: hold", "a: let_slip", "a: hold")
    assert sitting.value("a.tray") == ["bowl", "thimble"]
    assert sitting.value("b.tray") == ["glass"]
    assert (sitting.value("a.points"), sitting.value("b.points")) == (5 + 1, 3)
    assert sitting.value("held(saucer)") == 4


def test_a_game_is_saved_while_somebody_decides_in_the_middle(tmp_path: Path) -> None:
    game = reguli.load(CUPS).start(players=2, names=["ann", "bob"])
    for move in ("grab mug", "hold", "hold"):
        game.apply(move)
    game.save(tmp_path / "middle.json")
    again = reguli.load_save(tmp_path / "middle.json", CUPS)
    assert again.moves() == ["hold", "let_slip"]
    again.apply("let_slip")
    assert again.value("bob.tray") == ["goblet"]
    assert again.undo()
    assert again.value("goblet in tower") is True


def test_nobody_is_told_of_depths() -> None:
    game = reguli.load(CUPS).start(players=2, names=["ann", "bob"])
    for move in ("grab mug", "hold", "hold", "let_slip"):
        game.apply(move)
    told = game.journal()
    assert told
    assert [entry.rule for entry in told if "@" in entry.rule or "@" in entry.text] == []
    assert [refusal.rule for refusal in game.why("grab saucer")] == []


def _shallow(folder: Path, name: str, number: int) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(
        f"variant: {name}\nof: {CUPS}\nname: Shallow\nset: {{constants.storeys: {number}}}\n", encoding="utf-8"
    )
    return path


def test_deeper_than_it_says_is_a_fault_that_names_the_chain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(_shallow(tmp_path, "shallow", 3)), "--play"]) == 1
    said = capsys.readouterr().out
    assert "E325" in said
    assert "held → held" in said
    assert "@" not in said


def test_pages_and_answers_say_how_deep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The English book prints what the inventory states; where nobody has typed anything, the rule is said."""
    said = {"en": "at most 4 deep", "hu": "legfeljebb 4 lépés mélységig", "ro": "se aplică în lanț cel mult de 4 ori"}
    # It is made all the same, and that nobody has worded anything is said.
    assert main(["book", str(CUPS), "--lang", "en,hu,ro", "--format", "md", "--folder", str(tmp_path)]) == 1
    for language, words in said.items():
        text = (tmp_path / "cups" / f"book.{language}.md").read_text(encoding="utf-8").replace("\u00a0", " ")
        assert (words in text) == (language != "en")
        assert "@" not in text
        capsys.readouterr()
        assert main(["say", str(CUPS), "C1", "--lang", language]) == 0
        assert words in capsys.readouterr().out.replace("\u00a0", " ")
