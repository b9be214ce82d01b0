"""The language's own words: those that rulesets use as ids and the interpreter may say all the same."""

from __future__ import annotations

from typing import Final

GAME_WORDS: Final = ()
PLAIN_WORDS: Final = ()
EXAMPLE_WORDS: Final = ()
