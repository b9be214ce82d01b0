"""A game of a few lines in which games by lot find nothing wrong, written with something changed."""

from __future__ import annotations

from pathlib import Path

GAME = """
ruleset: small
language: 2
version: 1.0.0
name: Small
players: {min: 2, max: 3}
setup: set_up
round: [work]
ranking: [{by: player.points, order: most}]
"""
KINDS = """kinds:
  card: {pieces: true, starts: deck, fields: {value: {number: number}}, columns: [id, value],
    rows: [[one, 1], [two, 2], [three, 3], [four, 4], [five, 5], [six, 6], [seven, 7], [eight, 8]]}
"""
STATE = """
game: {deck: {zone: card, order: stack, visible: nobody}, aside: {zone: card}}
player: {hand: {zone: card, visible: owner}, points: {number: number, range: [0, 30]}}
"""
CONSTANTS = """
dealt: {value: 2}
last: {value: 3}
never: {value: 7}
rich: {value: 20}
least: {value: 1}
"""
RULES = """
procedure set_up:
    shuffle deck
    for player in players:
        repeat dealt times:
            draw card from deck to player.hand

phase work:
    by lot first_one in players
    for player in clockwise_from(first_one):
        decide turn by player, or rest:
            show(card in player.hand):
                needs card.value >= least because too_low
                add card.value to player.points
                move card to aside
    if round = last:
        end game
"""


def written(home: Path, *changes: tuple[str, str], state: str = STATE) -> Path:
    """Write the game with some texts changed."""
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    for name, text in (("game", GAME), ("components/k", KINDS), ("state", state), ("constants", CONSTANTS)):
        path = home / "small" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (home / "small" / "rules").mkdir()
    (home / "small" / "rules" / "r.rules").write_text(rules, encoding="utf-8")
    return home / "small"
