"""``reguli check``: every mistake of a ruleset at once."""

from __future__ import annotations

import argparse

from reguli.app.checked import check
from reguli.app.opening import check_options, opened
from reguli.cli.arguments import limit, options, takes_json, takes_options, takes_ruleset, words_of
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import note_unfit, print_report


def arguments(parser: Parser) -> None:
    """Take the ruleset, and what beside it is to be looked at."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument("--lang", default="", metavar="L,L,...", help="also check the words in these languages")
    parser.add_argument(
        "--play", action="store_true", help="also play silent games of bots, for every number of players and option"
    )
    parser.add_argument(
        "--budget", type=limit, metavar="N", help="with --play: so many moves of all games together (default: 60,000)"
    )
    parser.add_argument("--print", action="store_true", help="also say and lay out everything that can be printed")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Check a ruleset; findings are the result."""
    loaded = opened(given.ruleset, options(given.option))
    check_options(loaded)

    def progress(what: str, games: int) -> None:
        console.progress(f"{what}: {console.count('{n} game', '{n} games', games)}" if games else what)

    found = check(
        loaded,
        languages=words_of(given.lang),
        play=given.play,
        budget=given.budget,
        print=given.print,
        progress=progress,
    )
    if given.play or given.print:
        console.progress("")
    done = [
        console.count("{n} setting of its options looked at", "{n} settings of its options looked at", found.settings)
    ]
    if found.interrupted:
        console.note(console.say("interrupted; what was found so far follows"))
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
    if not found.typeset:
        console.note(console.say("pages are not laid out: the extra 'print' is not installed"))
    if found.products is not None:
        done.append(console.count("{n} product laid out", "{n} products laid out", found.products))
    print_report(given.ruleset, found.findings, found.sources, console, as_json=given.json)
    note_unfit(found.unfit, console)
    console.note(f"{given.ruleset}: {', '.join([console.findings(len(found.findings)), *done])}")
    return 1 if found.findings else 0
