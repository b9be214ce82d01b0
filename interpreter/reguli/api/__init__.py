"""The package as a library: load a ruleset, play it, ask about it, save it.

    import reguli

    game = reguli.load("my_game")
    playthrough = game.start(players=2, seed=7)
    print(playthrough.decision.options)
    move = playthrough.moves()[0]
    playthrough.apply(move)
    print(playthrough.why(move))

Numbers are whole numbers in the units of the ruleset; elements are ids (in moves also labels); players are seats,
counted from 0, or names; in texts of the rules language they are names or ``seat_1``, ``seat_2`` and so on. Everything that
``to_json`` and ``view`` give is plain: dict, list, str, int, bool, None.

Whatever is raised is a ``Trouble``: findings with code, sentence, place, what to do and the name probably meant, as the
command says them; ``str(trouble)`` says them all.
"""

from __future__ import annotations

from reguli.api.cases import PrintWishes
from reguli.api.games import Game, from_json, load, load_save
from reguli.api.playthroughs import Decision, Expression, Place, Playthrough
from reguli.api.troubles import UnknownPlayer
from reguli.app.checking import Checked
from reguli.app.description import Graph, Info, OptionInfo
from reguli.app.examples import WorkedExample
from reguli.app.printing.orders import Printed, PrintedFile, Written
from reguli.app.trace import Trace, TraceChange, TracedReader, TracedStatement
from reguli.app.troubles import Findings, Refused
from reguli.check.graphs import MapShape, Running
from reguli.engine.chance.given import PrescribedTwice, UnknownSite, UnusedChance
from reguli.engine.chance.overview import ChanceSite, ChanceTold
from reguli.engine.chance.source import ChanceRefused
from reguli.engine.notation import Unreadable
from reguli.engine.playing.illegal import IllegalMove, Refusal
from reguli.engine.playing.move_families import MoveFamily
from reguli.engine.questions import Unanswerable
from reguli.engine.records.journal import JournalEntry
from reguli.engine.records.replaying import Difference
from reguli.engine.records.states import State
from reguli.engine.table_names import UnfitNames, UnfitPlayers
from reguli.ir.faults import RulesFault
from reguli.pipeline import UnknownRuleset
from reguli.play.seats import UnfitSeats, UnknownBot
from reguli.play.unattended import Bounds
from reguli.source.diagnostic import Diagnostic
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.source.trouble import Trouble
from reguli.verify.claims import CheckedClaim
from reguli.verify.examples import ExampleResult

__all__ = [
    "Bounds",
    "ChanceRefused",
    "ChanceSite",
    "ChanceTold",
    "Checked",
    "CheckedClaim",
    "Decision",
    "Diagnostic",
    "Difference",
    "ExampleResult",
    "Expression",
    "Findings",
    "Game",
    "Graph",
    "IllegalMove",
    "Info",
    "JournalEntry",
    "MapShape",
    "MoveFamily",
    "OptionInfo",
    "Place",
    "Playthrough",
    "PrescribedTwice",
    "PrintWishes",
    "Printed",
    "PrintedFile",
    "Refusal",
    "Refused",
    "RulesFault",
    "Running",
    "Said",
    "Sources",
    "Span",
    "State",
    "Trace",
    "TraceChange",
    "TracedReader",
    "TracedStatement",
    "Trouble",
    "Unanswerable",
    "UnfitNames",
    "UnfitPlayers",
    "UnfitSeats",
    "UnknownBot",
    "UnknownPlayer",
    "UnknownRuleset",
    "UnknownSite",
    "Unreadable",
    "UnusedChance",
    "WorkedExample",
    "Written",
    "from_json",
    "load",
    "load_save",
]
