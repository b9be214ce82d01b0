"""The languages and themes that things are printed in, and what keeps them from being printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from reguli.app.files import unwritable
from reguli.app.opening import bound
from reguli.app.troubles import refused
from reguli.pipeline import Loaded
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.layouts.theme import THEME, read_theme
from reguli.publish.paper.typst_page import NoTypst
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.writing import why_not
from reguli.words.grammar.languages import LANGUAGES

LANGUAGE_CODES: Final = tuple(language.code for language in LANGUAGES)


@contextmanager
def calmly(folder: Path) -> Iterator[None]:
    """Say what keeps files from being written; raises ``Refused``."""
    try:
        yield
    except OSError as error:
        raise unwritable(str(folder), error) from error
    except NoTypst as error:
        raise refused("W411") from error


def look_of(theme: str, loaded: Loaded, known_icons: frozenset[str], bag: Bag) -> Look | None:
    """Read the theme in a folder, the plain look where none is named; None with findings. Raises ``Refused`` where there is no such folder."""
    if not theme:
        return PLAIN
    path = Path(theme)
    try:
        if not path.is_dir():
            raise refused("X105", file=theme, why=Said("why.no_folder" if path.exists() else "system.ENOENT"))
        if not (path / THEME).is_file():
            names = sorted(child.name for child in path.iterdir())
            meant = next((name for name in names if near(name, (THEME,))), None)
            raise refused("X105", near=meant, file=theme, why=Said("why.no_theme"))
    except (OSError, ValueError) as error:
        raise refused("X105", file=theme, why=why_not(error)) from error
    elements = (element for kind in bound(loaded).kinds.values() for element in kind.elements)
    return read_theme(path, known_icons.union(elements), bag, loaded.sources)
