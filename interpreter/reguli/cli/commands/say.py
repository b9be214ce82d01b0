"""``reguli say``: a rule in words, as it is printed and as it follows from the rule itself."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.cases.wording_desk import desk_of, languages_of
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import show
from reguli.cli.wrong import Wrong
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.words.gloss.gloss import books_of, marked, rule_texts
from reguli.words.gloss.say_rule import SaidRule, elements_named, say_rule


def arguments(parser: Parser) -> None:
    """Take the ruleset, the rule, the languages."""
    takes_ruleset(parser)
    parser.add_argument("rule", help="the id of a rule, a table, a constant or a statement")
    parser.add_argument("--lang", metavar="L,L,...", help="languages, for example ro,hu,en (default: all)")
    parser.add_argument("--players", type=int, metavar="N", help="say only what holds for so many players")
    takes_options(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Say one rule."""
    codes = languages_of(given.lang)
    bag, sources = Bag(), Sources()
    _, desk = desk_of(
        given.ruleset, options(given.option), console, players=given.players, bag=bag, sources=sources, codes=codes
    )
    found = elements_named(desk, given.rule)
    if not found:
        close = near(given.rule, (name.partition(":")[2] for name in desk.speakables))
        raise Wrong("W502", near=close, name=given.rule, ruleset=given.ruleset)
    rule_text = rule_texts(desk.ruleset, books_of(desk, bag, sources))
    said = [say_rule(desk, speakable, desk.seats[code], rule_text) for speakable in found for code in codes]
    if given.json:
        console.print(json.dumps([one.as_json() for one in said], ensure_ascii=False, indent=2))
    else:
        for one in said:
            _print(one, console)
    show(bag, sources, console)
    return 0


def _print(said: SaidRule, console: Console) -> None:
    cites = f" ({', '.join(said.cites)})" if said.cites else ""
    console.print(f"{said.id} [{said.language}]{cites}")
    if said.wording:
        console.print(f"  {console.say('unconfirmed: ') if said.fuzzy else ''}{said.wording}")
    if said.short:
        console.print(f"  {console.say('card: ')}{said.short}")
    for line in said.gloss.split("\n"):
        console.print(f"  {marked(line)}")
    for place in said.places:
        console.print(f"  {place}")
    console.print()
