"""Hostile and broken YAML: refused soon and with one finding."""

from __future__ import annotations

import time

import pytest

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import finding_catalogue
from reguli.source.source_excerpt import LineIndex
from reguli.source.yaml_events import YamlParserError, diagnose_yaml_error
from reguli.source.yaml_reader import read_yaml

DEEP = {
    "brackets": "[" * 9_000,
    "brackets on lines": "[\n" * 25_000,
    "braces": "{a: " * 2_000,
    "dashes": "- " * 4_000,
    "indented names": "\n".join(" " * depth + "a:" for depth in range(500)),
    "just too deep": "[" * 65 + "]" * 65,
}
BOUNDED = {
    "Y104": "#" * 2_000_001,
    "Y108": "a: " + "b" * 10_000,
    "Y109": DEEP["just too deep"],
    "Y110": "- 1\n" * 200_000,
    "Y111": "- 01\n" * 101,
}
# Told codes of files are shown by test_files.py, those of tables by test_table_files.py and the corpora, Y209 below.
ELSEWHERE = {"Y101", "Y102", "Y103", "Y105", "Y112", "Y113", "Y114", "Y115", "Y116", "Y117", "Y209"}


@pytest.mark.parametrize("pure", [False, True], ids=["fast", "pure"])
@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_depth_is_bounded(text: str, pure: bool) -> None:
    bag = Bag()
    began = time.perf_counter()
    assert read_yaml(text, "f", bag, pure=pure) is None
    assert bag.codes == ("Y109",)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("code", BOUNDED)
def test_every_bound_has_its_finding(code: str) -> None:
    bag = Bag()
    read_yaml(BOUNDED[code], "f", bag)
    assert code in bag.codes
    assert len(bag) <= 101


@pytest.mark.parametrize(
    "text",
    ["[" * 64 + "]" * 64, "a: " + "b" * 9_997, "- 1\n" * 1_000, "- '01'\n" * 101],
    ids=["deep", "wide", "many", "right"],
)
def test_what_is_within_bounds_is_read(text: str) -> None:
    bag = Bag()
    assert read_yaml(text, "f", bag) is not None
    assert not bag


def test_every_told_code_is_shown_by_a_test() -> None:
    told = {code.id for code in finding_catalogue().values() if code.told and code.id.startswith("Y")}
    assert told == set(BOUNDED) | ELSEWHERE


@pytest.mark.parametrize(
    "text", ["\0" * 1_500_000, "\t\n" * 750_000, "a: yes\n" * 150_000], ids=["nul", "tabs", "truths"]
)
def test_a_file_full_of_mistakes_is_soon_given_up(text: str) -> None:
    bag = Bag()
    began = time.perf_counter()
    read_yaml(text, "f", bag)
    assert len(bag) == 101
    assert "Y111" in bag.codes
    assert time.perf_counter() - began < 5


def test_repeated_values_never_unfold() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    bag = Bag()
    read_yaml("\n".join(lines), "f", bag)
    assert set(bag.codes) == {"Y312", "Y313"}
    assert len(bag) == 10 + 81


def test_words_of_a_parser_that_nobody_foresaw_still_give_a_finding() -> None:
    found = diagnose_yaml_error(YamlParserError("something new", 4, 0), None, None, LineIndex("a: b", "f"))
    assert (found.code, found.start) == ("Y209", 4)


@pytest.mark.parametrize("text", ["a: \ud800", "\x00", "a: b\x85c: d", "\ufeff\ufeff", "\r", "\u2028"])
def test_odd_characters_are_findings(text: str) -> None:
    bag = Bag()
    assert read_yaml(text, "f", bag) is None
    assert set(bag.codes) <= {"Y106", "Y107"}
    assert bag
