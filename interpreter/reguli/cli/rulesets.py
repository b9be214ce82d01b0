"""Opening the ruleset that a command names."""

from __future__ import annotations

from collections.abc import Mapping

from reguli.cli.console import Console
from reguli.cli.reports import show
from reguli.cli.wrong import HasFindings, Wrong
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded, UnknownRuleset
from reguli.ruleset.select import chosen_options
from reguli.source.diagnostic import Bag, render
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.writing import why_not


def opened(name: str, options: Mapping[str, str | bool]) -> Loaded:
    """Open a ruleset; nothing is read yet. Raises ``Wrong`` when there is none."""
    loaded = Loaded(name, options)
    try:
        path = loaded.path
        if path.is_dir() and not any((path / file).exists() for file in ("game.yaml", "variant.yaml")):
            files = sorted(child.name for child in path.iterdir())
            meant = next((close for file in files if (close := near(file, ("game.yaml", "variant.yaml")))), None)
            raise Wrong("X105", near=meant, file=name, why=Said("why.no_ruleset"))
        if path.is_file():
            with path.open("rb"):
                pass
    except UnknownRuleset as unknown:
        raise Wrong.of(unknown) from unknown
    except (OSError, ValueError) as error:
        raise Wrong("X105", file=name, why=why_not(error)) from error
    return loaded


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


def players_of(ruleset: Ruleset, wanted: int | None) -> int:
    """Settle how many play; raises ``Wrong``."""
    low, high = ruleset.players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        raise Wrong("X104", name=ruleset.name, found=wanted, low=low, high=high)
    return wanted
