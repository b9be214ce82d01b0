"""Playthroughs from saves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reguli.api.games import Game, opened
from reguli.api.playthroughs import Playthrough
from reguli.api.troubles import Findings
from reguli.engine.records import saves
from reguli.engine.records.replaying import Restored
from reguli.engine.records.save_form import read_json_text
from reguli.ir.program import Program
from reguli.pipeline import Loaded
from reguli.shipped import find_ruleset, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.sources import Sources


def from_json(data: Mapping[str, object] | str, ruleset: str | Path | None = None) -> Playthrough:
    """Play a save again: what ``to_json`` gave, or its JSON text, under the shipped ruleset it names or another one.

    Under other rules it goes as far as the moves are legal; ``difference`` then says where it first differs. Raises
    ``Findings`` for what is no save or names no shipped ruleset, ``UnknownRuleset`` when there is none at a path given.
    """
    bag, opener = Bag(), _Opener(ruleset)
    read = read_json_text(data, bag) if isinstance(data, str) else data
    restored = None if read is None else saves.from_json(read, opener.program, bag)
    return _restored(restored, opener, bag)


def load_save(path: str | Path, ruleset: str | Path | None = None) -> Playthrough:
    """Read a save file and play it again; see ``from_json``."""
    bag, opener = Bag(), _Opener(ruleset)
    return _restored(saves.load_save(Path(path), opener.program, bag), opener, bag)


def _restored(restored: Restored | None, opener: _Opener, bag: Bag) -> Playthrough:
    if restored is None or opener.game is None:
        raise Findings(bag.diagnostics, Sources())
    remarks = Bag()
    restored.report(remarks)
    return Playthrough(restored.playthrough, restored.differs, opener.game, remarks.diagnostics)


@dataclass(slots=True)
class _Opener:
    """Gives the program of a save, of the shipped ruleset it names or of the one at a path, and keeps the game."""

    ruleset: str | Path | None
    game: Game | None = None

    def program(self, name: str, options: Mapping[str, str | bool], players: int, bag: Bag) -> Program | None:
        """Give a program; ``None`` with a finding (E205, E206, E207)."""
        if self.ruleset is None and find_ruleset(name) is None:
            # A save from elsewhere opens shipped rulesets only, never a folder that happens to have its name.
            bag.add("E205", None, near=near(name, shipped_rulesets()), name=name)
            return None
        found = Bag()
        loaded = Loaded(name if self.ruleset is None else str(self.ruleset), dict(options), found)
        bound = loaded.ruleset
        wrong = [finding for finding in found if finding.code in {"R122", "R123"}]
        if wrong:
            bag.add("E206", None, why=", ".join(str(dict(finding.args).get("name")) for finding in wrong))
        elif bound is None or found:
            bag.add("E207", None, name=name, count=len(found))
        elif not bound.players[0] <= players <= bound.players[1]:
            bag.add("E206", None, why=Said("why.players", count=players))
        else:
            self.game = opened(loaded)
            return self.game.program(players)
        return None
