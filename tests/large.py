"""Games that are so large that by day a part of what is tested of every ruleset is tested of them, and all of it by night.

What is left out by day each test says; it is tested of all other rulesets whole, and of these by ``.ci/night``.
"""

from __future__ import annotations

LARGE = frozenset({"nucleum", "warszawa"})
"""Rulesets by their ids."""
