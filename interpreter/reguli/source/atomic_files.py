"""Files written wholly or not at all: beside their place first, then moved there, so that an older file stays until the new one is whole."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EDEADLK, errorcode
from pathlib import Path
from typing import Final

from reguli.source.finding_translation import ENGLISH
from reguli.source.message_arguments import Said, Value, every_phrase

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TRIES: Final = 100
NAME: Final = 40
"""Letters of a file's name in that of its unfinished neighbour, which must not become too long."""
ENDING: Final = ".part"
LEFT: Final = 60.0
"""Seconds after which what a process that is gone had begun is taken away: it may have run on another machine."""


class Unwritten(OSError):  # noqa: N818 - it says what was not done
    """A file that is not written for a reason of our own, which ``why`` says."""

    def __init__(self, why: Said) -> None:
        """Say why in English to whoever asks for no language."""
        super().__init__(ENGLISH.say(why))
        self.why = why


def why_not(error: OSError | ValueError) -> Value:
    """Say why a file is not read or written, as the operating system says it; where it says nothing, the name is none."""
    match error:
        case Unwritten():
            return error.why
        case OSError():
            known = f"system.{errorcode.get(error.errno or 0)}"
            return Said(known) if known in every_phrase() else error.strerror or Said("why.refused")
        case _:  # a NUL in the name
            return Said("why.no_file_name")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes and threads that ask for it, too, from a folder, so that what is read in it, changed and written back loses nothing of theirs.

    Whoever changes a file by what stands in it asks for it, once and not again before it is done. The lock is the system's: it goes with the
    process that has it. Where a folder cannot be locked nothing is kept from it.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            if sys.platform == "win32":
                stream = stack.enter_context((folder / ".lock").open("ab"))
                while not _locked(stream.fileno()):
                    pass
            else:
                handle = os.open(folder, os.O_RDONLY)
                stack.callback(os.close, handle)
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


if sys.platform == "win32":

    def _locked(handle: int) -> bool:
        """Lock a byte of a file, for no folder can be locked there; False after ten seconds. Raises ``OSError``."""
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        except OSError as error:
            if error.errno != EDEADLK:
                raise
            return False
        return True


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write a file, over nothing but an ordinary one; ``lasting`` waits until it is on the disk. Raises ``OSError``.

    Links are followed, rights to an older file are kept, and what somebody who was killed had left beside it goes.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise Unwritten(Said("why.path_no_ordinary_file", path=str(path)))
    rights = target.stat().st_mode & 0o777 if target.exists() else None
    with _moved_to(target) as beside:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            if lasting:
                os.fsync(stream.fileno())
        if rights is not None:
            beside.chmod(rights)
    if lasting:
        _sync_folder(target.parent)


@contextmanager
def folder_whole(target: Path) -> Iterator[Path]:
    """Make a folder wholly or not at all: it is filled beside its place, and moved there on leaving. Raises ``OSError``."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with _moved_to(target) as beside:
        beside.mkdir()
        yield beside


@contextmanager
def _moved_to(target: Path) -> Iterator[Path]:
    """Yield a new name beside a file or folder; what is made there is moved to its place, or taken away where that fails."""
    clear_left_over(target)
    beside = _beside(target)
    try:
        yield beside
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            _take_away(beside)
        raise


def _take_away(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def clear_left_over(target: Path) -> None:
    """Take away what was begun beside a file and never finished, because whoever wrote it was killed."""
    with suppress(OSError):
        for path in target.parent.glob(f".{_escaped(target.name[:NAME])}.*.*{ENDING}"):
            process = path.name.removesuffix(ENDING).split(".")[-2]
            if process.isascii() and process.isdigit() and not _runs(int(process)) and _is_old(path):
                _take_away(path)


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
    raise Unwritten(Said("why.unfinished_files", path=str(target.parent)))


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
