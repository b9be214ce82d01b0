"""An offered example as text: with the reading that is right it is an example of the ruleset."""

from __future__ import annotations

import textwrap
from typing import Final

from reguli.verify.report.finding_types import Offered

BEGUN: Final = "examples:"
HEAD: Final = "# Offered by `reguli verify`, and kept.\n"


def example_item(offered: Offered, reading: int) -> str:
    """Write an offered example with one of its readings as an item of the list ``examples``."""
    return textwrap.indent(offered.item(offered.readings[reading - 1]), "  ")
