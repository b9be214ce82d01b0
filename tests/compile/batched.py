"""What plays batches, by engine: all of them give the same rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from reguli.batch.chunks import playing_of
from reguli.batch.playouts import PLAYTHROUGH, Batch, Playing
from reguli.compile.machine_registry import PYTHON, WASM


def batched(engine: str) -> Callable[[Batch], Playing]:
    """What plays batches in one engine."""
    return lambda batch: playing_of(replace(batch, engine=engine))


BATCHES: Mapping[str, Callable[[Batch], Playing]] = {engine: batched(engine) for engine in (PLAYTHROUGH, PYTHON, WASM)}
"""What plays batches, by engine."""
