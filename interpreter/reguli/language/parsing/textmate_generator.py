"""The colours of rules text in editors, generated from the grammar: ``python -m reguli.language.parsing.textmate_generator``.

A TextMate grammar sees a line at a time, so that a word is coloured as a keyword wherever it stands, but behind a full stop.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from reguli.language.parsing.grammar_files import grammar_text
from reguli.language.parsing.table_generator import build_parse_tables
from reguli.language.syntax_forms import ITEM_SHAPES, STATEMENT_SHAPES

COLOURS: Final = Path(__file__).parents[4] / "docs" / "vscode" / "syntaxes" / "rules.tmLanguage.json"
CALLED: Final = frozenset({"AGGREGATE", "MATCHED", "RANKED"})
"""Terminals that are keywords before an opening bracket only."""
JOINING: Final = frozenset({"and", "as", "common", "div", "in", "is", "not", "or", "union", "without"})
_LETTERS: Final = re.compile("[a-z]+( [a-z]+)*")


def keyword_scopes(keywords: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return the keywords and signs of the grammar by the scope that they are coloured as; each stands in one."""
    scopes: dict[str, list[str]] = {}
    for word, terminals in keywords.items():
        if not _LETTERS.fullmatch(word):
            scope = "keyword.operator.rules"
        elif CALLED.intersection(terminals):
            scope = "support.function.rules"
        elif word.partition(" ")[0] in ITEM_SHAPES:
            scope = "storage.type.rules"
        elif word in JOINING:
            scope = "keyword.operator.word.rules"
        else:
            scope = "keyword.control.rules" if word in STATEMENT_SHAPES else "keyword.other.rules"
        scopes.setdefault(scope, []).append(word)
    return scopes


def textmate_grammar(keywords: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """Return the TextMate grammar of rules text."""
    scopes = keyword_scopes(keywords)
    signs = scopes.pop("keyword.operator.rules")
    patterns = [
        {"name": "comment.line.number-sign.rules", "match": "#.*$"},
        {"name": "string.quoted.double.rules", "match": '"[^"]*"'},
        {"name": "entity.name.tag.citation.rules", "match": r"\b(?:[a-z][a-z0-9_]*\.)?[A-Z]+[0-9]+[a-z]?\b"},
        {"name": "constant.numeric.rules", "match": r"\b[0-9]+\b"},
        {
            "match": r"^(procedure|define|phase|event|options)\s+([a-z][a-z0-9_]*)",
            "captures": {"1": {"name": "storage.type.rules"}, "2": {"name": "entity.name.function.rules"}},
        },
        {"name": "constant.language.rules", "match": r"(?<!\.)\b(?:true|false)\b"},
        *({"name": name, "match": _words(words, name)} for name, words in sorted(scopes.items())),
        {"name": "keyword.operator.rules", "match": "|".join(map(re.escape, sorted(signs, key=_longest)))},
    ]
    about = "Generated from rules.lark by reguli.language.parsing.textmate_generator; do not edit."
    return {"information_for_contributors": [about], "name": "rules", "scopeName": "source.rules", "patterns": patterns}


def _words(words: Iterable[str], scope: str) -> str:
    spelt = "|".join(word.replace(" ", r"\s+") for word in sorted(words, key=_longest))
    return rf"(?<!\.)\b(?:{spelt})\b" + (r"(?=\s*\()" if scope.startswith("support") else "")


def _longest(word: str) -> tuple[int, str]:
    return -len(word), word


def textmate_text() -> str:
    """Return the text of the generated file."""
    grammar = textmate_grammar(build_parse_tables(grammar_text())["keywords"])
    return json.dumps(grammar, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    COLOURS.write_text(textmate_text(), encoding="utf-8")
