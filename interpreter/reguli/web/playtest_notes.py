"""Notes that players and watchers left at tables, as rows and as a page for the designer."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Final

from reguli.app.errors import make_refusal
from reguli.app.game_sessions import TablePosition, begin_game
from reguli.app.loading import open_playable, open_ruleset
from reguli.app.translation import WordingDesk, open_wording_desk
from reguli.app.verification.runner import suppress_finding
from reguli.app.worked_examples import EXAMPLES, draft_example_text, write_example_file
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.play.bot_policies import available_bots
from reguli.source.diagnostic import Trouble
from reguli.source.finding_catalogue import Said
from reguli.web.game_table import GameTable, Seat
from reguli.web.messages import TableError
from reguli.web.page_texts import PAGE_TEXTS
from reguli.web.table_store import FILE, PlaytestNote, TableOrder, TableStore, ThinkingTime
from reguli.words.catalogue.interface_texts import InterfaceTexts

COLUMNS: Final = ("number", "game", "digest", "statement", "kind", "note", "table", "move", "seat", "written")
ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})
"""Signs that Markdown would read."""
TIME_COLUMNS: Final = ("game", "digest", "table", "seat", "decision", "option", "seconds")
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet would compute."""


Notes = list[tuple[TableOrder, PlaytestNote]]
Times = list[tuple[TableOrder, ThinkingTime]]
Told = Callable[[str, str], str]
"""Gives the printed text of an id of a ruleset, by the ruleset."""


@contextmanager
def opened_store(folder: str) -> Iterator[TableStore]:
    """Open the tables in a data folder for a while. Raises ``Refused`` (X182) where there are none."""
    if not (Path(folder) / FILE).is_file():
        raise make_refusal("X182", folder=folder, why=Said("why.no_tables"))
    try:
        store = TableStore(Path(folder))
    except OSError as error:
        raise make_refusal("X182", folder=folder, why=Said("why.no_tables")) from error
    try:
        yield store
    finally:
        store.close()


def note_position(store: TableStore, number: int) -> tuple[PlaytestNote, TablePosition]:
    """Return a note and the game as it stood then, played by the rules as they are now.

    Raises ``Refused`` (X183) where there is no such note or a move is no longer allowed, and ``Findings`` where the rules cannot be played.
    """
    found = next(((order, note) for order, note in store.notes() if note.number == number), None)
    if found is None:
        raise make_refusal("X183", number=number, why=Said("why.no_such_note"))
    order, note = found
    return note, note_standing(order, note, store.seats(note.table), store.moves(note.table, note.record))


def note_standing(
    order: TableOrder, note: PlaytestNote, seats: list[Seat], moves: Sequence[Mapping[str, object]]
) -> TablePosition:
    """Return a game as it stood at a note, played by the rules as they are now. Raises as ``note_position`` does."""
    standing = begin_game(open_playable(order.game, order.options), order.players, order.seed)
    try:
        GameTable(standing, seats, available_bots(standing.playthrough.program, ())).restore(moves[: note.at])
    except TableError:
        raise make_refusal("X183", number=note.number, why=Said("why.rules_changed")) from None
    return standing


def answer_note(note: PlaytestNote, standing: TablePosition, *, question: bool) -> Path:
    """Write a note into its ruleset: as an example of its move in a file of its own, or as an open question about the rule; return the file.

    Raises ``Refused``: X141, X142 for a move that makes no example, X112 for an example that is there, X183 for a question when the game was over.
    """
    if not question:
        file = standing.loaded.path / EXAMPLES / f"note_{note.number}.yaml"
        write_example_file(file, note_example(note, standing))
        return file
    rule = note_rule(standing)
    if rule is None:
        raise make_refusal("X183", number=note.number, why=Said("why.game_over"))
    return suppress_finding(standing.loaded, rule, note.said, undecided=True).file


def note_example(note: PlaytestNote, standing: TablePosition) -> str:
    """Return an example of the move that a note is about, with what was noted. Raises ``Refused`` (X141, X142)."""
    name, moves = f"note_{note.number}", len(standing.playthrough.moves)
    text = draft_example_text(standing.playthrough, name, moves or None)
    cites = [f"    cites: [{note.statement}]"] if note.statement else []
    said = json.dumps(note.said, ensure_ascii=False)
    head = f"  - id: {name}\n"
    return text.replace(head, "\n".join([head.rstrip(), f"    note: {said}", *cites, ""]), 1)


def note_rule(standing: TablePosition) -> str | None:
    """Return the rule of the decision that a note was left at, as verification names it; None where the game was over."""
    decision = standing.playthrough.decision
    return None if decision is None else f"rule:{without_copy_depth(decision.ask.rule)}"


def notes_csv(notes: Notes) -> str:
    """Return the notes as a table with commas; a text that a spreadsheet would compute begins with an apostrophe."""
    rows = [
        (
            note.number,
            order.game,
            order.digest,
            note.statement or "",
            note.sort,
            f"'{note.said}" if note.said.startswith(FORMULAS) else note.said,
            note.table,
            note.at,
            "" if note.seat is None else note.seat + 1,
            _time(note),
        )
        for order, note in notes
    ]
    return _rows_csv(COLUMNS, rows)


def times_csv(times: Times) -> str:
    """Return how long persons took for each move as a table with commas."""
    rows = [
        (order.game, order.digest, one.table, one.seat + 1, one.decision, one.option, one.thought / 1000)
        for order, one in times
    ]
    return _rows_csv(TIME_COLUMNS, rows)


def _rows_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([columns, *rows])
    return text.getvalue()


def printed_texts(code: str) -> Told:
    """Return what gives the printed text of an id of a ruleset; empty for what has none, and for a ruleset that cannot be read."""
    desks: dict[str, WordingDesk | None] = {}

    def told(game: str, name: str) -> str:
        if game not in desks:
            desks[game] = None
            with suppress(Trouble):
                desks[game] = open_wording_desk(open_ruleset(game, {}), [code])
        desk = desks[game]
        with suppress(Trouble):
            return "" if desk is None else next((one.wording for one in desk.say(name)), "")
        return ""

    return told


def notes_markdown(notes: Notes, times: Times, words: InterfaceTexts, told: Told) -> str:
    """Return the notes as a page: a chapter for each state of a ruleset, a section for each statement, and how long decisions took.

    ``told`` gives the sentence of a statement, the question of a decision and the name of a game, by id; empty for what has none.
    """
    say, lines = words.say, list[str]()
    states = dict.fromkeys((order.game, order.digest) for order, _ in (*notes, *times))
    for game, digest in states:
        chapter = [one for one in notes if (one[0].game, one[0].digest) == (game, digest)]
        lines += [f"# {(told(game, f'game:{Path(game).name}') or game).translate(ESCAPED)} ({digest[:8]})", ""]
        for statement, section in groupby(chapter, key=lambda one: one[1].statement):
            lines += [f"## {(statement or say('No statement')).translate(ESCAPED)}", ""]
            sentence = told(game, f"statement:{statement}") if statement else ""
            lines += [f"> {sentence.translate(ESCAPED)}", ""] if sentence else []
            for _, note in section:
                who = say("a watcher") if note.seat is None else say("player {n}", n=note.seat + 1)
                said = " ".join(note.said.split()).translate(ESCAPED)
                place = say("table {table}, move {n}", table=note.table, n=note.at)
                lines.append(
                    f"{note.number}. **{say(PAGE_TEXTS[f'note_{note.sort}'])}**: {said} ({who}, {place}, {_time(note)})"
                )
            lines.append("")
        taken = [one for order, one in times if (order.game, order.digest) == (game, digest)]
        lines += _time_lines(taken, words, partial(told, game))
    return "\n".join(lines)


def _time_lines(times: Sequence[ThinkingTime], words: InterfaceTexts, told: Callable[[str], str]) -> Iterator[str]:
    """Yield a table of the seconds that decisions took, by decision and seat."""
    say = words.say
    found: dict[tuple[str, int], list[float]] = {}
    for one in times:
        found.setdefault((one.decision, one.seat), []).append(one.thought / 1000)
    if found:
        heads = (say("Decision"), say("Player"), say("Moves"), say("Seconds (median)"), say("Seconds (longest)"))
        yield from (f"## {say('Time')}", "", f"| {' | '.join(heads)} |", "|---|---:|---:|---:|---:|")
    for (decision, seat), seconds in sorted(found.items()):
        name = (told(f"decision:{decision}") or decision).translate(ESCAPED)
        yield f"| {name} | {seat + 1} | {len(seconds)} | {median(seconds):.1f} | {max(seconds):.1f} |"
    yield from [""] if found else []


def _time(note: PlaytestNote) -> str:
    return datetime.fromtimestamp(note.written, UTC).strftime("%Y-%m-%d %H:%M")
