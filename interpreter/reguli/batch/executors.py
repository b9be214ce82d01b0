"""What plays a batch: generated code by itself, as WebAssembly or as Python, or one playthrough after the other, by the interpreter where that is wished for."""

from __future__ import annotations

from dataclasses import replace

from reguli.batch.playouts import (
    GeneratedPlayouts,
    InterpretedPlayouts,
    PlayoutBatch,
    can_use_generated_code,
)
from reguli.batch.rows import INTERPRETER, PLAYTHROUGH, PlayoutRunner
from reguli.batch.workers import can_fork
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.compile.python_programs import generate_python_program
from reguli.ir.executable_program import Playable, build_program, make_executable


def choose_executor(wish: str | None, batch: PlayoutBatch, program: Playable) -> str:
    """Choose the engine for a batch: the one requested if available, else the fastest. Bots without generated code play move by move."""
    if wish == INTERPRETER:
        return INTERPRETER
    if not can_use_generated_code(batch, program):
        return PLAYTHROUGH
    return WASM if wish != PYTHON and has_wasm() else PYTHON


def make_batch_runner(batch: PlayoutBatch, program: Playable | None = None) -> PlayoutRunner:
    """Create the runner of a batch; ``program`` is the batch's program if it exists already.

    Where the system gives WebAssembly no memory, or a worker of a cluster lacks the extra, it is generated Python, as the terms of what is made say.
    """
    if batch.engine == INTERPRETER:
        return InterpretedPlayouts(batch, make_executable(build_program(batch.ruleset, batch.players)))
    if batch.engine == PLAYTHROUGH:
        return InterpretedPlayouts(batch, program)
    made = generate_python_program(batch.ruleset, batch.players) if program is None else program
    try:
        return GeneratedPlayouts(batch, made)
    except (MemoryError, ImportError):
        return GeneratedPlayouts(replace(batch, engine=PYTHON), made)


def make_local_runner(
    batch: PlayoutBatch, processes: int, program: Playable | None = None, cluster: str | None = None
) -> PlayoutRunner | None:
    """Create the runner if this process or its forks play the batch; ``program`` is the batch's program if it exists already."""
    return make_batch_runner(batch, program) if cluster is None and (processes == 1 or can_fork()) else None
