"""What a ruleset has to say: ids, what wordings may speak of, places."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from toll_desk import TOYS, ruleset_at

from reguli.pipeline import LoadedRuleset
from reguli.words.grammar.grammar_values import NumberRange
from reguli.words.placeholders.placeholder_values import UnknownValue
from reguli.words.placeholders.wording_subjects import Subjects, WordingSubject, element_subjects, wording_subjects
from reguli.words.wording_parser import RowsKind, RowValues

RULESETS = Path(__file__).parents[2] / "rulesets"
CLAIMS = ("rule:hidden.", "rule:never_shrinks.", "rule:written_only.")


@pytest.fixture(scope="module")
def toll() -> Subjects:
    return wording_subjects(ruleset_at(TOYS / "toll"))


@pytest.fixture(scope="module")
def power_grid() -> Subjects:
    return wording_subjects(ruleset_at(RULESETS / "power_grid"))


def _own(subject: WordingSubject) -> dict[str, object]:
    """What an element offers beside what every wording may speak of."""
    return {name: kind for name, kind in subject.reach.items() if not name.startswith(("players", "phase.", "stage."))}


def test_the_elements_of_a_small_ruleset(toll: Subjects) -> None:
    assert [name for name, one in toll.items() if one.needed] == [
        "game:toll",
        "ranking:most player.points",
        *(f"state:game.{name}" for name in ("harbour", "deck", "played")),
        *(f"state:player.{name}" for name in ("crates", "hand", "points")),
        "phase:gathering",
        "decision:errand",
        "move:gather",
        "done:gather",
        "reason:harbour_is_out",
        "move:sell",
        "done:sell",
        "reason:too_little",
        "move:rest",
        "done:rest",
        "decision:reaction",
        "move:answer",
        "done:answer",
        "reason:no_answer",
        "move:keep_cards",
        "done:keep_cards",
        *(f"procedure:card.echo_{number}.effect" for number in range(1, 5)),
        *(f"procedure:card.silk_gossip_{number}.effect" for number in range(1, 5)),
        *(f"statement:T{number}" for number in range(1, 8)),
    ]


def test_a_move_offers_its_parameters_and_who_moves(toll: Subjects) -> None:
    assert _own(toll["move:answer"]) == {"player": "name", "you": "truth", "card": "term"}


def test_what_was_done_offers_the_same_but_nobody_is_addressed(toll: Subjects) -> None:
    assert _own(toll["done:answer"]) == {"player": "name", "card": "term"}
    assert (toll["done:reaction/answer"].general, toll["done:reaction/answer"].needed) == ("done:answer", False)


def test_an_effect_may_be_worded_and_offers_what_it_changes(power_grid: Subjects) -> None:
    paid, taken = power_grid["effect:sell/move"], power_grid["effect:sell/move.2"]
    assert not paid.needed
    assert {"amount": "number", "giver": "name"}.items() <= _own(paid).items()
    assert {"piece": "number", "taker": "name"}.items() <= _own(taken).items()
    assert "taker" not in _own(paid)
    assert _own(power_grid["effect:choose_regions/set"]) == {"owner": "term", "value": "truth"}


def test_what_is_not_shown_at_the_table_needs_no_name(power_grid: Subjects) -> None:
    assert power_grid["state:player.money"].needed
    assert not power_grid["state:game.more_houses"].needed


def test_elements_without_names_may_be_worded_on_every_board() -> None:
    loaded = LoadedRuleset(str(RULESETS / "power_grid"))
    assert loaded.ruleset is not None
    assert loaded.documents is not None
    found = {one.id: one for one in element_subjects(loaded.documents.kinds, loaded.ruleset)}
    # "mid" lies on the other board than the one that is laid out where nobody chooses.
    assert {"element:region/nw", "element:region/mid", "element:card/stage_3"} <= set(found)
    assert not any(name.startswith("element:city/") for name in found)
    # What a number tells apart needs none.
    needed = {name for name, one in found.items() if one.needed}
    assert {"element:region/nw", "element:region/mid"} <= needed
    assert not any(name.startswith("element:card/") for name in needed)


def test_a_reason_offers_its_arguments_the_move_and_what_is_missing(toll: Subjects) -> None:
    reason = toll["reason:too_little"]
    assert {"player": "name", "good": "term", "sale": "number", "missing": "number"}.items() <= _own(reason).items()
    assert "missing" not in toll["reason:no_answer"].reach


def test_a_reason_of_what_must_always_hold_offers_its_arguments(tmp_path: Path) -> None:
    home = tmp_path / "toll"
    shutil.copytree(TOYS / "toll", home)
    always = "always count(played) <= count(cards) because too_many(count(played))\n"
    (home / "rules" / "sound.rules").write_text(always, encoding="utf-8")
    assert _own(wording_subjects(ruleset_at(home))["reason:too_many"]) == {"played": "number"}


def test_a_special_wording_stands_before_the_general_one(toll: Subjects) -> None:
    special = toll["reason:sell/too_little"]
    assert (special.general, special.needed) == ("reason:too_little", False)


def test_a_statement_offers_the_constants_of_what_carries_it(toll: Subjects) -> None:
    offers = toll["statement:T6"].offers
    assert (offers["sale"].value, offers["sale"].unit) == (3, "crate")
    assert (offers["sale.next"].value, offers["sale_points"].value) == (4, 2)
    assert "cards_dealt" not in offers


def test_places_and_cites(toll: Subjects) -> None:
    reason = toll["reason:too_little"]
    assert [Path(span.file).name for span in reason.spans] == ["gathering.rules"]
    assert toll["move:gather"].cites == ("T2",)
    assert toll["statement:T6"].citers[0].id == "constant:sale"


def test_a_shared_reason_offers_what_all_its_rules_offer(power_grid: Subjects) -> None:
    shared = power_grid["reason:too_expensive"]
    assert len(shared.citers) == 2
    assert {"cost", "missing"} <= set(shared.reach)
    assert not {"city", "fuel"} & set(shared.reach)
    assert "city" in power_grid["reason:connect/too_expensive"].reach


def test_a_table_by_players_offers_its_base_value_and_the_exceptions(power_grid: Subjects) -> None:
    offers = power_grid["statement:P60"].offers
    assert (offers["max_plants"].value, offers["max_plants.next"].value) == (3, 4)
    assert offers["max_plants.exceptions"].value == RowValues(({"players": 2, "value": 4, "next": 5},))
    runs = power_grid["statement:P12"].offers["regions_in_play.exception_runs"].value
    assert runs == RowValues(
        ({"players": 4, "value": 4, "next": 5}, {"players": NumberRange(5, 6), "value": 5, "next": 6})
    )


def test_a_statement_offers_the_numbers_in_the_fields_of_kinds_without_pieces() -> None:
    said = wording_subjects(ruleset_at(RULESETS / "warszawa"))
    # What a building costs, pl001 138: 1 fund and 1 concrete, or 1 fund and 2 rubble.
    costs = ("with_concrete.funds", "with_concrete.concrete", "with_rubble.funds", "with_rubble.rubble")
    assert [said["statement:W62"].offers[f"building_price.costs.{name}"].value for name in costs] == [1, 1, 1, 2]
    assert said["statement:W72"].offers["object.by_unbuilt.industrial"].value == 1
    assert not any(name.startswith("project.points") for name in said["statement:W20"].offers)


def test_for_a_number_of_players_there_is_no_exception() -> None:
    found = wording_subjects(ruleset_at(RULESETS / "power_grid"), (), 2)
    offers = found["statement:P60"].offers
    assert (offers["max_plants"].value, offers["max_plants.exceptions"].value) == (4, RowValues(()))


def test_a_table_by_other_keys_offers_rows_cells_and_its_span(power_grid: Subjects) -> None:
    offers = power_grid["table:house_cost"].offers
    rows = offers["house_cost.rows"]
    assert rows.kind == RowsKind({"place": "number", "value": "number", "next": "number"})
    assert rows.value == RowValues(
        tuple({"place": place, "value": cost, "next": cost + 1} for place, cost in ((1, 10), (2, 15), (3, 20)))
    )
    assert offers["house_cost.2"].value == 15
    assert offers["house_cost.span"].value == NumberRange(10, 20)
    place_price = power_grid["table:place_price"].offers
    assert (place_price["place_price.coal.span"].value, place_price["place_price.coal.each"].value) == (
        NumberRange(1, 8),
        3,
    )


def test_phases_stages_and_players_can_be_spoken_of_everywhere(power_grid: Subjects) -> None:
    for one in power_grid.values():
        assert (one.offers["phase.bureaucracy"].value, one.offers["stage.third"].value) == (5, 3)
        assert one.offers["players"].value == NumberRange(2, 6)
        assert (one.offers["players.least"].value, one.offers["players.most"].value) == (2, 6)


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in RULESETS.glob("*/game.yaml")), ids=lambda path: path.name
)
def test_every_statement_that_states_a_rule_is_there_with_its_rules(folder: Path) -> None:
    """But for claims beside the rules, which say once more what rules say."""
    ruleset = ruleset_at(folder)
    found = wording_subjects(ruleset)
    stated = {cite for cite, carrying in ruleset.citations.items() if carrying}
    assert {name.partition(":")[2] for name, one in found.items() if one.sort == "statement" and one.needed} == stated
    for cite in stated:
        rules = [one for one in ruleset.citations[cite] if not one.startswith(CLAIMS)]
        assert [one.id for one in found[f"statement:{cite}"].citers] == rules


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in RULESETS.glob("*/game.yaml")), ids=lambda path: path.name
)
def test_what_only_a_playthrough_knows_has_a_sample_of_its_kind(folder: Path) -> None:
    for one in wording_subjects(ruleset_at(folder)).values():
        for name, offer in one.offers.items():
            if isinstance(offer.value, UnknownValue):
                assert offer.sample is not None, f"{one.id} {name}"


def test_a_table_that_goes_by_one_number_offers_its_keys(power_grid: Subjects) -> None:
    offers = power_grid["statement:P138"].offers
    assert [offers[f"house_cost.{key}.key"].value for key in (1, 2, 3)] == [1, 2, 3]
    assert offers["houses_per_city.third.key"].value == 3
    assert not any(
        name.startswith("resupply.") and name.endswith(".key") for name in power_grid["statement:P125"].offers
    )


def test_nothing_is_the_base_value_only_where_there_is_nothing_else(tmp_path: Path) -> None:
    tables = RULESETS / "power_grid" / "tables.yaml"
    home = tmp_path / "power_grid"
    shutil.copytree(RULESETS / "power_grid", home)
    rows = "rows: {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}"
    for changed, base in (("rows: {2: 9, 3: 8, 4: 4, 5: 0, 6: 0}", 9), ("rows: {2: 0, 3: 0, 4: 0, 5: 0, 6: 0}", 0)):
        text = tables.read_text(encoding="utf-8")
        assert rows in text
        (home / "tables.yaml").write_text(text.replace(rows, changed), encoding="utf-8")
        offers = wording_subjects(ruleset_at(home))["table:plants_removed"].offers
        exceptions = offers["plants_removed.exceptions"].value
        assert isinstance(exceptions, RowValues)
        assert (offers["plants_removed"].value, len(exceptions.rows)) == (base, 4 if base else 0)
