"""YAML to nodes: values, places, offsets, comments; the same from both parsers."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import finding_catalogue
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

CORPUS = Path(__file__).parents[1] / "diagnostics" / "yaml.yaml.txt"
CHUNKS = CORPUS.read_text(encoding="utf-8").split("=====\n")
PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["fast", "pure"])

TEXT = """\
# head
id: checkers   # tail
size: {width: 8, 'height': -8}
seats:
  - red
  - "b\\u00e9 # no"

note: |
  first # no
  second

# between
last: [true, null]
"""


def _read(text: str, *, pure: bool = False) -> Node:
    bag = Bag()
    node = read_yaml(text, "f", bag, pure=pure)
    assert node is not None
    assert not bag, bag.codes
    return node


def _plain(node: Node) -> object:
    match node:
        case ScalarNode():
            return node.value
        case SequenceNode():
            return [_plain(item) for item in node.items]
        case MappingNode():
            return {entry.key.value: _plain(entry.value) for entry in node.entries}


def _all(node: Node) -> list[Node]:
    match node:
        case ScalarNode():
            return [node]
        case SequenceNode():
            return [node, *(below for item in node.items for below in _all(item))]
        case MappingNode():
            parts = [part for entry in node.entries for part in (entry.key, entry.value)]
            return [node, *(below for part in parts for below in _all(part))]


@PARSERS
def test_values_are_what_was_written(pure: bool) -> None:
    assert _plain(_read(TEXT, pure=pure)) == {
        "id": "checkers",
        "size": {"width": 8, "height": -8},
        "seats": ["red", "bé # no"],
        "note": "first # no\nsecond\n",
        "last": [True, None],
    }


@PARSERS
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_offsets_give_the_text_back(pure: bool, ending: str) -> None:
    text = TEXT.replace("\n", ending)
    root = _read(text, pure=pure)
    assert isinstance(root, MappingNode)
    written = {entry.key.text: text[entry.value.start : entry.value.end] for entry in root.entries}
    assert written == {
        "id": "checkers",
        "size": "{width: 8, 'height': -8}",
        "seats": f'- red{ending}  - "b\\u00e9 # no"',
        "note": f"|{ending}  first # no{ending}  second",
        "last": "[true, null]",
    }
    assert [text[entry.key.start : entry.key.end] for entry in root.entries] == ["id", "size", "seats", "note", "last"]


@PARSERS
def test_places_and_offsets_tell_the_same(pure: bool) -> None:
    text = "a: 🎲\nbé:\n  - [1, x]\n  - {c: 'd'}\n"
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for node in _all(_read(text, pure=pure)):
        assert starts[node.span.line - 1] + node.span.column - 1 == node.start
        assert starts[node.span.end_line - 1] + node.span.end_column - 1 == node.end


@PARSERS
def test_places_are_lines_and_columns_from_one(pure: bool) -> None:
    root = _read(TEXT, pure=pure)
    assert isinstance(root, MappingNode)
    assert root.span == Span("f", 2, 1, 13, 19)
    size = root.get("size")
    assert isinstance(size, MappingNode)
    height = size.entry("height")
    assert height is not None
    assert height.key.span == Span("f", 3, 18, 3, 26)
    assert (height.key.style, height.value.span) == ("single", Span("f", 3, 28, 3, 30))
    assert size.flow
    assert not root.flow


def test_a_group_answers_by_name() -> None:
    root = _read("a: 1\n2: b\n'c d': {}\n")
    assert isinstance(root, MappingNode)
    assert root.keys() == ("a", "2", "c d")
    value = root.get("2")
    assert isinstance(value, ScalarNode)
    assert value.value == "b"
    assert root.get("x") is None
    assert root.entry("x") is None


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="only one parser here")
@pytest.mark.parametrize(
    "text", [*CHUNKS, *(code.wrong for code in finding_catalogue().values() if code.id.startswith("Y"))]
)
def test_both_parsers_find_the_same(text: str) -> None:
    fast, slow = Bag(), Bag()
    assert read_yaml(text, "f", fast) == read_yaml(text, "f", slow, pure=True)
    assert fast.diagnostics == slow.diagnostics


def test_a_tree_comes_with_likely_values_so_that_more_mistakes_are_found() -> None:
    bag = Bag()
    node = read_yaml("a: 08\nb: yes\nc: ~\nd: +5\ne: 1:30\n", "f", bag)
    assert node is not None
    assert _plain(node) == {"a": 8, "b": True, "c": None, "d": "+5", "e": "1:30"}
    assert bag.codes == ("Y301", "Y305", "Y308", "Y302", "Y306")


def test_the_second_of_two_names_points_at_the_first() -> None:
    bag = Bag()
    read_yaml("a: 1\nb: 2\na: 3\n", "f", bag)
    (found,) = bag
    assert [str(place) for place, _ in found.related] == ["f:1:1"]
