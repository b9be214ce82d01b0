"""The parse tables: what the parser goes by, as plain numbers and words in a file beside the grammar they are made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from reguli.language.parsing.grammar_files import TABLES, digest_of, grammar_text
from reguli.source.frozen_values import Kept, kept


@kept
class Rule(Kept):
    """One production: its name for the builder, how many symbols it takes, and which of them it keeps.

    ``keeps`` lists positions among the symbols, -1 where an optional part is absent. ``passes`` marks a rule that hands
    on its only child; a rule without a name is a repetition and gives a list.
    """

    name: str
    origin: str
    size: int
    keeps: tuple[int, ...]
    passes: bool


@kept
class Tables(Kept):
    """Everything the parser needs: actions by state and symbol, productions, start and end states, keywords.

    An action of 0 or more goes to that state; an action below 0 reduces the production ``-1 - action``.
    """

    states: tuple[Mapping[str, int], ...]
    rules: tuple[Rule, ...]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    keywords: Mapping[str, tuple[str, ...]]


@cache
def load_tables() -> Tables:
    """Give the tables: those in the file, or new ones where the grammar was changed since they were written."""
    grammar = grammar_text()
    plain = json.loads(TABLES.read_text(encoding="utf-8"))
    if plain["grammar"] != digest_of(grammar):
        # Lark is opened only while the language is being changed: importing it costs more than parsing a whole ruleset.
        from reguli.language.parsing.table_generator import build

        plain = build(grammar)
    return Tables(
        states=tuple(plain["states"]),
        rules=tuple(
            Rule(name, origin, size, tuple(keeps), passes) for name, origin, size, keeps, passes in plain["rules"]
        ),
        starts=plain["starts"],
        ends=plain["ends"],
        keywords={word: tuple(terminals) for word, terminals in plain["keywords"].items()},
    )
