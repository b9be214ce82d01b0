"""A variant sets any key of an option: its default, its source, what it offers; what does not fit is a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.pipeline import LoadedRuleset

SAMPLE = Path(reguli.__file__).parent / "reference" / "sample"
HEAD = "variant: tried\nof: power_grid\nname: Tried\nset:\n  "


def tried(folder: Path, line: str) -> LoadedRuleset:
    (folder / "variant.yaml").write_text(f"{HEAD}{line}\n", encoding="utf-8")
    found = LoadedRuleset(str(folder))
    assert found.documents is not None
    return found


@pytest.mark.parametrize(
    ("line", "option", "attribute", "value"),
    [
        ("options.map.default: usa", "map", "default", "usa"),
        ("options.hidden_money.default: false", "hidden_money", "default", False),
        ("options.hidden_money.switch: false", "hidden_money", "default", False),
    ],
)
def test_the_default_is_another_one(tmp_path: Path, line: str, option: str, attribute: str, value: object) -> None:
    found = tried(tmp_path, line)
    assert found.ruleset is not None
    assert not found.bag.codes
    assert getattr(next(one for one in found.ruleset.documents.game.options if one.id == option), attribute) == value


def test_the_source_is_another_one(tmp_path: Path) -> None:
    found = tried(tmp_path, "options.map.source: [P1]")
    assert found.ruleset is not None
    (option,) = (one for one in found.ruleset.documents.game.options if one.id == "map")
    assert option.source.cites == ("P1",)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("options.map.default: nonsense", "R107"),
        ("options.map.default: germany", "R153"),
        ("options.map.chooses: [usa]", "R152"),
        ("options.hidden_money.switch: 3", "R103"),
        ("options.hidden_money.default: 3", "R103"),
        ("options.nothing_like_it.default: usa", "R152"),
        ("options.map.choose: [north, south]", "R107"),
        ("constants.cards_of_future_market.says: {en: Eight.}", "R152"),
    ],
)
def test_what_does_not_fit_is_a_finding(tmp_path: Path, line: str, code: str) -> None:
    assert code in tried(tmp_path, line).bag.codes


def test_a_sentence_beside_a_kind_without_a_source_is_a_finding(tmp_path: Path) -> None:
    """The board of the sample is joined of parts, and what lays them cites what the kind cites."""
    kind = (
        '{plural: plots, grid: {shape: square}, fields: {shady: {truth: true, default: false}}, map: "saa\\nbb s\\n", '
        "legend: {s: {shady: true}, '.': {}}, join: {parts: slab, spots: bed, lay: {a: by lot, b: {part: [mossy, plain], "
        "way: [turn_0, turn_2]}}}, says: {en: A plot.}}"
    )
    text = f"variant: tried\nof: {SAMPLE}\nname: Tried\nreplace: {{kinds: {{plot: {kind}}}}}\n"
    (tmp_path / "variant.yaml").write_text(text, encoding="utf-8")
    loaded = LoadedRuleset(str(tmp_path))
    assert not loaded.checked
    assert loaded.bag.codes == ("R102",)
