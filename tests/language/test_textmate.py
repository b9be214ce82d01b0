"""The colours of rules text in editors: made of the grammar as it is, for every word and sign of it."""

from __future__ import annotations

import json
import re

import pytest

from reguli.language.parsing.lr_driver import load_tables
from reguli.language.parsing.textmate_generator import COLOURS, textmate_text

KEYWORDS = sorted(load_tables().keywords)
LINES = (
    ("phase play cites T4, T7:", "phase", "storage.type.rules"),
    ("phase play cites T4, T7:", "play", "entity.name.function.rules"),
    ("phase play cites T4, T7:", "T7", "entity.name.tag.citation.rules"),
    ("    move up to 3 of red from bank to player.left # up", "up to", "keyword.other.rules"),
    ("    move up to 3 of red from bank to player.left # up", "# up", "comment.line.number-sign.rules"),
    ("    let best = max(of_one, 12)", "max", "support.function.rules"),
    ("    let best = max(of_one, 12)", "12", "constant.numeric.rules"),
    ("    set player.end to not true", "set", "keyword.control.rules"),
    ("    set player.end to not true", "not", "keyword.operator.word.rules"),
    ("    set player.end to not true", "true", "constant.language.rules"),
)


def coloured(line: str) -> list[tuple[str, str]]:
    """Return the coloured pieces of a line: at each place the first pattern that fits, as editors do it."""
    patterns = json.loads(COLOURS.read_text(encoding="utf-8"))["patterns"]
    found: list[tuple[str, str]] = []
    at = 0
    while at <= len(line):
        fits = [
            (match.start(), rank, match)
            for rank, one in enumerate(patterns)
            if (match := re.compile(one["match"]).search(line, at))
        ]
        if not fits:
            break
        _, rank, match = min(fits, key=lambda one: one[:2])
        for group, capture in patterns[rank].get("captures", {}).items():
            found.append((match[int(group)], capture["name"]))
        if "name" in patterns[rank]:
            found.append((match[0], patterns[rank]["name"]))
        at = max(match.end(), at + 1)
    return found


def test_the_file_is_made_of_the_grammar() -> None:
    assert COLOURS.read_text(encoding="utf-8") == textmate_text()


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_every_keyword_and_sign_is_coloured(keyword: str) -> None:
    (found,) = coloured(f"{keyword} (" if keyword != "(" else keyword)[:1]
    assert found[0] == keyword


@pytest.mark.parametrize(("line", "piece", "scope"), LINES)
def test_a_piece_is_coloured_as_what_it_is(line: str, piece: str, scope: str) -> None:
    assert (piece, scope) in coloured(line)


def test_a_field_is_no_keyword() -> None:
    assert "end" not in [piece for piece, _ in coloured("    set player.end to not true")]
