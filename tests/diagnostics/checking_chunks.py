"""Chunks that are checked as whole rulesets: files as in ``ruleset_chunks``, each in the place of the one of a small sound game."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ruleset_chunks import moved, parted

from loading import load_documents
from reguli.check.check_registry import check
from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.source.diagnostic import Bag

SOUND = {
    "game.yaml": "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\n"
    "round: [planning, building]\n",
    "components/pieces.yaml": "kinds:\n  coin: {tokens: {supply: unlimited}, starts: bank}\n",
    "state.yaml": "game:\n  bank: {zone: coin}\nplayer:\n  money: {zone: coin}\n",
    "rules/rounds.rules": "phase planning:\n    move 1 from bank to first(players).money\n    end game\n\nphase building:\n    settle\n",
}


def read_checking(text: str, bag: Bag) -> None:
    """Bind and check a chunk laid over the sound game, and collect what is found."""
    files, headers = parted(text)
    found = Bag()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "my_game"
        for path, part in {**SOUND, **files}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(part.encode("utf-8"))
        documents = load_documents(folder, found)
        ruleset = None if documents is None else bind_ruleset(documents, found)
        if ruleset is not None:
            check(ruleset, found)
    bag.extend(moved(finding, headers) for finding in found)
