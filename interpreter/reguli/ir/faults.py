"""What can go wrong while rules run: a mistake of the ruleset, found with the position at hand."""

from __future__ import annotations


class RulesFault(Exception):  # noqa: N818 - it is a fault of the rules, not an error of the program
    """The rules asked for something impossible; the move is dropped whole.

    ``code`` is an entry of the catalogue (E3xx); ``values`` are its arguments.
    """

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
        self.rule = ""
