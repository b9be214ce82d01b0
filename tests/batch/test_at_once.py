"""Pieces of work done at once: what comes of them is what would come of them one after the other, whatever becomes of copies."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from reguli.app import at_once as module
from reguli.app.at_once import as_they_come, at_once, dealt
from reguli.app.printing.tongues import in_each
from reguli.source.diagnostic import Bag, finding
from reguli.source.sources import Sources
from reguli.source.span import Span

HERE = os.getpid()
TELLS_THREADS = sys.platform == "linux"
WHY = "only Linux tells how many threads a process has, so a process is copied nowhere else"


@pytest.fixture(params=[1, 2, 5], ids=["alone", "one copy", "four copies"])
def cores(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """So many cores, in a process that is taken for one without threads: those of the test runner hold nothing that a copy needs."""
    if request.param > 1 and not TELLS_THREADS:
        pytest.skip(WHY)
    monkeypatch.setattr(module, "processes_for", lambda _, pieces: min(request.param, pieces))
    monkeypatch.setattr(module, "can_be_copied", lambda: True)
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
    assert list(at_once([partial(squared, one) for one in range(pieces)])) == [one * one for one in range(pieces)]


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

    assert len(set(at_once([partial(met, own) for own in range(cores)]))) == cores


def test_the_longest_are_begun_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "processes_for", lambda _, pieces: 2)
    monkeypatch.setattr(module, "can_be_copied", lambda: True)
    if not TELLS_THREADS:
        pytest.skip(WHY)
    reading, writing = os.pipe()
    pieces = [partial(os.write, writing, bytes([one])) for one in range(6)]
    assert dict(as_they_come(pieces, longest=(4, 2))) == dict.fromkeys(range(6), 1)
    assert {*os.read(reading, 2)} & {2, 4}


@pytest.mark.parametrize("act", [failing, ended], ids=["fails", "is ended"])
def test_what_a_copy_could_not_do_is_done_here(cores: int, act: Callable[[], object]) -> None:
    assert list(at_once([partial(elsewhere, one, act) for one in range(30)])) == list(range(30))


def test_what_cannot_be_handed_back_is_done_here(cores: int) -> None:
    found = list(at_once([partial(both_ways, one) for one in range(30)]))
    assert [made() for made in found] == list(range(30))


def test_what_fails_fails_here_after_what_stands_before_it(cores: int) -> None:
    pieces: list[Callable[[], int]] = [partial(squared, one) for one in range(9)]
    given: list[int] = []
    with pytest.raises(ValueError, match="in a copy"):
        given.extend(at_once([*pieces[:4], failing, *pieces[4:]]))
    assert given == [0, 1, 4, 9][: len(given)]


def test_copies_are_gone_when_nobody_goes_on(cores: int) -> None:
    given = at_once([partial(squared, one) for one in range(9)])
    assert next(given) == 0
    given.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_without_room_for_a_copy_everything_is_done_here(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> NoReturn:
        raise OSError("no room")

    monkeypatch.setattr(os, "fork", refused)
    assert set(at_once([os.getpid] * 9)) == {HERE}


def test_a_process_with_other_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "processes_for", lambda _, pieces: 2)
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert set(at_once([os.getpid] * 9)) == {HERE}
    finally:
        waiting.set()
        thread.join()


def test_what_is_shared_out_already_is_not_shared_out_again(cores: int) -> None:
    """Each piece is wholly done by whoever takes it."""
    found = list(at_once([lambda: {os.getpid(), *at_once([os.getpid] * 9)}] * cores))
    assert [len(one) for one in found] == [1] * cores


def test_something_is_done_meanwhile_and_only_here(cores: int) -> None:
    done: list[int] = []
    assert list(at_once([partial(squared, 2)] * 3, meanwhile=lambda: done.append(os.getpid()))) == [4] * 3
    assert done == [HERE]


def test_what_few_share_is_done_by_one() -> None:
    """Ten pieces for four at the table, two for three and one for five: the rare ones are begun with, by the last process."""
    tables = [4, 4, 3, 4, 4, 5, 4, 4, 3, 4, 4, 4, 4]
    own, other = dealt(tables, (), 2)
    assert sorted([*own, *other]) == list(range(13))
    assert [tables[number] for number in own] == [4] * 6
    assert [tables[number] for number in other] == [5, 3, 3, 4, 4, 4, 4]


def test_the_longest_are_dealt_to_all() -> None:
    own, other = dealt([None] * 6, (5, 1), 2)
    assert (own[0], other[0]) == (5, 1)
    assert sorted([*own, *other]) == list(range(6))


def test_what_is_found_in_a_language_comes_with_its_text(cores: int, tmp_path: Path) -> None:
    """A copy reads words that nobody else has read: lines of them can be shown all the same, and files stand in the order of languages."""
    known = finding("X105", None, near=None, file="known", why="why")
    bag, sources = Bag(), Sources()
    bag.extend([known])

    def write(code: str, own: Bag) -> list[Path]:
        assert [*own] == [known]
        sources.add(f"{code}.po", f"words of {code}")
        own.extend([finding("X105", Span(f"{code}.po", 1, 1, 1, 6), near=None, file=code, why="why")])
        path = tmp_path / f"{code}.txt"
        path.write_text(code, encoding="utf-8")
        return [path]

    codes = ("ro", "hu", "en")
    assert [path.read_text(encoding="utf-8") for path in in_each(codes, write, bag, sources)] == [*codes]
    assert [sources.line(f"{code}.po", 1) for code in codes] == [f"words of {code}" for code in codes]
    assert {dict(one.args)["file"] for one in bag} == {"known", *codes}
