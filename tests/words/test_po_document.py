"""Catalogues as documents: nothing is lost on the way through, whoever reads and writes them."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import polib
import pytest

from reguli.source.diagnostic import Bag
from reguli.words.catalogue.po import (
    PoDocument,
    PoEntry,
    read_document,
    replace_entry_fields,
    set_comment,
    set_flag,
    write_document,
)
from reguli.words.catalogue.wording_catalogue import read_catalogue

FULL = r"""# Translators: somebody
# second line
msgid ""
msgstr ""
"Language: ro\n"
"Content-Type: text/plain; charset=UTF-8\n"
"X-Generator: Poedit 3.4\n"

# a question of mine
# signature: 0011223344-5566778899
#. rule: draws a card
#. room: 40
#: rules/turn.rules game.yaml
#, fuzzy, no-wrap
#| msgid "Draw a card."
msgctxt "move:draw"
msgid "Draw [n card]."
msgstr ""
"Trage "
"[n card]."

msgctxt "move:say"
msgid "Say \"so\"\tand\\or\n"
msgstr "Spune „așa”\n"

#~ msgctxt "move:gone"
#~ msgid "Gone."
#~ msgstr "Dus."
"""


def test_what_nobody_changed_is_written_as_it_stood() -> None:
    assert write_document(read_document(FULL)) == FULL


def test_everything_is_read() -> None:
    header, draw, say, gone = read_document(FULL).entries
    assert header.context is None
    assert "X-Generator: Poedit 3.4" in header.text
    assert header.comments == ("Translators: somebody", "second line")
    assert (draw.context, draw.base, draw.text) == ("move:draw", "Draw [n card].", "Trage [n card].")
    assert (draw.notes, draw.places, draw.flags) == (
        ("rule: draws a card", "room: 40"),
        ("rules/turn.rules", "game.yaml"),
        ("fuzzy", "no-wrap"),
    )
    assert (draw.previous, draw.comment("signature")) == ("Draw a card.", "0011223344-5566778899")
    assert say.base == 'Say "so"\tand\\or\n'
    assert (gone.context, gone.text, gone.obsolete) == ("move:gone", "Dus.", True)


def test_a_change_touches_one_entry_alone() -> None:
    document = read_document(FULL)
    entries = list(document.entries)
    entries[2] = replace_entry_fields(entries[2], text="Zi „așa”\n")
    written = write_document(PoDocument(tuple(entries)))
    assert written == FULL.replace("Spune", "Zi")
    assert replace_entry_fields(document.entries[1], text=document.entries[1].text) is document.entries[1]


def test_comments_and_flags_change_in_their_place() -> None:
    draw = read_document(FULL).entries[1]
    assert set_comment(draw, "signature", "aa-bb").comments == ("a question of mine", "signature: aa-bb")
    assert set_comment(draw, "before", "x").comments[-1] == "before: x"
    assert set_comment(draw, "signature", None).comments == ("a question of mine",)
    assert set_flag(draw, "fuzzy", wanted=False).flags == ("no-wrap",)
    assert set_flag(set_flag(draw, "fuzzy", wanted=False), "fuzzy", wanted=True).flags == ("fuzzy", "no-wrap")


def _rewritten(text: str) -> str:
    """Write every entry again."""
    entries = tuple(replace(entry, raw="") for entry in read_document(text).entries)
    return write_document(PoDocument(entries))


Facts = tuple[str | None, str, str, str, str, tuple[str, ...], str | None, bool]


def _facts(catalogue: polib.POFile) -> list[Facts]:
    return [
        (
            entry.msgctxt,
            entry.msgid,
            entry.msgstr,
            entry.comment,
            entry.tcomment,
            tuple(sorted(entry.flags)),
            entry.previous_msgid,
            bool(entry.obsolete),
        )
        for entry in catalogue
    ]


def test_polib_finds_the_same_in_what_is_written_anew() -> None:
    before, after = polib.pofile(FULL), polib.pofile(_rewritten(FULL))
    assert _facts(before) == _facts(after)
    assert before.metadata == after.metadata
    assert [entry.occurrences for entry in before] == [entry.occurrences for entry in after]


def test_what_polib_writes_is_read_the_same() -> None:
    ours = read_document(FULL)
    theirs = read_document(str(polib.pofile(FULL)))
    by_id = {entry.context: replace(entry, raw="") for entry in theirs.entries}
    for entry in ours.entries[1:]:
        assert replace(entry, raw="") == by_id[entry.context]


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
def test_msgfmt_accepts_what_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "ro.po"
    path.write_text(_rewritten(FULL), encoding="utf-8")
    done = subprocess.run(
        ["msgfmt", "--check", "-o", str(tmp_path / "ro.mo"), str(path)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("msgmerge") is None, reason="gettext is not installed")
def test_the_signature_survives_other_peoples_tools(tmp_path: Path) -> None:
    """An editor that updates from the template replaces notes; comments are the translator's and stay."""
    (tmp_path / "ro.po").write_text(FULL, encoding="utf-8")
    template = FULL.replace("# signature: 0011223344-5566778899\n", "").replace("draws a card", "draws two cards")
    (tmp_path / "toll.pot").write_text(template, encoding="utf-8")
    done = subprocess.run(
        ["msgmerge", "--quiet", "--no-fuzzy-matching", str(tmp_path / "ro.po"), str(tmp_path / "toll.pot")],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    draw = read_document(done.stdout).entry("move:draw")
    assert draw is not None
    assert draw.comment("signature") == "0011223344-5566778899"
    assert draw.notes[0] == "rule: draws two cards"
    assert (draw.text, draw.fuzzy) == ("Trage [n card].", True)


TEXTS = (
    "a",
    'say "so"',
    "back\\slash",
    "two\nlines\n",
    "tab\there",
    "„ăî” [n card]",
    "#~ no comment",
    "\\n",
    "msgid",
    " ",
)
FLAGS = ((), ("fuzzy",), ("fuzzy", "no-wrap"))
LINES = ((), ("b: „x”",), ("one", "two"))


def _entries() -> tuple[PoEntry, ...]:
    """Every text as an id, a base text, a text, and a previous one, with comments, notes and flags in turn."""
    size = len(TEXTS)
    return tuple(
        PoEntry(
            context=context,
            base=TEXTS[(at + 1) % size],
            text=TEXTS[(at + 2) % size] if at % 4 else "",
            comments=LINES[at % 3],
            notes=LINES[(at + 1) % 3],
            flags=FLAGS[at % 3],
            previous=TEXTS[(at + 3) % size] if at % 3 else None,
        )
        for at, context in enumerate(TEXTS)
    )


def test_any_entry_comes_back_and_babel_reads_it_the_same() -> None:
    entries = _entries()
    header = PoEntry(None, "", "Content-Type: text/plain; charset=UTF-8\n")
    written = write_document(PoDocument((header, *entries)))
    again = tuple(replace(entry, raw="") for entry in read_document(written).entries)
    assert again == (header, *entries)
    bag = Bag()
    catalogue = read_catalogue(written, "ro.po", "ro", bag)
    assert not bag, bag.codes
    assert {(one.id, one.base, one.text) for one in catalogue.entries.values()} == {
        (one.context, one.base, one.text) for one in entries
    }
