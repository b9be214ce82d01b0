"""Metadata of a font file (OpenType or TrueType): its family, weight, slant and characters.

Only what is needed is read, every place is held to the length of the file, and no file is read that is larger than ``LARGEST``.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from reguli.source.frozen_values import FrozenValue, frozen_class

LARGEST: Final = 8_000_000
"""Bytes of a font file at most."""
MOST_TABLES: Final = 100
MOST_GROUPS: Final = 20_000
LAST_SIGN: Final = 0x10FFFF
SIGNS: Final = (b"OTTO", b"\x00\x01\x00\x00", b"true")
"""How font files begin."""
FAMILY_NAMES: Final = (16, 1)
"""The numbers of the names of a family, the better first."""
WINDOWS, APPLE = 3, 1


class InvalidFontError(ValueError):
    """Error for bytes that are no font, or a broken one."""


@frozen_class
class Font(FrozenValue):
    """A font: its family, its weight from 100 to 900, whether it is slanted, the code points it has glyphs for."""

    family: str
    weight: int
    italic: bool
    covers: frozenset[int]


def read_font(raw: bytes) -> Font:
    """Parse a font. Raises ``InvalidFontError`` for anything else."""
    if not raw.startswith(SIGNS) or len(raw) > LARGEST:
        raise InvalidFontError
    try:
        tables = dict(_tables(raw))
        weight, italic = _style(tables[b"OS/2"])
        return Font(_family(tables[b"name"]), weight, italic, frozenset(_covered(tables[b"cmap"])))
    except (struct.error, KeyError, IndexError, UnicodeDecodeError) as error:
        raise InvalidFontError from error


def _tables(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", raw, 4)
    for at in range(min(count, MOST_TABLES)):
        tag, _, start, length = struct.unpack_from(">4sIII", raw, 12 + 16 * at)
        if start + length > len(raw):
            raise InvalidFontError
        yield tag, raw[start : start + length]


def _style(table: bytes) -> tuple[int, bool]:
    (weight,) = struct.unpack_from(">H", table, 4)
    (selection,) = struct.unpack_from(">H", table, 62)
    return min(max(weight, 100), 900), bool(selection & 1)


def _family(table: bytes) -> str:
    _, count, texts = struct.unpack_from(">HHH", table, 0)
    found: dict[int, str] = {}
    for at in range(min(count, 1_000)):
        platform, _, _, name, length, start = struct.unpack_from(">HHHHHH", table, 6 + 12 * at)
        text = table[texts + start : texts + start + length]
        if name in FAMILY_NAMES and platform == WINDOWS:
            found[name] = text.decode("utf-16-be")
        elif name in FAMILY_NAMES and platform == APPLE:
            found.setdefault(name, text.decode("mac-roman"))
    return next(found[name] for name in FAMILY_NAMES if name in found) if found else ""


def _covered(table: bytes) -> Iterator[int]:
    """Yield the code points in every Unicode map of a font, formats 4 and 12."""
    (count,) = struct.unpack_from(">H", table, 2)
    starts = {struct.unpack_from(">HHI", table, 4 + 8 * at)[2] for at in range(min(count, MOST_TABLES))}
    for start in sorted(starts):
        (form,) = struct.unpack_from(">H", table, start)
        if form == 4:
            yield from _by_segments(table, start)
        elif form == 12:
            yield from _by_groups(table, start)


def _by_segments(table: bytes, start: int) -> Iterator[int]:
    (doubled,) = struct.unpack_from(">H", table, start + 6)
    count = doubled // 2
    starts = [start + 14, *(start + 16 + doubled * part for part in (1, 2, 3))]
    columns = [struct.unpack_from(f">{count}H", table, place) for place in starts]
    for at, (end, first, delta, offset) in enumerate(zip(*columns, strict=True)):
        for sign in range(first, min(end, 0xFFFE) + 1):
            glyph = sign
            if offset:
                (glyph,) = struct.unpack_from(">H", table, starts[3] + 2 * at + offset + 2 * (sign - first))
            if glyph + delta & 0xFFFF if glyph or not offset else 0:
                yield sign


def _by_groups(table: bytes, start: int) -> Iterator[int]:
    (count,) = struct.unpack_from(">I", table, start + 12)
    room = LAST_SIGN
    for at in range(min(count, MOST_GROUPS)):
        first, last, glyph = struct.unpack_from(">III", table, start + 16 + 12 * at)
        room -= last - first
        if last > LAST_SIGN or last < first or room < 0:
            raise InvalidFontError
        yield from (sign for sign in range(first, last + 1) if glyph + sign - first)
