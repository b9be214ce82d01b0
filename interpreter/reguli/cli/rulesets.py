"""Opening the ruleset that a command names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from reguli.cli.console import Console
from reguli.cli.wrong import HasFindings, Wrong
from reguli.model.binding.bots import BoundBot
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded, UnknownRuleset
from reguli.ruleset.select import chosen_options
from reguli.source.diagnostic import Bag, Diagnostic, render
from reguli.source.diagnostic import as_json as plain_finding
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.source.translation import ENGLISH


def opened(name: str, options: Mapping[str, str | bool]) -> Loaded:
    """Open a ruleset; nothing is read yet. Raises ``Wrong`` when there is none."""
    loaded = Loaded(name, options)
    try:
        path = loaded.path
        if path.is_dir() and not any((path / file).exists() for file in ("game.yaml", "variant.yaml")):
            files = sorted(child.name for child in path.iterdir())
            meant = next((close for file in files if (close := near(file, ("game.yaml", "variant.yaml")))), None)
            raise Wrong("X105", near=meant, file=name, why="the folder holds neither game.yaml nor variant.yaml")
        if path.is_file():
            with path.open("rb"):
                pass
    except UnknownRuleset as unknown:
        raise Wrong.of(unknown) from unknown
    except (OSError, ValueError) as error:
        raise Wrong("X105", file=name, why=_why(error)) from error
    return loaded


def _why(error: OSError | ValueError) -> str:
    return error.strerror or "the computer refuses" if isinstance(error, OSError) else "that is no name of a file"


def playable(name: str, options: Mapping[str, str | bool], console: Console) -> Loaded:
    """Open and bind a ruleset that has no findings; raises ``Wrong`` or ``HasFindings``, having shown them."""
    loaded = opened(name, options)
    if loaded.documents is not None:
        check_options(loaded, console)
    if loaded.ruleset is None or loaded.bag:
        show(loaded.bag, loaded.sources, console)
        console.note(
            console.say(
                "{findings}: the ruleset cannot be used before they are mended",
                findings=console.findings(len(loaded.bag)),
            )
        )
        raise HasFindings
    return loaded


def check_options(loaded: Loaded, console: Console) -> None:
    """Hold the options that were typed to those of the ruleset; raises ``Wrong``."""
    assert loaded.documents is not None
    bag = Bag()
    chosen_options(loaded.documents, loaded.options, bag)
    found = list(bag)
    if found:
        translation = console.translation
        for finding in found[:-1]:
            console.note(render(finding, loaded.sources, colour=console.colour, translation=translation))
        last = found[-1]
        raise Wrong(last.code, near=last.near, **dict(last.args))


def bound(loaded: Loaded) -> Ruleset:
    """Give the ruleset of something ``playable``."""
    assert loaded.ruleset is not None
    return loaded.ruleset


def print_report(name: str, bag: Bag, sources: Sources, console: Console, *, as_json: bool) -> None:
    """Print all findings of a ruleset as the result of a command, in words or as JSON."""
    if as_json:
        console.print(json.dumps({"ruleset": name, "findings": _plain(bag, console)}, ensure_ascii=False, indent=2))
    else:
        print_findings(bag, sources, console)


def print_written(
    written: Iterable[Path], said: str, bag: Bag, sources: Sources, console: Console, *, as_json: bool
) -> int:
    """Name the files that a command wrote, ``said`` in sum, and show what was found; give the exit code."""
    paths = [str(path) for path in written]
    if as_json:
        console.print(json.dumps({"files": paths, "findings": _plain(bag, console)}, ensure_ascii=False, indent=2))
    else:
        for path in paths:
            console.print(path)
        show(bag, sources, console)
    console.note(f"{said}, {console.findings(len(bag))}")
    return 1 if bag else 0


def _plain(bag: Bag, console: Console) -> list[object]:
    translation = console.translation if bag else ENGLISH
    return [plain_finding(finding, translation) for finding in bag]


def print_findings(findings: Iterable[Diagnostic], sources: Sources, console: Console) -> None:
    """Print findings as results, a blank line behind each."""
    listed = tuple(findings)
    translation = console.translation if listed else ENGLISH
    for finding in listed:
        console.print(render(finding, sources, colour=console.colours_results, translation=translation))
        console.print()


def show(bag: Bag, sources: Sources, console: Console) -> None:
    """Show findings on stderr, a blank line between them."""
    translation = console.translation if bag else ENGLISH
    for finding in bag:
        console.note(render(finding, sources, colour=console.colour, translation=translation))
        console.note()


def players_of(ruleset: Ruleset, wanted: int | None) -> int:
    """Settle how many play; raises ``Wrong``."""
    low, high = ruleset.players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        raise Wrong("X104", name=ruleset.name, found=wanted, low=low, high=high)
    return wanted


def note_unfit(bots: Iterable[BoundBot], console: Console) -> None:
    """Say which preferences of inherited bots do not fit the rules of a variant."""
    for bot in bots:
        if bot.left_out:
            names = ", ".join(bot.left_out)
            console.note(
                console.say(
                    "the bot {bot} does not fit these rules at {names}; what it prefers there is left out",
                    bot=bot.id,
                    names=names,
                )
            )
