"""Small rulesets with one thing changed, opened as verification has them."""

from __future__ import annotations

import shutil
from pathlib import Path

from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import find_ruleset
from reguli.verify.paired_programs import ProgramPair
from reguli.verify.report import Subject, verification_target

TOYS = Path(__file__).parents[1] / "rulesets"


def path_of(name: str) -> Path:
    """Return the folder of a ruleset, shipped or among those of the tests."""
    found = find_ruleset(name)
    return TOYS / name if found is None else found


def changed(name: str, into: Path, file: str, old: str, new: str) -> Path:
    """Copy a ruleset with one text of it changed."""
    folder = into / name
    shutil.copytree(path_of(name), folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return folder


def subject(name: str | Path, **options: str | bool) -> Subject:
    """Open a ruleset that has no findings."""
    loaded = LoadedRuleset(str(name), options)
    assert loaded.ruleset is not None, loaded.bag.diagnostics
    return verification_target(loaded, loaded.ruleset)


def pair(before: str | Path, now: str | Path, players: int) -> ProgramPair:
    """Make the programs of two rulesets for a number of players."""
    return ProgramPair(LoadedRuleset(str(before)).program(players), LoadedRuleset(str(now)).program(players))
