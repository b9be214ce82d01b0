"""The grammar source, and the file of its generated tables."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

GRAMMAR: Final = Path(__file__).with_name("rules.lark")
TABLES: Final = Path(__file__).with_name("rules.tables.json")


def grammar_text() -> str:
    """Return the grammar source."""
    return GRAMMAR.read_text(encoding="utf-8")


def grammar_digest(grammar: str) -> str:
    """Return the digest identifying a grammar's tables."""
    return hashlib.sha256(grammar.encode()).hexdigest()
