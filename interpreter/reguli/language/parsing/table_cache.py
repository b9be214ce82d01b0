"""Built tables, kept in a folder only this user can write; without such a folder nothing is kept."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 8_000_000
VERSION: Final = re.compile(r"^__version__[^=]*= *[\"']([^\"']+)", re.MULTILINE)


def tool_versions() -> str:
    """Say which Lark and Python build the tables; Lark is asked by its text, since importing it would cost more than the tables save."""
    found = find_spec("lark")
    text = "" if found is None or found.origin is None else Path(found.origin).read_text(encoding="utf-8")
    version = VERSION.search(text)
    lark = "none" if version is None else version[1]
    return f"lark {lark}, python {sys.version_info[0]}.{sys.version_info[1]}"


def folder() -> Path | None:
    """Give the private cache folder, made when missing; None when there is none that only this user can write."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        place = (Path(base) if base else Path.home() / ".cache") / "reguli"
        if not place.is_absolute():
            return None
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return place if _private(place) else None
    except (OSError, RuntimeError):
        return None


def _private(place: Path) -> bool:
    if os.name != "posix":
        return True
    found = place.lstat()
    return place.is_dir() and not place.is_symlink() and found.st_uid == os.geteuid() and not found.st_mode & 0o022


def read(key: str) -> Any | None:
    """Give what is stored under a key, or None when there is nothing or it cannot be read."""
    place = folder()
    if place is None:
        return None
    try:
        file = place / f"{key}.json"
        if file.is_symlink() or file.stat().st_size > LARGEST:
            return None
        sum_of_rest, _, rest = file.read_text(encoding="utf-8").partition("\n")
        return json.loads(rest) if sum_of_rest == _sum(rest) else None
    except (OSError, ValueError, RecursionError):
        return None


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write(key: str, plain: Any) -> None:
    """Store plain values under a key; when that is not possible nothing happens."""
    place = folder()
    if place is None:
        return
    text = json.dumps(plain, separators=(",", ":"))
    try:
        handle, name = tempfile.mkstemp(dir=place, prefix=".tables-", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{_sum(text)}\n{text}")
            Path(name).replace(place / f"{key}.json")
        except OSError:
            Path(name).unlink(missing_ok=True)
    except OSError:
        return
