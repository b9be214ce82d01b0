"""What a server was told of tables is still there after it was killed."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from reguli.web.game_table import Seat
from reguli.web.table_store import FILE, HOST, MOVE, SEAT, UNDO, WATCH, TableOrder, TableStore

ORDER = TableOrder("tic_tac_toe", "abc", {"map": "usa", "hidden": True}, 2, 1 << 47)
SEATS = (Seat("Anna Mária"), Seat("", "greedy"))


def _store(folder: Path) -> TableStore:
    store = TableStore(folder / "data")
    store.create("t1", ORDER, SEATS)
    return store


def test_a_table_is_read_as_it_was_ordered(tmp_path: Path) -> None:
    _store(tmp_path).close()
    store = TableStore(tmp_path / "data")
    assert store.order("t1") == ORDER
    assert store.seats("t1") == list(SEATS)
    store.set_bot("t1", 0, "random")
    assert store.seats("t1")[0] == Seat("Anna Mária", "random")
    assert store.count() == 1


def test_each_link_opens_one_role_and_none_can_be_guessed(tmp_path: Path) -> None:
    store = _store(tmp_path)
    store.create("t2", ORDER, SEATS)
    links = store.links("t1")
    seats = links["seats"]
    assert isinstance(seats, list)
    opened = [store.open(str(link)) for link in (links["host"], links["watch"], *seats)]
    assert [(one.role, one.seat) for one in opened if one and one.table == "t1"] == [
        (HOST, None),
        (WATCH, None),
        (SEAT, 0),
        (SEAT, 1),
    ]
    assert store.open("") is None
    assert store.open("' or 1=1 --") is None
    every = {str(link) for table in ("t1", "t2") for link in (store.links(table)["host"], store.links(table)["watch"])}
    assert len(every) == 4
    assert min(map(len, every)) >= 24


def test_moves_that_were_taken_back_do_not_stand_and_are_not_lost(tmp_path: Path) -> None:
    store = _store(tmp_path)
    for number in range(4):
        store.append("t1", MOVE, {"seat": number % 2, "option": f"o{number}", "arguments": {}}, thought=10)
    store.append("t1", UNDO, {"seat": 0, "to": 1})
    store.append("t1", MOVE, {"seat": 1, "option": "other", "arguments": {"n": [1, "ő"]}})
    assert [move["option"] for move in store.moves("t1")] == ["o0", "other"]
    assert store.moves("t1")[1]["arguments"] == {"n": [1, "ő"]}
    assert store.moves("t2") == []


@pytest.mark.skipif(os.name != "posix", reason="kills a process and looks at the mode of files as POSIX does")
def test_what_was_appended_survives_the_kill_of_the_process(tmp_path: Path) -> None:
    _store(tmp_path).close()
    program = textwrap.dedent(
        f"""
        from pathlib import Path
        from reguli.web.table_store import MOVE, TableStore
        store = TableStore(Path({str(tmp_path / "data")!r}))
        for number in range(1000000):
            store.append("t1", MOVE, {{"seat": 0, "option": str(number), "arguments": {{}}}})
            print(number, flush=True)
        """
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        last = [int(process.stdout.readline()) for _ in range(30)][-1]
        process.send_signal(signal.SIGKILL)
    moves = TableStore(tmp_path / "data").moves("t1")
    assert len(moves) > last
    assert [move["option"] for move in moves] == [str(number) for number in range(len(moves))]


@pytest.mark.skipif(os.name != "posix", reason="kills a process and looks at the mode of files as POSIX does")
def test_nobody_else_on_the_machine_may_read_the_links(tmp_path: Path) -> None:
    _store(tmp_path)
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
