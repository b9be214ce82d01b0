"""Pieces of work on a cluster: the threads of the workers of a dask scheduler, with the interface of ``WorkerPool``.

A piece carries all that it needs, pickled and compressed: what is run (a ruleset with it) and the number or numbers of the piece. So a worker needs no folder of
rulesets, a piece runs anywhere, and the scheduler hands the pieces of a worker that was killed to another one. It is sent as bytes beside a text that Python
evaluates: the scheduler, which unpickles what it hands on, needs no reguli, and a worker without reguli or with another one says so instead of failing within
pickle. A scheduler runs the code of all who reach it: an address is trusted as a shell is.
"""

from __future__ import annotations

import asyncio
import pickle
import queue
import re
import threading
import time
import traceback
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Generic, NoReturn
from uuid import uuid4

from reguli.batch.workers import IN_TASK, Item, Result, WorkerChannel, WorkerFailure
from reguli.source.diagnostic import Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said

ADDRESS: Final = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[^\s/:\[\]]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}")
CONNECTING: Final = 4
"""Seconds that the scheduler may take to answer, and then until it has a worker."""
WATCHED: Final = 5
"""Seconds without a result after which it is asked whether there is still a worker."""
ALONE: Final = 60
"""Seconds without any worker after which the rest is given up: one that is started again comes back sooner."""
EACH: Final = 2
"""Pieces handed out for each thread: the next one is there when one is done."""
KEPT: Final = 4
"""What a thread of a worker has unpickled and made, for so many batches."""
PIECE: Final = "__import__('reguli.batch.cluster', fromlist=['*']).run_piece(program, run, item)"
OTHER: Final = "other"


class ClusterTrouble(Trouble):
    """A cluster cannot be used (X195), has unfit workers (X196), or did not finish its work (X197); or the extra is missing (X198)."""

    def __init__(self, told: Diagnostic) -> None:
        """Set the finding."""
        super().__init__(told.code)
        self.told = told


@cache
def program_digest() -> str:
    """Return the version of reguli and a digest of the files of the interpreter, which all machines of a cluster must share."""
    package, found = Path(__file__).parent.parent, blake2b(digest_size=6)
    files = (path for kind in ("py", "yaml", "lark") for path in package.rglob(f"*.{kind}"))
    for name, path in sorted((path.relative_to(package).as_posix(), path) for path in files):
        if not name.startswith("share/"):
            found.update(f"{name}\0".encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return f"{version('reguli')} {found.hexdigest()}"


# -- on a worker -----------------------------------------------------------------------------------------------------


_MADE = threading.local()


def run_piece(program: str, run: bytes, item: bytes) -> bytes:
    """Run one piece on a worker; return its pickled result, a ``WorkerFailure``, or ``OTHER`` and the digest of another reguli."""
    if program != program_digest():
        return pickle.dumps((OTHER, program_digest()))
    IN_TASK.set(True)
    made: dict[Any, Callable[[Any], Any]] = vars(_MADE)
    try:
        if run not in made:
            while len(made) >= KEPT:
                del made[next(iter(made))]
            made[run] = pickle.loads(zlib.decompress(run))  # noqa: S301 - a worker runs what it is sent
        number = pickle.loads(item)  # noqa: S301 - as above
        return pickle.dumps((number, made[run](number)), pickle.HIGHEST_PROTOCOL)
    except Exception:  # noqa: BLE001 - whatever it is, it is told where the work was ordered
        return pickle.dumps(WorkerFailure(traceback.format_exc()))


# -- where the work is ordered ---------------------------------------------------------------------------------------


def connect(address: str) -> Any:
    """Return a client of a scheduler that has a worker, within ten seconds. Raises ``ClusterTrouble``."""
    if not ADDRESS.fullmatch(address):
        raise ClusterTrouble(make_finding("X195", address=address, why=Said("why.no_cluster_address")))
    try:
        # An extra, half a second to import, which starts threads when it is used.
        import distributed
    except ImportError as error:
        raise ClusterTrouble(make_finding("X198")) from error
    client = None
    with warnings.catch_warnings():
        # The one version that matters is compared below.
        warnings.simplefilter("ignore")
        try:
            # In a thread of its own, for this one may have a loop that runs.
            with ThreadPoolExecutor(1) as thread:
                there = thread.submit(asyncio.run, _scheduler_version(address)).result()
            own = str(distributed.__version__)
            unfit = None if there == own else Said("why.other_distributed", found=there, own=own)
            if unfit is None:
                client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
                client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError:
            unfit = Said("why.no_scheduler" if client is None else "why.cluster_is_empty")
        except Exception:  # noqa: BLE001 - whatever answers there is no scheduler
            unfit = Said("why.no_scheduler")
    if unfit is not None:
        close_client(client)
        raise ClusterTrouble(make_finding("X195", address=address, why=unfit))
    return client


async def _scheduler_version(address: str) -> str:
    """Ask a scheduler for its version of ``distributed``; a client would wait forever for a server that is silent."""
    # Loaded before.
    from distributed import Security
    from distributed.core import rpc

    async with rpc(address, timeout=CONNECTING, connection_args=Security().get_connection_args("client")) as scheduler:
        found = await asyncio.wait_for(scheduler.versions(), CONNECTING)
        return str(found["packages"]["distributed"])


def close_client(client: Any) -> None:
    """Close a client, which cancels its pieces, whatever became of its scheduler."""
    if client is not None:
        client.close(timeout=CONNECTING)


def check_cluster(address: str | None) -> None:
    """Raise ``ClusterTrouble`` for a cluster that cannot be used; without an address there is none."""
    if address is not None:
        close_client(connect(address))


@dataclass(eq=False, slots=True)
class Slot:
    """A channel that has one piece on the cluster at a time."""

    pool: ClusterPool[Any, Any]
    number: int = 0

    def send(self, obj: Any, /) -> None:
        """Hand out a piece."""
        self.number += 1
        self.pool.submit(self, obj)

    def recv(self) -> NoReturn:
        """Raise EOFError: results come to the pool."""
        raise EOFError

    def close(self) -> None:
        """Do nothing: the pool is closed as a whole."""


@dataclass(slots=True)
class ClusterPool(Generic[Item, Result]):
    """A cluster that applies one picklable function to items, each with a channel, as ``WorkerPool`` does."""

    run: Callable[[Item], Result]
    address: str
    workers: dict[WorkerChannel, Any] = field(default_factory=dict)
    """By channel the piece that is handed out there."""
    _client: Any = None
    _sent: bytes = b""
    _come: queue.SimpleQueue[tuple[Slot, Any]] = field(default_factory=queue.SimpleQueue)

    def start(self, count: int) -> None:
        """Connect to the scheduler, with at most so many pieces at once. Raises ``ClusterTrouble``."""
        self._client = connect(self.address)
        self._sent = zlib.compress(pickle.dumps(self.run, pickle.HIGHEST_PROTOCOL), 1)
        threads = sum(self._client.nthreads().values())
        self.workers = {Slot(self): None for _ in range(min(count, max(1, EACH * threads)))}

    def submit(self, slot: Slot, item: Item) -> None:
        """Hand out an item; its result comes to ``answers``."""
        given = {"program": program_digest(), "run": self._sent, "item": pickle.dumps(item)}
        piece = self._client.submit(eval, PIECE, {}, given, key=f"reguli-{uuid4().hex}", pure=False)
        self.workers[slot] = piece
        piece.add_done_callback(lambda done: self._come.put((slot, done)))

    def answers(
        self, pipes: Sequence[WorkerChannel], timeout: float | None = None
    ) -> Iterator[tuple[WorkerChannel, tuple[Item, Result] | WorkerFailure]]:
        """Wait until a piece is done, and yield its channel and its answer. Raises ``ClusterTrouble``."""
        alone_since = None
        while True:
            try:
                slot, done = self._come.get(timeout=WATCHED)
                break
            except queue.Empty:
                alone_since = None if self._has_worker() else alone_since or time.monotonic()
                if alone_since is not None and time.monotonic() - alone_since > ALONE:
                    raise self._lost(Said("why.workers_gone")) from None
        yield slot, self._answer(done)

    def _answer(self, done: Any) -> tuple[Item, Result] | WorkerFailure:
        # Loaded with the client.
        from distributed.scheduler import KilledWorker

        try:
            answer = pickle.loads(done.result())  # noqa: S301 - of the cluster that was asked for
        except KilledWorker as error:
            raise self._lost(Said("why.killed_workers", count=error.allowed_failures + 1)) from error
        except ImportError as error:
            why = Said("why.worker_lacks", name=str(error.name).partition(".")[0])
            raise ClusterTrouble(make_finding("X196", address=self.address, why=why, own=program_digest())) from error
        except (CancelledError, OSError) as error:
            raise self._lost(Said("why.scheduler_gone")) from error
        if isinstance(answer, tuple) and answer[0] == OTHER:
            why = Said("why.worker_other", found=answer[1])
            raise ClusterTrouble(make_finding("X196", address=self.address, why=why, own=program_digest()))
        found: tuple[Item, Result] | WorkerFailure = answer
        return found

    def _has_worker(self) -> bool:
        """Return whether the scheduler has a worker. Raises ``ClusterTrouble`` if it is gone itself."""
        try:
            return bool(self._client.nthreads())
        except Exception as error:  # whatever it is, nobody answers
            raise self._lost(Said("why.scheduler_gone")) from error

    def _lost(self, why: Said) -> ClusterTrouble:
        return ClusterTrouble(make_finding("X197", address=self.address, why=why))

    def exit_code(self, pipe: WorkerChannel) -> None:
        """Return ``None``: a worker that ends has its pieces done by another one."""

    def close(self) -> None:
        """Cancel what is not done, and leave the cluster."""
        if self._client is not None:
            close_client(self._client)
            self._client = None
