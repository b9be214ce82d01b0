"""Ids of moves: each move has exactly one way of actions, a digit for each value that may be chosen, and a meaning that no game changes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reguli
from reguli.adapters.episode import number_game
from reguli.adapters.move_ids import DECIMALS, Block, Chosen, MoveIds, Number
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.notation import move_text
from reguli.ir.interpreter.set_numbering import Sets, encode_set
from reguli.model.types import CollectionType
from reguli.shipped_files import shipped_rulesets

TOYS = sorted(path.parent.name for path in Path(__file__).parents[1].glob("rulesets/*/game.yaml"))
SMALL = ("barter", "fair", "hands", "jetties", "snails")
"""Toys with bundles, bids, sets, two bundles at once, and numbers that may be negative."""


def ways(ids: MoveIds, families: Sequence[ActionSet], chosen: Chosen | None = None) -> Iterator[Move]:
    """Yield what every way of legal actions comes to."""
    for step in ids.legal(families, chosen).values():
        after = ids.after(families, step)
        if isinstance(after, Move):
            yield after
        else:
            yield from ways(ids, families, after)


def hold_to_moves(name: str, players: int, actions: int) -> int:
    """Play a game by lot; return how many positions were compared with the moves that the engine lists."""
    episode = number_game(name, players, None).start(5, "openly", 1_000)
    lot, compared = random.Random(3), 0
    for _ in range(actions):
        if episode.seat is None:
            break
        if episode.chosen is None:
            families = list(episode.playthrough.sitting.families())
            moves = [move for family in families for move in family.moves()]
            if len(moves) < 2_000:
                found = list(ways(episode.numbered.ids, families))
                assert sorted(map(repr, found)) == sorted(map(repr, moves))
                compared += 1
        episode.step(lot.choice(list(episode.legal())))
    return compared


# Nine cells; seven columns; eleven times eleven cells and the swap; from each of 64 cells to each.
@pytest.mark.parametrize(
    ("name", "count"), [("tic_tac_toe", 9), ("connect_four", 7), ("hex", 11 * 11 + 1), ("breakthrough", 64 * 64)]
)
def test_small_games_have_as_many_ids_as_can_be_counted(name: str, count: int) -> None:
    assert number_game(name, None, None).ids.count == count


def test_options_of_the_game_change_the_ids() -> None:
    assert number_game("hex", 2, {"size": "small"}).ids.count == 5 * 5 + 1
    assert number_game("connect_four", 2, {"size": "small"}).ids.count == 4


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_move_of_a_shipped_game_has_one_way_of_actions(name: str) -> None:
    assert hold_to_moves(name, reguli.load(name).players[1], 40) >= 5


@pytest.mark.parametrize("name", SMALL)
def test_every_move_of_a_toy_has_one_way_of_actions(name: str) -> None:
    assert hold_to_moves(f"tests/rulesets/{name}", 2, 30) > 5


@pytest.mark.parametrize("name", TOYS)
def test_every_move_of_every_toy_has_one_way_of_actions(name: str) -> None:
    toy = f"tests/rulesets/{name}"
    assert sum(hold_to_moves(toy, players, 40) for players in set(reguli.load(toy).players)) > 0


@pytest.mark.parametrize(("name", "players"), [("tic_tac_toe", 2), ("connect_four", 2), ("power_grid", 3)])
def test_an_id_is_named_as_its_move_is_typed(name: str, players: int) -> None:
    named = 0
    for seed in (1, 2):
        episode = number_game(name, players, None).start(seed, "openly", 120)
        lot = random.Random(seed)
        while episode.seat is not None:
            decision = episode.playthrough.sitting.decision
            assert decision is not None
            for action, step in episode.legal().items():
                if isinstance(step, Move):
                    typed = move_text(episode.numbered.ids.program, decision, step)
                    assert episode.numbered.ids.name(action) == typed
                    named += 1
            episode.step(lot.choice(list(episode.legal())))
    assert named > 50


def test_a_number_without_a_proved_range_is_named_and_chosen_by_its_digits() -> None:
    numbered = number_game("power_grid", 3, None)
    assert [(one.code, dict(one.args)) for one in numbered.ids.remarks] == [
        ("X211", {"name": "bid", "option": "nominate"}),
        ("X211", {"name": "bid", "option": "raise_bid"}),
    ]
    assert all(one.span is not None and one.span.line > 0 for one in numbered.ids.remarks)
    episode = numbered.start(7, "openly", 100)
    assert [numbered.ids.name(action) for action in episode.legal()] == ["nominate …"]
    episode.step(next(iter(episode.legal())))
    plants = [numbered.ids.name(action) for action in episode.legal()]
    assert len(plants) == 4
    assert all(name.startswith("nominate … plant: ") for name in plants)
    # Each has 50 Elektro, so a bid has two digits at most, and its tens are asked first.
    episode.step(next(iter(episode.legal())))
    assert {numbered.ids.name(action) for action in episode.legal()} <= {
        f"nominate … bid: {tens} * 10" for tens in range(6)
    }
    assert episode.length == 2


def test_a_guard_proves_a_range(tmp_path: Path) -> None:
    files = {
        "game.yaml": "ruleset: small\nlanguage: 2\nversion: 1.0.0\nname: Small\nplayers: {min: 1, max: 2}\nsetup: set_up\n"
        "round: [betting]\nranking: [{by: player.bet, order: most}]\n",
        "constants.yaml": "chips: {value: 30}\nlimit: {value: 12}\n",
        "state.yaml": "player:\n  bet: {number: number}\n  chips: {number: number}\n",
        "rules/r.rules": "procedure set_up:\n    for one in players:\n        set one.chips to chips\n\nphase betting:\n"
        "    for one in players:\n        decide stake by one:\n            bet(amount in 1 .. one.chips):\n"
        "                GUARD\n                set one.bet to amount\n    end game\n",
    }
    counts = {}
    for guard in ("", "needs amount <= limit because too_much"):
        home = tmp_path / f"small{len(guard)}"
        for name, text in files.items():
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                text.replace("                GUARD\n", f"                {guard}\n" if guard else ""), "utf-8"
            )
        numbered = number_game(str(home), 2, None)
        counts[bool(guard)] = numbered.ids.count, [one.code for one in numbered.ids.remarks]
        assert hold_to_moves(str(home), 2, 20) == 2
    # The option itself, and ten values of each of 16 digits.
    assert counts == {True: (12, []), False: (1 + 16 * 10, ["X211"])}


# -- digits ------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**16 - 1))
def test_decimal_digits_are_those_of_the_number(value: int) -> None:
    assert Number("n", 0, DECIMALS).digits(value) == tuple(map(int, f"{value:016}"))


@given(st.integers(-50, 50), st.lists(st.integers(1, 9), min_size=1, max_size=5), st.data())
def test_digits_give_their_value_back(low: int, radices: list[int], data: st.DataObject) -> None:
    number, room = Number("n", low, tuple(radices)), 1
    for radix in radices:
        room *= radix
    value = low + data.draw(st.integers(0, room - 1))
    digits = number.digits(value)
    assert all(0 <= digit < radix for digit, radix in zip(digits, radices, strict=True))
    assert number.value(digits) == value


class _Option:
    name = "pick"


class _Choice:
    option = _Option()


@given(st.sets(st.integers(0, 5)), st.integers(0, 4), st.integers(0, 6), st.lists(st.integers(0, 1), max_size=5))
def test_the_next_element_of_a_set_may_be_in_or_out_as_in_the_sets_there_are(
    elements: set[int], least: int, most: int, first: list[int]
) -> None:
    sets = [set(one) for size in range(least, most + 1) for one in combinations(sorted(elements), min(size, 99))]
    rows = {tuple(int(element in one) for element in range(6)) for one in sets}
    numbers = tuple(Number(f"e{element}", 0, (2,)) for element in range(6))
    block = Block("pick", ((CollectionType("e"), numbers),), 0, (2,) * 6, compound=True)
    family = ActionSet(_Choice(), (), Sets(sorted(elements), least, most))  # type: ignore[arg-type]
    prefix = tuple(first)
    if any(row[: len(prefix)] == prefix for row in rows):
        expected = {row[len(prefix)] for row in rows if row[: len(prefix)] == prefix}
        assert block.following(family, prefix) == expected
    for row in rows:
        chosen = encode_set([element for element in range(6) if row[element]])
        assert block.move(row) == Move("pick", (chosen,))


@given(st.integers(0, 3_000), st.integers(0, 3_000), st.integers(0, 16), st.data())
def test_the_next_digit_of_a_number_is_one_of_those_between_the_ends(
    one: int, other: int, at: int, data: st.DataObject
) -> None:
    low, high = min(one, other), max(one, other)
    block = Block("pay", ((CollectionType("e"), (Number("n", 0, DECIMALS),)),), 0, DECIMALS, compound=True)
    family = ActionSet(_Choice(), (), range(low, high + 1))  # type: ignore[arg-type]
    value = data.draw(st.integers(low, high))
    prefix = f"{value:016}"[:at]
    if at < 16:
        expected = {int(f"{each:016}"[at]) for each in range(low, high + 1) if f"{each:016}".startswith(prefix)}
        assert block.following(family, tuple(map(int, prefix))) == expected
