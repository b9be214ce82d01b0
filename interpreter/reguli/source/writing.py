"""Files written wholly or not at all: beside their place first, then moved there, so that an older file stays until the new one is whole."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

TRIES: Final = 100
NAME: Final = 40
"""Letters of a file's name in that of its unfinished neighbour, which must not become too long."""
ENDING: Final = ".part"
LEFT: Final = 60.0
"""Seconds after which what a process that is gone had begun is taken away: it may have run on another machine."""


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write a file, over nothing but an ordinary one; ``lasting`` waits until it is on the disk. Raises ``OSError``.

    Links are followed, rights to an older file are kept, and what somebody who was killed had left beside it goes.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(f"{path} is no ordinary file")
    rights = target.stat().st_mode & 0o777 if target.exists() else None
    clear_left_over(target)
    beside = _beside(target)
    try:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            if lasting:
                os.fsync(stream.fileno())
        if rights is not None:
            beside.chmod(rights)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    if lasting:
        _sync_folder(target.parent)


def clear_left_over(target: Path) -> None:
    """Take away what was begun beside a file and never finished, because whoever wrote it was killed."""
    with suppress(OSError):
        for path in target.parent.glob(f".{_escaped(target.name[:NAME])}.*.*{ENDING}"):
            process = path.name.removesuffix(ENDING).split(".")[-2]
            if process.isascii() and process.isdigit() and not _runs(int(process)) and _is_old(path):
                path.unlink(missing_ok=True)


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _runs(process: int) -> bool:
    """Tell whether a process may still run; where the system cannot be asked without harm, it may."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > LEFT


def _beside(target: Path) -> Path:
    """Give a name in the same folder that nothing has yet."""
    for number in range(TRIES):
        beside = target.with_name(f".{target.name[:NAME]}.{os.getpid()}.{number}{ENDING}")
        if not beside.exists():
            return beside
    raise OSError(f"the folder {target.parent} is full of unfinished files")


def _sync_folder(folder: Path) -> None:
    """Bring the new name onto the disk where the system knows how."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
