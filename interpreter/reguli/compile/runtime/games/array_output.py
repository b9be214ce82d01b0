"""Functions that write values into the rows area."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, fail, put, size


def put_run(first: int, run: Run, room: int) -> None:
    """Write the length and numbers of an array; more than fit are a fault (E305)."""
    if size(run) > room:
        fail("E305")
    put("rows", first, size(run))
    place = first
    for one in run:
        place += 1
        put("rows", place, one)
