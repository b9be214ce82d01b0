"""Holds ``verify`` against the sealed catalogue: which of the planted faults does it see, by class, and by what?

    python tests/verify/sealed/judge.py power_grid --parts examples,static --budget 60 --into seen.jsonl

A fault is seen when its ruleset has a finding that the shipped ruleset has not: an error, a change or a warning, or when it cannot be opened at
all. What only says that a document is another one than that of the base (V301, V302) does not count, and neither does what no example notices.
What a run found out is a line of the file; a fault that an earlier line calls seen is not tried again, so parts may be run one after the other. With
``--against`` the base is the shipped ruleset. With ``--ticks 10`` the examples, counts and facts of a ruleset are taken away, and the first ten examples that
``verify`` then offers are kept with the reading that the rules have: what a designer of a new game has after ten answers.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from apply import NAMES, catalogue, folder_of, mutated

from reguli.app.verification.part_registry import BEGUN, offered_example_yaml
from reguli.app.verification.runner import VerificationRequest, verify
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Trouble

SEEN = ("error", "change", "warning", "open")
MERELY_OTHER = ("V301", "V302")


def found_in(folder: Path, parts: tuple[str, ...], budget: int, against: str | None) -> dict[str, str]:
    """Return the ids of what is found, each with its severity, code and sentence."""
    os.environ["REGULI_CACHE"] = ""
    try:
        report = verify(LoadedRuleset(str(folder)), VerificationRequest(budget, against, parts))
    except Trouble as trouble:
        return {"not opened": str(trouble)[:200]}
    found = [one.found for one in report.judged if one.open and one.found.severity in SEEN]
    return {one.id: f"{one.severity} {one.told.code} {one.rule}" for one in found if one.told.code not in MERELY_OTHER}


def ticked(ruleset: str, ticks: int, budget: int, into: Path) -> Path:
    """Return a copy of a ruleset without what its designer holds it against, but for the first examples that are offered of it."""
    folder = into / ruleset
    shutil.copytree(folder_of(ruleset), folder, ignore=shutil.ignore_patterns("examples", "facts", "counts.yaml"))
    report = verify(LoadedRuleset(str(folder)), VerificationRequest(budget))
    offers = [one.found.offered for one in report.actions if one.found.offered is not None][:ticks]
    items = "".join(offered_example_yaml(one, 1 if one.readings[0].now else 2) for one in offers)
    (folder / "examples").mkdir()
    (folder / "examples" / "kept.yaml").write_text(f"{BEGUN}\n{items}", encoding="utf-8")
    return folder


def judged(
    fault: dict[str, Any], *, of: Path, parts: tuple[str, ...], budget: int, based: bool, known: frozenset[str]
) -> dict[str, Any]:
    """Return the findings by which a fault in the ruleset of a folder is seen; ``known`` are the ids of what is found without it."""
    ruleset = of.name
    with tempfile.TemporaryDirectory() as into:
        folder = mutated(ruleset, fault, Path(into), of=of)
        found = found_in(folder, parts, budget, str(of) if based else None)
    new = {name: text for name, text in found.items() if name not in known}
    by = sorted(new.values())[:3]
    return {"ruleset": ruleset, "id": fault["id"], "class": fault["class"], "parts": list(parts), "by": by}


def before(into: Path) -> list[dict[str, Any]]:
    """Read what earlier runs found out."""
    return [json.loads(line) for line in into.read_text(encoding="utf-8").splitlines()] if into.is_file() else []


def said(rows: list[dict[str, Any]], ruleset: str) -> Iterator[str]:
    """Yield how many of each class are seen, and which are not."""
    faults = catalogue(ruleset)
    seen = {row["id"] for row in rows if row["ruleset"] == ruleset and row["by"]}
    tried = {row["id"] for row in rows if row["ruleset"] == ruleset}
    whole, by_class = (
        Counter(one["class"] for one in faults),
        Counter(one["class"] for one in faults if one["id"] in seen),
    )
    yield from (f"{name:14} {by_class[name]:4} of {count:4}" for name, count in whole.most_common())
    yield f"{ruleset}: {len(seen)} of {len(faults)} seen ({len(seen) / len(faults):.0%}), {len(tried)} tried"
    yield from (f"  not seen: {one['id']} ({one['class']}) {one['story']}" for one in faults if one["id"] not in seen)


def main() -> int:
    """Judge the faults of some rulesets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=list(NAMES))
    parser.add_argument("--parts", default="examples,static")
    parser.add_argument("--budget", type=int, default=60)
    parser.add_argument("--against", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--into", type=Path, default=Path("seen.jsonl"))
    parser.add_argument("--ticks", type=int)
    given = parser.parse_args()
    parts = tuple(given.parts.split(","))
    with ProcessPoolExecutor(given.workers) as pool, tempfile.TemporaryDirectory() as fresh:
        for ruleset in given.rulesets:
            seen = {row["id"] for row in before(given.into) if row["by"]}
            of = folder_of(ruleset) if given.ticks is None else ticked(ruleset, given.ticks, given.budget, Path(fresh))
            known = frozenset(found_in(of, parts, given.budget, str(of) if given.against else None))
            judge = partial(judged, of=of, parts=parts, budget=given.budget, based=given.against, known=known)
            with given.into.open("a", encoding="utf-8") as file:
                for row in pool.map(judge, [one for one in catalogue(ruleset) if one["id"] not in seen]):
                    file.write(json.dumps(row) + "\n")
                    file.flush()
            sys.stdout.writelines(f"{line}\n" for line in said(before(given.into), ruleset))
    return 0


if __name__ == "__main__":
    sys.exit(main())
