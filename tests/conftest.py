"""Tests read what the tool says in English, whatever the person running them speaks."""

from __future__ import annotations

import os

os.environ["REGULI_LANG"] = "en"
