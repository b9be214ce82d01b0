"""Mistakes in how a line begins and in what stands under it."""

from __future__ import annotations

from itertools import dropwhile, takewhile
from typing import Final

from reguli.language.parsing.lexer import ITEM_WORDS, LAYOUT_KINDS
from reguli.language.syntax_errors.parser_context import Finding, Place, Rule, mistake, word, written
from reguli.language.syntax_forms import BLOCK_WORDS, ELSE_WORDS, OTHER_WORDS, STATEMENT_SHAPES
from reguli.source.name_suggestions import near

_ELIF: Final = frozenset({"elif", "elsif", "elseif", "else_if"})
_ON: Final = frozenset({"yes", "true", "on"})
_OFF: Final = frozenset({"no", "false", "off"})


def _item_word(place: Place) -> Finding | None:
    """Catch a line at the left margin that begins no item."""
    if place.start != "start_item" or place.at != 0:
        return None
    if place.token.kind == "_INDENT":
        return place.says("L117", place.tokens[1], found=place.tokens[1].text)
    word = place.token.text
    if word in {"where", "if"}:
        return place.says("L143", found=word, near="whenever")
    if word in STATEMENT_SHAPES or word in ELSE_WORDS:
        return place.says("L142", found=word)
    return place.says("L141", found=word, near=OTHER_WORDS.get(word) or near(word, ITEM_WORDS))


def _indentation(place: Place) -> Finding | None:
    """Catch lines indented where nothing opens a block, or nothing indented where something does."""
    if place.token.kind == "_INDENT":
        return place.says("L112", place.tokens[place.at + 1])
    if place.accepted == {"_INDENT"} and place.before is not None:
        passed = dropwhile(lambda token: token.kind in LAYOUT_KINDS, reversed(place.tokens[: place.at]))
        header = tuple(takewhile(lambda token: token.kind not in LAYOUT_KINDS, passed))[::-1]
        code = "L115" if header[0].text == "decide" else "L113"
        return place.says(code, header[0], header[-1], found=header[0].text)
    return None


def _stray_else(place: Place) -> Finding | None:
    if place.token.text not in ELSE_WORDS or place.passed:
        return None
    if place.token.text == "otherwise":
        return place.says("L145")
    return place.says("L146" if place.wants_option else "L144")


def _change_by_equals(place: Place) -> Finding | None:
    """Catch ``x.y = 3`` where a statement belongs."""
    if not place.wants_statement or place.token.kind != "word":
        return None
    tokens = place.rest
    sign = next((token for token in tokens if token.text in {"+=", "-=", "*="}), None)
    if sign is not None:
        target = written(tokens[: tokens.index(sign)])
        return place.says("L130", sign, found=sign.text, target=target, name=target)
    at = next((index for index, token in enumerate(tokens) if token.text == "="), 0)
    if at == 0 or at + 1 >= len(tokens) or any(token.kind not in {"word", "sign", "INT"} for token in tokens[:at]):
        return None
    if tokens[1].text not in {".", "[", "="}:
        return None
    target = written(tokens[:at])
    value = written(tokens[at + 1 :])
    value = "true" if value in _ON else "false" if value in _OFF else value
    instead = f"set {target} to {value}"
    return place.says("L150", *tokens, found=written(tokens), instead=instead)


def _statement_word(place: Place) -> Finding | None:
    """Catch a line in a block that begins no statement."""
    if not place.wants_statement or place.ends_line:
        return None
    word, following = place.token.text, place.rest[1:2]
    if word in _ELIF:
        return place.says("L147", found=word, near="else if")
    if word in {"where", "when", "whenever"}:
        return place.says("L148", found=word, near="if")
    if place.token.kind == "word" and following and following[0].text == "(":
        return place.says("L151", found=word)
    if word in ITEM_WORDS:
        return place.says("L152", found=word)
    return place.says("L153", found=word, near=OTHER_WORDS.get(word) or near(word, (*STATEMENT_SHAPES, "else")))


def _option_line(place: Place) -> Finding | None:
    """Catch a statement directly in a decision or a group of options."""
    line = place.line
    if not line or line[0].text not in STATEMENT_SHAPES:
        return None
    if place.wants_option and place.token is line[0]:
        return place.says("L116", found=line[0].text)
    option_head = {"COLON", "CITES", "LPAR"}
    if len(place.passed) == 1 and place.accepted == option_head:
        return place.says("L116", line[0], found=line[0].text)
    return None


def _has_no_options(place: Place) -> bool:
    """Tell whether behind the colon of a decision or a group something else stands than the end of the line."""
    open_head = place.word_before == ":" and place.first in {"decide", "options"}
    return open_head and not place.ends_line and place.accepted == {"_NL"}


LINE_MISTAKES: Final[tuple[Rule, ...]] = (
    _item_word,
    _indentation,
    _stray_else,
    mistake(
        lambda p: p.word_before == ":" and word(p) in BLOCK_WORDS and p.accepted >= {"LET", "_NL"}, "L154", found=word
    ),
    _change_by_equals,
    _option_line,
    mistake(_has_no_options, "L115", lambda place: (*place.line[:1], *place.passed[-1:]), found=lambda p: p.first),
    mistake(
        lambda p: p.word_before == "each" and len(p.passed) == 2 and p.first == "for",
        "L155",
        lambda p: p.passed,
        found=word,
    ),
    mistake(
        lambda p: p.ends_line and p.accepted == {"NAME"} and p.word_before == "end", "L149", lambda p: p.passed[-1:]
    ),
    _statement_word,
)
