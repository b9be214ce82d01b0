"""Books and cards under every value of every option: examples that need another stand aside, those that go on with their story, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.loading import open_playable
from reguli.app.printing.book_sources import collect_book_source
from reguli.app.printing.print_requests import PrintOrder
from reguli.app.printing.product_output import write_print_order
from reguli.publish.document.document_tree import ExampleBox
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.products.book_planner import plan_book
from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag

LANGUAGES = ("en", "ro", "hu")


def _values(name: str) -> list[tuple[str, str | bool]]:
    documents = open_playable(name, {}).documents
    assert documents is not None
    return [
        (option.id, value)
        for option in documents.game.options
        for value in ((True, False) if option.form == "switch" else [one.id for one in option.values])
        if value != option.default
    ]


CASES = [(name, option, value) for name in shipped_rulesets() for option, value in _values(name)]
BY_DAY = [pytest.param(*case, marks=[] if case[:2] == ("power_grid", "map") else pytest.mark.night) for case in CASES]
"""By day the other board alone, which changes most of what is printed."""


def _products(name: str) -> list[str]:
    laid_out = [one.stem for one in (shipped_folder("rulesets") / name).glob("*.yaml")]
    return ["book", "reference", "glossary", *(one for one in ("setup", "summary") if one in laid_out)]


def _printed(name: str, options: dict[str, str | bool], players: int | None, folder: Path) -> list[str]:
    """Print everything; give what was found."""
    found: list[str] = []
    for product in _products(name):
        order = PrintOrder(product=product, languages=LANGUAGES, formats=("md",), players=players)
        written = write_print_order(open_playable(name, options), order, folder / product)
        assert written.files or written.findings
        found += [f"{product} {one.code} {one.args}" for one in written.findings]
    return found


@pytest.mark.night
@pytest.mark.parametrize(("name", "option", "value"), BY_DAY, ids=str)
def test_every_value_of_an_option_prints(name: str, option: str, value: str | bool, tmp_path: Path) -> None:
    assert _printed(name, {option: value}, None, tmp_path) == []


@pytest.mark.night
@pytest.mark.parametrize(("name", "option", "value"), CASES, ids=str)
def test_every_value_prints_for_every_number_of_players(
    name: str, option: str, value: str | bool, tmp_path: Path
) -> None:
    ruleset = open_playable(name, {}).ruleset
    assert ruleset is not None
    low, high = ruleset.players
    for players in range(low, high + 1):
        assert _printed(name, {option: value}, players, tmp_path / str(players)) == []


def _boxes(options: dict[str, str | bool]) -> set[str]:
    bag = Bag()
    source = collect_book_source(open_playable("power_grid", options), None, bag, drawn=False)
    found = {box.anchor for box in find_blocks(plan_book(source.material, source.layout, bag), ExampleBox)}
    assert not bag, bag.codes
    return found


def test_examples_stand_where_what_they_need_was_chosen() -> None:
    usual = _boxes({})
    assert {"E6a_duisburg", "full_stores", "full_stores_rearranged", "first_city_late_must_be_empty"} <= usual
    # What is told of another rule says so itself; places of another board have no names here.
    assert not {"E6a_duisburg", "E2_player_order", "first_city_late_must_be_empty"} & _boxes({"map": "usa"})
    # Without its beginning a story is not told.
    rearranged = _boxes({"rearrange_between_firings": True})
    assert usual - rearranged == {"full_stores", "full_stores_rearranged"}
    # A network that is founded late may begin beside others only where that is allowed.
    assert usual - _boxes({"start_city": "empty_city"}) == {"first_city_late", "first_city_late_must_be_empty"}
    assert usual == _boxes({"hidden_money": False})
