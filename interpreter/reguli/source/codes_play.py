"""The findings about examples, positions, saves, moves (E) and the command line (X)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_claims import CLAIM_CODES
from reguli.source.codes_cli import CLI_CODES
from reguli.source.codes_examples import EXAMPLE_CODES
from reguli.source.codes_faults import FAULT_CODES
from reguli.source.codes_positions import POSITION_CODES
from reguli.source.codes_saves import SAVE_CODES
from reguli.source.codes_sittings import SITTING_CODES

PLAY_CODES: Final[tuple[Code, ...]] = (
    *EXAMPLE_CODES,
    *SAVE_CODES,
    *FAULT_CODES,
    *CLAIM_CODES,
    *POSITION_CODES,
    *CLI_CODES,
    *SITTING_CODES,
)
