"""What plays batches, by engine: all of them give the same rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from reguli.batch.chunks import runner_for
from reguli.batch.playouts import PLAYTHROUGH, Batch, PlayoutRunner
from reguli.compile.machine_registry import PYTHON, WASM


def batched(engine: str) -> Callable[[Batch], PlayoutRunner]:
    """What plays batches in one engine."""
    return lambda batch: runner_for(replace(batch, engine=engine))


BATCHES: Mapping[str, Callable[[Batch], PlayoutRunner]] = {
    engine: batched(engine) for engine in (PLAYTHROUGH, PYTHON, WASM)
}
"""What plays batches, by engine."""
