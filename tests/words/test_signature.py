"""Signatures: another structure or another gender makes a wording stale, another value does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from toll_desk import change, desk_at, toll

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span
from reguli.words.placeholders.wording_signature import WordingSignature, element_signature
from reguli.words.wording_parser import parse_wording

WORDING = "Plătești [sale crate]."


def _signatures(home: Path, code: str = "ro") -> dict[str, WordingSignature]:
    """Return the signature that one wording would have for each element."""
    desk = desk_at(home)
    pieces = parse_wording("wording", WORDING, lambda start, end: Span("", 0, 0, 0, 0), Bag()).pieces
    lexicon = desk.seats[code].tongue.lexicon
    return {name: element_signature(one, desk.ruleset, pieces, lexicon) for name, one in desk.subjects.items()}


def _signature(home: Path, name: str, code: str = "ro") -> WordingSignature:
    return _signatures(home, code)[name]


@pytest.mark.parametrize(
    ("file", "old", "new", "stale"),
    [
        ("constants.yaml", "sale: {value: 3", "sale: {value: 4", set[str]()),
        ("rules/gathering.rules", "other", "rival", set[str]()),
        ("rules/gathering.rules", "# Clockwise", "# All clockwise", set[str]()),
        ("state.yaml", "range: [0, 99]", "range: [0, 90]", set[str]()),
        (
            "rules/gathering.rules",
            "pay sale of good from",
            "pay sale + 1 of good from",
            {
                "reason:too_little",
                "reason:sell/too_little",
                *(f"{sort}:{name}" for sort in ("move", "done") for name in ("sell", "errand/sell")),
                "statement:T6",
            },
        ),
        (
            "rules/gathering.rules",
            ", or rest:\n",
            ", or wait:\n",
            {"decision:errand", "phase:gathering", "statement:T1"},
        ),
        ("constants.yaml", "unit: point, source: [T6]", "source: [T6]", {"constant:sale_points", "statement:T6"}),
        ("rules/gathering.rules", "round = last_round", "round >= last_round", {"moment:last_day", "statement:T7"}),
    ],
    ids=["value", "variable", "comment", "limit", "comparison", "option", "unit", "moment"],
)
def test_what_makes_a_wording_stale(tmp_path: Path, file: str, old: str, new: str, stale: set[str]) -> None:
    home = toll(tmp_path)
    before = _signatures(home)
    change(home / file, old, new)
    after = _signatures(home)
    assert {name for name, one in after.items() if name in before and one.rule != before[name].rule} == stale


def test_another_gender_makes_a_wording_stale_in_that_language_alone(tmp_path: Path) -> None:
    home = toll(tmp_path)
    before = {code: _signature(home, "move:sell", code) for code in ("ro", "hu")}
    change(home / "words" / "ro" / "lexicon.yaml", "{gender: f, singular: ladă", "{gender: n, singular: ladă")
    after = {code: _signature(home, "move:sell", code) for code in ("ro", "hu")}
    assert before["hu"] == after["hu"]
    assert before["ro"].rule == after["ro"].rule
    assert (before["ro"].grammar, after["ro"].grammar) == ("crate f", "crate n")
    assert before["ro"].terms != after["ro"].terms


def test_a_term_that_the_wording_does_not_say_does_not_matter(tmp_path: Path) -> None:
    home = toll(tmp_path)
    before = _signature(home, "move:sell")
    change(home / "words" / "ro" / "lexicon.yaml", "{gender: f, singular: sare", "{gender: m, singular: sare")
    assert _signature(home, "move:sell") == before


ANSWERED = {"T4", "T5"}
"""What follows the event that an option of the phase announces: it is run there."""


@pytest.mark.parametrize(
    ("file", "old", "new", "stale"),
    [
        ("rules/gathering.rules", "repeat cards_dealt times:", "repeat 1 times:", {"T3"}),
        ("rules/gathering.rules", "errand by merchant,", "errand by merchant, repeatedly,", {"T1", "T2", "T6", *ANSWERED}),
        ("rules/gathering.rules", "for merchant in players:", "while round = 1:\n        let merchant = first(players)", {"T1", "T2", "T6", *ANSWERED}),
        ("rules/gathering.rules", "at end of gathering,", "at start of gathering,", {"T7"}),
        ("rules/gathering.rules", "announce gathered(merchant, good)", "add 1 to merchant.points", {"T2", "T4", "T5"}),
    ],
    ids=["loop", "asked again", "loop around", "moment", "no event"],
)  # fmt: skip
def test_where_a_rule_stands_and_is_run_counts_for_its_statements(
    tmp_path: Path, file: str, old: str, new: str, stale: set[str]
) -> None:
    home = toll(tmp_path)
    before = _signatures(home)
    change(home / file, old, new)
    after = _signatures(home)
    found = {name for name, one in after.items() if name in before and one.rule != before[name].rule}
    assert {name.removeprefix("statement:") for name in found if name.startswith("statement:")} == stale


def test_a_signature_that_was_made_in_another_way_says_nothing_about_the_rule(tmp_path: Path) -> None:
    now = _signature(toll(tmp_path), "move:sell")
    assert now.fits(f"0123456789-{now.terms}")
    assert not now.fits(f"2.0123456789-{now.terms}")
    assert not now.fits("0123456789-0123456789")
