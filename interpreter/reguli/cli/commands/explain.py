"""``reguli explain``: the catalogue of findings."""

from __future__ import annotations

import argparse
import dataclasses
import json

from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.wrong import Wrong
from reguli.source.codes import Code, catalogue
from reguli.source.excerpt import printable
from reguli.source.near import near
from reguli.source.translation import Translation


def arguments(parser: Parser) -> None:
    """Take a code."""
    parser.add_argument("code", nargs="?", help="the code of a finding; without it all are listed")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Print one entry, or the list of all."""
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
        raise Wrong("X108", near=near(wanted, known), name=given.code)
    entry = _translated(known[wanted], translation)
    if given.json:
        console.print(json.dumps(dataclasses.asdict(entry), ensure_ascii=False, indent=2))
        return 0
    for line in _lines(entry, console):
        console.print(line)
    return 0


def _translated(code: Code, translation: Translation) -> Code:
    texts = {name: text for name, text in dataclasses.asdict(code).items() if name not in ("id", "told")}
    said = {name: translation.template(code.id, name, text) for name, text in texts.items()}
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
