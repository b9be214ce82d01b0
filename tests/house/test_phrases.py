"""Phrases that findings are filled with, as they stand in the code: each is in the list that translators have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from parsed import INTERPRETER, Parsed, hold

from reguli.source.codes import catalogue
from reguli.source.phrases import PHRASES
from reguli.source.translation import Translation, gaps_of, pattern_of

CODE = re.compile(r"[A-Z][1-9][0-9]{2}")
GAPS = ("some_name", "")
"""What may stand in the gap of an f-string: one word, as a name would, or nothing."""
CODE_TEXT = re.compile(r"(reguli|run) \S+")
"""What is typed the same in every language: a command, a call."""
MARKED = Translation(
    {},
    {text: f"~{text}" for text in PHRASES if "{" not in text},
    tuple(sorted((pattern_of(text, f"~{text}") for text in PHRASES if "{" in text), key=lambda one: -one.said)),
)
"""A language in which every phrase has a mark before it."""


def _said_in() -> dict[str, set[str]]:
    """The gaps of each code that some template says as a phrase, not as a name in quotes."""
    return {
        code.id: {
            gap.name
            for template in (code.message, code.expected, code.remedy)
            for gap in gaps_of(template)
            if gap.name is not None and not gap.quoted
        }
        for code in catalogue().values()
    }


SAID = _said_in()


def _texts(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            filled = [
                "".join(str(part.value) if isinstance(part, ast.Constant) else gap for part in parts) for gap in GAPS
            ]
            yield next((text for text in filled if MARKED.phrase(text) != text), filled[0])
        case ast.IfExp(body=first, orelse=second):
            yield from (*_texts(first), *_texts(second))
        case ast.BoolOp(values=values):
            yield from (text for one in values for text in _texts(one))
        case _:
            return


def _phrases(file: Parsed) -> Iterator[tuple[int, str]]:
    """Texts of several words that a finding of this file is filled with."""
    for node in ast.walk(file.tree):
        if not isinstance(node, ast.Call):
            continue
        codes = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        code = next((text for text in codes if CODE.fullmatch(text) and text in SAID), None)
        for keyword in node.keywords:
            if code is not None and keyword.arg in SAID[code]:
                yield from (
                    (keyword.value.lineno, text)
                    for text in _texts(keyword.value)
                    if " " in text.strip() and not CODE_TEXT.fullmatch(text)
                )


def test_a_phrase_of_a_finding_can_be_translated() -> None:
    """It stands in `source/phrases.py`."""
    hold(_untranslated)


def _untranslated(file: Parsed) -> Iterator[tuple[int, str]]:
    yield from ((line, text) for line, text in _phrases(file) if MARKED.phrase(text) == text)


def test_phrases_are_found_in_the_code() -> None:
    assert sum(1 for file in INTERPRETER for _ in _phrases(file)) > 50
