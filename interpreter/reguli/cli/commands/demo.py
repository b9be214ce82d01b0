"""``reguli demo``: a whole game in a few seconds, with everything that can be made of it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.cli.arguments import seed
from reguli.cli.cases.checking import find_everything
from reguli.cli.cases.seating import table_of
from reguli.cli.cases.word_homes import voice_of
from reguli.cli.commands.replay import write_page
from reguli.cli.console import Console
from reguli.cli.files import folder_at, folder_for, unwritable
from reguli.cli.parser import Parser
from reguli.cli.reports import show
from reguli.cli.rulesets import playable
from reguli.cli.wrong import HasFindings
from reguli.engine.playing.playthrough import Playthrough, begin
from reguli.engine.records.saves import save
from reguli.pipeline import Loaded
from reguli.play.commands import play
from reguli.play.saying import ranking_lines
from reguli.play.sitting import Sitting
from reguli.shipped import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.files import read_text
from reguli.source.sources import Sources
from reguli.source.yaml_nodes import Mapping, Scalar
from reguli.source.yaml_reader import read_yaml

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.table_voice import TableVoice

SETTINGS = "demo.yaml"
PAGE = "replay.html"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is shown: the shipped data say it, because they name a ruleset."""

    ruleset: str
    players: int
    seed: int
    bot: str
    languages: tuple[str, ...]


def arguments(parser: Parser) -> None:
    """Take the folder and the seed."""
    parser.add_argument("--folder", default="reguli_demo", metavar="DIR", help="where to write (default: reguli_demo)")
    parser.add_argument("--seed", type=seed, metavar="N", help="another game")


def run(given: argparse.Namespace, console: Console) -> int:
    """Check a ruleset, play it, write its cards and a replay, and say where they are."""
    settings = _settings()
    folder = folder_for(given.folder)
    loaded = playable(settings.ruleset, {}, console)
    find_everything(loaded)
    if loaded.bag:
        show(loaded.bag, loaded.sources, console)
        raise HasFindings
    console.print(f"check   {loaded.name}: {console.findings(0)}")
    playthrough = _played(loaded, settings, settings.seed if given.seed is None else given.seed, console)
    console.print(f"play    {_counts(settings, playthrough, console)}")
    voice = voice_of(loaded, playthrough, console)
    for line in ranking_lines(playthrough, voice):
        console.print(f"        {line}")
    _write(playthrough, folder_at(given.folder), console, voice)
    _write_cards(loaded, settings, folder, console)
    console.print(f"replay  {folder / PAGE}  ({console.say('open it in a browser')})")
    return 0


def _counts(settings: Settings, playthrough: Playthrough, console: Console) -> str:
    counts = [
        console.count("{n} bot", "{n} bots", settings.players),
        console.count("{n} round", "{n} rounds", playthrough.fact("round")),
        console.count("{n} move", "{n} moves", len(playthrough.moves)),
    ]
    return ", ".join(counts)


def _settings() -> Settings:
    """Read what the demonstration is; our own file, so that a mistake in it is our own fault."""
    bag, sources = Bag(), Sources()
    root = shipped_folder("rulesets")
    text = read_text(Path(SETTINGS), bag, root=root, sources=sources)
    node = None if text is None else read_yaml(text, SETTINGS, bag)
    entries = node.entries if isinstance(node, Mapping) else ()
    said = {entry.key.text: entry.value.text for entry in entries if isinstance(entry.value, Scalar)}
    languages = tuple(said["languages"].split())
    return Settings(said["ruleset"], int(said["players"]), int(said["seed"]), said["bot"], languages)


def _played(loaded: Loaded, settings: Settings, number: int, console: Console) -> Playthrough:
    program = loaded.program(settings.players)
    playthrough = begin(program, number)
    play(Sitting(playthrough, table_of(loaded, program, settings.bot, console), console, lambda _: None, str))
    return playthrough


def _write(playthrough: Playthrough, folder: Path, console: Console, voice: TableVoice) -> None:
    game = folder / "game.json"
    try:
        save(game, playthrough)
    except OSError as error:
        raise unwritable(str(game), error) from error
    console.print(f"save    {game}")
    write_page(playthrough, folder / PAGE, console, voice)


def _write_cards(loaded: Loaded, settings: Settings, folder: Path, console: Console) -> None:
    # Words and templates are needed only now.
    from reguli.cli.cases.cards import write
    from reguli.publish.products.product_writing import Order

    bag = Bag()
    order = Order(languages=tuple(settings.languages), formats=("html",), players=settings.players)
    for path in write(loaded, order, folder, bag=bag):
        console.print(f"card    {path}")
    if bag:
        found = console.findings(len(bag))
        console.note(
            "card    "
            + console.say(
                "{findings} in the words: see reguli card {ruleset}", findings=found, ruleset=settings.ruleset
            )
        )
