"""Places for one are read as what lies in them, ways back as what they lead to; what is absent equals nothing and differs from nothing."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from toys import HERE, Sitting, place

from reguli.ir.runtime_faults import RulesFault
from reguli.pipeline import LoadedRuleset


def building(state: str, by: str = "a") -> Sitting:
    return place(
        "borough",
        f"""
        players: 2
        at: {{phase: building, decision: turn, by: {by}}}
        state: {{round: 1, {state}}}
        """,
    )


STANDING = "a1.building: house_1, b1.building: hut_2, a.yard: [hut_1, tower_1], b.yard: [house_2, tower_2]"


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        # A place for one is its piece; nothing is none, and so is what nothing has.
        ("a1.building", "house_1"),
        ("a1.building.owner = a", True),
        ("a2.building is none", True),
        ("a2.building is empty", True),
        ("a2.building.owner is none", True),
        # A comparison with something absent is false, the one that they differ too.
        ("a2.building.owner = a", False),
        ("a2.building.owner != a", False),
        ("a2.building = b2.building", False),
        ("a2.building != a1.building", False),
        # Ways back: through a field in the order of the box, through a zone where the piece lies.
        ("arden.slots", ["a1", "a2"]),
        ("a.own_buildings", ["hut_1", "house_1", "tower_1"]),
        ("house_1.slot", "a1"),
        ("hut_1.slot is none", True),
        ("hut_1.player = a", True),
        ("house_1.player is none", True),
        ("house_1.slot.city", "arden"),
        ("hut_1.slot.city is none", True),
    ],
)
def test_what_lies_where_and_the_way_back(asked: str, wanted: object) -> None:
    assert building(STANDING).value(asked) == wanted


def test_a_way_back_leads_to_a_key() -> None:
    sitting = building("a.yard: [hut_1, tower_1], 'shed[2]': house_1")
    assert sitting.value("house_1.place") == 2
    assert sitting.value("hut_1.place is none") is True
    with pytest.raises(RulesFault) as fault:
        sitting.value("hut_1.place + 1")
    assert fault.value.code == "E301"
    assert sitting.refused("fetch hut_1") == ["not_in_shed"]
    sitting.play("a: fetch house_1")
    assert sitting.value("house_1.player = a") is True
    assert sitting.value("shed[2] is none") is True


def test_a_builder_swaps_with_a_neighbour() -> None:
    sitting = building("a1.building: house_1, a2.building: hut_2, a.yard: [hut_1, tower_1], b.yard: [house_2, tower_2]")
    assert sitting.refused("swap house_1 a1") == ["your_own"]
    assert sitting.refused("swap hut_1 a2") == ["not_on_a_slot"]
    sitting.play("a: swap house_1 a2")
    assert sitting.value("house_1.slot") == "a2"
    assert sitting.value("a1.building is none") is True
    assert sitting.value("hut_2.player = b") is True


def test_one_builds_where_one_touches() -> None:
    sitting = building(STANDING)
    assert sitting.refused("build hut_1 c1") == ["too_far_off"]
    assert sitting.refused("build hut_1 b1") == ["slot_taken"]
    sitting.play("a: build hut_1 b2")
    assert sitting.value("hut_1.slot.city") == "brook"


def test_a_save_gives_the_ways_back_again() -> None:
    sitting = building(STANDING)
    before = [sitting.value(f"{one}.slot is none") for one in ("hut_1", "house_1", "hut_2")]
    again = Sitting(sitting.playthrough.branch())
    assert (
        [again.value(f"{one}.slot is none") for one in ("hut_1", "house_1", "hut_2")] == before == [True, False, False]
    )


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        # The yard lies open; who holds a plan is for the holder alone to know.
        ("building.player != builder", []),
        ("some plan in plans_known where plan.player = builder", ["R350"]),
        ("some plan in plans_known where plan.achiever = builder", []),
    ],
)
def test_a_way_back_through_a_hidden_zone_is_a_hidden_read(tmp_path: Path, asked: str, codes: list[str]) -> None:
    folder = tmp_path / "borough"
    copytree(HERE / "borough", folder)
    rules = folder / "rules" / "building.rules"
    text = rules.read_text(encoding="utf-8")
    old = "                needs not building.tall because too_tall\n"
    assert old in text
    rules.write_text(
        text.replace(old, f"{old}                needs not ({asked}) because too_tall\n"), encoding="utf-8"
    )
    loaded = LoadedRuleset(str(folder))
    assert bool(loaded.checked) is not bool(codes)
    assert [one.code for one in loaded.bag.diagnostics] == codes
