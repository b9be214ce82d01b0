"""Chance that is not even: dice with faces of several sides, and tokens drawn out of a bag."""

from __future__ import annotations

from collections import Counter

import pytest
from toys import Sitting, place, program, sit

from lots import named, ticket
from reguli.engine.chance_overview import describe_chance_sites
from reguli.engine.chance_source import ChanceRefused, ChanceSource
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.observation import player_view
from reguli.ir.runtime_faults import RulesFault

ROLLED = ["sun", "sun", "moon", "storm", "storm"]


def rolled(*again: str) -> Sitting:
    # All lots of 'roll' are one site: five dice, then those that are rolled again.
    return sit("bluff", 1, chance={"side": [*ROLLED, *again]}, play_forced=False)


def test_what_shines_is_scored() -> None:
    sitting = rolled()
    assert [sitting.value(f"{die}.face") for die in ("white", "red", "green", "blue", "black")] == ROLLED
    assert sitting.play("a: stop").value("a.points") == 2


def test_only_moons_are_rolled_again_and_a_third_storm_ends_the_turn() -> None:
    assert rolled("sun").play("a: again").value("green.face") == "sun"
    sitting = rolled("sun").play("a: again")
    assert sitting.refused("again") == ["nothing_left_to_roll"]
    assert sitting.play("a: stop").value("a.points") == 3
    lost = rolled("storm").play("a: again", "a: stop")
    assert (lost.value("a.points"), lost.value("turns")) == (0, 2)


def test_a_face_comes_as_often_as_it_has_sides() -> None:
    """Three, two and one side of six: of 6,000 rolls 3,000, 2,000 and 1,000; ten standard deviations are allowed."""
    source = ChanceSource(7)
    for roll in range(6000):
        source.choose("side", roll, roll, ["sun", "moon", "storm"], [3, 2, 1])
    came = Counter(outcome for _, outcome in source.log)
    assert abs(came["sun"] - 3000) < 388
    assert abs(came["moon"] - 2000) < 366
    assert abs(came["storm"] - 1000) < 289


def test_the_least_ticket_wins_as_worked_out_by_hand() -> None:
    moon, sun = named("moon"), named("sun")
    for cast in range(20):
        tickets = {ticket(3, "side", cast, moon): 0}
        tickets |= {ticket(3, "side", cast, sun, number): 1 for number in range(2)}
        assert ChanceSource(3).choose("side", cast, 0, ["moon", "sun"], [1, 2]) == tickets[min(tickets)]


def drawing(state: str, chance: str = "") -> Sitting:
    """The round begins; what is drawn is prescribed."""
    return place(
        "satchels", f"{{players: 2, at: {{phase: drawing}}, chance: {{{chance}}}, state: {{round: 1, {state}}}}}"
    )


def test_tokens_are_drawn_and_the_rest_stays() -> None:
    sitting = drawing(
        "a.satchel: {amber: 2, coral: 2}, b.satchel: {jade: 2}",
        "sack: [amber], a.satchel: [coral, amber, coral], b.satchel: [jade, jade]",
    )
    # Two coral beads give a point each, and one amber bead a coin; b has two left and draws no more.
    assert (sitting.value("a.points"), sitting.value("coins(a)"), sitting.value("coins(b)")) == (2, 1, 4)
    assert sitting.value("count(a.satchel)") == 1
    assert sitting.value("b.satchel is empty") is True
    assert sitting.refused("buy jade") == ["none_on_the_market", "not_enough_coins"]
    sitting.play("a: buy amber")
    assert sitting.value("count(a.satchel[amber])") == 3


def test_what_is_prescribed_must_be_there() -> None:
    with pytest.raises(ChanceRefused):
        sit("satchels", 2, chance={"sack": ["amber"], "player.satchel.0": ["coral"]})


def test_one_draw_may_be_exact_and_then_fewer_are_a_fault() -> None:
    """The sack is empty: a bead of it cannot come onto the market."""
    sitting = place(
        "satchels",
        """
        players: 2
        at: {phase: buying, decision: purchase, by: a}
        state: {round: 1, a.satchel: {amber: 20}, b.satchel: {jade: 12}, market: {coral: 12}}
        """,
    )
    with pytest.raises(RulesFault) as fault:
        sitting.play("a: keep_coins", "b: keep_coins")
    assert fault.value.code == "E310"


def test_each_token_is_one_chance_in_the_whole() -> None:
    """Of 20 amber, 12 jade and 12 coral beads, three amber for each of two players are gone: 14 of 38 are amber."""
    came = Counter(start_playthrough(program("satchels", 2), seed).chance.log[0][1] for seed in range(1000))
    assert abs(came["amber"] - 1000 * 14 / 38) < 153
    assert abs(came["jade"] - 1000 * 12 / 38) < 147


def test_a_bag_is_a_site_of_chance_and_nobody_looks_into_it() -> None:
    told = {site.name: site for site in describe_chance_sites(program("satchels", 2)).sites}
    assert (told["sack"].form, told["sack"].outcome, told["sack"].of) == ("tokens", "element", "colour")
    sitting = sit("satchels", 2)
    seen = player_view(sitting.playthrough, 0)["position"]
    assert isinstance(seen, dict)
    assert seen["game"]["sack"] == {"hidden": True}
    assert seen["player"]["satchel"] == {"a": {"hidden": True}, "b": {"hidden": True}}
