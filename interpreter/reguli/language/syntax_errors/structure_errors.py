"""Mistakes inside a line: brackets, conditions, missing words; and the sentence for all that is left."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from reguli.language.parsing.lexer import ITEM_WORDS, Token
from reguli.language.parsing.parse_tables import load_tables
from reguli.language.syntax_errors.parser_context import Finding, Place, Rule, mistake, shown, word
from reguli.language.syntax_forms import (
    BLOCK_WORDS,
    CALL_SHAPES,
    ITEM_SHAPES,
    LONGER_SHAPES,
    OPTION_SHAPE,
    OTHER_CONDITIONS,
    OTHER_COUNTERS,
    OTHER_JOINERS,
    STATEMENT_SHAPES,
    said,
)
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near

_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_STATES: Final = ("empty", "none")
_WITH_REASON: Final = frozenset({"needs", "always", "pay", "where"})
_CHANGES: Final = frozenset({"run", "set"})
_COMPARISONS: Final = frozenset({"=", "!=", "<", "<=", ">", ">="})


def _goes_on_comparing(place: Place) -> bool:
    """Tell whether a comparison follows another one: ``1 < x < 3``."""
    again = word(place) in _COMPARISONS and any(token.text in _COMPARISONS for token in place.passed)
    return again and "AND" in place.accepted


def _unclosed(place: Place) -> Finding | None:
    """Catch a bracket before the stuck token that nothing in the chunk closes, or that another kind of bracket closes."""
    waiting: list[Token] = []
    for index, token in enumerate(place.tokens):
        if token.kind != "sign":
            continue
        if token.text in "([{":
            waiting.append(token)
        elif token.text in _PAIRS:
            if not waiting or waiting[-1].text != _PAIRS[token.text]:
                return _wrong_close(place, index, waiting[-1] if waiting else None)
            waiting.pop()
    if waiting and place.tokens.index(waiting[-1]) < place.at:
        return place.says("L161", waiting[-1], found=waiting[-1].text)
    return None


def _wrong_close(place: Place, index: int, opened: Token | None) -> Finding | None:
    token = place.tokens[index]
    if opened is None:
        return place.says("L162", token, found=token.text) if index <= place.at else None
    if place.tokens.index(opened) < place.at:
        return place.says("L163", token, found=token.text, opened=opened.text)
    return None


def _is_forms(place: Place) -> Finding | None:
    """Catch ``is not in``, ``is in`` and ``is`` before a value."""
    words = tuple(token.text for token in place.passed)
    if "STATE" not in place.accepted:
        return None
    negated = words[-2:] == ("is", "not")
    meant = near(place.token.text, _STATES)
    if place.token.text == "in":
        return place.says("L164", found="is not in" if negated else "is in", instead="not in" if negated else "in")
    return place.says("L165", found="is not" if negated else "is", instead="!=" if negated else "=", near=meant)


def _then(place: Place) -> Finding | None:
    """Catch ``then`` where it is not wanted or missing where it is."""
    if place.token.text == "then" and "COLON" in place.accepted:
        return place.says("L172")
    if "THEN" not in place.accepted or place.wants_value:
        return None
    item = place.tokens[0].text
    if item in {"when", "whenever", "waive"} and (place.token.text == ":" or place.ends_line):
        return place.says("L171", found=item)
    if place.token.text == ":" or place.ends_line:
        return place.says("L173")
    return None


def _colon(place: Place) -> Finding | None:
    if "COLON" not in place.accepted:
        return None
    first = place.first
    short = first in {"when", "whenever", "waive", "adjust"} and not any(t.text == ":" for t in place.passed)
    if short or (first in ITEM_WORDS and place.start != "start_item"):
        return None
    inline = place.token.text in STATEMENT_SHAPES and place.token.text not in BLOCK_WORDS
    if place.ends_line or inline:
        return place.says("L170", found=first)
    return None


def _compared_state(place: Place) -> Finding | None:
    """Catch ``= none`` and ``!= empty``, which are asked for."""
    signs = {"=": f"is {word(place)}", "!=": f"is not {word(place)}"}
    if not place.wants_value or word(place) not in _STATES or place.word_before not in signs:
        return None
    instead = signs[place.word_before]
    return place.says("L193", *place.tokens[place.at - 1 : place.at + 1], found=word(place), instead=instead)


def _changed_call(place: Place) -> Finding | None:
    """Catch a call where something that can change is wanted."""
    changes = {"set", "add", "subtract", "append", "remove", "sort"}
    before = place.before
    if before is not None and place.accepted == {"DOT", "LSQB", "LPAR"} and place.first in changes:
        return place.says("L181", before, found=place.first)
    return None


def _move(place: Place) -> Finding | None:
    """Catch forms of ``move`` that leave out ``of``, ``from`` or ``to``."""
    at = next((i for i in range(len(place.passed) - 1, -1, -1) if place.passed[i].text == "move"), -1)
    if at < 0 or (at > 0 and place.passed[at - 1].text != ":"):
        return None
    words = [token.text for token in place.passed[at:]]
    if "FROM" in place.accepted and (place.token.text == "to" or place.ends_line) and "from" not in words:
        return place.says("L182", missing="from", shape="move AMOUNT of KIND from ZONE to ZONE")
    if words[:2] == ["move", "all"] and place.accepted == {"IN"}:
        return place.says("L182", missing="of", shape="move all of KIND from ZONE to ZONE")
    if "TO" in place.accepted and place.ends_line:
        return place.says("L182", missing="to", shape="move PIECE from ZONE to ZONE")
    if "OF" in place.accepted and "of" not in words and "from" not in words:
        return place.says("L182", missing="of", shape="move AMOUNT of KIND from ZONE to ZONE")
    if place.token.text == "of" and "from" in words:
        return place.says("L183")
    return None


def _comma(place: Place) -> Finding | None:
    kinds = load_tables().keywords.get(place.token.text, ())
    if "COMMA" in place.accepted and (place.token.kind == "CITE" or "FLAG" in kinds or "ORDER" in kinds):
        return place.says("L184", found=place.token.text)
    starts_value = place.token.kind in {"INT", "word"} and place.why != "reserved"
    if starts_value and "COMMA" in place.accepted and {"RPAR", "RSQB", "RBRACE"} & place.accepted:
        return place.says("L184", found=place.token.text)
    return None


def _too_much(place: Place) -> Finding | None:
    """Catch a comma, colon or full stop after which the line goes on as if it were not there."""
    if place.token.text not in {",", ":", "."} or place.at + 1 >= len(place.tokens):
        return None
    following = place.tokens[place.at + 1]
    kinds = load_tables().keywords.get(following.text, ()) if following.kind == "word" else (following.kind,)
    if place.accepted.intersection(kinds):
        return place.says("L188", found=place.token.text)
    return None


def general(place: Place) -> Finding:
    """Say how the statement or item is written, or else what would have fitted."""
    expected = said(place.accepted, load_tables().keywords)
    words = [token.text for token in place.passed]
    head = _head(words)
    shapes = ITEM_SHAPES if place.start == "start_item" and place.passed[:1] == place.tokens[:1] else STATEMENT_SHAPES
    longer = (shape for (first, told), shape in LONGER_SHAPES.items() if first == head and told in words)
    shape = _call(place) or next(longer, None) or shapes.get(head) or (OPTION_SHAPE if _in_option(place) else None)
    before = place.before
    if shape and before is not None and before.text in OTHER_COUNTERS:
        meant = OTHER_COUNTERS[before.text]
        found, wanted = Said("grammar.word", word=before.text), Said("grammar.word", word=meant)
        return place.says("L191", before, found=found, shape=shape, expected=wanted, near=meant)
    if shape is None:
        return place.says("L190", found=shown(place), expected=expected, near=_meant(place))
    return place.says("L191", found=shown(place), shape=shape, expected=expected, near=_meant(place))


def _call(place: Place) -> str | None:
    """Give how the call is written that the place stands in, where it has a form of its own."""
    opened: list[str] = []
    for before, token in pairwise(place.tokens[: place.at]):
        if token.text == "(":
            opened.append(before.text)
        elif token.text == ")" and opened:
            opened.pop()
    return CALL_SHAPES.get(opened[-1]) if opened else None


def _meant(place: Place) -> str | None:
    """Guess the words of the language that were meant by the word that does not fit, or by the one before it."""
    written = place.token.text
    if place.word_before == "not" and written in _STATES:
        return f"is not {written}"
    if written in OTHER_CONDITIONS and "WHERE" in place.accepted:
        return "where"
    if "IS" in place.accepted and written in OTHER_JOINERS:
        return OTHER_JOINERS[written]
    keywords = load_tables().keywords.items()
    fitting = (word for word, terminals in keywords if " " in word and place.accepted.intersection(terminals))
    return next((word for word in fitting if written in word.split()), None)


def _in_option(place: Place) -> bool:
    """Say whether the line begins with the name of an option."""
    if place.start == "start_expression" or place.first in {*STATEMENT_SHAPES, *ITEM_WORDS}:
        return False
    return place.accepted >= {"LPAR", "COLON", "CITES"} or place.accepted == {"IN"}


def _head(words: list[str]) -> str:
    """Give the word the statement begins with, behind a colon if there is one."""
    colons = [index for index, word in enumerate(words) if word == ":"]
    if colons and words[0] not in {"when", "whenever", "waive", "adjust", "procedure", "define"}:
        words = words[colons[-1] + 1 :] or words
    return words[0] if words else ""


SHAPE_MISTAKES: Final[tuple[Rule, ...]] = (
    _unclosed,
    _is_forms,
    mistake(lambda place: "ROUNDED" in place.accepted, "L176"),
    mistake(lambda place: place.accepted == {"ROUNDING"}, "L177"),
    _too_much,
    _then,
    mistake(lambda p: "ELSE" in p.accepted and "THEN" not in p.accepted and not p.wants_statement, "L174"),
    mistake(
        lambda p: "BECAUSE" in p.accepted and (p.ends_line or p.token.text in {")", ",", "cites", ":"}),
        "L175",
        found=lambda p: next((t.text for t in reversed(p.passed) if t.text in _WITH_REASON), "where"),
    ),
    mistake(lambda p: p.token.text == "=" and "TO" in p.accepted and p.first == "set", "L179"),
    mistake(
        lambda p: "EQUAL" in p.accepted and (p.token.text in {":", "to", "is"} or p.ends_line),
        "L180",
        found=lambda p: p.first,
    ),
    _compared_state,
    _changed_call,
    _move,
    mistake(_goes_on_comparing, "L178", found=word),
    _colon,
    _comma,
    mistake(lambda p: p.wants_value and p.word_before in _CHANGES, "L187", before=lambda p: p.word_before, found=shown),
    mistake(lambda p: p.wants_value and p.ends_line, "L185", found=lambda p: p.word_before),
    mistake(lambda p: p.wants_value, "L186", found=word),
    mistake(
        lambda p: p.accepted == {"NAME"} and p.before is not None, "L187", before=lambda p: p.word_before, found=shown
    ),
)
