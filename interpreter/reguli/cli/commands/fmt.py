"""``reguli fmt``: rules files in their one layout, comments kept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from reguli.cli.console import Console
from reguli.cli.files import read_whole, write_file
from reguli.cli.parser import Parser
from reguli.cli.reports import show
from reguli.cli.rulesets import opened
from reguli.cli.wrong import Wrong, show_wrong
from reguli.language.printer import format_rules
from reguli.source.diagnostic import Bag
from reguli.source.said import Said
from reguli.source.sources import Sources

RULES: Final = ".rules"


def arguments(parser: Parser) -> None:
    """Take a folder or files."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a rules file, or a ruleset (all of its rules files)")
    parser.add_argument("--check", action="store_true", help="change nothing; 1 when a file is laid out otherwise")


def run(given: argparse.Namespace, console: Console) -> int:
    """Lay out rules files; where something given is no rules file, everything is looked at and nothing changed."""
    bag, sources = Bag(), Sources()
    texts, wrongs = _read(given.paths)
    changed: dict[Path, str] = {}
    for path, text in texts.items():
        sources.add(str(path), text)
        laid = format_rules(text, str(path), bag)
        if laid is not None and laid != text:
            changed[path] = laid
    show(bag, sources, console)
    if wrongs:
        *others, last = wrongs
        for wrong in others:
            show_wrong(wrong, console)
        raise last
    for path, laid in changed.items():
        if not given.check:
            write_file(path, laid)
        console.print(str(path))
    if given.check:
        console.note(console.count("{n} file would change", "{n} files would change", len(changed)))
    else:
        console.note(console.count("{n} file changed", "{n} files changed", len(changed)))
    return 1 if bag or (given.check and changed) else 0


def _read(names: Sequence[str]) -> tuple[dict[Path, str], list[Wrong]]:
    """Read every rules file that is meant, each once, and give what is none."""
    texts: dict[Path, str] = {}
    wrongs: list[Wrong] = []
    for name in dict.fromkeys(names):
        try:
            paths = _files(name)
        except Wrong as wrong:
            wrongs.append(wrong)
            continue
        for path in paths:
            try:
                texts[path] = read_whole(path)
            except Wrong as wrong:
                wrongs.append(wrong)
    return texts, wrongs


def _files(name: str) -> list[Path]:
    """Give the rules files that a name means. Raises ``Wrong``."""
    path = Path(name)
    if path.suffix == RULES:
        return [path]
    folder = opened(name, {}).path
    if not folder.is_dir():
        raise Wrong("X105", file=name, why=Said("why.no_rules_name"))
    return sorted((folder / "rules").glob(f"*{RULES}"))
