"""``reguli card --watch``: what is saved is drawn again, only the cards that changed, and a mistake does not end it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "publish"))

from decks import PIECE, png, rows, write_cards, write_deck

from reguli.cli import file_watcher
from reguli.cli.main import main
from reguli.publish.paper import sheet_printing

pytestmark = pytest.mark.pages


def _watched(deck: Path, monkeypatch: pytest.MonkeyPatch, *edits: Callable[[], object], use: str = "images") -> None:
    """Watch a deck, save one edit after the other as soon as all is written, and end it with Ctrl-C."""
    waiting = list(edits)

    def saved(_: float) -> None:
        if not waiting:
            raise KeyboardInterrupt
        waiting.pop(0)()

    monkeypatch.setattr(file_watcher.time, "sleep", saved)
    given = ["card", str(deck), "--product", "pieces", "--for", use, "--folder", str(deck.parent / "out"), "--watch"]
    assert main(given) == 130


def test_only_the_cards_that_changed_are_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    render = sheet_printing.render_typst_template

    def counted(template: str, data: dict[str, list[object]], *more: object, **besides: object) -> object:
        drawn.append(len(data["sheets"]))
        return render(template, data, *more, **besides)  # type: ignore[arg-type]

    monkeypatch.setattr(sheet_printing, "render_typst_template", counted)
    deck = write_deck(tmp_path / "deck", rows(5))
    picture = tmp_path / "out" / "deck" / "pieces.en.images" / "c2.png"
    before: list[bytes] = []

    def edit() -> None:
        before.append(picture.read_bytes())
        text = (deck / "components" / "cards.yaml").read_text("utf-8")
        (deck / "components" / "cards.yaml").write_text(text.replace('- [c2, "', '- [c2, "Edited '), "utf-8")

    _watched(deck, monkeypatch, edit)
    assert drawn == [6, 1]
    assert picture.read_bytes() != before[0]


def test_a_mistake_that_is_saved_is_told_and_does_not_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = write_deck(tmp_path / "deck", rows(2))
    _watched(
        deck,
        monkeypatch,
        lambda: write_cards(deck, [{**rows(1)[0], "rule": "Pay :cola: now."}]),
        lambda: (deck / "components" / "cards.yaml").write_text("kinds: [", "utf-8"),
        lambda: write_cards(deck, rows(3)),
    )
    told = capsys.readouterr()
    assert "W413" in told.err
    assert told.err.count("watching; Ctrl-C ends it") == 4
    # The first time all files are told, then those alone whose bytes are new.
    shown = ("c1.png", "c2.png", "back-1.png", "cards.csv", "c3.png", "cards.csv")
    assert told.out.splitlines() == [str(tmp_path / "out" / "deck" / "pieces.en.images" / one) for one in shown]


def test_a_picture_that_is_saved_is_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [{**one, "art": "lamp"} for one in rows(1)]
    deck = write_deck(tmp_path / "deck", cards, pieces=PIECE + "    picture: art\n")
    (deck / "pictures").mkdir()
    lamp, picture = deck / "pictures" / "lamp.png", tmp_path / "out" / "deck" / "pieces.en.images" / "c1.png"
    lamp.write_bytes(png(30, 20))
    before: list[bytes] = []
    _watched(deck, monkeypatch, lambda: before.append(picture.read_bytes()) or lamp.write_bytes(png(20, 30)))
    assert picture.read_bytes() != before[0]


def test_not_all_rulesets_are_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "all", "--watch", "--folder", str(tmp_path)]) == 2
    assert "one ruleset is watched" in capsys.readouterr().err
