"""``reguli balance``: what games of bots come to, with intervals, beside another ruleset or other values of a number."""

from __future__ import annotations

import argparse
from typing import Final

from reguli.app.balance.balance_games import BalanceOrder, balance_games, check_report_file, write_figures
from reguli.app.balance.report_texts import balance_lines
from reguli.app.loading import open_playable
from reguli.app.simulation.simulation_runs import (
    ENGINES,
)
from reguli.app.user_files import write_file
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
    parse_ruleset_options,
    parsed_fields,
    split_comma_list,
)
from reguli.cli.command_output import print_diagnostics, print_result
from reguli.cli.console import Console

DEFAULT: Final = BalanceOrder()


@declare_arguments(
    RULESET,
    OPTIONS,
    PLAYERS,
    argument("--games N", "how many games each ruleset plays (default: 1,000)", int, default=DEFAULT.games),
    SEED,
    argument(
        "--policy WHO",
        "who plays: uniform, random, search or search:N, greedy, or a bot of the ruleset; one for all seats, or one for each with commas "
        "(default: the first bot of the ruleset, or else uniform)",
    ),
    argument("--against RULESET", "another ruleset, which plays games of the same chance"),
    argument(
        "--sweep NAME=LOW..HIGH:STEP",
        "play with each of these values of a constant, a cell of a table or a field of an element (step: 1; 21 values at most)",
    ),
    argument("--csv FILE", "write all figures into a file (.csv)"),
    argument("--page FILE", "write the report as a page with diagrams (.html)"),
    WORKERS,
    MOVES,
    argument("--engine", "what plays, as for simulate (default: the fastest there is)", choices=ENGINES),
    CLUSTER,
    JSON,
)
def run_balance(given: argparse.Namespace, console: Console) -> int:
    """Play and print the figures. Return 1 when a rules fault stopped a game; finished games are kept on interruption."""
    policy = None if given.policy is None else tuple(split_comma_list(given.policy))
    order = BalanceOrder(**{**parsed_fields(given, BalanceOrder), "policy": policy, "processes": given.workers})
    figures = None if given.csv is None else check_report_file(given.csv, "figures")
    page = None if given.page is None else check_report_file(given.page, "page")
    options = parse_ruleset_options(given)
    loaded = open_playable(given.ruleset, options)
    against = None if given.against is None else open_playable(given.against, options)

    def progress(done: int, games: int) -> None:
        console.progress(f"{done:,} / {games:,}")

    try:
        found = balance_games(loaded, order, against, progress)
    finally:
        console.progress("")
    print_result(found.to_json(), balance_lines(found, console.interface), given, console)
    if figures is not None:
        write_figures(found, figures)
        console.tell("written: {file}", file=given.csv)
    if page is not None:
        write_file(page, found.page(console.interface.code))
        console.tell("written: {file}", file=given.page)
    print_diagnostics(found.findings, found.loaded.sources, console)
    if found.interrupted is not None:
        console.tell("interrupted; what was done until then stands")
        raise found.interrupted
    return 1 if any(side.faults for side in found.sides) else 0
