"""Diagnosis of syntax errors: one finding for each error."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import dropwhile, pairwise, takewhile
from types import MappingProxyType
from typing import Final

from reguli.language.parsing.lr_driver import (
    DEEPEST,
    DEEPEST_TREE,
    ITEM_WORDS,
    LAYOUT_KINDS,
    MOST_DIGITS,
    MOST_TOKENS,
    TEXT,
    ParserStuck,
    ParseTables,
    Token,
    can_shift,
    load_tables,
)
from reguli.language.syntax_forms import (
    BLOCK_WORDS,
    CALL_SHAPES,
    ELSE_WORDS,
    ITEM_SHAPES,
    LONGER_SHAPES,
    OPTION_SHAPE,
    OTHER_CONDITIONS,
    OTHER_COUNTERS,
    OTHER_JOINERS,
    OTHER_WORDS,
    STATEMENT_SHAPES,
    expected_forms_text,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

# -- What is known where the parser is stuck, and what is said about it ----------------------------------------------


@frozen_class
class SyntaxFinding(FrozenValue):
    """A code with its place and arguments, before it is reported."""

    code: str
    span: Span
    args: Mapping[str, Value] = field(default_factory=dict)
    near: str | None = None


@frozen_class
class ParserContext(FrozenValue):
    """A parse error: the chunk, the unexpected token, the reason, and accepted terminals."""

    file: str
    start: str
    tokens: tuple[Token, ...]
    at: int
    why: str
    accepted: frozenset[str]

    @property
    def token(self) -> Token:
        """Return the stuck token."""
        return self.tokens[self.at]

    @property
    def before(self) -> Token | None:
        """Return the last visible token before it."""
        return next((token for token in reversed(self.tokens[: self.at]) if token.kind not in LAYOUT_KINDS), None)

    @property
    def word_before(self) -> str:
        """Return the text of that token; empty if there is none."""
        return "" if self.before is None else self.before.text

    @property
    def line(self) -> tuple[Token, ...]:
        """Return the visible tokens of its line."""
        return tuple(t for t in self.tokens if t.line == self.token.line and t.kind not in LAYOUT_KINDS)

    @property
    def passed(self) -> tuple[Token, ...]:
        """Return its line before the token."""
        return tuple(t for t in self.tokens[: self.at] if t.line == self.token.line and t.kind not in LAYOUT_KINDS)

    @property
    def rest(self) -> tuple[Token, ...]:
        """Return its line from the token on."""
        return tuple(t for t in self.tokens[self.at :] if t.line == self.token.line and t.kind not in LAYOUT_KINDS)

    @property
    def first(self) -> str:
        """Return its line's first word."""
        return self.line[0].text if self.line else ""

    @property
    def ends_line(self) -> bool:
        """Return whether the line ends too early."""
        return self.token.kind in LAYOUT_KINDS

    @property
    def wants_value(self) -> bool:
        """Return if a value is valid here."""
        return {"INT", "NAME", "LPAR"} <= self.accepted

    @property
    def wants_statement(self) -> bool:
        """Return whether a statement fits here."""
        return {"LET", "SET", "MOVE"} <= self.accepted

    @property
    def wants_option(self) -> bool:
        """Return whether a decision's option fits here."""
        return "NAME" in self.accepted and not self.passed

    def says(self, code: str, *tokens: Token, near: str | None = None, **args: Value) -> SyntaxFinding:
        """Make a finding about the token, or about a range of given tokens."""
        first, last = (tokens[0], tokens[-1]) if tokens else (self.token, self.token)
        return SyntaxFinding(code, first.span(self.file).to(last.span(self.file)), args, near)


Rule = Callable[[ParserContext], SyntaxFinding | None]


def make_error_rule(
    holds: Callable[[ParserContext], bool],
    code: str,
    about: Callable[[ParserContext], tuple[Token, ...]] | None = None,
    **said: Callable[[ParserContext], Value],
) -> Rule:
    """Make the rule that reports a code if a test holds: at the token, or at the range that it is ``about``."""

    def found(place: ParserContext) -> SyntaxFinding | None:
        if not holds(place):
            return None
        tokens = () if about is None else about(place)
        return place.says(code, *tokens, near=None, **{name: say(place) for name, say in said.items()})

    return found


def word(place: ParserContext) -> str:
    """Return the token as it is written."""
    return place.token.text


def tokens_source_text(tokens: tuple[Token, ...]) -> str:
    """Return tokens of one line as they were written."""
    parts: list[str] = []
    for index, token in enumerate(tokens):
        if index and token.column > tokens[index - 1].end_column:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def unexpected_token_text(place: ParserContext) -> Value:
    """Return the unexpected token in quotes, or the end of the line."""
    return Said("grammar.end_of_line") if place.ends_line else Said("grammar.word", word=place.token.text)


# -- Mistakes inside a line: brackets, conditions, missing words; and the sentence for all that is left --------------


_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_STATES: Final = ("empty", "none")
_WITH_REASON: Final = frozenset({"needs", "always", "pay", "where"})
_CHANGES: Final = frozenset({"run", "set"})
_COMPARISONS: Final = frozenset({"=", "!=", "<", "<=", ">", ">="})


def _goes_on_comparing(place: ParserContext) -> bool:
    """Return whether a comparison follows another one: ``1 < x < 3``."""
    again = word(place) in _COMPARISONS and any(token.text in _COMPARISONS for token in place.passed)
    return again and "AND" in place.accepted


def _unclosed(place: ParserContext) -> SyntaxFinding | None:
    """Report a bracket before the stuck token that is unclosed or closed by another kind of bracket."""
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


def _wrong_close(place: ParserContext, index: int, opened: Token | None) -> SyntaxFinding | None:
    token = place.tokens[index]
    if opened is None:
        return place.says("L162", token, found=token.text) if index <= place.at else None
    if place.tokens.index(opened) < place.at:
        return place.says("L163", token, found=token.text, opened=opened.text)
    return None


def _is_forms(place: ParserContext) -> SyntaxFinding | None:
    """Catch ``is not in``, ``is in`` and ``is`` before a value."""
    words = tuple(token.text for token in place.passed)
    if "STATE" not in place.accepted:
        return None
    negated = words[-2:] == ("is", "not")
    meant = closest_name(place.token.text, _STATES)
    if place.token.text == "in":
        return place.says("L164", found="is not in" if negated else "is in", instead="not in" if negated else "in")
    return place.says("L165", found="is not" if negated else "is", instead="!=" if negated else "=", near=meant)


def _then(place: ParserContext) -> SyntaxFinding | None:
    """Report a superfluous or missing ``then``."""
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


def _colon(place: ParserContext) -> SyntaxFinding | None:
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


def _compared_state(place: ParserContext) -> SyntaxFinding | None:
    """Report ``= none`` and ``!= empty``, which need ``is``."""
    signs = {"=": f"is {word(place)}", "!=": f"is not {word(place)}"}
    if not place.wants_value or word(place) not in _STATES or place.word_before not in signs:
        return None
    instead = signs[place.word_before]
    return place.says("L193", *place.tokens[place.at - 1 : place.at + 1], found=word(place), instead=instead)


def _changed_call(place: ParserContext) -> SyntaxFinding | None:
    """Report a call used as a target of change."""
    changes = {"set", "add", "subtract", "append", "remove", "sort"}
    before = place.before
    if before is not None and place.accepted == {"DOT", "LSQB", "LPAR"} and place.first in changes:
        return place.says("L181", before, found=place.first)
    return None


def _move(place: ParserContext) -> SyntaxFinding | None:
    """Report forms of ``move`` that omit ``of``, ``from`` or ``to``."""
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


def _comma(place: ParserContext) -> SyntaxFinding | None:
    kinds = load_tables().keywords.get(place.token.text, ())
    if "COMMA" in place.accepted and (place.token.kind == "CITE" or "FLAG" in kinds or "ORDER" in kinds):
        return place.says("L184", found=place.token.text)
    starts_value = place.token.kind in {"INT", "word"} and place.why != "reserved"
    if starts_value and "COMMA" in place.accepted and {"RPAR", "RSQB", "RBRACE"} & place.accepted:
        return place.says("L184", found=place.token.text)
    return None


def _too_much(place: ParserContext) -> SyntaxFinding | None:
    """Report a superfluous comma, colon or full stop in a line that continues correctly."""
    if place.token.text not in {",", ":", "."} or place.at + 1 >= len(place.tokens):
        return None
    following = place.tokens[place.at + 1]
    kinds = load_tables().keywords.get(following.text, ()) if following.kind == "word" else (following.kind,)
    if place.accepted.intersection(kinds):
        return place.says("L188", found=place.token.text)
    return None


def expected_syntax(place: ParserContext) -> SyntaxFinding:
    """Report the form of the statement or item, or else the accepted terms."""
    expected = expected_forms_text(place.accepted, load_tables().keywords)
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
        return place.says("L190", found=unexpected_token_text(place), expected=expected, near=_meant(place))
    return place.says("L191", found=unexpected_token_text(place), shape=shape, expected=expected, near=_meant(place))


def _call(place: ParserContext) -> str | None:
    """Return the form of the enclosing call, if it has a special one."""
    opened: list[str] = []
    for before, token in pairwise(place.tokens[: place.at]):
        if token.text == "(":
            opened.append(before.text)
        elif token.text == ")" and opened:
            opened.pop()
    return CALL_SHAPES.get(opened[-1]) if opened else None


def _meant(place: ParserContext) -> str | None:
    """Return the keyword probably meant by the unexpected word or the one before it."""
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


def _in_option(place: ParserContext) -> bool:
    """Return whether the line begins with the name of an option."""
    if place.start == "start_expression" or place.first in {*STATEMENT_SHAPES, *ITEM_WORDS}:
        return False
    return place.accepted >= {"LPAR", "COLON", "CITES"} or place.accepted == {"IN"}


def _head(words: list[str]) -> str:
    """Return the first word of the statement, after a colon if there is one."""
    colons = [index for index, word in enumerate(words) if word == ":"]
    if colons and words[0] not in {"when", "whenever", "waive", "adjust", "procedure", "define"}:
        words = words[colons[-1] + 1 :] or words
    return words[0] if words else ""


SHAPE_MISTAKES: Final[tuple[Rule, ...]] = (
    _unclosed,
    _is_forms,
    make_error_rule(lambda place: "ROUNDED" in place.accepted, "L176"),
    make_error_rule(lambda place: place.accepted == {"ROUNDING"}, "L177"),
    _too_much,
    _then,
    make_error_rule(lambda p: "ELSE" in p.accepted and "THEN" not in p.accepted and not p.wants_statement, "L174"),
    make_error_rule(
        lambda p: "BECAUSE" in p.accepted and (p.ends_line or p.token.text in {")", ",", "cites", ":"}),
        "L175",
        found=lambda p: next((t.text for t in reversed(p.passed) if t.text in _WITH_REASON), "where"),
    ),
    make_error_rule(lambda p: p.token.text == "=" and "TO" in p.accepted and p.first == "set", "L179"),
    make_error_rule(
        lambda p: "EQUAL" in p.accepted and (p.token.text in {":", "to", "is"} or p.ends_line),
        "L180",
        found=lambda p: p.first,
    ),
    _compared_state,
    _changed_call,
    _move,
    make_error_rule(_goes_on_comparing, "L178", found=word),
    _colon,
    _comma,
    make_error_rule(
        lambda p: p.wants_value and p.word_before in _CHANGES,
        "L187",
        before=lambda p: p.word_before,
        found=unexpected_token_text,
    ),
    make_error_rule(lambda p: p.wants_value and p.ends_line, "L185", found=lambda p: p.word_before),
    make_error_rule(lambda p: p.wants_value, "L186", found=word),
    make_error_rule(
        lambda p: p.accepted == {"NAME"} and p.before is not None,
        "L187",
        before=lambda p: p.word_before,
        found=unexpected_token_text,
    ),
)


# -- Mistakes in how a line begins and in what stands under it -------------------------------------------------------


_ELIF: Final = frozenset({"elif", "elsif", "elseif", "else_if"})
_ON: Final = frozenset({"yes", "true", "on"})
_OFF: Final = frozenset({"no", "false", "off"})


def _item_word(place: ParserContext) -> SyntaxFinding | None:
    """Report a left-margin line that starts no item."""
    if place.start != "start_item" or place.at != 0:
        return None
    if place.token.kind == "_INDENT":
        return place.says("L117", place.tokens[1], found=place.tokens[1].text)
    word = place.token.text
    if word in {"where", "if"}:
        return place.says("L143", found=word, near="whenever")
    if word in STATEMENT_SHAPES or word in ELSE_WORDS:
        return place.says("L142", found=word)
    return place.says("L141", found=word, near=OTHER_WORDS.get(word) or closest_name(word, ITEM_WORDS))


def _indentation(place: ParserContext) -> SyntaxFinding | None:
    """Report indented lines without a block, or missing indentation where a block is expected."""
    if place.token.kind == "_INDENT":
        return place.says("L112", place.tokens[place.at + 1])
    if place.accepted == {"_INDENT"} and place.before is not None:
        passed = dropwhile(lambda token: token.kind in LAYOUT_KINDS, reversed(place.tokens[: place.at]))
        header = tuple(takewhile(lambda token: token.kind not in LAYOUT_KINDS, passed))[::-1]
        code = "L115" if header[0].text == "decide" else "L113"
        return place.says(code, header[0], header[-1], found=header[0].text)
    return None


def _stray_else(place: ParserContext) -> SyntaxFinding | None:
    if place.token.text not in ELSE_WORDS or place.passed:
        return None
    if place.token.text == "otherwise":
        return place.says("L145")
    return place.says("L146" if place.wants_option else "L144")


def _change_by_equals(place: ParserContext) -> SyntaxFinding | None:
    """Report ``x.y = 3`` in place of a statement."""
    if not place.wants_statement or place.token.kind != "word":
        return None
    tokens = place.rest
    sign = next((token for token in tokens if token.text in {"+=", "-=", "*="}), None)
    if sign is not None:
        target = tokens_source_text(tokens[: tokens.index(sign)])
        return place.says("L130", sign, found=sign.text, target=target, name=target)
    at = next((index for index, token in enumerate(tokens) if token.text == "="), 0)
    if at == 0 or at + 1 >= len(tokens) or any(token.kind not in {"word", "sign", "INT"} for token in tokens[:at]):
        return None
    if tokens[1].text not in {".", "[", "="}:
        return None
    target = tokens_source_text(tokens[:at])
    value = tokens_source_text(tokens[at + 1 :])
    value = "true" if value in _ON else "false" if value in _OFF else value
    instead = f"set {target} to {value}"
    return place.says("L150", *tokens, found=tokens_source_text(tokens), instead=instead)


def _statement_word(place: ParserContext) -> SyntaxFinding | None:
    """Report a block line that starts no statement."""
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
    return place.says("L153", found=word, near=OTHER_WORDS.get(word) or closest_name(word, (*STATEMENT_SHAPES, "else")))


def _option_line(place: ParserContext) -> SyntaxFinding | None:
    """Report a statement directly in a decision or option group."""
    line = place.line
    if not line or line[0].text not in STATEMENT_SHAPES:
        return None
    if place.wants_option and place.token is line[0]:
        return place.says("L116", found=line[0].text)
    option_head = {"COLON", "CITES", "LPAR"}
    if len(place.passed) == 1 and place.accepted == option_head:
        return place.says("L116", line[0], found=line[0].text)
    return None


def _has_no_options(place: ParserContext) -> bool:
    """Return whether the colon of a decision or a group is followed by more than the end of the line."""
    open_head = place.word_before == ":" and place.first in {"decide", "options"}
    return open_head and not place.ends_line and place.accepted == {"_NL"}


LINE_MISTAKES: Final[tuple[Rule, ...]] = (
    _item_word,
    _indentation,
    _stray_else,
    make_error_rule(
        lambda p: p.word_before == ":" and word(p) in BLOCK_WORDS and p.accepted >= {"LET", "_NL"}, "L154", found=word
    ),
    _change_by_equals,
    _option_line,
    make_error_rule(
        _has_no_options, "L115", lambda place: (*place.line[:1], *place.passed[-1:]), found=lambda p: p.first
    ),
    make_error_rule(
        lambda p: p.word_before == "each" and len(p.passed) == 2 and p.first == "for",
        "L155",
        lambda p: p.passed,
        found=word,
    ),
    make_error_rule(
        lambda p: p.ends_line and p.accepted == {"NAME"} and p.word_before == "end", "L149", lambda p: p.passed[-1:]
    ),
    _statement_word,
)


# -- Mistakes in single words, numbers, signs, and in what stands before the first word of a line --------------------


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


def _layout(place: ParserContext) -> SyntaxFinding | None:
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
        case _:
            return place.says("L104", most=DEEPEST_TREE) if place.why == "deep" else None


def _number(place: ParserContext) -> SyntaxFinding | None:
    token = place.token
    if token.kind == "!float":
        return place.says("L124", found=token.text)
    if token.kind == "!number":
        if token.text.isascii() and token.text.isdigit():
            return place.says("L126", most=MOST_DIGITS)
        return place.says("L125", found=token.text)
    return None


def _name(place: ParserContext) -> SyntaxFinding | None:
    token = place.token
    if token.kind != "!name":
        return None
    small = slugify_name(token.text)
    if not token.text.isascii():
        return place.says("L122", found=token.text, near=small or None)
    if token.text.startswith("_"):
        return place.says("L123", found=token.text, near=small or None)
    return place.says("L121", found=token.text, near=small or None)


def slugify_name(word: str) -> str:
    """Return a word as a name: lower-case letters without accents, digits, underscores; empty without letters."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    kept = re.sub(r"[^a-z0-9_]", "", letters)
    return kept.lstrip("_0123456789")


def _text(place: ParserContext) -> SyntaxFinding | None:
    """Report a token in place of a text in double quotes."""
    return place.says("L192", after=place.word_before) if TEXT in place.accepted else None


def _sign(place: ParserContext) -> SyntaxFinding | None:
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


def _reserved(place: ParserContext) -> SyntaxFinding | None:
    if place.why != "reserved" or place.wants_value or place.wants_option:
        return None
    before = place.before
    shape = STATEMENT_SHAPES.get(place.first, "")
    if before is not None and place.token.text in shape.split() and place.token.text != "by":
        return place.says("L187", before=before.text, found=unexpected_token_text(place))
    return place.says("L133", found=place.token.text)


def _citation_as_name(place: ParserContext) -> SyntaxFinding | None:
    token = place.token
    if token.kind == "CITE" and "NAME" in place.accepted:
        return place.says("L121", found=token.text, near=slugify_name(token.text))
    return None


WORD_MISTAKES: Final[tuple[Rule, ...]] = (
    _layout,
    _number,
    _name,
    _text,
    make_error_rule(lambda place: place.word_before == "says" and place.accepted == {"NAME"}, "L194"),
    make_error_rule(
        lambda place: word(place) == "says" and place.accepted.isdisjoint({"SAYS"}) and place.wants_statement, "L195"
    ),
    _sign,
    make_error_rule(
        lambda place: word(place) == "partly" and place.word_before == ",",
        "L188",
        lambda place: () if place.before is None else (place.before,),
        found=lambda place: place.word_before,
    ),
    make_error_rule(lambda place: place.accepted == {"CITE"}, "L134", found=unexpected_token_text),
    _citation_as_name,
    _reserved,
    make_error_rule(lambda place: word(place) == "cites" and "BECAUSE" not in place.accepted, "L135"),
)


# The first rule with something to say has the word.
MISTAKES: Final[tuple[Rule, ...]] = (*WORD_MISTAKES, *LINE_MISTAKES, *SHAPE_MISTAKES)


def explain_syntax_error(
    tables: ParseTables, start: str, tokens: Sequence[Token], stuck: ParserStuck, file: str
) -> SyntaxFinding:
    """Return the finding for the parser's stuck position."""
    row = tables.states[stuck.states[-1]]
    accepted = frozenset(
        terminal for terminal in row if terminal.isupper() and can_shift(tables, stuck.states, terminal)
    )
    place = ParserContext(file, start, tuple(tokens), stuck.at, stuck.why, accepted)
    for rule in MISTAKES:
        finding = rule(place)
        if finding is not None:
            return finding
    return expected_syntax(place)
