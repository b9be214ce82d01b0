"""Names in generated Python: what all functions of a program share, and the locals of one function.

What is shared begins with a capital letter, a local with a small one, so that neither hides the other; nothing of a ruleset is run as it was written.
"""

from __future__ import annotations

import keyword
import re
from typing import Any, Final

SLOTS: Final = "s"
JOURNAL: Final = "j"
OFFERS: Final = "o"
PAST: Final = "P"
FAILED: Final = "Failed"
BUNDLE: Final = "Bundle"
DIGITS: Final = "Digits"
NUMBERS: Final = "Number"
OURS: Final = frozenset({SLOTS, JOURNAL, OFFERS, "range", "len", "tuple", "list"})
"""What a local may not be called."""
LOCAL: Final = re.compile(r"[a-z]([a-z0-9_]*[a-z0-9])?")


class Shared:
    """The namespace of the functions of a program, and how what they share is called there."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.namespace: dict[str, Any] = {}
        self._functions: dict[str, str] = {}
        self._tables: dict[object, str] = {}
        self._areas: dict[str, str] = {}
        self._globals: dict[str, str] = {}
        self._parts = 0

    def function(self, name: str) -> str:
        """Give the name of a function."""
        return self._named(self._functions, "F", name)

    def area(self, name: str) -> str:
        """Give the name of an area."""
        return self._named(self._areas, "A", name)

    def known(self, name: str) -> str:
        """Give the name of a number that is kept beside the positions."""
        return self._named(self._globals, "G", name)

    def part(self) -> str:
        """Give a name for a part of a function that stands by itself."""
        self._parts += 1
        return f"Part{self._parts}"

    def table(self, table: tuple[Any, ...]) -> str:
        """Give the name of a table, the same for the same one."""
        name = self._tables.get(table)
        if name is None:
            name = self._tables[table] = f"T{len(self._tables)}"
            self.namespace[name] = table
        return name

    @staticmethod
    def _named(known: dict[str, str], letter: str, name: str) -> str:
        found = known.get(name)
        if found is None:
            found = known[name] = f"{letter}{len(known)}_{re.sub('[^A-Za-z0-9]+', '_', name)}"
        return found


class Locals:
    """The names of one function's locals."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[str, str] = {}
        self._made = 0

    def local(self, name: str) -> str:
        """Give what a local is called."""
        found = self._known.get(name)
        if found is None:
            plain = LOCAL.fullmatch(name) and name not in OURS and not keyword.iskeyword(name)
            found = self._known[name] = name if plain else f"n{len(self._known)}_"
        return found

    def new(self) -> str:
        """Give a name that no local of the form has."""
        self._made += 1
        return f"x{self._made}_"
