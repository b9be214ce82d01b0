"""Rulesets that a page changes: the files that it is given, the changes that it shares, and what is refused."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from reguli.shipped_files import shipped_folder
from reguli.web import shared_rules
from reguli.web.browser_tables import BrowserTables
from reguli.web.messages import TableError
from reguli.web.shared_rules import LONGEST, MOST_TEXT, lay_over, read_share, text_files, write_share

GAME = "tic_tac_toe"
NUMBERS = "constants.yaml"
TWO = "line_length: {value: 2, source: [T5]}\n"


class _Page:
    """A page with its worker, and what is kept for it."""

    def __init__(self, rows: dict[str, str]) -> None:
        self.said: list[dict[str, Any]] = []
        self.tables = BrowserTables(
            {GAME: GAME, "hex": "hex"}, lambda text: self.said.append(json.loads(text)), rows.__setitem__, 0
        )
        self.tables.restore(json.dumps(sorted(rows.items())))

    def ask(self, op: str, **keys: object) -> Any:
        """Return the result, or the error."""
        self.said.clear()
        asyncio.run(self.tables.receive(json.dumps({"id": 1, "op": op, "lang": "en", **keys})))
        (answer,) = [one for one in self.said if "id" in one]
        return answer["result"] if answer["ok"] else answer["error"]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> _Page:
    """Return a page whose rulesets lie in a folder of the test."""
    monkeypatch.setattr("reguli.web.browser_tables.LOADED", tmp_path)
    return _Page({})


def _plain(card: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", card).split())


def _address(text: str, game: str = GAME) -> str:
    return f"{game}={base64.urlsafe_b64encode(gzip.compress(text.encode(), mtime=0)).decode().rstrip('=')}"


# -- files ---------------------------------------------------------------------------------------------------------


def test_the_text_files_of_a_ruleset_are_given_by_name(page: _Page) -> None:
    told = page.ask("files", game=GAME)
    folder = shipped_folder("rulesets") / GAME
    assert told["game"] == GAME
    assert told["changed"] == {}
    assert told["files"].keys() == {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    assert told["files"]["rules/play.rules"] == (folder / "rules" / "play.rules").read_text("utf-8")


@pytest.mark.parametrize("game", ["tic_tac_to", "../tic_tac_toe", None, ["hex"]])
def test_files_of_another_place_are_not_given(page: _Page, game: object) -> None:
    assert page.ask("files", game=game)["code"] == "game"


def test_files_that_are_hidden_or_no_text_are_left_out(tmp_path: Path) -> None:
    for name, content in {"a.yaml": b"a: 1\r\n", ".b": b"b", "c.png": b"\x89PNG\0", "d.bin": b"\0"}.items():
        (tmp_path / name).write_bytes(content)
    assert text_files(tmp_path) == {"a.yaml": "a: 1\n"}
    assert text_files(tmp_path / "a.yaml") == {"a.yaml": "a: 1\n"}


def test_a_ruleset_with_too_much_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("#" * (MOST_TEXT + 1))
    with pytest.raises(TableError, match="input"):
        text_files(tmp_path)


def test_a_variant_of_a_neighbour_keeps_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "own"
    for name in ("game", "mine"):
        (own / name).mkdir(parents=True)
        (own / name / "a.yaml").write_text(name)
    monkeypatch.setattr(shared_rules, "OWN_RULESETS", own)
    where = lay_over(own / "mine", {"a.yaml": "changed"}, tmp_path / "into")
    assert (where / "a.yaml").read_text() == "changed"
    assert (where.parent / "game" / "a.yaml").read_text() == "game"
    assert (own / "mine" / "a.yaml").read_text() == "mine"


# -- changes -------------------------------------------------------------------------------------------------------


def test_a_changed_number_is_printed_and_a_mistake_has_its_place(page: _Page) -> None:
    about = page.ask("load", game="changed", of=GAME, files={NUMBERS: TWO})
    assert (about["id"], about["findings"]) == ("changed", [])
    card = page.ask("page", game="changed", product="card", options={})
    assert "2 marks of one player" in _plain(card)
    assert "3 marks of one player" in _plain(page.ask("page", game=GAME, product="card", options={}))
    about = page.ask("load", game="changed", of=GAME, files={NUMBERS: "line_length: {value: 2, source: [T5]}\nlin"})
    assert about["places"][0][:2] == [NUMBERS, 2]
    assert about["findings"][0].startswith(f"{NUMBERS}:2:")


def test_changes_are_shared_played_and_resumed_after_a_reload(page: _Page) -> None:
    share = page.ask("share", game=GAME, files={NUMBERS: TWO})
    assert page.ask("files", share=share)["changed"] == {NUMBERS: TWO}
    rows: dict[str, str] = {}
    player = _Page(rows)
    about = player.ask("load", share=share)
    assert (about["name"], about["findings"]) == ("Tic-Tac-Toe, with changed rules", [])
    seats = [{"name": name, "bot": None} for name in "AB"]
    table = player.ask("create", game=about["id"], players=2, options={}, seats=seats)["table"]
    again = _Page(rows)
    for cell in ("a1", "a3", "b1"):
        state = again.ask("open", version=1, link=table)["state"]
        assert "at" in again.ask("apply", at=state["at"], option="place", arguments={"cell": cell})
    # Two marks are a line by these rules.
    assert again.ask("open", version=1, link=table)["state"]["ranking"]
    assert "2 marks of one player" in _plain(again.ask("page", game=about["id"], product="card", options={}))


@pytest.mark.parametrize(
    ("share", "code"),
    [
        (f"{GAME}=" + "A" * LONGEST, "share_long"),
        (_address("x\0" + "a" * MOST_TEXT), "share_large"),
        (f"{GAME}=", "share_broken"),
        (f"{GAME}=%", "share_broken"),
        (f"{GAME}=AAAA", "share_broken"),
        (_address("x\0a.yaml\0text")[:-6], "share_broken"),
        (_address("x\0a.yaml"), "share_broken"),
        (_address("x\0a.yaml\0one\0a.yaml\0two"), "share_broken"),
        (_address("x\0a.yaml\0text", "tic_tac_to"), "game"),
        (_address(f"x\0{NUMBERS}\0{TWO}"), "share_base"),
    ],
    ids=["long", "large", "empty", "letters", "zip", "cut", "odd", "twice", "game", "base"],
)
def test_an_address_that_is_none_is_refused_in_a_sentence_of_the_language(page: _Page, share: str, code: str) -> None:
    said = {lang: page.ask("files", share=share, lang=lang) for lang in ("en", "ro", "hu")}
    assert {one["code"] for one in said.values()} == {code}
    assert len({one["text"] for one in said.values()}) == 3
    assert page.ask("load", share=share)["code"] == code


def test_an_address_cannot_bring_files_that_the_ruleset_has_not(page: _Page) -> None:
    digest = shared_rules.files_digest(text_files(shipped_folder("rulesets") / GAME))
    for name in ("../other.yaml", "new.yaml"):
        assert page.ask("files", share=_address(f"{digest}\0{name}\0a"))["code"] == "share_broken"


def test_changes_that_are_too_long_for_an_address_are_refused() -> None:
    noise = "".join(chr(0x4E00 + at * 7919 % 20000) for at in range(30_000))
    with pytest.raises(TableError, match="share_long"):
        write_share(GAME, "", {"a.yaml": noise})


def test_an_address_is_the_same_each_time_and_half_a_letter_does_no_harm(page: _Page) -> None:
    one, two = ({"b": "2", "a": "1"}, {"a": "1", "b": "2"})
    assert write_share("my game", "d", one) == write_share("my game", "d", two)
    assert read_share(write_share("my game", "d", one)) == ("my game", "d", one)
    share = page.ask("share", game=GAME, files={NUMBERS: "\ud800"})
    assert page.ask("files", share=share)["changed"] == {NUMBERS: "?"}
