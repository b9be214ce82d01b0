"""``reguli fmt``: rules files in their one layout, comments kept."""

from __future__ import annotations

import argparse

from reguli.app.formatting import formatted
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import show
from reguli.cli.wrong import show_wrong


def arguments(parser: Parser) -> None:
    """Take a folder or files."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a rules file, or a ruleset (all of its rules files)")
    parser.add_argument("--check", action="store_true", help="change nothing; 1 when a file is laid out otherwise")


def run(given: argparse.Namespace, console: Console) -> int:
    """Lay out rules files; where something given is no rules file, everything is looked at and nothing changed."""
    found = formatted(given.paths)
    show(found.bag, found.sources, console)
    if found.troubles:
        *others, last = found.troubles
        for trouble in others:
            show_wrong(trouble, console)
        raise last
    for path in found.changed if given.check else found.written():
        console.print(str(path))
    if given.check:
        console.note(console.count("{n} file would change", "{n} files would change", len(found.changed)))
    else:
        console.note(console.count("{n} file changed", "{n} files changed", len(found.changed)))
    return 1 if found.bag or (given.check and found.changed) else 0
