"""Saves: the data to replay a playthrough, and its first difference under other rules."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from reguli.engine.chance_source import ChanceRefused
from reguli.engine.gameplay.legal_actions import Move, choice_by_name
from reguli.engine.gameplay.playthrough import GamePlaythrough, Refusal, outcomes_by_chance_node, start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.save_format import (
    LANGUAGE_VERSION,
    LARGEST_SAVE,
    SAVE_VERSION,
    SaveData,
    SavedMove,
    parse_save_data,
    read_json_text,
    save_digest,
)
from reguli.engine.notation import (
    NO_MEMBER,
    Unreadable,
    element_text,
    find_element_index,
    move_json,
    move_text,
    parse_argument_value,
    typable_option_names,
)
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_writer import position_document_json, read_plain_position
from reguli.engine.state_snapshots import position_hash
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.set_numbering import encode_set
from reguli.ir.program import Choice, Decide
from reguli.ir.runtime_faults import RulesFault
from reguli.model.types import BundleType, CollectionType, ElementType
from reguli.source.bounded_files import AT_ONCE, os_error_reason, write_atomically
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import ENGLISH, Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- A save played again: move by move, as far as it goes, with the first difference told ----------------------------


@frozen_class
class Difference(FrozenValue):
    """A deviation in replaying a save: the move number (from 1; 0 is the beginning) and its kind.

    ``illegal``: the move is not allowed, ``refusals`` say why. ``unreadable``: no such decision, option or argument.
    ``actor``: somebody else decides. ``over``: nobody decides any more. ``forced``: another move was forced.
    ``chance``: a recorded outcome cannot come. ``fault``: the rules fail. ``hash``: the position is another one.
    ``words``: the move is written with words that are not its own. ``end``: it says that it is over, or not, and is wrong.
    """

    move: int
    kind: Literal["illegal", "unreadable", "actor", "over", "forced", "chance", "fault", "hash", "words", "end"]
    text: str
    expected: Value = ""
    found: str = ""
    refusals: tuple[Refusal, ...] = ()

    @property
    def sentence(self) -> str:
        """Return the text in English."""
        return ENGLISH.say(self.said)

    @property
    def said(self) -> Said:
        """Return the text for findings."""
        match self.kind:
            case "illegal":
                reasons = ", ".join(refusal.name for refusal in self.refusals)
                return Said("why.not_allowed", move=self.text, reasons=reasons)
            case "hash":
                return Said("why.position") if self.move else Said("why.first_position")
            case "over":
                return Said("why.nobody_decides_more", move=self.text)
            case "words":
                return Said("why.written_otherwise", move=self.text, found=self.found)
            case "end":
                return Said("why.over") if self.found else Said("why.not_over")
            case _:
                return Said("why.unexpected", move=self.text, expected=self.expected, found=self.found)


@frozen_class
class RestoredGame(FrozenValue):
    """A replayed save: the playthrough as far as it goes, and its first difference, if any.

    ``differs`` is the first difference of any kind; ``stopped`` the one that ended it (the same, when nothing differed
    before). Under other rules positions may differ although all moves are legal. ``same_rules`` compares digests;
    ``version`` is that of the rules it was played by. ``changed`` says whether the save was changed after it was written.
    """

    playthrough: GamePlaythrough
    same_rules: bool
    version: str = ""
    changed: bool = False
    differs: Difference | None = None
    stopped: Difference | None = None

    def report(self, bag: Bag) -> None:
        """Report the first difference, and the one that ended it (E208 under the same rules, else E209).

        A save that was changed is E211, also where nothing differs; one of other rules under which nothing does is E212.
        """
        if self.changed:
            bag.add("E211", None)
        if not self.same_rules and self.differs is None:
            ruleset = self.playthrough.program.ruleset
            bag.add("E212", None, name=ruleset.id, version=self.version, now=ruleset.version)
        for difference in dict.fromkeys((self.differs, self.stopped)):
            if difference is not None:
                code = "E208" if self.same_rules else "E209"
                bag.add(code, None, number=difference.move, what=difference.said)


def replay_save_data(save: SaveData, program: Playable, bag: Bag) -> RestoredGame | None:
    """Replay a save under a program; ``None`` with findings if its position cannot be set up."""
    same = save.digest == program.ruleset.digest
    try:
        playthrough = _begun(save, program, bag)
    except RulesFault:
        bag.add("E208" if same else "E209", None, number=0, what=Said("why.rules_fail"))
        return None
    except ChanceRefused as refused:
        what = Said("why.cannot_come", outcome=refused.wanted, site=refused.site)
        bag.add("E208" if same else "E209", None, number=0, what=what)
        return None
    if playthrough is None:
        return None
    replaying = _Replaying(save, playthrough, same)
    replaying.run()
    return RestoredGame(playthrough, same, save.version, save.changed, replaying.differs, replaying.stopped)


def _begun(save: SaveData, program: Playable, bag: Bag) -> GamePlaythrough | None:
    recorded = outcomes_by_chance_node(save.chance)
    if save.position is None:
        prescribed = {site: tuple(outcomes) for site, outcomes in save.prescribed.items()}
        forced, names = save.play_forced, save.names
        return start_playthrough(
            program, save.seed, prescribed=prescribed, recorded=save.chance, play_forced=forced, names=names
        )
    written = read_plain_position(save.position, bag)
    if written is None:
        return None
    return set_up_position(program, written, bag, seed=save.seed, play_forced=save.play_forced, recorded=recorded)


class _Replaying:
    """A replay of a save's moves in order."""

    def __init__(self, save: SaveData, playthrough: GamePlaythrough, same_rules: bool) -> None:
        self._save = save
        self._same_rules = same_rules
        self._playthrough = playthrough
        self._hashes = _boundaries(save)
        self.differs: Difference | None = None
        self.stopped: Difference | None = None

    def run(self) -> None:
        """Replay until it stops."""
        checked, moves = 0, self._save.moves
        while self.stopped is None:
            checked = self._check_forced(checked)
            self._check_hash()
            done = len(self._playthrough.moves)
            if self.stopped is not None or done >= len(moves):
                self._check_end()
                return
            stopped = self._play(done + 1, moves[done])
            checked = done + 1
            if stopped is not None:
                self._stop(stopped)

    def _stop(self, difference: Difference) -> None:
        self.stopped = difference
        self.differs = self.differs or difference

    def _check_forced(self, since: int) -> int:
        """Compare forced moves with those of the save; return how many moves have been compared."""
        playthrough, moves = self._playthrough, self._save.moves
        for index in range(since, min(len(playthrough.moves), len(moves))):
            played, saved = playthrough.moves[index], moves[index]
            decision = playthrough.program.decisions[played.decision]
            found = move_text(playthrough.program, decision, played.move)
            if (played.actor, played.move) != (saved.by, _read(playthrough.program, decision, saved)):
                self._stop(Difference(index + 1, "forced", saved.text, saved.text, found))
                return index
            self._check_words(index)
        return len(playthrough.moves)

    def _check_words(self, index: int) -> None:
        """Compare a move's saved text with its own; other rules may word it differently."""
        played, saved = self._playthrough.moves[index], self._save.moves[index]
        decision = self._playthrough.program.decisions[played.decision]
        text = move_text(self._playthrough.program, decision, played.move, self._playthrough.names)
        if self._same_rules and self.differs is None and text != saved.text:
            self.differs = Difference(index + 1, "words", saved.text, found=text)

    def _check_end(self) -> None:
        over = self._playthrough.over
        if self._same_rules and self.differs is None and over != self._save.over:
            self.differs = Difference(len(self._save.moves), "end", "", found="over" if over else "")

    def _check_hash(self) -> None:
        done = len(self._playthrough.moves)
        wanted = self._hashes.get(done)
        if self.differs is None and wanted is not None and wanted != self._playthrough.hash:
            self.differs = Difference(done, "hash", "", wanted, self._playthrough.hash)

    def _play(self, number: int, saved: SavedMove) -> Difference | None:
        playthrough = self._playthrough
        decision = playthrough.decision
        if decision is None:
            return Difference(number, "over", saved.text)
        if decision.ask.name != saved.decision:
            return Difference(number, "unreadable", saved.text, saved.decision, decision.ask.name)
        if playthrough.actor != saved.by:
            found = element_text(playthrough.program, "player", playthrough.actor, playthrough.names)
            return Difference(number, "actor", saved.text, _player(playthrough, saved.by), found)
        move = _read(playthrough.program, decision, saved)
        if move is None:
            options = ", ".join(typable_option_names(decision))
            return Difference(number, "unreadable", saved.text, Said("sort.move_of_decision"), options)
        try:
            if not playthrough.allows(move):
                return Difference(number, "illegal", saved.text, refusals=refusal_reasons(playthrough, move))
            playthrough.apply(move)
        except ChanceRefused as refused:
            candidates = ", ".join(refused.candidates[:40])
            return Difference(number, "chance", saved.text, f"{refused.site}: {refused.wanted}", candidates)
        except RulesFault as fault:
            return Difference(
                number, "fault", saved.text, Said("sort.rules_that_go_on"), f"{fault.code} in {fault.rule}"
            )
        self._check_words(number - 1)
        return None


def _player(playthrough: GamePlaythrough, seat: int) -> str:
    if seat >= playthrough.program.players:
        return f"seat {seat + 1}"
    return element_text(playthrough.program, "player", seat, playthrough.names)


def _boundaries(save: SaveData) -> dict[int, str]:
    """Return the known hashes by number of moves; a chosen move's hash applies before the next chosen one."""
    found: dict[int, str] = {}
    last = save.start
    for index, move in enumerate(save.moves):
        if not move.forced:
            found[index] = last
            last = move.hash or last
    found[len(save.moves)] = save.hash
    return found


def _read(program: Playable, decision: Decide, saved: SavedMove) -> Move | None:
    """Read a saved move's arguments by parameter name; elements by id or in typed form."""
    choice = _meant(program, decision, saved)
    if choice is None:
        return None
    parameters = [parameter.variable for parameter in choice.option.parameters]
    if sorted(saved.arguments) != sorted(variable.name for variable in parameters):
        return None
    values: list[int] = []
    for variable in parameters:
        value = saved.arguments[variable.name]
        if isinstance(variable.type, ElementType):
            found = _element(program, variable.type.kind, str(value))
            if found is None:
                return None
            values.append(found)
        elif isinstance(variable.type, CollectionType):
            members = (
                [_element(program, variable.type.kind, str(one)) for one in value]
                if isinstance(value, list)
                else [None]
            )
            if None in members:
                return None
            values.append(encode_set([one for one in members if one is not None]))
        elif isinstance(variable.type, BundleType):
            try:
                tokens = value if isinstance(value, list) else [str(value)]
                values.append(parse_argument_value(program, variable.type, " ".join(tokens) or NO_MEMBER))
            except Unreadable:
                return None
        elif isinstance(value, int):
            values.append(value)
        else:
            return None
    return Move(choice.option.name, tuple(values))


def _meant(program: Playable, decision: Decide, saved: SavedMove) -> Choice | None:
    """Return the choice of a saved move; for an option on several pieces, that of the saved piece."""
    choice = choice_by_name(decision, saved.option, ())
    if choice is None or not choice.option.pieces:
        return choice
    piece = choice.option.parameters[0].variable
    assert isinstance(piece.type, ElementType)
    found = _element(program, piece.type.kind, str(saved.arguments.get(piece.name, "")))
    return choice if found is None else choice_by_name(decision, saved.option, (found,))


def _element(program: Playable, kind: str, word: str) -> int | None:
    index = program.ruleset.kinds[kind].index(word)
    if index is None:
        return find_element_index(program, kind, word)
    return index if index < program.layout.size_of(kind) else None


# -- save files ------------------------------------------------------------------------------------------------------


Load = Callable[[str, Mapping[str, str | bool], int, Bag], Playable | None]
"""Gives the program of a ruleset by id, options and number of players; ``None`` with findings (E205, E206, E207)."""


def to_json(playthrough: GamePlaythrough) -> dict[str, object]:
    """Return a save as plain JSON values.

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
        "position": None if playthrough.origin is None else position_document_json(playthrough.origin),
        "chance": [[site, outcome] for site, outcome in playthrough.chance.log],
        "start": past[0],
        "moves": _moves(playthrough, past[1:]),
        "hash": position_hash(program, playthrough.slots),
        "over": playthrough.over,
    }
    return {**found, "seal": save_digest(found)}


def _moves(playthrough: GamePlaythrough, hashes: list[str]) -> list[dict[str, object]]:
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


def replay_json_save(data: object, load: Load, bag: Bag) -> RestoredGame | None:
    """Replay a save; ``None`` with a finding (E202 to E207) if it is invalid or its ruleset is unavailable.

    A save that does not come out is not an error: the result says where it first differs and where it had to stop.
    """
    save = parse_save_data(data, bag)
    if save is None:
        return None
    program = load(save.ruleset, save.options, save.players, bag)
    return None if program is None else replay_save_data(save, program, bag)


def read_save_file(path: Path, bag: Bag) -> object:
    """Read a save file's JSON, within bounds; ``None`` with a finding (E201, E203, E210)."""
    try:
        with os.fdopen(os.open(path, AT_ONCE), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                bag.add("E210", None, done=Said("says.read"), why=Said("why.no_ordinary_file"))
                return None
            raw = stream.read(LARGEST_SAVE + 1)
    except (OSError, ValueError) as error:
        bag.add("E210", None, done=Said("says.read"), why=os_error_reason(error))
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


def save_playthrough(path: Path, playthrough: GamePlaythrough) -> None:
    """Write a save file atomically: an existing file remains until the new one is on the disk.

    Raises ``OSError``.
    """
    write_atomically(path, encode_save_file(playthrough), lasting=True)


def encode_save_file(playthrough: GamePlaythrough) -> bytes:
    """Return the bytes of a save."""
    return (json.dumps(to_json(playthrough), ensure_ascii=False, indent=1) + "\n").encode()
