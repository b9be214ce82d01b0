"""The workbench: numbers changed in files, tables played again, and what a change does to play."""

from __future__ import annotations

import os
import shutil
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from table_setup import first_move

from reguli.app.errors import Findings, Refused
from reguli.app.loading import open_playable
from reguli.app.simulation.batch_preparation import simulate_games
from reguli.app.simulation.simulation_runs import SimulationOrder
from reguli.app.workbench.number_edits import change_number, changed_numbers
from reguli.pipeline import LoadedRuleset
from reguli.web.page_texts import served_games
from reguli.web.served_host import ServedHost
from reguli.web.web_server import make_application

HEAD = "# mine\nvariant: wide\nof: connect_four\nname: Wide\n"
BREAK = HEAD.replace("connect_four", "breakthrough")
KEY = "the key of this test"


@pytest.fixture
def variant(tmp_path: Path) -> Callable[[str], Path]:
    """Return a maker of variants of a small game with some more lines."""

    def made(lines: str) -> Path:
        folder = tmp_path / "wide"
        folder.mkdir(exist_ok=True)
        (folder / "variant.yaml").write_text(HEAD + lines, encoding="utf-8")
        return folder

    return made


# -- numbers in files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "set:\n  constants.line_length: 5\n"),
        ("set: {}\n", "set:\n  constants.line_length: 5\n"),
        (
            "set: {sources.common.title: T} # two\n",
            "set: {sources.common.title: T, 'constants.line_length': 5} # two\n",
        ),
        (
            "set:\n# why\n   sources.common.title: T  # two\n# end\nnote: x\n",
            "set:\n# why\n   sources.common.title: T  # two\n   constants.line_length: 5\n# end\nnote: x\n",
        ),
        ("set:\n  constants.line_length: 3  # short\n", "set:\n  constants.line_length: 5  # short\n"),
    ],
)
def test_a_number_is_set_in_the_file_of_a_variant_and_all_else_stays(
    variant: Callable[[str], Path], before: str, after: str
) -> None:
    folder = variant(before)
    file = change_number(LoadedRuleset(str(folder), {}), "line_length", 5)
    assert file == (folder / "variant.yaml").resolve()
    assert file.read_text("utf-8") == HEAD + after
    now, base = open_playable(str(folder), {}).ruleset, open_playable("connect_four", {}).ruleset
    assert now is not None
    assert base is not None
    assert ("line_length", 4, 5) in [*changed_numbers(now, base)]


def test_a_number_of_a_game_is_changed_where_it_stands(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(open_playable("connect_four", {}).path, folder)
    constants = folder / "constants.yaml"
    before = constants.read_text("utf-8")
    assert change_number(LoadedRuleset(str(folder), {}), "line_length", 5) == constants.resolve()
    assert constants.read_text("utf-8") == before.replace("line_length: {value: 4", "line_length: {value: 5")
    assert before.count("line_length: {value: 4") == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("set:\n  constants.line_length: 5  # long\n", ""),
        ("set: {constants.line_length: 5} # long\nnote: x\n", "note: x\n"),
        (
            "set: {sources.common.title: T, constants.line_length: 5} # long\n",
            "set: {sources.common.title: T} # long\n",
        ),
        (
            "set:\n  constants.line_length: 5  # long\n  sources.common.title: T  # kept\n",
            "set:\n  sources.common.title: T  # kept\n",
        ),
    ],
)
def test_the_number_of_the_base_takes_the_line_away(variant: Callable[[str], Path], before: str, after: str) -> None:
    folder = variant(before)
    file = change_number(LoadedRuleset(str(folder), {}), "line_length", 4)
    assert file.read_text("utf-8") == HEAD + after


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [("line_lenght", 5, "X109"), ("line_length", 10**12, "X150")],
)
def test_what_cannot_be_changed_says_why(variant: Callable[[str], Path], name: str, value: int, code: str) -> None:
    folder = variant("")
    with pytest.raises(Refused) as refused:
        change_number(LoadedRuleset(str(folder), {}), name, value)
    assert [one.code for one in refused.value.findings] == [code]
    assert (folder / "variant.yaml").read_text("utf-8") == HEAD


def test_a_shipped_ruleset_is_not_changed() -> None:
    with pytest.raises(Refused) as refused:
        change_number(LoadedRuleset("connect_four", {}), "line_length", 5)
    assert [one.code for one in refused.value.findings] == ["X190"]


def test_a_number_with_which_the_rules_do_not_stand_leaves_the_file_as_it_was(variant: Callable[[str], Path]) -> None:
    folder = variant("")
    with pytest.raises(Findings):
        change_number(LoadedRuleset(str(folder), {}), "width", 5)
    assert (folder / "variant.yaml").read_text("utf-8") == HEAD


# -- the host ----------------------------------------------------------------------------------------------------------


def _ask(host: ServedHost, **request: object) -> Any:
    answer = host.answer({"lang": "en", **request})
    return answer["result"] if answer["ok"] else answer["error"]


def test_the_workbench_tells_findings_numbers_and_broken_examples(variant: Callable[[str], Path]) -> None:
    folder = variant("set:\n  constants.line_length: 3\n")
    host = ServedHost(str(folder))
    told = _ask(host, op="findings")
    assert told["findings"] == []
    assert told["changeable"]
    assert {"name": "line_length", "was": 4, "now": 3} in told["changed"]
    number = _ask(host, op="number", name="line_length")
    assert (number["value"], number["place"]) == (3, "wide/variant.yaml:6:26")
    assert number["statements"][0]["id"] == "C6"
    failed = _ask(host, op="examples")["failed"]
    assert failed, "examples of four in a line no longer hold"
    assert all(one["findings"] for one in failed)
    assert _ask(host, op="change", name="line_length", value=4)["value"] == 4
    assert _ask(host, op="examples")["failed"] == []
    assert _ask(host, op="change", name="line_length", value="4")["code"] == "input"
    assert "X109" in _ask(host, op="change", name="line_lenght", value=4)["text"]
    assert _ask(host, op="effects", games=0)["code"] == "input"
    assert _ask(host, op="effects", games=1)["code"] == "input"
    (folder / "variant.yaml").write_text(HEAD + "set:\n  constants.widht: 3\n", encoding="utf-8")
    told = _ask(host, op="findings", lang="hu")
    assert told["digest"] is None
    assert "wide/variant.yaml:6" in told["findings"][0]["text"]


def test_the_effects_of_a_change_are_differences_from_the_base(variant: Callable[[str], Path]) -> None:
    """A line of three is made sooner than one of four. The interval is that of the differences of equal games (Student)."""
    folder = variant("set:\n  constants.line_length: 3\n")
    told = _ask(ServedHost(str(folder)), op="effects", games=60)
    figures = {(one["name"], one["seat"]): one for one in told["figures"]}
    moves, wins = figures["moves", None], [figures["wins", seat] for seat in (1, 2)]
    rules = [open_playable(name, {}) for name in (str(folder), "connect_four")]
    order = SimulationOrder(games=60, seed=1, policy=(told["bot"],), processes=1)
    lengths = [[int(str(row["moves"])) for row in simulate_games(one, order).dicts()] for one in rules]
    apart = [one - other for one, other in zip(*lengths, strict=True)]
    assert told["compared"]
    assert moves["after"] < moves["before"]
    assert not moves["noise"]
    assert moves["difference"] == round(1000 * statistics.fmean(apart))
    assert moves["spread"] == pytest.approx(2001 * statistics.stdev(apart) / 60**0.5, rel=1e-3)
    assert sum(one["after"] for one in wins) == 1000


def test_rules_without_a_base_have_figures_of_their_own() -> None:
    told = _ask(ServedHost("connect_four"), op="effects", games=40)
    assert not told["compared"]
    assert {(one["name"], one["seat"]) for one in told["figures"]} >= {("moves", None), ("wins", 1), ("wins", 2)}
    assert all(one["before"] is one["difference"] is None and one["margin"] >= 0 for one in told["figures"])


# -- the server --------------------------------------------------------------------------------------------------------


def _next(page: Any, push: str) -> Any:
    while (message := page.receive_json()).get("push") != push:
        pass
    return message


def test_a_saved_file_is_told_and_tables_are_played_again_as_far_as_their_moves_hold(
    variant: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = variant("")
    _write(folder / "variant.yaml", BREAK)
    application = make_application(
        served_games([str(folder)]), tmp_path / "data", hosts=("testserver",), pace=0, processes=1, bench_key=KEY
    )
    seats: list[dict[str, object]] = [{"name": "", "bot": None}] * 2
    order = {"game": "wide", "players": 2, "options": {}, "lang": "en", "seats": seats}
    with TestClient(application) as client:
        links = client.post("/api/tables", json=order).json()
        with client.websocket_connect("/ws") as bench, client.websocket_connect("/ws") as page:
            for wrong in ({"key": "no"}, {"game": "chess"}, {}):
                bench.send_json(
                    {"id": 1, "op": "bench", "version": 1, "game": "wide", "key": KEY, **wrong}
                    if wrong
                    else {"id": 1, "op": "findings"}
                )
                assert bench.receive_json()["error"]["code"] == "link"
            bench.send_json({"id": 2, "op": "bench", "version": 1, "game": "wide", "key": KEY, "lang": "ro"})
            assert bench.receive_json()["result"]["lang"] == "ro"
            page.send_json({"id": 1, "op": "open", "version": 1, "link": links["seats"][0], "lang": "en"})
            state = page.receive_json()["result"]["state"]
            # A pawn of the second row, which is empty when there is one home row only.
            page.send_json({"id": 2, "op": "apply", "at": 0, **first_move(state)})
            _next(page, "state")
            bench.send_json({"id": 3, "op": "change", "name": "home_rows", "value": 1})
            _next(bench, "changed")
            told = _next(page, "table")
            assert told["held"] == 0
            assert told["table"]["state"]["at"] == 0
            # Nothing is lost until somebody moves: the old number brings the move back.
            bench.send_json({"id": 4, "op": "change", "name": "home_rows", "value": 2})
            _next(bench, "changed")
            told = _next(page, "table")
            assert told["held"] is None
            assert told["table"]["state"]["at"] == 1
            # A file with a mistake is told, and the table goes on by the old rules.
            _write(folder / "variant.yaml", BREAK + "set:\n  constants.home_rows: wide\n")
            _next(bench, "changed")
            bench.send_json({"id": 5, "op": "findings"})
            while (answer := bench.receive_json()).get("id") != 5:
                pass
            assert answer["result"]["findings"]
            page.send_json({"id": 9, "op": "look", "at": 1})
            while (answer := page.receive_json()).get("id") != 9:
                pass
            assert answer["ok"]


def test_a_note_becomes_an_example_that_runs_or_an_open_question(
    variant: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = variant("")
    application = make_application(
        served_games([str(folder)]), tmp_path / "data", hosts=("testserver",), pace=0, processes=1, bench_key=KEY
    )
    order = {"game": "wide", "players": 2, "options": {}, "lang": "en", "seats": [{"name": "", "bot": None}] * 2}
    with TestClient(application) as client:
        links = client.post("/api/tables", json=order).json()
        with client.websocket_connect("/ws") as bench, client.websocket_connect("/ws") as page:
            bench.send_json({"id": 1, "op": "bench", "version": 1, "game": "wide", "key": KEY, "lang": "en"})
            page.send_json({"id": 1, "op": "open", "version": 1, "link": links["seats"][0], "lang": "en"})
            state = page.receive_json()["result"]["state"]
            page.send_json({"id": 2, "op": "apply", "at": 0, **first_move(state)})
            _next(page, "state")
            note = {"kind": "unclear", "text": "Why here?", "statement": "C4"}
            page.send_json({"id": 3, "op": "note", "at": 1, **note})
            assert _reply(page, 3)["ok"]
            bench.send_json({"id": 4, "op": "notes"})
            (told,) = _reply(bench, 4)["result"]
            assert (told["said"], told["statement"]) == ("Why here?", "C4")
            bench.send_json({"id": 5, "op": "settle", "number": told["number"], "question": False})
            assert _reply(bench, 5)["result"]["file"].endswith("note_1.yaml")
            bench.send_json({"id": 6, "op": "settle", "number": told["number"], "question": False})
            assert "X112" in _reply(bench, 6)["error"]["text"]
            bench.send_json({"id": 7, "op": "settle", "number": 99})
            assert _reply(bench, 7)["error"]["code"] == "input"
            bench.send_json({"id": 8, "op": "settle", "number": told["number"], "question": True})
            assert _reply(bench, 8)["ok"]
    written = (folder / "examples" / "note_1.yaml").read_text("utf-8")
    assert "Why here?" in written
    assert "undecided" in (folder / "verify.yaml").read_text("utf-8")
    assert _ask(ServedHost(str(folder)), op="examples")["failed"] == []


def _reply(page: Any, number: int) -> Any:
    while (message := page.receive_json()).get("id") != number:
        pass
    return message


def _write(file: Path, text: str) -> None:
    before = file.stat().st_mtime_ns
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(before + 10**9, before + 10**9))


def test_without_watching_there_is_no_workbench(tmp_path: Path) -> None:
    application = make_application(served_games(["tic_tac_toe"]), tmp_path, hosts=("testserver",), processes=1)
    with TestClient(application) as client, client.websocket_connect("/ws") as page:
        page.send_json({"id": 1, "op": "bench", "version": 1, "game": "tic_tac_toe", "key": ""})
        assert page.receive_json()["error"]["code"] == "input"
