"""Argument parsing of the commands: mistakes are reported as findings, and the help contains examples."""

from __future__ import annotations

import argparse
import dataclasses
import re
import textwrap
from collections.abc import Callable
from functools import partial
from string import Formatter
from typing import Any, Final, NamedTuple, NoReturn

from reguli.app.errors import make_refusal
from reguli.cli.console import Console
from reguli.shipped_files import shipped_folder
from reguli.source.finding_catalogue import Said, Value, english
from reguli.words.catalogue.interface_texts import ENGLISH, InterfaceTexts

LARGEST_SEED = 1 << 63
LARGEST_LIMIT = 1_000_000
HOUR: Final = 3_600
Run = Callable[[argparse.Namespace, Console], int]
"""What a command does with its arguments; gives the exit code."""
HELP: Final = "help.txt"
"""Beside the shipped rulesets: the examples of every command, because they name rulesets."""
SENTENCES: Final = (
    "typed.unknown",
    "typed.required",
    "typed.one_wanted",
    "typed.some_wanted",
    "typed.no_number",
    "typed.no_choice",
    "typed.nothing_wanted",
    "typed.other",
    "typed.not_between",
)
"""What Python says of the words of a command, as phrases; those that say more stand before those that say less."""


class CliArgument(NamedTuple):
    """An argument for ``argparse``: its name and its parser; its help text is in English here."""

    name: str
    settings: dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class CommandSpec:
    """The arguments of a command, in the order of its help, and the function that runs it."""

    arguments: tuple[CliArgument, ...]
    run: Run


def argument(
    typed: str, said: str, read: Callable[[str], object] | None = None, *, several: bool = False, **settings: Any
) -> CliArgument:
    """Return the row of an argument: its typed form (``--seed N``; a form without a word is a switch), its help, its parser."""
    name, _, word = typed.partition(" ")
    if name.startswith("-") and not word and "choices" not in settings:
        return CliArgument(name, {"help": said, "action": "store_true"})
    repeated = {"action": "append", "default": []} if several else {}
    return CliArgument(name, {"help": said, "metavar": word or None, "type": read, **settings, **repeated})


def declare_arguments(*arguments: CliArgument) -> Callable[[Run], CommandSpec]:
    """Return a decorator that turns a function into the command with these arguments."""
    return lambda run: CommandSpec(arguments, run)


def parse_seed(word: str) -> int:
    """Parse a seed: a whole number from 0 on."""
    return _whole(word, 0, LARGEST_SEED - 1)


def parse_positive_int(word: str) -> int:
    """Parse a limit: a whole number from 1 on."""
    return _whole(word, 1, LARGEST_LIMIT)


def parse_seconds(word: str) -> float:
    """Parse a time in seconds, from 0 to an hour."""
    if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", word, re.ASCII) or float(word) > HOUR:
        raise argparse.ArgumentTypeError(f"{word!r} is no number of seconds from 0 to {HOUR}")
    return float(word)


def _whole(word: str, low: int, high: int) -> int:
    if not (word.isascii() and word.isdigit()) or not low <= int(word[:20]) <= high:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from {low} to {high}")
    return int(word)


RULESET: Final = argument("ruleset", "the name of a shipped ruleset, or the path of a folder or a variant")
WITH: Final = argument(
    "--with VARIANT,...", "lay these variants over the ruleset as well, with commas between them: to try them together"
)
"""Every command that takes a ruleset takes it."""
OPTIONS: Final = argument("--option NAME=VALUE", "an option of the ruleset (may be repeated)", several=True)
PLAYERS: Final = argument("--players N", "how many play (default: the fewest)", int)
FILE: Final = argument("file", "a save, or a position or example in YAML; FILE#NAME for one example of several")
RULESET_OF_FILE: Final = argument("--ruleset RULESET", "the ruleset, for a file that lies outside of one")
CLUSTER: Final = argument("--cluster ADDRESS", "let the workers of this dask scheduler do the work (tcp://HOST:PORT)")
SEED: Final = argument("--seed N", "what chance comes from (default: 0)", parse_seed, default=0)
WORKERS: Final = argument("--workers N", "how many worker processes play (default: one for each core)", int)
MOVES: Final = argument(
    "--moves N",
    "so many chosen moves end a game that does not end by itself (default: 10,000)",
    int,
    default=10_000,
)
"""Batches of games take these."""
JSON: Final = argument("--json", "write JSON for a program to read")


def parse_name_values(words: list[str], what: Said) -> dict[str, str]:
    """Parse ``name=value`` words; raises ``Refused``."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise make_refusal("X110", found=word, what=what)
        name, value = name.strip(), value.strip()
        if name in found:
            raise make_refusal("X133", name=name, first=found[name], second=value)
        found[name] = value
    return found


def parse_ruleset_options(given: argparse.Namespace) -> dict[str, str | bool]:
    """Parse the words after ``--option``; raises ``Refused``."""
    return dict(parse_name_values(given.option, Said("sort.option_typed")))


def parsed_fields(given: argparse.Namespace, order: Any) -> dict[str, Any]:
    """Return the parsed arguments that are fields of an order, by name; other fields keep their defaults."""
    names = {field.name for field in dataclasses.fields(order)}
    return {name: value for name, value in vars(given).items() if name in names}


def split_comma_list(text: str | None) -> list[str]:
    """Split an argument at commas."""
    return [] if text is None else [word.strip() for word in text.split(",")]


def split_unique_words(text: str) -> list[str]:
    """Split an argument at commas and drop duplicates."""
    return list(dict.fromkeys(filter(None, split_comma_list(text))))


class LocalizedHelpFormatter(argparse.RawDescriptionHelpFormatter):
    """A help formatter that translates the first word of the usage line and does not break words at line ends."""

    def __init__(self, prog: str, usage: str, **settings: Any) -> None:
        """Store the translated word that precedes the usage line."""
        super().__init__(prog, **settings)
        self.usage = usage

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Add the usage line."""
        super().add_usage(usage, actions, groups, self.usage if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False, break_long_words=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = text.split("\n")
        # Examples are commands to copy: they stay as they are.
        return "\n".join(lines if len(lines) > 1 else self._split_lines(text, width))


class LocalizedParser(argparse.ArgumentParser):
    """An argument parser that never exits the process and writes in the user's language."""

    def __init__(self, interface: InterfaceTexts, **settings: Any) -> None:
        """Store the language; help is an ordinary option."""
        super().__init__(
            formatter_class=partial(LocalizedHelpFormatter, usage=interface.say("usage: ")), add_help=False, **settings
        )
        self._positionals.title = interface.say("arguments")
        self._optionals.title = interface.say("options")
        self.add_argument("-h", "--help", action="help", help=interface.say("show this and end"))

    def error(self, message: str) -> NoReturn:
        """Raise ``Refused`` instead of ending the process."""
        raise make_refusal("X103", command=self.prog, why=_said_of(message))


def _said_of(message: str) -> Value:
    """Return the translatable phrase that matches a message of Python's; an unknown message is returned unchanged."""
    for phrase in SENTENCES:
        found = re.fullmatch(_pattern(english(phrase)[0]), message, re.DOTALL)
        if found is not None:
            texts = found.groupdict().items()
            return Said(phrase, **{name: _said_of(text) if name == "why" else text for name, text in texts})
    return message


def _pattern(template: str) -> str:
    gaps = [(re.escape(text), name) for text, name, _, _ in Formatter().parse(template)]
    return "".join(text + (f"(?P<{name}>.+?)" if name else "") for text, name in gaps)


def make_command_parser(name: str, summary: str, interface: InterfaceTexts) -> LocalizedParser:
    """Return the parser of a command; its examples follow its help."""
    said = interface.say(summary)
    return LocalizedParser(
        interface,
        prog=f"reguli {name}",
        description=f"{said[0].upper()}{said[1:]}.",
        epilog=command_examples(name, interface),
        allow_abbrev=False,
    )


def command_examples(name: str, interface: InterfaceTexts = ENGLISH) -> str:
    """Return the examples of a command as its help shows them; nothing when there are none."""
    try:
        text = (shipped_folder("rulesets") / HELP).read_text(encoding="utf-8")
    except OSError:
        return ""
    _, found, rest = text.partition(f"\n[{name}]\n")
    lines = [line for line in rest.partition("\n[")[0].split("\n") if line and not line.startswith("#")]
    return "\n".join([interface.say("examples:"), *(f"  {line}" for line in lines)]) if found else ""
