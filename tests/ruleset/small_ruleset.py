"""The small ruleset of these tests, and what its fixtures are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from reguli.ruleset.document_nodes import Documents

GAME = """\
ruleset: my_game
language: 2
version: 1.0.0
name: My Game
players: {min: 2, max: 4, source: [P2]}
options:
  side: {choose: {day: {boards: [day]}, night: {boards: [night], constants: {start_money: 30}}}, default: day}
  open_hands: {switch: false}
round: [planning, building]
"""

Write = Callable[[Mapping[str, str]], Path]
Load = Callable[[Mapping[str, str]], Documents]
