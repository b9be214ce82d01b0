"""Entries that nobody changed keep their bytes, in every shipped catalogue and in one that an editor has wrapped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import polib
import pytest
from realisers import LOCALES

from large import LARGE
from reguli.words.catalogue.po import (
    PoDocument,
    PoEntry,
    read_document,
    replace_entry_fields,
    set_comment,
    set_flag,
    write_document,
)

CATALOGUES = sorted(LOCALES.glob("**/*.po*"))
CHANGES = 2
"""In each text, some of them of the same sort."""
WAYS: tuple[Callable[[PoEntry], PoEntry], ...] = (
    lambda entry: replace_entry_fields(entry, text=entry.text + " „!”"),
    lambda entry: set_comment(entry, "signature", "0011-2233"),
    lambda entry: set_flag(entry, "no-wrap", wanted=True),
    lambda entry: replace_entry_fields(entry, previous="so it was"),
)


LONG = LARGE | {"power_grid", "messages"}
"""Catalogues whose entries are many and of the sorts that others have: by day they are wrapped in one language, and those of messages changed in one."""


def _wrapped(text: str) -> str:
    """What an editor makes of it."""
    return str(polib.pofile(text, wrapwidth=60))


def _as_written(text: str) -> str:
    return text


def _at_night(made: Callable[[str], str], path: Path) -> bool:
    return path.stem in LONG and path.parent.name != "hu" and (made is _wrapped or path.stem == "messages")


@pytest.mark.parametrize(
    ("made", "path"),
    [
        pytest.param(
            *(made, path),
            id=f"{made.__name__}-{path.parent.name}/{path.name}",
            marks=[pytest.mark.night] * _at_night(made, path),
        )
        for made in (_as_written, _wrapped)
        for path in CATALOGUES
    ],
)
def test_what_nobody_changed_keeps_its_bytes(path: Path, made: Callable[[str], str]) -> None:
    text = made(path.read_text(encoding="utf-8"))
    document, random = read_document(text), Random(path.name)
    assert write_document(document).strip() == text.strip()
    known = [(entry.msgctxt, entry.msgid, entry.msgstr) for entry in polib.pofile(text)]
    # What has plural forms is the tool's own, and is written by another room.
    mine = [at for at, entry in enumerate(document.entries) if entry.context is not None and not entry.obsolete]
    for at in random.sample(mine, min(CHANGES, len(mine))):
        other = random.choice(WAYS)(document.entries[at])
        entries = (*document.entries[:at], other, *document.entries[at + 1 :])
        before, after = (text.split(document.entries[at].raw)[0], write_document(PoDocument(entries)).strip())
        assert after.startswith(before)
        assert after.removeprefix(before).partition("\n\n")[2] == text.removeprefix(before).strip().partition("\n\n")[2]
        found = [(entry.msgctxt, entry.msgid, entry.msgstr) for entry in polib.pofile(after)]
        assert [one for one in found if one not in known] == (
            [] if other.text == document.entries[at].text else [(other.context, other.base, other.text)]
        )
        again = next(
            entry
            for entry in read_document(after).entries
            if entry.context == other.context and entry.base == other.base
        )
        assert (again.text, again.comments, again.notes, again.places, again.flags, again.previous) == (
            *(other.text, other.comments, other.notes, other.places, other.flags, other.previous),
        )


def test_comments_of_any_hand_are_read_and_kept() -> None:
    """Without a space behind the sign, before the first entry of a catalogue without a header, and of obsolete ones."""
    text = '#mine\n# signature: 00-11\nmsgctxt "a"\nmsgid "b"\nmsgstr "c"\n\n#~| msgid "old"\n#~ msgctxt "d"\n#~ msgid "e"\n#~ msgstr "f"\n'
    first, gone = read_document(text).entries
    assert first.comments == ("mine", "signature: 00-11")
    assert (gone.obsolete, gone.previous) == (True, "old")
    assert write_document(read_document(text)) == text
    anew = write_document(PoDocument((replace_entry_fields(first, text="C"), replace_entry_fields(gone, text="F"))))
    assert anew == text.replace('"c"', '"C"').replace('"f"', '"F"').replace("#mine", "# mine")
