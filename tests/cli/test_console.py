"""What a console can show."""

from __future__ import annotations

import io

import pytest

from reguli.cli.console import Console, transliterate


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("Düsseldorf", "utf-8", "Düsseldorf"),
        ("Düsseldorf", "latin-1", "Düsseldorf"),
        ("Düsseldorf, Tg. Mureș, ő", "ascii", "Dusseldorf, Tg. Mures, o"),
        ("az 5. fázis – „ő”", "latin-1", 'az 5. fázis - "o"'),
        ("→ … × ß Łódź", "ascii", "-> ... x ss Lodz"),
        ("漢", "ascii", "\\u6f22"),
        ("\ud800", "utf-8", "\\ud800"),
        ("ő", "no such encoding", "\\u0151"),
    ],
)
def test_a_text_is_shown_as_well_as_an_encoding_can(text: str, encoding: str, shown: str) -> None:
    assert transliterate(text, encoding) == shown


def test_a_closed_stream_takes_everything() -> None:
    console = Console(None, None, None, {})
    console.print("lost")
    console.note("lost")
    assert console.ask("anybody?") is None
    assert not console.colour


def test_progress_is_only_for_terminals() -> None:
    err = io.StringIO()
    console = Console(io.StringIO("answer\n"), io.StringIO(), err, {})
    console.progress("50 moves")
    assert err.getvalue() == ""
    assert console.ask("what? ") == "answer"
    assert err.getvalue() == "what? "
