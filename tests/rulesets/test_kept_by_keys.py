"""What is kept by keys: read and changed at one of them, put by hand, seen, told, saved, and begun with."""

from __future__ import annotations

from pathlib import Path
from re import sub

import pytest
from toys import Sitting, loaded, place, program, sit

import reguli
from reguli.engine.chance_nodes import chance_sites
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import visible_entries
from reguli.engine.notation import zone_text
from reguli.engine.observation import player_view
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.engine.position_documents.position_writer import read_plain_position, write_position_document
from reguli.ir.runtime_faults import RulesFault
from reguli.play.replay_steps import flatten_position
from reguli.source.diagnostic import Bag

GUILD = Path(__file__).parent / "guild"


def trading(state: str, by: str = "a") -> Sitting:
    quoted = sub(r"([\w.]+\[[^:]*\]):", r"'\1':", state)
    return place(
        "guild",
        f"""
        players: 2
        at: {{phase: trading, decision: turn, by: {by}}}
        state: {{round: 1, {quoted}}}
        """,
    )


def test_each_key_has_a_place_of_its_own() -> None:
    sitting = trading("a.steps[trade_income]: 2, a.steps[glory_income]: 0").play("a: step glory_income")
    assert sitting.value("a.steps[trade_income]") == 2
    assert sitting.value("a.steps[glory_income]") == 1
    assert sitting.value("b.steps[glory_income]") == 0


def test_a_start_value_may_name_the_key() -> None:
    sitting = sit("guild", 2)
    assert [sitting.value(f"price[{good}]") for good in ("wood", "wool", "wine")] == [1, 2, 3]


def test_a_move_is_refused_for_its_key_alone() -> None:
    sitting = trading("a.steps: {trade_income: 5, glory_income: 4}")
    assert sitting.refused("step trade_income") == ["end_of_track"]
    assert sitting.refused("step glory_income") == []


def test_a_contract_goes_into_the_booth_that_is_free() -> None:
    sitting = trading("row[1]: wood_order_1, row[2]: wine_order_1, row[3]: [], a.contract[left_booth]: wool_order_1")
    assert sitting.refused("take 1 left_booth") == ["booth_taken"]
    assert sitting.refused("take 3 right_booth") == ["nothing_there"]
    sitting.play("a: take 2 right_booth")
    assert sitting.value("a.contract[right_booth]") == "wine_order_1"
    assert sitting.value("a.had[right_booth, wine]") is True
    assert sitting.value("a.had[left_booth, wine]") is False
    assert sitting.value("a.points") == 1


def test_tokens_are_told_apart_by_key_and_then_by_variety() -> None:
    state = "a.crates[loft]: {wood: 1, wool: 1}, a.crates[cellar][wine]: 2, a.contract[left_booth]: wool_order_1"
    sitting = trading(f"{state}, a.coins: 9, price: {{wood: 1, wool: 5, wine: 3}}")
    assert sitting.value("count_in(a, loft)") == 2
    assert sitting.refused("buy wood loft") == ["no_room"]
    assert sitting.refused("deliver left_booth cellar") == ["not_in_store"]
    sitting.play("a: deliver left_booth loft")
    assert sitting.value("a.crates[loft][wool]") == 0
    assert sitting.value("a.crates[cellar][wine]") == 2
    assert sitting.value("price[wool]") == 4
    assert sitting.value("price[wine]") == 3


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("a.steps: {trade_income: 1, glory_income: 2}", {"a": (1, 2), "b": (0, 0)}),
        ("a.steps: 3", {"a": (3, 3), "b": (0, 0)}),
        ("player.steps: {b: {glory_income: 4}}", {"a": (0, 0), "b": (0, 4)}),
        ("player.steps[glory_income]: {a: 5, b: 1}", {"a": (0, 5), "b": (0, 1)}),
    ],
)
def test_a_position_names_one_key_or_all(said: str, values: dict[str, tuple[int, int]]) -> None:
    sitting = trading(said)
    for name, (trade, glory) in values.items():
        assert (sitting.value(f"{name}.steps[trade_income]"), sitting.value(f"{name}.steps[glory_income]")) == (
            trade,
            glory,
        )


def test_flags_may_be_put_as_a_list_of_keys() -> None:
    sitting = trading("a.tip: [wool, wine]")
    assert [sitting.value(f"a.tip[{good}]") for good in ("wood", "wool", "wine")] == [False, True, True]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("a.steps[fame]: 1", "E503"),
        ("row[4]: wood_order_1", "E501"),
        ("a.steps[trade_income][wood]: 1", "E501"),
        ("a.had[left_booth]: true", "E501"),
        ("a.steps[trade_income]: 6", "E507"),
        ("a.contract[left_booth]: [wood_order_1, wine_order_1]", "E506"),
    ],
)
def test_what_a_position_cannot_say_of_keys(said: str, code: str) -> None:
    name, _, value = said.partition(": ")
    bag = Bag()
    given = 1 if value.isdigit() is False and value == "true" else int(value) if value.isdigit() else value
    if value.startswith("["):
        given = [item.strip() for item in value.strip("[]").split(",")]  # type: ignore[assignment]
    position = read_plain_position({"players": 2, "state": {name: given}}, bag)
    assert position is not None
    set_up_position(program("guild", 2), position, bag)
    assert [found.code for found in bag.diagnostics] == [code]


def test_a_position_is_written_by_its_keys() -> None:
    sitting = trading("a.steps[glory_income]: 2, row[2]: wine_order_3, a.crates[loft]: {wool: 2}")
    written = write_position_document(sitting.playthrough)
    assert written is not None
    state = written.document["state"]
    assert isinstance(state, dict)
    assert state["a.steps[glory_income]"] == 2
    assert state["row[2]"] == ["wine_order_3"]
    assert state["a.crates[loft]"] == {"wool": 2}


def test_others_do_not_learn_at_which_key_something_hidden_changed() -> None:
    sitting = sit("guild", 2)
    told = {
        viewer: [one.text for one in visible_entries(sitting.playthrough, viewer) if ".tip" in one.text]
        for viewer in (0, 1)
    }
    assert told[0][1] == "set b.tip[?] = ?"
    assert told[1][0] == "set a.tip[?] = ?"
    assert told[0][0].startswith("set a.tip[w")
    seen = player_view(sitting.playthrough, 0)["position"]["player"]["tip"]  # type: ignore[index, call-overload]
    assert seen["b"] == {"wood": {"hidden": True}, "wool": {"hidden": True}, "wine": {"hidden": True}}  # type: ignore[index, call-overload]
    assert sorted(seen["a"].values()) == [False, False, True]  # type: ignore[index, call-overload, union-attr, arg-type]


def test_journal_zones_and_pages_name_the_key() -> None:
    sitting = trading("row[1]: wood_order_1").play("a: take 1 left_booth")
    texts = [entry.text for entry in visible_entries(sitting.playthrough)]
    assert "move wood_order_1: row[1] -> a.contract[left_booth]" in texts
    assert "set a.had[left_booth,wood] = yes" in texts
    field = program("guild", 2).layout.fields["player.contract"]
    assert [zone_text(program("guild", 2), field.zone + at) for at in range(4)] == [
        "seat_1.contract[left_booth]",
        "seat_1.contract[right_booth]",
        "seat_2.contract[left_booth]",
        "seat_2.contract[right_booth]",
    ]
    assert flatten_position(sitting.playthrough)["player/contract[left_booth]/seat_1"] == ["wood_order_1"]
    shown = position_as_plain(sitting.playthrough.program, sitting.playthrough.slots, ("a", "b"))["game"]
    assert shown["price"] == {"wood": 1, "wool": 2, "wine": 3}  # type: ignore[index, call-overload]


def test_a_key_that_is_a_number_is_held_to_its_bounds() -> None:
    sitting = sit("guild", 2)
    with pytest.raises(RulesFault) as fault:
        sitting.value("some place in 4 .. 5 has row[place] is not empty")
    assert fault.value.code == "E323"
    assert dict(fault.value.values) == {"field": "row", "key": "4"}


def test_only_the_pile_is_a_site_of_chance() -> None:
    assert [site.name for site in chance_sites(program("guild", 2))] == ["good", "pile"]
    assert loaded("guild").ruleset is not None


def test_what_is_kept_by_keys_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    sitting = reguli.load(GUILD).start(2, seed=5)
    # T3: a step of one income is no step of the other.
    sitting.apply("step trade_income")
    sitting.save(tmp_path / "guild.json")
    again = reguli.load_save(tmp_path / "guild.json", GUILD)
    assert (again.hash, again.view(0), again.moves()) == (sitting.hash, sitting.view(0), sitting.moves())
    steps = again.view(0)["position"]["player"]["steps"]  # type: ignore[index, call-overload]
    assert next(iter(steps.values())) == {"trade_income": 1, "glory_income": 0}  # type: ignore[union-attr, attr-defined]
    assert again.undo()
    assert again.moves() == reguli.load(GUILD).start(2, seed=5).moves()


def test_a_refusal_names_the_guard_and_the_value_at_its_key() -> None:
    # T5: the loft holds so many crates, the cellar any number: which is meant is told by the key.
    sitting = trading("a.crates[loft]: {wood: 1, wool: 1}, a.crates[cellar]: {wine: 3}, a.coins: 9")
    (refusal,) = refusal_reasons(sitting.playthrough, sitting._read("buy wood loft"))
    assert refusal.rule == "trading/turn/buy/no_room"
    assert sitting.refused("buy wood cellar") == []
