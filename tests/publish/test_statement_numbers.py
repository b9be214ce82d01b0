"""A layout of a card names a statement of the rulebook by its number alone, among the parts of a section and under phases."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main

CARD = """sections:
  - section: turns
    parts: PARTS
"""


def _card(parts: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    (folder / "other").mkdir(exist_ok=True)
    (folder / "other" / "variant.yaml").write_text("variant: other\nof: tic_tac_toe\n", encoding="utf-8")
    (folder / "other" / "card.yaml").write_text(CARD.replace("PARTS", parts), encoding="utf-8")
    code = main(["card", str(folder / "other"), "--lang", "en", "--format", "md", "--folder", str(folder / "out")])
    pages = [one.read_text(encoding="utf-8") for one in folder.glob("out/*/card.en.md")]
    said = capsys.readouterr()
    return code, "".join(pages) or said.out + said.err


@pytest.mark.parametrize(
    "parts", ["[T4]", "[{statement: T4}]", "[{phases: {play: [T4]}}]", "[{phases: {play: [{statement: T4}]}}]"]
)
def test_a_number_stands_for_its_statement(parts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, page = _card("[{statement: T4}]", tmp_path, capsys)
    (sentence,) = [line for line in page.split("\n") if line.startswith("- ")]
    code, page = _card(parts, tmp_path, capsys)
    assert code == 0, page
    assert sentence.removeprefix("- ") in page


@pytest.mark.parametrize("parts", ["[T99]", "[{phases: {play: [T99]}}]"])
def test_an_unknown_number_is_found(parts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = _card(parts, tmp_path, capsys)
    assert code == 1
    assert "W402 'T99' leads nowhere" in said
