"""A stack that each player has: its order is its own, whatever the others pile up."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

FILES = {
    "game.yaml": """
ruleset: piles
language: 2
version: 1.0.0
name: Piles
players: {min: 3, max: 3}
round: [day]
ranking:
  - {by: count(player.pile), order: most}
""",
    "components/cards.yaml": "kinds: {card: {plural: cards, pieces: true, starts: box, elements: [ant, bee, cat, dog, elk, fox]}}\n",
    "state.yaml": "game:\n  box: {zone: card}\nplayer:\n  pile: {zone: card, order: stack}\n",
    "rules/day.rules": """
phase day:
    move ant from box to top of seat_1.pile
    move bee from box to top of seat_2.pile
    move cat from box to top of seat_2.pile
    move dog from box to bottom of seat_2.pile
    move elk from box to top of seat_3.pile
    move fox from box to bottom of seat_3.pile
    for player in players:
        decide step by player:
            take_back(card in player.pile):
                move card from player.pile to box
            wait:
                settle
    end game
""",
}


@pytest.fixture
def piles(tmp_path: Path) -> reguli.Playthrough:
    for name, text in FILES.items():
        path = tmp_path / "piles" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return reguli.load(tmp_path / "piles").start(players=3)


def orders(playthrough: reguli.Playthrough) -> list[object]:
    return [playthrough.value(f"all card in seat_{seat}.pile") for seat in (1, 2, 3)]


def test_each_pile_has_its_own_order(piles: reguli.Playthrough) -> None:
    assert orders(piles) == [["ant"], ["cat", "bee", "dog"], ["elk", "fox"]]


@pytest.mark.parametrize(("card", "left"), [("cat", ["bee", "dog"]), ("bee", ["cat", "dog"]), ("dog", ["cat", "bee"])])
def test_what_leaves_a_pile_leaves_the_order_of_the_others(
    piles: reguli.Playthrough, card: str, left: list[str]
) -> None:
    piles.apply("wait")
    piles.apply(f"take_back {card}")
    assert orders(piles) == [["ant"], left, ["elk", "fox"]]
