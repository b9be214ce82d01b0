"""Whatever value stands wherever, reading a ruleset ends with findings, never with a fault."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest
from small_ruleset import Write

from loading import load_documents
from reguli.source.diagnostic import Bag
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

JUNK = ("[]", "{}", "7", '"x y"', "true", "[a, 3]", "{a: b}", "-1")
FILES = {
    "game.yaml": "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4, source: [P2]}\n"
    "units: [point]\noptions:\n  size: {choose: {small: {constants: {width: 3}}, large: {boards: [hill]}}, default: small}\n"
    "  open: {switch: false, source: P3}\nsetup: set_up\nround: [planning, scoring]\nstages:\n  - id: early\n"
    "  - id: late\n    from: [early]\n    drawn: {card: ace, from: deck}\n    cases:\n"
    "      during planning: {now: mix, then: {run: mix, at: end of planning}, effective: start of round}\n"
    "ranking:\n  - {by: player.purse, order: most}\nsources: {en: {title: Rules, language: en, kind: rulebook}}\n",
    "constants.yaml": "width: {value: 4, unit: cell, source: [P1], provenance: public}\n",
    "tables.yaml": "fee: {keys: [stage, {name: n, from: 1, to: 2}], of: suit, shape: [complete], rows: {early: [red, blue]}}\n",
    "components/a.yaml": "kinds:\n  suit: {plural: suits, elements: [red, blue]}\n"
    "  coin: {tokens: {variety: suit, supply: {red: 3, blue: unlimited}}, starts: bank}\n"
    "  card:\n    pieces: true\n    fields: {cost: {number: coin, compares: [point]}, suits: {set: suit}, act: {procedure: [p]}}\n"
    "    columns: [id, cost, suits, act, copies]\n    rows: [[ace, 1, [red], settle, 2], {id: king, cost: 2, suits: [], act: settle}]\n"
    "    label: id\n    rank: cost\n",
    "boards/hill.yaml": "board: hill\nkinds: {cell: {grid: {shape: square, width: width, height: 3, edges: sides}}}\n",
    "state.yaml": "player:\n  purse: {zone: coin, visible: {who: owner, when: open, otherwise: all}, capacity: 9}\n"
    "  points: {number: point, range: [0, 9], start: 0, lasts: round}\n",
    "inventory.yaml": "P1: {statement: a, state: S, sources: {en: page 1}, ruling: b, carries: none}\n",
}


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    match node:
        case SequenceNode(items=items):
            for item in items:
                yield from _nodes(item)
        case MappingNode(entries=entries):
            for entry in entries:
                yield entry.key
                yield from _nodes(entry.value)
        case ScalarNode():
            pass


def test_the_files_themselves_are_sound(write: Write) -> None:
    bag = Bag()
    assert load_documents(write(FILES), bag) is not None
    assert bag.codes == ()


@pytest.mark.parametrize("name", FILES)
def test_any_value_may_be_replaced_by_any_other(write: Write, name: str) -> None:
    text = FILES[name]
    tree = read_yaml(text, name, Bag())
    assert tree is not None
    read = 0
    for node, junk in zip(_nodes(tree), cycle(JUNK), strict=False):
        bag = Bag()
        load_documents(write({**FILES, name: text[: node.start] + junk + text[node.end :]}), bag)
        read += bool(bag)
    assert read, "not one of the replacements was found"
