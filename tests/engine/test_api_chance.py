"""What is left to chance, as the library tells it: sites, examples to copy, the order in which it is asked, what was not used."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from small_games import folder_of

import reguli

HOMES = (Path(__file__).parents[2] / "rulesets", Path(__file__).parents[1] / "rulesets")
FOLDERS = sorted(path.parent for home in HOMES for path in home.glob("*/game.yaml"))


@pytest.fixture
def booth(booth_folder: Path) -> reguli.Game:
    return reguli.load(booth_folder)


def test_every_site_is_told_with_what_it_decides(booth: reguli.Game) -> None:
    told = {site.name: site for site in booth.chance}
    assert list(told) == ["deck", "leader", "winner"]
    deck, leader, winner = told.values()
    assert (deck.form, deck.outcome, deck.of) == ("stack", "order", "card")
    assert [rule.rule for rule in deck.rules] == ["set_up/draw", "deal_all/draw"]
    assert [rule.place for rule in deck.shuffled_by] == ["booth/rules/booth.rules:4:5"]
    assert (leader.form, leader.outcome, leader.of) == ("lot", "element", "player")
    assert [(rule.rule, rule.place) for rule in leader.rules] == [("set_up/lot", "booth/rules/booth.rules:9:5")]
    # No game comes to the lottery by itself; any player will do as an example.
    assert (winner.example, winner.typed) == (("seat_1",), "seat_1")
    assert json.loads(json.dumps([site.to_json() for site in booth.chance]))[1]["of"] == "player"


def test_the_order_in_which_chance_is_asked_is_told(booth: reguli.Game) -> None:
    """Two cards for each player, one player after the other, then the leader."""
    for players in (2, 4):
        asked = booth.chance_for(players).beginning
        assert [(one.site, one.rule, one.count) for one in asked] == [
            ("deck", "set_up/draw", 2 * players if players < 4 else 6),
            ("leader", "set_up/lot", 1),
        ]
    with pytest.raises(reguli.UnfitPlayers):
        booth.chance_for(5)


def test_what_is_taken_out_unseen_is_the_head_of_the_deck() -> None:
    """Power Grid, P34: 8 plants of a game of three are the first 8 cards of the order that is prescribed."""
    game = reguli.load("power_grid")
    told = game.chance_for(3)
    assert [site.name for site in told.sites] == ["area", "player", "deck"]
    assert [(asked.site, asked.count) for asked in told.beginning] == [("area", 1), ("player", 3), ("deck", 8)]
    assert told.beginning[2].rule == "prepare_plant_market/draw"
    head = [f"plant_{number}" for number in (50, 46, 44, 42, 40, 39, 38, 37)]
    assert set(map(str, game.start(3, prescribed={"deck": [head]}).value("removed"))) == set(head)  # type: ignore[arg-type]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_example_can_be_prescribed(folder: Path) -> None:
    """Alone and with the others, whatever the seed brings elsewhere."""
    game = reguli.load(folder)
    for players in game.players:
        for site in game.chance_for(players).sites:
            game.start(players, prescribed={site.name: site.example})
            game.start(players, seed=6, prescribed={site.name: site.example})
        together = {site.name: site.example for site in game.chance_for(players).sites}
        game.start(players, seed=5, prescribed=together)


BEASTS = "{plural: beasts, pieces: true, starts: box, elements: [ant, bee, cat, dog, elk, fox, gnu, hen, ibis, jay]}"
PACKS = """
procedure set_up:
    move all beast in box where TAME from box to herd
    move all from box to pack
    shuffle pack
    draw five of pack to herd
    shuffle herd
    draw four of herd to table

phase going:
    end game
"""


def herds(home: Path, tame: str) -> reguli.Game:
    """A herd of those that are tame and of five others, by lot."""
    stacks = ", ".join(f"{name}: {{zone: beast, order: stack}}" for name in ("pack", "herd"))
    state = f"game: {{box: {{zone: beast}}, table: {{zone: beast}}, {stacks}}}\n"
    return reguli.load(folder_of(home, f"  beast: {BEASTS}", state, PACKS.replace("TAME", tame), five=5, four=4))


def test_an_example_names_what_is_there_whatever_chance_brings(tmp_path: Path) -> None:
    """Ant and bee are always in the herd; whoever comes out of the pack is not, so another seed could not bring it."""
    game = herds(tmp_path, "beast = ant or beast = bee")
    pack, herd = game.chance_for(2).sites
    assert (pack.name, herd.name) == ("pack", "herd")
    assert set(herd.example[0]) <= {"ant", "bee"}
    for seed in range(10):
        game.start(2, seed=seed, prescribed={"herd": herd.example})
        game.start(2, seed=seed, prescribed={"herd": herd.example, "pack": pack.example})


def test_where_all_hangs_on_chance_that_is_shown_whole(tmp_path: Path) -> None:
    game = herds(tmp_path, "beast = ant and beast = bee")
    pack, herd = game.chance_for(2).sites
    assert (len(pack.example[0]), len(herd.example[0])) == (5, 3)
    assert set(herd.example[0]) <= set(pack.example[0])
    for seed in range(10):
        started = game.start(2, seed=seed, prescribed={"herd": herd.example, "pack": pack.example})
        assert set(herd.example[0]) <= set(started.value("table"))  # type: ignore[arg-type]


def unused(playthrough: reguli.Playthrough) -> dict[str, tuple[str, Sequence[str]]]:
    return {one.site: (one.how, one.outcomes) for one in playthrough.unused_chance}


def test_what_was_prescribed_and_did_not_come_is_told(booth: reguli.Game) -> None:
    order = ["lynx", "wolf", "bear", "elk", "owl", "fox"]
    given = {"leader": ["ben", "anna"], "winner": [1], "deck": [order, ["owl"]]}
    playthrough = booth.start(2, names=("anna", "ben"), prescribed=given)
    assert unused(playthrough) == {
        "leader": ("never", ("seat_1",)),
        "winner": ("never", ("seat_2",)),
        "deck": ("never", ("owl",)),
    }
    assert unused(booth.start(2, prescribed={"leader": ["seat_1"], "deck": [order]})) == {}
    assert unused(booth.start(2, prescribed={"deck.draws": [*order, "lynx"]})) == {
        "deck.draws": ("never", ("owl", "fox", "lynx"))
    }


def test_seats_are_whole_numbers_as_everywhere(booth: reguli.Game) -> None:
    playthrough = booth.start(3, names=("anna", "ben", "cleo"), prescribed={"leader": [2]})
    assert playthrough.value("line") == ["cleo"]
    with pytest.raises(reguli.Unreadable, match="one of: anna, ben, cleo"):
        booth.start(3, names=("anna", "ben", "cleo"), prescribed={"leader": [3]})
