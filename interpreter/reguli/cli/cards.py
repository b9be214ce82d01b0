"""Cards of an opened ruleset, for the commands that write or check them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reguli.cli.rulesets import bound
from reguli.cli.wrong import Wrong
from reguli.pipeline import Loaded
from reguli.publish.card import CardSource, card_source, check_cards, write_cards
from reguli.publish.render import FORMATS
from reguli.shipped import find_ruleset, shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.words.languages import LANGUAGES


def _source(loaded: Loaded, bag: Bag) -> CardSource:
    locales = shipped_folder("locales")
    return card_source(bound(loaded), loaded.path, locales, bag, loaded.sources, find=find_ruleset)


def write(
    loaded: Loaded, languages: Sequence[str], players: int | None, formats: Sequence[str], folder: Path, *, bag: Bag
) -> list[Path]:
    """Write cards and give their files; raises ``Wrong`` for an unknown language or format, or where nothing can be written."""
    _known(languages, [language.code for language in LANGUAGES], "language")
    _known(formats, list(FORMATS), "format")
    try:
        return write_cards(_source(loaded, bag), languages, players, formats, folder, bag=bag, sources=loaded.sources)
    except OSError as error:
        raise Wrong("X112", file=str(folder), why=error.strerror or "the computer refuses") from error


def check(loaded: Loaded, languages: Sequence[str], bag: Bag) -> None:
    """Check the words of the cards in some languages; raises ``Wrong`` for an unknown one."""
    _known(languages, [language.code for language in LANGUAGES], "language")
    check_cards(_source(loaded, bag), languages, bag, loaded.sources)


def _known(wanted: Sequence[str], known: Sequence[str], what: str) -> None:
    for word in wanted:
        if word not in known:
            raise Wrong("X111", near=near(word, known), word=word, what=what, expected=", ".join(known))
