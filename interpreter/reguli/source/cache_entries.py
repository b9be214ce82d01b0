"""What can be made again and is kept on disk: the folder of it, and entries that only their owner can have written.

An entry may hold code that is executed. So the folder of entries must be the user's own and no link, nobody else may enter it, and it must not lie in the folder of a ruleset;
otherwise nothing is kept, and nothing is taken.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from reguli.source.bounded_files import write_atomically

FOLDER: Final = "machines"
"""In the cache folder."""
RULESETS: Final = ("game.yaml", "variant.yaml", "library.yaml")
"""What lies in the folder of a ruleset or library."""
MOST_ENTRIES: Final = 200
MOST_BYTES: Final = 256_000_000
CHECK: Final = 32
"""Bytes at the beginning of an entry, by which damage is seen."""
LARGEST: Final = 64_000_000
Header = dict[str, Any]


def cache_folder() -> Path | None:
    """Return the folder of what can be made again, which may not exist yet; ``None`` if caching is disabled.

    It is ``$XDG_CACHE_HOME/reguli``, ``reguli`` in ``%LOCALAPPDATA%`` or ``~/.cache/reguli``; ``REGULI_CACHE`` names another one, and where that is empty nothing is cached.
    """
    own = os.environ.get("REGULI_CACHE")
    if own is not None:
        return Path(own) if own else None
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(name):
            return Path(os.environ[name]) / "reguli"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "reguli"
    return None


def entry_folder() -> Path | None:
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
    folder = entry_folder()
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
    folder = entry_folder()
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
