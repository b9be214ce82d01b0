"""Wrong usage: what was typed cannot be done; the command ends with 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reguli.cli.console import Console

if TYPE_CHECKING:
    # The catalogue is loaded only when there is something to say from it.
    from reguli.source.said import Value
    from reguli.source.trouble import Trouble


class Wrong(Exception):  # noqa: N818 - it says what was wrong
    """A finding about the command line or a file it names: a code of the catalogue and its arguments."""

    def __init__(self, code: str, *, near: str | None = None, **args: Value) -> None:
        super().__init__(code, args)
        self.code, self.near, self.args_of_code = code, near, args

    @classmethod
    def of(cls, trouble: Trouble) -> Wrong:
        """Give what was raised as wrong usage, in the very same words."""
        found = trouble.finding
        return cls(found.code, near=found.near, **dict(found.args))


class HasFindings(Exception):  # noqa: N818 - it says why the command stops
    """The ruleset has findings, so it cannot be played; they have been shown, the command ends with 1."""


def show_wrong(wrong: Wrong, console: Console) -> None:
    """Say what was wrong."""
    # The catalogue is loaded only when there is something to say from it.
    from reguli.source.diagnostic import Diagnostic, render
    from reguli.source.sources import Sources

    found = Diagnostic(wrong.code, None, tuple(wrong.args_of_code.items()), (), wrong.near)
    console.note(render(found, Sources(), colour=console.colour, translation=console.translation))
