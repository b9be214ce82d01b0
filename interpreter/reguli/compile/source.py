"""Python source as it is written: functions collected, the things they need named, all compiled together.

Generated code calls what the walker calls too where an operator is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

from reguli.ir.faults import RulesFault
from reguli.ir.layout import EPOCH, LOOKS
from reguli.ir.walking.collections_of import common, without
from reguli.ir.walking.entering import kept
from reguli.ir.walking.numbers import bounded, divide, looked_up, out_of_keys
from reguli.ir.walking.places import only_of, piece_in, write_members

INDENT = "    "
Lines = list[str]


def absent(field: str) -> int:
    """Raise the fault of a field asked of no element."""
    raise RulesFault("E301", field=field)


def too_much() -> None:
    """Raise the fault of conditions that look at too much."""
    raise RulesFault("E319", limit=LOOKS)


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    absent,
    bounded,
    common,
    divide,
    kept,
    looked_up,
    only_of,
    out_of_keys,
    piece_in,
    too_much,
    without,
    write_members,
)


class Module:
    """The names that generated functions share; what is written since the last ``take`` is compiled by the next."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {function.__name__: function for function in FUNCTIONS}
        self._written: list[str] = []
        self._numbers = count()

    def new(self, prefix: str) -> str:
        """Give a name that nothing has yet."""
        return f"{prefix}{next(self._numbers)}"

    def thing(self, prefix: str, thing: Any) -> str:
        """Name a thing that generated code uses as it is: a closure of the walker, a dictionary."""
        name = self.new(prefix)
        self._names[name] = thing
        return name

    def write(self, name: str, parameters: Sequence[str], lines: Iterable[str]) -> str:
        """Write a function and give its name."""
        self._written.append(f"def {name}({', '.join(parameters)}):")
        self._written.extend(INDENT + line for line in lines)
        return name

    def take(self, name: str) -> Callable[..., Any]:
        """Compile what was written and give one of its functions."""
        if self._written:
            # Only our own words, numbers and quoted ids are in the text: nothing of a ruleset is run as it was written.
            exec(compile("\n".join(self._written), "<rules>", "exec"), self._names)  # noqa: S102
            self._written.clear()
        function: Callable[..., Any] = self._names[name]
        return function


def indented(lines: Iterable[str]) -> Lines:
    """Give lines one level deeper."""
    return [INDENT + line for line in lines]


def remembered(results: str, arguments: list[str], reads: Sequence[int], lines: Lines) -> Lines:
    """Look a result up before it is computed, by the stamps of what is ``read``; where ``s[EPOCH]`` is 0 these do not hold."""
    key = arguments[0] if len(arguments) == 1 else f"({''.join(f'{argument}, ' for argument in arguments)})"
    look_up = [
        f"e = s[{reads[0]}]" if len(reads) == 1 else f"e = ({''.join(f's[{slot}], ' for slot in reads)})",
        f"if {results}[''] != e:",
        f"    {results}.clear()",
        f"    {results}[''] = e",
        f"k = {key}",
        f"if k in {results}: return {results}[k]",
    ]
    return [f"if s[{EPOCH}]:", *indented(look_up), *lines, f"if s[{EPOCH}]: {results}[k] = r"]
