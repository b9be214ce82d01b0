"""Pages that send what no page sends: each message is answered with an error of the protocol, and other tables go on."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from live_server import Server, serving
from table_setup import first_move
from websockets.exceptions import ConnectionClosed, InvalidStatus

from reguli.web.table_sessions import BURST, MOST_CONNECTIONS, MOST_REFUSED
from reguli.web.web_server import MOST_BODY, MOST_PAGES

CODES = {"version", "link", "stale", "illegal", "turn", "busy", "input", "rules", "secrets"}
WRONG: tuple[object, ...] = (
    *(None, True, -1, 0, 10**30, 1.5, 1e308, float("nan"), "", "0", "x" * 5000, "\0", "\ud800", "<script>", "\u202e"),
    *([], [[]], [None, 7], ["x"] * 100, {}, {"a": {"b": []}}, {"": None}, [{}], "__proto__"),
)
FIELDS: dict[str, tuple[str, ...]] = {
    "open": ("version", "link", "lang"),
    "language": ("lang",),
    "apply": ("at", "option", "arguments", "branch"),
    "why": ("at", "option", "arguments", "kind", "element", "branch"),
    "look": ("at", "branch"),
    "hint": ("at", "branch"),
    "undo": ("at", "branch"),
    "answer": ("agree", "branch"),
    "branch": ("at",),
    "leave": ("branch",),
    "note": ("at", "kind", "text", "statement"),
    "links": ("op",),
    "seat": ("seat", "bot"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of three small games; the end of the tests looks for tracebacks in what it wrote."""
    with serving(tmp_path_factory.mktemp("served"), "tic_tac_toe", "connect_four", "hex") as found:
        yield found


@pytest.fixture(scope="module")
def links(server: Server) -> Any:
    """Return the links of a table that hostile pages open."""
    return server.order("connect_four")[1]


@pytest.fixture(autouse=True)
def honest(server: Server, table: Any) -> Iterator[None]:
    """Play a move at another table after each test."""
    yield
    seats = [server.page() for _ in table["seats"]]
    for page, link in zip(seats, table["seats"], strict=True):
        assert page.open(link)["ok"]
    state = next(page.state for page in seats if page.ask("look", at=0)["ok"] and page.state["actions"] is not None)
    mover = seats[state["decision"]["seat"]]
    assert mover.ask("apply", at=state["at"], **first_move(state))["ok"]
    for page in seats:
        page.socket.close()


@pytest.fixture(scope="module")
def table(server: Server) -> Any:
    """Return the links of a table at which others play meanwhile; its game has more moves than there are tests."""
    return server.order("hex")[1]


def _right(op: str, field: str, links: Any) -> dict[str, Any]:
    right: dict[str, dict[str, Any]] = {
        "open": {"version": 1, "link": links["seats"][0], "lang": "en"},
        "language": {"lang": "hu"},
        "note": {"kind": "good", "text": "", "statement": None},
        "seat": {"seat": 0, "bot": None},
        "why": {"kind": "column", "element": "column_1"} if field in ("kind", "element") else {"option": "drop"},
    }
    return {"at": 0, **right.get(op, {})}


@pytest.mark.parametrize(("op", "field"), [(op, field) for op, fields in FIELDS.items() for field in fields])
def test_a_wrong_value_in_any_field_is_answered_with_a_code(server: Server, links: Any, op: str, field: str) -> None:
    page = server.page()
    assert page.open(links["host"] if op in ("seat", "links") else links["seats"][0])["ok"]
    for value in WRONG:
        answer = page.ask(**{"op": op, **_right(op, field, links), field: value})
        assert answer["ok"] or answer["error"]["code"] in CODES, (value, answer)
        assert answer["ok"] or answer["error"]["text"] or answer["error"]["reasons"], (value, answer)
    page.socket.close()


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "7", '"x"', "[]", "[[]]", '{"id":NaN}', '{"id":1e999,"op":"look"}', '{"id":{},"op":"look"}'),
        *(
            '{"id":"\\ud800"}',
            '{"op":"open","op":"look","id":1,"id":2}',
            "\ufeff{}",
            "nul",
            '{"id":' + "9" * 9000 + "}",
        ),
        *("[" * 9000, '{"id":' + "[" * 900 + "]" * 900 + "}", '{"a":' * 3000, '{"id":1,"op":"\\u0000"}'),
        *(b"", b"\xff\xfe", b"{}", b"\x00" * 1000),
    ],
)
def test_text_that_is_no_message_is_answered(server: Server, text: str | bytes) -> None:
    page = server.page()
    page.socket.send(text)
    answer = page.answer()
    assert answer["ok"] is False
    assert answer["error"]["code"] in CODES
    page.socket.close()


def test_a_message_that_is_too_large_closes_its_own_connection(server: Server) -> None:
    page = server.page()
    page.socket.send("x" * (MOST_BODY + 1))
    with pytest.raises(ConnectionClosed):
        page.answer()
    fragments = server.page()
    with pytest.raises(ConnectionClosed):
        _send_in_parts(fragments)


def _send_in_parts(page: Any) -> None:
    """Send a message that is too large in parts; the server may close the connection before all of it is sent."""
    page.socket.send(["x" * 1000 for _ in range(40)])
    page.answer()


def test_a_flood_is_answered_busy_and_closed(server: Server, links: Any) -> None:
    page = server.page()
    page.open(links["watch"])
    codes = []
    with suppress(ConnectionClosed):
        while len(codes) < 20 * MOST_REFUSED:
            codes.append(page.ask("language", lang=7).get("error", {}).get("code"))
    assert MOST_REFUSED - 2 <= codes.count("busy") <= MOST_REFUSED


def test_wrong_links_are_refused_and_then_too_many(server: Server) -> None:
    page = server.page()
    codes = [page.open(f"{number:024}")["error"]["code"] for number in range(3 * BURST)]
    assert set(codes) == {"link", "busy"}
    assert codes.index("busy") >= BURST
    page.socket.close()


def test_a_page_that_opens_another_table_is_shown_nothing_more_of_the_first(server: Server, links: Any) -> None:
    other = server.order("connect_four")[1]
    page, host = server.page(), server.page()
    assert page.open(links["seats"][0])["ok"]
    assert page.open(other["seats"][1])["ok"]
    assert host.open(links["host"])["ok"]
    assert [seat["present"] for seat in host.state["seats"]] == [False, False]
    for one in (page, host):
        one.socket.close()


def test_a_page_that_never_reads_holds_nobody_up(server: Server, links: Any) -> None:
    deaf = _deaf(server, links["seats"][0])
    page = server.page()
    assert page.open(links["seats"][1])["ok"]
    before = _memory(server)
    for _ in range(60):
        for lang in ("en", "hu"):
            other = server.page()
            assert other.ask("open", version=1, link=links["watch"], lang=lang)["ok"]
            other.socket.close()
    assert page.ask("look", at=0)["ok"]
    assert _memory(server) < before + 50_000_000
    deaf.close()
    page.socket.close()


def _deaf(server: Server, link: str) -> socket.socket:
    """Connect, ask for whole tables again and again, and read nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", server.port))
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
    host = f"Host: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket"
    made.sendall(f"GET /ws HTTP/1.1\r\n{host}\r\n{key}\r\n\r\n".encode())
    made.recv(1000)
    for _ in range(100):
        text = json.dumps({"id": 1, "op": "open", "version": 1, "link": link, "lang": "en"}).encode()
        made.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    return made


def _memory(server: Server) -> int:
    return int(Path(f"/proc/{server.process.pid}/statm").read_text("utf-8").split()[1]) * 4096


def test_one_address_has_only_so_many_pages_and_one_table_fewer(server: Server, links: Any) -> None:
    pages = [server.page() for _ in range(MOST_CONNECTIONS)]
    codes = [page.open(links["watch"]).get("error", {}).get("code") for page in pages]
    last = server.page()
    assert last.open(links["watch"])["error"]["code"] == "busy"
    assert set(codes) <= {None, "busy"}
    with suppress(InvalidStatus):
        while len(pages) <= MOST_PAGES:
            pages.append(server.page())
    assert len(pages) <= MOST_PAGES
    for page in (*pages, last):
        page.socket.close()


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"x" * 10_000_000, {}),
        (b"{}", {"content-type": "text/plain"}),
        (b"[" * 10_000, {}),
        (b'{"game": "\\ud800"}', {}),
        (b'{"game": "hex", "players": 1e400}', {}),
        (b"{}", {"content-length": "5"}),
    ],
)
def test_a_body_that_is_no_order_is_refused(server: Server, body: bytes, headers: dict[str, str]) -> None:
    try:
        status, found = server.ask("/api/tables", body, headers)
    except OSError:
        return  # the connection was closed before the whole body was sent
    assert status == 400
    assert found is None or found["error"]["text"]


@pytest.mark.parametrize("field", ["game", "players", "options", "seats", "lang"])
def test_a_wrong_value_in_any_field_of_an_order_is_refused(server: Server, field: str) -> None:
    seats = [{"name": "", "bot": None}] * 2
    order = {"game": "nothing", "players": 2, "options": {}, "lang": "en", "seats": seats}
    for value in WRONG:
        status, found = server.ask("/api/tables", {**order, field: value})
        assert status in (400, 429), value
        assert found["error"]["code"] in CODES


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Host": ""}])
def test_other_names_and_other_pages_are_turned_away(server: Server, headers: dict[str, str]) -> None:
    assert server.ask("/api/games", None, headers)[0] == 403
