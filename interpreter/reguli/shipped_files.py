"""Locations of the shipped rulesets and locales: next to the sources in a checkout, inside the package when installed."""

from __future__ import annotations

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
