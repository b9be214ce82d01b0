"""A command run in this process as a person runs it, and what is wrong with how it ended.

A failure is an internal error (exit code 3), more processor time or memory than an input may take, JSON that is none, a finding without a place, or a control character that reaches
the terminal. What a ruleset, save or other file says wrong is a finding, which is no failure.
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reguli.batch.workers import IN_TASK
from reguli.cli.main import main

SECONDS: Final = 60.0
"""Of the processor, for one command."""
MEGABYTES: Final = 2_000
"""That one command may add to what is resident."""
STATUS, CLEAR_REFS, FORGET_PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs"), "5"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
PLACELESS: Final = re.compile(r"X\d+|R12[23]|W50\d|E2\d\d|E60\d|V\d+")
"""Findings about the order, a save or a report: they are about no file of a ruleset."""


class Endless(BaseException):
    """A command took too long."""


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _alone(typed: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Yield a command streams of its own, and no other process."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace", newline="\n") for _ in range(2)]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(typed), *streams
    sharing = IN_TASK.set(True)
    try:
        yield streams[0], streams[1]
    finally:
        IN_TASK.reset(sharing)
        sys.stdin, sys.stdout, sys.stderr = before


def run(words: Sequence[str], typed: str = "", seconds: float = SECONDS) -> Ran:
    """Run a command. Raises ``Endless``."""
    with _alone(typed) as (out, err), _within(seconds):
        code = main([*words, "--debug"])
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8", "replace"))  # type: ignore[attr-defined]
    return Ran(tuple(words), code, *texts)


def failures(words: Sequence[str], typed: str = "", seconds: float = SECONDS) -> tuple[Ran | None, list[str]]:
    """Run a command; give what came of it, and what is wrong with that."""
    before = _resident_before()
    try:
        ran = run(words, typed, seconds)
    except Endless:
        return None, [f"more than {seconds:g} s"]
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever leaves it is what is looked for
        return None, [f"left main: {type(error).__name__}: {error}"]
    wrong = []
    if ran.code not in (0, 1, 2, 130, 141):
        wrong.append(f"exit {ran.code}: {_last(ran.err)}")
    if CONTROL.search(ran.out + ran.err):
        wrong.append("a control character is shown")
    if "--json" in words and ran.code in (0, 1) and ran.out.strip() and not {"-h", "--help"} & {*words}:
        wrong += _of_json(ran.out)
    if _most_resident() - before > MEGABYTES:
        wrong.append(f"more than {MEGABYTES} MB")
    return ran, wrong


def _resident_before() -> float:
    """Return the megabytes that are resident, and forget how many were: tests before this one may have taken any number."""
    CLEAR_REFS.write_text(FORGET_PEAK, encoding="ascii")
    return _most_resident()


def _most_resident() -> float:
    """Return the most megabytes that were resident at once."""
    (peak,) = (line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024


def _last(text: str) -> str:
    """Return the error at the end of a traceback, and where it was raised."""
    lines = text.strip().splitlines() or [""]
    places = [line.strip() for line in lines if line.lstrip().startswith("File ")]
    return f"{lines[-1]} at {os.path.basename(places[-1]) if places else '?'}"  # noqa: PTH119 - it is the end of a line


def _of_json(text: str) -> list[str]:
    try:
        found = json.loads(text)
    except ValueError as error:
        return [f"no JSON: {error}"]
    return [f"no place: {one['code']}" for one in _findings(found) if one.get("place") is None and _needs(one["code"])]


def _needs(code: str) -> bool:
    return PLACELESS.fullmatch(code) is None


def _findings(found: Any) -> Iterator[dict[str, Any]]:
    match found:
        case {"code": str(), "message": str()}:
            yield found
        case dict():
            for one in found.values():
                yield from _findings(one)
        case list():
            for one in found:
                yield from _findings(one)
