"""How data was obtained is said by row: a sign in tables and its meaning below them, in three languages; and what of the box is left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from cards import CODES, loaded

from reguli.app.printing.product_output import write_print_order
from reguli.app.provenance import trace_value
from reguli.publish.products.product_registry import PrintOrder

MEANS = {
    "en": {"◊": "reconstructed", "‡": "read from a photograph"},
    "ro": {"◊": "reconstituit", "‡": "citit de pe o fotografie"},
    "hu": {"◊": "rekonstruált", "‡": "fényképről leolvasva"},
}
LEFT_OUT = {
    "warszawa": {"en": "the family game", "ro": "jocul de familie", "hu": "a családi játék"},
    "nucleum": {"en": "the expansion Australia", "ro": "extensia Australia", "hu": "az Australia kiegészítő"},
}


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_books_mark_rows_and_say_what_they_leave_out(name: str, tmp_path: Path) -> None:
    """All cards of Warszawa are reconstructed; of Nucleum some rows are from photographs."""
    write_print_order(loaded(name), PrintOrder("book", CODES, ("md",)), tmp_path)
    for code in CODES:
        text = (tmp_path / name / f"book.{code}.md").read_text("utf-8").replace("\xa0", " ")
        assert LEFT_OUT[name][code] in text
        rows = [line for line in text.splitlines() if line.startswith("|")]
        for sign, means in MEANS[code].items():
            if name == "nucleum" or sign == "◊":
                assert any(f" {sign} |" in row for row in rows)
                assert f"{sign} {means}  \n" in text


def test_trace_says_it_by_row() -> None:
    """Of the milestones m5 is from a list, and m7 is reconstructed."""
    ruleset = loaded("nucleum").ruleset
    assert ruleset is not None
    found = {row: trace_value(ruleset, f"milestone.{row}.measure").seen for row in ("m1", "m5", "m7")}
    assert found == {"m1": "photograph", "m5": "list", "m7": "reconstructed"}
