"""Processes beside this one: how many there may be, and who hears which signal. What must be done wholly or not at all waits for none."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ENDING: Final = (signal.SIGINT, signal.SIGTERM)


def processes_for(wanted: int | None, pieces: int) -> int:
    """Settle how many processes share pieces of work: as many as there are cores for us where nobody says, never more than pieces."""
    # One that shares already, and has none of its own, has loaded what began it.
    library = sys.modules.get("multiprocessing.process")
    if library is not None and library.current_process().daemon:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores if wanted is None else wanted, pieces))


def can_be_copied() -> bool:
    """Tell whether a copy of this process can do what it can: one with other threads, those of libraries too, would be cut in two."""
    try:
        return "\nThreads:\t1\n" in Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put off what ends the command until the body is done, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ended_by_its_owner() -> None:
    """Leave Ctrl-C to the process that began this one, undisturbed, and end when that says so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
