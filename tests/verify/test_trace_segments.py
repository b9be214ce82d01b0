"""Stretches of games as examples: what a ruleset without examples is offered first."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from changed_games import changed, path_of, subject

from reguli.app.verification.part_registry import BEGUN, offered_example_yaml
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.verify.example_runner import run_examples
from reguli.verify.mutation.mutation_part import run_mutation
from reguli.verify.report import Budget, Found, Holds, Offered, ignore_progress

STEPS = 8_000


def _bare(name: str, into: Path) -> Path:
    return shutil.copytree(path_of(name), into / name, ignore=shutil.ignore_patterns("examples", "examples.yaml"))


def _stretches(folder: Path) -> list[Offered]:
    told = list(run_mutation(subject(folder), Budget(STEPS), ignore_progress))
    return [one.offered for one in told if isinstance(one, Found) and one.told.code == "V205" and one.offered]


def _noticed(folder: Path) -> int:
    """How many faults the examples of a ruleset notice."""
    told = list(run_mutation(subject(folder), Budget(STEPS), ignore_progress))
    held = [one for one in told if isinstance(one, Holds) and one.property == "mutation"]
    return sum(int(str(dict(one.by.args)["noticed"])) for one in held)


def _keep(folder: Path, offers: list[Offered], *, now: bool = True) -> None:
    items = [offered_example_yaml(one, 1 if one.readings[0].now == now else 2) for one in offers]
    (folder / "examples").mkdir(exist_ok=True)
    (folder / "examples" / "kept.yaml").write_text(f"{BEGUN}\n{''.join(items)}", encoding="utf-8")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Breakthrough without its examples."""
    return _bare("breakthrough", tmp_path_factory.mktemp("bare"))


@pytest.fixture(scope="module")
def offers(bare: Path) -> list[Offered]:
    return _stretches(bare)


@pytest.mark.night
def test_what_stretches_say_they_notice_they_notice(bare: Path, offers: list[Offered], tmp_path: Path) -> None:
    assert offers
    assert len({one.id for one in offers}) == len(offers)
    folder = shutil.copytree(bare, tmp_path / bare.name)
    _keep(folder, offers)
    assert all(one.passed for one in run_examples(LoadedRuleset(str(folder)), Bag()))
    assert _noticed(folder) >= sum(one.notices for one in offers) > 0


def test_of_two_readings_one_holds(bare: Path, offers: list[Offered], tmp_path: Path) -> None:
    folder = shutil.copytree(bare, tmp_path / bare.name)
    _keep(folder, offers, now=False)
    assert not any(one.passed for one in run_examples(LoadedRuleset(str(folder)), Bag()))


def test_the_best_stretch_comes_first_and_says_all_that_it_claims(offers: list[Offered]) -> None:
    assert offers[0].notices == max(one.notices for one in offers) > 1
    item = offered_example_yaml(offers[0], 1)
    assert offers[0].besides
    assert all(one.claim in item for one in offers[0].besides)


def test_a_game_that_stops_at_once_has_no_stretches(tmp_path: Path) -> None:
    folder = changed(
        "tic_tac_toe", tmp_path, "rules/play.rules", "is empty because", "is empty and to_move.won because"
    )
    shutil.rmtree(folder / "examples")
    assert _stretches(folder) == []


def test_a_ruleset_with_enough_examples_is_offered_none() -> None:
    assert _stretches(path_of("tic_tac_toe")) == []
