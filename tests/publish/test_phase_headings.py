"""The order in the heading of a phase: that of all loops that ask, or none; on cards, in books and their pictures, in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.publish.products.card_planner import PhaseActors, phase_seat_order

CODES = ("en", "ro", "hu")
ONE_BY_ONE = """variant: one_by_one
of: power_grid
name: Power Grid, one token at a time
add: {state: {player: {bought_up: {flag: true, lasts: phase, shown: false, provenance: ours}}}}
"""
ROUND_ROBIN = """phase resources cites P37, P83:
    for buyer round reversed(turn_order) where not buyer.bought_up:
        decide purchase by buyer cites P83:
            buy(fuel in fuels where count(fuel_market[fuel]) > 0 because none_left) cites P81, P86, P87, P88:
                needs room(buyer, fuel) > 0 because no_room_on_plants(room(buyer, fuel)) cites P84, P85
                let cost = price_of(fuel, 1)
                pay cost from buyer.money to bank because too_expensive(cost) cites P87
                move 1 of fuel from fuel_market to buyer.fuel
            end_buying:
                set buyer.bought_up to true
"""
REVERSE = {
    "en": "in reverse player order",
    "ro": "în ordinea inversă a jucătorilor",
    "hu": "fordított játékossorrendben",
}
CLOCKWISE = {
    "en": "clockwise",
    "ro": "în sensul acelor de ceasornic",
    "hu": "az óramutató járásának megfelelő irányban",
}
SEATS = {"en": "order of the seats", "ro": "ordinea locurilor", "hu": "ülésrend"}
TILES = {
    "game.yaml": """ruleset: tiles
language: 2
version: 1.0.0
name: Tiles
players: {min: 2, max: 3, provenance: ours}
units: [point]
round: [main]
ranking: [{by: player.points, order: most, provenance: ours}]
""",
    "inventory.yaml": 'M1: {statement: "Tiles are picked.", state: specified}\n',
    "state.yaml": """game:
  row: {zone: tile, provenance: ours}
  queue: {list: player, provenance: ours}
tile: {owner: {of: player, provenance: ours}}
player: {points: {number: point, range: [0, open], provenance: ours}}
""",
    "components/things.yaml": "kinds: {tile: {plural: tiles, pieces: true, starts: row, "
    "rows: [{id: t1}, {id: t2}, {id: t3}, {id: t4}], provenance: ours}}\n",
}
CHOOSE = """
procedure choose(player) cites M1:
    decide choosing by player, or none_of_them:
        pick(tile in row):
            set tile.owner to player
            add 1 to player.points
"""
ALL_SEATS = "for player in players:\n            run choose(player)\n"
SEATS_ALONE = PhaseActors("player")


def folder_of(tmp_path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = tmp_path / "ruleset" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "ruleset"


def tiles(tmp_path: Path, body: str) -> Path:
    """Write a game whose one phase has a body, ended after two rounds."""
    phase = f"phase main cites M1:\n{body}    if round > 1 + 1:\n        end game\n"
    return folder_of(tmp_path, {**TILES, "rules/main.rules": phase + CHOOSE})


def printed(folder: Path, out: Path) -> dict[str, str]:
    """Return everything that card and book print of a folder in each language, pictures included."""
    for command in ("card", "book"):
        main([command, str(folder), "--lang", ",".join(CODES), "--format", "md,html", "--draft", "--folder", str(out)])
    return {
        code: " ".join(path.read_text("utf-8") for path in sorted(out.rglob(f"*.{code}.*")) if path.suffix != ".pdf")
        for code in CODES
    }


@pytest.mark.night
@pytest.mark.pages
def test_round_and_round_in_reverse_is_not_called_clockwise(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, {"variant.yaml": ONE_BY_ONE, "rules/resources.rules": ROUND_ROBIN})
    bound = LoadedRuleset(str(folder)).ruleset
    assert bound is not None
    orders = {phase.id: phase_seat_order(phase, bound) for phase in bound.phases}
    assert orders["resources"] == PhaseActors("game.turn_order", reversed=True)
    assert orders["auction"] == PhaseActors("game.turn_order")
    for code, text in printed(folder, tmp_path / "out").items():
        phase = [
            line for line in text.splitlines() if line.startswith("**") and ("3" in line and REVERSE[code] in line)
        ]
        assert phase, code
        assert not any(CLOCKWISE[code] in line for line in phase), code


@pytest.mark.pages
def test_where_loops_disagree_no_order_is_printed(tmp_path: Path) -> None:
    body = (
        "    if round = 1:\n        for player in players:\n            run choose(player)\n    else:\n"
        "        for tile in row:\n            if tile.owner is not none:\n"
        "                run choose(tile.owner)\n"
    )
    texts = printed(tiles(tmp_path, body), tmp_path / "out")
    assert all(text and SEATS[code] not in text for code, text in texts.items())


@pytest.mark.pages
def test_where_they_agree_it_is_printed(tmp_path: Path) -> None:
    body = f"    if round = 1:\n        {ALL_SEATS}    for player in players:\n        run choose(player)\n"
    texts = printed(tiles(tmp_path, body), tmp_path / "out")
    assert all(SEATS[code] in text for code, text in texts.items())


@pytest.mark.parametrize(
    ("body", "order"),
    [
        ("    for player in players:\n        run choose(player)\n", SEATS_ALONE),
        ("    for player in reversed(players):\n        run choose(player)\n", PhaseActors("player", reversed=True)),
        ("    for player in queue:\n        run choose(player)\n", PhaseActors("game.queue")),
        (
            "    for player in clockwise_from(first(players)):\n        run choose(player)\n",
            PhaseActors("player", around=True),
        ),
        (
            "    for player round reversed(clockwise_from(first(players))) until row is empty:\n        run choose(player)\n",
            PhaseActors("player", reversed=True, around=True),
        ),
        ("    for player round queue until row is empty:\n        run choose(player)\n", PhaseActors("game.queue")),
        (
            "    for player in players:\n        run choose(player)\n    for player in reversed(players):\n        run choose(player)\n",
            None,
        ),
        ("    for player in players:\n        run choose(player)\n    run choose(first(queue))\n", None),
        (
            "    for player in players:\n        run choose(player)\n        for other in clockwise_from(player):\n            run choose(other)\n",
            SEATS_ALONE,
        ),
    ],
    ids=["seats", "reversed", "list", "clockwise", "counter", "round", "there_and_back", "one_more", "nested"],
)
def test_the_order_is_that_of_all_loops_that_ask(body: str, order: PhaseActors | None, tmp_path: Path) -> None:
    bound = LoadedRuleset(str(tiles(tmp_path, body))).ruleset
    assert bound is not None
    assert [phase_seat_order(phase, bound) for phase in bound.phases] == [order]
