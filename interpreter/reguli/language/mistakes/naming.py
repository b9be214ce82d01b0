"""Which sentence a mistake in rules text deserves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.language.mistakes.lines import LINE_MISTAKES
from reguli.language.mistakes.place import Finding, Place, Rule
from reguli.language.mistakes.shape import SHAPE_MISTAKES, general
from reguli.language.mistakes.words import WORD_MISTAKES
from reguli.language.parsing.driver import Stuck, can_take
from reguli.language.parsing.tables import Tables
from reguli.language.parsing.tokens import Token

# The first rule with something to say has the word.
MISTAKES: Final[tuple[Rule, ...]] = (*WORD_MISTAKES, *LINE_MISTAKES, *SHAPE_MISTAKES)


def explain(tables: Tables, start: str, tokens: Sequence[Token], stuck: Stuck, file: str) -> Finding:
    """Find the sentence for the place where the parser is stuck."""
    row = tables.states[stuck.states[-1]]
    accepted = frozenset(
        terminal for terminal in row if terminal.isupper() and can_take(tables, stuck.states, terminal)
    )
    place = Place(file, start, tuple(tokens), stuck.at, stuck.why, accepted)
    for rule in MISTAKES:
        finding = rule(place)
        if finding is not None:
            return finding
    return general(place)
