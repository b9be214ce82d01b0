"""Batches of a ruleset by name or path. Where its machine is stored and no file has changed, the ruleset is not read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from reguli.app.errors import Refused
from reguli.app.simulation.simulation_runs import (
    FullBatch,
    Progress,
    ReadyBatch,
    Simulated,
    SimulationOrder,
    found_in_order,
    play_batch,
    unchecked_remark,
)
from reguli.app.simulation.stored_batches import find_stored_batch
from reguli.batch.rows import PlayoutRunner
from reguli.batch.workers import can_fork
from reguli.source.source_excerpt import Sources


def simulate_ruleset(
    name: str, options: Mapping[str, str | bool], order: SimulationOrder, progress: Progress | None = None
) -> Simulated:
    """Play a batch of a ruleset by name or path. Ctrl-C ends it, and finished games are kept.

    Raises ``Refused`` or ``Findings`` with everything that is wrong with the ruleset or the order, and ``WorkerLost`` when a process ends by itself.
    """
    # A file that is in the way is refused before anything is read.
    amiss = found_in_order(order)
    if amiss.codes == ("X146",):
        raise Refused(amiss.diagnostics, Sources())
    stored = None if amiss else find_stored_batch(name, options, order)
    if stored is None:
        # What reads and binds a ruleset takes a second to load.
        from reguli.app.simulation.batch_preparation import simulate_and_store

        return simulate_and_store(name, options, order, progress)

    def full() -> FullBatch:
        # As above.
        from reguli.app.simulation.batch_preparation import prepare_ruleset

        return prepare_ruleset(name, options, order)

    runner = stored.runner(full)
    ready = ReadyBatch(
        stored.terms,
        partial(_stored_runner, name, options, order),
        lambda count: runner if count == 1 or can_fork() else None,
        full,
    )
    found = play_batch(ready, order, progress)
    return replace(found, remarks=(*found.remarks, *unchecked_remark(stored.name, stored.findings)))


def _stored_runner(name: str, options: Mapping[str, str | bool], order: SimulationOrder) -> PlayoutRunner:
    """Return what plays a stored batch in a worker that is no fork; where it is no longer stored, the ruleset is read."""
    # As above.
    from reguli.app.simulation.batch_preparation import prepare_ruleset

    stored = find_stored_batch(name, options, order)
    if stored is None:
        return prepare_ruleset(name, options, order).ready(None).make()
    return stored.runner(lambda: prepare_ruleset(name, options, order))
