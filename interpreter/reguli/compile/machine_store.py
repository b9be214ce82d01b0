"""Machines on disk: code that was compiled for this processor is taken instead of being written and compiled again.

An entry holds code that is executed. So the folder must be the user's own and no link, nobody else may enter it, and it must not lie in the folder of a ruleset; otherwise
nothing is stored. An entry that is damaged or made by another version is made again.
"""

from __future__ import annotations

import json
import os
import platform
import stat
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
from reguli.shipped_files import PACKAGE, cache_folder
from reguli.source.bounded_files import write_atomically

if TYPE_CHECKING:
    from reguli.compile.machine_registry import MachineCode
    from reguli.model.resolved_ruleset import Ruleset

FOLDER: Final = "machines"
"""In the cache folder."""
RULESETS: Final = ("game.yaml", "variant.yaml", "library.yaml")
"""What lies in the folder of a ruleset or library."""
DIGEST: Final = 64
"""Digits of the digest of a ruleset; one that was changed after it was read has others."""
MOST_ENTRIES: Final = 200
MOST_BYTES: Final = 256_000_000
CHECK: Final = 32
"""Bytes at the beginning of an entry, by which damage is seen."""
LARGEST: Final = 64_000_000
Header = dict[str, Any]


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


# -- entries -------------------------------------------------------------------------------------------------------


def store_folder() -> Path | None:
    """Return the folder of the store, made if need be; ``None`` where nothing may be stored."""
    cached = cache_folder()
    if cached is None:
        return None
    folder = cached.absolute() / FOLDER
    if any((above / file).exists() for above in folder.parents for file in RULESETS):
        return None
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        known = folder.lstat()
    except OSError:
        return None
    own = not hasattr(os, "getuid") or (known.st_uid == os.getuid() and not stat.S_IMODE(known.st_mode) & 0o077)
    return folder if own and stat.S_ISDIR(known.st_mode) else None


def read_entry(name: str) -> tuple[Header, bytes] | None:
    """Return the header and the bytes of an entry; ``None`` where it is missing or damaged."""
    folder = store_folder()
    if folder is None:
        return None
    path = folder / name
    try:
        if path.is_symlink() or path.stat().st_size > LARGEST:
            return None
        content = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    check, rest = content[:CHECK], content[CHECK:]
    if _checksum(rest) != check:
        return None
    line, _, code = rest.partition(b"\n")
    header: Header = json.loads(line)
    return header, code


def write_entry(name: str, header: Mapping[str, object], code: bytes = b"") -> None:
    """Write an entry if it is possible, and take away the oldest ones where there are too many."""
    folder = store_folder()
    if folder is None:
        return
    rest = json.dumps(header).encode() + b"\n" + code
    with suppress(OSError):
        write_atomically(folder / name, _checksum(rest) + rest)
        _make_room(folder)


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=CHECK).digest()


def _make_room(folder: Path) -> None:
    known = sorted(((path.stat(), path) for path in folder.iterdir()), key=lambda one: one[0].st_mtime, reverse=True)
    size = 0
    for number, (status, path) in enumerate(known, 1):
        size += status.st_size
        if number > MOST_ENTRIES or size > MOST_BYTES:
            path.unlink(missing_ok=True)
