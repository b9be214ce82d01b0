"""Helper functions that each module contains for its generated functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reguli.compile.wasm import encoding as i
from reguli.compile.wasm.encoding import I32, I64, FunctionBody, InstructionBuilder, WasmSignature
from reguli.compile.wasm.memory_layout import MemoryLayout
from reguli.compile.wasm.module_image import FAULT, TOP, WORD

FAIL, COPY_RUN, KEEP_RUN, EXTEND, TELL, TELL_RUN, SAME = (
    "its fail",
    "its copy run",
    "its keep run",
    "its extend",
    "its tell",
    "its tell run",
    "its same",
)


def wasm_helper_functions(memory: MemoryLayout, *, throws: bool) -> Iterator[FunctionBody]:
    """Yield all helper functions; if ``throws``, a fault is thrown, else it stops the machine."""
    yield _fail(memory, throws=throws)
    yield _copy_run(memory)
    yield _keep_run(memory)
    yield _extend()
    yield _tell()
    yield _tell_run()
    yield _same()


def _fail(memory: MemoryLayout, *, throws: bool) -> FunctionBody:
    """Store a fault code, then throw or trap."""
    out = InstructionBuilder(1)
    out.short(0)
    out.get(0)
    out.store_short(memory.word(FAULT))
    out.op(*((i.THROW, 0) if throws else (i.UNREACHABLE,)))
    return _body(FAIL, WasmSignature((I32,)), out)


def _copy_run(memory: MemoryLayout) -> FunctionBody:
    """Return a copy of an array."""
    out, run = InstructionBuilder(1), 0
    size, made = out.local(I32), out.local(I32)
    out.short(0)
    out.short(0)
    out.load_short(memory.word(TOP))
    out.tee(made)
    _size_of(out, run)
    out.tee(size)
    out.op(i.ADD_SHORT)
    out.store_short(memory.word(TOP))
    out.get(made)
    out.get(run)
    out.get(size)
    out.out += i.COPY
    out.get(made)
    return _body(COPY_RUN, WasmSignature((I32,), (I32,)), out)


def _keep_run(memory: MemoryLayout) -> FunctionBody:
    """Move an array down to the first one made in the function, if it was made there; drop the others."""
    out, run, first = InstructionBuilder(2), 0, 1
    size = out.local(I32)
    out.short(0)
    out.get(first)
    out.store_short(memory.word(TOP))
    with out.within() as elsewhere:
        out.get(run)
        out.get(first)
        out.op(i.LESS_SHORT)
        out.leave_if(elsewhere)
        _size_of(out, run)
        out.set(size)
        out.short(0)
        out.get(first)
        out.get(size)
        out.op(i.ADD_SHORT)
        out.store_short(memory.word(TOP))
        with out.within() as moved:
            out.get(run)
            out.get(first)
            out.op(i.EQUAL_SHORT)
            out.leave_if(moved)
            out.get(first)
            out.get(run)
            out.get(size)
            out.out += i.COPY
        out.get(first)
        out.op(i.RETURN)
    out.get(run)
    return _body(KEEP_RUN, WasmSignature((I32, I32), (I32,)), out)


def _extend() -> FunctionBody:
    """Append all numbers of one array to another."""
    out, run, other = InstructionBuilder(2), 0, 1
    size = out.local(I64)
    out.get(run)
    out.get(run)
    out.load()
    out.get(other)
    out.load()
    out.tee(size)
    out.op(i.ADD)
    out.get(run)
    _size_of(out, run)
    out.op(i.ADD_SHORT)
    out.get(other)
    out.short(WORD)
    out.op(i.ADD_SHORT)
    out.get(size)
    out.op(i.NARROW)
    out.short(3)
    out.op(i.LEFT_SHORT)
    out.out += i.COPY
    out.store()
    return _body(EXTEND, WasmSignature((I32, I32)), out)


def _tell() -> FunctionBody:
    """Append a word to the journal or the offers; the next address is in the word at the first argument, the end one word further."""
    out, where, value = InstructionBuilder(2), 0, 1
    at = out.local(I32)
    _checked_place(out, where, at, lambda: out.short(WORD))
    out.get(at)
    out.get(value)
    out.store()
    return _body(TELL, WasmSignature((I32, I64)), out)


def _tell_run() -> FunctionBody:
    """Append an array with its length to the journal or the offers."""
    out, where, run = InstructionBuilder(2), 0, 1
    at = out.local(I32)
    _checked_place(out, where, at, lambda: _size_of(out, run))
    out.get(at)
    out.get(run)
    _size_of(out, run)
    out.out += i.COPY
    return _body(TELL_RUN, WasmSignature((I32, I32)), out)


def _same() -> FunctionBody:
    """Return whether two ranges of ``count`` words are equal."""
    out, one, other, count = InstructionBuilder(3), 0, 1, 2
    end = out.local(I32)
    out.get(one)
    out.get(count)
    out.op(i.NARROW)
    out.short(3)
    out.op(i.LEFT_SHORT, i.ADD_SHORT)
    out.set(end)
    with out.within() as apart:
        with out.within() as through, out.within(i.LOOP) as again:
            out.get(one)
            out.get(end)
            out.op(i.EQUAL_SHORT)
            out.leave_if(through)
            out.get(one)
            out.load()
            out.get(other)
            out.load()
            out.op(i.OTHER)
            out.leave_if(apart)
            for address in (one, other):
                out.get(address)
                out.short(WORD)
                out.op(i.ADD_SHORT)
                out.set(address)
            out.leave(again)
        out.short(1)
        out.op(i.RETURN)
    out.short(0)
    return _body(SAME, WasmSignature((I32, I32, I64), (I32,)), out)


def _checked_place(out: InstructionBuilder, where: int, at: int, size: Callable[[], None]) -> None:
    """Generate the reservation of ``size`` bytes at the next address; exceeding the end stops the machine."""
    out.get(where)
    out.get(where)
    out.load_short()
    out.tee(at)
    size()
    out.op(i.ADD_SHORT)
    out.store_short()
    out.get(where)
    out.load_short()
    out.get(where)
    out.load_short(WORD)
    out.op(i.GREATER_SHORT)
    with out.within(i.IF):
        out.op(i.UNREACHABLE)


def _size_of(out: InstructionBuilder, run: int) -> None:
    """Generate the size of an array in bytes, including its length."""
    out.get(run)
    out.load()
    out.op(i.NARROW)
    out.short(3)
    out.op(i.LEFT_SHORT)
    out.short(WORD)
    out.op(i.ADD_SHORT)


def _body(name: str, signature: WasmSignature, out: InstructionBuilder) -> FunctionBody:
    return FunctionBody(name, signature, tuple(out.locals), bytes(out.out))
