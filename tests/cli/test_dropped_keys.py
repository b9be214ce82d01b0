"""Each key of each document of the shipped rulesets left out, one at a time: a finding perhaps, but never a fault of our own.

Of the keys of one name at one depth of a file the first stands for all: a thousand rows of a board are read by one reader. Of a ruleset of some size so many keys of a document as
``BY_DAY`` says are left out by day, drawn by a seed that is its name, and all by night: each is read, checked and bound as a whole, and what reads it reads the others whole.
"""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from command_runs import Run

from large import LARGE
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.publish.products.card_planner import check_layouts
from reguli.publish.products.piece_planner import check_pieces
from reguli.ruleset.folder_contents import LAYOUTS
from reguli.ruleset.variant_layers import Layers
from reguli.shipped_files import PACKAGE, shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources

RULESETS = shipped_folder("rulesets")
READERS = [*(PACKAGE / "ruleset").rglob("*.py"), *(PACKAGE / "publish").rglob("*.py")]
OUR_WORDS = frozenset(word for path in READERS for word in re.findall(r'"([a-z_]+)"', path.read_text(encoding="utf-8")))
"""Words that stand by themselves in the readers of documents: their keys are among them."""
MANY_SETTINGS = LARGE | {"power_grid"}
"""Rulesets that are set up for so many players and values of options that their command is asked at night only, and all their keys."""
LARGEST = "nucleum"
"""By day no key of it is left out: the other rulesets have documents of each sort that it has, as a test below says."""
BY_DAY = 1
"""Keys of a document of such a ruleset."""


def keys(node: Any, at: tuple[Hashable, ...] = ()) -> Iterator[tuple[Hashable, ...]]:
    """Every key of every mapping, by its way from the top."""
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in entries:
        if isinstance(node, dict):
            yield (*at, key)
        yield from keys(value, (*at, key))


def without(node: Any, way: tuple[Any, ...]) -> Any:
    """A copy without one key."""
    found = copy.deepcopy(node)
    inner = found
    for key in way[:-1]:
        inner = inner[key]
    del inner[way[-1]]
    return found


def sampled(data: Any) -> Iterator[tuple[Hashable, ...]]:
    seen: set[tuple[int, Hashable]] = set()
    for way in keys(data):
        # Ids of one list are alike as well: of elements, icons and sentences there are hundreds.
        alike = (len(way), way[-1] if way[-1] in OUR_WORDS else "an id")
        if alike not in seen:
            seen.add(alike)
            yield way


def documents() -> Iterator[Path]:
    for name in shipped_rulesets():
        for path in sorted((RULESETS / name).rglob("*.yaml")):
            place = path.relative_to(RULESETS)
            if place.name != "inventory.yaml" and place.parts[1] != "examples":
                yield place


def damaged(place: Path, top: Path, most: int | None = None) -> Iterator[tuple[Hashable, ...]]:
    """Write the ruleset of a document into a folder, again and again, each time without another key of the document; ``most`` are some of them, drawn."""
    shutil.copytree(RULESETS / place.parts[0], top / place.parts[0])
    data = yaml.load((top / place).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    ways = list(sampled(data))
    for way in ways if most is None else Random(place.as_posix()).sample(ways, min(most, len(ways))):
        text = yaml.safe_dump(without(data, way), allow_unicode=True, sort_keys=False, width=10_000)
        (top / place).write_text(text, encoding="utf-8")
        yield way


def by_day_and_night() -> Iterator[Any]:
    for place in documents():
        large = place.parts[0] in MANY_SETTINGS
        marks = [pytest.mark.night] * (place.parts[0] == LARGEST)
        yield pytest.param(place, BY_DAY if large else None, id=place.as_posix(), marks=marks)
        if large:
            yield pytest.param(place, None, id=f"all of {place.as_posix()}", marks=[pytest.mark.night])


def test_the_largest_ruleset_has_no_document_of_a_sort_of_its_own() -> None:
    largest, others = set[str](), set[str]()
    for place in documents():
        (largest if place.parts[0] == LARGEST else others).add(place.parts[1])
    assert largest <= others


@pytest.mark.parametrize(("place", "most"), list(by_day_and_night()))
def test_a_key_left_out_is_no_fault_of_ours(tmp_path: Path, place: Path, most: int | None) -> None:
    for way in damaged(place, tmp_path, most):
        folder = tmp_path / place.parts[0]
        try:
            if place.name in LAYOUTS:
                for check in (check_layouts, check_pieces):
                    check(Layers((folder,)), bound(place.parts[0]), Bag(), Sources())
            else:
                LoadedRuleset(str(folder)).checked  # noqa: B018 - it is computed when it is asked for
        except Exception as fault:
            raise AssertionError(f"{place} without {way}") from fault


def by_command() -> Iterator[Any]:
    for place in documents():
        if place.name not in LAYOUTS:
            marks = [pytest.mark.night] * (place.parts[0] in MANY_SETTINGS)
            yield pytest.param(place, id=place.as_posix(), marks=marks)


@pytest.mark.parametrize("place", list(by_command()))
def test_the_command_looks_at_every_setting_of_what_is_left(reguli: Run, tmp_path: Path, place: Path) -> None:
    for way in damaged(place, tmp_path):
        ran = reguli("check", str(tmp_path / place.parts[0]))
        assert ran.code in (0, 1), f"{place} without {way}: {ran.err}"


@cache
def bound(name: str) -> Ruleset:
    """A shipped ruleset; no layout changes it."""
    found = LoadedRuleset(name).ruleset
    assert found is not None
    return found
