"""What commands take: a row for each argument that several share, and how its words are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from reguli.app.troubles import refused
from reguli.cli.console import Console
from reguli.source.said import Said

LARGEST_SEED = 1 << 63
LARGEST_LIMIT = 1_000_000
Run = Callable[[argparse.Namespace, Console], int]
"""What a command does with its arguments; gives the exit code."""


class Argument(NamedTuple):
    """An argument as ``argparse`` takes it: its names and how it is read; its help is in English here."""

    names: tuple[str, ...]
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Command:
    """What a command takes, in the order of its help, and what it does."""

    arguments: tuple[Argument, ...]
    run: Run


def argument(*names: str, **settings: Any) -> Argument:
    """Make the row of an argument."""
    return Argument(names, settings)


def takes(*arguments: Argument) -> Callable[[Run], Command]:
    """Make a function the command that takes these."""
    return lambda run: Command(arguments, run)


def seed(word: str) -> int:
    """Read a seed: a whole number from 0 on."""
    return _whole(word, 0, LARGEST_SEED - 1)


def limit(word: str) -> int:
    """Read a bound: a whole number from 1 on."""
    return _whole(word, 1, LARGEST_LIMIT)


def _whole(word: str, low: int, high: int) -> int:
    if not (word.isascii() and word.isdigit()) or not low <= int(word[:20]) <= high:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from {low} to {high}")
    return int(word)


RULESET: Final = argument("ruleset", help="the name of a shipped ruleset, or the path of a folder or a variant")
OPTIONS: Final = argument(
    "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the ruleset (may be repeated)"
)
PLAYERS: Final = argument("--players", type=int, metavar="N", help="how many play (default: the fewest)")
FILE: Final = argument("file", help="a save, or a position or example in YAML; FILE#NAME for one example of several")
RULESET_OF_FILE: Final = argument(
    "--ruleset", metavar="RULESET", help="the ruleset, for a file that lies outside of one"
)
JSON: Final = argument("--json", action="store_true", help="write JSON for a program to read")


def pairs(words: list[str], what: Said) -> dict[str, str]:
    """Read ``name=value`` words; raises ``Refused``."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise refused("X110", found=word, what=what)
        name, value = name.strip(), value.strip()
        if name in found:
            raise refused("X133", name=name, first=found[name], second=value)
        found[name] = value
    return found


def options(given: argparse.Namespace) -> dict[str, str | bool]:
    """Read the words after ``--option``; raises ``Refused``."""
    return dict(pairs(given.option, Said("sort.option_typed")))


def parts(text: str | None) -> list[str]:
    """Read words between commas."""
    return [] if text is None else [word.strip() for word in text.split(",")]


def words_of(text: str) -> list[str]:
    """Read words between commas, each once."""
    return list(dict.fromkeys(filter(None, parts(text))))
