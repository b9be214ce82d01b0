"""Each key of each document of the shipped rulesets left out, one at a time: a finding perhaps, but never a fault of our own.

Of the keys of one name at one depth of a file the first stands for all: a thousand rows of a board are read by one reader.
"""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import Run
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.publish.layouts.held import check_layouts
from reguli.ruleset.folder import LAYOUTS
from reguli.shipped import PACKAGE, shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

RULESETS = shipped_folder("rulesets")
READERS = [*(PACKAGE / "ruleset").rglob("*.py"), *(PACKAGE / "publish").rglob("*.py")]
OUR_WORDS = frozenset(word for path in READERS for word in re.findall(r'"([a-z_]+)"', path.read_text(encoding="utf-8")))
"""Words that stand by themselves in the readers of documents: their keys are among them."""


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


def documents() -> Iterator[Any]:
    for name in shipped_rulesets():
        for path in sorted((RULESETS / name).rglob("*.yaml")):
            place = path.relative_to(RULESETS)
            if place.name != "inventory.yaml" and place.parts[1] != "examples":
                yield pytest.param(place, id=place.as_posix())


@pytest.mark.parametrize("place", list(documents()))
def test_a_key_left_out_is_no_fault_of_ours(reguli: Run, tmp_path: Path, place: Path) -> None:
    folder = tmp_path / place.parts[0]
    shutil.copytree(RULESETS / place.parts[0], folder)
    target = tmp_path / place
    data = yaml.load(target.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    for way in sampled(data):
        text = yaml.safe_dump(without(data, way), allow_unicode=True, sort_keys=False, width=10_000)
        target.write_text(text, encoding="utf-8")
        if place.name in LAYOUTS:
            check_layouts(folder, bound(place.parts[0]), Bag(), Sources())  # raises nothing
        else:
            ran = reguli("check", str(folder))
            assert ran.code in (0, 1), f"{place} without {way}: {ran.err}"


@cache
def bound(name: str) -> Ruleset:
    """A shipped ruleset; no layout changes it."""
    found = Loaded(name).ruleset
    assert found is not None
    return found
