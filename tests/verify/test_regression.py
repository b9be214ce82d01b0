"""A ruleset held against its base: what changed, what of it is wanted, and what follows from what."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from changed_games import changed, path_of, subject
from wanted_variants import VARIANTS, WANTED, Wanted, written

from reguli.app.errors import Findings
from reguli.app.scaffold import create_ruleset
from reguli.app.verification.runner import VerificationRequest, save_baseline, suppress_finding, verify
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.history.save_files import save_playthrough
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import RandomOptionBot
from reguli.ruleset.folder_contents import BASELINE_FILE
from reguli.shipped_files import find_ruleset
from reguli.source.diagnostic import Diagnostic
from reguli.verify.regression.base_comparison import BaseComparison, compare_with_base, judge_document_changes
from reguli.verify.regression.baseline_snapshot import BaselineSnapshot, read_baseline
from reguli.verify.regression.document_difference import document_changes, revert_document_changes
from reguli.verify.regression.regression_part import baseline_text, run_regression
from reguli.verify.report import Budget, Found, Holds, Subject, ignore_progress

TWELVE = sorted(path.parent.name for path in VARIANTS.glob("*/variant.yaml"))
BY_DAY = ("rebate", "more_plants")
"""A rule and a table; of the first the slip is told at once, of the second only beside a baseline."""


@pytest.fixture(scope="module")
def power_grid() -> Subject:
    return subject("power_grid")


def _found(those: Iterable[Found | Holds]) -> list[Found]:
    return [one for one in those if isinstance(one, Found)]


def _red(those: Iterable[Found | Holds]) -> list[Diagnostic]:
    return [one.told for one in _found(those) if one.severity in ("error", "change")]


# -- twenty variants -----------------------------------------------------------------------------------------------


def _holds(one: Wanted, base: Subject, into: Path, steps: int) -> None:
    legitimate = subject(written(one, into / "wanted"))
    assert not _red(run_regression(legitimate, Budget(steps), ignore_progress, base=base))
    slipped = subject(written(one, into / "slipped", slipped=True))
    if one.at_once:
        assert _red(run_regression(slipped, Budget(steps), ignore_progress, base=base))
    baseline = read_baseline(baseline_text(legitimate, base)) if steps > 2_000 else _baseline(legitimate, base)
    assert baseline is not None
    assert not _red(run_regression(legitimate, Budget(steps), ignore_progress, base=base, baseline=baseline))
    assert _red(run_regression(slipped, Budget(steps), ignore_progress, base=base, baseline=baseline))


def _baseline(legitimate: Subject, base: Subject) -> BaselineSnapshot:
    """Return a baseline without its games, which take time."""
    return BaselineSnapshot("", {}, tuple(one.id for one in judge_document_changes(base, legitimate).judged), ())


@pytest.mark.parametrize("one", [one for one in WANTED if one.name in BY_DAY], ids=lambda one: one.name)
def test_a_wanted_change_is_not_red_and_a_slip_beside_it_is(one: Wanted, power_grid: Subject, tmp_path: Path) -> None:
    _holds(one, power_grid, tmp_path, 1_500)


@pytest.mark.night
@pytest.mark.parametrize("one", WANTED, ids=lambda one: one.name)
def test_none_of_twenty_is_falsely_red_and_none_of_their_slips_green(
    one: Wanted, power_grid: Subject, tmp_path: Path
) -> None:
    _holds(one, power_grid, tmp_path, 5_000)


def test_there_are_twenty() -> None:
    assert len({one.name for one in WANTED}) == 20
    assert {one.name for one in WANTED} > set(TWELVE)


# -- changes -------------------------------------------------------------------------------------------------------


@pytest.mark.night
@pytest.mark.parametrize("name", TWELVE)
def test_with_every_change_put_back_a_variant_is_its_base(name: str, power_grid: Subject) -> None:
    before, now = power_grid.opened.documents, subject(VARIANTS / name).opened.documents
    assert before is not None
    assert now is not None
    changes = document_changes(before, now)
    assert bool(changes) == (name not in ("early_end", "house_costs"))
    kept = document_changes(before, revert_document_changes(before, now, lambda _: True))
    assert [(one.sort, one.path) for one in kept] == [(one.sort, one.path) for one in changes]
    assert document_changes(before, revert_document_changes(before, now, lambda _: False)) == ()


def test_layout_comments_and_names_of_files_are_no_changes(tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "phase play", "# Said anew.\n\nphase play")
    (folder / "rules" / "play.rules").rename(folder / "rules" / "playing.rules")
    both = judge_document_changes(subject("tic_tac_toe"), subject(folder))
    assert both.judged == ()


def test_each_place_of_a_rule_is_a_change_of_its_own(tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "next(to_move)", "previous(to_move)")
    text = (folder / "rules" / "play.rules").read_text("utf-8")
    (folder / "rules" / "play.rules").write_text(
        text.replace("set to_move.won to true\n                    ", ""), "utf-8"
    )
    both = judge_document_changes(subject("tic_tac_toe"), subject(folder))
    assert [one.path for one in both.judged] == ["rules.play", "rules.play"]
    assert len({one.id for one in both.judged}) == 2


def test_an_id_outlives_moved_lines(tmp_path: Path) -> None:
    ids = []
    for at, comment in enumerate(("", "# A line more.\n")):
        folder = changed("tic_tac_toe", tmp_path / str(at), "rules/play.rules", "phase play", f"{comment}phase play")
        text = (folder / "rules" / "play.rules").read_text("utf-8")
        (folder / "rules" / "play.rules").write_text(text.replace("next(to_move)", "previous(to_move)"), "utf-8")
        ids.append([one.id for one in judge_document_changes(subject("tic_tac_toe"), subject(folder)).judged])
    assert ids[0] == ids[1]
    assert ids[0]


def test_what_is_accepted_is_wanted(tmp_path: Path) -> None:
    base, now = (
        subject("tic_tac_toe"),
        subject(changed("tic_tac_toe", tmp_path, "constants.yaml", "value: 3", "value: 2")),
    )
    red = _found(run_regression(now, Budget(2_000), ignore_progress, base=base))
    assert {one.told.code for one in red} == {"V302", "V304"}
    accepted = [one.id for one in red if one.told.code == "V302"]
    left = _found(run_regression(now, Budget(2_000), ignore_progress, base=base, accepted=accepted))
    assert {one.told.code for one in left} == {"V301", "V303", "V307"}
    assert {one.severity for one in left} == {"note"}


def test_a_difference_that_no_change_can_reach_is_an_error(tmp_path: Path) -> None:
    base, now = (
        subject("tic_tac_toe"),
        subject(changed("tic_tac_toe", tmp_path, "constants.yaml", "value: 3", "value: 2")),
    )
    both = judge_document_changes(base, now)
    # As if nobody had seen the change.
    unseen = BaseComparison(both.before, both.now, (), both.settings)
    kept_back = unseen.without(())
    assert kept_back.documents.constants == both.now.documents.constants
    found = _found(compare_with_base(unseen, base, now, Budget(5_000), ignore_progress))
    assert [(one.told.code, one.severity) for one in found] == [("V305", "error")]


def test_rules_that_fail_are_an_error_whoever_wanted_them(tmp_path: Path) -> None:
    base = subject("tic_tac_toe")
    # The fifth mark of a player is not there.
    now = subject(changed("tic_tac_toe", tmp_path, "components/board.yaml", "supply: 9", "supply: 4"))
    ids = [one.id for one in judge_document_changes(base, now).judged]
    found = _found(run_regression(now, Budget(2_000), ignore_progress, base=base, accepted=ids))
    assert ("V306", "error") in [(one.told.code, one.severity) for one in found]


def test_an_example_that_fails_because_of_what_is_wanted_says_so(power_grid: Subject, tmp_path: Path) -> None:
    rebate = subject(VARIANTS / "rebate")
    found = _found(run_regression(rebate, Budget(3_000), ignore_progress, base=power_grid))
    failing = {one.rule.removeprefix("example:") for one in found if one.told.code == "V307"}
    # Each buys a plant after a bid was passed, and gets three Elektro back.
    bought = {"more_than_the_number", "passing_a_bid_is_not_passing", "E14_first_replacement", "too_low_in_stage_3"}
    assert failing == bought


def test_rules_that_mean_the_same_are_told(power_grid: Subject) -> None:
    held = {
        one.rule
        for one in run_regression(subject(VARIANTS / "rebate"), Budget(300), ignore_progress, base=power_grid)
        if isinstance(one, Holds)
    }
    assert "building" in held
    assert "sell" not in held


# -- baseline --------------------------------------------------------------------------------------------------------


def test_a_blessed_ruleset_is_the_same_bytes_and_the_same_ruleset() -> None:
    one = subject("tic_tac_toe")
    text = baseline_text(one)
    assert text == baseline_text(subject("tic_tac_toe"))
    assert len(json.loads(text)["games"]) == 20
    baseline = read_baseline(text)
    assert baseline is not None
    assert not _found(run_regression(one, Budget(10_000), ignore_progress, baseline=baseline))


def test_what_is_another_one_than_was_blessed_is_told(tmp_path: Path) -> None:
    baseline = read_baseline(baseline_text(subject("tic_tac_toe")))
    now = subject(changed("tic_tac_toe", tmp_path, "constants.yaml", "value: 3", "value: 2"))
    found = _found(run_regression(now, Budget(10_000), ignore_progress, baseline=baseline))
    assert "constants.line_length" in [one.rule for one in found if one.told.code == "V310"]
    assert "rules.play" not in [one.rule for one in found]
    # Two in a row end every game before it ended.
    assert len([one for one in found if one.told.code == "V311"]) == 20


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"blessed": 2}', '{"blessed": 1, "games": 3}'])
def test_what_is_no_blessed_file_is_none(text: str) -> None:
    assert read_baseline(text) is None


def test_the_file_lies_beside_the_rules_without_a_finding(tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "game.yaml", "version: 1.0.0", "version: 1.0.1")
    before = LoadedRuleset(str(folder)).documents
    (folder / "verify.blessed.json").write_text(baseline_text(subject(folder)), "utf-8")
    loaded = LoadedRuleset(str(folder))
    assert loaded.checked
    assert before is not None
    assert loaded.documents is not None
    assert loaded.documents.digest == before.digest


# -- recorded games ------------------------------------------------------------------------------------------------


def _recorded(name: str, into: Path, players: int, seed: int) -> None:
    playthrough = start_playthrough(LoadedRuleset(name).program(players), seed)
    while not playthrough.over:
        playthrough.apply(RandomOptionBot().choose(playthrough))
    into.mkdir(exist_ok=True)
    save_playthrough(into / f"game_{seed}.json", playthrough)


def test_a_recorded_game_says_where_it_parts_and_why(power_grid: Subject, tmp_path: Path) -> None:
    _recorded("power_grid", tmp_path, 2, 1)
    found = _found(
        run_regression(
            subject(VARIANTS / "house_costs"), Budget(10_000), ignore_progress, base=power_grid, saves=tmp_path
        )
    )
    games = [one for one in found if one.told.code == "V308"]
    assert [(one.severity, one.rule) for one in games] == [("note", "table:house_cost")]
    same = _found(
        run_regression(subject("power_grid"), Budget(3_000), ignore_progress, base=power_grid, saves=tmp_path)
    )
    assert not same


def test_without_a_base_a_recorded_game_is_held_against_itself(tmp_path: Path) -> None:
    _recorded("tic_tac_toe", tmp_path / "saves", 2, 1)
    now = subject(changed("tic_tac_toe", tmp_path, "constants.yaml", "value: 3", "value: 2"))
    found = _found(run_regression(now, Budget(1_000), ignore_progress, saves=tmp_path / "saves"))
    assert [(one.told.code, one.severity) for one in found] == [("V308", "change")]
    assert not _found(run_regression(subject("tic_tac_toe"), Budget(1_000), ignore_progress, saves=tmp_path / "saves"))


def test_what_is_no_save_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("{}", "utf-8")
    found = _found(run_regression(subject("tic_tac_toe"), Budget(1_000), ignore_progress, saves=tmp_path))
    assert [one.told.code for one in found] == ["V309"]


def test_paths_of_the_rulesets_of_these_tests_are_there() -> None:
    assert find_ruleset("tic_tac_toe") == path_of("tic_tac_toe")


def test_an_example_of_the_base_has_one_id_with_a_comparison_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was accepted when examples alone were run is not told as gone when the comparison says why they fail."""
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "reports"))
    folder = tmp_path / "avoid"
    folder.mkdir()
    document = "variant: avoid_two\nof: tic_tac_toe\nname: Avoid two\nset:\n  constants.line_length: 2\n"
    (folder / "variant.yaml").write_text(document, "utf-8")
    alone = verify(LoadedRuleset(str(folder)), VerificationRequest(budget=2, only=("examples",))).judged
    failing = [one.found for one in alone if one.found.told.code == "V604"]
    assert failing
    for one in failing:
        suppress_finding(LoadedRuleset(str(folder)), one.id, "two in a row are wanted")
    both = verify(LoadedRuleset(str(folder)), VerificationRequest(budget=2, only=("examples", "regression"))).judged
    assert {one.found.told.code for one in both}.isdisjoint({"V602", "V604"})
    assert {one.found.id for one in both if one.found.told.code == "V307"} == {one.id for one in failing}


@pytest.mark.parametrize(
    ("of", "setting"),
    [
        pytest.param("power_grid", "constants.start_money: 60", marks=pytest.mark.night),
        ("power_grid", "options.hidden_money: false"),
        ("warszawa", "constants.tasks_open: 4, state.game.open_tasks.capacity: 4"),
        pytest.param("nucleum", "constants.start_thaler: 9", marks=pytest.mark.night),
    ],
)
def test_what_a_variant_sets_and_what_follows_from_it_is_not_red(of: str, setting: str, tmp_path: Path) -> None:
    """By day an option, and a constant with what is kept; by night constants alone."""
    (tmp_path / "variant.yaml").write_text(f"variant: changed\nof: {of}\nname: C\nset: {{{setting}}}\n", "utf-8")
    verified = verify(
        LoadedRuleset(str(tmp_path)), VerificationRequest(budget=1, only=("static", "regression")), anew=True
    )
    assert [one.found.told.code for one in verified.of("error", "change", "warning") if one.open] == []


def test_a_ruleset_that_stops_a_game_is_not_blessed(tmp_path: Path) -> None:
    folder = changed(
        "tic_tac_toe", tmp_path, "rules/play.rules", "is empty because", "is empty and to_move.won because"
    )
    before = (folder / BASELINE_FILE).read_bytes()
    with pytest.raises(Findings) as raised:
        save_baseline(LoadedRuleset(str(folder)))
    assert [one.code for one in raised.value.findings] == ["E313"]
    assert (folder / BASELINE_FILE).read_bytes() == before


def test_a_blessed_game_of_too_many_players_goes_another_way(tmp_path: Path) -> None:
    """Tic-tac-toe is for two; a file that a designer has edited may say three."""
    create_ruleset("mine", "tic_tac_toe", str(tmp_path))
    file = tmp_path / "mine" / "verify.blessed.json"
    baseline = json.loads(file.read_text(encoding="utf-8"))
    baseline["games"][1]["players"] = 3
    file.write_text(json.dumps(baseline), encoding="utf-8")
    verified = verify(
        LoadedRuleset(str(tmp_path / "mine")),
        VerificationRequest(budget=1, against="baseline", only=("regression",)),
        anew=True,
    )
    (found,) = [one.found.told for one in verified.of("change")]
    assert (found.code, dict(found.args)["number"]) == ("V311", 2)
