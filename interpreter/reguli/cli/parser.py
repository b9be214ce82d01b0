"""The parser of one command's words: its mistakes are findings of ours, its help has examples."""

from __future__ import annotations

import argparse
from typing import NoReturn

from reguli.cli.wrong import Wrong


class Parser(argparse.ArgumentParser):
    """An argument parser that ends nothing by itself."""

    def error(self, message: str) -> NoReturn:
        """Raise ``Wrong`` instead of ending the process."""
        raise Wrong("X103", command=self.prog, why=message)


def parser_of(name: str, summary: str, examples: str) -> Parser:
    """Make the parser of a command; ``examples`` stand below its help."""
    return Parser(
        prog=f"reguli {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples.strip(chr(10))}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
