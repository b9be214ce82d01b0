"""Expressions asked of positions: read once, asked often, always of the position as it is."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from booth import written

import reguli
from reguli.engine import expression_queries
from reguli.ir.interpreter.board_functions import MOST_TABLES, Distances

ORDER = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "leader": ["seat_2"]}
NAMES = ("anna", "ben")


@pytest.fixture
def booth(booth_folder: Path) -> reguli.Game:
    return reguli.load(booth_folder)


def begun(booth: reguli.Game, **given: object) -> reguli.Playthrough:
    return booth.start(2, seed=3, names=NAMES, prescribed=ORDER, **given)  # type: ignore[arg-type]


def test_an_expression_is_asked_of_any_playthrough_of_the_game(booth: reguli.Game) -> None:
    coins = booth.expression("seat_1.coins + 17")
    first, second, third = begun(booth), begun(booth), booth.start(3)
    first.apply("buy red")
    assert [coins.of(playthrough) for playthrough in (first, second, third)] == [19, 20, 20]
    assert first.value(coins) == 19
    first.undo()
    assert coins.of(first) == 20


def test_players_are_called_by_names_or_seats(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    assert playthrough.value("ben.hand") == playthrough.value("seat_2.hand") == ["elk", "bear"]
    assert booth.expression("ben.hand", names=NAMES).of(playthrough) == ["elk", "bear"]
    assert booth.expression("line").of(playthrough) == ["ben"]
    with pytest.raises(reguli.Unanswerable):
        booth.expression("ben.hand")


def test_a_seat_that_nobody_has_is_unknown(booth: reguli.Game) -> None:
    """It would be read from where something else lies."""
    coins = booth.expression("seat_3.coins")
    assert coins.of(booth.start(3)) == 3
    with pytest.raises(reguli.Unanswerable, match="seat_3"):
        coins.of(begun(booth))
    with pytest.raises(reguli.Unanswerable, match="seat_3"):
        begun(booth).value("count(seat_3.hand)")
    with pytest.raises(reguli.Unanswerable):
        booth.expression("seat_5.coins")


def test_every_answer_is_that_of_the_position_as_it_is(booth: reguli.Game) -> None:
    """What goes through elements is remembered for one position, and for no other."""
    worth = booth.expression("sum(card.worth for card in seat_1.hand)")
    playthrough = begun(booth)
    # Anna holds the wolf, 5, and the lynx, 6.
    assert (worth.of(playthrough), worth.of(playthrough)) == (11, 11)
    other = playthrough.branch()
    playthrough.apply("lay 6")
    assert [worth.of(one) for one in (playthrough, other, playthrough, other)] == [5, 11, 5, 11]
    other.apply("lay 5")
    assert (other.value("sum(card.worth for card in anna.hand)"), worth.of(other)) == (6, 6)
    playthrough.undo()
    assert worth.of(playthrough) == 11


def test_tokens_of_several_varieties_are_told_one_by_one(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    gems = booth.expression("seat_1.gems")
    assert gems.of(playthrough) == {}
    for move in ("buy red", "buy blue", "buy red"):
        playthrough.apply(move)
    assert gems.of(playthrough) == {"red": 2, "blue": 1}


def test_the_order_of_a_shuffled_deck_is_that_which_will_come(booth: reguli.Game) -> None:
    deck = booth.expression("deck")
    assert deck.of(begun(booth)) == ["owl", "fox"]
    turned = {**ORDER, "deck": [["lynx", "wolf", "bear", "elk", "fox", "owl"]]}
    assert deck.of(booth.start(2, prescribed=turned)) == ["fox", "owl"]


def test_a_question_without_a_value_leaves_the_next_ones_alone(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    for _ in range(2):
        with pytest.raises(reguli.RulesFault) as fault:
            playthrough.value("(some card in cards where card.worth > 3) and last.worth > 3")
        assert fault.value.code == "E301"
        assert playthrough.value("count(all card in cards where card.worth > 3)") == 3


def test_questions_change_nothing(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    saved = playthrough.sitting.program.saved
    before = playthrough.sitting.slots[:saved], playthrough.hash, playthrough.moves()
    for text in ("deck", "max(card.worth for card in cards)", "all player in players where player.coins > 1"):
        playthrough.value(text)
    assert (playthrough.sitting.slots[:saved], playthrough.hash, playthrough.moves()) == before


def test_many_questions_are_forgotten_and_asked_again(booth: reguli.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expression_queries, "KEPT", 3)
    monkeypatch.setattr(expression_queries, "MOST", 5)
    playthrough = begun(booth)
    kept = booth.expression("count(all card in anna.hand where card.worth > 5)", names=NAMES)
    for number in range(20):
        assert playthrough.value(f"anna.coins + {number}") == 3 + number
        assert playthrough.value(f"count(all card in cards where card.worth > {number})") == max(0, 6 - number)
        assert kept.of(playthrough) == 1


def test_what_nests_deeper_than_python_can_is_answered(booth: reguli.Game) -> None:
    depth = 22
    text = "".join(f"(some c{level} in cards where " for level in range(depth)) + "1 = 1" + ")" * depth
    assert begun(booth).value(text) is True


def test_an_expression_pickles(booth: reguli.Game) -> None:
    coins = booth.expression("ben.coins", names=NAMES)
    again = pickle.loads(pickle.dumps(coins))
    assert (again.text, again.of(begun(booth))) == ("ben.coins", 3)
    assert repr(again) == "<Expression 'ben.coins'>"


def test_an_expression_is_asked_under_other_rules_too(booth: reguli.Game, tmp_path: Path) -> None:
    richer = reguli.load(written(tmp_path, {"constants.yaml": ("purse: {value: 3}", "purse: {value: 4}")}))
    coins = booth.expression("seat_1.coins")
    assert [coins.of(game.start(2)) for game in (booth, richer, booth)] == [3, 4, 3]


def test_distances_are_kept_while_the_open_edges_stay_the_same() -> None:
    """Once for each set of open edges and field of costs, whoever asks; the oldest goes when there are too many."""
    made: list[tuple[int, ...]] = []
    distances = Distances()

    def ask_for(edges: tuple[int, ...], costs: str = "road.cost") -> None:
        distances.table(costs, edges, lambda: made.append(edges) or [[0]])  # type: ignore[func-returns-value]

    for _ in range(3):
        ask_for((1, 2))
    assert made == [(1, 2)]
    ask_for((1, 2), "road.time")
    assert made == [(1, 2)] * 2
    for number in range(MOST_TABLES):
        ask_for((number, 99))
    made.clear()
    ask_for((MOST_TABLES - 1, 99))
    assert made == []
    ask_for((1, 2))
    assert made == [(1, 2)]
