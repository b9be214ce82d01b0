"""``reguli list``, ``info``, ``program``, ``trace``, ``examples``: information about a ruleset."""

from __future__ import annotations

import argparse

from reguli.app.description import (
    chance_summary,
    describe_ruleset,
    describe_shipped_rulesets,
    dump_program_data,
    dump_program_lines,
    structure_graphs,
)
from reguli.app.errors import make_refusal
from reguli.app.loading import bind_for_players, choose_player_count, open_playable
from reguli.app.provenance import trace_value, traceable_names
from reguli.app.worked_examples import list_worked_examples, run_examples_parallel
from reguli.cli.arguments import JSON, OPTIONS, PLAYERS, RULESET, argument, declare_arguments, parse_ruleset_options
from reguli.cli.command_output import print_diagnostics, print_findings, print_json, print_lines, print_result
from reguli.cli.console import Console
from reguli.cli.description_text import (
    chance_lines,
    graph_lines,
    ruleset_info_lines,
    shipped_ruleset_lines,
    trace_lines,
)
from reguli.source.finding_catalogue import Said


@declare_arguments(JSON)
def run_list(given: argparse.Namespace, console: Console) -> int:
    """List the shipped rulesets."""
    shipped = describe_shipped_rulesets()
    print_result([info.to_json() for info in shipped], shipped_ruleset_lines(shipped, console), given, console)
    return 0


@declare_arguments(
    RULESET,
    OPTIONS,
    argument("--names", "list every value that can be traced"),
    argument("--chance", "list what is left to chance, and how each of it is prescribed"),
    argument("--graph", "say how the maps hang together, which rule runs which, and which may change what is tracked"),
    PLAYERS,
    JSON,
)
def run_info(given: argparse.Namespace, console: Console) -> int:
    """Print a summary of one ruleset."""
    loaded = open_playable(given.ruleset, parse_ruleset_options(given))
    players, info = choose_player_count(bind_for_players(loaded), given.players), describe_ruleset(loaded)
    names = traceable_names(bind_for_players(loaded)) if given.names else None
    chance = chance_summary(loaded, players) if given.chance else None
    joined = structure_graphs(loaded) if given.graph else None
    if given.json:
        asked = {
            "chosen": dict(bind_for_players(loaded).options),
            "names": names,
            "chance": None if chance is None else {"players": players, **chance.to_json()},
            "graph": None if joined is None else joined.to_json(),
        }
        print_json({**info.to_json(), **{name: told for name, told in asked.items() if told is not None}}, console)
        return 0
    lines = list(names or ())
    lines += [] if chance is None else chance_lines(chance, players, console)
    lines += [] if joined is None else graph_lines(joined, loaded, console)
    print_lines(lines or ruleset_info_lines(info, console), console)
    return 0


@declare_arguments(RULESET, OPTIONS, PLAYERS, JSON)
def run_program(given: argparse.Namespace, console: Console) -> int:
    """Print the program of one ruleset."""
    loaded = open_playable(given.ruleset, parse_ruleset_options(given))
    if given.json:
        print_json(dump_program_data(loaded, given.players), console)
    else:
        print_lines(dump_program_lines(loaded, given.players), console)
    return 0


@declare_arguments(
    RULESET,
    argument("value", "a constant, table, table[key, key], kind.element.field, or define", nargs="+"),
    OPTIONS,
    JSON,
)
def run_trace(given: argparse.Namespace, console: Console) -> int:
    """Print where one value of the rules comes from, what changes it and which rules read it."""
    loaded = open_playable(given.ruleset, parse_ruleset_options(given))
    typed = " ".join(given.value)
    if not typed.strip():
        raise make_refusal("X103", command="reguli trace", why=Said("why.which_value"))
    found = trace_value(bind_for_players(loaded), typed)
    print_result(found.to_json(), trace_lines(found, loaded, console), given, console)
    return 0


@declare_arguments(
    RULESET,
    argument("ids ID", "only these examples", nargs="*"),
    argument("--list", "list them instead of running them"),
    OPTIONS,
    JSON,
)
def run_examples(given: argparse.Namespace, console: Console) -> int:
    """Run the examples; return 1 when one fails."""
    loaded = open_playable(given.ruleset, parse_ruleset_options(given))
    findings = loaded.found_in_examples.diagnostics
    print_diagnostics(findings, loaded.sources, console)
    chosen = list_worked_examples(loaded, given.ids)
    if given.list:
        lines = (f"{example.id}  {', '.join(example.cites)}".rstrip() for example in chosen)
        print_result([{"id": example.id, "cites": list(example.cites)} for example in chosen], lines, given, console)
        return 0
    results = []
    for result in run_examples_parallel(loaded, given.ids):
        results.append(result)
        if not given.json:
            console.print(f"{console.say('ok    ') if result.passed else console.say('FAILED')}  {result.id}")
            print_findings(result.findings, loaded.sources, console)
    if given.json:
        translation = console.translation
        print_json([result.to_json(translation) for result in results], console)
    failed = sum(not result.passed for result in results)
    count = console.count("{n} example", "{n} examples", len(results))
    console.tell("{examples}, {failed} failed", examples=count, failed=failed)
    return 1 if failed or findings else 0
