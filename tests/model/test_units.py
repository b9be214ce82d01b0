"""Which numbers may meet, and what comes of them."""

from __future__ import annotations

import pytest

from reguli.model.types import PLAIN, NumberType, common_number_type, product_type, quotient_type, unit_matches

COIN, POINT, CARD, TOWN = NumberType("coin"), NumberType("point"), NumberType("card"), NumberType("town")
RANK = NumberType("rank", ("coin",))
MEASURES = frozenset({"coin", "point"})


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (COIN, COIN, COIN),
        (COIN, PLAIN, COIN),
        (PLAIN, COIN, COIN),
        (PLAIN, PLAIN, PLAIN),
        (COIN, CARD, None),
        (RANK, COIN, COIN),
        (COIN, RANK, COIN),
        (RANK, RANK, RANK),
        (RANK, CARD, None),
        (RANK, PLAIN, RANK),
    ],
)
def test_sums_and_comparisons(left: NumberType, right: NumberType, wanted: NumberType | None) -> None:
    assert common_number_type(left, right) == wanted


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (COIN, PLAIN, COIN),
        (PLAIN, COIN, COIN),
        (CARD, COIN, COIN),
        (COIN, CARD, COIN),
        (CARD, TOWN, PLAIN),
        (COIN, POINT, None),
        (COIN, COIN, None),
    ],
)
def test_products(left: NumberType, right: NumberType, wanted: NumberType | None) -> None:
    assert product_type(left, right, MEASURES) == wanted


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (COIN, COIN, PLAIN),
        (COIN, PLAIN, COIN),
        (COIN, CARD, COIN),
        (CARD, TOWN, PLAIN),
        (CARD, COIN, PLAIN),
        (COIN, POINT, None),
    ],
)
def test_quotients(left: NumberType, right: NumberType, wanted: NumberType | None) -> None:
    assert quotient_type(left, right, MEASURES) == wanted


def test_what_fits_where_a_unit_is_expected() -> None:
    assert unit_matches(PLAIN, "coin")
    assert unit_matches(COIN, None)
    assert unit_matches(RANK, "coin")
    assert not unit_matches(RANK, "card")
    assert not unit_matches(COIN, "card")
