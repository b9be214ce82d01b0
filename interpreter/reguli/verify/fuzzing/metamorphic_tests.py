"""Metamorphic tests: rotating seats, changing the language, or saving and loading must not change how a game plays."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, cast

from reguli.engine.chance_source import ChanceRefused
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, IllegalMove
from reguli.engine.history.save_files import replay_json_save, to_json
from reguli.engine.notation import Plain, Unreadable, move_text, parse_move, place_text
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_values import place_as_plain
from reguli.engine.position_documents.position_writer import (
    draft_position_document,
    prescribe_outcomes_since,
    read_plain_position,
)
from reguli.engine.state_snapshots import save_snapshot
from reguli.ir.executable_program import Playable
from reguli.ir.rng import Stream
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FieldSlots
from reguli.model.bound_tree.bound_terms import Constant, Term
from reguli.model.bound_tree.tree_traversal import all_procedures, all_terms, nested_statements, statement_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.example_runner import MOST_FORCED, NOBODY, move_as_typed, plain_value_text
from reguli.verify.paired_programs import GuidedPlayout
from reguli.verify.report import Budget
from reguli.verify.test_generation.test_scenario import decider_name

# -- seat symmetry ---------------------------------------------------------------------------------------------------
# Seats turned: the same people at the same position, each one seat further round, must come to the same by the same moves.
#
# Set-ups may treat seats apart, so it begins at positions on the way. A document names people and says where they sit, so what is compared is one document
# set up twice, with other seats: whoever was first in the order of seats is not now. What changes by that depends on a number of a seat which no rule
# names: a tie that is settled by who sits where, a loop that begins with whoever sits first. Rules that name a seat, and data that say something of one, mean it;
# there nothing is turned.


PLAYER: Final = "player"
AHEAD: Final = 25
"""Moves that are made from a position."""
IN_VAIN: Final = 3
"""A decision that so many documents did not lead to is passed over."""
FEW: Final = 60
"""Lists of moves up to so long are compared move by move, longer ones by their length."""
SAID: Final = ("element", "list", "set")
"""Forms of fields that may name people: their places are all said, also where they are as the set-up leaves them, which goes by seats."""
ASKED, RANKING = "asked", "ranking"
"""What is compared besides places."""
Values = Mapping[str, Plain]


@frozen_class
class SeatAsymmetry(FrozenValue):
    """A difference after rotating seats: the rule of the option, the subject, and its value before and after the rotation."""

    rule: str
    place: str
    said: Said
    before: str
    after: str


@frozen_class
class _Ahead(FrozenValue):
    """Moves from a position: the rule, text and player of each, and the resulting positions, preceded by the initial one."""

    made: tuple[tuple[str, str, str], ...]
    stood: tuple[GamePlaythrough, ...]


def mentions_seats(ruleset: Ruleset) -> bool:
    """Return whether the rules after the set-up, or data, refer to a seat by name."""
    player = ElementType(PLAYER)
    of_fields = (one.of == PLAYER for kind in ruleset.kinds.values() for one in kind.fields.values())
    of_tables = (PLAYER in (table.declared.of, *table.key_names) for table in ruleset.tables.values())
    terms = (term for term in _terms(ruleset) if isinstance(term, Constant))
    return any(of_fields) or any(of_tables) or any(term.type == player and term.value >= 0 for term in terms)


def _terms(ruleset: Ruleset) -> Iterator[Term]:
    for procedure in all_procedures(ruleset):
        if procedure is not ruleset.setup:
            for statement in nested_statements(procedure.body):
                for term in statement_terms(statement):
                    yield from all_terms(term)
    for define in ruleset.defines.values():
        yield from all_terms(define.value)


@dataclass(slots=True)
class SeatSymmetry:
    """Rotates seats in positions of many games; decisions that documents repeatedly cannot reproduce are skipped."""

    in_vain: Counter[str] = field(default_factory=Counter)
    positions: int = 0
    """So many were turned."""

    def is_due(self, played: GamePlaythrough) -> bool:
        """Return whether a rotation is worth trying here."""
        named = played.decision is not None and played.phase is not None
        return named and self.in_vain[_asked(played)] < IN_VAIN

    def turned(self, played: GamePlaythrough, lot: Stream) -> SeatAsymmetry | None:
        """Play on from a position with the seats unchanged and rotated by one; return the difference, if any."""
        program, document = played.program, draft_position_document(played)
        start = _stands(program, document)
        if start is None or not _is_same(start, played):
            self.in_vain[_asked(played)] += 1
            return None
        try:
            ahead = _made(start, lot)
            other = _turned_round(ahead, document)
            self.positions += other is not None
            return None if other is None else _compared(ahead, other)
        except (RulesFault, ChanceRefused):
            # What fails is told by the game itself; chance that is asked for something else came to another place.
            return None


def _is_same(one: GamePlaythrough, other: GamePlaythrough) -> bool:
    """Return whether a document reproduces the position it was written from, except for the order of shuffled stacks."""
    slots = [list(end.slots[: end.program.logical]) for end in (one, other)]
    for stack in one.program.layout.fields.values():
        size = stack.places * stack.stride
        if stack.declared.order == "stack":
            for held in slots:
                held[stack.base : stack.base + size] = [0] * size
    return slots[0] == slots[1]


def _asked(played: GamePlaythrough) -> str:
    return "" if played.decision is None else played.decision.ask.name


def _stands(program: Playable, document: Mapping[str, object]) -> GamePlaythrough | None:
    written = read_plain_position(dict(document), Bag())
    return None if written is None else set_up_position(program, written, Bag(), most_forced=MOST_FORCED)


def _made(start: GamePlaythrough, lot: Stream) -> _Ahead:
    """Choose and apply random moves."""
    walker, made, stood = GuidedPlayout(), list[tuple[str, str, str]](), [start.branch()]
    while len(made) < AHEAD and start.decision is not None:
        families = list(start.families())
        move = walker.choose(families, lot)
        rule = next(one for one in families if one.choice.option.name == move.option).choice.option.rule
        made.append((rule, move_as_typed(start, move), decider_name(start)))
        start.apply(move)
        stood.append(start.branch())
    return _Ahead(tuple(made), tuple(stood))


def _turned_round(ahead: _Ahead, document: Mapping[str, object]) -> GamePlaythrough | None:
    """Set up the same position with every player moved by one seat; ``None`` if no document can express it."""
    first, last = ahead.stood[0], ahead.stood[-1]
    program, names, wanted = first.program, first.names, snapshot_by_player_name(first)
    seats = {name: (seat + 1) % program.players for seat, name in enumerate(names)}
    chance = prescribe_outcomes_since(last, len(first.chance.log))
    fields = program.layout.fields.values()
    plain = [one for one in fields if one.declared.form in SAID and not one.infinite]
    places = [place_text(program, one.name, at, names, ids=True) for one in plain for at in range(one.places)]
    state = {place: _said(wanted[place]) for place in places if place in wanted}
    state |= cast("dict[str, Plain]", document["state"])
    said: dict[str, object] = {**document, "seats": seats, "state": state, **({"chance": chance} if chance else {})}
    other = _stands(program, said)
    unlike = [] if other is None else list(_otherwise(first, other))
    if unlike:
        said["state"] = {**state, **{place: _said(wanted[place]) for place in unlike if place != ASKED}}
        other = _stands(program, said)
    return None if other is None or any(_otherwise(first, other)) else other


def _said(value: Plain) -> Plain:
    return "none" if value is None else value


def _compared(ahead: _Ahead, other: GamePlaythrough) -> SeatAsymmetry | None:
    for at, (rule, text, by) in enumerate(ahead.made):
        before, after = ahead.stood[at : at + 2]
        if other.decision is None:
            return None
        listed = [_listed(end) for end in (before, other)]
        if listed[0] != listed[1]:
            return SeatAsymmetry(rule.rpartition("/")[0], "", Said("at_games.listed", player=by), *_apart(*listed))
        try:
            other.apply(parse_move(other.program, other.decision, text, other.names))
        except (IllegalMove, Unreadable):
            return SeatAsymmetry(rule, "", Said("at_games.listed", player=by), text, NOBODY)
        place = next(iter(_otherwise(after, other)), None)
        if place is not None:
            # Chance that falls at a seat falls at another one; what comes of it says nothing.
            by_chance = len(after.chance.log) > len(before.chance.log)
            held = [plain_value_text(snapshot_by_player_name(end).get(place)) for end in (after, other)]
            return None if by_chance else SeatAsymmetry(rule, place, _place_said(place, by, text), *held)
    return None


def _place_said(place: str, by: str, move: str) -> Said:
    match place:
        case "asked":
            return Said("at_games.asked", player=by, move=move)
        case "ranking":
            return Said("at_games.ranking", player=by, move=move)
        case _:
            return Said("at_games.place", place=place, player=by, move=move)


def _otherwise(one: GamePlaythrough, other: GamePlaythrough) -> Iterator[str]:
    """Yield the places whose values differ for the same players."""
    before, after = snapshot_by_player_name(one), snapshot_by_player_name(other)
    yield from (place for place, value in before.items() if value != after.get(place))


def snapshot_by_player_name(played: GamePlaythrough) -> Values:
    """Return all state by player name, with the pending decision and its player, and at the end the ranking."""
    program, names = played.program, played.names
    found: dict[str, Plain] = {
        place_text(program, one.name, at, names, ids=True): _plain(played, one, at)
        for one in program.layout.fields.values()
        if not one.infinite
        for at in range(one.places)
    }
    if played.decision is not None:
        found[ASKED] = f"{decider_name(played)}: {played.decision.ask.name}"
    elif played.over:
        found[RANKING] = ", ".join(sorted(f"{one.place} {names[one.player]}" for one in played.places()))
    return found


def _plain(played: GamePlaythrough, one: FieldSlots, at: int) -> Plain:
    """Return the value of a place; an element list whose order is insignificant is sorted."""
    value = place_as_plain(played.program, played.slots, one, at, played.names)
    ordered = one.declared.form == "list" or one.declared.order == "stack"
    return value if ordered or not isinstance(value, list) else sorted(value, key=str)


def _listed(played: GamePlaythrough) -> tuple[str, ...]:
    """Return the legal moves, or their number for an option that has many."""
    found: list[str] = []
    sizes: Counter[str] = Counter()
    for family in played.families():
        sizes[family.choice.option.name] += family.size
    for name, size in sizes.items():
        if size > FEW:
            found.append(f"{name} ({size})")
    for family in played.families():
        if sizes[family.choice.option.name] <= FEW:
            found += [move_as_typed(played, move) for move in family.moves()]
    return tuple(sorted(found))


def _apart(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Return the first move that only one side lists, for each side."""
    only = next((move for move in one if move not in other), NOBODY)
    return only, next((move for move in other if move not in one), NOBODY)


# -- translation consistency -----------------------------------------------------------------------------------------
# The same game told in several languages: no two moves are one text in one of them and two in another, and all say the same numbers.
#
# Who speaks is brought along: nobody who verifies knows a language. Moves without a wording in one of them are passed over, for those the check of the words tells.


OPENING: Final = 1_500
"""Steps that it takes to open the languages of a table."""
SHARE: Final = 10
"""It is done where there are so many times as many left."""
MOST: Final = 40
"""Moves of a family that are told at most."""
NUMERALS: Final = {
    numeral: str(at) for at, numeral in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"], 1)
}
"""Levels and rows are printed so; one language may write the same number in digits."""
NUMBER: Final = re.compile(rf"\d+|\b(?:{'|'.join(NUMERALS)})\b")


@frozen_class
class MoveLanguage(FrozenValue):
    """A language, and the function that words a move in it; its result is empty if there is no wording."""

    language: str
    say: Callable[[GamePlaythrough, Move], str]


Tongues = Callable[[GamePlaythrough], tuple[MoveLanguage, ...]]
"""Opens all languages for a table."""


@frozen_class
class TranslationMismatch(FrozenValue):
    """A mismatch between languages: the rule of the option, the languages, the texts, and the typed moves."""

    numbers: bool
    """Whether the numbers in a text differ; else two moves are one text."""
    rule: str
    language: str
    other: str
    texts: tuple[str, str]
    moves: tuple[str, str]


@dataclass(slots=True)
class TranslationConsistency:
    """Realisers for the first setting played: opening languages is slow, and seat names differ under other settings."""

    open: Tongues | None = None
    _table: int = 0
    _tongues: tuple[MoveLanguage, ...] = ()

    def is_due(self, played: GamePlaythrough, budget: Budget) -> bool:
        """Return whether this is the chosen setting, and open the languages if it is the first."""
        if self.open is not None and budget.left < SHARE * OPENING and not self._tongues:
            budget.cut += 1
            self.open = None
        if self.open is not None and not self._tongues:
            budget.spend(OPENING)
            self._table, self._tongues = id(played.program), self.open(played)
        return len(self._tongues) > 1 and self._table == id(played.program)

    def look(self, played: GamePlaythrough) -> Iterator[TranslationMismatch]:
        """Realise the moves of a position in all languages, and yield those that do not parse back to the same move."""
        families = list(played.families())
        listed = [(move, one.choice.option.rule) for one in families for move in islice(one.moves(), MOST)]
        said = [(one.language, [one.say(played, move) for move, _ in listed]) for one in self._tongues]
        told = [at for at in range(len(listed)) if all(texts[at] for _, texts in said)]
        for at in told:
            yield from _numbers(played, said, at, listed[at])
        for language, texts in said:
            first: dict[str, int] = {}
            for at in told:
                before = first.setdefault(texts[at], at)
                for other, others in said:
                    if others[before] != others[at]:
                        rule, moves = listed[at][1], (_typed(played, listed[before][0]), _typed(played, listed[at][0]))
                        yield TranslationMismatch(False, rule, language, other, (texts[at], others[at]), moves)


def _numbers(
    played: GamePlaythrough, said: Sequence[tuple[str, Sequence[str]]], at: int, move: tuple[Move, str]
) -> Iterator[TranslationMismatch]:
    """Compare the numbers in a move's text with those in the first language, in any order."""
    first, texts = said[0]
    for language, others in said[1:]:
        if _numbers_in(texts[at]) != _numbers_in(others[at]):
            typed = _typed(played, move[0])
            yield TranslationMismatch(True, move[1], language, first, (others[at], texts[at]), (typed, typed))


def _numbers_in(text: str) -> list[str]:
    return sorted(NUMERALS.get(one, one) for one in NUMBER.findall(text))


def _typed(played: GamePlaythrough, move: Move) -> str:
    assert played.decision is not None
    return move_text(played.program, played.decision, move)


# -- What must come out the same: a move undone and made again, a game saved and loaded ------------------------------


def undo_restores_position(before: GamePlaythrough, move: Move) -> bool:
    """Return whether undo restores the position before a move, and repeating the move restores the position after it."""
    played = before.branch()
    stood = _all_of(played)
    played.apply(move)
    came = _all_of(played)
    played.undo()
    back = _all_of(played)
    played.apply(move)
    return stood == back and came == _all_of(played)


def _all_of(played: GamePlaythrough) -> tuple[object, ...]:
    decision = None if played.decision is None else played.decision.number
    told = len(played.journal), len(played.chance.log), len(played.moves)
    return save_snapshot(played.program, played.slots), decision, told


def check_save_and_load(played: GamePlaythrough) -> bool:
    """Return whether a game that is saved and loaded has the same position, with its moves replayed on the way."""
    program = played.program
    restored = replay_json_save(json.loads(json.dumps(to_json(played))), lambda *_: program, Bag())
    if restored is None or restored.differs is not None:
        return False
    again = restored.playthrough
    return again.hash == played.hash and again.moves == played.moves


def replay_differences(before: GamePlaythrough, move: Move, *, save: bool) -> Iterator[str]:
    """Yield the codes of findings for results that are not reproduced."""
    if not undo_restores_position(before, move):
        yield "V402"
    if save and not check_save_and_load(before):
        yield "V403"
