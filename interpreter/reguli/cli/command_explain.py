"""``reguli explain``: the catalogue of findings."""

from __future__ import annotations

import argparse
import dataclasses
import json

from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.wrong import Wrong
from reguli.source.code_entry import Code
from reguli.source.codes import CODES
from reguli.source.excerpt import printable
from reguli.source.near import near


def arguments(parser: Parser) -> None:
    """Take a code."""
    parser.add_argument("code", nargs="?", help="the code of a finding; without it all are listed")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Print one entry, or the list of all."""
    known = {code.id: code for code in CODES}
    if given.code is None:
        if given.json:
            console.print(json.dumps([dataclasses.asdict(code) for code in CODES], ensure_ascii=False, indent=2))
            return 0
        for code in sorted(CODES, key=lambda code: code.id):
            console.print(f"{code.id}  {code.title}")
        return 0
    entry = known.get(given.code.upper())
    if entry is None:
        raise Wrong("X108", near=near(given.code.upper(), known), name=given.code)
    if given.json:
        console.print(json.dumps(dataclasses.asdict(entry), ensure_ascii=False, indent=2))
        return 0
    for line in _lines(entry):
        console.print(line)
    return 0


def _lines(code: Code) -> list[str]:
    lines = [f"{code.id}  {code.title}", "", code.explanation, "", f"says:     {code.message}"]
    if code.expected:
        lines.append(f"expected: {code.expected}")
    lines.append(f"to do:    {code.remedy}")
    for title, example in (("wrong", code.wrong), ("right", code.right)):
        lines += ["", f"{title}:", *(f"  {printable(line)}" for line in example.rstrip("\n").split("\n"))]
    return lines
