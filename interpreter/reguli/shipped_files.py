"""Locations of the shipped rulesets and locales: next to the sources in a checkout, inside the package when installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent.parent


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
