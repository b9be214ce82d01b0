"""The findings about examples, positions, saves, moves (E) and the command line (X)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_cli import CLI_CODES
from reguli.source.codes_examples import EXAMPLE_CODES

PLAY_CODES: Final[tuple[Code, ...]] = (*EXAMPLE_CODES, *CLI_CODES)
