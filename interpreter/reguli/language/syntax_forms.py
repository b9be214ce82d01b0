"""Syntax forms of each item and statement, in designers' terms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.source.finding_catalogue import Said, Value, joined_list

ITEM_SHAPES: Final = MappingProxyType(
    {
        "phase": "phase NAME:",
        "procedure": "procedure NAME(PARAMETERS):",
        "define": "define NAME(PARAMETERS) = VALUE",
        "options": "options NAME(PARAMETERS):",
        "whenever": "whenever NAME: CONDITION then:",
        "when": "when EVENT(any NAME) then:",
        "at": "at end of PHASE, order NUMBER NAME:",
        "adjust": "adjust VALUE_NAME(any NAME) by AMOUNT while CONDITION",
        "waive": "waive OPTION.REASON for any NAME while CONDITION",
        "always": "always NAME: CONDITION because REASON",
        "never": "never shrinks NAME: NUMBER because REASON",
        "written": "written only by RULE, RULE: FIELD",
        "hidden": "hidden from everybody: FIELD, or: hidden from others: FIELD",
        "event": "event NAME(PARAMETERS)",
    }
)

STATEMENT_SHAPES: Final = MappingProxyType(
    {
        "let": "let NAME = VALUE",
        "needs": "needs CONDITION because REASON",
        "set": "set NAME to VALUE",
        "add": "add AMOUNT to NAME",
        "subtract": "subtract AMOUNT from NAME",
        "move": "move PIECE from ZONE to ZONE, or: move AMOUNT of KIND from ZONE to ZONE",
        "pay": "pay AMOUNT from PURSE to PURSE because REASON",
        "draw": "draw NAME from DECK to ZONE, or: draw AMOUNT of DECK to ZONE",
        "shuffle": "shuffle ZONE",
        "by": "by lot NAME in SET weighing NUMBER",
        "append": "append ELEMENT to LIST",
        "remove": "remove ELEMENT from LIST",
        "sort": "sort NAME in LIST by VALUE descending",
        "run": "run PROCEDURE(VALUES)",
        "later": "later run PROCEDURE(VALUES)",
        "announce": "announce EVENT(VALUES)",
        "settle": "settle",
        "end": "end NAME",
        "if": "if CONDITION:",
        "for": "for NAME in SET:",
        "while": "while CONDITION:",
        "repeat": "repeat NUMBER times:",
        "turn": "turn of PLAYER:",
        "decide": "decide NAME by PLAYER:",
    }
)

# Longer forms of the same beginnings, by a word that tells them apart.
LONGER_SHAPES: Final = MappingProxyType(
    {
        ("options", "during"): "options NAME(PLAYER) during turn of PLAYER:",
        ("run", "later"): "later run PROCEDURE(VALUES)",
        ("for", "round"): "for NAME round RING where CONDITION until CONDITION:",
        ("decide", ","): "decide NAME by PLAYER, each once, or NAME:",
    }
)

# How what is called is written, where that is more than values between commas.
CALL_SHAPES: Final = MappingProxyType(
    {
        "matched": "matched(NAME in SET, NAME in SET where CONDITION)",
        "ranked": "ranked(NAME in SET by VALUE descending)",
    }
)

OPTION_SHAPE: Final = "OPTION(NAME in SET where CONDITION because REASON):"

# Statements with a block of their own; they never follow a colon on the same line.
BLOCK_WORDS: Final = frozenset({"if", "for", "while", "repeat", "turn", "decide"})

# What a line may begin with beside the words above.
ELSE_WORDS: Final = ("else", "otherwise")

# Words of other languages and what is written here.
OTHER_WORDS: Final = MappingProxyType(
    {
        "break": "end",
        "return": "end",
        "exit": "end",
        "quit": "end",
        "finish": "end",
        "stop": "end",
        "end_game": "end game",
        "endgame": "end game",
        "call": "run",
        "do": "run",
        "execute": "run",
        "perform": "run",
        "const": "let",
        "var": "let",
        "give": "move",
        "put": "move",
        "place": "move",
        "take": "move",
        "transfer": "move",
        "delete": "remove",
        "increase": "add",
        "decrease": "subtract",
        "require": "needs",
        "requires": "needs",
        "need": "needs",
        "choose": "decide",
        "loop": "repeat",
        "foreach": "for",
        "in": "for",
        "mark": "set",
        "clear": "set",
        "unmark": "set",
        "unset": "set",
        "reset": "set",
        "mix": "shuffle",
        "function": "define",
        "def": "define",
        "value": "define",
        "rule": "procedure",
        "action": "procedure",
        "trigger": "whenever",
        "option": "options",
        "on": "when",
        "invariant": "always",
    }
)

# Words of other languages behind and before a value, and what is written here.
OTHER_JOINERS: Final = MappingProxyType(
    {
        "isnt": "is not",
        "equals": "=",
        "equal": "=",
        "plus": "+",
        "minus": "-",
        "times": "*",
    }
)
OTHER_CONDITIONS: Final = frozenset({"with", "if", "when", "that"})
OTHER_COUNTERS: Final = MappingProxyType({"any": "some", "exists": "some", "each": "every", "none": "no"})

_VALUE_TERMINALS: Final = frozenset(
    {"INT", "NAME", "LPAR", "LBRACE", "MINUS", "NOT", "QUANTIFIER", "AGGREGATE", "RANKED", "MATCHED", "ALL", "IF"}
)
_JOINING_TERMINALS: Final = frozenset(
    "SIGN STAR DIV COMPARE SET_OPERATOR AND OR IN NOT IS DOT LSQB LPAR __ANON_1".split()  # noqa: SIM905 - one line reads better
)
_NAMED: Final = MappingProxyType(
    {
        "NAME": Said("sort.name"),
        "INT": Said("sort.number"),
        "CITE": Said("grammar.citation", name="P48"),
        "_NL": Said("grammar.end_of_line"),
        "_INDENT": Said("grammar.lines"),
        "_DEDENT": Said("grammar.end_of_block"),
        "$END": Said("grammar.end"),
    }
)


def expected_forms_text(accepted: frozenset[str], keywords: Mapping[str, tuple[str, ...]]) -> Value:
    """Return the accepted syntax at a place: at most six entries; ``keywords`` gives the terminals of each word."""
    words: dict[str, list[Value]] = {}
    for word, terminals in keywords.items():
        for terminal in terminals:
            words.setdefault(terminal, []).append(Said("grammar.word", word=word))
    parts: list[Value] = []
    left = set(accepted)
    if {"INT", "NAME", "LPAR"} <= left:
        parts.append(Said("sort.value"))
        left -= _VALUE_TERMINALS
    if {"SIGN", "STAR"} <= left:
        parts.append(Said("grammar.operator"))
        left -= _JOINING_TERMINALS
    named = [_NAMED[terminal] for terminal in sorted(left) if terminal in _NAMED and terminal != "_DEDENT"]
    signs = [word for terminal in sorted(left) for word in words.get(terminal, ())]
    parts += [*signs, *named]
    return joined_list(parts[:6] or [Said("sort.nothing_more")], "list.or")
