"""The instructions of WebAssembly that generated code uses, and the body of a function while it is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from reguli.compile.wasm.encoding import I32, I64, signed, unsigned

NOTHING: Final = 0x40
"""The type of a block that leaves nothing behind."""
UNREACHABLE, BLOCK, LOOP, IF, ELSE, THROW, LEAVE = 0x00, 0x02, 0x03, 0x04, 0x05, 0x08, 0x0B
BRANCH, BRANCH_IF, RETURN, CALL, CALL_INDIRECT, DROP, SELECT, TRY = 0x0C, 0x0D, 0x0F, 0x10, 0x11, 0x1A, 0x1B, 0x1F
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


def as_signed(number: int) -> int:
    """Give a number of 64 digits as one with a sign."""
    number &= MASK
    return number - (1 << 64) if number >> 63 else number


class Instructions:
    """The body of a function while it is written."""

    def __init__(self, parameters: int = 0) -> None:
        """Begin with nothing, behind so many parameters."""
        self.out = bytearray()
        self.locals: list[int] = []
        self._first = parameters
        self._depth = 0

    def local(self, kind: int) -> int:
        """Give a local that is new."""
        self.locals.append(kind)
        return self._first + len(self.locals) - 1

    def op(self, *codes: int) -> None:
        """Write instructions that are a byte each."""
        self.out += bytes(codes)

    def get(self, local: int) -> None:
        """Write that a local is asked."""
        self.out += bytes((GET,)) + unsigned(local)

    def set(self, local: int) -> None:
        """Write that a local is given what was worked out."""
        self.out += bytes((SET,)) + unsigned(local)

    def tee(self, local: int) -> None:
        """Write that a local is given what was worked out, which stays there."""
        self.out += bytes((TEE,)) + unsigned(local)

    def kept(self, kind: int) -> int:
        """Write that what was worked out goes into a new local, and give it."""
        local = self.local(kind)
        self.set(local)
        return local

    def number(self, number: int) -> None:
        """Write a whole number."""
        self.out += bytes((CONSTANT,)) + signed(as_signed(number))

    def short(self, number: int) -> None:
        """Write a truth or an address."""
        self.out += bytes((CONSTANT_SHORT,)) + signed(number)

    def load(self, offset: int = 0) -> None:
        """Write that a whole number is read so far behind the address."""
        self.out += bytes((LOAD, 3)) + unsigned(offset)

    def load_short(self, offset: int = 0) -> None:
        """Write that an address is read so far behind the address."""
        self.out += bytes((LOAD_SHORT, 2)) + unsigned(offset)

    def load_bytes(self, size: int, offset: int) -> None:
        """Write that a number of so many bytes is read so far behind the address."""
        self.out += bytes(LOAD_BYTES[size]) + unsigned(offset)

    def store(self, offset: int = 0) -> None:
        """Write that a whole number goes so far behind the address."""
        self.out += bytes((STORE, 3)) + unsigned(offset)

    def store_short(self, offset: int = 0) -> None:
        """Write that an address goes so far behind the address."""
        self.out += bytes((STORE_SHORT, 2)) + unsigned(offset)

    def call(self, function: int) -> None:
        """Write a call."""
        self.out += bytes((CALL,)) + unsigned(function)

    def call_at(self, place: int, signature: int) -> None:
        """Write a call of what stands at a place of the table."""
        self.short(place)
        self.out += bytes((CALL_INDIRECT,)) + unsigned(signature) + b"\0"

    @contextmanager
    def within(self, kind: int = BLOCK, gives: int = NOTHING) -> Iterator[int]:
        """Write a block, a loop or what a condition leads to; give how it is named by those who leave it or begin it again."""
        self.op(kind, gives)
        self._depth += 1
        yield self._depth
        self.op(LEAVE)
        self._depth -= 1

    @contextmanager
    def trying(self, otherwise: int) -> Iterator[None]:
        """Write what may fail; it is gone on with behind another block then."""
        self.out += bytes((TRY, NOTHING, 1, 0, 0)) + unsigned(self._depth - otherwise)
        self._depth += 1
        yield
        self.op(LEAVE)
        self._depth -= 1

    def leave(self, label: int) -> None:
        """Write that a block is left, or a loop begun again."""
        self.out += bytes((BRANCH,)) + unsigned(self._depth - label)

    def leave_if(self, label: int) -> None:
        """Write that it is so where what was worked out holds."""
        self.out += bytes((BRANCH_IF,)) + unsigned(self._depth - label)


VALUE_TYPES: Final = {"whole": I64, "truth": I32, "run": I32}
"""By the kinds of the lower form: a run is its address."""
