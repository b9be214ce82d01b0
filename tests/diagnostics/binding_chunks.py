"""Chunks that are bound: files of a ruleset as in ``ruleset_chunks``, laid over a small game of their own.

What a chunk writes joins the small game: an entry of game.yaml, constants.yaml, tables.yaml or state.yaml stands beside those of the
small game, or in the place of the one of its name; any other file is a file more.
"""

from __future__ import annotations

import dataclasses
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ruleset_chunks import moved, parted

from loading import load_documents
from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.folder_contents import apply_option_choices
from reguli.source.diagnostic import Bag

ENTRY = re.compile(r"^([a-z_]+):", re.MULTILINE)
ENTRIES = {
    "game.yaml": (
        "ruleset: my_game\n",
        "language: 2\n",
        "version: 1.0.0\n",
        "name: My Game\n",
        "players: {min: 2, max: 4}\n",
        "units: [point]\n",
        "options:\n  size: {choose: [small, large], default: small}\n  open_hands: {switch: false}\n",
        "setup: set_up\n",
        "round: [planning, building]\n",
        "stages:\n  - id: early\n  - {id: late, from: [early], when: round > last_early_round, checked: end of building, effective: start of round}\n",
        "ranking:\n  - {by: player.points, order: most}\n",
    ),
    "constants.yaml": ("start_money: {value: 50, unit: coin}\n", "last_early_round: 3\n"),
    "tables.yaml": (
        "income: {keys: [player_count, stage], unit: coin, rows: {2: [1, 2], 3: [3, 4], 4: [5, 6]}}\n",
        "fee: {keys: [{name: houses, from: 1, to: 3}], rows: [5, 6, 7]}\n",
    ),
}
FILES = {
    "components/pieces.yaml": "kinds:\n"
    "  suit: {elements: [hearts, clubs]}\n"
    "  coin: {tokens: {supply: unlimited}, starts: bank}\n"
    "  chip: {tokens: {variety: suit, supply: 9}, starts: supply}\n"
    "  card:\n    pieces: true\n    starts: box\n    rank: value\n"
    "    fields:\n      suit: {kind: suit}\n      value: {number: rank, compares: [coin]}\n      cost: {number: coin, default: 1}\n"
    "      motto: {text: true, default: none}\n      action: {procedure: [player], default: none}\n"
    "      able: {condition: [player], default: none}\n"
    "    columns: [id, suit, value]\n    rows: [[ace, hearts, 3], [king, clubs, 7], [event, clubs, 9]]\n"
    "  town: {elements: [ashby, barton, corby]}\n"
    "  road: {joins: town, fields: {length: {number: coin}}, rows: [[ashby, barton, 3], [barton, corby, 4]]}\n"
    "  cell: {grid: {shape: square, width: 3, height: 2}}\n",
    "state.yaml": "game:\n  box: {zone: card}\n  deck: {zone: card, order: stack, visible: nobody}\n"
    "  discard: {zone: card, order: stack}\n  bank: {zone: coin}\n  supply: {zone: chip}\n"
    "  turn_order: {list: player}\n  leader: {of: player}\n"
    "player:\n  hand: {zone: card, visible: owner}\n  money: {zone: coin}\n  chips: {zone: chip}\n"
    "  points: {number: point, range: [0, open]}\n  passed: {flag: true, lasts: round}\n  seen: {set: town}\n",
    "library/trade/library.yaml": "library: trade\nparameters:\n  good: {kind: goods}\n"
    "  price: {number: coin, default: 1}\n  gone: {procedure: [player]}\nstatements: {A1: Goods are dealt in.}\n",
    "library/trade/state.yaml": "player:\n  deals: {number: number, range: [0, 9]}\n",
    "library/trade/rules/trade.rules": "procedure deal(player) cites A1:\n    let high = 0\n"
    "    for good in goods where player.deals < player_count:\n        add 1 to high\n        add 1 to player.deals\n\n"
    "procedure give_up(player):\n    decide selling by player:\n"
    "        sell_it(amount in 0 .. count(player.money)):\n            needs amount >= price because too_low\n"
    "            run gone(player)\n",
    "rules/rounds.rules": "procedure set_up:\n    move all from box to deck\n    shuffle deck\n\n"
    "phase planning:\n    settle\n\nphase building:\n    settle\n",
}


def read_binding(text: str, bag: Bag) -> None:
    """Bind a chunk laid over the small game, and collect what is found."""
    files, headers = parted(text)
    found = Bag()
    documents = _load({**FILES, **files}, found)
    if documents is not None:
        if "state.yaml" in files:
            written = {(state.owner, state.id) for state in documents.state}
            more = tuple(state for state in _base().state if (state.owner, state.id) not in written)
            documents = dataclasses.replace(documents, state=documents.state + more)
        whole = bind_ruleset(documents, found)
        low, high = documents.game.players
        for players in range(low, high + 1) if whole is not None and documents.by_players else ():
            chosen = apply_option_choices(documents, {}, found, players=players)
            assert chosen is not None
            bind_ruleset(chosen, found)
    bag.extend(moved(finding, headers) for finding in found)


@cache
def _base() -> Documents:
    documents = _load(FILES, Bag())
    assert documents is not None
    return documents


def _load(files: Mapping[str, str], bag: Bag) -> Documents | None:
    whole = dict(files)
    for path, entries in ENTRIES.items():
        written = set(ENTRY.findall(files.get(path, "")))
        whole[path] = files.get(path, "") + "".join(
            entry for entry in entries if entry.partition(":")[0] not in written
        )
    with tempfile.TemporaryDirectory() as name:
        top = Path(name) / "my_game"
        for path, part in whole.items():
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            (top / path).write_bytes(part.encode("utf-8"))
        return load_documents(top, bag, options={})
