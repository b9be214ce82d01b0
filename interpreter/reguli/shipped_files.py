"""Locations of the shipped rulesets and locales, next to the sources in a checkout, inside the package when installed; and of what is cached."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent.parent
BESIDES = "+"
"""Stands in a name between a ruleset and variants that are tried together with it."""


def shipped_folder(name: str) -> Path:
    """Return the folder of shipped data ``rulesets`` or ``locales``."""
    installed = PACKAGE / "share" / name
    return installed if installed.is_dir() else CHECKOUT / name


def shipped_rulesets() -> tuple[str, ...]:
    """Return the ids of the shipped rulesets, in order."""
    folder = shipped_folder("rulesets")
    return tuple(sorted(path.name for path in folder.iterdir() if (path / "game.yaml").is_file()))


def find_ruleset(name: str) -> Path | None:
    """Return the folder of a shipped ruleset by its id, or ``None``."""
    return shipped_folder("rulesets") / name if name in shipped_rulesets() else None


def shipped_libraries() -> Path:
    """Return the folder of the shipped libraries."""
    return shipped_folder("rulesets") / "library"


def named_paths(name: str) -> tuple[tuple[str, Path], ...]:
    """Return the names and paths of a ruleset and of variants laid over it, joined by ``+`` in its name; a path need not exist."""
    names = [name] if Path(name).exists() else name.split(BESIDES)
    return tuple((one, find_ruleset(one) or Path(one)) for one in names)


def cache_folder() -> Path | None:
    """Return the folder of what can be made again, which may not exist yet; ``None`` if caching is disabled.

    It is ``$XDG_CACHE_HOME/reguli``, ``reguli`` in ``%LOCALAPPDATA%`` or ``~/.cache/reguli``; ``REGULI_CACHE`` names another one, and where that is empty nothing is cached.
    """
    own = os.environ.get("REGULI_CACHE")
    if own is not None:
        return Path(own) if own else None
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(name):
            return Path(os.environ[name]) / "reguli"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "reguli"
    return None
