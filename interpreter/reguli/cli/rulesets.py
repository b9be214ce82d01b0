"""Opening the ruleset that a command names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reguli.cli.console import Console
from reguli.cli.wrong import HasFindings, Wrong
from reguli.ir.program import Chance, Program
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded, UnknownRuleset
from reguli.ruleset.select import chosen_options
from reguli.source.diagnostic import Bag, render
from reguli.source.near import near
from reguli.source.sources import Sources


def opened(name: str, options: Mapping[str, str | bool]) -> Loaded:
    """Open a ruleset; nothing is read yet. Raises ``Wrong`` when there is none."""
    loaded = Loaded(name, options)
    try:
        path = loaded.path
        if path.is_dir() and not any((path / file).exists() for file in ("game.yaml", "variant.yaml")):
            raise Wrong("X105", file=name, why="the folder holds neither game.yaml nor variant.yaml")
        if path.is_file():
            with path.open("rb"):
                pass
    except UnknownRuleset as unknown:
        raise Wrong("X101", near=unknown.near, name=name) from unknown
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
        console.note(f"{count_of(len(loaded.bag), 'finding')}: the ruleset cannot be used before they are mended")
        raise HasFindings
    return loaded


def check_options(loaded: Loaded, console: Console) -> None:
    """Hold the options that were typed to those of the ruleset; raises ``Wrong``."""
    assert loaded.documents is not None
    bag = Bag()
    chosen_options(loaded.documents, loaded.options, bag)
    found = list(bag)
    if found:
        for finding in found[:-1]:
            console.note(render(finding, loaded.sources, colour=console.colour))
        last = found[-1]
        raise Wrong(last.code, near=last.near, **dict(last.args))


def bound(loaded: Loaded) -> Ruleset:
    """Give the ruleset of something ``playable``."""
    assert loaded.ruleset is not None
    return loaded.ruleset


def show(bag: Bag, sources: Sources, console: Console) -> None:
    """Show findings on stderr, a blank line between them."""
    for finding in bag:
        console.note(render(finding, sources, colour=console.colour))
        console.note()


def players_of(ruleset: Ruleset, wanted: int | None) -> int:
    """Settle how many play; raises ``Wrong``."""
    low, high = ruleset.players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        raise Wrong("X104", name=ruleset.name, found=wanted, low=low, high=high)
    return wanted


def prescribed(program: Program, given: Mapping[str, str]) -> dict[str, list[object]]:
    """Read what ``--chance`` says: ids or labels of elements, checked against the ruleset; raises ``Wrong``."""
    sites = {end.site.removeprefix("game."): end for block in program.blocks if isinstance(end := block.end, Chance)}
    found: dict[str, list[object]] = {}
    for name, text in given.items():
        site, _, rest = name.partition(".draws")
        end = sites.get(site) or sites.get(site.rpartition(".")[0])
        if end is None or rest:
            known = (*sites, *(f"{stack}.draws" for stack, at in sites.items() if at.counter >= 0 and not at.counts))
            raise Wrong("X119", near=near(name, known), name=name, known=", ".join(sorted(sites)) or "none")
        whole_orders = not end.counts and not name.endswith(".draws")
        runs = [[_outcome(program, end, word) for word in run.split(",")] for run in text.split("|")]
        found[name] = list(runs) if whole_orders else [outcome for run in runs for outcome in run]
    return found


def _outcome(program: Program, end: Chance, word: str) -> str:
    kind = program.ruleset.kinds[end.kind]
    word = word.strip()
    if word in kind.elements:
        return word
    if word in kind.labels:
        return kind.elements[kind.labels.index(word)]
    known = [f"{each}" for each in kind.elements[:60]]
    raise Wrong("X113", near=near(word, kind.elements), wanted=word, site=end.site, candidates=", ".join(known))


def count_of(number: int, noun: str) -> str:
    """Say ``1 finding``, ``2 findings``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def examples_folder(loaded: Loaded) -> Path:
    """Give the folder of the ruleset itself, also for a variant's file."""
    return loaded.path if loaded.path.is_dir() else loaded.path.parent
