"""Every key of every kind of declaration, set, left out and misspelt by a variant: a finding perhaps, but never a fault of our own.

By day one declaration of each form that the toys have stands for all of its form, and a few of its variants, drawn by its name, for all; by night one of
each form in each toy and in each shipped ruleset.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from each_key import KINDS, PARTS, Try, declarations, known_keys, tries_of, tries_of_game
from reguli.app.ruleset_check import check
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder, shipped_rulesets

TOYS = Path(__file__).parents[1] / "rulesets"
NAMES = sorted(path.parent.name for path in TOYS.glob("*/game.yaml"))
BASES = [*(TOYS / name for name in NAMES), shipped_folder("rulesets") / "hex"]
"""Every toy, and a shipped ruleset with what none of them has: options, sources."""
BY_DAY = 1
"""Variants of a key by day."""
BY_NIGHT = 5
"""Of a shipped ruleset, of which reading alone takes up to a second."""
SHIPPED = [name for name in shipped_rulesets() if (shipped_folder("rulesets") / name / "game.yaml").is_file()]


def hold(base: Path, tried: Iterable[Try], top: Path, *, whole: bool) -> int:
    """Read and bind, or check as a whole, each variant of a ruleset; give how many there were."""
    folder, count = top / "tried", 0
    folder.mkdir(exist_ok=True)
    for one in tried:
        count += 1
        (folder / "variant.yaml").write_text(one.text(str(base)), encoding="utf-8")
        loaded = LoadedRuleset(str(folder))
        try:
            if whole:
                check(loaded)
            else:
                loaded.ruleset  # noqa: B018 - it is computed when it is asked for
        except Exception as fault:
            raise AssertionError(f"{base.name}: {one.about}") from fault
        places = [told for told in loaded.bag if told.span is None]
        assert not places, f"{base.name}: {one.about}: {places}"
    return count


Tries = dict[tuple[str, str, str], list[Try]]
"""By section, form of declaration and key."""


def of_base(base: Path, known: Container[tuple[str, str, str]] = ()) -> Tries:
    """Return the variants of each key of each form of declaration that a ruleset has: of the first of each form; not of those that are ``known``."""
    declared, found = list(declarations(base)), Tries()
    for one in {(one.section, one.form): one for one in reversed(declared)}.values():
        if (one.section, one.form, "") not in known:
            for key, tried in tries_of(one, declared):
                found.setdefault((one.section, one.form, key), []).append(tried)
    if ("game", "", PARTS[0]) not in known:
        for key, tried in tries_of_game(base):
            found.setdefault(("game", "", key), []).append(tried)
    return found


@cache
def by_form() -> dict[tuple[str, str, str], tuple[Path, list[Try]]]:
    """Return the variants of each key of each form, of the first ruleset that has one of it, with that ruleset."""
    found: dict[tuple[str, str, str], tuple[Path, list[Try]]] = {}
    for base in BASES:
        found |= {at: (base, every) for at, every in of_base(base, found).items() if at not in found}
    return found


@pytest.mark.parametrize("section", KINDS)
def test_a_key_is_no_fault_of_ours(tmp_path: Path, section: str) -> None:
    keys = {at: one for at, one in by_form().items() if at[0] == section}
    assert {key for _, _, key in keys} > set(known_keys(section))
    for at, (base, every) in keys.items():
        chosen = Random(" ".join(at)).sample(every, min(BY_DAY, len(every)))
        assert hold(base, chosen, tmp_path, whole=False)


def by_night(names: Iterable[str]) -> list[object]:
    return [pytest.param(name, id=name, marks=[pytest.mark.night]) for name in names]


@pytest.mark.parametrize("name", by_night(NAMES))
def test_every_key_of_a_toy(tmp_path: Path, name: str) -> None:
    for every in of_base(TOYS / name).values():
        assert hold(TOYS / name, every, tmp_path, whole=True)


@pytest.mark.parametrize("name", by_night(SHIPPED))
def test_every_key_of_a_shipped_ruleset(tmp_path: Path, name: str) -> None:
    base = shipped_folder("rulesets") / name
    for at, every in of_base(base).items():
        chosen = Random(" ".join(at)).sample(every, min(BY_NIGHT, len(every)))
        assert hold(base, chosen, tmp_path, whole=False)
