"""Rules nest as deep as the language lets them, and so does the code that is made of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

CALLS: Final = 10_000
"""Calls in one another while code is made and printed: a part of a rule in another costs some ten of them."""


@contextmanager
def deep() -> Iterator[None]:
    """Let functions call one another deep enough for rules as deep as the language lets them be."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
