"""What a bare word means: names are found by the kind that is expected, those given in the rule come first."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.model.bound_tree.bound_statements import Give
from reguli.model.bound_tree.bound_terms import Apply, Compare, Constant, Filter, Local, Term, Tracked
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType
from reguli.pipeline import LoadedRuleset

GAME = """\
ruleset: names
language: 2
version: 1.0.0
name: Names
players: {min: 2, max: 2}
round: [work]
"""
KINDS = """\
kinds:
  task: {elements: [other, work, urban, plain]}
  mood: {elements: [other, calm, plural]}
  space: {elements: [spot], fields: {task: {kind: task}}, rows: [{id: yard, task: urban}]}
"""
RULES = """\
define urban = 1
phase work:
    let other = 0
    set chosen to other_task
    end game
define other_task -> task = task.other
"""


def _loaded(folder: Path, probe: str, *, more: str = "") -> LoadedRuleset:
    folder = folder / "names"
    (folder / "components").mkdir(parents=True)
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text(GAME)
    (folder / "state.yaml").write_text(
        "game:\n  chosen: {of: task, start: plain}\n  plain_mood: {of: mood, start: calm}\n"
    )
    (folder / "components" / "things.yaml").write_text(KINDS.replace("elements: [spot], ", "") + more)
    (folder / "rules" / "main.rules").write_text(RULES + probe)
    return _read(folder)


def _read(folder: Path) -> LoadedRuleset:
    found = LoadedRuleset(str(folder))
    found.ruleset  # noqa: B018 - to read it gives the findings
    return found


def _ruleset(folder: Path, probe: str, *, more: str = "") -> Ruleset:
    found = _loaded(folder, probe, more=more)
    assert found.ruleset is not None, [str(finding) for finding in found.bag.diagnostics]
    return found.ruleset


def _define(folder: Path, value: str) -> Term:
    return _ruleset(folder, f"define probe = {value}\n").defines["probe"].value


def _named(term: Term) -> tuple[str, str]:
    """Return the kind of an element that a rule names, and its id."""
    assert isinstance(term, Constant)
    assert isinstance(term.type, ElementType)
    return term.type.kind, str(term.origin)


@pytest.mark.parametrize("value", ["chosen = other", "other = chosen", "chosen != task.other"])
def test_the_other_side_tells_the_kind(tmp_path: Path, value: str) -> None:
    term = _define(tmp_path, value)
    assert isinstance(term, Compare)
    assert _named(term.right if isinstance(term.left, Tracked) else term.left) == ("task", "other")


@pytest.mark.parametrize("value", ["chosen = urban", "urban = chosen", "yard.task = urban"])
def test_an_element_of_the_expected_kind_comes_before_a_define(tmp_path: Path, value: str) -> None:
    term = _define(tmp_path, value)
    assert isinstance(term, Compare)
    assert ("task", "urban") in [_named(side) for side in (term.left, term.right) if isinstance(side, Constant)]


def test_where_no_kind_is_expected_the_define_is_meant(tmp_path: Path) -> None:
    assert isinstance(_define(tmp_path, "urban"), Apply)


def test_an_element_may_be_called_like_a_phase(tmp_path: Path) -> None:
    term = _define(tmp_path, "phase = work and chosen = work")
    assert "'work'" in repr(term)
    first, second = term.left, term.right  # type: ignore[attr-defined]
    assert (_named(first.right)[0], _named(second.right)[0]) == ("phase", "task")


def test_a_kind_before_it_writes_an_element_out(tmp_path: Path) -> None:
    term = _define(tmp_path, "all one in {mood.other, mood.calm} where one = other")
    assert isinstance(term, Filter)
    assert _named(term.where.right) == ("mood", "other")  # type: ignore[union-attr]


def test_a_name_given_in_the_rule_hides_an_element(tmp_path: Path) -> None:
    rules = "procedure probe(task):\n    let other = task\n    if chosen = other:\n        set chosen to other\n"
    body = _ruleset(tmp_path, rules).procedures["probe"].body
    assert isinstance(body[0], Give)
    assert isinstance(body[1].condition.right, Local)  # type: ignore[attr-defined]


def test_two_candidates_are_a_finding_that_names_both(tmp_path: Path) -> None:
    found = _loaded(tmp_path, "define probe = first({other})\n").bag.diagnostics
    assert [(one.code, dict(one.args)["kinds"]) for one in found] == [("R201", "task, mood")]


def test_a_misspelt_name_is_compared_with_the_expected_kind(tmp_path: Path) -> None:
    found = _loaded(tmp_path, "define plan = 1\ndefine probe = chosen = plainn\n").bag.diagnostics
    assert [(one.code, one.near) for one in found] == [("R200", "plain")]


def test_another_kinds_new_element_changes_no_name(tmp_path: Path) -> None:
    """A kind with elements called like every name there is leaves every rule as it was."""
    probe = "define probe(task) = (if task = other then urban else 0) + (if plain_mood = calm then 1 else 0)\n"
    names = "other, work, urban, plain, calm, chosen, probe, tasks, moods, player, seat_1, task"
    before = _ruleset(tmp_path / "a", probe)
    after = _ruleset(tmp_path / "b", probe, more=f"  flood: {{elements: [{names}]}}\n")
    for bound in ("defines", "procedures"):
        assert repr(getattr(before, bound)) == repr(getattr(after, bound))


@pytest.mark.parametrize(
    ("constants", "where"),
    [("spare: 2\n", "base/rules/main.rules"), (None, "late/variant.yaml")],
    ids=["own", "variant's"],
)
def test_a_constant_that_hides_behind_a_local_is_found_at_the_later_one(
    tmp_path: Path, constants: str | None, where: str
) -> None:
    base, late = tmp_path / "base", tmp_path / "late"
    (base / "rules").mkdir(parents=True)
    late.mkdir()
    (base / "game.yaml").write_text(GAME.replace("ruleset: names", "ruleset: base"))
    (base / "rules" / "main.rules").write_text("phase work:\n    let spare = 1\n    end game\n")
    if constants is not None:
        (base / "constants.yaml").write_text(constants)
    (late / "variant.yaml").write_text(
        "variant: late\nof: ../base\nname: Late\n" + ("" if constants else "add: {constants: {spare: 2}}\n")
    )
    found = _read(late).bag.diagnostics
    assert [(one.code, one.span.file) for one in found if one.code == "R202"] == [("R202", where)]
