"""Options that pieces and rules elsewhere add: to a group at any time, to one decision, and each with its piece first."""

from __future__ import annotations

from toys import NAMES, Sitting, place, program

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.notation import move_text


def deed(stalls: str, more: str = "", crates: int = 2) -> Sitting:
    """Let a be asked for a deed, a having some stalls and crates and no coin."""
    return place(
        "pedlars",
        f"""
        players: 2
        at: {{phase: trading, decision: deed, by: a}}
        state: {{a.stalls: [{stalls}], a.crates: {crates}, round: 1{more}}}
        """,
    )


def listed(sitting: Sitting) -> list[str]:
    """Return the moves as they are typed, in the order of their numbers."""
    playthrough = sitting.playthrough
    assert playthrough.decision is not None
    return [move_text(playthrough.program, playthrough.decision, move, NAMES) for move in playthrough.legal()]


def test_what_is_added_comes_last_and_changes_no_other_number() -> None:
    # The decision's own, what is declared at any time, then what files and pieces add in the order of the box.
    moves = listed(deed("cart_stall_1, boat_stall, mint_stall_2"))
    last = ["idle", "sell", "beg", "peddle cart_stall_1", "peddle boat_stall", "employ mint_stall_2"]
    assert moves[-6:] == last
    assert moves[0] == "gather 1"


def test_the_piece_is_the_first_argument_and_each_does_its_own() -> None:
    # P6: a cart sells for two coins, a boat for three.
    sitting = deed("cart_stall_1, cart_stall_2, boat_stall", crates=3)
    sitting.play("peddle boat_stall", "peddle cart_stall_2")
    assert (sitting.value("count(a.coins)"), sitting.value("count(a.crates)")) == (5, 1)
    assert sitting.value("boat_stall.resting and cart_stall_2.resting and not cart_stall_1.resting") is True
    assert (sitting.by, sitting.asked) == ("a", "deed")
    assert sitting.refused("peddle boat_stall") == ["rests"]


def test_one_is_refused_that_is_not_yours_or_cannot_do_it() -> None:
    sitting = deed("cart_stall_1, shed_stall_1", crates=0)
    assert sitting.refused("peddle cart_stall_1") == ["no_crate"]
    assert "not_offered" in sitting.refused("peddle boat_stall")
    assert sitting.refused("peddle shed_stall_1")[:1] == ["not_in_force"]
    assert sitting.refused("employ shed_stall_1") == ["does_nothing"]
    assert sitting.refused("employ mint_stall_1") == ["not_offered"]


def test_what_stands_on_the_kind_is_offered_at_any_time_of_the_turn() -> None:
    # P4: a mint brings a coin, a loft a crate, each once in a round.
    sitting = deed("mint_stall_1, mint_stall_2, loft_stall_1", crates=0)
    sitting.play("employ mint_stall_1", "employ loft_stall_1", "employ mint_stall_2")
    assert (sitting.value("count(a.coins)"), sitting.value("count(a.crates)")) == (2, 1)
    assert sitting.refused("employ loft_stall_1") == ["rests"]
    assert sitting.asked == "deed"


def test_an_added_option_reads_what_the_decision_names() -> None:
    # P7: what the yard held when the turn began is a name of the procedure that asks.
    assert deed("").refused("beg") == []
    sitting = deed("").play("beg")
    assert sitting.value("count(a.coins)") == 1
    assert sitting.refused("beg") == ["begged_already", "has_coins"]
    assert deed("", ", b.crates: 12", crates=2).refused("beg") == ["yard_is_out"]


def test_the_reason_names_the_piece_it_stands_on() -> None:
    sitting = deed("shed_stall_1, boat_stall", crates=0)
    playthrough = sitting.playthrough
    found = {refusal.rule for refusal in refusal_reasons(playthrough, sitting._read("peddle boat_stall"))}
    assert found == {"trading/deed/craft/boat/peddle/no_crate"}


def test_it_is_saved_and_replayed_with_its_piece() -> None:
    playthrough = start_playthrough(program("pedlars", 2), 5)
    seen = set[str]()
    while not playthrough.over and len(playthrough.moves) < 300:
        families = list(playthrough.families())
        added = [one for one in families if one.choice.option.added]
        setting = [one for one in families if one.choice.option.name in {"set_up_stall", "gather"}]
        family = (added or setting or families)[0]
        seen.add(family.choice.option.name)
        playthrough.apply(family.move(family.size - 1))
    assert {"peddle", "employ", "beg"} & seen
    again = start_playthrough(program("pedlars", 2), 5)
    for played in playthrough.moves:
        if not played.forced:
            again.apply(played.move)
    assert again.hash == playthrough.hash
