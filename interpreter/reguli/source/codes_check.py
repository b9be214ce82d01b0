"""The findings about the checks of a whole ruleset (C)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

CHECK_CODES: Final[tuple[Code, ...]] = ()
