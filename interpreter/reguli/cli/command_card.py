"""``reguli card``: the reference card of a ruleset."""

from __future__ import annotations

import argparse
import importlib.util

from reguli.cli.arguments import options, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.files import folder_at
from reguli.cli.parser import Parser
from reguli.cli.rulesets import bound, playable, players_of
from reguli.cli.wrong import Wrong


def arguments(parser: Parser) -> None:
    """Take the ruleset, the languages and the place."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument("--lang", default="en", metavar="L,L,...", help="languages, for example ro,hu,en (default: en)")
    parser.add_argument("--players", type=int, metavar="N", help="only the rows for so many players")
    parser.add_argument("--format", default="md,html", metavar="F,F,...", help="md, html or both (default: both)")
    parser.add_argument("--folder", default=".", metavar="DIR", help="where the cards are written (default: here)")


def run(given: argparse.Namespace, console: Console) -> int:
    """Write the cards."""
    if importlib.util.find_spec("reguli.publish.card") is None:
        raise Wrong("X118", what="write cards")
    # Words and templates cost a tenth of a second, and the help of this command needs neither.
    from reguli.publish.card import write_cards

    loaded = playable(given.ruleset, options(given.option), console)
    players = None if given.players is None else players_of(bound(loaded), given.players)
    languages = [language.strip() for language in given.lang.split(",")]
    formats = [form.strip() for form in given.format.split(",")]
    for path in write_cards(loaded, languages, players, formats, folder_at(given.folder)):
        console.print(str(path))
    return 0
