"""Wrong usage: what was typed cannot be done; the command ends with 2."""

from __future__ import annotations


class Wrong(Exception):  # noqa: N818 - it says what was wrong
    """A finding about the command line or a file it names: a code of the catalogue and its arguments."""

    def __init__(self, code: str, *, near: str | None = None, **args: str | int) -> None:
        super().__init__(code, args)
        self.code, self.near, self.args_of_code = code, near, args


class HasFindings(Exception):  # noqa: N818 - it says why the command stops
    """The ruleset has findings, so it cannot be played; they have been shown, the command ends with 1."""
