"""Settings of one ruleset: each is bound and lowered once, what is wrong with one is told every time, and two with the same rules are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from loading import load_documents
from reguli.check.setting_equivalence import settings_share_rules
from reguli.ir.settings_cache import Settings
from reguli.source.diagnostic import Bag

FILES = {
    "game.yaml": "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\nround: [planning]\n"
    "options:\n  rich: {choose: {little: {constants: {prize: 2}}, much: {constants: {prize: 5}}}, default: little}\n"
    "  short: {switch: false}\n",
    "components/pieces.yaml": "kinds:\n  coin: {tokens: {supply: unlimited}, starts: bank}\n",
    "constants.yaml": "prize: {value: 2, unit: coin}\n",
    "state.yaml": "game:\n  bank: {zone: coin}\nplayer:\n  money: {zone: coin}\n",
    "rules/rounds.rules": "phase planning:\n    move prize from bank to first(players).money\n    if short or round > 1:\n        end game\n",
}


def settings(folder: Path, **other: str) -> Settings:
    for name, text in {**FILES, **{name.replace("__", "/") + ".rules": text for name, text in other.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    documents = load_documents(folder, Bag())
    assert documents is not None
    return Settings(documents)


def test_a_setting_is_bound_and_lowered_once(tmp_path: Path) -> None:
    made = settings(tmp_path)
    few = made.ruleset({}, None, Bag())
    assert few is not None
    assert made.ruleset({"rich": "little", "short": "no"}, None, Bag()) is few
    assert made.ruleset({"rich": "much"}, None, Bag()) is not few
    assert made.program(few, 2) is made.program(few, 2)
    assert made.program(few, 2) is not made.program(few, 3)
    assert made.walked(few, 2) is made.walked(few, 2)


def test_what_is_wrong_is_told_every_time(tmp_path: Path) -> None:
    made = settings(tmp_path, rules__rounds="phase planning:\n    end game when nobody\n    set nobody to none\n")
    told = [Bag(), Bag()]
    assert [made.ruleset({}, None, bag) for bag in told] == [None, None]
    assert told[0].diagnostics == told[1].diagnostics != ()


@pytest.mark.parametrize(
    ("other", "same"), [({"rich": "much"}, True), ({"short": True}, False), ({"rich": "much", "short": True}, False)]
)
def test_settings_that_differ_in_numbers_alone_have_the_same_rules(
    tmp_path: Path, other: dict[str, str | bool], same: bool
) -> None:
    made = settings(tmp_path)
    one, two = made.ruleset({}, None, Bag()), made.ruleset(other, None, Bag())
    assert one is not None
    assert two is not None
    assert settings_share_rules(one, two) is same
