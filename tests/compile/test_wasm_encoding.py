"""The binary format: numbers of few bytes, and modules that the machine accepts."""

from __future__ import annotations

import pytest
import wasmtime
from random_forms import AREAS, WIDTH, Forms

from reguli.compile.wasm.encoding import signed_leb128, unsigned_leb128
from reguli.compile.wasm.ffi import make_wasm_engine
from reguli.compile.wasm.module_emitter import ModuleEmitter


@pytest.mark.parametrize(
    ("number", "wanted"),
    [(0, b"\0"), (127, b"\x7f"), (128, b"\x80\1"), (624485, b"\xe5\x8e\x26"), ((1 << 32) - 1, b"\xff\xff\xff\xff\x0f")],
)
def test_numbers_from_0(number: int, wanted: bytes) -> None:
    assert unsigned_leb128(number) == wanted


@pytest.mark.parametrize(
    ("number", "wanted"),
    [(0, b"\0"), (63, b"\x3f"), (64, b"\xc0\0"), (-64, b"\x40"), (-65, b"\xbf\x7f"), (-123456, b"\xc0\xbb\x78")],
)
def test_numbers_with_a_sign(number: int, wanted: bytes) -> None:
    assert signed_leb128(number) == wanted


def test_the_machine_accepts_what_is_printed() -> None:
    forms = Forms(5)
    emitter = ModuleEmitter(WIDTH, AREAS, tells=True)
    module = emitter.image(forms.function(f"f {number}") for number in range(10)).code
    wasmtime.Module.validate(make_wasm_engine(), module)
    with pytest.raises(wasmtime.WasmtimeError):
        wasmtime.Module.validate(make_wasm_engine(), module[:-200])


def test_the_same_functions_are_printed_as_the_same_bytes() -> None:
    made = [ModuleEmitter(WIDTH, AREAS).image(Forms(7).function(f"f {at}") for at in range(4)) for _ in range(2)]
    assert made[0] == made[1]
