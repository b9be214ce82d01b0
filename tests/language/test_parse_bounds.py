"""Texts that are too large, too deep or senseless are refused in bounded time, without an exception."""

from __future__ import annotations

import pytest
from language_trees import body, codes, rules

from reguli.language.parsing import lr_driver
from reguli.language.parsing.lr_driver import DEEPEST
from reguli.language.parsing.parser import MOST_MISTAKES, parse_rules
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import ENGLISH

DEEP = {
    "brackets": f"define x = {'(' * (DEEPEST + 1)}a{')' * (DEEPEST + 1)}\n",
    "blocks": "phase x:\n" + "".join(f"{' ' * n}if a:\n" for n in range(1, DEEPEST + 2)) + " " * 99 + "settle\n",
    "not": f"define x = {'not ' * 20_000}a\n",
    "minus": f"define x = {'-' * 20_000}a\n",
    "fields": f"define x = a{'.b' * 20_000}\n",
    "sums": f"define x = a{' + a' * 20_000}\n",
    "values by condition": f"define x = {'if a then b else ' * 5_000}c\n",
    "quantifiers": f"define x = {'some x in y where ' * 5_000}c\n",
    "else if": "phase x:\n    if a: settle\n" + "    else if a: settle\n" * 5_000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_what_nests_too_deep_is_one_finding(text: str) -> None:
    assert codes(text) == ("L104",)


def test_what_nests_as_deep_as_allowed_is_read() -> None:
    rules(f"define x = {'(' * DEEPEST}a{')' * DEEPEST}\n")
    blocks = "".join(f"{' ' * n}if a:\n" for n in range(DEEPEST))
    body(f"{blocks}{' ' * DEEPEST}settle\n")


def test_a_text_of_more_than_a_million_characters_is_not_read() -> None:
    assert codes("#" * 1_000_001) == ("L101",)
    assert codes("#" * 1_000_000) == ()


def test_too_many_tokens_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lr_driver, "MOST_TOKENS", 100)
    assert codes("phase x:\n" + "    settle\n" * 45) == ()
    assert codes("phase x:\n" + "    settle\n" * 50) == ("L105",)
    assert codes("phase x: settle\n" * 50) == ("L105",)


def test_a_file_of_prose_gives_a_bounded_number_of_findings() -> None:
    found = codes("Once upon a time\n" * 5_000)
    assert len(found) == MOST_MISTAKES + 1
    assert set(found) == {"L121", "L106"}


def test_a_mistake_quotes_no_more_than_a_line_of_the_text() -> None:
    bag = Bag()
    parse_rules("a" * 10_000, "test", bag)
    assert all(len(ENGLISH.say(value)) < 100 for found in bag for _, value in found.args)


@pytest.mark.parametrize(
    "text", ["\0" * 50, "\ud800", "'" * 99, '"\n' * 9, "[" * 50, "\f\v\x85\u2028", "phase", "phase x", ":"]
)
def test_senseless_texts_are_findings(text: str) -> None:
    assert codes(text)
