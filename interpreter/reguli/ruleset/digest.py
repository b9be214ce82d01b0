"""What tells two rulesets apart: a digest of every file that matters to play."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def digest(texts: Mapping[str, str]) -> str:
    """Give the SHA-256, in hexadecimal, over names and texts in the order of names.

    Line breaks count as one sort, so that a copy made on another system is the same ruleset.
    """
    found = hashlib.sha256()
    for name in sorted(texts):
        raw = texts[name].replace("\r\n", "\n").encode("utf-8")
        found.update(f"{name}\0{len(raw)}\0".encode())
        found.update(raw)
    return found.hexdigest()
