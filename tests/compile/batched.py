"""What plays batches, by engine: all of them give the same rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from reguli.batch.executors import (
    make_batch_runner,
)
from reguli.batch.playouts import (
    PlayoutBatch,
)
from reguli.batch.rows import (
    PLAYTHROUGH,
    PlayoutRunner,
)
from reguli.compile.machine_registry import PYTHON, WASM


def batched(engine: str) -> Callable[[PlayoutBatch], PlayoutRunner]:
    """What plays batches in one engine."""
    return lambda batch: make_batch_runner(replace(batch, engine=engine))


BATCHES: Mapping[str, Callable[[PlayoutBatch], PlayoutRunner]] = {
    engine: batched(engine) for engine in (PLAYTHROUGH, PYTHON, WASM)
}
"""What plays batches, by engine."""
