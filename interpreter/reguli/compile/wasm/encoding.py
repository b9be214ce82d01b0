"""The binary format of WebAssembly, limited to what generated code needs.

A module is a row of sections, each a number, its length and its content; nearly everything inside is a whole number of as few bytes as it needs
(seven digits to a byte, the eighth says that more follow), a name, or a row with its length in front. What the numbers mean stands in
``instructions``; what is made of them in ``printing``. Nothing here knows the lower form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from reguli.compile.wasm.module_image import ITS_MEMORY

MAGIC: Final = b"\0asm\1\0\0\0"
PAGE: Final = 1 << 16
"""Bytes; a memory is so many pages."""
I32: Final = 0x7F
I64: Final = 0x7E
FUNCTION, MEMORY = 0, 2
"""What is exported."""
END: Final = b"\x0b"


def unsigned_leb128(number: int) -> bytes:
    """Encode a non-negative number."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def signed_leb128(number: int) -> bytes:
    """Encode a signed number."""
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number & 0x7F)
    return bytes(found)


def name(text: str) -> bytes:
    """Encode a name: its length in bytes, then its bytes."""
    letters = text.encode()
    return unsigned_leb128(len(letters)) + letters


def encode_vector(parts: Sequence[bytes]) -> bytes:
    """Encode a vector: the number of parts, then the parts."""
    return unsigned_leb128(len(parts)) + b"".join(parts)


def encode_section(number: int, content: bytes) -> bytes:
    """Encode a section; empty if the vector is empty."""
    return b"" if content in (b"", b"\0") else bytes((number,)) + unsigned_leb128(len(content)) + content


def offset_expression(address: int) -> bytes:
    """Return the constant expression for the start of a memory segment."""
    return b"\x41" + signed_leb128(address) + END


@dataclass(frozen=True, slots=True)
class WasmSignature:
    """The parameter types and result types of a function."""

    parameters: tuple[int, ...] = ()
    gives: tuple[int, ...] = ()

    def encoded(self) -> bytes:
        """Encode the signature for the type section."""
        return (
            b"\x60"
            + encode_vector([bytes((one,)) for one in self.parameters])
            + encode_vector([bytes((one,)) for one in self.gives])
        )


@dataclass(frozen=True, slots=True)
class FunctionBody:
    """A function: its name, signature, the types of its other locals, and its instructions without the end."""

    name: str
    signature: WasmSignature
    locals: tuple[int, ...]
    instructions: bytes

    def encoded(self) -> bytes:
        """Encode the function for the code section; consecutive locals of one type are grouped."""
        groups: list[list[int]] = []
        for one in self.locals:
            if groups and groups[-1][1] == one:
                groups[-1][0] += 1
            else:
                groups.append([1, one])
        content = (
            encode_vector([unsigned_leb128(count) + bytes((kind,)) for count, kind in groups]) + self.instructions + END
        )
        return unsigned_leb128(len(content)) + content


@dataclass(slots=True)
class WasmModule:
    """The contents of a module; functions are numbered in order."""

    tag: bool
    """Whether something is thrown."""
    pages: int = 0
    functions: list[FunctionBody] = field(default_factory=list)
    exported: set[str] = field(default_factory=set)
    data: list[tuple[int, bytes]] = field(default_factory=list)
    """Stretches of memory that are known: where they begin, and their bytes."""
    types: list[WasmSignature] = field(default_factory=list)
    _numbers: dict[WasmSignature, int] = field(default_factory=dict)

    def type_of(self, signature: WasmSignature) -> int:
        """Return the index of a type, adding it if needed."""
        if signature not in self._numbers:
            self._numbers[signature] = len(self.types)
            self.types.append(signature)
        return self._numbers[signature]

    def encoded(self) -> bytes:
        """Encode the module."""
        uses = [unsigned_leb128(self.type_of(one.signature)) for one in self.functions]
        thrown = [b"\0" + unsigned_leb128(self.type_of(WasmSignature()))] if self.tag else []
        return MAGIC + b"".join(
            (
                encode_section(1, encode_vector([one.encoded() for one in self.types])),
                encode_section(3, encode_vector(uses)),
                encode_section(5, encode_vector([b"\1" + unsigned_leb128(self.pages) * 2])),
                encode_section(13, encode_vector(thrown)),
                encode_section(7, encode_vector([*self._exports()])),
                encode_section(10, encode_vector([one.encoded() for one in self.functions])),
                encode_section(11, encode_vector([b"\0" + offset_expression(at) + unsigned_leb128(len(known)) + known for at, known in self.data])),
                encode_section(0, name("name") + encode_section(1, encode_vector([unsigned_leb128(at) + name(one.name) for at, one in enumerate(self.functions)]))),
            )
        )  # fmt: skip

    def _exports(self) -> Iterable[bytes]:
        for at, one in enumerate(self.functions):
            if one.name in self.exported:
                yield name(one.name) + bytes((FUNCTION,)) + unsigned_leb128(at)
        yield name(ITS_MEMORY) + bytes((MEMORY, 0))


# -- instruction builder ---------------------------------------------------------------------------------------------
# The instructions of WebAssembly that generated code uses, and the body of a function while it is written.


NOTHING: Final = 0x40
"""The type of a block that leaves nothing behind."""
UNREACHABLE, BLOCK, LOOP, IF, ELSE, THROW, LEAVE = 0x00, 0x02, 0x03, 0x04, 0x05, 0x08, 0x0B
BRANCH, BRANCH_IF, RETURN, CALL, DROP, SELECT, TRY = 0x0C, 0x0D, 0x0F, 0x10, 0x1A, 0x1B, 0x1F
GET, SET, TEE = 0x20, 0x21, 0x22
LOAD_SHORT, LOAD, STORE_SHORT, STORE = 0x28, 0x29, 0x36, 0x37
LOAD_BYTES: Final = {1: (0x30, 0), 2: (0x32, 1), 4: (0x34, 2), 8: (LOAD, 3)}
"""A number with a sign that lies in so many bytes, as a whole number: the instruction, and the power of 2 where such numbers begin."""
CONSTANT_SHORT, CONSTANT = 0x41, 0x42
NOT_SHORT, EQUAL_SHORT, OTHER_SHORT, LESS_SHORT, GREATER_SHORT = 0x45, 0x46, 0x47, 0x49, 0x4B
"""Of 32 digits without a sign."""
ADD_SHORT, SUBTRACT_SHORT, TIMES_SHORT, AND_SHORT, OR_SHORT, LEFT_SHORT = 0x6A, 0x6B, 0x6C, 0x71, 0x72, 0x74
NOT, EQUAL, OTHER, LESS, LESS_UNSIGNED, GREATER, GREATER_UNSIGNED = 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56
AT_MOST, AT_LEAST = 0x57, 0x59
LEADING, TRAILING, ONES = 0x79, 0x7A, 0x7B
ADD, SUBTRACT, TIMES, DIVIDE, REMAINDER = 0x7C, 0x7D, 0x7E, 0x7F, 0x81
AND, OR, CARET, LEFT, RIGHT_SIGNED, RIGHT = 0x83, 0x84, 0x85, 0x86, 0x87, 0x88
NARROW, WIDEN = 0xA7, 0xAD
COPY: Final = b"\xfc\x0a\0\0"
FILL: Final = b"\xfc\x0b\0"
MASK: Final = (1 << 64) - 1


def to_signed_64(number: int) -> int:
    """Return a 64-bit number reinterpreted as signed."""
    number &= MASK
    return number - (1 << 64) if number >> 63 else number


class InstructionBuilder:
    """Builder for the instructions and locals of a function body."""

    def __init__(self, parameters: int = 0) -> None:
        """Create an empty body; locals are numbered after the parameters."""
        self.out = bytearray()
        self.locals: list[int] = []
        self._first = parameters
        self._depth = 0

    def local(self, kind: int) -> int:
        """Return a new local."""
        self.locals.append(kind)
        return self._first + len(self.locals) - 1

    def op(self, *codes: int) -> None:
        """Append single-byte instructions."""
        self.out += bytes(codes)

    def get(self, local: int) -> None:
        """Append a read of a local."""
        self.out += bytes((GET,)) + unsigned_leb128(local)

    def set(self, local: int) -> None:
        """Append an assignment of the computed value to a local."""
        self.out += bytes((SET,)) + unsigned_leb128(local)

    def tee(self, local: int) -> None:
        """Append an assignment of the computed value to a local that also leaves it on the stack."""
        self.out += bytes((TEE,)) + unsigned_leb128(local)

    def kept(self, kind: int) -> int:
        """Append an assignment of the computed value to a new local, and return the local."""
        local = self.local(kind)
        self.set(local)
        return local

    def number(self, number: int) -> None:
        """Append a whole-number constant."""
        self.out += bytes((CONSTANT,)) + signed_leb128(to_signed_64(number))

    def short(self, number: int) -> None:
        """Append a constant truth value or address."""
        self.out += bytes((CONSTANT_SHORT,)) + signed_leb128(number)

    def load(self, offset: int = 0) -> None:
        """Append a load of a whole number at an offset from the address."""
        self.out += bytes((LOAD, 3)) + unsigned_leb128(offset)

    def load_short(self, offset: int = 0) -> None:
        """Append a load of an address at an offset from the address."""
        self.out += bytes((LOAD_SHORT, 2)) + unsigned_leb128(offset)

    def load_bytes(self, size: int, offset: int) -> None:
        """Append a load of a number of ``size`` bytes at an offset from the address."""
        self.out += bytes(LOAD_BYTES[size]) + unsigned_leb128(offset)

    def store(self, offset: int = 0) -> None:
        """Append a store of a whole number at an offset from the address."""
        self.out += bytes((STORE, 3)) + unsigned_leb128(offset)

    def store_short(self, offset: int = 0) -> None:
        """Append a store of an address at an offset from the address."""
        self.out += bytes((STORE_SHORT, 2)) + unsigned_leb128(offset)

    def call(self, function: int) -> None:
        """Append a call."""
        self.out += bytes((CALL,)) + unsigned_leb128(function)

    @contextmanager
    def within(self, kind: int = BLOCK, gives: int = NOTHING) -> Iterator[int]:
        """Append a block, a loop or a conditional; yield the label used to leave it or to repeat it."""
        self.op(kind, gives)
        self._depth += 1
        yield self._depth
        self.op(LEAVE)
        self._depth -= 1

    @contextmanager
    def trying(self, otherwise: int) -> Iterator[None]:
        """Append a try block; on failure, execution continues after the block ``otherwise``."""
        self.out += bytes((TRY, NOTHING, 1, 0, 0)) + unsigned_leb128(self._depth - otherwise)
        self._depth += 1
        yield
        self.op(LEAVE)
        self._depth -= 1

    def leave(self, label: int) -> None:
        """Append a branch that leaves a block or repeats a loop."""
        self.out += bytes((BRANCH,)) + unsigned_leb128(self._depth - label)

    def leave_if(self, label: int) -> None:
        """Append such a branch, taken only if the computed value is true."""
        self.out += bytes((BRANCH_IF,)) + unsigned_leb128(self._depth - label)


VALUE_TYPES: Final = {"whole": I64, "truth": I32, "run": I32}
"""By the kinds of the lower form: a run is its address."""
