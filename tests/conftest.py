"""Tests read what the tool says in English, whatever the person running them speaks, and nobody types at them."""

from __future__ import annotations

import os

os.environ["REGULI_LANG"] = "en"
# A program that a test starts and that asks something would wait for the terminal or pipe pytest itself was started from.
_nothing = os.open(os.devnull, os.O_RDONLY)
os.dup2(_nothing, 0)
os.close(_nothing)
