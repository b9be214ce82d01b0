"""The committed pages of the language are what the entries give now, byte for byte; every link on them leads somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from reguli.cli.main import main
from reguli.reference.page_contents import AT, theme_page
from reguli.reference.reference_entry import read_themes

TOP = Path(__file__).resolve().parents[2]
COMMITTED = TOP / "generated_docs" / AT
MEND = "write them anew with: reguli explain --pages generated_docs"
CLOSED_BY_THEMSELVES = {"meta"}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("pages")
    assert main(["explain", "--pages", str(folder)]) == 0
    return _files(folder / AT)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_what_is_committed_is_fresh(fresh: dict[str, bytes]) -> None:
    committed = _files(COMMITTED)
    assert sorted(fresh) == sorted(committed), MEND
    assert [name for name in fresh if fresh[name] != committed[name]] == [], MEND


def test_every_link_leads_somewhere(fresh: dict[str, bytes]) -> None:
    texts = {name: text.decode("utf-8") for name, text in fresh.items()}
    places = {name: re.findall(r'\bid="([^"]+)"', text) for name, text in texts.items()}
    assert [name for name, found in places.items() if len(found) != len(set(found))] == []
    for name, text in texts.items():
        for link in (*re.findall(r'href="([^"]+)"', text), *re.findall(r"\]\(([^)\s]+)\)", text)):
            page, _, place = link.partition("#")
            assert (page or name) in texts, f"{name}: {link}"
            assert not place or place in places[page or name], f"{name}: {link}"


def test_every_entry_has_its_place(fresh: dict[str, bytes]) -> None:
    for theme in read_themes():
        for form in ("html", "md"):
            text = fresh[f"{theme_page(theme)}.{form}"].decode("utf-8")
            assert [entry.name for entry in theme.all_entries() if f'id="{entry.anchor}"' not in text] == []


class _Nested(HTMLParser):
    """Holds every element to be closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        if tag not in CLOSED_BY_THEMSELVES:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_pages_are_sound_and_need_nothing_else(fresh: dict[str, bytes]) -> None:
    for name in (name for name in fresh if name.endswith(".html")):
        reader = _Nested()
        reader.feed(fresh[name].decode("utf-8"))
        assert reader.open == []
        assert re.findall(rb'(?:src|href)="(?:https?:)?//', fresh[name]) == []


def test_the_readme_leads_to_the_pages() -> None:
    assert "(generated_docs/language/index.md)" in (TOP / "README.md").read_text(encoding="utf-8")
