"""Wrong usage: what was typed cannot be done; the command ends with 2."""

from __future__ import annotations

from reguli.cli.console import Console
from reguli.source.diagnostic import Diagnostic, render
from reguli.source.said import Value
from reguli.source.sources import Sources
from reguli.source.trouble import Trouble


class Wrong(Trouble):
    """A finding about the command line: a code of the catalogue and its arguments."""

    def __init__(self, code: str, *, near: str | None = None, **args: Value) -> None:
        super().__init__(Diagnostic(code, None, tuple(args.items()), (), near))


class HasFindings(Exception):  # noqa: N818 - it says why the command stops
    """The ruleset has findings, so it cannot be played; they have been shown, the command ends with 1."""


def show_wrong(trouble: Trouble, console: Console) -> None:
    """Say what was wrong, without a place: it is in what was typed."""
    for found in trouble.findings:
        placeless = Diagnostic(found.code, None, found.args, (), found.near)
        console.note(render(placeless, Sources(), colour=console.colour, translation=console.translation))
