"""A small deck of the tests' own: a game in which players draw cards, with texts in three languages, icons and pictures."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

FILES = {
    "game.yaml": """\
ruleset: deck
language: 2
version: 1.0.0
units: [point]
name: Deck
players: {min: 2, max: 2, source: [D1]}
round: [drawing]
ranking:
  - {by: collected(player), order: most, source: [D2]}
sources:
  common: {title: "A deck, in our own words", language: en, kind: rules}
""",
    "inventory.yaml": """\
D1: {statement: "Two players draw cards in turn.", state: specified, sources: {common: "start"}}
D2: {statement: "Most cards win.", state: specified, sources: {common: "end"}}
""",
    "state.yaml": """\
game:
  stack: {zone: card, source: [D1]}
  to_move: {of: player, start: seat_1, source: [D1]}
player:
  drawn: {zone: card, source: [D1]}
""",
    "rules/drawing.rules": """\
phase drawing cites D1:
    while stack is not empty:
        decide turn by to_move:
            draw(card in stack) cites D1:
                move card from stack to to_move.drawn
                set to_move to next(to_move)
    end game

define collected(player) = count(player.drawn) cites D2
""",
}
ICONS = """\
icons:
  coal: {colour: "#6b4226", paths: ["M2 2 L22 2 L12 22 Z"]}
  star: {colour: "#946a00", paths: ["M12 2 L22 22 L2 22 Z"]}
"""
PIECE = """\
pieces:
  - piece: card
    kind: card
    number: cost
    title: {say: title, with: {title: title}}
    text: [{say: rule, with: {rule: rule}}]
    back: {icon: star, say: back}
"""
WORDS = {"en": ("Cards", "A card"), "ro": ("Cărți", "O carte"), "hu": ("Lapok", "Egy lap")}
HEAD = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
Row = Mapping[str, object]
TITLE = "Lantern"
RULE = "Pay :coal: to draw:: once."


def rows(count: int = 3) -> list[Row]:
    """Return the rows of a deck."""
    return [
        {"id": f"c{at}", "title": f"{TITLE} {at}", "rule": RULE, "cost": at, "art": ""} for at in range(1, count + 1)
    ]


def write_deck(folder: Path, cards: list[Row] | None = None, *, pieces: str = PIECE, icons: str = ICONS) -> Path:
    """Write the deck to a folder and return it."""
    for name, text in {**FILES, "pieces.yaml": icons + pieces}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    write_cards(folder, rows() if cards is None else cards)
    for code, (_, back) in WORDS.items():
        home = folder / "words" / code
        home.mkdir(parents=True, exist_ok=True)
        said = {"card:title": "[title]", "card:rule": "[rule]", "card:back": back}
        entries = [f'msgctxt "{name}"\nmsgid "x"\nmsgstr "{text}"\n' for name, text in said.items()]
        (home / "wordings.po").write_text("\n".join((HEAD.format(code=code), *entries)), "utf-8")
    return folder


def write_cards(folder: Path, cards: list[Row]) -> None:
    """Write the cards of the deck, as one edits them."""
    lines = [
        "kinds:", "  card:", "    plural: cards", "    pieces: true", "    starts: stack", "    source: [D1]",
        "    fields: {title: {text: true}, rule: {text: true}, cost: {number: point}, art: {text: true}}",
        "    columns: [id, title, rule, cost, art]", "    rows:",
    ]  # fmt: skip
    for card in cards:
        cells = [f'"{card[name]}"' for name in ("title", "rule")]
        lines.append(f'      - [{card["id"]}, {cells[0]}, {cells[1]}, {card["cost"]}, "{card["art"]}"]')
    (folder / "components").mkdir(exist_ok=True)
    (folder / "components" / "cards.yaml").write_text("\n".join(lines) + "\n", "utf-8")


def png(width: int, height: int) -> bytes:
    """Return a white picture."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    body = zlib.compress((b"\0" + b"\xff" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", body) + chunk(b"IEND", b"")
