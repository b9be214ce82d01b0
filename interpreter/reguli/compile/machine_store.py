"""Machines on disk: code that was compiled for this processor is taken instead of being written and compiled again.

An entry that is damaged or made by another version is made again.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from reguli.compile.machine_registry import WASM, WASMTIME, CompiledMachine, make_machine
from reguli.source.cache_entries import read_entry, write_entry

if TYPE_CHECKING:
    from reguli.compile.machine_registry import MachineCode
    from reguli.model.resolved_ruleset import Ruleset

PACKAGE: Final = Path(__file__).resolve().parent.parent
DIGEST: Final = 64
"""Digits of the digest of a ruleset; one that was changed after it was read has others."""


def stored_machine(
    engine: str, name: str | None, make: Callable[[], tuple[MachineCode, Mapping[str, object]]]
) -> tuple[CompiledMachine, Mapping[str, Any]]:
    """Return a machine and what is told of its code, from the store or else as it is made. Raises ``MemoryError``."""
    found = None if engine != WASM or name is None else load_machine(name)
    if found is not None:
        return found
    code, told = make()
    machine = make_machine(engine, code)
    if engine == WASM and name is not None:
        # An extra, which is there by now.
        from reguli.compile.wasm.wasm_machine import WasmMachine

        assert isinstance(machine, WasmMachine)
        header = asdict(machine.compiled_image())
        write_entry(name, {"told": told, "image": header}, header.pop("code"))
    return machine, told


def load_machine(name: str) -> tuple[CompiledMachine, Mapping[str, Any]] | None:
    """Return a machine of the store and what is told of its code, if it is there. Raises ``MemoryError``."""
    entry = read_entry(name)
    if entry is None:
        return None
    # An extra, without which nothing is stored.
    from reguli.compile.wasm.module_image import ModuleImage
    from reguli.compile.wasm.wasm_machine import WasmMachine

    header, code = entry
    try:
        return WasmMachine(ModuleImage(code=code, **header["image"])), header["told"]
    except (ValueError, KeyError, TypeError):
        return None


def machine_key(ruleset: Ruleset, *parts: object) -> str | None:
    """Return the name of a machine by its rules and what else it depends on; ``None`` for rules that were changed after they were read."""
    if len(ruleset.digest) != DIGEST:
        return None
    return entry_name("machine", ruleset.digest, sorted(ruleset.options.items()), *parts)


def entry_name(*parts: object) -> str:
    """Return the name of an entry by what it depends on, in plain values, and by versions and processor."""
    plain = json.dumps([*parts, _versions(), _processor()])
    return blake2b(plain.encode(), digest_size=20).hexdigest()


@cache
def _versions() -> str:
    """Return a digest of names, sizes and times of the files of this package and of what compiles."""
    whole, compiler = blake2b(digest_size=16), find_spec(WASMTIME)
    folders = [str(PACKAGE), *(() if compiler is None else compiler.submodule_search_locations or ())]
    for path, size, time in sorted(file for folder in folders for file in _files(folder)):
        whole.update(f"{path} {size} {time}\n".encode())
    return whole.hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in ("__pycache__", "share"):
                    yield from _files(entry.path)
            else:
                known = entry.stat()
                yield entry.path, known.st_size, known.st_mtime_ns


@cache
def _processor() -> str:
    """Return what the system says of its processor."""
    flags = ""
    with suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
        flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return f"{sys.platform} {platform.machine()} {flags}"
