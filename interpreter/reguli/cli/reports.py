"""How commands print what was found and what was written."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reguli.cli.arguments import words_of
from reguli.cli.console import Console
from reguli.source.diagnostic import Diagnostic, render
from reguli.source.diagnostic import as_json as plain_finding
from reguli.source.sources import Sources
from reguli.source.translation import ENGLISH

if TYPE_CHECKING:
    # What is printed is of use to two commands.
    from reguli.app.printing.orders import PrintOrder, Written


def print_json(plain: object, console: Console, indent: int = 2) -> None:
    """Print plain values as JSON."""
    console.print(json.dumps(plain, ensure_ascii=False, indent=indent))


def print_lines(lines: Iterable[str], console: Console) -> None:
    """Print lines as results."""
    for line in lines:
        console.print(line)


def print_report(
    name: str, findings: Sequence[Diagnostic], sources: Sources, console: Console, *, as_json: bool
) -> None:
    """Print all findings of a ruleset as the result of a command, in words or as JSON."""
    if as_json:
        print_json({"ruleset": name, "findings": _plain(findings, console)}, console)
    else:
        print_findings(findings, sources, console)


def order_of(given: argparse.Namespace) -> PrintOrder:
    """Read what is to be printed; a command that has no words for how takes what is usual."""
    # What is printed is of use to two commands.
    from reguli.app.printing.orders import PrintOrder

    names = {field.name for field in dataclasses.fields(PrintOrder)}
    said = {name: value for name, value in vars(given).items() if name in names}
    return PrintOrder(languages=tuple(words_of(given.lang)), formats=tuple(words_of(given.format)), **said)


def print_written(written: Written, said: str, sources: Sources | None, console: Console, *, as_json: bool) -> int:
    """Name the files that a command wrote, ``said`` in sum, and what there is to say of them; give the exit code."""
    broken, bare, stale = (", ".join(names) for names in (written.broken, written.unpictured, written.overtaken))
    if broken:
        console.note(console.say("examples that no longer hold and are not printed: {names}", names=broken))
    if bare:
        console.note(console.say("without a picture, so printed with the first letter: {names}", names=bare))
    if stale:
        console.note(console.say("written for rules that have changed, so said from the rules: {names}", names=stale))
    paths = [str(path) for path in written.files]
    if as_json:
        print_json({"files": paths, "findings": _plain(written.findings, console)}, console)
    else:
        print_lines(paths, console)
        show(written.findings, sources, console)
    console.note(f"{said}, {console.findings(len(written.findings))}")
    return 1 if written.findings else 0


def print_findings(findings: Iterable[Diagnostic], sources: Sources, console: Console) -> None:
    """Print findings as results, a blank line behind each."""
    listed = tuple(findings)
    translation = console.translation if listed else ENGLISH
    for finding in listed:
        console.print(render(finding, sources, colour=console.colours_results, translation=translation))
        console.print()


def show(findings: Iterable[Diagnostic], sources: Sources | None, console: Console) -> None:
    """Show findings on stderr, a blank line between them."""
    listed = tuple(findings)
    translation = console.translation if listed else ENGLISH
    for finding in listed:
        console.note(render(finding, sources or Sources(), colour=console.colour, translation=translation))
        console.note()


def note_unfit(unfit: Iterable[tuple[str, tuple[str, ...]]], console: Console) -> None:
    """Say which preferences of inherited bots, options by bot, do not fit the rules of a variant."""
    for bot, options in unfit:
        names = ", ".join(options)
        console.note(
            console.say(
                "the bot {bot} does not fit these rules at {names}; what it prefers there is left out",
                bot=bot,
                names=names,
            )
        )


def _plain(findings: Sequence[Diagnostic], console: Console) -> list[object]:
    translation = console.translation if findings else ENGLISH
    return [plain_finding(finding, translation) for finding in findings]
