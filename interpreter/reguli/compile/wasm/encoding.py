"""The binary format of WebAssembly, as much of it as generated code needs.

A module is a row of sections, each a number, its length and its content; nearly everything inside is a whole number of as few bytes as it needs
(seven digits to a byte, the eighth says that more follow), a name, or a row with its length in front. What the numbers mean stands in
``instructions``; what is made of them in ``printing``. Nothing here knows the lower form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

MAGIC: Final = b"\0asm\1\0\0\0"
PAGE: Final = 1 << 16
"""Bytes; a memory is so many pages."""
I32: Final = 0x7F
I64: Final = 0x7E
FUNCTION_REFERENCE: Final = 0x70
FUNCTION, TABLE, MEMORY, TAG = 0, 1, 2, 4
"""What is imported or exported."""
END: Final = b"\x0b"


def unsigned(number: int) -> bytes:
    """Give a number from 0."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def signed(number: int) -> bytes:
    """Give a number with a sign."""
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number & 0x7F)
    return bytes(found)


def name(text: str) -> bytes:
    """Give a name: its length in bytes and its letters."""
    letters = text.encode()
    return unsigned(len(letters)) + letters


def row(parts: Sequence[bytes]) -> bytes:
    """Give how many parts there are, and the parts."""
    return unsigned(len(parts)) + b"".join(parts)


def section(number: int, content: bytes) -> bytes:
    """Give a section; nothing of an empty row."""
    return b"" if content in (b"", b"\0") else bytes((number,)) + unsigned(len(content)) + content


def placed(address: int) -> bytes:
    """Give the expression that says where a stretch of memory or of a table begins."""
    return b"\x41" + signed(address) + END


@dataclass(frozen=True, slots=True)
class Signature:
    """The types of the parameters of a function, and of what it gives."""

    parameters: tuple[int, ...] = ()
    gives: tuple[int, ...] = ()

    def encoded(self) -> bytes:
        """Give the signature as it stands among the types."""
        return b"\x60" + row([bytes((one,)) for one in self.parameters]) + row([bytes((one,)) for one in self.gives])


@dataclass(frozen=True, slots=True)
class Body:
    """A function: its name, its signature, the types of its further locals, and its instructions without the end."""

    name: str
    signature: Signature
    locals: tuple[int, ...]
    instructions: bytes

    def encoded(self) -> bytes:
        """Give the function as it stands in the code: neighbours of one type are counted."""
        groups: list[list[int]] = []
        for one in self.locals:
            if groups and groups[-1][1] == one:
                groups[-1][0] += 1
            else:
                groups.append([1, one])
        content = row([unsigned(count) + bytes((kind,)) for count, kind in groups]) + self.instructions + END
        return unsigned(len(content)) + content


@dataclass(slots=True)
class Module:
    """What a module is made of; its functions are numbered in their order, whatever else it imports is its one of that kind."""

    pages: int
    table: int = 0
    """How many functions the table has room for; 0 where none is needed."""
    tag: bool = False
    """Whether something is thrown."""
    home: str = ""
    """The module that memory, table and tag come from; they are its own, and exported, where there is none."""
    functions: list[Body] = field(default_factory=list)
    exported: set[str] = field(default_factory=set)
    called: dict[int, list[int]] = field(default_factory=dict)
    """Stretches of the table: the first place, and the functions from there on."""
    data: list[tuple[int, bytes]] = field(default_factory=list)
    """Stretches of memory that are known: where they begin, and their bytes."""
    types: list[Signature] = field(default_factory=list)
    _numbers: dict[Signature, int] = field(default_factory=dict)

    def type_of(self, signature: Signature) -> int:
        """Give the number of a type."""
        if signature not in self._numbers:
            self._numbers[signature] = len(self.types)
            self.types.append(signature)
        return self._numbers[signature]

    def encoded(self) -> bytes:
        """Give the module."""
        uses = [unsigned(self.type_of(one.signature)) for one in self.functions]
        shared, own = self._shared(), not self.home
        imports = [name(self.home) + name(text) + bytes((kind,)) + what for kind, text, what in shared]
        return MAGIC + b"".join(
            (
                section(1, row([one.encoded() for one in self.types])),
                section(2, b"" if own else row(imports)),
                section(3, row(uses)),
                *(section(number, row([what])) for kind, number in ((TABLE, 4), (MEMORY, 5), (TAG, 13)) for one, _, what in shared if own and one == kind),
                section(7, row([*self._exports(shared if own else ())])),
                section(9, row([b"\0" + placed(at) + row([*map(unsigned, ones)]) for at, ones in self.called.items()])),
                section(10, row([one.encoded() for one in self.functions])),
                section(11, row([b"\0" + placed(at) + unsigned(len(known)) + known for at, known in self.data])),
                section(0, name("name") + section(1, row([unsigned(at) + name(one.name) for at, one in enumerate(self.functions)]))),
            )
        )  # fmt: skip

    def _shared(self) -> list[tuple[int, str, bytes]]:
        """Give what modules share: its kind, its name, and its type."""
        found = [(MEMORY, "memory", b"\1" + unsigned(self.pages) * 2)]
        if self.table:
            found.append((TABLE, "table", bytes((FUNCTION_REFERENCE, 0)) + unsigned(self.table)))
        if self.tag:
            found.append((TAG, "tag", b"\0" + unsigned(self.type_of(Signature()))))
        return found

    def _exports(self, shared: Iterable[tuple[int, str, bytes]]) -> Iterable[bytes]:
        for at, one in enumerate(self.functions):
            if one.name in self.exported:
                yield name(one.name) + bytes((FUNCTION,)) + unsigned(at)
        for kind, text, _ in shared:
            yield name(f"its {text}") + bytes((kind, 0))
