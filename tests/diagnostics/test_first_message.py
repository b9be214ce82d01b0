"""Where one slip makes several findings, the first is the one that leads to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reguli.api import load
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Trouble


def _first(folder: Path, file: str, old: str, new: str) -> tuple[str, str, tuple[str, ...]]:
    """Plant a slip in a copy of a game, and give code and place of the first finding, and the files that it shows besides."""
    game = folder / "power_grid"
    shutil.copytree(shipped_folder("rulesets") / "power_grid", game)
    text = (game / file).read_text("utf-8")
    assert text.count(old) == 1
    (game / file).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(Trouble) as raised:
        load(str(game))
    found = raised.value.findings[0]
    return found.code, Path(found.span.file).name, tuple(Path(span.file).name for span, _ in found.related)


def test_a_default_that_no_value_is_called(tmp_path: Path) -> None:
    assert _first(tmp_path, "game.yaml", "default: germany", "default: germny") == ("R107", "game.yaml", ())


def test_more_players_than_the_tables_have_rows_for(tmp_path: Path) -> None:
    assert _first(tmp_path, "game.yaml", "max: 6", "max: 7") == ("R321", "tables.yaml", ("game.yaml",))


def test_what_differs_in_its_number_is_not_proposed(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as raised:
        load(str(_without_plant_13(tmp_path)))
    assert all(found.near is None for found in raised.value.findings if found.code == "R200")


def _without_plant_13(folder: Path) -> Path:
    game = folder / "power_grid"
    shutil.copytree(shipped_folder("rulesets") / "power_grid", game)
    cards = game / "components" / "cards.yaml"
    lines = cards.read_text("utf-8").splitlines(keepends=True)
    cards.write_text("".join(line for line in lines if "[plant_13," not in line), "utf-8")
    return game
