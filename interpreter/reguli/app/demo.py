"""What the demonstration shows: the shipped data say it, because they name a ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.shipped import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.files import read_text
from reguli.source.sources import Sources
from reguli.source.yaml_nodes import Mapping, Scalar
from reguli.source.yaml_reader import read_yaml

SETTINGS: Final = "demo.yaml"


@dataclass(frozen=True, slots=True)
class Demo:
    """What is shown: a game of so many copies of one bot, by its seed, and cards in some languages."""

    ruleset: str
    players: int
    seed: int
    bot: str
    languages: tuple[str, ...]


def demo() -> Demo:
    """Read what the demonstration is; our own file, so that a mistake in it is our own fault."""
    bag, sources = Bag(), Sources()
    root = shipped_folder("rulesets")
    text = read_text(Path(SETTINGS), bag, root=root, sources=sources)
    node = None if text is None else read_yaml(text, SETTINGS, bag)
    entries = node.entries if isinstance(node, Mapping) else ()
    said = {entry.key.text: entry.value.text for entry in entries if isinstance(entry.value, Scalar)}
    languages = tuple(said["languages"].split())
    return Demo(said["ruleset"], int(said["players"]), int(said["seed"]), said["bot"], languages)
