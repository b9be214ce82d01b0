"""What plays a batch: generated code by itself, as WebAssembly or as Python, or one playthrough after the other, by the walker where that is wished for."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reguli.batch.generated_playouts import Generated, is_playable
from reguli.batch.playouts import PLAYTHROUGH, Batch, Playing, Table
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.compile.python_programs import write_program
from reguli.ir.executable_program import Playable, playable
from reguli.ir.program_builder import make_program

WALKER: Final = "walker"
WISHES: Final = (WALKER, PYTHON, WASM)
"""What somebody may ask for."""


def engine_of(wish: str | None, batch: Batch, program: Playable) -> str:
    """Settle what plays a batch: what is wished for and there, else the fastest there is. Bots that generated code does not know play move by move."""
    if wish == WALKER:
        return WALKER
    if not is_playable(batch, program):
        return PLAYTHROUGH
    return WASM if wish != PYTHON and has_wasm() else PYTHON


def playing_of(batch: Batch, program: Playable | None = None) -> Playing:
    """Make what plays a batch; ``program`` is that of the batch, where it was made already.

    Where the system gives WebAssembly no memory it is generated Python, as ``batch.engine`` of what is made says.
    """
    if batch.engine == WALKER:
        return Table(batch, playable(make_program(batch.ruleset, batch.players)))
    if batch.engine == PLAYTHROUGH:
        return Table(batch, program)
    made = write_program(batch.ruleset, batch.players) if program is None else program
    try:
        return Generated(batch, made)
    except MemoryError:
        return Generated(replace(batch, engine=PYTHON), made)
