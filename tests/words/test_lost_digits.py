"""The Hungarian source lost its digits but not what follows from how they are spoken: restored, both must agree.

``lost_digits.tsv`` holds the places; the numbers come from the Romanian source. Here our grammar says each number again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from realisers import said
from tables import PLAIN_DIGITS, forms

from reguli.words.grammar.hu_numbers import article, number_form

LOST = Path(__file__).parent / "lost_digits.tsv"
COLUMNS = ["id", "place", "number", "kept", "expected", "form", "from"]
DIGITS_LOST = str.maketrans("", "", "1234567")


@dataclass(frozen=True)
class Place:
    """One place: the statement, where, the number as printed, what was kept, what stood there, the form by our names."""

    id: str
    place: str
    number: str
    kept: str
    expected: str
    form: str
    restored_from: str

    @property
    def article(self) -> str:
        """Return the article before the number as it stands, or nothing."""
        first = self.kept.split()[0]
        return first if first.casefold() in {"a", "az"} else ""


def _places() -> list[Place]:
    lines = [line for line in LOST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines[0].split("\t") == COLUMNS
    return [Place(*line.split("\t")) for line in lines[1:]]


PLACES = _places()


def _spoken(place: Place) -> str:
    """Return the text of the number of a place by our grammar: its suffix, its article."""
    number = int(place.number)
    match place.form:
        case "bare":
            text = str(number)
        case "pair":
            text = f"{number}-{number}"
        case form:
            text = number_form(number, forms(form), PLAIN_DIGITS) or ""
    zeros = place.number[: len(place.number) - len(str(number))]
    if not place.article:
        return zeros + text
    chosen = article(zeros + text)
    return f"{chosen.capitalize() if place.article[0].isupper() else chosen} {zeros}{text}"


@pytest.mark.parametrize("place", PLACES, ids=[place.place for place in PLACES])
def test_suffix_and_article_agree_with_what_was_kept(place: Place) -> None:
    assert _spoken(place) == place.expected


@pytest.mark.parametrize("place", PLACES, ids=[place.place for place in PLACES])
def test_what_is_expected_loses_its_digits_again_to_what_was_kept(place: Place) -> None:
    left = place.expected.translate(DIGITS_LOST)
    if place.form == "pair":
        assert (left, place.kept) == ("-", "-")
    else:
        assert left.strip() == place.kept


def test_a_wording_says_them_too() -> None:
    plain = [place for place in PLACES if place.number[0] != "0" and place.form not in {"bare", "pair"}]
    for place in plain:
        before = {"": "", "a": "[a/az] ", "az": "[a/az] ", "A": "[A/Az] ", "Az": "[A/Az] "}[place.article]
        assert said("hu", f"{before}[n:{place.form}]", {"n": int(place.number)}) == place.expected


def test_the_places_are_found_once_and_cover_what_is_hard() -> None:
    assert len({place.place for place in PLACES}) == len(PLACES) == 146
    assert {int(place.number) for place in PLACES} >= {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 17, 20}
    assert {place.form for place in PLACES} == {"-s", "-t", "-tól", "-ig", "-nál", "-on", "ord", "pair", "bare"}
    assert sum(place.restored_from == "suffix" for place in PLACES) == 3
