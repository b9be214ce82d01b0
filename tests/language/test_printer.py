"""The canonical layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from language_trees import rules
from same_tree import same_tree

from reguli.language.formatter import format_rules
from reguli.source.diagnostic import Bag

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "rulesets").rglob("*.rules"))
FILES = SHIPPED + sorted((ROOT / "tests/rulesets").rglob("*.rules"))

WRITTEN = """\
# About the file.


#!second comment
phase   first cites P1,P2 :  # at the head
  if a :   # at the if
        # before the statement
        set b [ c ] to - 1*( d+e )-f .g

        settle


        settle
        # at the end of the block
  # at the end of the phase
  else  if b:settle
define x=(
   a
 # inside
       +max( b,c , some y in {d ,e} has y ) # behind
  )   cites P3
# About the next one.

# Right above it.
whenever full: x   >  1  then : end   game
# At the end.
"""

CANONICAL = """\
# About the file.

#!second comment
phase first cites P1, P2:  # at the head
    if a:  # at the if
        # before the statement
        set b[c] to -1 * (d + e) - f.g

        settle

        settle
        # at the end of the block
    # at the end of the phase
    else if b: settle

define x = (
    a
    # inside
    + max(b, c, some y in {d, e} has y)  # behind
) cites P3

# About the next one.

# Right above it.
whenever full: x > 1 then: end game
# At the end.
"""


def _formatted(text: str) -> str:
    bag = Bag()
    found = format_rules(text, "test", bag)
    assert found is not None
    assert not bag
    return found


def test_spaces_indentation_and_blank_lines_are_set_right_and_comments_stay() -> None:
    assert _formatted(WRITTEN) == CANONICAL
    assert _formatted(CANONICAL) == CANONICAL
    assert same_tree(rules(WRITTEN), rules(CANONICAL))


def test_what_goes_on_behind_a_header_stands_further_in_than_its_block() -> None:
    text = "phase a:\n  decide b by c:\n    d(x in (e\n  + f)):\n      settle\n"
    assert _formatted(text) == (
        "phase a:\n    decide b by c:\n        d(x in (e\n                + f)):\n            settle\n"
    )


def test_brackets_opened_on_one_line_indent_once() -> None:
    assert _formatted("define a = f({\nb,\nc})\n") == "define a = f({\n    b,\n    c})\n"


@pytest.mark.parametrize("text", ["", "# only this\n", "phase a: settle\n", "define a = 1\n\ndefine b = 2\n"])
def test_a_canonical_text_stays(text: str) -> None:
    assert _formatted(text) == text


def test_a_text_with_mistakes_is_not_formatted() -> None:
    bag = Bag()
    assert format_rules("phase a\n  settle\n", "test", bag) is None
    assert bag.codes == ("L170",)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_every_rules_file_keeps_its_meaning(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    once = _formatted(text)
    assert same_tree(rules(text), rules(once))
    assert _formatted(once) == once


@pytest.mark.parametrize("path", SHIPPED, ids=[str(path.relative_to(ROOT)) for path in SHIPPED])
def test_shipped_rules_stand_in_the_canonical_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert _formatted(text) == text


def test_there_are_rules_files() -> None:
    assert SHIPPED
    assert FILES != SHIPPED


def test_trees_that_differ_are_told_apart() -> None:
    assert same_tree(rules("define a = 1 + b"), rules("\ndefine a =   1 + (b)"))
    for other in ("define a = 1 - b", "define a = 1 + c", "define a = 2 + b", "define a(c) = 1 + b", "event a"):
        assert not same_tree(rules("define a = 1 + b"), rules(other))
