"""A game of no sense that has one of everything: written into a folder, loaded, and changed by tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import Playable
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag

FILES = {
    "game.yaml": """
ruleset: booth
language: 2
version: 1.0.0
name: Booth
players: {min: 2, max: 4}
units: [point]
options:
  open_coins: {switch: false}
  vows_remembered: {switch: true}
  goal: {choose: {low: {constants: {target: 5}}, high: {constants: {target: 9}}}, default: low}
setup: set_up
round: [morning, evening]
stages:
  - id: early
  - id: late
    from: [early]
    when: "round >= late_round"
    checked: {at: end of evening, order: 2}
    effective: start of round
ranking:
  - {by: player.points, order: most}
""",
    "constants.yaml": """
target: {value: 5}
late_round: {value: 3}
last_round: {value: 5}
dealt: {value: 2}
most_cards: {value: 3}
purse: {value: 3}
most_points: {value: 9}
""",
    "tables.yaml": """
prize: {keys: [{name: steps, from: 1, to: 3}], rows: [1, 2, 4]}
""",
    "components/things.yaml": """
kinds:
  colour: {plural: colours, elements: [red, blue]}
  coin: {tokens: {supply: unlimited}, starts: bank}
  gem: {tokens: {variety: colour, supply: {red: 4, blue: 3}}, starts: mine}
  card:
    plural: cards
    pieces: true
    starts: box
    fields: {worth: {number: point}}
    label: worth
    rank: worth
    columns: [id, worth]
    rows: [[fox, 1], [owl, 2], [elk, 3], [bear, 4], [wolf, 5], [lynx, 6]]
""",
    "state.yaml": """
game:
  bank: {zone: coin}
  mine: {zone: gem}
  box: {zone: card}
  deck: {zone: card, order: stack, visible: nobody}
  table: {zone: card}
  line: {list: player}
  last: {of: card}
  seen: {set: card, visible: nobody}
player:
  coins: {zone: coin, visible: {who: all, when: open_coins, otherwise: owner}}
  gems: {zone: gem, capacity: 4}
  hand: {zone: card, capacity: 3, visible: owner}
  points: {number: point, range: [0, 9]}
  secret: {number: point, range: [0, 9], visible: {who: owner, when: vows_remembered, otherwise: nobody}}
  picks: {set: colour, visible: owner}
  tired: {flag: true, lasts: round}
""",
    "rules/booth.rules": """
procedure set_up:
    move all card in box from box to deck
    shuffle deck
    for player in players:
        repeat dealt times:
            draw card from deck to player.hand
        move purse from bank to player.coins
    by lot leader in players
    append leader to line

phase morning:
    for buyer in players:
        decide stall by buyer, repeatedly:
            buy(colour in colours):
                needs buyer.coins >= 1 because no_coins(buyer.coins)
                needs count(buyer.gems) < purse because too_many_gems
                needs mine[colour] is not empty because sold_out
                move 1 from buyer.coins to bank
                move 1 of colour from mine to buyer.gems
            lay(card in buyer.hand):
                move card from buyer.hand to table
                set last to card
                add 1 to buyer.points
            rest:
                set buyer.tired to true
                end stall

phase evening:
    for player in players:
        decide vow by player, secretly:
            promise(amount in 1 .. purse):
                set player.secret to amount
            keep(colour in colours):
                append colour to player.picks
    if (some player in players where player.points >= target) or round >= last_round:
        end game

procedure give(player, amount: coin):
    move amount from bank to player.coins

procedure deal_all(player):
    repeat most_cards times:
        draw card from deck to player.hand

procedure lottery:
    by lot winner in players
    add 1 to winner.points

procedure too_far(player):
    add most_points to player.points
    add most_points to player.points

procedure steal(player):
    move 1 of red from player.gems to mine

procedure divide(player):
    set player.points to purse div player.points rounded down

procedure look_up(player):
    set player.points to prize[player.points]

procedure misplaced(card):
    move card from table to box

procedure read_nothing:
    run worth_of(last)

procedure worth_of(card):
    for player in line:
        add card.worth to player.points
""",
}


def written(folder: Path, changes: Mapping[str, tuple[str, str]] | None = None) -> Path:
    """Write the game, one text of a file replaced by another where ``changes`` (by file) says so."""
    top = folder / "booth"
    for name, text in FILES.items():
        old, new = (changes or {}).get(name, ("", ""))
        assert old in text
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return top


def opened(folder: Path, options: Mapping[str, str | bool] | None = None) -> LoadedRuleset:
    """Load a written game without findings."""
    loaded = LoadedRuleset(str(folder), dict(options or {}))
    assert loaded.ruleset is not None, codes(loaded.bag)
    assert not loaded.bag, codes(loaded.bag)
    return loaded


def codes(bag: Bag) -> list[str]:
    """The findings, shortly."""
    return [f"{finding.span} {finding.code} {dict(finding.args)}" for finding in bag]


def program(folder: Path, players: int = 2, options: Mapping[str, str | bool] | None = None) -> Playable:
    """Load and lower."""
    return opened(folder, options).program(players)


def sitting(made: Playable, **given: object) -> GamePlaythrough:
    """Begin with two people, and the deck in the order lynx, wolf, bear, elk, owl, fox."""
    names = ("anna", "ben", "cleo", "dora")[: made.players]
    order = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "leader": ["seat_2"]}
    return start_playthrough(made, 1, prescribed=order, names=names, **given)  # type: ignore[arg-type]
