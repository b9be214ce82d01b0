"""``reguli fmt``: rules files in their one layout, comments kept."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.cli.console import Console
from reguli.cli.files import read_whole, write_whole
from reguli.cli.parser import Parser
from reguli.cli.rulesets import opened, show
from reguli.cli.wrong import Wrong
from reguli.language.printer import format_rules
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

RULES: Final = ".rules"


def arguments(parser: Parser) -> None:
    """Take a folder or files."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a rules file, or a ruleset (all of its rules files)")
    parser.add_argument("--check", action="store_true", help="change nothing; 1 when a file is laid out otherwise")


def run(given: argparse.Namespace, console: Console) -> int:
    """Lay out rules files."""
    bag, sources = Bag(), Sources()
    changed: list[Path] = []
    for path in (file for name in given.paths for file in _files(name)):
        text = read_whole(path)
        sources.add(str(path), text)
        laid = format_rules(text, str(path), bag)
        if laid is not None and laid != text:
            changed.append(path)
            if not given.check:
                write_whole(path, laid)
    show(bag, sources, console)
    for path in changed:
        console.print(str(path))
    if given.check:
        console.note(console.count("{n} file would change", "{n} files would change", len(changed)))
    else:
        console.note(console.count("{n} file changed", "{n} files changed", len(changed)))
    return 1 if bag or (given.check and changed) else 0


def _files(name: str) -> list[Path]:
    path = Path(name)
    if path.suffix == RULES:
        return [path]
    folder = opened(name, {}).path
    if not folder.is_dir():
        raise Wrong("X105", file=name, why="its name does not end in .rules")
    return sorted((folder / "rules").glob(f"*{RULES}"))
