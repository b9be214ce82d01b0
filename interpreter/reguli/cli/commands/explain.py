"""``reguli explain``: the catalogue of findings, and what every word of the language means."""

from __future__ import annotations

import argparse

from reguli.app.meanings import explain, write_pages
from reguli.cli.arguments import JSON, argument, takes
from reguli.cli.console import Console
from reguli.cli.meaning_lines import code_lines, meaning_lines
from reguli.cli.reports import print_json, print_lines


@takes(
    argument(
        "code", nargs="?", help="the code of a finding, or a word of the language; without it all codes are listed"
    ),
    argument("--pages", metavar="FOLDER", help="write FOLDER/language: everything of the language on pages"),
    JSON,
)
def run_explain(given: argparse.Namespace, console: Console) -> int:
    """Print one entry, what a word means, or the list of all codes; or write the pages."""
    if given.pages is not None:
        print_lines(map(str, write_pages(given.pages)), console)
        return 0
    found = explain(given.code, console.interface.code)
    if given.json:
        print_json(found.to_json(), console)
    elif given.code is None:
        print_lines((f"{code.id}  {code.title}" for code in sorted(found.findings, key=lambda one: one.id)), console)
    elif found.findings:
        print_lines(code_lines(found.findings[0], console), console)
    else:
        print_lines(meaning_lines(found.meanings, console), console)
    return 0
