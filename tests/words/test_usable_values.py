"""``reguli say X --values``: what a sentence may use, as it is typed."""

from __future__ import annotations

import json

import pytest

from reguli.cli.main import main


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, str]:
    assert main(["say", *words, "--values", "--json"]) == 0
    found: dict[str, dict[str, str]] = json.loads(capsys.readouterr().out)
    return next(iter(found.values()))


def test_values_of_a_statement_are_listed_as_they_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    values = listed(capsys, "tic_tac_toe", "line_length")
    assert list(values.items())[:2] == [("[line_length]", "3"), ("[line_length.next]", "4")]
    assert values["[players player]"] == "2"


def test_a_table_is_listed_with_the_names_in_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    values = listed(capsys, "power_grid", "max_plants")
    assert values["[max_plants card]"] == "3"
    assert values["[each max_plants.exceptions: …]"] == "rows of [players], [value], [next]"


def test_what_only_a_game_in_play_knows_is_listed_by_its_kind(capsys: pytest.CaptureFixture[str]) -> None:
    values = listed(capsys, "tic_tac_toe", "move:place")
    assert values["[player]"] == "a name"
    assert values["[you]"] == "yes or no"


def test_the_list_leads_to_the_grammar(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", "tic_tac_toe", "line_length", "--values"]) == 0
    assert "reguli explain placeholder" in capsys.readouterr().out


def test_an_unknown_rule_is_refused_with_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", "tic_tac_toe", "line_lenght", "--values"]) == 2
    assert "line_length" in capsys.readouterr().err
