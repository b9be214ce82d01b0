"""One slip is one finding, several are several; the time a text of mistakes takes is bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from language_trees import codes

from reguli.language.parsing.error_recovery import MOST_IN_ITEM
from reguli.language.parsing.lr_driver import Token, Tokenizer
from reguli.language.parsing.parser import parse_body, parse_rules
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag

RULES = sorted(path for path in shipped_folder("rulesets").glob("*/rules/*.rules"))
SLIPS = ("drop", "double", "colon")


def items_of(path: Path) -> list[tuple[list[str], list[Token]]]:
    """Cut a file into its items: the lines of each from the first on, and its words and signs."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found = []
    for chunk in Tokenizer().cut("\n".join(lines)).chunks:
        words = [token for token in chunk if token.text]
        first, last = words[0].line, words[-1].line
        found.append((lines[first - 1 : last], [word._replace(line=word.line - first) for word in words]))
    return found


def slipped(lines: list[str], word: Token, slip: str) -> str:
    """Write an item with one word left out, written twice, or turned into a colon."""
    line, (start, end) = lines[word.line], (word.column - 1, word.end_column - 1)
    instead = {"drop": "", "double": f"{word.text} {word.text}", "colon": ":"}[slip]
    return "\n".join([*lines[: word.line], line[:start] + instead + line[end:], *lines[word.line + 1 :]])


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_one_slip_is_at_most_one_finding(path: Path) -> None:
    for number, (lines, words) in enumerate(items_of(path)):
        for at, word in enumerate(words[number % 5 :: 5]):
            text = slipped(lines, word, SLIPS[at % 3])
            assert len(codes(text)) <= 1, text


def test_two_slips_are_mostly_two_findings() -> None:
    told, wrong = 0, 0
    for path in RULES:
        for lines, words in items_of(path):
            starts = [word for word, before in zip(words[1:], words, strict=False) if word.line > before.line]
            if len(starts) > 3:
                one, two = starts[1], starts[-1]
                alone = [codes(slipped(lines, word, "double")) for word in (one, two)]
                both = codes(slipped(slipped(lines, two, "double").split("\n"), one, "double"))
                assert len(both) <= sum(map(len, alone))
                wrong += all(alone)
                told += all(alone) and len(both) == 2
    assert wrong > 10
    assert told > wrong / 2


@pytest.mark.parametrize("line", ["x = 3", "settle settle", "if a == b: settle", "needs a > 2", "pay 1 from a"])
def test_of_one_item_no_more_than_a_number_is_told(line: str) -> None:
    found = codes("phase one:\n" + f"    {line}\n" * 5_000)
    assert len(found) == MOST_IN_ITEM
    assert len(set(found)) == 1


def test_mistakes_of_a_text_in_a_document_are_told_together() -> None:
    bag = Bag()
    assert parse_body("x = 3\nsettle\ny = 4\n", "card.yaml", bag, line=7, column=5) is None
    assert [(found.span.line, found.span.column, found.code) for found in bag if found.span] == [
        (7, 5, "L150"),
        (9, 5, "L150"),
    ]


def test_every_finding_is_at_its_own_line() -> None:
    bag = Bag()
    parse_rules("phase one:\n    x = 3\n    settle\n    if late\n        y = 4\n    settle settle\n", "test", bag)
    assert [(found.span.line, found.code) for found in bag if found.span] == [
        (2, "L150"),
        (4, "L170"),
        (5, "L150"),
        (6, "L191"),
    ]
