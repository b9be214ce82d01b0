"""Opening the words of the ruleset that a command names."""

from __future__ import annotations

from pathlib import Path

from reguli.cli.console import Console
from reguli.cli.rulesets import bound, playable
from reguli.cli.wrong import Wrong
from reguli.pipeline import Loaded, Options
from reguli.ruleset.examples import load_examples
from reguli.shipped import shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.words.desk import Desk, Homes, open_desk
from reguli.words.languages import LANGUAGES
from reguli.words.speakable import speakables

OWN_WORDS = "words"
"""The folder of a ruleset that holds words of its own."""


def desk_of(
    name: str, options: Options, players: int | None, console: Console, bag: Bag, sources: Sources
) -> tuple[Loaded, Desk]:
    """Open a ruleset with everything it has to say and every language's words; what is amiss in these goes into ``bag``.

    Raises ``Wrong`` or ``HasFindings`` where the ruleset itself cannot be used.
    """
    loaded = playable(name, options, console)
    ruleset = bound(loaded)
    folder = loaded.path if loaded.path.is_dir() else loaded.path.parent
    examples = load_examples(folder, Bag()) if (folder / "examples").is_dir() else ()
    spoken = speakables(ruleset, examples, players)
    return loaded, open_desk(ruleset, spoken, homes_of(loaded), bag, sources)


def homes_of(loaded: Loaded) -> Homes:
    """Say where the words of a ruleset lie."""
    ruleset = bound(loaded)
    locales = shipped_folder("locales")
    known = ruleset.documents.game.id if ruleset.documents.game.id in shipped_rulesets() else None
    if known is not None and loaded.path.resolve() == (shipped_folder("rulesets") / known).resolve():
        return Homes(locales, locales, known)
    folder = loaded.path if loaded.path.is_dir() else loaded.path.parent
    return Homes(locales, folder / OWN_WORDS, ruleset.documents.game.id, known)


def languages_of(text: str | None) -> tuple[str, ...]:
    """Read codes of languages, ``ro,hu``; none is all of them. Raises ``Wrong``."""
    known = [language.code for language in LANGUAGES]
    codes = known if not text else [code.strip() for code in text.split(",")]
    for code in codes:
        if code not in known:
            raise Wrong("W501", near=near(code, known), name=code, known=", ".join(known))
    return tuple(dict.fromkeys(codes))


def backup(path: Path) -> Path:
    """Give the path that the file as it stands is kept at before it is written anew."""
    return path.with_name(path.name + ".before")
