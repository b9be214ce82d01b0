"""The committed rulebooks are what the rules and wordings give now, byte for byte, with the version of Typst that made them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from large import LARGE
from reguli.cli.main import main
from reguli.publish.paper.typst_backend import typst_version
from reguli.shipped_files import shipped_rulesets

pytestmark = pytest.mark.pages

COMMITTED = Path(__file__).resolve().parents[2] / "generated_docs"
WORDS = ["--lang", "ro,hu,en", "--format", "md,html,pdf", "--folder"]


def _books(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("book.*"))}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.night) if name in LARGE else name for name in shipped_rulesets()]
)
def test_the_committed_book_is_fresh(name: str, tmp_path: Path) -> None:
    mend = f"write it anew with: reguli book {name} {' '.join(WORDS[:-1])}"
    assert main(["book", name, *WORDS, str(tmp_path)]) == 0
    fresh, committed = _books(tmp_path / name), _books(COMMITTED / name)
    assert sorted(fresh) == sorted(committed), mend
    made_with = re.search(rb"with Typst ([0-9.]+);", (COMMITTED / "index.html").read_bytes())
    assert made_with is not None
    same = made_with[1].decode() == typst_version()
    assert [file for file in fresh if (same or not file.endswith(".pdf")) and fresh[file] != committed[file]] == [], (
        mend
    )


@pytest.mark.parametrize("name", sorted(LARGE))
def test_the_text_of_a_large_book_is_fresh(name: str, tmp_path: Path) -> None:
    assert main(["book", name, "--lang", "ro", "--format", "md", "--folder", str(tmp_path)]) == 0
    assert (tmp_path / name / "book.ro.md").read_bytes() == (COMMITTED / name / "book.ro.md").read_bytes()
