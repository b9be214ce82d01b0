"""Parameters for detecting cycles in runs of forced moves."""

from __future__ import annotations

from typing import Final

FREE: Final = 8
"""So many of them are not watched: most runs are shorter, and a circle goes on."""
