"""Values written into the area of rows."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, fail, put, size


def put_run(first: int, run: Run, room: int) -> None:
    """Write the length of a run and its numbers; more than there is room for are a fault (E305)."""
    if size(run) > room:
        fail("E305")
    put("rows", first, size(run))
    place = first
    for one in run:
        place += 1
        put("rows", place, one)
