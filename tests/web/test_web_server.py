"""What the server answers over HTTP and WebSocket, and what it refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table_setup import first_move

from reguli.app.errors import Refused
from reguli.web import web_server
from reguli.web.page_texts import PAGES, page_texts, served_games
from reguli.web.web_server import MOST_BODY, NEW_TABLES, listen, make_application
from reguli.words.catalogue.interface_texts import ENGLISH

ORDER = {
    "game": "tic_tac_toe",
    "players": 2,
    "options": {},
    "lang": "ro",
    "seats": [{"name": "Anna", "bot": None}, {"name": "", "bot": None}],
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Return a client of a server that serves two games."""
    application = make_application(
        served_games(["tic_tac_toe", "hex"]), tmp_path, hosts=("testserver",), pace=0, processes=1
    )
    with TestClient(application) as made:
        yield made


@pytest.mark.parametrize(
    "path",
    ["/", "/table", "/page/position.js", "/page/position.css", *(f"/page/{file.name}" for file in PAGES.glob("*.*s"))],
)
def test_pages_are_served_under_a_policy_without_inline_scripts(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self';" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    if answer.headers["content-type"].startswith("text/html"):
        assert not re.search(r"<script(?![^>]* src=)|<style| style=| on[a-z]+=", answer.text)


@pytest.mark.parametrize(
    "path",
    ["/page/..%2fweb_server.py", "/page/TEXTS.md", "/page/", "/web_server.py", "/tables.sqlite", "/page/index.html/"],
)
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    assert client.get(path, follow_redirects=False).status_code in (307, 404)


def test_games_are_listed_and_described_in_the_language_that_is_asked_for(client: TestClient) -> None:
    found = client.get("/api/games", params={"lang": "hu"}).json()
    assert [game["name"] for game in found["games"]] == ["Tic-Tac-Toe", "Hex"]
    assert found["lang"] == "hu"
    assert set(found["texts"]) == set(page_texts(ENGLISH))
    assert client.get("/api/games", headers={"accept-language": "de, ro;q=0.5"}).json()["lang"] == "ro"
    game = client.get("/api/game", params={"game": "hex", "lang": "en"}).json()
    assert game["players"] == [2, 2]
    assert "greedy" in game["bots"]
    assert game["findings"] == []
    assert client.get("/api/game", params={"game": "../hex"}).status_code == 404


def test_a_table_is_made_opened_and_played(client: TestClient) -> None:
    links = client.post("/api/tables", json=ORDER).json()
    with client.websocket_connect("/ws") as page:
        page.send_json({"id": 1, "op": "open", "version": 1, "link": links["watch"], "lang": "hu"})
        opened = page.receive_json()["result"]
        assert opened["me"] == {"seat": None, "host": False}
        assert opened["state"]["actions"] is None
        with client.websocket_connect("/ws") as seats:
            for link in links["seats"]:
                seats.send_json({"id": 2, "op": "open", "version": 1, "link": link, "lang": "en"})
                state = _answer(seats, 2)["state"]
                if state["actions"] and state["at"] == 0:
                    seats.send_json({"id": 3, "op": "apply", "at": 0, **first_move(state)})
                    assert _answer(seats, 3) == {"at": 1}
        while (message := page.receive_json())["state"]["at"] == 0:
            assert message["push"] == "state"
        assert "Anna" in json.dumps(message["state"]["log"]) or message["state"]["log"][-1]["seat"] == 1


def _answer(page: Any, number: int) -> Any:
    while (message := page.receive_json()).get("id") != number:
        pass
    return message["result"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": ["hex"]},
        {"players": 3},
        {"players": "2"},
        {"seats": []},
        {"seats": [{"name": "A", "bot": None}, {"name": "a", "bot": None}]},
        {"seats": [{"name": "A\n", "bot": None}, {"name": "B"}]},
        {"seats": [{"name": 7, "bot": None}, {"name": "B"}]},
        {"seats": [{"name": "A", "bot": "nobody"}, {"name": "B"}]},
        {"options": []},
        {"options": {"map": "moon"}},
    ],
)
def test_an_order_that_cannot_be_is_refused_with_a_sentence(client: TestClient, change: dict[str, Any]) -> None:
    answer = client.post("/api/tables", json={**ORDER, **change})
    assert answer.status_code == 400
    assert len(answer.json()["error"]["text"].split()) > 2


def test_a_body_that_is_too_large_or_no_json_is_refused(client: TestClient) -> None:
    assert client.post("/api/tables", json={**ORDER, "more": "x" * MOST_BODY}).status_code == 400
    headers = {"content-type": "application/json"}
    for body in (b"", b"[]", b"[" * 10_000, b"\xff\xfe", b'{"game": NaN}'):
        assert client.post("/api/tables", content=body, headers=headers).status_code == 400
    assert (
        client.post("/api/tables", content=json.dumps(ORDER), headers={"content-type": "text/plain"}).status_code == 400
    )


def test_one_address_makes_only_so_many_tables(client: TestClient) -> None:
    codes = [client.post("/api/tables", json=ORDER).status_code for _ in range(NEW_TABLES + 2)]
    assert codes == [201] * NEW_TABLES + [429] * 2


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}])
def test_pages_of_other_servers_are_turned_away(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/tables", json=ORDER, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers=headers):
        pass


def test_a_page_that_sends_nonsense_is_answered_and_at_last_closed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "MOST_REFUSED", 5)
    with client.websocket_connect("/ws") as page:
        for text in ("", "{", "[1]", '{"id": {}}', '{"id": 1, "op": "apply"}'):
            page.send_text(text)
            assert page.receive_json()["ok"] is False
        with pytest.raises(WebSocketDisconnect):
            _flood(page)


def _flood(page: Any) -> None:
    for _ in range(200):
        page.send_text("{}")
        page.receive_json()


def test_a_rulebook_is_a_page_without_scripts(client: TestClient) -> None:
    answer = client.get("/card", params={"game": "tic_tac_toe", "lang": "ro"})
    assert answer.status_code == 200
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert '<html lang="ro"' in answer.text
    assert client.get("/book", params={"game": "nothing"}).status_code == 404


@pytest.mark.parametrize("code", ["en", "hu"])
def test_faces_are_those_that_are_printed(tmp_path: Path, code: str) -> None:
    application = make_application(served_games(["power_grid"]), tmp_path, hosts=("testserver",), processes=1)
    with TestClient(application) as client:
        answer = client.get(f"/faces?game=power_grid&lang={code}")
        assert answer.headers["content-type"].startswith("application/json")
        found = answer.json()
    face = found["faces"]["card"]["plant_21"]
    assert len(found["faces"]["card"]) == 43
    assert face["number"]["runs"] == [["21", False]]
    assert [(one["icon"], one["times"]) for one in face["icons"]] == [("coal", 2), ("oil", 2)]
    assert (
        "".join(run[0] for run in face["result"]["line"]["runs"])
        == {"en": "supplied cities", "hu": "ellátható város"}[code]
    )
    assert {one["icon"] for one in face["icons"]} <= set(found["icons"])


def test_what_is_printed_follows_the_options(client: TestClient) -> None:
    usual = client.get("/book?game=hex&lang=en").text
    small = client.get("/book", params={"game": "hex", "lang": "en", "options": json.dumps({"size": "tiny"})}).text
    wrong = client.get("/book", params={"game": "hex", "lang": "en", "options": json.dumps({"size": "none"})})
    assert usual != small
    assert wrong.status_code == 502
    assert "size" in wrong.json()["error"]["text"]


def test_folders_of_one_name_are_served_under_two(tmp_path: Path) -> None:
    for place in ("one", "two"):
        folder = tmp_path / place / "game"
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text("ruleset: game\n", "utf-8")
    found = served_games([str(tmp_path / "one" / "game"), str(tmp_path / "two" / "game"), "hex"])
    assert list(found) == ["game", "game_2", "hex"]


def test_a_folder_that_cannot_hold_the_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "tables.sqlite").write_bytes(b"no database" * 100)
    for folder in (tmp_path / "file", tmp_path):
        with pytest.raises(Refused) as refused:
            make_application({}, folder)
        assert [finding.code for finding in refused.value.findings] == ["X112"]


def test_a_port_that_is_taken_is_refused() -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refused) as refused:
            listen("127.0.0.1", port)
    assert [finding.code for finding in refused.value.findings] == ["X181"]
