"""The grammar as written, and the file of the tables that are made from it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

GRAMMAR: Final = Path(__file__).with_name("rules.lark")
TABLES: Final = Path(__file__).with_name("rules.tables.json")


def grammar_text() -> str:
    """Return the grammar as written."""
    return GRAMMAR.read_text(encoding="utf-8")


def grammar_digest(grammar: str) -> str:
    """Return what the tables of a grammar are known by."""
    return hashlib.sha256(grammar.encode()).hexdigest()
