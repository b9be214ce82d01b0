"""Applies a planted fault of the sealed catalogue to a copy of a shipped ruleset.

Run as a script it applies every fault, loads what comes out, and says what does not load cleanly:

    python tests/verify/sealed/apply.py [RULESET ...]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from reguli.source.diagnostic import Diagnostic

HERE = Path(__file__).resolve().parent
RULESETS = HERE.parents[2] / "rulesets"
NAMES = ("power_grid", "warszawa", "nucleum", "herring_quay")


def folder_of(ruleset: str) -> Path:
    """Where a ruleset lies: among those that are shipped, or here, a fresh game that was written for this catalogue."""
    shipped = RULESETS / ruleset
    return shipped if shipped.is_dir() else HERE / "fresh" / ruleset


class NotAppliedError(Exception):
    """The text that a fault replaces is not there exactly once."""


def catalogue(ruleset: str) -> list[dict]:
    """The faults of a ruleset, in the order of its file."""
    with (HERE / f"{ruleset}.yaml").open(encoding="utf-8") as file:
        return yaml.safe_load(file)["faults"]


def mutated(ruleset: str, fault: dict, into: Path, *, of: Path | None = None) -> Path:
    """A copy of the shipped ruleset, or of the folder `of`, with the fault in it, in a new folder under `into`."""
    folder = Path(into) / fault["id"] / ruleset
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(of or folder_of(ruleset), folder)
    for edit in fault["edits"]:
        path = folder / edit["file"]
        text = path.read_text(encoding="utf-8")
        found = text.count(edit["old"])
        if found != 1:
            raise NotAppliedError(f"{ruleset} {fault['id']}: {edit['file']} has the old text {found} times, not once")
        if edit["old"] == edit["new"]:
            raise NotAppliedError(f"{ruleset} {fault['id']}: {edit['file']} is not changed")
        path.write_text(text.replace(edit["old"], edit["new"]), encoding="utf-8")
    return folder


def _say(line: object) -> None:
    sys.stdout.write(f"{line}\n")


def _told(found: Diagnostic) -> str:
    at = found.span
    return f"{found.code} {dict(found.args)}" + (f" at {at}" if at else "")


def findings(folder: Path) -> tuple[list[str], list[str]]:
    """What is found when the ruleset is loaded and bound, and what the checks of the whole find besides."""
    from reguli.pipeline import LoadedRuleset

    loaded = LoadedRuleset(str(folder))
    # Findings come with the ruleset, so it is asked for first.
    ruleset = loaded.ruleset
    loading = [_told(found) for found in loaded.bag]
    if ruleset is None or loading:
        return loading or ["no ruleset"], []
    _ = loaded.checked
    return [], [_told(found) for found in loaded.bag]


def main(names: list[str]) -> int:
    failed = 0
    for name in names or NAMES:
        faults = catalogue(name)
        ids = [fault["id"] for fault in faults]
        for twice in sorted({one for one in ids if ids.count(one) > 1}):
            failed += 1
            _say(f"{name} {twice}: two faults of this id")
        unloaded = found_out = 0
        for fault in faults:
            with tempfile.TemporaryDirectory() as into:
                try:
                    loading, checking = findings(mutated(name, fault, Path(into)))
                except NotAppliedError as error:
                    failed += 1
                    _say(error)
                    continue
            unloaded += bool(loading)
            found_out += bool(checking)
            for found in (loading or checking)[:1]:
                _say(f"{name} {fault['id']}: {'loader' if loading else 'check'}: {found}")
        _say(f"{name}: {len(faults)} faults, {unloaded} found by the loader, {found_out} by the check")
        failed += (unloaded + found_out) * 10 > len(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
