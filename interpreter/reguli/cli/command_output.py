"""Output of findings and results by the commands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from reguli.app.errors import Findings, Refused, UnusableRuleset
from reguli.app.user_files import write_file
from reguli.cli.console import Console
from reguli.ir.runtime_faults import RulesFault
from reguli.source.diagnostic import Diagnostic, Trouble, render_with_excerpt
from reguli.source.diagnostic import finding_as_json as plain_finding
from reguli.source.finding_catalogue import ENGLISH
from reguli.source.source_excerpt import Sources, escape_json_marks


def safe_json_text(plain: object, indent: int = 2) -> str:
    """Return JSON text that contains no terminal control characters."""
    return escape_json_marks(json.dumps(plain, ensure_ascii=False, indent=indent))


def print_json(plain: object, console: Console, indent: int = 2) -> None:
    """Print JSON-ready values as JSON."""
    console.print(safe_json_text(plain, indent))


def print_lines(lines: Iterable[str], console: Console) -> None:
    """Print lines of a command's result to standard output."""
    for line in lines:
        console.print(line)


def print_result(
    plain: object, lines: Iterable[str], given: argparse.Namespace, console: Console, indent: int = 2
) -> None:
    """Print a result: as JSON if requested, otherwise as text."""
    if given.json:
        print_json(plain, console, indent)
    else:
        print_lines(lines, console)


def write_or_print(text: str, out: str | None, console: Console) -> None:
    """Write a text into a file and say so, or print it where no file is named. Raises ``Refused``."""
    if out is None:
        console.print(text.rstrip("\n"))
    else:
        write_file(Path(out), text)
        console.tell("written: {file}", file=out)


def print_findings(findings: Sequence[Diagnostic], sources: Sources, console: Console) -> None:
    """Print findings as results, each followed by a blank line."""
    _say(findings, sources, console, console.print, colour=console.colours_results)


def print_diagnostics(findings: Sequence[Diagnostic], sources: Sources | None, console: Console) -> None:
    """Print findings on stderr, each followed by a blank line."""
    _say(findings, sources or Sources(), console, console.note, colour=console.colour)


def _say(
    findings: Sequence[Diagnostic], sources: Sources, console: Console, write: Callable[..., None], *, colour: bool
) -> None:
    translation = console.translation if findings else ENGLISH
    for finding in findings:
        write(render_with_excerpt(finding, sources, colour=colour, translation=translation))
        write()


def report_error(error: Exception, console: Console) -> int:
    """Print an exception that carries findings and return the exit code; return 0 for an internal error.

    What was typed has no place: it is said without one.
    """
    if isinstance(error, Findings) and not isinstance(error, Refused):
        print_diagnostics(error.findings, error.sources, console)
        if isinstance(error, UnusableRuleset):
            count = console.findings(len(error.findings))
            console.tell("{findings}: the ruleset cannot be used before they are mended", findings=count)
        return 1
    if not isinstance(error, Trouble) or isinstance(error, RulesFault):
        return 0
    for found in error.findings:
        placeless = Diagnostic(found.code, None, found.args, (), found.near)
        console.note(render_with_excerpt(placeless, Sources(), colour=console.colour, translation=console.translation))
    return 2


def findings_as_json(findings: Sequence[Diagnostic], console: Console) -> list[object]:
    """Return findings as JSON-ready values, worded in the user's language."""
    translation = console.translation if findings else ENGLISH
    return [plain_finding(finding, translation) for finding in findings]


def print_report(
    name: str, findings: Sequence[Diagnostic], sources: Sources, console: Console, *, as_json: bool, **more: object
) -> None:
    """Print all findings of a ruleset as a command's result: as text, or as JSON with the other results."""
    if as_json:
        print_json({"ruleset": name, "findings": findings_as_json(findings, console), **more}, console)
    else:
        print_findings(findings, sources, console)


def report_unfit_preferences(unfit: Iterable[tuple[str, tuple[str, ...]]], console: Console) -> None:
    """Report inherited bots' preferences, given as options by bot, that do not fit the rules of a variant."""
    for bot, options in unfit:
        names = ", ".join(options)
        console.tell(
            "the bot {bot} does not fit these rules at {names}; what it prefers there is left out", bot=bot, names=names
        )
