"""Rulesets made executable both ways, as generated Python and as the interpreter runs them, and a small one to put rules into."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.position_documents.document_setup import run_procedure
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.runtime_faults import RulesFault
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset

TOP = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(path.parent for home in ("rulesets", "tests/rulesets") for path in (TOP / home).glob("*/game.yaml"))
GAME = """
ruleset: twins
language: 2
version: 1.0.0
name: Twins
players: {min: 1, max: 2}
round: [counting]
ranking: [{by: player.points, order: most}]
"""
KINDS = """
kinds:
  stone: {plural: stones, fields: {weight: {number: stone}}, columns: [id, weight], rows: [[a, 3], [b, 1], [c, 4], [d, 1]]}
"""
CONSTANTS = "".join(
    f"{name}: {{value: {value}}}\n"
    for name, value in {
        "two": 2,
        "three": 3,
        "five": 5,
        "seven": 7,
        "nine": 9,
        "ten": 10,
        "thirty": 30,
        "over": 901,
        "many": 10**6,
    }.items()
)
STATE = """
game:
  told: {list: stone}
  left: {number: stone, range: [0, 900]}
player:
  points: {number: stone, range: [-20, 900]}
  best: {of: stone}
  ready: {flag: true}
"""


@cache
def loaded_whole(folder: Path) -> LoadedRuleset:
    """A ruleset without findings, for every number of players."""
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None
    assert not loaded.bag, [str(found) for found in loaded.bag.diagnostics]
    return loaded


def ruleset(folder: Path, players: int | None = None) -> Ruleset:
    """A ruleset without findings: as it is for a number of players, or with all that any number has."""
    loaded = loaded_whole(folder)
    found = loaded.ruleset if players is None else loaded.ruleset_for(players)
    assert found is not None
    return found


@cache
def twins(folder: Path, players: int) -> tuple[Playable, Playable]:
    """The program of a ruleset as generated Python and as the interpreter runs it."""
    return generate_python_program(ruleset(folder, players), players), make_executable(
        build_program(ruleset(folder, players), players)
    )


def rules(folder: Path, text: str, files: Mapping[str, str] = MappingProxyType({})) -> Path:
    """Write a small ruleset around some rules; ``files`` stand for its own or beside them."""
    own = {"game.yaml": GAME, "constants.yaml": CONSTANTS, "components/k.yaml": KINDS, "state.yaml": STATE}
    for name, content in {**own, "rules/r.rules": text, **files}.items():
        path = folder / "twins" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder / "twins"


def ran(program: Playable, *arguments: int) -> tuple[object, list[int]]:
    """What comes of ``try_it``: the fault or nothing, and the slots."""
    playthrough = start_playthrough(program)
    try:
        run_procedure(playthrough, "try_it", list(arguments))
    except RulesFault as fault:
        return (fault.code, fault.values, fault.rule), playthrough.slots[: program.saved]
    return None, playthrough.slots[: program.saved]


PHASE = "phase counting:\n    end game\n\n"
