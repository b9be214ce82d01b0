"""Programs of the reference, laid over the sample and played to the end of their first round."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import reguli
from reguli.language.parsing.parser import parse_rules
from reguli.reference.reference_entry import FOLDER, Plain
from reguli.source.diagnostic import Bag

SAMPLE = FOLDER / "sample"
OWN = set(
    re.findall(r"^(?:phase|procedure|define) (\w+)", (SAMPLE / "rules" / "bazaar.rules").read_text(), re.MULTILINE)
)
CLOSING = "\nphase closing cites B5:\n    end game\n"
PLAYERS = {"power_grid": 3}


def played(program: str, home: Path) -> reguli.Playthrough:
    """Play a program in the place of the phase of the sample; random moves, and the game is over after one round."""
    bag = Bag()
    parsed = parse_rules(program, "program", bag)
    assert parsed is not None, [(found.code, str(found.span)) for found in bag]
    names = [item.name for item in parsed.items]
    new = [name for name in dict.fromkeys(names) if name not in OWN]
    (home / "rules").mkdir()
    added = f"add: {{rules: [{', '.join(new)}]}}\n" if new else ""
    (home / "variant.yaml").write_text(f"variant: tried\nof: {SAMPLE}\n{added}", encoding="utf-8")
    (home / "rules" / "tried.rules").write_text(program + CLOSING, encoding="utf-8")
    playthrough = reguli.load(home).start(players=2, seed=1)
    if not playthrough.over:
        playthrough.play_on("random", 60)
    assert playthrough.over
    return playthrough


def asked(ruleset: str, question: str) -> Plain:
    """Ask a position at the beginning of a game."""
    return _plain(begun(ruleset).value(question))


@cache
def begun(ruleset: str) -> reguli.Playthrough:
    """Begin a game once for all questions: they change nothing."""
    return reguli.load(SAMPLE if ruleset == "sample" else ruleset).start(players=PLAYERS.get(ruleset, 2), seed=0)


def _plain(value: object) -> Plain:
    if isinstance(value, list | tuple):
        return tuple(_plain(item) for item in value)
    assert value is None or isinstance(value, bool | int | str)
    return value
