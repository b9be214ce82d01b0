"""Preparation of a batch from a ruleset, and what is said of the faults of its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial

from reguli.app.errors import Findings, Refused
from reguli.app.game_sessions import bind_ruleset_bots
from reguli.app.loading import bind_for_players, choose_player_count, open_playable
from reguli.app.simulation.simulation_runs import (
    SHOWN,
    FaultAt,
    Progress,
    ReadyBatch,
    Simulated,
    SimulationOrder,
    found_in_order,
    play_batch,
    unchecked_remark,
)
from reguli.app.simulation.stored_batches import store_batch
from reguli.app.smoke_test import replay_command
from reguli.batch.executors import choose_executor, make_batch_runner, make_local_runner
from reguli.batch.move_counts import GROUPS, MoveCounts, move_counts
from reguli.batch.playouts import (
    InterpretedPlayouts,
    PlayoutBatch,
    available_policies,
    batch_key,
    column_source_name,
    ranking_columns,
    read_columns,
)
from reguli.batch.rows import FAULT, Row, column_headers
from reguli.compile.machine_registry import WASM
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.rng import playout_seed
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import UnfitSeats, UnknownBot, unsampled_remarks
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.verify.setup_runs import fault_with_setting


@dataclass(frozen=True, slots=True)
class PreparedBatch:
    """A batch with the ruleset and the program that it is of."""

    loaded: LoadedRuleset
    batch: PlayoutBatch
    program: Playable

    @property
    def sources(self) -> Sources:
        """Return the texts that findings quote."""
        return self.loaded.sources

    def ready(self, cluster: str | None) -> ReadyBatch:
        """Return what it is played by."""
        local = partial(make_local_runner, self.batch, program=self.program, cluster=cluster)
        return ReadyBatch(self.batch.terms, partial(make_batch_runner, self.batch), local, lambda: self)

    def interpreted(self) -> InterpretedPlayouts:
        """Return what plays it step by step."""
        return InterpretedPlayouts(self.batch, make_executable(build_program(self.batch.ruleset, self.batch.players)))

    def unchecked(self) -> Iterator[Diagnostic]:
        """Yield a finding (X164) if a check finds errors in the rules."""
        yield from unchecked_remark(self.loaded.name, 0 if self.loaded.checked else len(self.loaded.bag))

    def faults_in(self, rows: Sequence[Row]) -> Iterator[FaultAt]:
        """Yield the faults recorded in a file; their codes are found by replaying the games."""
        table = InterpretedPlayouts(self.batch, self.program)
        for number in (int(str(row[0])) for row in rows if row[3] == FAULT):
            found = table.fault_of(number)
            yield FaultAt(number, playout_seed(self.batch.seed, number), "" if found is None else found[0].code)

    def findings(self, faults: Sequence[FaultAt], games: int) -> Iterator[Diagnostic]:
        """Yield the first fault of each code, replayed by the interpreter, whose finding is authoritative."""
        if not faults:
            return
        firsts = {one.code: one for one in reversed(faults)}
        walker, place = self.interpreted(), self.batch.ruleset.documents.game.span
        for first in sorted(firsts.values(), key=lambda one: one.game)[:SHOWN]:
            again = walker.fault_of(first.game)
            if again is None:
                continue
            fault, moves = again
            found = fault_with_setting(walker.program, fault)
            command = replay_command(self.loaded.name, walker.program, first.seed, ",".join(self.batch.policy))
            number = Said("here.in_batch", number=first.game, moves=moves, command=command)
            count = sum(one.code == first.code for one in faults)
            often = ((place, Said("here.in_games", games=count, played=games)),) if count > 1 else ()
            yield Diagnostic(found.code, found.span, found.args, (*found.related, (place, number), *often))


def prepare_ruleset(name: str, options: Mapping[str, str | bool], order: SimulationOrder) -> PreparedBatch:
    """Open a ruleset and validate an order; raises as both do."""
    return prepare_batch(open_playable(name, options), order)


def simulate_and_store(
    name: str, options: Mapping[str, str | bool], order: SimulationOrder, progress: Progress | None
) -> Simulated:
    """Play a batch of a ruleset by name or path, and store its machine for the next time; raises as ``simulate_ruleset``."""
    prepared = prepare_ruleset(name, options, order)
    found = _played(prepared, order, progress)
    batch, loaded, remarks = prepared.batch, prepared.loaded, tuple(prepared.unchecked())
    key, numbers_alone = batch_key(batch), all(one.form == "number" for one in batch.columns)
    if key is not None and numbers_alone and found.batch.engine == WASM and not (order.start or order.cluster):
        plain = {"name": loaded.name, "terms": asdict(found.batch), "policies": batch.policies}
        findings = len(loaded.bag) if remarks else 0
        store_batch(name, options, order, loaded.layers.folders, {**plain, "machine": key, "findings": findings})
    return replace(found, remarks=(*found.remarks, *remarks))


def simulate_games(loaded: LoadedRuleset, order: SimulationOrder, progress: Progress | None = None) -> Simulated:
    """Play a batch of a ruleset without findings; raises as ``simulate_ruleset``."""
    return _played(prepare_batch(loaded, order), order, progress)


def _played(prepared: PreparedBatch, order: SimulationOrder, progress: Progress | None) -> Simulated:
    """Play a batch, and say what a search in it does not deal anew."""
    found = play_batch(prepared.ready(order.cluster), order, progress)
    unsampled = unsampled_remarks(prepared.program, order.policy)
    return replace(found, remarks=(*found.remarks, *unsampled))


def prepare_batch(loaded: LoadedRuleset, order: SimulationOrder) -> PreparedBatch:
    """Validate an order against the disk and the ruleset; all findings on both are reported at once."""
    found, sources = found_in_order(order), Sources()
    general = bind_for_players(loaded)
    players = general.players[0]
    try:
        players = choose_player_count(general, order.players) if order.start is None else order.start.players
    except Refused as wrong:
        found.extend(wrong.findings)
    ruleset, program = bind_for_players(loaded, players), loaded.program(players)
    bots = bind_ruleset_bots(loaded, program)
    _hold_policy(order.policy, available_policies(program, bots), program, found)
    asked = order.columns or ranking_columns(ruleset)
    columns = read_columns(ruleset, asked, players, found)
    counts = _counts(order.counts, program, [*column_headers(columns, players), *asked], found)
    if found:
        for name, text in asked.items():
            sources.add(column_source_name(name), text)
        placed = any(one.span is not None for one in found)
        raise (Findings if placed else Refused)(found.diagnostics, sources)
    batch = PlayoutBatch(
        ruleset,
        players,
        order.seed,
        order.policy,
        bots,
        columns,
        order.per_round,
        order.moves,
        start=order.start,
        counts=counts,
    )
    return PreparedBatch(loaded, replace(batch, engine=choose_executor(order.engine, batch, program)), program)


def _counts(groups: Sequence[str], program: Playable, taken: Sequence[str], found: Bag) -> MoveCounts | None:
    """Return what is counted; unknown names (X111) and columns of the same name (X145) are added to the bag."""
    for group in groups:
        if group not in GROUPS:
            listed = ", ".join(GROUPS)
            found.add(
                "X111", None, near=closest_name(group, GROUPS), word=group, what=Said("thing.count"), expected=listed
            )
        elif group in taken:
            found.add("X145", None, name=group, why=Said("why.column_taken", name=group))
    return move_counts(program, [group for group in groups if group in GROUPS]) if groups else None


def _hold_policy(names: Sequence[str], known: Mapping[str, object], program: Playable, found: Bag) -> None:
    for name in names:
        if name not in known:
            found.extend(UnknownBot(name, program.ruleset.id, tuple(known)).findings)
    if len(names) not in (1, program.players):
        found.extend(UnfitSeats(len(names), program.players).findings)
