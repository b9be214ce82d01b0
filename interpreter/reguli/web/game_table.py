"""One game at a table: its playthrough, its seats, and what each viewer is sent of it.

A viewer is a seat, or ``None`` for somebody who only watches. Every document that leaves this module for a viewer is made of
what that viewer may see: the position is masked field by field, the log is made of the journal as that viewer is told it, and
legal moves go to the player who has to decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from reguli.app.errors import Refused
from reguli.app.game_sessions import TablePosition, open_session_texts
from reguli.app.provenance import trace_value
from reguli.engine.expression_queries import QueryEvaluator
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, IllegalMove, Refusal
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import JournalEntry, visible_entries
from reguli.engine.notation import Plain, Unreadable, move_json, parameter_types, parse_json_move, value_as_json
from reguli.engine.observation import hidden_values, may_see_field, may_see_zone
from reguli.engine.position_documents.position_values import place_as_plain
from reguli.ir.interpreter.builtin_functions import read_list_members
from reguli.ir.interpreter.set_numbering import Sets
from reguli.ir.program import Choice
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FieldSlots
from reguli.model.analysis.information_flow import PLAYERS, public_names
from reguli.model.bound_tree.bound_statements import Ask, BoundOption, PerformPiece, Relocate, Transfer
from reguli.model.bound_tree.bound_terms import Constant, Local, Tracked, Variable, Variety
from reguli.model.bound_tree.tree_traversal import all_terms, fields_read, inline_lets, nested_statements
from reguli.model.resolved_ruleset import COORDINATES
from reguli.model.types import CollectionType, ElementType, NumberType, TruthType, Type
from reguli.play.bot_policies import BotRoster
from reguli.play.game_progress import Progress, Threshold, end_thresholds, game_progress, stage_thresholds
from reguli.play.replay_steps import (
    Flat,
    board_script_texts,
    find_place,
    flatten_position,
    place_path,
    replay_static_data,
)
from reguli.play.score_sheet import ScoreLine, score_sheet
from reguli.play.session_texts import SessionRealiser
from reguli.play.zone_details import part_members, zone_parts
from reguli.publish.pictures.replay_page import seat_symbols_data
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Diagnostic, render_with_excerpt
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import Sources
from reguli.web.drawn_boards import board_drawing
from reguli.web.messages import Document, TableError
from reguli.words.catalogue.finding_texts import messages_of
from reguli.words.catalogue.interface_texts import OWN, InterfaceTexts

VERSION: Final = 1
"""The version of the protocol (docs/table_protocol.md)."""
MOST_ACTIONS: Final = 1_000
"""Families of legal moves that are sent of one decision."""
MOST_LOGGED: Final = 200
"""Steps of the log that are sent when a table is opened; a page asks for earlier ones."""
MOST_FINDINGS: Final = 5
"""Findings that an error lists."""
NOT_OFFERED: Final = "not_offered"
MOST_TRACED: Final = 1_000
"""Moves that are gone through to say what changed a value, up to ``MOST_CHANGES``."""
MOST_CHANGES: Final = 6
PRINTED: Final = ("number", "text", "kind", "set")
"""What fields of elements hold that a person can read."""
MOST_CANDIDATES: Final = 24
"""Moves with an element that are tried to say why it cannot be chosen."""
_DRAWN: Final = IdentityCache[Mapping[str, object] | None]()
"""Boards by language, which all tables of a ruleset share; to draw a map takes a second."""
_ZONES: Final = IdentityCache[Mapping[str, str]]()
"""The parts of zones that the rules name, by ruleset."""
Viewer = int | None


@dataclass(slots=True)
class Seat:
    """A seat: the name of its player, and the bot that plays it (None: a person)."""

    name: str
    bot: str | None = None


@dataclass(slots=True)
class UndoRequest:
    """A request to take back moves: who asks, the number of moves to go back to, and who has not agreed yet."""

    by: int
    to: int
    revealed: bool
    waits: set[int]

    def to_json(self) -> Document:
        """Return the request as the protocol writes it."""
        return {"by": self.by, "to": self.to, "revealed": self.revealed, "waits": [*sorted(self.waits)]}


@dataclass(slots=True)
class _Log:
    """The log of one viewer in one language, as far as it was made; what is not sent is not worded."""

    steps: list[Document]
    told: list[list[JournalEntry]]
    """For each step what is not worded yet."""
    entries: int = 0
    """Journal entries of the viewer that are in it."""
    moves: int = 0
    """Moves that are in it, forced ones among them."""
    era: Document = field(default_factory=dict)


@dataclass(slots=True)
class GameTable:
    """A game that people and bots play, and its texts in the languages of its viewers."""

    standing: TablePosition
    seats: list[Seat]
    bots: BotRoster
    undo: UndoRequest | None = None
    begun: int | None = None
    """In a private copy the number of moves at which it was made; its viewer plays all seats and takes back any move since."""
    _tongues: dict[str, SessionRealiser] = field(default_factory=dict)
    _static: dict[str, Document] = field(default_factory=dict)
    _logs: dict[tuple[Viewer, str], _Log] = field(default_factory=dict)
    _names: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    """By decision the names around it."""
    _thresholds: dict[int | None, dict[str, tuple[Threshold, ...]]] = field(default_factory=dict)
    """By stage what the end of the game and the next stage depend on."""
    _standing: tuple[int, tuple[tuple[str, Progress], ...]] = (-1, ())
    """After how many moves it was asked how far the game is, and the answer."""
    _members: dict[int, Mapping[str, Plain]] = field(default_factory=dict)
    """After how many moves it was asked last what the named parts of zones hold, and the answer."""
    _sheets: dict[str, tuple[int, tuple[ScoreLine, ...]]] = field(default_factory=dict)
    """By language: after how many moves the score sheet was made, and its lines."""
    _seen: dict[Viewer, tuple[int, Flat, Flat]] = field(default_factory=dict)
    """By viewer: the number of moves, the position then, and what the last of them changed."""

    @property
    def playthrough(self) -> GamePlaythrough:
        """Return the game as it stands."""
        return self.standing.playthrough

    @property
    def at(self) -> int:
        """Return the number of moves that somebody chose."""
        return _chosen(self.playthrough)

    @property
    def deciding_bot(self) -> str | None:
        """Return the bot that has to decide; None where a person has to, or nobody."""
        return None if self.playthrough.over else self.seats[self.playthrough.actor].bot

    def tongue(self, code: str) -> SessionRealiser:
        """Return the texts of the game in a language."""
        if code not in self._tongues:
            self._tongues[code] = open_session_texts(self.standing, code)
        return self._tongues[code]

    # -- what a viewer is sent ---------------------------------------------------------------------------------

    def document(self, viewer: Viewer, words: InterfaceTexts) -> Document:
        """Return everything that a page needs besides the state: names, fields, the drawing of the board."""
        code, ruleset = words.code, self.playthrough.program.ruleset
        if code not in self._static:
            static = replay_static_data(self.playthrough.program, self.tongue(code))
            marks: list[Plain] = [{**mark} for mark in seat_symbols_data()]
            texts: Document = {**board_script_texts(words)}
            key = code, self.playthrough.program.players
            board = _DRAWN.get((self.standing.loaded,), key, lambda: board_drawing(static))
            drawn: Plain = None
            if board is not None:
                drawn = {"box": _plain(board["box"]), "drawing": str(board["drawing"])}
            printed = self._printed(self.tongue(code))
            self._static[code] = {
                "data": {**static, "marks": marks, "texts": texts, "printed": printed},
                "board": drawn,
            }
        game = {"id": ruleset.id, "name": ruleset.name, "version": ruleset.version, "digest": ruleset.digest}
        options: Document = {**ruleset.options}
        table: Document = {"ruleset": {**game}, "options": options, "players": self.playthrough.program.players}
        bots: list[Plain] = [*self.bots.listed]
        return {
            "version": VERSION,
            "table": table,
            "bots": bots,
            "secrets": self.has_secrets,
            **self._static[code],
            "state": self.state(viewer, words),
        }

    def _printed(self, tongue: SessionRealiser) -> Document:
        """Return what is printed on elements that are no pieces and that a move may name, such as the spaces of a table: their numbers, by kind and element."""
        program, found = self.playthrough.program, Document()
        asked = {
            kind.kind
            for decision in program.decisions
            for choice in decision.choices
            for kind in parameter_types(choice)
            if isinstance(kind, ElementType)
        }
        for kind in (program.ruleset.kinds[name] for name in sorted(asked)):
            labels = {name: tongue.events.labels.field(kind.id, name) for name in kind.values}
            numbers = {
                label.text: kind.values[name]
                for name, label in labels.items()
                if kind.form == "elements"
                and kind.fields[name].form == "number"
                and not label.gloss
                and name not in COORDINATES
            }
            said = {
                element: ", ".join(f"{label} {column[at]}" for label, column in numbers.items() if column[at])
                for at, element in enumerate(kind.elements)
            }
            found[kind.id] = {element: text for element, text in said.items() if text}
        return found

    def state(self, viewer: Viewer, words: InterfaceTexts, since: int | None = None) -> Document:
        """Return the state of the table for a viewer, with the log from step ``since`` on (None: its end)."""
        playthrough, tongue = self.playthrough, self.tongue(words.code)
        position, changed = self._position(viewer)
        log = self._log(viewer, words.code)
        first = max(0, len(log.steps) - MOST_LOGGED) if since is None else min(since, len(log.steps))
        mine = not playthrough.over and viewer == playthrough.actor
        actions = list(islice(playthrough.families(), MOST_ACTIONS + 1)) if mine else []
        steps: list[Plain] = [self._worded(log, number, tongue) for number in range(first, len(log.steps))]
        return {
            "at": self.at,
            "position": position,
            "changed": changed,
            "parts": self._parts(playthrough, tongue),
            **{name: position.get(f"facts/{name}") for name in ("round", "phase", "stage")},
            "decision": self._decision(tongue, viewer, mine=mine),
            "actions": [self._action(one, tongue) for one in actions[:MOST_ACTIONS]] if mine else None,
            "more": len(actions) > MOST_ACTIONS,
            "options": [*_options(playthrough)] if mine else [],
            "refused": [*self._refused_options(tongue)] if mine else [],
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in self.seats],
            "log": steps,
            "log_from": first,
            "over": playthrough.over,
            "progress": [] if playthrough.over else self._progress(tongue, position.get("facts/stage")),
            "ranking": [*_ranking(playthrough)] if playthrough.over else [],
            "sheet": self._sheet(tongue) if playthrough.over else [],
            "undo": None if self.undo is None else self.undo.to_json(),
        }

    def _parts(self, playthrough: GamePlaythrough, tongue: SessionRealiser) -> Document:
        """Return, by path of a zone, the things in it that have a name of their own together: ``[{"label", "of"}]``."""
        zones = _ZONES.get((playthrough.program.ruleset,), "", lambda: zone_parts(playthrough.program.ruleset))
        known = self._members if playthrough is self.playthrough else {}
        if (at := _chosen(playthrough)) not in known:
            known.clear()
            known[at] = part_members(playthrough, zones)
        parts: dict[str, list[Plain]] = {}
        for name, of in known[at].items():
            if label := tongue.word(name):
                part: Document = {"label": f"{label[:1].upper()}{label[1:]}", "of": of}
                parts.setdefault(zones[name].replace(".", "/"), []).append(part)
        return {**parts}

    def _progress(self, tongue: SessionRealiser, stage: Plain) -> list[Plain]:
        """Return how far the values are that end the game, or that the next stage waits for."""
        ruleset = self.playthrough.program.ruleset
        number = ruleset.kinds["stage"].index(str(stage)) if stage is not None else None
        if number not in self._thresholds:
            ends, stages = end_thresholds(ruleset), () if number is None else stage_thresholds(ruleset, number)
            self._thresholds[number] = {"end": ends, "stage": stages}
        at, found = self._standing
        if at != self.at:
            sorts = self._thresholds[number]
            found = tuple((sort, one) for sort in sorts for one in game_progress(self.playthrough, sorts[sort]))
            self._standing = self.at, found
        return [
            {
                "until": sort,
                "name": tongue.kind_name("stage") if sort == "stage" else None,
                "label": tongue.sum_name(one.threshold.value),
                "value": min(one.value, one.limit),
                "limit": one.limit,
            }
            for sort, one in found
        ]

    def _sheet(self, tongue: SessionRealiser) -> list[Plain]:
        at, sheet = self._sheets.get(tongue.language, (-1, ()))
        if at != self.at:
            sheet = score_sheet(self.playthrough, tongue)
            self._sheets[tongue.language] = self.at, sheet
        return [
            {"criterion": one.criterion, "text": one.text, "cites": [*one.cites], "values": [*one.values]}
            for one in sheet
        ]

    def look(self, viewer: Viewer, at: int, words: InterfaceTexts) -> Document:
        """Return the position after so many chosen moves, as the viewer saw it then. Raises ``TableError``."""
        if not 0 <= at <= self.at:
            raise TableError("input")
        past = self.playthrough.branch()
        while _chosen(past) > at:
            past.undo()
        position, parts = flatten_position(past, viewer), self._parts(past, self.tongue(words.code))
        before = {} if not past.undo() else flatten_position(past, viewer)
        log = self._log(viewer, words.code)
        numbers = (number for number in range(len(log.steps) - 1, -1, -1) if log.steps[number]["at"] == at)
        step = next((self._worded(log, number, self.tongue(words.code)) for number in numbers), None)
        changed: Document = _changes(before, position) if before else {}
        return {"at": at, "position": position, "changed": changed, "parts": parts, "step": step}

    def steps(self, viewer: Viewer, to: int, code: str) -> Document:
        """Return steps of the log that end before step ``to``, as many as a page is sent at once, and the number of the first."""
        log, tongue = self._log(viewer, code), self.tongue(code)
        end = min(max(to, 0), len(log.steps))
        first = max(0, end - MOST_LOGGED)
        return {"from": first, "log": [self._worded(log, number, tongue) for number in range(first, end)]}

    def _position(self, viewer: Viewer) -> tuple[Flat, Flat]:
        at, known = self.at, self._seen.get(viewer)
        if known is None or known[0] != at:
            position = flatten_position(self.playthrough, viewer)
            if known is not None and known[0] == at - 1:
                before: Flat | None = known[1]
            else:
                past = self.playthrough.branch()
                before = flatten_position(past, viewer) if past.undo() else None
            known = at, position, {} if before is None else _changes(before, position)
            self._seen[viewer] = known
        return known[1], known[2]

    def _decision(self, tongue: SessionRealiser, viewer: Viewer, *, mine: bool) -> Plain:
        playthrough = self.playthrough
        if playthrough.decision is None:
            return None
        asked = tongue.question(playthrough) or tongue.gloss_of_question(playthrough)
        question = asked if mine else tongue.question(playthrough, you=False) or asked
        ask = playthrough.decision.ask
        cites: list[Plain] = [*dict.fromkeys(chain(ask.cites, *(option.cites for option in ask.options)))]
        about: list[Plain] = [] if ask.secretly else [*self._around(ask, tongue, viewer)]
        return {
            "seat": playthrough.actor,
            "question": question,
            "mine": mine,
            "asked": question == asked,
            "about": about,
            "cites": cites,
        }

    def _around(self, ask: Ask, tongue: SessionRealiser, viewer: Viewer) -> Iterator[Document]:
        """Yield what a decision is about: the values of the names around it that the ruleset has words for, as far as the viewer may see them."""
        program, slots = self.playthrough.program, self.playthrough.slots
        for variable in self._public(ask):
            # The players who are still asked need no name.
            several, kind = variable.type == PLAYERS, _kind(variable.type)
            word = "" if several else tongue.word(variable.name)
            if word or several:
                place = program.layout.storage[variable.key]
                held = read_list_members(slots, place.slot) if several else slots[place.slot]
                value = value_as_json(program, variable.type, held, ids=True)
                if value and value != self._seat_id and (several or kind is None or self._sees(viewer, kind, value)):
                    yield {"label": f"{word[:1].upper()}{word[1:]}" if word else None, "kind": kind, "value": value}

    @property
    def _seat_id(self) -> str:
        """Return the id of the player who has to decide."""
        return self.playthrough.program.ruleset.kinds["player"].elements[self.playthrough.actor]

    def _sees(self, viewer: Viewer, kind: str, value: Plain) -> bool:
        """Return whether a viewer may see an element; a piece has to lie where they see what it is."""
        if self.playthrough.program.ruleset.kinds[kind].form != "pieces":
            return True
        return any(isinstance(held, list) and value in held for held in self._position(viewer)[0].values())

    def _action(self, family: ActionSet, tongue: SessionRealiser) -> Document:
        program, option, kinds = self.playthrough.program, family.choice.option, parameter_types(family.choice)
        values = family.move(0).arguments if family.size == 1 else family.arguments
        settled: list[Plain] = [
            {
                "name": parameter.variable.name,
                "kind": _kind(kind),
                "value": value_as_json(program, kind, value, ids=True),
            }
            for parameter, kind, value in zip(option.parameters, kinds, values, strict=False)
        ]
        varies: Document | None = None
        if family.size > 1 and family.span is not None:
            varies = {"name": option.parameters[-1].variable.name, "kind": _kind(kinds[-1])}
            if isinstance(family.span, Sets):
                of = value_as_json(program, kinds[-1], family.span.elements, ids=True)
                varies |= {"of": of, "least": family.span.least, "most": family.span.most}
            else:
                varies |= {"low": family.span[0], "high": family.span[-1]}
        said = tongue.family(self.playthrough, family) or tongue.gloss_of_family(self.playthrough, family)
        acts: list[Plain] = [*self._acts(family, values)]
        action: Document = {"option": option.name, "arguments": settled, "varies": varies, "said": said}
        return {**action, "size": family.size, "acts": acts}

    def _acts(self, family: ActionSet, values: Sequence[int]) -> Iterator[Document]:
        """Yield the elements whose own effects an option carries out, ``{kind, id}``, if everybody may know which these are."""
        acts = [one.element for one in family.choice.option.effects if isinstance(one, PerformPiece)]
        program, slots, decision = self.playthrough.program, self.playthrough.slots, self.playthrough.decision
        if not acts or decision is None:
            return
        around = (one for one in self._public(decision.ask) if one.type != PLAYERS)
        held = {one: slots[program.layout.storage[one.key].slot] for one in around}
        held |= {one.variable: value for one, value in zip(family.choice.option.parameters, values, strict=False)}
        given, evaluator = {one.key: Constant(one.type, value) for one, value in held.items()}, QueryEvaluator(program)
        for term in (inline_lets(one, given) for one in acts if not fields_read(program.ruleset, one)):
            if not any(isinstance(one, Local) for one in all_terms(term)):
                with suppress(RulesFault):
                    asked = evaluator.ask(evaluator.made(term), self.playthrough)
                    if element := value_as_json(program, term.type, asked, ids=True):
                        yield {"kind": _kind(term.type), "id": element}

    def _public(self, ask: Ask) -> tuple[Variable, ...]:
        """Return the names around a decision that everybody may know and that have a place in the state."""
        program = self.playthrough.program
        if ask.rule not in self._names:
            names = public_names(program.ruleset, ask)
            self._names[ask.rule] = tuple(one for one in names if program.layout.storage.get(one.key) is not None)
        return self._names[ask.rule]

    def _log(self, viewer: Viewer, code: str) -> _Log:
        """Return the log of a viewer in a language: the set-up, then a step for each move, forced ones too."""
        log = self._logs.setdefault((viewer, code), _Log([_step(0, {}, None)], [[]]))
        moves = self.playthrough.moves
        for entry in visible_entries(self.playthrough, viewer, log.entries):
            log.entries += 1
            if entry.verb == "choose":
                played = moves[log.moves]
                log.moves += 1
                at = int(str(log.steps[-1]["at"])) + (not played.forced)
                log.steps.append(_step(at, log.era, played.actor, forced=played.forced))
                log.told.append([])
            elif entry.verb in ("round", "phase", "stage"):
                log.era[entry.verb] = next(iter(entry.values.values()))
                log.steps[-1].setdefault(entry.verb, log.era[entry.verb])
            log.told[-1].append(entry)
        return log

    @staticmethod
    def _worded(log: _Log, number: int, tongue: SessionRealiser) -> Document:
        step, told = log.steps[number], log.told[number]
        for entry in told:
            text, lines = tongue.event(entry), step["lines"]
            if entry.values.get("from") == entry.values.get("to", ()) and entry.verb != "choose":
                continue  # what lies in another order tells nobody anything
            if entry.verb == "choose":
                step["move"] = text
            elif text and isinstance(lines, list):
                lines.append(text)
        told.clear()
        return step

    # -- moves -------------------------------------------------------------------------------------------------

    def apply(self, seat: int, at: int, data: Mapping[str, object], code: str) -> Document:
        """Play a move of a seat and return it as it is recorded. Raises ``TableError``; the position is then as before."""
        self._hold(seat, at)
        return self._play(self._read(data), code)

    def preview(self, seat: int, at: int, data: Mapping[str, object], code: str) -> Document:
        """Return what a move would change of what its player has: ``changes`` by path, None where chance or something hidden has a part in it.

        Raises ``TableError`` as ``apply`` does; nothing is played.
        """
        self._hold(seat, at)
        move, copy, program = self._read(data), self.playthrough.branch(), self.playthrough.program
        if self.playthrough.decision is None or self.playthrough.decision.ask.secretly:
            return {"changes": None}
        try:
            copy.apply(move)
        except IllegalMove:
            raise TableError("illegal", "", self._reasons(move, code)) from None
        except RulesFault:
            return {"changes": None}
        if _reveals(self.playthrough, copy, (seat,)):
            return {"changes": None}
        changes: list[Plain] = []
        own = [
            one
            for one in program.layout.fields.values()
            if one.declared.owner == "player" and one.declared.shown and one.declared.form != "flag"
        ]
        for kept, place in ((one, place) for one in own for place in range(one.places) if one.owner_of(place) == seat):
            was, now = (_seen_value(one, seat, kept, place) for one in (self.playthrough, copy))
            if was != now:
                changes.append({"path": place_path(program, kept, place), "was": was, "now": now})
        return {"changes": changes}

    def play_bot(self) -> Document | None:
        """Play the move of the bot that has to decide and return it; None where no bot has to. Raises ``TableError``."""
        bot = None if self.deciding_bot is None else self.bots[self.deciding_bot]
        return None if bot is None else self._play(bot.choose(self.playthrough), OWN)

    def restore(self, records: Sequence[Mapping[str, object]], *, loose: bool = False) -> int:
        """Play recorded moves, and return how many. Raises ``TableError`` (``changed``) for one that the rules no longer allow; if ``loose``, stops there."""
        for number, record in enumerate(records):
            try:
                self._hold_record(record)
                self._play(self._read(record), OWN)
            except TableError as refused:
                if loose:
                    return number
                raise TableError("changed", refused.text) from refused
        return len(records)

    def _hold_record(self, record: Mapping[str, object]) -> None:
        """Raise ``TableError`` where another player or another decision comes than when a move was recorded."""
        playthrough = self.playthrough
        name = None if playthrough.decision is None else playthrough.decision.ask.name
        # A record of an earlier version may lack either.
        now = {"seat": None if playthrough.over else playthrough.actor, "decision": name}
        if any(record.get(key, value) != value for key, value in now.items()):
            raise TableError("turn")

    def hint(self, seat: int, at: int, bot: str, code: str) -> Document:
        """Return the move that a bot would choose. Raises ``TableError``."""
        self._hold(seat, at)
        chooser, decision = self.bots[bot], self.playthrough.decision
        assert chooser is not None
        assert decision is not None
        move = chooser.choose(self.playthrough)
        tongue = self.tongue(code)
        said = tongue.move(self.playthrough, decision, move, seat, you=True) or tongue.gloss_of_move(
            self.playthrough, move
        )
        return {**move_json(self.playthrough.program, decision, move, ids=True), "said": said, "bot": bot}

    def _hold(self, seat: int, at: int) -> None:
        if self.playthrough.over or seat != self.playthrough.actor:
            raise TableError("turn")
        if at != self.at:
            raise TableError("stale")

    def _read(self, data: Mapping[str, object]) -> Move:
        decision = self.playthrough.decision
        if decision is None:
            raise TableError("turn")
        try:
            return parse_json_move(self.playthrough.program, decision, data, self.playthrough.names)
        except Unreadable as unreadable:
            raise TableError("input", str(unreadable)) from None

    def _play(self, move: Move, code: str) -> Document:
        playthrough, decision = self.playthrough, self.playthrough.decision
        assert decision is not None
        move_data = move_json(playthrough.program, decision, move, ids=True)
        record: Document = {"seat": playthrough.actor, "decision": decision.ask.name, **move_data}
        try:
            playthrough.apply(move)
        except IllegalMove:
            raise TableError("illegal", "", self._reasons(move, code)) from None
        except RulesFault as fault:
            found = fault_diagnostic(playthrough.program, fault)
            raise TableError("rules", finding_lines([found], self.standing.loaded.sources, code)) from None
        self.undo = None
        return record

    # -- why a move cannot be ----------------------------------------------------------------------------------

    def why(self, seat: int, at: int, data: Mapping[str, object], code: str) -> list[Document]:
        """Return the reasons against a move, or against every move with an element. Raises ``TableError``."""
        self._hold(seat, at)
        if "option" in data:
            return self._reasons(self._read(data), code)
        found: dict[str, Document] = {}
        for choice in self.playthrough.decision.choices if self.playthrough.decision else ():
            tried = [self._refused(move) for move in islice(self._moves_with(choice, data), MOST_CANDIDATES)]
            refused = _common(tried)
            if refused is not None and all(reasons for _, reasons in tried):
                found |= {str(one["text"]): one for one in self._said(*refused, code)}
        return list(found.values())

    def _refused_options(self, tongue: SessionRealiser) -> Iterator[Document]:
        """Yield the options without arguments that cannot be chosen, each with its reasons."""
        decision = self.playthrough.decision
        assert decision is not None
        for choice in decision.choices:
            move = Move(choice.option.name, ())
            if not choice.option.parameters and not self.playthrough.allows(move):
                text = tongue.move(self.playthrough, decision, move, self.playthrough.actor, you=True)
                reasons: list[Plain] = [*self._said(*self._refused(move), tongue.language)]
                if text and reasons:
                    yield {"text": text, "reasons": reasons}

    def _moves_with(self, choice: Choice, data: Mapping[str, object]) -> Iterator[Move]:
        """Yield moves of an option with an element, the other arguments as in legal moves, or the first that are offered."""
        kinds, ruleset = parameter_types(choice), self.playthrough.program.ruleset
        legal = [one.move(0).arguments for one in self.playthrough.families() if one.choice is choice]
        if not all(isinstance(kind, ElementType | NumberType | TruthType) for kind in kinds):
            return
        for at, kind in enumerate(kinds):
            if not isinstance(kind, ElementType) or kind.kind != data.get("kind"):
                continue
            element = ruleset.kinds[kind.kind].index(str(data.get("element")))
            if element is None:
                continue
            for given in legal[:MOST_CANDIDATES]:
                yield Move(choice.option.name, (*given[:at], element, *given[at + 1 :]))
            if not legal:
                yield self._nearly_offered(choice, at, element)

    def _nearly_offered(self, choice: Choice, at: int, element: int) -> Move:
        """Return a move of an option with an element at a place; the other arguments are the first that are offered there."""
        kinds, ruleset = parameter_types(choice), self.playthrough.program.ruleset
        names = [parameter.variable.name for parameter in choice.option.parameters]
        given = [element if place == at else 0 for place in range(len(kinds))]
        for place, kind in enumerate(kinds):
            move = Move(choice.option.name, tuple(given))
            outside = [one for one in self._outside(move) if one.values[0][0] == names[place] and one.admissible]
            if place != at and outside and isinstance(kind, ElementType):
                given[place] = ruleset.kinds[kind.kind].index(str(outside[0].admissible[0])) or 0
        return Move(choice.option.name, tuple(given))

    def _outside(self, move: Move) -> list[Refusal]:
        """Return the reasons that name an argument which is not offered."""
        try:
            return [one for one in refusal_reasons(self.playthrough, move) if one.name == NOT_OFFERED]
        except Unreadable:
            return []

    def _refused(self, move: Move) -> tuple[Move, tuple[Refusal, ...]]:
        try:
            reasons = refusal_reasons(self.playthrough, move)
        except Unreadable:
            return move, ()
        # The other arguments were only tried: that one of them is not offered tells nothing of the element.
        named = tuple(one for one in reasons if one.name != NOT_OFFERED)
        return move, named or reasons

    def _reasons(self, move: Move, code: str) -> list[Document]:
        return self._said(move, refusal_reasons(self.playthrough, move), code)

    def _said(self, move: Move, refusals: Sequence[Refusal], code: str) -> list[Document]:
        return [
            {
                "text": self.tongue(code).refusal(self.playthrough, move, one),
                "rule": one.rule,
                "cites": [*one.cites],
            }
            for one in refusals
        ]

    # -- where something comes from -----------------------------------------------------------------------------

    def trace_value(self, viewer: Viewer, path: str, code: str) -> Document:
        """Return the statements behind a value of the position and the moves that changed it, the last first, as the viewer saw them.

        Raises ``TableError`` for a path that there is not.
        """
        past, program = self.playthrough.branch(), self.playthrough.program
        found, log = find_place(program, path), self._log(viewer, code)
        if found is None:
            raise TableError("input")
        changes: list[Plain] = []
        now = _seen_value(past, viewer, *found)
        for _ in range(MOST_TRACED):
            number = len(past.moves)
            if len(changes) == MOST_CHANGES or not past.undo():
                break
            before = _seen_value(past, viewer, *found)
            if before != now:
                step = self._worded(log, number, self.tongue(code))
                changes.append({"at": step["at"], "move": step["move"], "was": before, "now": now})
            now = before
        cites: list[Plain] = [*found[0].declared.source.cites]
        return {"cites": cites, "changes": changes, "whole": not past.moves, "first": now}

    def trace_element(self, kind_id: str, element: str, code: str) -> Document:
        """Return the printed values of an element, each with its file and the statements behind it. Raises ``TableError``."""
        ruleset, labels = self.playthrough.program.ruleset, self.tongue(code).events
        kind = ruleset.kinds.get(kind_id)
        if kind is None or element not in kind.elements:
            raise TableError("input")
        values: list[Plain] = []
        for name, declared in kind.fields.items():
            label, of = labels.labels.field(kind_id, name), declared.of or ""
            if declared.form not in PRINTED or name in COORDINATES:
                continue
            with suppress(Refused):
                found = trace_value(ruleset, f"{kind_id}.{element}.{name}")
                shown = found.value if isinstance(found.value, tuple) else (found.value,)
                # What is not printed on a piece is a zero, a no or nothing there; what nobody has named means nothing to players.
                if label.gloss or not any(shown):
                    continue
                said = [
                    labels.listed(of, one) if isinstance(one, str) and of in ruleset.kinds else str(one)
                    for one in shown
                    if one is not None
                ]
                cites: list[Plain] = [*found.cites]
                values.append({"label": label.text, "value": ", ".join(said), "place": str(found.span), "cites": cites})
        return {"values": values}

    # -- taking back -------------------------------------------------------------------------------------------

    def ask_undo(self, seat: int, at: int) -> int | None:
        """Ask to take back the last move of a seat and what came after it; return where to go back to if all agree at once.

        Raises ``TableError`` where the seat has not moved.
        """
        if at != self.at:
            raise TableError("stale")
        if self.begun is not None:
            return max(at - 1, self.begun)
        chosen = [one for one in self.playthrough.moves if not one.forced]
        to = next((number for number in range(len(chosen) - 1, -1, -1) if chosen[number].actor == seat), None)
        if to is None:
            raise TableError("input")
        waits = {other for other, one in enumerate(self.seats) if one.bot is None and other != seat}
        self.undo = UndoRequest(seat, to, self._revealed(to), waits)
        return to if not waits else None

    def answer_undo(self, seat: int, *, agree: bool) -> int | None:
        """Answer such a question; return where to go back to when the last has agreed. Raises ``TableError``."""
        if self.undo is None or seat not in self.undo.waits | {self.undo.by}:
            raise TableError("input")
        if not agree or seat == self.undo.by:
            self.undo = None
            return None
        self.undo.waits.discard(seat)
        return self.undo.to if not self.undo.waits else None

    def take_back(self, to: int) -> None:
        """Go back to the position after so many chosen moves."""
        while self.at > to and self.playthrough.undo():
            pass
        self.undo = None
        self._logs.clear()
        self._seen.clear()
        self._members.clear()

    def _revealed(self, to: int) -> bool:
        """Return whether somebody has seen something since: an outcome of chance, or a piece that was hidden from them."""
        past = self.playthrough.branch()
        while _chosen(past) > to:
            past.undo()
        return _reveals(past, self.playthrough, range(self.playthrough.program.players))

    @property
    def has_secrets(self) -> bool:
        """Return whether something is hidden from somebody, or from all, as a face-down stack is."""
        program, slots = self.playthrough.program, self.playthrough.slots
        return any(decision.ask.secretly for decision in program.decisions) or any(
            not may_see_field(program, slots, one, place, None)
            for one in program.layout.fields.values()
            for place in range(one.places)
        )

    @property
    def has_private_views(self) -> bool:
        """Return whether a player may see what another may not."""
        program, slots = self.playthrough.program, self.playthrough.slots
        return any(decision.ask.secretly for decision in program.decisions) or any(
            len({may_see_field(program, slots, one, place, viewer) for viewer in range(program.players)}) > 1
            for one in program.layout.fields.values()
            for place in range(one.places)
        )


def finding_lines(findings: Sequence[Diagnostic], sources: Sources, code: str) -> str:
    """Return findings in a language, each with its place, what was expected and what to do."""
    translation = messages_of(code, shipped_folder("locales"))
    return "\n".join(render_with_excerpt(one, sources, translation=translation) for one in findings[:MOST_FINDINGS])


def _common(tried: Sequence[tuple[Move, tuple[Refusal, ...]]]) -> tuple[Move, tuple[Refusal, ...]] | None:
    """Return of tried moves with an element the one with the fewest reasons, without those that only its other arguments gave it."""
    refused = [one for one in tried if one[1]]
    if not refused:
        return None
    keys = [{(reason.rule, reason.name, reason.span) for reason in reasons} for _, reasons in refused]
    shared = set[tuple[str, str, str]].intersection(*keys)
    move, reasons = min(refused, key=lambda one: len(one[1]))
    return move, tuple(one for one in reasons if (one.rule, one.name, one.span) in shared) or reasons


def _chosen(playthrough: GamePlaythrough) -> int:
    return sum(not played.forced for played in playthrough.moves)


def _reveals(before: GamePlaythrough, after: GamePlaythrough, viewers: Iterable[int]) -> bool:
    """Return whether some viewer has seen something between two positions of a game: an outcome of chance, or what was hidden from them."""
    program, slots = after.program, after.slots
    if len(before.chance.log) < len(after.chance.log):
        return True
    return any(
        program.notes[number].verb in ("move", "draw", "transfer")
        and any(
            may_see_zone(program, slots, values[-1], viewer) and not may_see_zone(program, slots, values[-2], viewer)
            for viewer in viewers
        )
        for number, *values in after.journal[len(before.journal) :]
    )


def _seen_value(playthrough: GamePlaythrough, viewer: Viewer, field: FieldSlots, place: int) -> Plain:
    hidden = hidden_values(playthrough, viewer)
    mask = None if hidden is None else hidden(field, place)
    return place_as_plain(playthrough.program, playthrough.slots, field, place) if mask is None else mask


def _changes(before: Flat, after: Flat) -> Flat:
    return {path: value for path, value in after.items() if before.get(path, ...) != value}


def _kind(kind: Type) -> str | None:
    return kind.kind if isinstance(kind, ElementType | CollectionType) else None


def _options(playthrough: GamePlaythrough) -> Iterator[Document]:
    assert playthrough.decision is not None
    for choice in playthrough.decision.choices:
        parameters: list[Plain] = [
            {
                "name": parameter.variable.name,
                "kind": _kind(parameter.variable.type),
                "zones": [*dict.fromkeys(_zones_of(choice.option, parameter.variable))],
            }
            for parameter in choice.option.parameters
        ]
        yield {"name": choice.option.name, "parameters": parameters}


def _zones_of(option: BoundOption, variable: Variable) -> Iterator[str]:
    """Yield the zones of the game from which an option takes what is chosen, as paths without keys."""
    for statement in nested_statements(option.effects):
        if not isinstance(statement, Transfer | Relocate):
            continue
        source = statement.source
        if isinstance(source, Variety):
            zone, taken = source.zone, source.variety
        elif isinstance(statement, Relocate) and source is not None:
            zone, taken = source, statement.pieces
        else:
            continue
        if isinstance(zone, Tracked) and zone.owner is None and isinstance(taken, Local) and taken.variable == variable:
            yield f"game/{zone.field.removeprefix('game.')}"


def _ranking(playthrough: GamePlaythrough) -> Iterator[Document]:
    for place in playthrough.places():
        yield {"place": place.place, "seat": place.player, "values": [*place.values]}


def _step(at: int, era: Document, seat: int | None, *, forced: bool = False) -> Document:
    return {"at": at, "seat": seat, "move": "", "forced": forced, "lines": [], **era}


def _plain(values: object) -> list[Plain]:
    assert isinstance(values, Sequence)
    return [*values]
