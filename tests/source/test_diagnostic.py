"""Findings: collected once, in order, and said with their place."""

from __future__ import annotations

import json

import pytest

from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json, finding_sentence, render_with_excerpt
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Sources, Span


def _span(line: int, column: int, end_column: int, file: str = "a.yaml") -> Span:
    return Span(file, line, column, line, end_column)


def _sources(text: str, file: str = "a.yaml") -> Sources:
    sources = Sources()
    sources.add(file, text)
    return sources


def test_findings_come_by_place_and_only_once() -> None:
    bag = Bag()
    assert not bag
    bag.add("Y309", _span(3, 1, 2))
    bag.add("Y309", _span(1, 7, 8, "b.yaml"))
    bag.add("Y310", _span(1, 7, 8))
    bag.add("Y309", _span(1, 7, 8))
    bag.add("Y309", _span(1, 2, 8))
    bag.add("Y309", _span(3, 1, 2))
    bag.add("Y101", None, name="x")
    assert bag
    assert len(bag) == 6
    places = [(found.code, "" if found.span is None else str(found.span)) for found in bag.diagnostics]
    assert places == [
        ("Y101", ""),
        ("Y309", "a.yaml:1:2"),
        ("Y309", "a.yaml:1:7"),
        ("Y310", "a.yaml:1:7"),
        ("Y309", "a.yaml:3:1"),
        ("Y309", "b.yaml:1:7"),
    ]
    assert bag.codes == ("Y101", "Y309", "Y309", "Y310", "Y309", "Y309")


def test_a_code_nobody_knows_or_an_argument_left_out_is_our_own_bug() -> None:
    """The program does not look; ``tests/conftest.py`` does, in every test."""
    bag = Bag()
    with pytest.raises(KeyError):
        bag.add("Y999", None)
    with pytest.raises(KeyError):
        bag.add("Y301", None, text="03")
    assert not bag


def test_a_finding_is_said_with_excerpt_expectation_remedy_near_name_and_related_places() -> None:
    finding = Diagnostic(
        "Y311", _span(2, 1, 6), (("name", "width"),), ((_span(1, 1, 6), Said("here.given_before")),), near="height"
    )
    said = render_with_excerpt(finding, _sources("width: 8\nwidth: 6\n"))
    assert said == (
        "a.yaml:2:1 Y311 the name 'width' is given twice in one group\n"
        "    2 | width: 6\n"
        "      | ^^^^^\n"
        "  expected: each name once\n"
        "  to do: rename or delete one of the two\n"
        "  did you mean 'height'?\n"
        "  see a.yaml:1:1: given here the first time\n"
        "    1 | width: 8\n"
        "      | ^^^^^"
    )


@pytest.mark.parametrize(
    ("line", "column", "end_column", "shown", "carets"),
    [
        ("\tx: 3", 2, 3, "    x: 3", "    ^"),
        ("日本: 3", 5, 6, "日本: 3", "      ^"),
        ("日本: 3", 1, 3, "日本: 3", "^^^^"),
        ("s\u0326i: 3", 3, 4, "s\u0326i: 3", " ^"),
        ("a: b", 4, 4, "a: b", "   ^"),
        ("a: b", 90, 99, "a: b", "    ^"),
        ("a\x1b[2Jb: 3", 2, 3, "a<U+001B>[2Jb: 3", " ^^^^^^^^"),
    ],
)
def test_carets_stand_below_the_place(line: str, column: int, end_column: int, shown: str, carets: str) -> None:
    finding = Diagnostic("Y309", _span(1, column, end_column))
    lines = render_with_excerpt(finding, _sources(line + "\n")).split("\n")
    assert lines[1] == f"    1 | {shown}"
    assert lines[2] == f"      | {carets}"


def test_a_long_line_is_shown_round_the_place() -> None:
    text = "a" * 500 + "WRONG" + "b" * 500
    lines = render_with_excerpt(Diagnostic("Y309", _span(1, 501, 506)), _sources(text)).split("\n")
    assert max(len(line) for line in lines[1:3]) < 130
    at = lines[2].index("^")
    assert lines[1][at : at + 5] == "WRONG"
    assert lines[2].count("^") == 5


def test_a_place_over_several_lines_is_underlined_to_the_end_of_the_first() -> None:
    finding = Diagnostic("Y317", Span("a.yaml", 1, 4, 2, 5))
    assert render_with_excerpt(finding, _sources("a: first\n  second\n")).split("\n")[2] == "      |    ^^^^^"


def test_a_whole_file_has_no_line_and_nothing_breaks_without_its_text() -> None:
    whole = Diagnostic("Y101", Span("a.yaml", 0, 0, 0, 0), (("name", "a.yaml"),))
    assert render_with_excerpt(whole, Sources()).startswith("a.yaml Y101 there is no file 'a.yaml'\n")
    nowhere = Diagnostic("Y101", None, (("name", "a.yaml"),))
    assert render_with_excerpt(nowhere, Sources()).startswith("Y101 there")


def test_colour_only_adds_colour() -> None:
    finding = Diagnostic("Y301", _span(1, 4, 6), (("text", "08"), ("plain", 8)))
    plain = render_with_excerpt(finding, _sources("a: 08\n"))
    painted = render_with_excerpt(finding, _sources("a: 08\n"), colour=True)
    assert "\x1b[" in painted
    assert "\x1b" not in plain
    for paint in ("\x1b[1m", "\x1b[1;31m", "\x1b[2m", "\x1b[0m"):
        painted = painted.replace(paint, "")
    assert painted == plain


def test_a_text_of_a_file_cannot_steer_the_terminal() -> None:
    finding = Diagnostic("Y212", _span(1, 1, 2), (("text", "a:\x1b]0;x\x07"),), near="\x1b[2J")
    assert "\x1b" not in render_with_excerpt(finding, _sources("\x1b[2J\n"))


def test_braces_in_an_argument_stay_as_they_are() -> None:
    assert (
        finding_sentence(Diagnostic("Y311", None, (("name", "{0}{name}"),)))
        == "the name '{0}{name}' is given twice in one group"
    )


def test_json_holds_plain_values() -> None:
    finding = Diagnostic("Y311", _span(2, 1, 6), (("name", "width"),), ((_span(1, 1, 6), Said("here.first")),))
    again = json.loads(json.dumps(finding_as_json(finding)))
    assert again["code"] == "Y311"
    assert again["place"] == {"file": "a.yaml", "line": 2, "column": 1, "end_line": 2, "end_column": 6}
    assert again["message"] == "the name 'width' is given twice in one group"
    assert again["related"][0]["message"] == "the first"
    assert again["args"] == {"name": "width"}
