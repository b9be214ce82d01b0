"""The pages say nothing but what stands in the catalogue, and all of it."""

from __future__ import annotations

import re

from reguli.web.page_texts import PAGE_TEXTS, PAGES
from reguli.web.site_builder import SITE_PAGES
from reguli.web.table_store import NOTE_SORTS

FILES = {str(path): path.read_text("utf-8") for path in (*PAGES.iterdir(), *SITE_PAGES.iterdir())}
MADE = ("status_", "error_", "note_", "bot_", "bench_figure_", "bench_cards", "bench_tables")
"""Texts that are named by what a connection, an error or a note is."""


def test_every_text_that_a_page_names_is_there() -> None:
    named = {
        name
        for text in FILES.values()
        for found in re.findall(r"""say\("([a-z_]+)"|data-(?:text|label)="([a-z_]+)\"""", text)
        for name in found
        if name
    }
    assert len(named) > 60
    assert sorted(named - PAGE_TEXTS.keys()) == []


def test_every_text_is_used() -> None:
    whole = "".join(FILES.values())
    unused = [name for name in PAGE_TEXTS if not name.startswith(MADE) and not re.search(rf"[\"'.]{name}\b", whole)]
    assert unused == []


def test_each_sort_of_note_has_a_name() -> None:
    assert {f"note_{sort}" for sort in NOTE_SORTS} <= PAGE_TEXTS.keys()


def test_a_page_has_no_sentence_of_its_own() -> None:
    for name, text in FILES.items():
        if name.endswith(".js"):
            sentences = re.findall(r"\"[A-Z][a-z]+ [a-z ]+[.\"]", re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
            assert sentences == [], name
