"""A gettext catalogue as a document: every line of every entry kept, so that a tool can change one and leave the rest.

Unlike ``catalogue``, which knows what is printed, this keeps what an editor shows and needs: comments, notes, flags, previous
texts, obsolete entries, the order, the header. An entry that nobody changed is written as it stood, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

import polib

from reguli.source.characters import BYTE_ORDER_MARK
from reguli.source.kept import Kept, kept

_BARE_COMMENT: Final = re.compile(r"^#(?![.:,|~# \n])", re.MULTILINE)
_OLD_PREVIOUS: Final = re.compile(r"^#~\|", re.MULTILINE)
FUZZY: Final = "fuzzy"


def comment_in(comments: Iterable[str], key: str) -> str | None:
    """Give what a comment ``key: …`` says, or None where there is none."""
    return next((line.removeprefix(f"{key}: ") for line in comments if line.startswith(f"{key}: ")), None)


@kept
class PoEntry(Kept):
    """One entry: ``context`` is its id, None in the header; ``raw`` the lines as they stood, empty once it was changed.

    ``comments`` are the translator's (``#``), ``notes`` are for translators (``#.``), ``places`` where it is used
    (``#:``), ``flags`` (``#,``), ``previous`` the base text that was translated before (``#|``).
    """

    context: str | None
    base: str
    text: str
    comments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: str | None = None
    obsolete: bool = False
    raw: str = ""

    @property
    def fuzzy(self) -> bool:
        """Whether the text waits for somebody to confirm it."""
        return FUZZY in self.flags

    def comment(self, key: str) -> str | None:
        """Give what a comment ``key: …`` says, or None."""
        return comment_in(self.comments, key)


@kept
class PoDocument(Kept):
    """A whole catalogue in its order; the header is the entry without an id, if there is one. Its lines end as they did in the file."""

    entries: tuple[PoEntry, ...]
    line_end: str = "\n"

    def entry(self, context: str) -> PoEntry | None:
        """Give the entry of an id that is in use, or None."""
        return next((one for one in self.entries if one.context == context and not one.obsolete), None)


def is_header(entry: PoEntry) -> bool:
    """Whether an entry is the header of its catalogue."""
    return entry.context is None and not entry.base and not entry.obsolete


def other_line_breaks(base: str, text: str) -> bool:
    """Whether only one of two texts begins, or ends, with a line break; gettext refuses such a translation."""
    return base.startswith("\n") != text.startswith("\n") or base.endswith("\n") != text.endswith("\n")


def changed(entry: PoEntry, **fields: object) -> PoEntry:
    """Give an entry with other fields; as it stood where they are the same."""
    other = replace(entry, **fields)  # type: ignore[arg-type]
    return entry if other == entry else replace(other, raw="")


def with_comment(entry: PoEntry, key: str, value: str | None) -> PoEntry:
    """Give an entry whose comment ``key: …`` says something else, or is gone; it keeps its place."""
    line = None if value is None else f"{key}: {value}"
    kept: list[str] = []
    for known in entry.comments:
        if not known.startswith(f"{key}: "):
            kept.append(known)
        elif line is not None:
            kept.append(line)
            line = None
    return changed(entry, comments=tuple(kept if line is None else (*kept, line)))


def with_flag(entry: PoEntry, flag: str, wanted: bool) -> PoEntry:
    """Give an entry with or without a flag."""
    others = tuple(known for known in entry.flags if known != flag)
    return changed(
        entry, flags=(flag, *others) if wanted and flag not in entry.flags else entry.flags if wanted else others
    )


def read_document(text: str) -> PoDocument:
    """Read a catalogue; lines that mean nothing are kept in the raw text of their entry.

    Raises OSError, which ends with the number of a line, where it is none.
    """
    plain = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")
    lines = plain.splitlines(keepends=True)
    # polib knows a comment by the space behind its sign, and passes over what was translated before where that is obsolete.
    found = polib.pofile(_BARE_COMMENT.sub("# ", _OLD_PREVIOUS.sub("#|", plain)), klass=_Whole)
    starts = [max(1, entry.linenum or 1) - 1 for entry in found]
    raws = ["".join(lines[start:end]).strip("\n") for start, end in pairwise((*starts, len(lines)))]
    entries = [_entry(entry, raw) for entry, raw in zip(found, raws, strict=True)]
    if entries and found.header:  # what stands first of all belongs to the first entry
        entries[0] = replace(entries[0], comments=(*found.header.split("\n"), *entries[0].comments))
    return PoDocument(tuple(entries), "\r\n" if "\r\n" in text else "\n")


class _Whole(polib.POFile):
    """A catalogue that keeps its header among the entries."""

    def remove(self, value: polib.POEntry) -> None:
        """Take nothing out: polib does that to the header, and to nothing else."""


def _entry(found: polib.POEntry, raw: str) -> PoEntry:
    return PoEntry(
        context=found.msgctxt,
        base=found.msgid,
        text=found.msgstr,
        comments=_lines(found.tcomment),
        notes=_lines(found.comment),
        places=tuple(f"{file}:{line}" if line else file for file, line in found.occurrences),
        flags=tuple(found.flags),
        previous=found.previous_msgid,
        obsolete=bool(found.obsolete),
        raw=raw,
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


def write_document(document: PoDocument) -> str:
    """Write a catalogue: an entry that nobody changed as it stood, changed ones as polib lays them out, a text in one line."""
    text = "\n\n".join(entry.raw or _written(entry) for entry in document.entries) + "\n"
    return text.replace("\n", document.line_end)


def _written(entry: PoEntry) -> str:
    made = polib.POEntry(
        msgctxt=entry.context,
        msgid=entry.base,
        msgstr=entry.text,
        tcomment="\n".join(entry.comments),
        comment="\n".join(entry.notes),
        occurrences=[(place, "") for place in entry.places],
        flags=list(entry.flags),
        previous_msgid=entry.previous,
        obsolete=entry.obsolete,
    )
    return "\n".join(line.rstrip() for line in made.__unicode__(wrapwidth=0).strip().split("\n"))
