"""The rules of the house find what breaks them, and one that is broken in several places says all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
import test_docs
import test_findings
import test_matches
import test_rooms
import test_sizes
import test_words
from parsed import INTERPRETER, Parsed, hold

Rule = Callable[[Parsed], Iterable[tuple[int, str]]]
MATCHED = """from reguli.model.bound_tree import bound_terms as t
def one(x):
    match x:
        case t.Local(): ...
        case _: ...
def two(x: t.Term):
    match x:
        case t.Local() | t.ReadTerm(): ...
        case t.Placed(): ...
def three(x: object, y: t.Term):
    match x:
        case t.Local(): ...
        case _: ...
    match y:
        case t.Local(): ...
        case t.ReadTerm() | t.ComputedTerm(): ...
"""
BROKEN: list[tuple[Rule, str, list[int]]] = [
    (test_sizes._long, "\n" * 900 + "x = 1\n", [901]),
    (test_sizes._long, "def long():\n" + "    print()\n" * 60, [1]),
    (test_sizes._objects_as_defaults, "def one(a, b=[]): ...\ndef two(*, c=frozenset({1: 2})): ...\n", [1, 2]),
    (
        test_sizes._objects_as_defaults,
        "@dataclass\nclass One:\n    two: list = list()\n    three: list = field()\n",
        [3],
    ),
    (test_sizes._states, "known = {}\nKNOWN = {}\ndef learn(x):\n    KNOWN[x] = 1\n    KNOWN.pop(x)\n", [1, 4, 5]),
    (test_sizes._states, "def learn():\n    global KNOWN\n", [2]),
    (test_sizes._memories, "@cache\ndef one():\n    ...\n@lru_cache(maxsize=3)\ndef two(x):\n    ...\n", [5]),
    (test_docs._undocumented, '"""Said."""\nclass One:\n    def two(self): ...\n    def _three(self): ...\n', [2, 3]),
    (test_docs._no_sentences, '"""said"""\ndef one():\n    """Says nothing"""\n', [1, 2]),
    (
        test_docs._begun_otherwise,
        'def one() -> int:\n    """Give a number."""\nclass Two:\n    """Says a number."""\n',
        [1, 3],
    ),
    (test_docs._bare_dataclasses, '@dataclass(frozen=True)\nclass One:\n    """Said."""\n', [2]),
    (test_docs._bare_dataclasses, "@dataclass(frozen=True, slots=True)\nclass One: ...\n", [2]),
    (test_rooms._seen_and_not_named, "import os\nimport yaml\nfrom reguli.engine import questions\n", [2, 3, 3]),
    (test_rooms._late_without_reason, "def one():\n    import os\n    ...\n    import re  # seldom asked\n", [2]),
    (test_findings._given_otherwise, "bag.add('R153', None)\n", [1]),
    (test_matches._all_others, MATCHED, [5, 9]),
    (test_matches._all_other_verbs, 'match verb:\n case "move" | "draw": ...\n case _: ...\n', [3]),
    (test_words._said_of_a_game, "x = 1\n# the cheapest plant\n", [2]),
]
"""A rule, a file of the room `words`, and the lines that break the rule."""


@pytest.mark.parametrize(("rule", "text", "lines"), BROKEN, ids=[rule.__name__ for rule, _, _ in BROKEN])
def test_a_rule_finds_what_breaks_it(rule: Rule, text: str, lines: list[int], tmp_path: Path) -> None:
    path = tmp_path / "words" / "bad.py"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    assert [line for line, _ in rule(Parsed(path, tmp_path))] == lines


def test_every_place_that_breaks_a_rule_is_named_at_once() -> None:
    first, second = INTERPRETER[:2]
    with pytest.raises(AssertionError) as raised:
        hold(lambda file: [(3, "no"), (9, "not at all")] if file in (first, second) else [])
    assert str(raised.value).splitlines() == [
        "4 places break a rule of the house:",
        f"interpreter/reguli/{first.name}:3: no",
        f"interpreter/reguli/{first.name}:9: not at all",
        f"interpreter/reguli/{second.name}:3: no",
        f"interpreter/reguli/{second.name}:9: not at all",
    ]
