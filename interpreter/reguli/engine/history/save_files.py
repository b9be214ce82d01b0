"""Saves: everything needed to play a playthrough again, and where it first differs under other rules."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.history.save_format import (
    LANGUAGE_VERSION,
    LARGEST_SAVE,
    SAVE_VERSION,
    read_json_text,
    read_save,
    seal,
)
from reguli.engine.history.save_replay import Restored, replay
from reguli.engine.notation import move_json, move_text
from reguli.engine.position_documents.position_json import position_json
from reguli.engine.state_snapshots import position_hash
from reguli.ir.executable_program import Playable
from reguli.source.atomic_files import why_not, write_whole
from reguli.source.bounded_files import AT_ONCE
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said

Load = Callable[[str, Mapping[str, str | bool], int, Bag], Playable | None]
"""Gives the program of a ruleset by id, options and number of players; ``None`` with findings (E205, E206, E207)."""


def to_json(playthrough: Playthrough) -> dict[str, object]:
    """Give a save as plain JSON values.

    Keys: ``save`` and ``language`` (versions), ``ruleset`` {id, version, digest, variants}, ``options``, ``players``,
    ``names``, ``seed``, ``prescribed``, ``play_forced``, ``position`` (the document it was set up from, or null),
    ``chance`` (pairs of site and outcome), ``start`` and ``hash`` (of the position at the beginning and now), ``over``,
    ``seal`` (a digest of all else, by which it is seen whether the save was changed), and ``moves``: {by (seat, 0-based), decision, option, arguments (by name, ids), text, forced, hash}. The hash of a move is
    that of the position after it and the forced moves behind it; forced moves have none of their own.
    """
    program = playthrough.program
    ruleset = program.ruleset
    past = playthrough.past_hashes()
    found: dict[str, object] = {
        "save": SAVE_VERSION,
        "language": LANGUAGE_VERSION,
        "ruleset": {
            "id": ruleset.id,
            "version": ruleset.version,
            "digest": ruleset.digest,
            "variants": [variant.id for variant in ruleset.documents.variants],
        },
        "options": dict(ruleset.options),
        "players": program.players,
        "names": list(playthrough.names),
        "seed": playthrough.chance.seed,
        "prescribed": {site: list(outcomes) for site, outcomes in playthrough.chance.prescribed.items()},
        "play_forced": playthrough.play_forced,
        "position": None if playthrough.origin is None else position_json(playthrough.origin),
        "chance": [[site, outcome] for site, outcome in playthrough.chance.log],
        "start": past[0],
        "moves": _moves(playthrough, past[1:]),
        "hash": position_hash(program, playthrough.slots),
        "over": playthrough.over,
    }
    return {**found, "seal": seal(found)}


def _moves(playthrough: Playthrough, hashes: list[str]) -> list[dict[str, object]]:
    program, after = playthrough.program, iter(hashes)
    found: list[dict[str, object]] = []
    for played in playthrough.moves:
        decision = program.decisions[played.decision]
        found.append(
            {
                "by": played.actor,
                "decision": decision.ask.name,
                **move_json(program, decision, played.move, ids=True),
                "text": move_text(program, decision, played.move, playthrough.names),
                "forced": played.forced,
                "hash": None if played.forced else next(after),
            }
        )
    return found


def from_json(data: object, load: Load, bag: Bag) -> Restored | None:
    """Play a save again; ``None`` with a finding (E202 to E207) when it is none or its ruleset is not to be had.

    A save that does not come out is not an error: the result says where it first differs and where it had to stop.
    """
    save = read_save(data, bag)
    if save is None:
        return None
    program = load(save.ruleset, save.options, save.players, bag)
    return None if program is None else replay(save, program, bag)


def read_save_file(path: Path, bag: Bag) -> object:
    """Read the JSON of a save file, within bounds; ``None`` with a finding (E201, E203, E210)."""
    try:
        with os.fdopen(os.open(path, AT_ONCE), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                bag.add("E210", None, done=Said("says.read"), why=Said("why.no_ordinary_file"))
                return None
            raw = stream.read(LARGEST_SAVE + 1)
    except (OSError, ValueError) as error:
        bag.add("E210", None, done=Said("says.read"), why=why_not(error))
        return None
    if len(raw) > LARGEST_SAVE:
        bag.add("E203", None, what=Said("part.text"), limit=Said("part.bytes", limit=LARGEST_SAVE))
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        bag.add("E201", None, why=Said("why.no_utf_8"))
        return None
    return read_json_text(text, bag)


def save(path: Path, playthrough: Playthrough) -> None:
    """Write a save file, wholly or not at all: an older file of the name stays until the new one is on the disk.

    Raises ``OSError``.
    """
    write_whole(path, save_bytes(playthrough), lasting=True)


def save_bytes(playthrough: Playthrough) -> bytes:
    """Give what a save file holds."""
    return (json.dumps(to_json(playthrough), ensure_ascii=False, indent=1) + "\n").encode()
