"""An offered example as text: with the reading that is right it is an example of the ruleset."""

from __future__ import annotations

import re
import textwrap
from typing import Final

from reguli.verify.report.found import Offered

BEGUN: Final = "examples:"
HEAD: Final = "# Offered by `reguli verify`, and kept.\n"


def example_item(offered: Offered, reading: int) -> str:
    """Write an offered example with one of its readings as an item of the list ``examples``."""
    right = offered.readings[reading - 1]
    given = offered.given_by(right).strip("\n")
    if given.lstrip().startswith(BEGUN):
        given = given.lstrip().removeprefix(BEGUN).strip("\n")
    given = textwrap.dedent(given)
    if not given.startswith("- "):
        given = f"- {textwrap.indent(given, '  ')[2:]}"
    given = re.sub(r"\n\s*then:\s*$", "", given.rstrip())
    claim = textwrap.indent(textwrap.dedent(right.claim).strip(), "      ")[6:]
    return textwrap.indent(f"{given}\n  then:\n    - {claim.removeprefix('- ')}\n", "  ")
