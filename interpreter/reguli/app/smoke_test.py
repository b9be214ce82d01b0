"""Smoke tests: silent games between bots under every setting, and their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from reguli.app.loading import Settings
from reguli.check.call_graph import build_call_graph
from reguli.compile.python_programs import generate_python_program
from reguli.ir.executable_program import Playable
from reguli.model.binding.bot_binding import bind_bots
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_decisions, nested_statements, option_guards, reachable_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import Bot, compile_preferences
from reguli.play.trial_games import TrialGame, TrialGameSetup, TrialTotals, play_trial_games
from reguli.ruleset.declarations.bot_files import BotDecl, load_all_bots
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.option_settings import SettingCover, choice_text, documents_cover
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span
from reguli.verify.report import Found, load_answers, verification_target
from reguli.verify.setup_runs import fault_with_setting
from reguli.verify.static_analysis.settled_conditions import find_decided_conditions

LATER: Final = 3
"""Games that are over sooner show nothing of later rounds."""
TIMES: Final = ("round", "stage", "coming_stage")


@dataclass(frozen=True, slots=True)
class SmokeTestResult:
    """The result of silent games: their number, the settings without a game, the most effects deferred at once, whether they were interrupted, and the settings that were to be played."""

    games: int
    unplayed: tuple[str, ...]
    queued: int
    interrupted: bool
    cover: SettingCover


def run_smoke_test(
    loaded: LoadedRuleset, progress: Callable[[str, int], None], budget: int | None = None
) -> SmokeTestResult:
    """Play a ruleset without findings; faults, endless games and inactive phases are added to its bag.

    ``progress`` is told the table and how many games were played. Ctrl-C ends the games, and what was found so far stands.
    """
    assert loaded.documents is not None
    cover = documents_cover(loaded.documents, loaded.options)
    tables = list(_tables(loaded, loaded.documents, cover))
    seen, played, interrupted = TrialTotals(), 0, False
    finished: set[str] = set()
    stopped: dict[tuple[str, Span | None], list[Diagnostic]] = {}
    try:
        for trial in play_trial_games(tables, seen, budget=budget) if tables else ():
            played += 1
            finished.add(trial.table.said)
            if trial.fault is not None:
                told = _told(trial, loaded)
                stopped.setdefault((told.code, told.span), []).append(told)
            progress(trial.table.said, played)
    except KeyboardInterrupt:
        interrupted = True
    if loaded.ruleset is not None and played:
        # First, since a game that does not end is what often comes of it.
        _lifeless(loaded.ruleset, seen, played, loaded.bag)
        _report_idle_rounds(loaded.ruleset, seen, loaded.bag)
    loaded.bag.extend(_once(told, played, loaded) for told in stopped.values())
    if loaded.ruleset is not None and played:
        for name in sorted(seen.doubts):
            loaded.bag.add("C116", _span_of(loaded.ruleset, name), name=name)
    if loaded.ruleset is not None:
        loaded.bag.extend(_settled(loaded, loaded.ruleset))
    unplayed = tuple(table.said for table in tables if table.said not in finished)
    return SmokeTestResult(played, unplayed, seen.queued, interrupted, cover)


def _settled(loaded: LoadedRuleset, ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield the conditions that are constant under every option and number of players, except accepted ones."""
    accepted = load_answers(loaded.layers, Bag(), loaded.sources).accepted
    for one in find_decided_conditions(verification_target(loaded, ruleset)):
        if isinstance(one, Found) and one.told.code == "V120" and one.id not in accepted:
            yield one.told


def _tables(loaded: LoadedRuleset, documents: Documents, cover: SettingCover) -> Iterator[TrialGameSetup]:
    """Yield the settings of a cover: the defaults for each number of players first."""
    for settings, players in cover.settings:
        ruleset = loaded.settings.ruleset(settings, players if documents.by_players else None, Bag())
        if ruleset is not None:
            yield TrialGameSetup(
                _said(settings, players),
                partial(generate_python_program, ruleset, players),
                partial(named_ruleset_bots, loaded),
            )


def _said(settings: Settings, players: int) -> str:
    options = [f"{name}={choice_text(value)}" for name, value in settings.items()]
    return ", ".join([f"--players {players}", *options])


def named_ruleset_bots(loaded: LoadedRuleset, program: Playable) -> Sequence[tuple[str, Bot]]:
    """Return the bots that a ruleset defines, by name; errors in a bot are reported by its check."""
    return compile_bots(load_all_bots(loaded.layers, Bag()), program)


def compile_bots(declared: Sequence[BotDecl], program: Playable) -> Sequence[tuple[str, Bot]]:
    """Return declared bots for a program, by name."""
    return [(bot.id, compile_preferences(program, bot)) for bot in bind_bots(program.ruleset, declared, Bag())]


def _told(trial: TrialGame, loaded: LoadedRuleset) -> Diagnostic:
    """Return the finding of a game that a rules fault stopped, with the command that replays it."""
    assert trial.fault is not None
    found = fault_with_setting(trial.program, trial.fault)
    command = replay_command(loaded.name, trial.program, trial.seed, trial.bot)
    game = trial.program.ruleset.documents.game.span
    related = (game, Said("here.after_moves", moves=trial.moves, command=command))
    return Diagnostic(found.code, found.span, found.args, (*found.related, related))


def replay_command(name: str, program: Playable, seed: int, bots: str) -> str:
    """Return the command that replays a game between bots."""
    options = " ".join(f"--option {option}={choice_text(value)}" for option, value in program.ruleset.options.items())
    words = ["reguli play", name, f"--players {program.players}", f"--seed {seed}"]
    return " ".join([*words, f"--bots {bots}", options]).strip()


def _once(told: Sequence[Diagnostic], played: int, loaded: LoadedRuleset) -> Diagnostic:
    """Return the first of several equal faults at one place, with the number of games that it stopped."""
    assert loaded.documents is not None
    first, game = told[0], loaded.documents.game.span
    often = ((game, Said("here.in_games", games=len(told), played=played)),) if len(told) > 1 else ()
    return Diagnostic(first.code, first.span, first.args, (*first.related, *often))


def _lifeless(ruleset: Ruleset, seen: TrialTotals, games: int, bag: Bag) -> None:
    """Find phases that ask for decisions but had none, and phases without decisions in which nothing happened."""
    calls = build_call_graph(ruleset)
    for phase in ruleset.phases:
        reached = (calls.procedures[name] for name in calls.reach([phase.id]))
        asks = any(isinstance(one, b.Ask) for procedure in reached for one in nested_statements(procedure.body))
        if phase.node is not None and phase.id not in (seen.decided if asks else seen.decided | seen.eventful):
            bag.add("C115", phase.node.span, name=phase.id, games=games)


def _span_of(ruleset: Ruleset, decision: str) -> Span:
    """Return the place of a decision that is all-or-nothing, or leads into one."""
    return next((ask.span for ask in all_decisions(ruleset) if ask.name == decision), ruleset.documents.game.span)


# -- idle rounds: things are used up and never given back, such as workers that do not come home

# An option that a player takes once, as a role or a starting place, is no such thing, nor is one whose decision is not asked
# later or that asks for the round itself.


def _report_idle_rounds(ruleset: Ruleset, seen: TrialTotals, bag: Bag) -> None:
    """Report options taken only in the first round though their decision was asked later, or else rounds without an effective move."""
    if not seen.taken:
        return
    games, rounds = len(seen.taken), max(len(one) - 1 for one in seen.taken)
    told, asks = False, tuple(all_decisions(ruleset))
    for ask in asks:
        asked = max(_last(one, {option.rule for option in ask.options}) for one in seen.taken)
        for option in ask.options if asked >= LATER else ():
            last = max(_last(one, {option.rule}) for one in seen.taken)
            if last == 1 and seen.often[option.rule] > 1 and _does(option) and not _asks_when(ruleset, option):
                told = True
                bag.add("C144", option.span, name=option.name, decision=ask.name, games=games, rounds=asked)
    doing = {option.rule for ask in asks for option in ask.options if _does(option)}
    ends = [(_last(one, doing), len(one) - 1) for one in seen.taken]
    last = max(end for end, _ in ends)
    if not told and last > 0 and all(length >= max(LATER, end + 2) for end, length in ends):
        bag.add("C145", ruleset.documents.game.span, games=games, round=last, rounds=rounds)


def _last(rounds: Sequence[set[str]], rules: set[str]) -> int:
    """Return the last round of a game in which one of some options was taken."""
    return max((number for number, taken in enumerate(rounds) if taken & rules), default=0)


def _does(option: b.BoundOption) -> bool:
    """Return whether an option has an effect other than leaving its decision."""
    return any(not isinstance(one, b.Leave | b.Settle) for one in nested_statements(option.effects))


def _asks_when(ruleset: Ruleset, option: b.BoundOption) -> bool:
    """Return whether a guard or a choice of an option reads the round or the stage."""
    conditions = (*(guard.condition for guard in option_guards(option)), *(one.domain for one in option.parameters))
    return any(isinstance(one, t.Fact) and one.name in TIMES for one in reachable_terms(ruleset, conditions))
