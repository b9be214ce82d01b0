"""The theme that a command is told to print with."""

from __future__ import annotations

from pathlib import Path

from reguli.cli.rulesets import bound
from reguli.cli.wrong import Wrong
from reguli.pipeline import Loaded
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.layouts.theme import THEME, read_theme
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.writing import why_not


def look_of(theme: str, loaded: Loaded, known_icons: frozenset[str], bag: Bag) -> Look | None:
    """Read the theme in a folder, the plain look where none is named; None with findings. Raises ``Wrong`` where there is no such folder."""
    if not theme:
        return PLAIN
    path = Path(theme)
    try:
        if not path.is_dir():
            raise Wrong("X105", file=theme, why=Said("why.no_folder" if path.exists() else "system.ENOENT"))
        if not (path / THEME).is_file():
            names = sorted(child.name for child in path.iterdir())
            meant = next((name for name in names if near(name, (THEME,))), None)
            raise Wrong("X105", near=meant, file=theme, why=Said("why.no_theme"))
    except (OSError, ValueError) as error:
        raise Wrong("X105", file=theme, why=why_not(error)) from error
    elements = (element for kind in bound(loaded).kinds.values() for element in kind.elements)
    return read_theme(path, known_icons.union(elements), bag, loaded.sources)
