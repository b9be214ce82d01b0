"""Arguments that several commands take."""

from __future__ import annotations

import argparse

from reguli.cli.parser import Parser
from reguli.cli.wrong import Wrong
from reguli.shipped import shipped_folder
from reguli.source.said import Said
from reguli.words.catalogue.interface import spoken

LARGEST_SEED = 1 << 63
LARGEST_LIMIT = 1_000_000


def takes_ruleset(parser: Parser) -> None:
    """Take the ruleset, by name or path."""
    parser.add_argument("ruleset", help="the name of a shipped ruleset, or the path of a folder or a variant")


def takes_options(parser: Parser) -> None:
    """Take what is settled before a game begins."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the ruleset (may be repeated)"
    )


def takes_start(parser: Parser) -> None:
    """Take what a new playthrough needs: players, seed, options, prescribed chance."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: the fewest)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="what chance comes from (default: 0)")
    takes_options(parser)
    parser.add_argument(
        "--chance",
        action="append",
        default=[],
        metavar="SITE=OUTCOME,...",
        help="prescribe chance: outcomes of a lot in order; for a deck its order, one for each shuffle with | between "
        "(from the second on cards that are gone are passed over, and an order left empty is left to the seed)",
    )


def takes_position(parser: Parser) -> None:
    """Take the file of a position, and the ruleset where the file does not say it."""
    parser.add_argument("file", help="a save, or a position or example in YAML; FILE#NAME for one example of several")
    parser.add_argument("--ruleset", metavar="RULESET", help="the ruleset, for a file that lies outside of one")


def takes_json(parser: Parser) -> None:
    """Take --json."""
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")


def takes_language(parser: Parser) -> None:
    """Take --lang where the command has none of its own; ``main`` has read it already."""
    if not parser.takes("--lang"):
        codes = spoken(shipped_folder("locales"))
        parser.add_argument(
            "--lang", choices=codes, metavar="L", help="speak this language: en, hu or ro; or set REGULI_LANG"
        )


def seed(word: str) -> int:
    """Read a seed: a whole number from 0 on."""
    if not (word.isascii() and word.isdigit()) or int(word[:20]) >= LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from 0 to {LARGEST_SEED - 1}")
    return int(word)


def limit(word: str) -> int:
    """Read a bound: a whole number from 1 on."""
    if not (word.isascii() and word.isdigit()) or not 0 < int(word[:20]) <= LARGEST_LIMIT:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from 1 to {LARGEST_LIMIT}")
    return int(word)


def pairs(words: list[str], what: Said) -> dict[str, str]:
    """Read ``name=value`` words; raises ``Wrong``."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise Wrong("X110", found=word, what=what)
        name, value = name.strip(), value.strip()
        if name in found:
            raise Wrong("X133", name=name, first=found[name], second=value)
        found[name] = value
    return found


def options(words: list[str]) -> dict[str, str | bool]:
    """Read the words after ``--option``; raises ``Wrong``."""
    return dict(pairs(words, Said("sort.option_typed")))


def codes_of(text: str | None) -> list[str]:
    """Read codes of languages between commas."""
    return [code.strip() for code in text.split(",")] if text else []


def words_of(text: str) -> list[str]:
    """Read words between commas, each once."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
