"""``reguli words``: what translators need: how far they are, catalogues brought up to date, checks, previews, spreadsheets."""

from __future__ import annotations

import argparse
import json
from fnmatch import fnmatchcase
from typing import Final

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.cases.wording_desk import desk_of, languages_of
from reguli.cli.cases.wording_sheets import export, take_back
from reguli.cli.console import Console
from reguli.cli.files import folder_at, write_file
from reguli.cli.parser import Parser
from reguli.cli.reports import print_report, show
from reguli.cli.rulesets import opened
from reguli.cli.watching import watch
from reguli.cli.wrong import Wrong
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.words.catalogue.extract import extract
from reguli.words.catalogue.update import update
from reguli.words.desk.check import check_desk
from reguli.words.desk.desk import Desk
from reguli.words.desk.preview import Shown, preview
from reguli.words.desk.status import statuses
from reguli.words.gloss.gloss import books_of, rule_texts
from reguli.words.offers.notes import RuleText

ACTIONS: Final = ("status", "list", "extract", "update", "check", "preview", "export", "import")
EVERYTHING: Final = "*"
ONE_BY_ONE: Final = ("preview", "list", "import")
"""What looks at the languages that were named and at no other."""


def arguments(parser: Parser) -> None:
    """Take what to do, the ruleset and the languages."""
    parser.add_argument("action", choices=ACTIONS, help="what to do with the wordings of a ruleset")
    takes_ruleset(parser)
    parser.add_argument("--lang", metavar="L,L,...", help="languages, for example ro,hu (default: all)")
    parser.add_argument(
        "--id", default=EVERYTHING, metavar="PATTERN", help="preview or list only these, for example 'reason:*'"
    )
    parser.add_argument("--players", type=int, metavar="N", help="preview what holds for so many players")
    parser.add_argument("--watch", action="store_true", help="preview again whenever a file changes")
    parser.add_argument("--xlsx", metavar="FILE", help="the spreadsheet to export to or to import")
    takes_options(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Do what was asked."""
    codes = languages_of(given.lang)
    if given.action == "preview" and given.watch:
        watch(opened(given.ruleset, options(given.option)), lambda: _previewed(given, codes, console), console)
    bag, sources = Bag(), Sources()
    desk = _desk(given, console, bag, sources)
    match given.action:
        case "status":
            found = _status(given, desk, codes, console)
        case "list":
            found = _list(given, desk, console)
        case "extract":
            found = _extract(desk, console, rule_texts(desk.ruleset, books_of(desk, bag, sources)))
        case "update":
            found = _update(given, desk, codes, console, rule_texts(desk.ruleset, books_of(desk, bag, sources)))
        case "check":
            return _check(given, desk, console, bag, sources)
        case "preview":
            found = _preview(given, desk, codes, console)
        case "export":
            found = export(desk, codes, given.xlsx, console)
        case _:
            found = take_back(desk, codes, given.xlsx, console, as_json=given.json, bag=bag)
    show(bag, sources, console)
    return 1 if bag else found


def _desk(given: argparse.Namespace, console: Console, bag: Bag, sources: Sources) -> Desk:
    codes = languages_of(given.lang) if given.action in ONE_BY_ONE else ()
    _, desk = desk_of(
        given.ruleset, options(given.option), console, players=given.players, bag=bag, sources=sources, codes=codes
    )
    if given.id != EVERYTHING and not any(fnmatchcase(one, given.id) for one in desk.speakables):
        known = [one.partition(":")[2] for one in desk.speakables]
        close = near(given.id, (*desk.speakables, *known))
        raise Wrong("W502", near=close, name=given.id, ruleset=given.ruleset)
    return desk


def _status(given: argparse.Namespace, desk: Desk, codes: tuple[str, ...], console: Console) -> int:
    found = [one for one in statuses(desk) if one.language in codes]
    if given.json:
        console.print(json.dumps([one.as_json() for one in found], ensure_ascii=False, indent=2))
        return 0
    say = console.say
    heads = [say("needed"), say("worded"), say("missing"), say("fuzzy"), say("stale"), say("short"), say("more")]
    widths = [max(6, len(head)) for head in heads]
    console.print(f"{'':8} {' '.join(f'{head:>{width}}' for head, width in zip(heads, widths, strict=True))}")
    for one in found:
        counts = (one.needed, one.worded, one.missing, one.fuzzy, one.stale, one.short, one.more)
        row = " ".join(f"{count:>{width}}" for count, width in zip(counts, widths, strict=True))
        console.print(f"{one.name:8} {row}")
    return 0


def _list(given: argparse.Namespace, desk: Desk, console: Console) -> int:
    wanted = [one for name, one in desk.speakables.items() if fnmatchcase(name, given.id)]
    if given.json:
        told = [
            {
                "id": one.id,
                "sort": one.sort,
                "needed": one.needed,
                "general": one.general,
                "reach": {name: str(kind) for name, kind in one.reach.items()},
                "rules": [carrier.id for carrier in one.carriers],
                "cites": list(one.cites),
                "places": [str(span) for span in one.spans],
            }
            for one in wanted
        ]
        console.print(json.dumps(told, ensure_ascii=False, indent=1))
        return 0
    for one in wanted:
        mark = "" if one.needed else f"  ({console.say('not needed')})"
        console.print(f"{one.id}{mark}")
    return 0


def _extract(desk: Desk, console: Console, rule_text: RuleText) -> int:
    path = desk.homes.template
    folder_at(str(path.parent))
    write_file(path, extract(desk, rule_text))
    console.print(str(path))
    return 0


def _update(
    given: argparse.Namespace, desk: Desk, codes: tuple[str, ...], console: Console, rule_text: RuleText
) -> int:
    told = {}
    for code in codes:
        seat = desk.seats[code]
        if not seat.readable:
            continue  # the findings that say why are shown
        found = update(desk, seat, rule_text)
        path = desk.homes.catalogue(code)
        folder_at(str(path.parent))
        if not path.is_file() or path.read_bytes() != found.text.encode("utf-8"):
            write_file(path, found.text)
        told[code] = {"file": str(path), "new": found.new, "fuzzy": found.stale, "gone": found.gone}
        if not given.json:
            counts = console.say(
                "{new} new, {stale} to be confirmed, {gone} no longer asked for",
                new=len(found.new),
                stale=len(found.stale),
                gone=len(found.gone),
            )
            console.print(f"{path}: {counts}")
    if given.json:
        console.print(json.dumps(told, ensure_ascii=False, indent=2))
    return 0


def _check(given: argparse.Namespace, desk: Desk, console: Console, bag: Bag, sources: Sources) -> int:
    check_desk(desk, bag, languages_of(given.lang) if given.lang else ())
    print_report(given.ruleset, bag, sources, console, as_json=given.json)
    console.note(f"{given.ruleset}: {console.findings(len(bag))}")
    return 1 if bag else 0


def _preview(given: argparse.Namespace, desk: Desk, codes: tuple[str, ...], console: Console) -> int:
    found = list(preview(desk, codes, lambda name: fnmatchcase(name, given.id)))
    if given.json:
        console.print(json.dumps([one.as_json() for one in found], ensure_ascii=False, indent=2))
    else:
        for one in found:
            _print(one, console)
    return 0


def _previewed(given: argparse.Namespace, codes: tuple[str, ...], console: Console) -> None:
    """Preview once, and show what is amiss."""
    bag, sources = Bag(), Sources()
    _preview(given, _desk(given, console, bag, sources), codes, console)
    show(bag, sources, console)


def _print(one: Shown, console: Console) -> None:
    marks = " ".join((console.say("unconfirmed"),) * one.fuzzy + one.findings)
    console.print(f"{one.id} [{one.language}] {marks}".rstrip())
    console.print(f"  {one.real}  ({len(one.real)})")
    for number, text in one.samples:
        console.print(f"  {number:>4}: {text}")
