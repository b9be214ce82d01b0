"""``reguli demo``: a whole game in a few seconds, with everything that can be made of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.app.checked import check
from reguli.app.demo import Demo, demo
from reguli.app.files import folder_at, folder_for, write_file
from reguli.app.printing.orders import PrintOrder
from reguli.app.tables.replays import replay_page
from reguli.app.tables.saves import Standing, write_save
from reguli.app.tables.table import begun, tongue_of
from reguli.app.troubles import Findings
from reguli.cli.arguments import seed
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.rulesets import playable
from reguli.cli.sitting import bots_at, print_ranking, sit, table_of

PAGE: Final = "replay.html"


def arguments(parser: Parser) -> None:
    """Take the folder and the seed."""
    parser.add_argument("--folder", default="reguli_demo", metavar="DIR", help="where to write (default: reguli_demo)")
    parser.add_argument("--seed", type=seed, metavar="N", help="another game")


def run(given: argparse.Namespace, console: Console) -> int:
    """Check a ruleset, play it, write its cards and a replay, and say where they are."""
    shown, folder = demo(), folder_for(given.folder)
    loaded = playable(shown.ruleset, {}, console)
    found = check(loaded)
    if found.findings:
        raise Findings(found.findings, found.sources)
    console.print(f"check   {loaded.name}: {console.findings(0)}")
    standing = begun(loaded, shown.players, shown.seed if given.seed is None else given.seed)
    sit(table_of(standing, bots_at(standing, shown.bot, console), console), standing)
    console.print(f"play    {_counts(shown, standing, console)}")
    tongue = tongue_of(standing, console.interface.code)
    print_ranking(standing, tongue, console, " " * 8)
    game, page = folder_at(given.folder) / "game.json", folder / PAGE
    write_save(game, standing.playthrough)
    console.print(f"save    {game}")
    write_file(page, replay_page(standing.playthrough, console.interface, tongue))
    _write_cards(shown, standing, folder, console)
    console.print(f"replay  {page}  ({console.say('open it in a browser')})")
    return 0


def _counts(shown: Demo, standing: Standing, console: Console) -> str:
    counts = [
        console.count("{n} bot", "{n} bots", shown.players),
        console.count("{n} round", "{n} rounds", standing.playthrough.fact("round")),
        console.count("{n} move", "{n} moves", len(standing.playthrough.moves)),
    ]
    return ", ".join(counts)


def _write_cards(shown: Demo, standing: Standing, folder: Path, console: Console) -> None:
    # Words and templates are needed only now.
    from reguli.app.printing.products import write

    order = PrintOrder(languages=shown.languages, formats=("html",), players=shown.players)
    written = write(standing.loaded, order, folder)
    for path in written.files:
        console.print(f"card    {path}")
    if written.findings:
        found = console.findings(len(written.findings))
        console.note(
            "card    "
            + console.say("{findings} in the words: see reguli card {ruleset}", findings=found, ruleset=shown.ruleset)
        )
