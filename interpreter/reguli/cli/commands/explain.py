"""``reguli explain``: the catalogue of findings, and what every word of the language means."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterable

from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.wrong import Wrong
from reguli.source.codes import Code, catalogue
from reguli.source.excerpt import printable
from reguli.source.near import near
from reguli.source.translation import Translation


def arguments(parser: Parser) -> None:
    """Take a code or a word."""
    parser.add_argument(
        "code", nargs="?", help="the code of a finding, or a word of the language; without it all codes are listed"
    )
    parser.add_argument("--pages", metavar="FOLDER", help="write FOLDER/language: everything of the language on pages")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Print one entry, what a word means, or the list of all codes; or write the pages."""
    if given.pages is not None:
        return _write_pages(given.pages, console)
    translation, known = console.translation, catalogue()
    if given.code is None:
        codes = [_translated(code, translation) for code in known.values()]
        if given.json:
            console.print(json.dumps([dataclasses.asdict(code) for code in codes], ensure_ascii=False, indent=2))
            return 0
        for code in sorted(codes, key=lambda code: code.id):
            console.print(f"{code.id}  {code.title}")
        return 0
    wanted = given.code.upper()
    if wanted not in known:
        return _explain_word(given, known, console)
    entry = _translated(known[wanted], translation)
    if given.json:
        console.print(json.dumps(dataclasses.asdict(entry), ensure_ascii=False, indent=2))
        return 0
    for line in _lines(entry, console):
        console.print(line)
    return 0


def _explain_word(given: argparse.Namespace, codes: Iterable[str], console: Console) -> int:
    # The reference is read only where somebody asks for a word.
    from reguli.cli.cases.word_meanings import Meanings

    meanings = Meanings(console)
    entries = meanings.of(given.code)
    if not entries:
        meant = near(given.code.upper(), codes) or near(given.code, meanings.known())
        raise Wrong("X108", near=meant, name=given.code)
    if given.json:
        console.print(json.dumps([meanings.json(entry) for entry in entries], ensure_ascii=False, indent=2))
        return 0
    for line in meanings.lines(entries):
        console.print(line)
    return 0


def _write_pages(folder: str, console: Console) -> int:
    # Nobody else needs to know how pages are made.
    from reguli.cli.cases.word_meanings import write_pages

    for path in write_pages(folder):
        console.print(str(path))
    return 0


def _translated(code: Code, translation: Translation) -> Code:
    texts = {name: text for name, text in dataclasses.asdict(code).items() if name not in ("id", "told")}
    said = {name: translation.text(f"{code.id}.{name}", text) for name, text in texts.items()}
    return Code(id=code.id, told=code.told, **said)


def _lines(code: Code, console: Console) -> list[str]:
    say = console.say
    rows = [(say("says:"), code.message), (say("expected:"), code.expected), (say("to do:"), code.remedy)]
    width = max(len(head) for head, _ in rows)
    lines = [f"{code.id}  {code.title}", "", code.explanation, ""]
    lines += [f"{head:{width}} {text}" for head, text in rows if text]
    for title, example in ((say("wrong:"), code.wrong), (say("right:"), code.right)):
        lines += ["", title, *(f"  {printable(line)}" for line in example.rstrip("\n").split("\n"))]
    return lines
