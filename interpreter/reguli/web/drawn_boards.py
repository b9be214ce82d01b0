"""Boards that were drawn before: to draw a map takes seconds, and in a browser many."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from reguli.publish.pictures.replay_page import replay_board_svg
from reguli.shipped_files import PACKAGE

DRAWN: Final = PACKAGE / "share" / "drawn"
"""Where a site has the drawings that were made with it; an installed package has none."""


def board_drawing(table: Mapping[str, Any]) -> Mapping[str, object] | None:
    """Return the board of a table: as it was drawn before, or else drawn now; None without a board."""
    if DRAWN.is_dir() and (name := drawing_name(table)) and (DRAWN / name).is_file():
        found: Mapping[str, object] = json.loads((DRAWN / name).read_text("utf-8"))
        return found
    return replay_board_svg(table)


def drawing_name(table: Mapping[str, Any]) -> str | None:
    """Return the name of the file with the drawing of a map, which says all that is drawn; None for another board."""
    plan, labels = table["board"], table["labels"]
    if plan is None or plan["form"] != "map":
        return None
    shown = [plan, labels.get(plan["kind"]), labels.get(plan["group_kind"])]
    return f"{sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()}.json"
