"""What rules become: ids, options and guards, stages, citations."""

from __future__ import annotations

from reguli.model.analysis.totality import round_parts_drawing_stage
from reguli.model.bound_tree.bound_statements import Ask, Guard
from reguli.model.bound_tree.bound_terms import Interval
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    fields_read,
    nested_statements,
    option_guards,
    procedure_effects,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType, NumberType


def _asks(ruleset: Ruleset) -> dict[str, Ask]:
    statements = (one for procedure in all_procedures(ruleset) for one in nested_statements(procedure.body))
    return {one.rule: one for one in statements if isinstance(one, Ask)}


def test_the_procedure_that_sets_the_game_up_is_walked_once(power_grid: Ruleset) -> None:
    assert power_grid.setup is not None
    assert [procedure.id for procedure in all_procedures(power_grid)].count(power_grid.setup.id) == 1


def test_guards_of_an_option_begin_with_those_of_its_parameters(power_grid: Ruleset) -> None:
    nominate = _asks(power_grid)["auction/nomination"].options[1]
    first, *others = option_guards(nominate)
    assert first.reason.name == "not_in_actual_market"
    assert others == [check for check in nominate.checks if isinstance(check, Guard)]


def test_decisions_options_and_guards_are_named_by_their_path(power_grid: Ruleset) -> None:
    nomination = _asks(power_grid)["auction/nomination"]
    assert [option.rule for option in nomination.options] == [
        "auction/nomination/pass_nomination",
        "auction/nomination/nominate",
    ]
    passing, nominate = nomination.options
    (guard,) = passing.checks
    assert isinstance(guard, Guard)
    assert guard.rule == "auction/nomination/pass_nomination/everyone_buys_in_first_round"
    assert guard.text == "round > 1"
    assert guard.cites == ("P66", "P67", "P170")
    assert [statement.rule for statement in nominate.effects] == ["auction/nomination/nominate/run"]


def test_a_choice_runs_through_its_domain(power_grid: Ruleset) -> None:
    plant, bid = _asks(power_grid)["auction/nomination"].options[1].parameters
    assert plant.variable.type == ElementType("card")
    assert plant.where is not None
    assert plant.where.reason.name == "not_in_actual_market"
    assert isinstance(bid.domain, Interval)
    assert bid.variable.type == NumberType("elektro")


def test_second_statements_of_a_verb_are_counted(power_grid: Ruleset) -> None:
    rules = [statement.rule for statement in power_grid.procedures["sell"].body]
    assert rules[:4] == ["sell/move", "sell/move.2", "sell/set", "sell/set.2"]


def test_the_deck_is_drawn_from_where_the_rulebook_says(power_grid: Ruleset) -> None:
    third = power_grid.documents.game.stages[2]
    assert set(round_parts_drawing_stage(power_grid, third, "game.deck")) == {
        ("during", "auction"),
        ("during", "building"),
        ("before", "bureaucracy"),
        ("during", "bureaucracy"),
    }


def test_what_carries_a_statement(power_grid: Ruleset) -> None:
    assert "rule:auction/nomination/pass_nomination" in power_grid.citations["P48"]
    assert "rule:bidding.ascending" in power_grid.citations["P52"]
    assert "stage:third" in power_grid.citations["P140"]
    assert "kind:card" in power_grid.citations["P6"]
    assert "state:game.turn_order" in power_grid.citations["P43"]
    assert "option:map" in power_grid.citations["P10"]
    assert power_grid.citations["P5"] == ()


def test_reads_go_through_defines(power_grid: Ruleset) -> None:
    most_cities = power_grid.defines["most_cities"].value
    assert "city.houses" in fields_read(power_grid, most_cities)


def test_deeds_go_through_procedures(power_grid: Ruleset) -> None:
    auction = power_grid.phases[1]
    done = procedure_effects(power_grid, (auction,))
    assert {"player.money", "player.plants", "player.out"} <= done.written
    assert done.drawn_from == {"game.deck"}
    assert not procedure_effects(power_grid, (power_grid.phases[2],)).drawn_from


def test_ranking_is_asked_of_a_player(power_grid: Ruleset) -> None:
    first, second, third = power_grid.ranking
    assert first.variable.type == ElementType("player")
    assert second.by.type == NumberType("elektro")
    assert third.text == "count(network(player))"


def test_options_of_the_game_are_constants(hex_game: Ruleset) -> None:
    assert hex_game.options == {"size": "tiny", "swap": True}
    assert hex_game.constants["size_of_board"].value == 3
    assert hex_game.kinds["option:size"].elements == ("standard", "small", "tiny")


def test_players_are_the_seats_of_the_largest_table(power_grid: Ruleset) -> None:
    assert power_grid.kinds["player"].elements == tuple(f"seat_{number}" for number in range(1, 7))
