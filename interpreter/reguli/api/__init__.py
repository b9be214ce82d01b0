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

from reguli.api.cases import PrintWishes as PrintWishes
from reguli.api.games import Game as Game
from reguli.api.games import Playthrough as Playthrough
from reguli.api.games import from_json as from_json
from reguli.api.games import load as load
from reguli.api.games import load_save as load_save
from reguli.api.playthroughs import Decision as Decision
from reguli.api.playthroughs import Expression as Expression
from reguli.api.playthroughs import Place as Place
from reguli.api.troubles import UnknownPlayer as UnknownPlayer
from reguli.app.checking import Checked as Checked
from reguli.app.description import Graph as Graph
from reguli.app.description import Info as Info
from reguli.app.description import OptionInfo as OptionInfo
from reguli.app.examples import WorkedExample as WorkedExample
from reguli.app.printing.orders import Printed as Printed
from reguli.app.printing.orders import PrintedFile as PrintedFile
from reguli.app.printing.orders import Written as Written
from reguli.app.simulating import FaultAt as FaultAt
from reguli.app.simulating import Simulated as Simulated
from reguli.app.simulating import SimulationOrder as SimulationOrder
from reguli.app.trace import Trace as Trace
from reguli.app.trace import TraceChange as TraceChange
from reguli.app.trace import TracedReader as TracedReader
from reguli.app.trace import TracedStatement as TracedStatement
from reguli.app.troubles import Findings as Findings
from reguli.app.troubles import Refused as Refused
from reguli.batch.chunks import WorkerLost as WorkerLost
from reguli.check.graphs import MapShape as MapShape
from reguli.check.graphs import Running as Running
from reguli.engine.chance.given import PrescribedTwice as PrescribedTwice
from reguli.engine.chance.given import UnknownSite as UnknownSite
from reguli.engine.chance.given import UnusedChance as UnusedChance
from reguli.engine.chance.overview import ChanceSite as ChanceSite
from reguli.engine.chance.overview import ChanceTold as ChanceTold
from reguli.engine.chance.source import ChanceRefused as ChanceRefused
from reguli.engine.notation import Unreadable as Unreadable
from reguli.engine.playing.illegal import IllegalMove as IllegalMove
from reguli.engine.playing.illegal import Refusal as Refusal
from reguli.engine.playing.move_families import MoveFamily as MoveFamily
from reguli.engine.questions import Unanswerable as Unanswerable
from reguli.engine.records.journal import JournalEntry as JournalEntry
from reguli.engine.records.replaying import Difference as Difference
from reguli.engine.records.states import State as State
from reguli.engine.table_names import UnfitNames as UnfitNames
from reguli.engine.table_names import UnfitPlayers as UnfitPlayers
from reguli.ir.faults import RulesFault as RulesFault
from reguli.pipeline import UnknownRuleset as UnknownRuleset
from reguli.play.bots import Bounds as Bounds
from reguli.play.seats import UnfitSeats as UnfitSeats
from reguli.play.seats import UnknownBot as UnknownBot
from reguli.source.diagnostic import Diagnostic as Diagnostic
from reguli.source.said import Said as Said
from reguli.source.sources import Sources as Sources
from reguli.source.span import Span as Span
from reguli.source.trouble import Trouble as Trouble
from reguli.verify.claims import CheckedClaim as CheckedClaim
from reguli.verify.examples import ExampleResult as ExampleResult
