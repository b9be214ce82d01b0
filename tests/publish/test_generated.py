"""The committed cards are what the rules and wordings give now, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from cards import CODES, TOP, source_of, write_cards

from reguli.publish.render import FORMATS
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

COMMITTED = TOP / "generated_docs"


def _written(folder: Path) -> dict[str, bytes]:
    bag = Bag()
    paths = write_cards(source_of("power_grid"), CODES, None, FORMATS, folder, bag=bag, sources=Sources())
    assert not bag, bag.codes
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_the_committed_cards_are_fresh(tmp_path: Path) -> None:
    fresh = _written(tmp_path)
    assert sorted(fresh) == sorted(f"power_grid/card.{code}.{form}" for code in CODES for form in FORMATS)
    stale = [name for name, text in fresh.items() if (COMMITTED / name).read_bytes() != text]
    assert not stale, f"write them anew with: reguli card power_grid --lang {','.join(CODES)}"


def test_no_other_card_is_committed() -> None:
    found = {path.name for path in (COMMITTED / "power_grid").glob("card.*")}
    assert found == {f"card.{code}.{form}" for code in CODES for form in FORMATS}


def test_the_same_rules_give_the_same_bytes(tmp_path: Path) -> None:
    assert _written(tmp_path / "one") == _written(tmp_path / "two")


def test_nothing_but_the_cards_is_left_behind(tmp_path: Path) -> None:
    _written(tmp_path)
    assert len(list((tmp_path / "power_grid").iterdir())) == len(CODES) * len(FORMATS)


@pytest.mark.parametrize(
    ("languages", "formats", "players"), [(["xx"], ["md"], None), (["en"], ["doc"], None), (["en"], ["md"], 7)]
)
def test_what_cannot_be_asked_for(
    tmp_path: Path, languages: list[str], formats: list[str], players: int | None
) -> None:
    source = source_of("power_grid")
    with pytest.raises(ValueError, match=r"no such|not for"):
        write_cards(source, languages, players, formats, tmp_path, bag=Bag(), sources=Sources())
    assert not list(tmp_path.iterdir())
