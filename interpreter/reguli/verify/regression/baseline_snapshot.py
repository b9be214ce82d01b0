"""A baseline: the meaning and the play of a ruleset, in one file in its folder, for later detection of changes.

The file holds the digest of the documents, a digest of each thing by its path, the ids of the changes by which a variant was not its base, and recorded games:
their moves as they are typed, and now and then a mark of everything that lies, is seen and may be done. It is made of names alone, so a layout that changes
changes no mark; and the same ruleset gives the same bytes on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.action_sets import format_action_sets
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.notation import Unreadable, move_text, parse_move
from reguli.engine.observation import hides_zone_count, may_see_field, visible_stack_cards
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.rule_digests import digest_rules
from reguli.ruleset.document_nodes import Documents
from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.paired_programs import TROUBLES, GuidedPlayout, describe_failure, game_random_stream
from reguli.verify.regression.base_comparison import RulesetVersion, Setting, common_settings
from reguli.verify.regression.document_difference import GAME, cells_by_key
from reguli.verify.regression.regression_findings import rules_fault_finding
from reguli.verify.regression.tree_difference import bare
from reguli.verify.report import MAKING, Budget, Found, Holds, Level, Progress, Subject, finding_id

FORM: Final = 1
"""The version of the file."""
GAMES: Final = 20
LONGEST: Final = 1_000
"""Moves of a recorded game at most."""
EVERY: Final = 10
"""So many moves lie between two marks."""
MARK: Final = 5
"""Steps that it takes to make one."""


@frozen_class
class BaselineGame(FrozenValue):
    """A recorded game: its setting and seed, its moves, and digests at its start, after every tenth move and at its end."""

    options: tuple[tuple[str, str | bool], ...]
    players: int
    seed: int
    moves: tuple[str, ...]
    marks: tuple[str, ...]


@frozen_class
class BaselineSnapshot(FrozenValue):
    """The baseline of a ruleset."""

    digest: str
    things: Mapping[str, str]
    """The digest of each thing, by its path."""
    changes: tuple[str, ...]
    """The ids of the changes by which a variant was not its base then."""
    games: tuple[BaselineGame, ...]


class StoppedError(Exception):
    """An exception for a game that a rules fault stops before its end, so there is nothing to compare later."""

    def __init__(self, told: Diagnostic) -> None:
        """Store the finding."""
        super().__init__(told)
        self.told = told


# -- writing -------------------------------------------------------------------------------------------------------


def write_baseline(subject: Subject, changes: Sequence[str] = ()) -> str:
    """Return the text of the baseline file for the current ruleset; ``changes`` are the ids of those from the base.

    Raises ``StoppedError``.
    """
    documents = subject.documents
    version = RulesetVersion(documents, subject.opened.options)
    settings = common_settings(documents, documents, subject.opened.options)
    walker = GuidedPlayout()
    games = [_recorded(version, settings[at % len(settings)], at // len(settings), walker) for at in range(GAMES)]
    whole = {
        "blessed": FORM,
        "ruleset": subject.ruleset.id,
        "version": subject.ruleset.version,
        "digest": documents.digest,
        "changes": sorted(changes),
        "things": object_digests(subject.ruleset, documents),
        "games": games,
    }
    return json.dumps(whole, ensure_ascii=True, indent=1, sort_keys=True) + "\n"


def _recorded(version: RulesetVersion, setting: Setting, seed: int, walker: GuidedPlayout) -> dict[str, object]:
    options, players = setting
    program = version.program(options, players)
    assert program is not None
    try:
        moves, marks = _played(program, seed, walker)
    except RulesFault as fault:
        raise StoppedError(fault_diagnostic(program, fault)) from fault
    return {
        "options": [list(one) for one in options],
        "players": players,
        "seed": seed,
        "moves": ", ".join(moves) if not any("," in move for move in moves) else moves,
        "marks": " ".join(marks),
    }


def _played(program: Playable, seed: int, walker: GuidedPlayout) -> tuple[list[str], list[str]]:
    side = start_playthrough(program, seed)
    lot = game_random_stream(seed)
    moves: list[str] = []
    marks = [behaviour_digest(side)]
    while side.decision is not None and len(moves) < LONGEST:
        move = walker.choose(list(side.families()), lot)
        moves.append(move_text(program, side.decision, move))
        side.apply(move)
        if len(moves) % EVERY == 0 or side.over:
            marks.append(behaviour_digest(side))
    return moves, marks


def behaviour_digest(side: GamePlaythrough) -> str:
    """Return an eight-digit digest of all observable state: positions, each seat's observation, legal moves, the ranking."""
    listed = sorted(format_action_sets(side, family).text for family in side.families())
    seats = list(_sights(side))
    ranked = [[one.place, one.player, list(one.values)] for one in side.places()] if side.over else []
    whole = [position_as_plain(side.program, side.slots), listed, seats, ranked]
    return blake2b(json.dumps(whole, sort_keys=True).encode(), digest_size=4).hexdigest()


def _sights(side: GamePlaythrough) -> Iterator[tuple[object, ...]]:
    """Yield each seat's observation of the fields that are not public."""
    program = side.program
    for name, field in program.layout.fields.items():
        if field.declared.visible.who == "all":
            continue
        for place in range(field.places):
            for seat in (*range(program.players), None):
                seen = may_see_field(program, side.slots, field, place, seat)
                counted = seen or not hides_zone_count(field)
                known = () if seen or field.declared.order != "stack" else visible_stack_cards(side, field, place, seat)
                of = program.ruleset.kinds[field.declared.of or ""].elements if known else ()
                yield name, place, seat, seen, counted, [None if card is None else of[card] for card in known]


def object_digests(ruleset: Ruleset, documents: Documents) -> dict[str, str]:
    """Return a digest of each item of a ruleset, by its path."""
    found: dict[str, str] = {f"rules.{one.rule}": one.digest[:16] for one in digest_rules(ruleset)}
    found |= {f"constants.{one.id}": _digest(one.value) for one in documents.constants}
    for table in ruleset.own_tables:
        cells = [(key, value) for key, (value, _) in cells_by_key(ruleset, table).items()]
        found[f"tables.{table.id}"] = _digest((table.key_names, cells))
    for kind in documents.kinds:
        found[f"kinds.{kind.id}"] = _digest((kind.board, bare(kind)))
    for state in documents.state:
        found[f"state.{state.owner}.{state.id}"] = _digest(bare(state))
    for name in (*GAME, "options", "stages", "ranking"):
        found[name] = _digest(bare(getattr(documents.game, name)))
    return dict(sorted(found.items()))


def _digest(thing: object) -> str:
    return blake2b(repr(thing).encode(), digest_size=8).hexdigest()


# -- reading -------------------------------------------------------------------------------------------------------


def read_baseline(text: str) -> BaselineSnapshot | None:
    """Parse the file; None if it is not a baseline, or of another format."""
    try:
        data = json.loads(text)
        return _read(data) if data["blessed"] == FORM else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _read(data: Any) -> BaselineSnapshot:
    games = tuple(
        BaselineGame(
            tuple((str(name), value if isinstance(value, bool) else str(value)) for name, value in one["options"]),
            int(one["players"]),
            int(one["seed"]),
            tuple(one["moves"].split(", ") if isinstance(one["moves"], str) else map(str, one["moves"])),
            tuple(str(one["marks"]).split()),
        )
        for one in data["games"]
    )
    things = {str(path): str(digest) for path, digest in data["things"].items()}
    return BaselineSnapshot(str(data["digest"]), things, tuple(map(str, data["changes"])), games)


# -- holding a ruleset against it ----------------------------------------------------------------------------------


def compare_with_baseline(
    subject: Subject, budget: Budget, progress: Progress, *, baseline: BaselineSnapshot
) -> Iterator[Found | Holds]:
    """Yield items whose meaning differs from the baseline, and recorded games that take another course."""
    documents = subject.documents
    now = object_digests(subject.ruleset, documents)
    spans = {f"rules.{one.rule}": one.span for one in digest_rules(subject.ruleset)}
    for path in sorted(baseline.things.keys() | now.keys()):
        if baseline.things.get(path) != now.get(path):
            identity = finding_id("regression", "blessed", path, str(now.get(path)))
            yield Found(identity, "regression", "change", make_finding("V310", spans.get(path), path=path), path)
        elif path in spans:
            yield Holds(path.removeprefix("rules."), "as in the baseline", Level.SAME, Said("differs.same_text"))
    version = RulesetVersion(documents, subject.opened.options)
    for number, game in enumerate(baseline.games, 1):
        if not budget.spend(MAKING + len(game.moves) + MARK * len(game.marks)):
            budget.cut += 1
            continue
        progress("regression", number, len(baseline.games))
        what = _parts_from(version, game)
        if what is not None:
            identity = finding_id("regression", "blessed game", str(number))
            yield Found(identity, "regression", "change", make_finding("V311", None, number=number, what=what))


def _parts_from(version: RulesetVersion, game: BaselineGame) -> Said | None:
    """Replay a recorded game, and return where it differs."""
    program = version.program(game.options, game.players)
    if program is None:
        return Said("differs.no_table")
    done = 0
    try:
        side = start_playthrough(program, game.seed)
        for done, text in enumerate(game.moves, 1):
            if done % EVERY == 1 and behaviour_digest(side) != game.marks[(done - 1) // EVERY]:
                return Said("differs.mark", first=max(0, done - 1 - EVERY), last=done - 1)
            if side.decision is None:
                return Said("differs.ended", number=done, move=text)
            move = parse_move(program, side.decision, text)
            if not side.allows(move):
                return Said("differs.refused", number=done, move=text)
            side.apply(move)
    except TROUBLES as trouble:
        return Said("differs.behind_move", number=done, what=rules_fault_finding("", describe_failure(trouble)))
    except Unreadable:
        return Said("differs.refused", number=done, move=game.moves[done - 1])
    return (
        None
        if behaviour_digest(side) == game.marks[-1]
        else Said("differs.mark", first=max(0, done - EVERY), last=done)
    )
