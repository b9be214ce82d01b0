"""``reguli simulate``: many games between bots, as rows of a table."""

from __future__ import annotations

import argparse
from typing import Final

from reguli.app.simulation.ruleset_simulation import simulate_ruleset
from reguli.app.simulation.simulation_runs import ENGINES, Simulated, SimulationOrder
from reguli.cli.arguments import (
    CLUSTER,
    JSON,
    MOVES,
    OPTIONS,
    PLAYERS,
    RULESET,
    SEED,
    WORKERS,
    argument,
    declare_arguments,
    parse_name_values,
    parse_ruleset_options,
    parsed_fields,
    split_comma_list,
)
from reguli.cli.command_output import print_diagnostics, print_result
from reguli.cli.console import Console
from reguli.source.finding_catalogue import Said

DEFAULT: Final = SimulationOrder()


@declare_arguments(
    RULESET,
    OPTIONS,
    PLAYERS,
    argument("--games N", "how many games are played (default: 1,000)", int, default=DEFAULT.games),
    SEED,
    argument(
        "--policy WHO",
        "who plays: uniform (every move as likely), random (every option first), search or search:N (N iterations), greedy, or a bot of the ruleset; "
        "one for all seats, or one for each with commas (default: uniform)",
        default=DEFAULT.policy[0],
    ),
    argument(
        "--column NAME=EXPRESSION",
        "what is written of a game: an expression of the rules, asked at its end; of each player where it speaks "
        "of 'player' (may be repeated; default: what the ranking asks)",
        several=True,
    ),
    argument(
        "--count WHAT",
        "what is counted of the moves: choices, branching, turns, laps, leads, decisions, stages, options, elements; several with commas",
    ),
    argument("--per-round", "write a row behind every round too"),
    argument("--out FILE", "the file of the rows: .csv, .jsonl or .parquet"),
    argument("--resume", "go on with the file of --out where it ends"),
    argument("--first N", "the number of the first game: to split a batch (default: 1)", int, default=1),
    WORKERS,
    CLUSTER,
    MOVES,
    argument(
        "--engine",
        "what plays: wasm and python are generated code, interpreter goes through the rules step by step; the rows are the same (default: the fastest there is)",
        choices=ENGINES,
    ),
    JSON,
)
def run_simulate(given: argparse.Namespace, console: Console) -> int:
    """Play a batch and print the summary. Return 1 when a rules fault stopped a game; finished games are kept on interruption."""
    read = {
        "policy": tuple(split_comma_list(given.policy)),
        "columns": parse_name_values(given.column, Said("sort.column_typed")),
        "processes": given.workers,
        "counts": tuple(split_comma_list(given.count)),
    }
    order = SimulationOrder(**{**parsed_fields(given, SimulationOrder), **read})

    def progress(done: int, games: int) -> None:
        console.progress(f"{done:,} / {games:,}")

    try:
        found = simulate_ruleset(given.ruleset, parse_ruleset_options(given), order, progress)
    finally:
        console.progress("")
    print_result(found.to_json(), _summary(found, console), given, console)
    console.tell("played by: {engine}", engine=found.batch.engine)
    console.tell("digest of the rules: {digest}", digest=found.batch.short_digest)
    print_diagnostics((*found.remarks, *found.findings), found.sources, console)
    for fault in found.faults:
        console.tell("game {number} with the seed {seed}: {code}", number=fault.game, seed=fault.seed, code=fault.code)
    if found.interrupted is not None:
        console.tell("interrupted; what was done until then stands")
        raise found.interrupted
    return 1 if found.faults else 0


def _summary(found: Simulated, console: Console) -> list[str]:
    """Return how games ended, who finished first, and the numbers at the end of the games."""
    say, tally = console.say, found.tally
    ends = {
        "over": say("played to the end"),
        "unfinished": say("not ended within the bound on moves"),
        "fault": say("stopped by a fault of the rules"),
    }
    counts = ", ".join(f"{tally.outcomes[end]} {said}" for end, said in ends.items() if tally.outcomes[end])
    lines = [f"{console.count('{n} game', '{n} games', found.games)}: {counts or '–'}", ""]
    rows = [("", say("mean"), say("least"), say("most"))]
    for name, one in tally.numbers.items():
        rows.append((name, f"{one.mean:.2f}", str(one.least), str(one.most)))
    over = tally.outcomes["over"]
    wins = [(f"seat_{seat}", tally.wins[f"seat_{seat}"]) for seat in range(1, found.batch.players + 1)]
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    for first, *cells in rows:
        lines.append("  ".join([first.ljust(widths[0]), *(cell.rjust(widths[at]) for at, cell in enumerate(cells, 1))]))
    if over:
        firsts = ", ".join(f"{seat} {100 * count / over:.1f} %" for seat, count in wins)
        lines += ["", say("first, alone or with others: {shares}", shares=firsts)]
    if found.out is not None:
        lines.append(say("written: {file}", file=str(found.out)))
    return [line.rstrip() for line in lines]
