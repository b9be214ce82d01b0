"""The parser of one command's words: its mistakes are findings of ours, its help has examples."""

from __future__ import annotations

import argparse
from typing import Final, NoReturn

from reguli.cli.wrong import Wrong
from reguli.shipped import shipped_folder

HELP: Final = "help.txt"
"""Beside the shipped rulesets: the examples of every command, because they name rulesets."""


class Parser(argparse.ArgumentParser):
    """An argument parser that ends nothing by itself."""

    def error(self, message: str) -> NoReturn:
        """Raise ``Wrong`` instead of ending the process."""
        raise Wrong("X103", command=self.prog, why=message)


def parser_of(name: str, summary: str) -> Parser:
    """Make the parser of a command; its examples stand below its help."""
    return Parser(
        prog=f"reguli {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=examples_of(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def examples_of(name: str) -> str:
    """Give the examples of a command as its help shows them; nothing when there are none."""
    try:
        text = (shipped_folder("rulesets") / HELP).read_text(encoding="utf-8")
    except OSError:
        return ""
    _, found, rest = text.partition(f"\n[{name}]\n")
    lines = [line for line in rest.partition("\n[")[0].split("\n") if line and not line.startswith("#")]
    return "\n".join(["examples:", *(f"  {line}" for line in lines)]) if found else ""
