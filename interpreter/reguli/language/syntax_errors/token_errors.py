"""Mistakes in single words, numbers, signs, and in what stands before the first word of a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from reguli.language.parsing.lexer import DEEPEST, MOST_DIGITS, MOST_TOKENS, Token
from reguli.language.parsing.lr_driver import DEEPEST_TREE, TEXT, Stuck, can_take
from reguli.language.parsing.parse_tables import Tables
from reguli.language.syntax_errors.line_errors import LINE_MISTAKES
from reguli.language.syntax_errors.parser_context import Finding, Place, Rule, mistake, shown, word
from reguli.language.syntax_errors.structure_errors import SHAPE_MISTAKES, general
from reguli.language.syntax_forms import STATEMENT_SHAPES
from reguli.source.message_arguments import Said

# How signs of other notations are written here.
SIGNS: Final = MappingProxyType(
    {
        "==": "=",
        "=<": "<=",
        "=>": ">=",
        "<>": "!=",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "−": "-",
        "–": "-",
        "—": "-",
        "×": "*",
        "·": "*",
        "…": "..",
        "→": "->",
        "!": "not",
        "&&": "and",
        "&": "and",
        "||": "or",
        "|": "or",
    }
)
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Co", "Cs", "Cn"})


def _layout(place: Place) -> Finding | None:
    match place.token.kind:
        case "!tab":
            return place.says("L110")
        case "!dedent":
            token = place.token
            return place.says("L111", found=token.end_column - token.column)
        case "!many":
            return place.says("L105", most=MOST_TOKENS)
        case "!deep":
            return place.says("L104", most=DEEPEST)
    return place.says("L104", most=DEEPEST_TREE) if place.why == "deep" else None


def _number(place: Place) -> Finding | None:
    token = place.token
    if token.kind == "!float":
        return place.says("L124", found=token.text)
    if token.kind == "!number":
        if token.text.isascii() and token.text.isdigit():
            return place.says("L126", most=MOST_DIGITS)
        return place.says("L125", found=token.text)
    return None


def _name(place: Place) -> Finding | None:
    token = place.token
    if token.kind != "!name":
        return None
    small = plain(token.text)
    if not token.text.isascii():
        return place.says("L122", found=token.text, near=small or None)
    if token.text.startswith("_"):
        return place.says("L123", found=token.text, near=small or None)
    return place.says("L121", found=token.text, near=small or None)


def plain(word: str) -> str:
    """Write a word as a name: small letters without marks, digits, underscores; nothing when no letter is left."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    kept = re.sub(r"[^a-z0-9_]", "", letters)
    return kept.lstrip("_0123456789")


def _text(place: Place) -> Finding | None:
    """Name what stands where a text in double quotes should."""
    return place.says("L192", after=place.word_before) if TEXT in place.accepted else None


def _sign(place: Place) -> Finding | None:
    token = place.token
    if token.kind != "!sign":
        return None
    text = token.text
    if text in SIGNS:
        return place.says("L127", found=text, instead=SIGNS[text], near=SIGNS[text])
    if text[0] in "\"'“”„«»‘’`":
        return place.says("L128")
    if text in {"+=", "-=", "*="}:
        return place.says("L130", found=text, target=Said("sort.anything"), name="anything")
    if text == "//" and place.rest == place.line:
        return place.says("L131", found=text, near="#")
    if text in {"/", "//", "%", "÷"}:
        return place.says("L129", found=text)
    if unicodedata.category(text[0]) in _UNSEEN:
        return place.says("L132", found=f"U+{ord(text[0]):04X}")
    return place.says("L131", found=text)


def _reserved(place: Place) -> Finding | None:
    if place.why != "reserved" or place.wants_value or place.wants_option:
        return None
    before = place.before
    shape = STATEMENT_SHAPES.get(place.first, "")
    if before is not None and place.token.text in shape.split() and place.token.text != "by":
        return place.says("L187", before=before.text, found=shown(place))
    return place.says("L133", found=place.token.text)


def _citation_as_name(place: Place) -> Finding | None:
    token = place.token
    if token.kind == "CITE" and "NAME" in place.accepted:
        return place.says("L121", found=token.text, near=plain(token.text))
    return None


WORD_MISTAKES: Final[tuple[Rule, ...]] = (
    _layout,
    _number,
    _name,
    _text,
    mistake(lambda place: place.word_before == "says" and place.accepted == {"NAME"}, "L194"),
    mistake(
        lambda place: word(place) == "says" and place.accepted.isdisjoint({"SAYS"}) and place.wants_statement, "L195"
    ),
    _sign,
    mistake(
        lambda place: word(place) == "partly" and place.word_before == ",",
        "L188",
        lambda place: () if place.before is None else (place.before,),
        found=lambda place: place.word_before,
    ),
    mistake(lambda place: place.accepted == {"CITE"}, "L134", found=shown),
    _citation_as_name,
    _reserved,
    mistake(lambda place: word(place) == "cites" and "BECAUSE" not in place.accepted, "L135"),
)


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
