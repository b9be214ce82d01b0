"""The Python API: load a ruleset, play it, query it, save it.

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

from reguli.api.games import Decision as Decision
from reguli.api.games import Expression as Expression
from reguli.api.games import Game as Game
from reguli.api.games import Place as Place
from reguli.api.games import Playthrough as Playthrough
from reguli.api.games import UnknownPlayer as UnknownPlayer
from reguli.api.games import from_json as from_json
from reguli.api.games import load as load
from reguli.api.games import load_save as load_save
from reguli.api.use_cases import PrintWishes as PrintWishes
from reguli.app.balance.balance_games import Balanced as Balanced
from reguli.app.balance.balance_report import BalanceSide as BalanceSide
from reguli.app.description import Graph as Graph
from reguli.app.description import Info as Info
from reguli.app.description import OptionInfo as OptionInfo
from reguli.app.errors import Findings as Findings
from reguli.app.errors import Refused as Refused
from reguli.app.printing.print_requests import Printed as Printed
from reguli.app.printing.print_requests import PrintedFile as PrintedFile
from reguli.app.printing.print_requests import Written as Written
from reguli.app.provenance import Trace as Trace
from reguli.app.provenance import TraceChange as TraceChange
from reguli.app.provenance import TracedReader as TracedReader
from reguli.app.provenance import TracedStatement as TracedStatement
from reguli.app.ruleset_check import Checked as Checked
from reguli.app.simulation.simulation_runs import FaultAt as FaultAt
from reguli.app.simulation.simulation_runs import Simulated as Simulated
from reguli.app.simulation.simulation_runs import SimulationOrder as SimulationOrder
from reguli.app.worked_examples import WorkedExample as WorkedExample
from reguli.batch.chunks import (
    WorkerLost as WorkerLost,
)
from reguli.check.dependency_graphs import MapShape as MapShape
from reguli.check.dependency_graphs import Running as Running
from reguli.engine.chance_nodes import PrescribedTwice as PrescribedTwice
from reguli.engine.chance_nodes import UnknownSite as UnknownSite
from reguli.engine.chance_nodes import UnusedChance as UnusedChance
from reguli.engine.chance_overview import ChanceSite as ChanceSite
from reguli.engine.chance_overview import ChanceTold as ChanceTold
from reguli.engine.chance_source import ChanceRefused as ChanceRefused
from reguli.engine.expression_queries import Unanswerable as Unanswerable
from reguli.engine.gameplay.action_sets import MoveFamily as MoveFamily
from reguli.engine.gameplay.playthrough import IllegalMove as IllegalMove
from reguli.engine.gameplay.playthrough import Refusal as Refusal
from reguli.engine.history.journal import JournalEntry as JournalEntry
from reguli.engine.history.playthrough_state import State as State
from reguli.engine.history.save_files import Difference as Difference
from reguli.engine.notation import Unreadable as Unreadable
from reguli.engine.player_names import UnfitNames as UnfitNames
from reguli.engine.player_names import UnfitPlayers as UnfitPlayers
from reguli.ir.runtime_faults import RulesFault as RulesFault
from reguli.pipeline import UnknownRuleset as UnknownRuleset
from reguli.play.bot_policies import Bounds as Bounds
from reguli.play.bot_policies import UnfitSeats as UnfitSeats
from reguli.play.bot_policies import UnknownBot as UnknownBot
from reguli.ruleset.option_settings import SettingCover as SettingCover
from reguli.source.diagnostic import Diagnostic as Diagnostic
from reguli.source.diagnostic import Trouble as Trouble
from reguli.source.finding_catalogue import Said as Said
from reguli.source.source_excerpt import Sources as Sources
from reguli.source.source_excerpt import Span as Span
from reguli.verify.example_runner import CheckedClaim as CheckedClaim
from reguli.verify.example_runner import ExampleResult as ExampleResult
