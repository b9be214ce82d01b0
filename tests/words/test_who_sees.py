"""The gloss of what is tracked says who may see it, where not everybody may."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reguli.cli.main import main

TOYS = Path(__file__).parents[1] / "rulesets"
OF_ALL = {
    "en": ["only the players", "nobody may see the deck", "everybody but the owner may see"],
    "ro": ["numai jucătorii", "nimeni nu poate vedea pachetul", "toți, în afară de proprietar, pot vedea"],
    "hu": ["csak a játékosok", "a paklit senki sem láthatja", "a tulajdonosán kívül mindenki láthatja"],
}


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
@pytest.mark.parametrize(
    ("at", "game", "name"),
    [(0, "whist", "state:player.hand"), (1, "whist", "state:game.deck"), (2, "kites", "state:player.left")],
)
def test_whom_it_is_hidden_from(at: int, game: str, name: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", str(TOYS / game), name, "--lang", code]) == 0
    assert OF_ALL[code][at].casefold() in capsys.readouterr().out.casefold()


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
def test_what_all_may_see_is_not_said(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", str(TOYS / "whist"), "state:game.won_by", "--lang", code, "--json"]) == 0
    (gloss,) = (one["gloss"] for one in json.loads(capsys.readouterr().out) if one["id"] == "state:game.won_by")
    assert not any(said.casefold() in str(gloss).casefold() for said in OF_ALL[code])


def test_an_option_settles_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", "power_grid", "state:player.money", "--lang", "en"]) == 0
    said = "With the option hidden money, only the owner may see the money; otherwise everybody may see the money."
    assert said in capsys.readouterr().out
