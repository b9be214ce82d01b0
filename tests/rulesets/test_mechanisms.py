"""Forty-one mechanisms of board games: each is played by a toy or a library, in about as many lines as it was thought to take."""

from __future__ import annotations

import pytest
from mechanisms import ROWS, marked, of_mechanism, shown_of

from reguli.reference.reference_entry import ReferenceEntry, read_themes

LINES = {
    "worker placement": 10,
    "unlimited, bumping": 6,
    "open auction": 2,
    "auction once round": 2,
    "Dutch auction": 2,
    "sealed auction": 2,
    "second-price auction": 2,
    "hand, discard, reshuffle": 2,
    "deck building": 18,
    "bag building": 5,
    "drafting": 2,
    "simultaneous secret choice": 7,
    "trick taking": 25,
    "sets, best partition": 3,
    "majority, shared places": 4,
    "network, cheapest path": 3,
    "longest road": 4,
    "routes claimed": 8,
    "moves on grids": 5,
    "terrain hexes": 2,
    "lines on edges, corners": 25,
    "tiles with sides, growing board": 25,
    "polyominoes": 8,
    "regions, flood fill": 1,
    "goods market, price track": 2,
    "conversion, engine": 1,
    "chain reactions": 1,
    "tech tree": 1,
    "variable powers": 1,
    "reactions on others' turns": 4,
    "tracks with bonuses": 5,
    "time track": 6,
    "rondel": 4,
    "programming": 8,
    "dice pool, push your luck": 8,
    "roll and write": 15,
    "trading, offers": 8,
    "several at once": 1,
    "hidden from the owner, teams": 1,
    "solo automa": 10,
    "cooperative": 3,
}
"""Lines of rules that each was judged to take when the language was designed; of a range the upper end, of a piece those of one."""
NOT_COUNTED = {"terrain hexes, drawn", "interrupt by anyone at any time"}
"""A map is as long as the board is high; how long an awkward one would be nobody said."""
LONGEST_LINE = 180
"""A line is no place to hide several."""
OUT_OF_SCOPE = {"legacy, campaign", "real time"}
AWKWARD = {"tiles with sides, growing board", "interrupt by anyone at any time"}
(PAGE,) = (theme.entries for theme in read_themes() if theme.id == "mechanisms")


def most(lines: int) -> int:
    """Return how many lines are not too many: a third more, rounded up, at least two more."""
    return max(-(-lines * 4 // 3), lines + 2)


def test_a_third_more_at_least_two_more() -> None:
    assert [most(lines) for lines in (1, 2, 3, 7, 8, 10, 25)] == [3, 4, 5, 10, 11, 14, 34]


@pytest.mark.parametrize("name", LINES)
def test_a_mechanism_takes_few_lines(name: str) -> None:
    found = of_mechanism(name)
    assert found, "marked nowhere"
    assert sum(one.counted for one in found) <= most(LINES[name])


def test_only_mechanisms_are_marked() -> None:
    assert {name for one in marked() for name in one.names} == {*LINES, *NOT_COUNTED}
    assert [one.file for one in marked() if not one.counted] == []
    assert [one.file for one in marked() if any(len(line) > LONGEST_LINE for line in one.lines)] == []


def test_the_page_has_all_forty_one() -> None:
    names = [entry.name for entry in PAGE]
    assert len(names) == len(set(names)) == 41
    assert {row for name in names for row in ROWS.get(name, (name,))} == {*LINES, *NOT_COUNTED, *OUT_OF_SCOPE}
    assert len(names) - len(OUT_OF_SCOPE) - len(AWKWARD) == 37


@pytest.mark.parametrize("entry", PAGE, ids=lambda entry: entry.anchor)
def test_the_page_shows_the_lines_that_are_marked(entry: ReferenceEntry) -> None:
    if entry.name in OUT_OF_SCOPE:
        assert (entry.forms, entry.example) == (("out of scope",), "")
        return
    lines, shown = shown_of(entry.name)
    ease = "awkward" if entry.name in AWKWARD else "natural"
    assert entry.forms == (f"{ease}, {lines} {'line' if lines == 1 else 'lines'}",)
    assert entry.example.rstrip("\n") == shown
