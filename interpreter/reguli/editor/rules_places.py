"""Places in rules text, whole or half-typed: what the grammar lets follow there, and the names that a rule gives itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from reguli.language.parsing.lr_driver import (
    LAYOUT_KINDS,
    ParserStuck,
    Token,
    TokenizedText,
    Tokenizer,
    can_shift,
    load_tables,
    parse_chunk,
)
from reguli.source.frozen_values import FrozenValue, frozen_class

CURSOR: Final = "reguli_cursor"
"""A word that is put where somebody types."""
GIVING: Final = frozenset({"all", "any", "draw", "every", "for", "let", "lot", "no", "some", "sort"})
"""The words before a name that a rule gives."""
NEWLY_NAMED: Final = GIVING | {"procedure", "define", "phase", "event", "options", "decide"}
LISTING: Final = frozenset({"procedure", "define", "options"})
"""The words that begin an item with parameters."""
_ID: Final = re.compile(r"[a-z_][a-z0-9_]*")


@frozen_class
class RulesPlace(FrozenValue):
    """What may follow at a place: keywords, and a name, a new name or a statement; the tokens before it on its line."""

    keywords: tuple[str, ...]
    takes_name: bool
    takes_citation: bool
    before: tuple[Token, ...]
    local: tuple[str, ...]


def cut_rules(text: str) -> TokenizedText:
    """Cut rules text into items of tokens."""
    return Tokenizer().cut(text)


def rules_place(text: str) -> RulesPlace:
    """Return what may follow after a text that ends before the word being typed."""
    chunks = cut_rules(text + CURSOR).chunks
    chunk = chunks[-1] if chunks else ()
    at = max((number for number, token in enumerate(chunk) if token.text == CURSOR), default=0)
    tokens = chunk[:at]
    line = tuple(one for one in tokens if one.line == chunk[at].line and one.kind not in LAYOUT_KINDS) if chunk else ()
    tables = load_tables()
    stop = Token("!cursor", "", 1, 1, 1)
    stuck = parse_chunk(tables, "start_item", (*tokens, stop), "", lambda *_: None)
    if not isinstance(stuck, ParserStuck) or stuck.at < at:
        return RulesPlace((), takes_name=True, takes_citation=False, before=line, local=local_names(tokens))
    row = tables.states[stuck.states[-1]]
    accepted = {one for one in row if one.isupper() and can_shift(tables, stuck.states, one)}
    words = [word for word, terminals in tables.keywords.items() if accepted.intersection(terminals)]
    named = "NAME" in accepted and not (line and line[-1].text in NEWLY_NAMED)
    keywords = tuple(word for word in words if _ID.match(word))
    return RulesPlace(keywords, named, "CITE" in accepted, line, local_names(tokens))


def local_names(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """Return the names that an item gives itself in some of its tokens: parameters, lets, the variables of loops."""
    return tuple(dict.fromkeys(token.text for token in giving_tokens(tokens)))


def giving_tokens(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """Yield the tokens at which an item gives a name."""
    first = tokens[0].text if tokens else ""
    heads = first in LISTING
    depth = 0
    for at, token in enumerate(tokens[1:], 1):
        before = tokens[at - 1].text
        depth += (token.text == "(") - (token.text == ")")
        if token.kind == "word":
            given = before in GIVING and not (token.text in GIVING or before == token.text)
            begins_line = tokens[at - 1].kind in LAYOUT_KINDS
            option = before in ("(", ",") and _next_text(tokens, at) == "in"
            if given or option or (heads and depth == 1 and before in ("(", ",") and not begins_line):
                yield token
        heads = heads and not (token.text in (":", "=") and depth == 0)


def _next_text(tokens: tuple[Token, ...], at: int) -> str:
    return tokens[at + 1].text if at + 1 < len(tokens) else ""


def name_tokens(chunk: tuple[Token, ...]) -> Iterator[tuple[int, Token]]:
    """Yield the tokens of an item that are names or statements; where it cannot be parsed, all its words."""
    terminals: list[str] = []
    found = parse_chunk(load_tables(), "start_item", chunk, "", lambda *_: None, terminals=terminals)
    whole = not isinstance(found, ParserStuck)
    for at, token in enumerate(chunk):
        kind = terminals[at] if whole and at < len(terminals) else token.kind
        if kind in ("NAME", "CITE", "word"):
            yield at, token
