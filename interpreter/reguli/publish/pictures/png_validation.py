"""Validation of a PNG in bounded time and memory, to its last byte, before it is drawn."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final

from reguli.source.finding_catalogue import ENGLISH, Said

LARGEST: Final = 2_000_000
"""Bytes of a picture at most."""
MOST_DOTS: Final = 4_000_000
LONGEST_SIDE: Final = 4_096
SIGN: Final = b"\x89PNG\r\n\x1a\n"
CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Numbers of a dot by its kind: grey, colours, a palette, grey or colours with transparency."""
DEPTHS: Final = (1, 2, 4, 8, 16)
MOST_CHUNKS: Final = 10_000
BROKEN: Final = Said("why.broken")


class InvalidPngError(ValueError):
    """Error for bytes that are no drawable PNG; ``why`` is the reason."""

    def __init__(self, why: Said = BROKEN) -> None:
        """Set the English message, for callers without a language."""
        super().__init__(ENGLISH.say(why))
        self.why = why


def size_of_png(raw: bytes) -> tuple[int, int]:
    """Return the width and height in pixels of a complete PNG. Raises ``InvalidPngError``."""
    if not raw.startswith(SIGN):
        raise InvalidPngError(Said("why.no_png"))
    chunks = list(_chunks(raw))
    if not chunks or chunks[0][0] != b"IHDR" or chunks[-1][0] != b"IEND":
        raise InvalidPngError
    width, height, bits = _header(chunks[0][1])
    unpacked = height * (1 + (width * bits + 7) // 8)  # each row with the number of its filter
    unpacker = zlib.decompressobj()
    found = 0
    try:
        for name, content in chunks:
            if name == b"IDAT" and found <= unpacked:
                found += len(unpacker.decompress(content, unpacked + 1 - found))
    except zlib.error as error:
        raise InvalidPngError from error
    if found != unpacked:
        raise InvalidPngError
    return width, height


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and content of each chunk of a PNG, with checksums verified, up to the end."""
    at = len(SIGN)
    for _ in range(MOST_CHUNKS):
        if at + 12 > len(raw):
            raise InvalidPngError
        length, name = struct.unpack_from(">I4s", raw, at)
        content = raw[at + 8 : at + 8 + length]
        if len(content) < length or raw[at + 8 + length : at + 12 + length] != struct.pack(
            ">I", zlib.crc32(name + content)
        ):
            raise InvalidPngError
        yield name, content
        if name == b"IEND":
            return
        at += 12 + length
    raise InvalidPngError


def _header(content: bytes) -> tuple[int, int, int]:
    """Return the width and height in pixels, and the number of bits per pixel."""
    if len(content) != 13:
        raise InvalidPngError
    width, height, depth, kind, packing, filtering, interlaced = struct.unpack(">IIBBBBB", content)
    if kind not in CHANNELS or depth not in DEPTHS or packing or filtering or not width or not height:
        raise InvalidPngError
    if max(width, height) > LONGEST_SIDE or width * height > MOST_DOTS:
        raise InvalidPngError(Said("why.too_many_dots", limit=MOST_DOTS, side=LONGEST_SIDE))
    if interlaced:
        raise InvalidPngError(Said("why.interlaced"))
    return width, height, CHANNELS[kind] * depth
