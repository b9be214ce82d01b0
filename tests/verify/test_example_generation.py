"""What two rulesets do otherwise, offered as an example: short, and telling the two apart when it is written into a folder and run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from changed_games import changed, pair, path_of, subject

from reguli.app.errors import Refused
from reguli.app.verification.runner import VerificationRequest, adopt_example, offered_example_yaml, verify
from reguli.engine.position_documents.document_setup import set_up_position, state_after_setup
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import ENGLISH
from reguli.verify.example_runner import check_claim, run_examples, run_step
from reguli.verify.mutation.mutation_part import run_mutation
from reguli.verify.paired_programs import find_difference
from reguli.verify.report import Budget, Found, Offered, Reading, ignore_progress
from reguli.verify.test_generation.example_generation import generate_example


def _passes(ruleset: Path, example: Offered, reading: int, into: Path) -> bool:
    """Write an example into a copy of a ruleset and run it there."""
    folder = into / f"{ruleset.parent.name}_{ruleset.name}_{reading}"
    if not folder.exists():
        shutil.copytree(ruleset, folder)
    (folder / "examples").mkdir(exist_ok=True)
    text = "examples:\n" + offered_example_yaml(example, reading)
    (folder / example.file).write_text(text, "utf-8")
    (result,) = run_examples(LoadedRuleset(str(folder)), Bag(), only=[example.id])
    return result.passed


def _offer(now: Path, name: str, players: int = 2) -> Offered:
    """Offer an example of a change."""
    difference = find_difference([pair(path_of(name), now, players)], 1, Budget(20_000))
    assert difference is not None
    found = generate_example(subject(path_of(name)), difference, "rule:some/rule", (), Budget(4_000))
    assert found is not None
    assert sorted(reading.now for reading in found.readings) == [False, True]
    return found


def _today(found: Offered) -> int:
    """Return the number of the reading that the rules have today: which one it is says nothing."""
    return 1 if found.readings[0].now else 2


def _turned(found: Offered) -> list[Reading]:
    """Return the readings, that of today first."""
    return sorted(found.readings, key=lambda one: not one.now)


def _offered(tmp_path: Path, name: str, change: tuple[str, str, str], players: int = 2) -> Offered:
    """Offer an example of a change, and hold it to the files of both sides."""
    now = changed(name, tmp_path / "now", *change)
    found = _offer(now, name, players)
    sides = path_of(name), now
    today, other = _today(found), 3 - _today(found)
    assert [_passes(side, found, today, tmp_path) for side in sides] == [True, False]
    assert not _passes(sides[0], found, other, tmp_path)
    assert _passes(sides[1], found, other, tmp_path) or "fails" in found.readings[other - 1].said.phrase
    return found


def test_a_line_that_is_no_longer_one_is_shown_by_its_two_other_marks(tmp_path: Path) -> None:
    change = "rules/play.rules", "{north, north_east, east, south_east}", "{north, north_east, east}"
    found = _offered(tmp_path, "tic_tac_toe", change)
    # Two marks of a line of three, and the move that makes the third.
    assert found.places == 3
    said = [ENGLISH.say(reading.said) for reading in _turned(found)]
    assert said == ["no decision is left", "b is asked: 'turn'"]


def test_a_capture_that_is_no_longer_forbidden_is_a_move_that_may_be_made(tmp_path: Path) -> None:
    change = "rules/play.rules", "target.pawns is empty or target.column != origin.column", "true"
    found = _offered(tmp_path, "breakthrough", change)
    # The pawn, the one ahead of it, and whose turn it is.
    assert found.places == 3
    assert _turned(found)[0].claim.startswith("{refused: advance ")
    assert "because: captures_only_diagonally" in _turned(found)[0].claim
    assert _turned(found)[1].claim.startswith("{allowed: advance ")


def test_one_more_house_in_a_city_takes_a_city_and_a_house(tmp_path: Path) -> None:
    change = "rules/building.rules", "count(city.houses) < houses_per_city", "count(city.houses) <= houses_per_city"
    found = _offer(changed("power_grid", tmp_path, *change), "power_grid", 3)
    assert found.places <= 5
    assert "because: city_full" in _turned(found)[0].claim
    assert _turned(found)[1].claim.startswith("{allowed: connect ")


@pytest.mark.night
@pytest.mark.parametrize(
    "change",
    [
        ("rules/building.rules", "count(city.houses) < houses_per_city", "count(city.houses) <= houses_per_city"),
        ("rules/resources.rules", "amount <= room(buyer, fuel)", "amount < room(buyer, fuel)"),
        ("rules/building.rules", "count(city.houses[builder]) = 0", "true"),
        ("constants.yaml", "start_money: {value: 50", "start_money: {value: 51"),
        ("rules/plant_market.rules", "lowest(plant_market)", "highest(plant_market)"),
    ],
)
def test_power_grid_is_told_apart_by_few_places(tmp_path: Path, change: tuple[str, str, str]) -> None:
    assert _offered(tmp_path, "power_grid", change, players=3).places <= 5


def test_what_is_kept_runs_and_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "reports"))
    shutil.copytree(path_of("tic_tac_toe"), tmp_path / "game")
    shutil.rmtree(tmp_path / "game" / "examples", ignore_errors=True)
    order = VerificationRequest(budget=2, only=("mutation",))
    found = [
        one.found
        for one in verify(LoadedRuleset(str(tmp_path / "game")), order).judged
        if one.found.offered is not None
    ]
    offers = {one.offered.id: (one.id, one.offered) for one in found if one.offered is not None}
    (first, example), (second, another) = list(offers.values())[:2]
    kept = adopt_example(LoadedRuleset(str(tmp_path / "game")), first, _today(example))
    assert kept.result is not None
    assert kept.result.passed
    with pytest.raises(Refused) as refused:
        adopt_example(LoadedRuleset(str(tmp_path / "game")), first, 3 - _today(example))
    assert refused.value.findings[0].code == "X156"
    # The other reading is one that the rules do not have.
    other = adopt_example(LoadedRuleset(str(tmp_path / "game")), second, 3 - _today(another))
    assert other.result is not None
    assert not other.result.passed


def test_the_reading_of_today_is_not_always_the_first(tmp_path: Path) -> None:
    """Who ticked the first of every two would else agree with whatever the rules are."""
    folder = tmp_path / "game"
    shutil.copytree(path_of("tic_tac_toe"), folder, ignore=shutil.ignore_patterns("examples"))
    told = list(run_mutation(subject(folder), Budget(20_000), ignore_progress))
    offers = [one.offered for one in told if isinstance(one, Found) and one.offered is not None]
    assert {_today(one) for one in offers} == {1, 2}
    again = [
        one.offered for one in run_mutation(subject(folder), Budget(20_000), ignore_progress) if isinstance(one, Found)
    ]
    assert [one for one in again if one is not None] == offers


def test_an_offered_example_rests_on_nothing_that_the_set_up_deals(tmp_path: Path) -> None:
    """Which regions are in play, and who begins, is left to chance: what an example needs of that it says itself."""
    change = "rules/building.rules", "count(city.houses) < houses_per_city", "count(city.houses) <= houses_per_city"
    found = _offer(changed("power_grid", tmp_path, *change), "power_grid", 3)
    assert _passes(path_of("power_grid"), found, _today(found), tmp_path)
    of = subject(next(tmp_path.glob(f"*_power_grid_{_today(found)}")))
    example = next(one for one in of.examples if one.id == found.id)
    program = of.programs.program(example.position, Bag())
    assert program is not None
    dealt = {tuple(state_after_setup(program, seed)) for seed in (0, 1, 2, 3)}
    assert len(dealt) == 4
    for seed in (1, 2, 3):
        bag = Bag()
        begun = set_up_position(program, example.position, bag, seed=seed, left=state_after_setup(program, seed))
        assert begun is not None
        for step in example.when:
            run_step(begun, step, (), bag)
        for claim in example.then:
            check_claim(begun, claim, (), bag)
        assert not bag
