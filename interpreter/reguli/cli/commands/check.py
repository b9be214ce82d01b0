"""``reguli check``: every mistake of a ruleset at once."""

from __future__ import annotations

import argparse

from reguli.app.loading import check_option_values, open_ruleset
from reguli.app.ruleset_check import check
from reguli.cli.arguments import (
    JSON,
    OPTIONS,
    RULESET,
    argument,
    declare_arguments,
    parse_positive_int,
    parse_ruleset_options,
    split_unique_words,
)
from reguli.cli.command_output import print_report, report_unfit_preferences
from reguli.cli.console import Console


@declare_arguments(
    RULESET,
    OPTIONS,
    argument("--lang L,L,...", "also check the words in these languages", default=""),
    argument("--play", "also play silent games of bots, for every number of players and option"),
    argument(
        "--budget N",
        "with --play: so many moves of all games together (default: each table twice, at most 60,000)",
        parse_positive_int,
    ),
    argument("--print", "also say and lay out everything that can be printed"),
    argument("--release", "also find what is not fit to be handed on"),
    argument("--partly", "with --release: let pass what the rules carry in part"),
    JSON,
)
def run_check(given: argparse.Namespace, console: Console) -> int:
    """Check a ruleset and print the findings as the result."""
    loaded = open_ruleset(given.ruleset, parse_ruleset_options(given))
    check_option_values(loaded)

    def progress(what: str, games: int) -> None:
        console.progress(f"{what}: {console.count('{n} game', '{n} games', games)}" if games else what)

    wanted = {name: getattr(given, name) for name in ("play", "budget", "print", "release", "partly")}
    found = check(loaded, languages=split_unique_words(given.lang), **wanted, progress=progress)
    if given.play or given.print:
        console.progress("")
    done = [
        console.count("{n} setting of its options looked at", "{n} settings of its options looked at", found.settings)
    ]
    if found.interrupted:
        console.tell("interrupted; what was found so far follows")
    if found.unplayed:
        said = console.count(
            "{n} table was not played: {first}",
            "{n} tables were not played, the first of them {first}",
            len(found.unplayed),
            first=found.unplayed[0],
        )
        console.note(said)
    if found.games is not None:
        done.append(console.count("{n} game played", "{n} games played", found.games))
    if found.cover is not None and not found.unplayed and not found.interrupted:
        done[-1] += f" {console.translation.say(found.cover.what)}"
    if found.queued:
        done.append(
            console.count("at most {n} thing put off at once", "at most {n} things put off at once", found.queued)
        )
    for name, text in found.in_part:
        console.tell("{name} is carried in part: {text}", name=name, text=text)
    if not found.typeset:
        console.tell("pages are not laid out: the extra 'print' is not installed")
    if found.products is not None:
        done.append(console.count("{n} product laid out", "{n} products laid out", found.products))
    print_report(
        given.ruleset, found.findings, found.sources, console, as_json=given.json, in_part=found.missing, **found.played
    )
    report_unfit_preferences(found.unfit, console)
    console.note(f"{given.ruleset}: {', '.join([console.findings(len(found.findings)), *done])}")
    return 1 if found.findings else 0
