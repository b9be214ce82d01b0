"""Tasks on workers: the results are those of a serial run, whatever becomes of the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from reguli.app.printing.product_output import write_per_language
from reguli.batch import workers as module
from reguli.batch.workers import chunk_tasks, run_in_order, run_parallel_tasks
from reguli.source.diagnostic import Bag, make_finding
from reguli.source.source_excerpt import Sources, Span

HERE = os.getpid()
TELLS_THREADS = sys.platform == "linux"
WHY = "workers fork on Linux only: elsewhere the number of threads is not known"

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
"""Tests have threads, of which Python warns where a process forks."""


@pytest.fixture(params=[1, 2, 5], ids=["alone", "one copy", "four copies"])
def cores(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """So many cores, in a process that is taken for one without threads: those of the test runner hold nothing that a copy needs."""
    if request.param > 1 and not TELLS_THREADS:
        pytest.skip(WHY)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(request.param), raising=False)
    monkeypatch.setattr(module, "can_fork", lambda: True)
    found: int = request.param
    return found


def squared(number: int) -> int:
    return number * number


def elsewhere(number: int, act: Callable[[], object]) -> int:
    """Do something but in the process of the test."""
    if os.getpid() != HERE:
        act()
    return number


def both_ways(number: int) -> Callable[[], int]:
    return lambda: number


def failing() -> NoReturn:
    raise ValueError("in a copy")


def ended() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("pieces", [0, 1, 2, 40, 10_000])
def test_what_comes_is_given_in_order(cores: int, pieces: int) -> None:
    assert list(run_in_order([partial(squared, one) for one in range(pieces)])) == [one * one for one in range(pieces)]


def test_copies_take_pieces(cores: int) -> None:
    """Where each piece waits for all others, each is done by another process."""
    pipes = [os.pipe() for _ in range(cores)]

    def met(own: int) -> int:
        for at, (_, writing) in enumerate(pipes):
            if at != own:
                os.write(writing, b"x")
        for _ in range(cores - 1):
            os.read(pipes[own][0], 1)
        return os.getpid()

    assert len(set(run_in_order([partial(met, own) for own in range(cores)]))) == cores


def test_the_longest_are_begun_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "worker_count", lambda _, pieces: 2)
    monkeypatch.setattr(module, "can_fork", lambda: True)
    if not TELLS_THREADS:
        pytest.skip(WHY)
    reading, writing = os.pipe()
    pieces = [partial(os.write, writing, bytes([one])) for one in range(6)]
    assert dict(run_parallel_tasks(pieces, longest=(4, 2))) == dict.fromkeys(range(6), 1)
    assert {*os.read(reading, 2)} & {2, 4}


@pytest.mark.parametrize("act", [failing, ended], ids=["fails", "is ended"])
def test_what_a_copy_could_not_do_is_done_here(cores: int, act: Callable[[], object]) -> None:
    assert list(run_in_order([partial(elsewhere, one, act) for one in range(30)])) == list(range(30))


def test_a_worker_killed_while_it_sends_does_not_block(cores: int) -> None:
    """Its result is longer than a pipe takes before this process reads, which is busy until the worker is gone."""

    def long(number: int) -> bytes:
        if os.getpid() == HERE:
            time.sleep(0.6 if not number else 0)
        else:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, 0.3)
        return bytes([number]) * 8_000_000

    assert [(found[0], len(found)) for found in run_in_order([partial(long, one) for one in range(6)])] == [
        (one, 8_000_000) for one in range(6)
    ]


def _output(script: str, *, interrupt: bool = False) -> tuple[int, str]:
    """Run a program to the end of its output, which workers have open too; Ctrl-C comes behind the first line."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", script], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    if interrupt:
        os.killpg(process.pid, signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    return process.returncode, first + rest


@pytest.mark.skipif(not TELLS_THREADS, reason=WHY)
def test_ctrl_c_keeps_what_is_done_and_leaves_no_worker() -> None:
    script = """
import signal, time
from functools import partial
from reguli.batch import workers
signal.signal(signal.SIGINT, signal.default_int_handler)
workers.worker_count = lambda wanted, tasks: 3
try:
    for number, _ in workers.run_parallel_tasks([partial(time.sleep, one < 6 and 100) for one in range(9)]):
        print(number, flush=True)
except KeyboardInterrupt:
    print("kept")
"""
    code, told = _output(script, interrupt=True)
    *numbers, last = told.split()
    assert (code, last) == (0, "kept")
    assert {*numbers} & {"6", "7", "8"} == {*numbers} != set()


@pytest.mark.skipif(not TELLS_THREADS, reason=WHY)
def test_workers_end_where_their_owner_is_killed() -> None:
    script = """
import os, signal
from reguli.batch.workers import WorkerPool, received_items
pool = WorkerPool(abs, received_items)
pool.start(3, fork=True)
print(len(pool.workers), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert _output(script) == (-signal.SIGKILL, "3\n")


def test_what_cannot_be_handed_back_is_done_here(cores: int) -> None:
    found = list(run_in_order([partial(both_ways, one) for one in range(30)]))
    assert [made() for made in found] == list(range(30))


def test_what_fails_fails_here_after_what_stands_before_it(cores: int) -> None:
    pieces: list[Callable[[], int]] = [partial(squared, one) for one in range(9)]
    given: list[int] = []
    with pytest.raises(ValueError, match="in a copy"):
        given.extend(run_in_order([*pieces[:4], failing, *pieces[4:]]))
    assert given == [0, 1, 4, 9][: len(given)]


def test_copies_are_gone_when_nobody_goes_on(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    forked, fork = list[int](), os.fork
    monkeypatch.setattr(os, "fork", lambda: forked.append(pid := fork()) or pid)
    given = run_in_order([partial(squared, one) for one in range(9)])
    assert next(given) == 0
    given.close()
    assert len(forked) == cores - 1
    for pid in forked:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_without_room_for_a_copy_everything_is_done_here(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> NoReturn:
        raise OSError("no room")

    monkeypatch.setattr(os, "fork", refused)
    assert set(run_in_order([os.getpid] * 9)) == {HERE}


def test_a_process_with_other_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "worker_count", lambda _, pieces: 2)
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert set(run_in_order([os.getpid] * 9)) == {HERE}
    finally:
        waiting.set()
        thread.join()


def test_what_is_shared_out_already_is_not_shared_out_again(cores: int) -> None:
    """Each piece is wholly done by whoever takes it."""
    found = list(run_in_order([lambda: {os.getpid(), *run_in_order([os.getpid] * 9)}] * cores))
    assert [len(one) for one in found] == [1] * cores


def test_something_is_done_meanwhile_and_only_here(cores: int) -> None:
    done: list[int] = []
    assert list(run_in_order([partial(squared, 2)] * 3, meanwhile=lambda: done.append(os.getpid()))) == [4] * 3
    assert done == [HERE]


def test_what_few_share_is_one_chunk() -> None:
    """Ten tasks for four at the table, two for three and one for five: the rare ones come first, each together."""
    tables = [4, 4, 3, 4, 4, 5, 4, 4, 3, 4, 4, 4, 4]
    chunks = chunk_tasks(tables, (), 2)
    assert chunks[:2] == [[2, 8], [5]]
    assert chunks[2:] == [[number] for number, table in enumerate(tables) if table == 4]


def test_the_longest_are_handed_out_first() -> None:
    assert chunk_tasks([None] * 6, (5, 1), 2) == [[5], [1], [4], [3], [2], [0]]


def test_what_is_found_in_a_language_comes_with_its_text(cores: int, tmp_path: Path) -> None:
    """A copy reads words that nobody else has read: lines of them can be shown all the same, and files stand in the order of languages."""
    known = make_finding("X105", None, near=None, file="known", why="why")
    bag, sources = Bag(), Sources()
    bag.extend([known])

    def write(code: str, own: Bag) -> list[Path]:
        assert [*own] == [known]
        sources.add(f"{code}.po", f"words of {code}")
        own.extend([make_finding("X105", Span(f"{code}.po", 1, 1, 1, 6), near=None, file=code, why="why")])
        path = tmp_path / f"{code}.txt"
        path.write_text(code, encoding="utf-8")
        return [path]

    codes = ("ro", "hu", "en")
    assert [path.read_text(encoding="utf-8") for path in write_per_language(codes, write, bag, sources)] == [*codes]
    assert [sources.line(f"{code}.po", 1) for code in codes] == [f"words of {code}" for code in codes]
    assert {dict(one.args)["file"] for one in bag} == {"known", *codes}
