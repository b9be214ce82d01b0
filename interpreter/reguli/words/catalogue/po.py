"""A gettext catalogue as a document: read and written by polib, keeping all lines, so that a tool can change one entry only.

Unlike ``catalogue``, which knows what is printed, this keeps what an editor shows and needs: comments, notes, flags, previous
texts, obsolete entries, the order, the header. An entry that was not changed is written as it stood, byte for byte.

polib says only on which line an entry begins, and stops at the first line it does not know. So ``placed_entries`` goes through the lines for
what a finding needs: each line that does not belong there, and where each character of a text stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import polib
from babel import Locale
from babel.plural import PluralRule, to_gettext

from reguli.source.bounded_files import BYTE_ORDER_MARK
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import LineIndex, Span
from reguli.words.catalogue.interface_texts import unescape_po_text

_BARE_COMMENT: Final = re.compile(r"^#(?![.:,|~# \n])", re.MULTILINE)
_OLD_PREVIOUS: Final = re.compile(r"^#~\|", re.MULTILINE)
FUZZY: Final = "fuzzy"
NEVER: Final = "1970-01-01 00:00+0000"
"""The date of a catalogue that no editor has saved yet: gettext and Babel both read it, and it is the same in every build."""
NEEDED: Final = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}
"""What every header says of how its catalogue is written."""
PLURALS: Final = {
    "hu": "nplurals=2; plural=(n != 1);",
    "ro": "nplurals=3; plural=(n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2);",
}
"""Rules of gettext for the forms one, few, other, as editors write them; those of other languages are made of Babel's."""
_LINE: Final = re.compile(r'\s*(?:(msgctxt|msgid|msgstr)\s+)?"((?:[^"\\]|\\.)*)"\s*$')
_LANGUAGE: Final = re.compile(r'(?:"|\\n)Language: *([^"\\]*)', re.IGNORECASE)
_WHY: Final = (
    (re.compile(r"\s*(?:msgid_plural|msgstr\[)"), Said("why.plural_forms")),
    (re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)"), Said("why.conflict_marks")),
    (re.compile(""), Said("why.odd_line")),
)
"""Why a line does not belong into a catalogue, by how it begins."""
_UNITS: Final = re.compile(r"\\.|.")


def comment_value(comments: Iterable[str], key: str) -> str | None:
    """Return the value of a comment ``key: …``, or None."""
    return next((line.removeprefix(f"{key}: ") for line in comments if line.startswith(f"{key}: ")), None)


@frozen_class
class PoEntry(FrozenValue):
    """One entry: ``context`` is its id, None in the header; ``raw`` holds the original lines, empty once the entry is changed.

    ``comments`` are the translator's (``#``), ``notes`` are for translators (``#.``), ``places`` where it is used
    (``#:``), ``flags`` (``#,``), ``previous`` the base text that was translated before (``#|``). One that counts has a ``plural`` of
    its base text, and ``forms`` in place of its text.
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
    plural: str = ""
    forms: tuple[str, ...] = ()
    previous_plural: str | None = None

    @property
    def fuzzy(self) -> bool:
        """Return whether the text is unconfirmed."""
        return FUZZY in self.flags

    def comment(self, key: str) -> str | None:
        """Return the value of a comment ``key: …``, or None."""
        return comment_value(self.comments, key)


@frozen_class
class PoDocument(FrozenValue):
    """A whole catalogue in its order; the header is the entry without an id, if there is one. It keeps the line endings of the file."""

    entries: tuple[PoEntry, ...]
    line_end: str = "\n"

    def entry(self, context: str) -> PoEntry | None:
        """Return the entry of an id that is not obsolete, or None."""
        return next((one for one in self.entries if one.context == context and not one.obsolete), None)


NOTHING: Final = PoDocument(())


def is_header(entry: PoEntry) -> bool:
    """Return whether an entry is the header of its catalogue."""
    return entry.context is None and not entry.base and not entry.obsolete


def line_breaks_differ(base: str, text: str) -> bool:
    """Return whether only one of two texts begins, or ends, with a line break; gettext refuses such a translation."""
    return base.startswith("\n") != text.startswith("\n") or base.endswith("\n") != text.endswith("\n")


def replace_entry_fields(entry: PoEntry, **fields: object) -> PoEntry:
    """Return a copy of an entry with some fields replaced; the entry itself where they are the same."""
    other = replace(entry, **fields)  # type: ignore[arg-type]
    return entry if other == entry else replace(other, raw="")


def set_comment(entry: PoEntry, key: str, value: str | None) -> PoEntry:
    """Return an entry with a comment ``key: …`` set in its place, or deleted."""
    line = None if value is None else f"{key}: {value}"
    kept: list[str] = []
    for known in entry.comments:
        if not known.startswith(f"{key}: "):
            kept.append(known)
        elif line is not None:
            kept.append(line)
            line = None
    return replace_entry_fields(entry, comments=tuple(kept if line is None else (*kept, line)))


def set_flag(entry: PoEntry, flag: str, wanted: bool) -> PoEntry:
    """Return an entry with a flag set or deleted."""
    if wanted == (flag in entry.flags):
        return entry
    others = (one for one in entry.flags if one != flag)
    return replace_entry_fields(entry, flags=(flag, *others) if wanted else tuple(others))


def read_document(text: str) -> PoDocument:
    """Parse a catalogue; lines without meaning are kept in the raw text of their entry.

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
        """Ignore the call, which polib makes for the header only."""


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
        plural=found.msgid_plural,
        forms=tuple(found.msgstr_plural[at] for at in sorted(found.msgstr_plural)),
        previous_plural=found.previous_msgid_plural,
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


def write_document(document: PoDocument) -> str:
    """Write a catalogue: unchanged entries verbatim, changed ones in polib's layout, with each text on one line."""
    text = "\n\n".join(entry.raw or _written(entry) for entry in document.entries) + "\n"
    return text.replace("\n", document.line_end)


def _written(entry: PoEntry) -> str:
    made = polib.POEntry(
        msgctxt=entry.context,
        msgid=entry.base,
        msgid_plural=entry.plural,
        msgstr=entry.text,
        msgstr_plural=dict(enumerate(entry.forms)),
        tcomment="\n".join(entry.comments),
        comment="\n".join(entry.notes),
        occurrences=[(place, "") for place in entry.places],
        flags=list(entry.flags),
        previous_msgid=entry.previous,
        previous_msgid_plural=entry.previous_plural,
        obsolete=entry.obsolete,
    )
    return "\n".join(line.rstrip() for line in made.__unicode__(wrapwidth=0).strip().split("\n"))


def pot_template_text(project: str, made_by: str, entries: Iterable[PoEntry]) -> str:
    """Write a template; a comment names the command that generates it, and its source."""
    text = "".join(f"{name}: {value}\n" for name, value in ({"Project-Id-Version": project} | NEEDED).items())
    head = PoEntry(None, "", text, comments=(f"Generated by {made_by}.",))
    return write_document(PoDocument((head, *entries)))


def set_po_header(
    entries: tuple[PoEntry, ...], project: str, code: str, team: str, *, plurals: bool = False
) -> tuple[PoEntry, ...]:
    """Return the entries of a catalogue with a header that has every field that tools expect, without the current date.

    A field that stands is kept as it is, in its place. ``team`` names the language, ``plurals`` asks for its rule.
    """
    at = next((at for at, entry in enumerate(entries) if is_header(entry)), None)
    known = PoEntry(None, "", "") if at is None else entries[at]
    fields = {"Project-Id-Version": project, "PO-Revision-Date": NEVER, "Last-Translator": "", "Language-Team": team}
    fields |= {"Language": code} | NEEDED
    fields |= {"Plural-Forms": PLURALS.get(code) or _plural_rule(code)} if plurals else {}
    lines = [line for line in known.text.split("\n") if line]
    names = [line.partition(":")[0].strip().casefold() for line in lines]
    order = [name.casefold() for name in fields]
    for number, (name, value) in enumerate(zip(order, fields.items(), strict=True)):
        if name not in names:  # in front of what follows it
            place = next((one for one, there in enumerate(names) if there in order[number + 1 :]), len(lines))
            lines.insert(place, ": ".join(value))
            names.insert(place, name)
    whole = replace_entry_fields(known, text="".join(f"{line}\n" for line in lines))
    return (whole, *entries) if at is None else (*entries[:at], whole, *entries[at + 1 :])


def _plural_rule(code: str) -> str:
    """Return gettext's plural rule for whole numbers; the last form has no condition."""
    rule = Locale.parse(code).plural_form
    used = {rule(number) for number in range(101)}
    *others, _ = (tag for tag in ("zero", "one", "two", "few", "many", "other") if tag in used)
    return str(to_gettext(PluralRule([(tag, rule.rules[tag]) for tag in others])))  # type: ignore[no-untyped-call]


@dataclass(slots=True)
class PlacedEntry:
    """A text joined from quoted pieces that maps a range of its offsets to a span in the file."""

    lines: LineIndex
    text: str = ""
    pieces: list[tuple[str, int]] = field(default_factory=list)

    def take(self, quoted: str, start: int) -> None:
        """Add the characters between two quotes; ``start`` is the offset of the first."""
        self.text += unescape_po_text(quoted)
        self.pieces.append((quoted, start))

    def __call__(self, start: int, end: int) -> Span:
        """Return the span between two offsets into the text, the end exclusive."""
        first, last = self._offset(start), self._offset(end)
        return self.lines.span(first, max(first, last))

    def _offset(self, at: int) -> int:
        """Return the file offset of a character, or of the end; only pieces with an escape are scanned by character, for speed."""
        for quoted, start in self.pieces:
            plain = "\\" not in quoted
            units = () if plain else [unit.start() for unit in _UNITS.finditer(quoted)]
            length = len(quoted) if plain else len(units)
            if at < length:
                return start + (at if plain else units[at])
            at -= length
        quoted, start = self.pieces[-1]
        return start + len(quoted)


def placed_entries(lines: LineIndex, bag: Bag) -> tuple[dict[str, PlacedEntry], ...] | None:
    """Return the id (``msgctxt``), base text (``msgid``) and text (``msgstr``) of each entry in order, without the header and obsolete entries.

    None with findings (W301) where a line is neither a comment nor a quoted text under one of these, or one of these is missing. Plural forms
    and marks of a merge are reported once.
    """
    entries: list[dict[str, PlacedEntry]] = []
    odd: list[Said] = []
    current: PlacedEntry | None = None
    start = 0
    for line in lines.text.split("\n"):
        found = _LINE.match(line)
        if not line.strip() or line.lstrip().startswith("#"):
            current = None
        elif found is None or (found[1] is None and current is None):
            why = next(said for begins, said in _WHY if begins.match(line))
            if why == _WHY[-1][1] or why not in odd:
                bag.add("W301", lines.span(start, start + len(line.rstrip("\r"))), why=why)
            odd.append(why)
        else:
            if found[1] is not None:
                if not entries or found[1] == "msgctxt" or (found[1] == "msgid" and "msgid" in entries[-1]):
                    entries.append({})
                current = entries[-1][found[1]] = PlacedEntry(lines)
            assert current is not None
            current.take(found[2], start + found.start(2))
        start += len(line) + 1
    named = tuple(entry for entry in entries if "msgctxt" in entry)
    incomplete = [entry for entry in named if len(entry) < 3] if not odd else []
    for entry in incomplete:
        bag.add("W301", entry.get("msgid", entry["msgctxt"])(0, 1), why=Said("why.entry_order"))
    return None if odd or incomplete else named


def language_place(text: str) -> tuple[str, int]:
    """Return the language code in the header of a catalogue, empty if there is none, and its offset."""
    header = text[: text.find("msgctxt")] if "msgctxt" in text else text
    found = _LANGUAGE.search(header)
    return ("", 0) if found is None else (found[1].strip(), found.start(1))
