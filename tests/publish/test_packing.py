"""Units dealt out to columns and pages: all of them, in order, nothing higher than its page."""

from __future__ import annotations

import pytest

from reguli.publish.paper.column_packing import PackedUnit, pack_columns, place_floating_units, stacked_height

HEIGHT = 100.0


def _pieces(*heights: float, gap: float = 0.0, wide: bool = False) -> list[PackedUnit]:
    return [PackedUnit(at, height, 0.0, gap, wide) for at, height in enumerate(heights)]


def _with(piece: PackedUnit, **changed: object) -> PackedUnit:
    return PackedUnit(**{**{name: getattr(piece, name) for name in PackedUnit.__slots__}, **changed})  # type: ignore[arg-type]


def _dealt(pieces: list[PackedUnit], columns: int = 1) -> list[list[list[int]]]:
    """Return the columns of every page."""
    pages = pack_columns(pieces, HEIGHT, columns)
    assert pages is not None
    found = [[list(column) for band in page for column in band.columns] for page in pages]
    assert [at for page in found for column in page for at in column] == [piece.at for piece in pieces]
    for page in pages:
        assert sum(band.height + band.gap for band in page) <= HEIGHT + 0.1
        for band in page:
            for column in band.columns:
                assert stacked_height([piece for piece in pieces if piece.at in column]) <= band.height + 0.1
    return found


def test_what_fits_stands_on_one_page() -> None:
    assert _dealt(_pieces(40, 30, 30)) == [[[0, 1, 2]]]


def test_what_does_not_fit_goes_to_the_next_page() -> None:
    assert _dealt(_pieces(40, 40, 40)) == [[[0, 1]], [[2]]]


def test_the_gap_counts_between_units_and_not_on_top() -> None:
    assert _dealt(_pieces(48, 48, 48, gap=4)) == [[[0, 1]], [[2]]]
    assert _dealt(_pieces(48, 48, gap=5)) == [[[0]], [[1]]]


def test_columns_are_of_like_height() -> None:
    assert _dealt(_pieces(20, 20, 20, 20), columns=2) == [[[0, 1], [2, 3]]]
    assert _dealt(_pieces(60, 20, 20, 20), columns=2) == [[[0], [1, 2, 3]]]


def test_wide_units_stand_below_the_columns_before_them() -> None:
    pieces = [*_pieces(20, 20), *(_with(piece, at=piece.at + 2, wide=True) for piece in _pieces(30, 30))]
    assert _dealt(pieces, columns=2) == [[[0], [1], [2, 3]]]


def test_a_heading_is_never_parted_from_what_follows() -> None:
    pieces = _pieces(60, 10, 60)
    pieces[1] = _with(pieces[1], keep=True)
    assert _dealt(pieces) == [[[0]], [[1, 2]]]


def test_what_belongs_together_stays_together_where_the_page_is_not_left_empty() -> None:
    pieces = _pieces(50, 30, 30)
    pieces[1] = _with(pieces[1], soft=True)
    assert _dealt(pieces) == [[[0]], [[1, 2]]]
    pieces = _pieces(10, 60, 60)
    pieces[1] = _with(pieces[1], soft=True)
    assert _dealt(pieces) == [[[0, 1]], [[2]]]


def test_a_long_table_repeats_its_head_on_the_next_page() -> None:
    rows = [PackedUnit(at, 30.0, 15.0, 0.0, wide=True, part="table") for at in range(5)]
    assert _dealt(rows) == [[[0, 1]], [[2, 3]], [[4]]]
    assert stacked_height(rows[2:4]) == 75.0


@pytest.mark.parametrize("columns", [1, 2])
def test_a_unit_higher_than_a_page_does_not_fit(columns: int) -> None:
    assert pack_columns(_pieces(50, 101), HEIGHT, columns) is None


def test_nothing_takes_no_page() -> None:
    assert pack_columns([], HEIGHT, 2) == ()


# Loose pieces: pictures and broad tables


def _chaptered(*pieces: tuple[float, bool, int], part: str = "") -> list[PackedUnit]:
    """Return pieces by their height, whether they are loose and wide, and their chapter."""
    return [
        PackedUnit(at, height, 0.0, 0.0, loose, part="" if loose else part, chapter=chapter, loose=loose)
        for at, (height, loose, chapter) in enumerate(pieces)
    ]


def _settled(pieces: list[PackedUnit]) -> list[int]:
    return [piece.at for piece in place_floating_units(pieces, HEIGHT, 2)]


def test_a_picture_that_fits_stays_where_it_is() -> None:
    assert _settled(_chaptered((10, False, 1), (10, False, 1), (50, True, 1), (10, False, 1), (10, False, 1))) == [
        *range(5)
    ]


def test_a_picture_that_does_not_fit_lets_the_text_of_its_chapter_pass() -> None:
    """Four columns of 40 fill the page above it, and the page begins with it that it would have left half empty."""
    text = [(40.0, False, 1)] * 4
    assert _settled(_chaptered(*text[:2], (90, True, 1), *text[2:])) == [0, 1, 3, 4, 2]


def test_a_low_picture_never_leaves_its_chapter() -> None:
    before, own = [(40.0, False, 1)] * 4, (30.0, True, 2)
    assert _settled(_chaptered(*before, (5, False, 2), own, *[(14.0, False, 3)] * 2)) == [*range(8)]


def test_a_high_picture_lets_the_text_of_the_chapters_behind_it_begin_on_the_page_it_would_leave_empty() -> None:
    before, own = [(40.0, False, 1)] * 2, (90.0, True, 2)
    assert _settled(_chaptered(*before, (5, False, 2), own, *[(40.0, False, 3)] * 2)) == [0, 1, 2, 4, 5, 3]
    assert _settled(_chaptered(*before, (5, False, 2), own, *[(40.0, False, 4)] * 2)) == [*range(6)]


def test_a_picture_that_needs_no_sentence_beside_it_lets_more_chapters_pass() -> None:
    pieces = _chaptered(*[(40.0, False, 1)] * 2, (5, False, 2), (90.0, True, 2), *[(40.0, False, 4)] * 2)
    assert _settled(pieces) == [*range(6)]
    pieces[3] = _with(pieces[3], behind=2)
    assert _settled(pieces) == [0, 1, 2, 4, 5, 3]


def test_several_high_pictures_make_way_together_and_stay_in_their_order() -> None:
    text, maps = [(40.0, False, 2)] * 2, [(62.0, True, 2), (38.0, True, 2)]
    order = _settled(_chaptered(*text, *maps, *[(50.0, False, 3)] * 2))
    assert order == [0, 1, 4, 5, 2, 3]


def test_a_high_picture_never_stands_before_its_chapter() -> None:
    order = _settled(_chaptered(*[(45.0, False, 1)] * 6, (90, True, 2), (10, False, 2)))
    assert order.index(6) >= 6


def test_a_picture_stands_behind_a_heading_and_what_it_heads() -> None:
    pieces = _chaptered((40, False, 1), (40, False, 1), (5, False, 2), (5, False, 2), (90, True, 2))
    pieces[2] = _with(pieces[2], keep=True)
    order = _settled(pieces)
    assert order.index(2) + 1 == order.index(3)
    assert order.index(4) > order.index(3)


def test_a_picture_parts_a_list_only_where_much_is_saved() -> None:
    listed = _chaptered((10, False, 1), (10, False, 1), (30, True, 1), (10, False, 1), part="steps")
    moved = [listed[2], *listed[:2], listed[3]]
    assert [piece.at for piece in place_floating_units(moved, HEIGHT, 2)] == [2, 0, 1, 3]
