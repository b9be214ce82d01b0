"""Rulesets that lie beside a save: the folder of a game or variant of one's own, found by the id that the save names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NAMED: Final = {"game.yaml": "ruleset", "variant.yaml": "variant"}
"""The files that say the id of their folder, and the entry that does."""
READ: Final = 4_000
"""So many bytes of such a file are looked at."""
MOST_FOLDERS: Final = 500


def ruleset_beside(save: Path, wanted: str) -> Path | None:
    """Give the folder with an id that lies in the folder of the save or in the present one; None when none or several do."""
    found = {folder.resolve() for folder in _near(save) if wanted in _ids(folder)}
    return found.pop() if len(found) == 1 else None


def _near(save: Path) -> Iterator[Path]:
    for home in (save.resolve().parent, Path.cwd()):
        yield home
        try:
            yield from sorted(child for child in home.iterdir() if child.is_dir())[:MOST_FOLDERS]
        except OSError:
            continue


def _ids(folder: Path) -> Iterator[str]:
    for name, entry in NAMED.items():
        try:
            file = folder / name
            if not file.is_file():
                continue
            with file.open("rb") as stream:
                text = stream.read(READ).decode("utf-8", "replace")
        except OSError:
            continue
        yield from re.findall(rf"^{entry}:[ ]+([a-z][a-z0-9_]*)[ ]*$", text, re.MULTILINE)
