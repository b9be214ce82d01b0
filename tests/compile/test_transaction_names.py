"""What the search keeps beside the position is its own: no other part of the library writes there."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import reguli.compile.runtime

OURS = {"position_symmetry", "move_symmetry", "transaction_search", "transaction_state"}
SHARED = {
    "offers",
    "more",
    "among",
    "arguments",
    "decision",
    "game",
    "outcomes",
    "partial",
    "searching",
    "held",
    "vain",
    "has begun",
    "has entry",
    "first begun",
    "first entry",
    "second begun",
    "second entry",
}
"""What playing hands over, and what a position that is put in is returned to with."""
WRITTEN = re.compile(r'\b(?:put|put_aside|set_)\(\s*"([^"]+)"')


def test_nobody_else_writes_what_the_search_keeps() -> None:
    folder = Path(reguli.compile.runtime.__file__).parent
    writers = defaultdict[str, set[str]](set)
    for file in folder.rglob("*.py"):
        for name in WRITTEN.findall(file.read_text("utf-8")):
            writers[name].add(file.stem)
    ours = {name for name, files in writers.items() if files & OURS}
    assert len(ours) > 20
    assert {name for name in ours if writers[name] - OURS} <= SHARED
