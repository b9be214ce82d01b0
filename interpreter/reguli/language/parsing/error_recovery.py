"""Error recovery within one item: the parser replaces an erroneous line by a plain one and continues.

A person who has made three mistakes wants three findings, and no fourth that only follows from them. So nothing is inserted or
dropped token by token. A rules file is made of lines, and its indentation says by itself where blocks begin and end; therefore

1. ``_Walk`` goes over the tokens by the tables, making nothing, and remembers the states in which each line began.
2. At a mistake the whole line is given up. ``mend`` goes back to the states before it and feeds the parser a *plain line* of the
   same sort instead (``STATEMENT``, ``OPTION``, ``IF``, ``DECISION`` …), the first of them that these states take.
3. Lines under the wrong one are kept when its head was recognizable (``if`` with a mistake in the condition, an option whose
   arguments are wrong), and left out with it when it should not have had any. The walk goes on behind the line, or behind its block.
4. What is found next is explained with only its own line in sight (``near``), so that a bracket further up is no matter of it.

What cannot be told apart from the consequences of the first mistake is not looked at: lines under a line that should not have any,
and all that follows a bracket left open, a tab, an odd indentation or an unknown rule (``LAST``, ``UNCLEAR``). It is better to
miss a mistake, which the next run tells, than to tell one that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from reguli.language.parsing.lr_driver import (
    LAYOUT_KINDS,
    MOST_STATES,
    RESERVED,
    ParserStuck,
    ParseTables,
    Token,
    can_shift,
    classify_token,
    join_tokens,
    shift_terminal,
)
from reguli.language.syntax_errors import SyntaxFinding, explain_syntax_error
from reguli.language.syntax_forms import BLOCK_WORDS, ELSE_WORDS, STATEMENT_SHAPES

MOST_IN_ITEM: Final = 20
"""Mistakes told of one item."""

STATEMENT: Final = ("SETTLE", "_NL")
SHORT_IF: Final = ("IF", "NAME", "COLON", "SETTLE", "_NL")
OPTION: Final = ("NAME", "COLON", "SETTLE", "_NL")
IF: Final = ("IF", "NAME", "COLON", "_NL")
DECISION: Final = ("DECIDE", "NAME", "BY", "NAME", "COLON", "_NL")
OPTION_HEAD: Final = ("NAME", "COLON", "_NL")
PROCEDURE: Final = ("PROCEDURE", "NAME", "COLON", "_NL")
OPTIONS: Final = ("OPTIONS", "NAME", "COLON", "_NL")
NOTHING_UNDER: Final = ("_INDENT", "SETTLE", "_NL", "_DEDENT")

HEADS: Final = MappingProxyType(
    {
        "phase": PROCEDURE,
        "procedure": PROCEDURE,
        "when": PROCEDURE,
        "whenever": PROCEDURE,
        "at": PROCEDURE,
        "options": OPTIONS,
    }
)
"""Words that begin an item with lines under it, and what stands for its first line."""

LAST: Final = frozenset({"L104", "L105", "L110", "L111", "L115", "L161"})
"""Mistakes after which the rest of the lines cannot be read."""
UNCLEAR: Final = frozenset({"!tab", "!dedent", "!deep", "!many", "$END"})
"""Tokens behind which the ends of blocks no longer agree with their beginnings."""
WITHOUT_COLON: Final = "L170"
TWO_BLOCKS: Final = "L154"
EMPTY: Final = "L113"
SLIPPED: Final = "L111"
"""An indentation that fits nowhere: behind another mistake its consequence, for all we know."""


def find_further_errors(
    tables: ParseTables, start: str, tokens: Sequence[Token], first: SyntaxFinding, file: str
) -> Iterator[SyntaxFinding]:
    """Yield the errors of an item after its first one."""
    walk = _Walk(tables, start, tokens)
    finding, stuck = first, walk.to_mistake()
    for _ in range(MOST_IN_ITEM - 1):
        if stuck is None or finding.code in LAST or not walk.mend(stuck, finding):
            return
        stuck = walk.to_mistake()
        if stuck is not None:
            finding = explain_syntax_error(tables, start, *walk.near(stuck), file)
            if finding.code != SLIPPED:
                yield finding


class _Walk:
    """A parser run over the tokens that builds no nodes."""

    def __init__(self, tables: ParseTables, start: str, tokens: Sequence[Token]) -> None:
        self._tables, self._tokens = tables, tokens
        self._end = tables.ends[start]
        self._states = [tables.starts[start]]
        self.at = 0
        self.line_at = 0
        """The first token of the line that is being read, and the states before it."""
        self._line_states: tuple[int, ...] = tuple(self._states)
        self._line_before = self._mended = 0

    def to_mistake(self) -> ParserStuck | None:
        """Advance to the next unexpected token; None if there is none."""
        while True:
            if self.at == 0 or self._tokens[self.at - 1].kind in LAYOUT_KINDS:
                self._line_before, self.line_at, self._line_states = self.line_at, self.at, tuple(self._states)
            known = tuple(self._states)
            terminal, takes = classify_token(self._tables, known, self._tokens, self.at)
            token = self._tokens[self.at] if takes == 1 else join_tokens(self._tokens[self.at : self.at + takes])
            if terminal == "NAME" and token.text in RESERVED and can_shift(self._tables, known, "NAME"):
                return ParserStuck(token, self.at, known, "reserved")
            if not self._take(terminal):
                return ParserStuck(token, self.at, known, "unexpected")
            if terminal == "$END":
                return None
            self.at += takes

    def near(self, stuck: ParserStuck) -> tuple[Sequence[Token], ParserStuck]:
        """Return only the line of an error, with the previous one if that may be meant; brackets further away are irrelevant."""
        alone = stuck.at != self.line_at or self.line_at == self._mended
        first, last = self.line_at - 1 if alone else self._line_before, self._line_end(stuck.at) + 3
        return self._tokens[first:last], ParserStuck(stuck.token, stuck.at - first, stuck.states, stuck.why)

    def mend(self, stuck: ParserStuck, finding: SyntaxFinding) -> bool:
        """Continue after an erroneous line as if a plain one had been read; False if that is ambiguous."""
        kind = self._tokens[stuck.at].kind
        if finding.code == EMPTY:
            return kind == "_DEDENT" and self._puts(stuck.states, NOTHING_UNDER, stuck.at)
        if kind == "_INDENT" and self.line_at == stuck.at and stuck.at:
            then = self._block_end(stuck.at)
            return self._tokens[then or 0].text not in ELSE_WORDS and self._puts(stuck.states, (), then)
        if kind in LAYOUT_KINDS and kind != "_NL":
            return False
        end = self._line_end(stuck.at)
        block, colon = self._tokens[end + 1].kind == "_INDENT", self._tokens[end - 1].text == ":"
        if _out_of_place(finding, colon=colon):
            outer = self._block_end(end, 1)
            return outer is not None and self._puts_one_of((STATEMENT, OPTION), outer - 1)
        kept = block and (finding.code == WITHOUT_COLON or (colon and finding.code != TWO_BLOCKS))
        then = self._block_end(end + 1) if block and not kept else end + 1
        return self._puts_one_of(self._plain_lines(end, kept=kept), then)

    def _plain_lines(self, end: int, *, kept: bool) -> tuple[tuple[str, ...], ...]:
        """Return possible replacements for the erroneous line: of its sort, with or without a block."""
        word = self._tokens[self.line_at].text
        if self.line_at == 0 and not can_shift(self._tables, self._line_states, "LET"):
            return (HEADS[word],) if kept and word in HEADS else ()
        if not kept:
            return (SHORT_IF if word in {"if", "else"} else STATEMENT, OPTION)
        if self._options_under(end + 2):
            return (DECISION,)
        return (IF, OPTION_HEAD)

    def _options_under(self, at: int) -> bool:
        """Return whether a block's first line looks like an option."""
        name, following = self._tokens[at], self._tokens[at + 1].text
        statement = name.text in STATEMENT_SHAPES or name.text in ELSE_WORDS or name.text in BLOCK_WORDS
        return name.kind == "word" and not statement and following in {":", "(", "cites"}

    def _puts_one_of(self, lines: Sequence[Sequence[str]], then: int | None) -> bool:
        """Read the first fitting plain line instead of the current line."""
        return any(self._puts(self._line_states, line, then) for line in lines)

    def _puts(self, states: Sequence[int], line: Sequence[str], then: int | None) -> bool:
        """Read a plain line from some states and continue at a token; if it does not fit, change nothing."""
        if then is None:
            return False
        before, self._states = self._states, list(states)
        if all(self._take(terminal) for terminal in line):
            self.at = self._mended = then
            return True
        self._states = before
        return False

    def _take(self, terminal: str) -> bool:
        return shift_terminal(self._tables, self._states, terminal, self._end) and len(self._states) <= MOST_STATES

    def _line_end(self, at: int) -> int:
        """Return the index of the next line break, or of the end."""
        while self._tokens[at].kind not in {"_NL", "$END"}:
            at += 1
        return at

    def _block_end(self, at: int, depth: int = 0) -> int | None:
        """Return the index after the block opened by an indentation, or ``depth`` blocks further out; None if it is unclear."""
        while (kind := self._tokens[at].kind) not in UNCLEAR:
            depth += (kind == "_INDENT") - (kind == "_DEDENT")
            at += 1
            if depth == 0:
                return at
        return None


def _out_of_place(finding: SyntaxFinding, *, colon: bool) -> bool:
    """Return whether a line may be correct but in the wrong block, with those that follow."""
    match finding.code:
        case "L116" | "L153":
            return finding.near is None
        case "L151":
            return colon
        case code:
            return code == "L148" and not colon
