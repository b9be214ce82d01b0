"""Ids of rules and digests of what they mean: the same under another layout and other names of local variables, another for any other change."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.model.rule_digests import digest_rules
from reguli.pipeline import LoadedRuleset

TOP = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(path.parent for home in ("rulesets", "tests/rulesets") for path in (TOP / home).glob("*/game.yaml"))
RULES = {
    "game.yaml": "ruleset: means\nlanguage: 2\nversion: 1.0.0\nname: Means\nplayers: {min: 1, max: 2}\nround: [counting]\n"
    "ranking: [{by: player.points, order: most}]\n",
    "constants.yaml": "two: {value: 2}\nthree: {value: 3}\n",
    "state.yaml": "player:\n  points: {number: number, range: [0, 900]}\n  ready: {flag: true}\n",
    "rules/r.rules": """define rich(player) = player.points > two and player.ready
define total(player) = player.points + two - three
phase counting:
    for player in players where not rich(player):
        decide count_up by player:
            gain(steps in 1 .. three):
                needs not player.ready because ready
                add steps to player.points
                set player.ready to true
    end game
always (no player in players where player.points > three) because too_rich
""",
}


def digests(folder: Path, *changes: tuple[str, str]) -> dict[str, str]:
    """The digest of each rule, with some words of the rules replaced."""
    for name, text in RULES.items():
        path = folder / "means" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        written = text
        for old, new in changes if name.endswith(".rules") else ():
            assert old in written
            written = written.replace(old, new)
        path.write_text(written, encoding="utf-8")
    loaded = LoadedRuleset(str(folder / "means"))
    ruleset = loaded.ruleset
    assert ruleset is not None
    assert not loaded.bag, [str(one) for one in loaded.bag.diagnostics]
    return {one.rule: one.digest for one in digest_rules(ruleset)}


@pytest.mark.parametrize(
    "change",
    [
        ("define total", "\n\n# what there is\ndefine total"),
        ("player.points > two and player.ready", "player.points   > (two) and player.ready"),
        ("gain(steps in 1 .. three)", "gain(amount in 1 .. three)"),
    ],
    ids=["lines and a comment", "blanks and brackets", "a local variable"],
)
def test_what_is_only_written_otherwise_means_the_same(tmp_path: Path, change: tuple[str, str]) -> None:
    changes = (change, ("add steps", "add amount")) if "amount" in change[1] else (change,)
    assert digests(tmp_path, *changes) == digests(tmp_path)


def test_the_variable_of_a_loop_may_have_another_name(tmp_path: Path) -> None:
    before = ("no player in players where player.points", "no other in players where other.points")
    assert digests(tmp_path, before) == digests(tmp_path)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (("points + two", "points + three"), "define.total"),
        (("points > two and", "points >= two and"), "define.rich"),
        (("two and player.ready", "two or player.ready"), "define.rich"),
        (("player.points + two - three", "player.points - three + two"), "define.total"),
        (("1 .. three", "1 .. two"), "counting/count_up/gain"),
    ],
    ids=["a number", "a comparison", "a word", "an order", "a range"],
)
def test_what_is_changed_means_something_else(tmp_path: Path, change: tuple[str, str], rule: str) -> None:
    """Nothing else does, but for what the rule stands in: what uses a rule knows it by its name."""
    before, after = digests(tmp_path), digests(tmp_path, change)
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert rule in changed
    assert all(rule == name or rule.startswith(f"{name}/") for name in changed)


def test_statements_in_another_order_mean_something_else(tmp_path: Path) -> None:
    lines = "                add steps to player.points\n                set player.ready to true\n"
    other = "                set player.ready to true\n                add steps to player.points\n"
    assert digests(tmp_path)["counting/count_up/gain"] != digests(tmp_path, (lines, other))["counting/count_up/gain"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_rule_has_an_id_of_its_own_and_a_place(folder: Path) -> None:
    ruleset = LoadedRuleset(str(folder)).ruleset
    assert ruleset is not None
    found = digest_rules(ruleset)
    assert len({one.rule for one in found}) == len(found)
    files = {name for name, _ in ruleset.documents.texts}
    assert {one.span.file for one in found} <= files
