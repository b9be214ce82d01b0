"""``reguli check``: every mistake of a ruleset at once."""

from __future__ import annotations

import argparse

from reguli.cli.arguments import limit, options, takes_json, takes_options, takes_ruleset, words_of
from reguli.cli.cases.checking import find_everything
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import note_unfit, print_report
from reguli.cli.rulesets import check_options, opened
from reguli.pipeline import Loaded
from reguli.source.diagnostic import Bag


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
    if loaded.documents is not None:
        check_options(loaded, console)
    stands = loaded.ruleset is not None and not loaded.bag
    looked_at = find_everything(loaded)
    done = [
        console.count(
            "{n} setting of its options looked at", "{n} settings of its options looked at", looked_at.settings
        )
    ]
    languages = tuple(words_of(given.lang))
    if languages and stands:  # what is missing from a ruleset that does not stand, every wording would miss
        _check_words(loaded, languages)
    if given.play and not loaded.bag:
        # Bots and generated code cost a tenth of a second; a check of the rules alone does without.
        from reguli.cli.cases.trying import try_out
        from reguli.play.trials import BUDGET

        played = try_out(loaded, console, given.budget or BUDGET)
        done.append(console.count("{n} game played", "{n} games played", played))
    if given.print and stands:
        # Words and pages cost seconds.
        from reguli.cli.cases.laying_out import lay_out_everything

        laid_out = lay_out_everything(loaded, languages, console)
        done.append(console.count("{n} product laid out", "{n} products laid out", laid_out))
    print_report(given.ruleset, loaded.bag, loaded.sources, console, as_json=given.json)
    note_unfit(looked_at.bots, console)
    console.note(f"{given.ruleset}: {', '.join([console.findings(len(loaded.bag)), *done])}")
    return 1 if loaded.bag else 0


def _check_words(loaded: Loaded, languages: tuple[str, ...]) -> None:
    """Check what is said in some languages, on cards and in the book, and that each wording is still that of its rule."""
    # Words and templates cost a tenth of a second; a check of the rules alone does without.
    from reguli.cli.cases.books import check as check_book
    from reguli.cli.cases.cards import check
    from reguli.cli.cases.wording_desk import desk_at
    from reguli.words.desk.check import check_signatures

    check(loaded, languages, loaded.bag)
    check_book(loaded, languages, loaded.bag)
    desk = desk_at(loaded, players=None, bag=Bag(), sources=loaded.sources, codes=languages)
    for code in languages:
        found = Bag()
        check_signatures(desk, desk.seats[code], found)
        # What a variant has overtaken in the words of its base is said from the rules, and named where it is printed.
        below = {one.span.file for one in desk.seats[code].below.entries.values()} if len(loaded.layers) > 1 else set()
        loaded.bag.extend(one for one in found if one.span is None or one.span.file not in below)
