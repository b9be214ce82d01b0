"""A gettext catalogue as a document: every line of every entry kept, so that a tool can change one and leave the rest.

Unlike ``catalogue``, which knows what is printed, this keeps what an editor shows and needs: comments, notes, flags, previous
texts, obsolete entries, the order, the header. An entry that nobody changed is written as it stood, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

_TEXT: Final = re.compile(r'(#~\|? ?|#\| )?(msgctxt|msgid|msgstr)? ?"((?:[^"\\]|\\.)*)"\s*$')
_UNITS: Final = re.compile(r"\\(.)|([^\\]+)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
FUZZY: Final = "fuzzy"


@dataclass(frozen=True, slots=True)
class PoEntry:
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
        return next((line[len(key) + 2 :] for line in self.comments if line.startswith(f"{key}: ")), None)


@dataclass(frozen=True, slots=True)
class PoDocument:
    """A whole catalogue in its order; the header is the entry without an id, if there is one."""

    entries: tuple[PoEntry, ...]

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
    """Read a catalogue that ``read_catalogue`` accepts; lines it does not know are kept in the raw text of their entry."""
    return PoDocument(tuple(_entry(block) for block in _blocks(text)))


def without_header(text: str) -> str:
    """Give a catalogue with its header left blank, where it stands first; lines keep their numbers."""
    plain = text.replace("\r\n", "\n")
    first = next(_blocks(plain), "")
    return plain.replace(first, "\n" * first.count("\n"), 1) if first and is_header(_entry(first)) else plain


def _blocks(text: str) -> Iterator[str]:
    """Part a text into entries: at blank lines, and before what begins the next entry."""
    block: list[str] = []
    spoken = False
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.removeprefix("#~").strip()
        opens = not line.strip() or (
            spoken and (_is_comment(line) or bare.startswith("msgctxt") or _second_id(bare, block))
        )
        if opens and block:
            yield "\n".join(block)
            block, spoken = [], False
        if line.strip():
            block.append(line)
            spoken = spoken or bare.startswith("msgstr")
    if block:
        yield "\n".join(block)


def _is_comment(line: str) -> bool:
    return line.startswith("#") and not line.startswith("#~")


def _second_id(bare: str, block: list[str]) -> bool:
    return bare.startswith("msgid") and any(line.removeprefix("#~").strip().startswith("msgid") for line in block)


def _entry(block: str) -> PoEntry:
    found: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {"": [], ".": [], ":": [], ",": []}
    keyword, obsolete = "", False
    for line in block.split("\n"):
        text = _TEXT.match(line)
        if text is not None:
            mark = (text[1] or "").strip()
            obsolete = obsolete or mark.startswith("#~")
            prefix = "previous " if "|" in mark else ""
            keyword = f"{prefix}{text[2]}" if text[2] else keyword
            found.setdefault(keyword, []).append(_unescaped(text[3]))
        elif line.startswith("#") and not line.startswith(("#~", "#|")):
            mark = line[1:2] if line[1:2] in marks else ""
            marks[mark].append(line[1 + len(mark) :].removeprefix(" "))
    texts = {name: "".join(parts) for name, parts in found.items()}
    flags = tuple(flag.strip() for line in marks[","] for flag in line.split(",") if flag.strip())
    places = tuple(place for line in marks[":"] for place in line.split())
    return PoEntry(
        context=texts.get("msgctxt"),
        base=texts.get("msgid", ""),
        text=texts.get("msgstr", ""),
        comments=tuple(marks[""]),
        notes=tuple(marks["."]),
        places=places,
        flags=flags,
        previous=texts.get("previous msgid"),
        obsolete=obsolete,
        raw=block,
    )


def _unescaped(quoted: str) -> str:
    return _UNITS.sub(lambda unit: _ESCAPED.get(unit[1], unit[1]) if unit[1] else unit[2], quoted)


def write_document(document: PoDocument) -> str:
    """Write a catalogue; changed entries in one layout, long texts on one line each."""
    return "\n\n".join(entry.raw or _written(entry) for entry in document.entries) + "\n"


def _written(entry: PoEntry) -> str:
    lines = [f"# {comment}".rstrip() for comment in entry.comments]
    lines += [f"#. {note}".rstrip() for note in entry.notes]
    lines += [f"#: {' '.join(entry.places)}"] if entry.places else []
    lines += [f"#, {', '.join(entry.flags)}"] if entry.flags else []
    mark = "#~ " if entry.obsolete else ""
    if entry.previous is not None:
        lines += [f"#~| msgid {_quoted(entry.previous)}" if entry.obsolete else f"#| msgid {_quoted(entry.previous)}"]
    if entry.context is not None:
        lines.append(f"{mark}msgctxt {_quoted(entry.context)}")
    lines.append(f"{mark}msgid {_quoted(entry.base)}")
    lines += _text_lines(entry, mark)
    return "\n".join(lines)


def _text_lines(entry: PoEntry, mark: str) -> list[str]:
    if entry.context is None and entry.text:
        pieces = [_quoted(line) for line in entry.text.splitlines(keepends=True)]
        return [f'{mark}msgstr ""', *(f"{mark}{piece}" for piece in pieces)]
    return [f"{mark}msgstr {_quoted(entry.text)}"]


def _quoted(text: str) -> str:
    escaped = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    )
    return f'"{escaped}"'
