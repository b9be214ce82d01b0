"""How commands print what was found and what was written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from reguli.cli.console import Console
from reguli.model.binding.bots import BoundBot
from reguli.source.diagnostic import Bag, Diagnostic, render
from reguli.source.diagnostic import as_json as plain_finding
from reguli.source.sources import Sources
from reguli.source.translation import ENGLISH


def print_report(name: str, bag: Bag, sources: Sources, console: Console, *, as_json: bool) -> None:
    """Print all findings of a ruleset as the result of a command, in words or as JSON."""
    if as_json:
        console.print(json.dumps({"ruleset": name, "findings": _plain(bag, console)}, ensure_ascii=False, indent=2))
    else:
        print_findings(bag, sources, console)


def print_written(
    written: Iterable[Path], said: str, bag: Bag, sources: Sources, console: Console, *, as_json: bool
) -> int:
    """Name the files that a command wrote, ``said`` in sum, and show what was found; give the exit code."""
    paths = [str(path) for path in written]
    if as_json:
        console.print(json.dumps({"files": paths, "findings": _plain(bag, console)}, ensure_ascii=False, indent=2))
    else:
        for path in paths:
            console.print(path)
        show(bag, sources, console)
    console.note(f"{said}, {console.findings(len(bag))}")
    return 1 if bag else 0


def print_findings(findings: Iterable[Diagnostic], sources: Sources, console: Console) -> None:
    """Print findings as results, a blank line behind each."""
    listed = tuple(findings)
    translation = console.translation if listed else ENGLISH
    for finding in listed:
        console.print(render(finding, sources, colour=console.colours_results, translation=translation))
        console.print()


def show(bag: Bag, sources: Sources, console: Console) -> None:
    """Show findings on stderr, a blank line between them."""
    translation = console.translation if bag else ENGLISH
    for finding in bag:
        console.note(render(finding, sources, colour=console.colour, translation=translation))
        console.note()


def note_unfit(bots: Iterable[BoundBot], console: Console) -> None:
    """Say which preferences of inherited bots do not fit the rules of a variant."""
    for bot in bots:
        if bot.left_out:
            names = ", ".join(bot.left_out)
            console.note(
                console.say(
                    "the bot {bot} does not fit these rules at {names}; what it prefers there is left out",
                    bot=bot.id,
                    names=names,
                )
            )


def _plain(bag: Bag, console: Console) -> list[object]:
    translation = console.translation if bag else ENGLISH
    return [plain_finding(finding, translation) for finding in bag]
