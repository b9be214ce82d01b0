"""Every statement, corner case, difference and slip is named by a test that exercises it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from reguli.shipped_files import shipped_folder

HERE = Path(__file__).parent
CASES = [str(number) for number in range(1, 42)] + ["1b", "3b"]
NAMED = [
    *(f"P{number}" for number in range(1, 180)),
    *(f"L{number}" for number in range(1, 29)),
    *(f"K{number}" for number in range(1, 16)),
    *(f"case {case}" for case in CASES),
]
# The worked examples of the rulebook.
EXAMPLES = [*(f"E{n}" for n in range(1, 25) if n != 6), *(f"E6{letter}" for letter in "abcdefg"), "E7b", "E8b", "E8c"]
ID = re.compile(r"(?:P|L|K|E|case )\d+[a-z]?")


@cache
def named_by_tests() -> dict[str, list[str]]:
    """By id: the tests whose docstring begins with it, before the colon."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_grid_*.py")):
        for function, doc in docstrings(path):
            for one in ids_of(doc):
                found.setdefault(one, []).append(function)
    return found


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def ids_of(doc: str) -> list[str]:
    said = doc.split(":", maxsplit=1)[0]
    return [one.strip() for one in said.split(",")] if ID.match(said) else []


def test_each_is_exercised() -> None:
    assert [name for name in NAMED if name not in named_by_tests()] == []


def test_each_worked_example_is_executable() -> None:
    """As an example of the ruleset, or as several; that they pass is tested with those of all rulesets."""
    folder = shipped_folder("rulesets") / "power_grid" / "examples"
    written = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml")))
    assert [name for name in EXAMPLES if not re.search(rf"^  - id: {name}_", written, re.MULTILINE)] == []


def test_nothing_else_is_named() -> None:
    assert [one for one in named_by_tests() if one not in NAMED and not re.fullmatch(r"E\d+", one)] == []
