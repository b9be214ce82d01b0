"""A variant is called by its name, in each language as somebody worded it there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run

CHEAP = "variant: cheap\nof: power_grid\nname: Cheap Start\nset:\n  constants.start_money: 60\n"
ENTRY = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n\nmsgctxt "variant:cheap"\nmsgid "Cheap Start"\nmsgstr "{text}"\n'


def head(folder: Path) -> str:
    """Return the first heading of the one text that was written."""
    (file,) = folder.rglob("*.md")
    return next(line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("# "))


@pytest.mark.parametrize(
    "product",
    [("card",), *(pytest.param(one, marks=pytest.mark.night) for one in (("book", "--product", "changes"), ("book",)))],
)
def test_a_name_is_said_where_it_has_a_wording(
    reguli: Run, variant: Callable[[str], str], tmp_path: Path, product: tuple[str, ...]
) -> None:
    home = variant(CHEAP)
    for code, text in (("en", ""), ("hu", "Olcsó kezdés")):
        file = Path(home, "words", code, "wordings.po")
        file.parent.mkdir(parents=True)
        file.write_text(ENTRY.format(code=code, text=text), encoding="utf-8")
    command, *more = product
    for code, name in (("en", "# Cheap Start"), ("hu", "# Olcsó kezdés"), ("ro", "# Cheap Start")):
        out = tmp_path / code
        reguli(command, home, *more, "--lang", code, "--format", "md", "--folder", str(out))
        assert head(out) == name
    # Nobody has to word it, and a wording of it is no stranger.
    assert reguli("words", "check", home).err.count("W306") == 0
    assert "variant:cheap" in reguli("words", "list", home, "--id", "variant:*").out


def test_a_wording_of_another_variant_is_found(reguli: Run, variant: Callable[[str], str]) -> None:
    home = variant(CHEAP)
    file = Path(home, "words", "hu", "wordings.po")
    file.parent.mkdir(parents=True)
    file.write_text(ENTRY.format(code="hu", text="Olcsó").replace("variant:cheap", "variant:cheep"), encoding="utf-8")
    ran = reguli("words", "check", home)
    assert (ran.code, "W306" in ran.err + ran.out) == (1, True)


def test_a_game_is_called_as_its_language_calls_it(reguli: Run, tmp_path: Path) -> None:
    reguli("card", "warszawa", "--lang", "ro", "--format", "md", "--folder", str(tmp_path))
    assert head(tmp_path) == "# Reconstrucția Varșoviei"
