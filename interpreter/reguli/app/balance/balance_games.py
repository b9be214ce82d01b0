"""How balanced a ruleset is: games of bots and what they come to, beside another ruleset or beside other values of one number.

Game number n has the same seed in every ruleset (common random numbers). Rulesets play in turns, so what is counted at any moment is of the same games.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from reguli.app.balance.balance_report import BalanceReport, BalanceSide
from reguli.app.errors import Refused, make_refusal
from reguli.app.game_sessions import bind_ruleset_bots
from reguli.app.loading import bind_for_players, choose_player_count, open_playable
from reguli.app.provenance import trace_value
from reguli.app.simulation.batch_preparation import PreparedBatch, prepare_batch
from reguli.app.simulation.simulation_runs import (
    OFTEN,
    FaultAt,
    Progress,
    SimulationOrder,
)
from reguli.app.user_files import check_writable, write_file
from reguli.app.workbench.number_edits import setting_path
from reguli.balance.figures import FigureSums, GameReader, read_figures
from reguli.batch.chunks import (
    play_numbered_games,
)
from reguli.batch.cluster import check_cluster
from reguli.batch.move_counts import GROUPS
from reguli.batch.playouts import ranking_columns
from reguli.batch.rows import (
    OVER,
    PlayedGame,
    PlayoutRunner,
)
from reguli.batch.workers import worker_count
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.words.catalogue.interface_texts import ENGLISH as PLAIN
from reguli.words.catalogue.interface_texts import load_interface_texts

GAMES: Final = "games"
FEWEST: Final = 2
"""Games that an interval needs."""
MOST_GAMES: Final = 10_000_000
UNIFORM: Final = "uniform"
MOST_SETTINGS: Final = 21
"""Of a sweep."""
BLOCK: Final = 2_000
"""Games that one ruleset plays before the next one's turn."""
SWEEP: Final = re.compile(
    r"(?P<name>.+?)\s*=\s*(?P<low>-?\d{1,9})\s*\.\.\s*(?P<high>-?\d{1,9})\s*(?::\s*(?P<step>\d{1,9}))?", re.ASCII
)
ENDINGS: Final = {"page": ".html", "figures": ".csv"}


@dataclass(frozen=True, slots=True)
class BalanceOrder:
    """What is played. ``players``: by default the fewest that all rulesets admit; ``policy``: by default the first bot of the ruleset, or ``uniform``.

    ``sweep`` is ``NAME=LOW..HIGH`` or ``NAME=LOW..HIGH:STEP``; the name is that of a constant, a cell of a table or a field of an element.
    """

    players: int | None = None
    games: int = 1000
    seed: int = 0
    policy: tuple[str, ...] | None = None
    sweep: str | None = None
    processes: int | None = None
    moves: int = 10_000
    engine: str | None = None
    cluster: str | None = None
    """The address of a dask scheduler, whose workers play."""


class Balanced(BalanceReport):
    """A report of balance; ``str()`` returns it in English, as the command prints it."""

    def __str__(self) -> str:
        """Return the report as text."""
        # Words cost more than figures, and a program may want the figures alone.
        from reguli.app.balance.report_texts import balance_lines

        return "\n".join(balance_lines(self, PLAIN))

    def page(self, language: str = "en") -> str:
        """Return the report as one self-contained HTML file: ``Path("balance.html").write_text(report.page("ro"), "utf-8")``."""
        # As above.
        from reguli.app.balance.report_texts import balance_page

        return balance_page(self, load_interface_texts(language, shipped_folder("locales")))


def check_report_file(name: str, what: str) -> Path:
    """Check the file of a report (``page`` or ``figures``) before long work. Raises ``Refused``: X111 for its ending, X112."""
    path, ending = Path(name), ENDINGS[what]
    if path.suffix.casefold() != ending:
        meant = closest_name(path.suffix, (ending,))
        raise make_refusal(
            "X111",
            near=meant,
            word=path.name,
            what=Said("part.file_of_page" if what == "page" else "part.file_of_figures"),
            expected=ending,
        )
    check_writable(path, "page" if what == "page" else "figures")
    return path


def write_figures(found: BalanceReport, path: Path) -> None:
    """Write the figures as a csv file. Raises ``Refused``."""
    write_file(path, found.to_csv())


# -- playing -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Side:
    """One ruleset while it is played."""

    label: str
    prepared: PreparedBatch
    made: PlayoutRunner | None
    cluster: str | None
    reader: GameReader
    sums: FigureSums
    faults: list[FaultAt]
    outcomes: dict[str, int]

    def play(self, numbers: range, processes: int) -> Iterator[PlayedGame]:
        make = self.prepared.ready(self.cluster).make
        with closing(play_numbered_games(make, numbers, processes, self.made, self.cluster)) as played:
            yield from played


def balance_games(
    loaded: LoadedRuleset,
    order: BalanceOrder,
    against: LoadedRuleset | None = None,
    progress: Progress | None = None,
) -> Balanced:
    """Play a ruleset, and another or each setting of a sweep beside it, and return the figures. Ctrl-C ends it; finished games are kept.

    Raises ``Refused`` or ``Findings`` with what is wrong with the order, and ``WorkerLost`` when a process ends by itself.
    """
    if not FEWEST <= order.games <= MOST_GAMES:
        raise make_refusal("X150", name=GAMES, found=order.games, low=FEWEST, high=MOST_GAMES)
    if against is not None and order.sweep is not None:
        raise make_refusal("X205", found=order.sweep, why=Said("why.sweep_and_other"), most=MOST_SETTINGS)
    with ExitStack() as folders:
        rulesets, base = _rulesets(loaded, order, against, folders)
        players = _players([one for _, one in rulesets], order.players)
        bots = {default_policy(one, players) for _, one in rulesets}
        policy = order.policy or (bots.pop() if len(bots) == 1 else UNIFORM,)
        asked = SimulationOrder(players, order.games, order.seed, policy, processes=order.processes, moves=order.moves)
        check_cluster(order.cluster)
        processes = order.games if order.cluster and not order.processes else worker_count(order.processes, order.games)
        asked = replace(asked, engine=order.engine, counts=GROUPS, cluster=order.cluster)
        sides = [_begun(label, one, asked, processes) for label, one in rulesets]
        interrupted = _play(sides, base, order.games, processes, progress)
        return _report(sides, base, order, interrupted)


def _rulesets(
    loaded: LoadedRuleset, order: BalanceOrder, against: LoadedRuleset | None, folders: ExitStack
) -> tuple[list[tuple[str, LoadedRuleset]], int]:
    """Return the rulesets to play with their labels, and the number of the base."""
    if order.sweep is not None:
        return _swept(loaded, order.sweep, folders)
    return [(loaded.name, loaded), *([] if against is None else [(against.name, against)])], 0


def _swept(loaded: LoadedRuleset, sweep: str, folders: ExitStack) -> tuple[list[tuple[str, LoadedRuleset]], int]:
    """Return a variant for each setting; the base is that with the value of the rules, or else the first."""

    def refused(why: Said) -> Refused:
        return make_refusal("X205", found=sweep, why=why, most=MOST_SETTINGS)

    match = SWEEP.fullmatch(sweep.strip())
    if match is None:
        raise refused(Said("why.sweep_form"))
    low, high, step = int(match["low"]), int(match["high"]), int(match["step"] or 1)
    if low > high:
        raise refused(Said("why.sweep_reversed", low=low, high=high))
    values = range(low, high + 1, step) if step else range(0)
    if not 1 < len(values) <= MOST_SETTINGS:
        raise refused(Said("why.sweep_count", count=len(values)) if step else Said("why.sweep_step"))
    name = match["name"].removeprefix("constants.").removeprefix("tables.")
    found = trace_value(bind_for_players(loaded), name)
    if not isinstance(found.value, int) or isinstance(found.value, bool):
        raise make_refusal("X191", name=name, why=Said("why.no_number"))
    rulesets = []
    for value in values:
        if value == found.value:
            rulesets.append((f"{name}={value}", loaded))
            continue
        folder = Path(folders.enter_context(tempfile.TemporaryDirectory())) / "variant"
        folder.mkdir()
        of, text = str(loaded.path.resolve()), f"variant: setting\nof: {{of}}\nset:\n  {setting_path(found)}: {value}\n"
        write_file(folder / "variant.yaml", text.replace("{of}", f"'{of.replace(chr(39), 2 * chr(39))}'"))
        whole = str(folder) if Path(loaded.name).exists() or "+" not in loaded.name else f"{loaded.name}+{folder}"
        rulesets.append((f"{name}={value}", open_playable(whole, loaded.options)))
    return rulesets, values.index(found.value) if found.value in values else 0


def ranking_figures(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the figures that the ranking compares, in its order."""
    return tuple(ranking_columns(ruleset))


def default_policy(loaded: LoadedRuleset, players: int | None = None) -> str:
    """Return the first bot of a ruleset; without one that which moves at random."""
    number = choose_player_count(bind_for_players(loaded), players)
    bots = bind_ruleset_bots(loaded, loaded.program(number))
    return bots[0].id if bots else UNIFORM


def _players(rulesets: Sequence[LoadedRuleset], wanted: int | None) -> int:
    """Return how many play: as wanted, or the fewest that every ruleset admits. Raises ``Refused`` (X104)."""
    bounds = [bind_for_players(one).players for one in rulesets]
    fewest, most = max(low for low, _ in bounds), min(high for _, high in bounds)
    if fewest > most:
        (low, high), (other_low, other_high) = bounds[0], bounds[-1]
        first, other = bind_for_players(rulesets[0]).name, bind_for_players(rulesets[-1]).name
        raise make_refusal(
            "X206", first=first, other=other, low=low, high=high, other_low=other_low, other_high=other_high
        )
    number = fewest if wanted is None else wanted
    for one in rulesets:
        choose_player_count(bind_for_players(one), number)
    return number


def _begun(label: str, loaded: LoadedRuleset, order: SimulationOrder, processes: int) -> _Side:
    prepared = prepare_batch(loaded, order)
    made = prepared.ready(order.cluster).local(processes)
    return _Side(label, prepared, made, order.cluster, GameReader(prepared.batch), FigureSums(), [], {})


def _play(
    sides: Sequence[_Side], base: int, games: int, processes: int, progress: Progress | None
) -> KeyboardInterrupt | None:
    """Play all games, block by block; a game that is not finished by its rules counts in the outcomes alone."""
    told, done, whole = time.monotonic(), 0, games * len(sides)
    in_order = [sides[base], *(side for side in sides if side is not sides[base])]
    try:
        for first in range(1, games + 1, BLOCK):
            numbers = range(first, min(games + 1, first + BLOCK))
            others = {}
            for side in in_order:
                for one in side.play(numbers, processes):
                    done += 1
                    side.outcomes[one.outcome] = side.outcomes.get(one.outcome, 0) + 1
                    if one.fault is not None:
                        side.faults.append(FaultAt(one.number, one.seed, one.fault))
                    if one.outcome == OVER:
                        figures, takers = side.reader.figures(one)
                        side.sums.add(figures, takers)
                        if side is sides[base]:
                            others[one.number] = figures
                        elif one.number in others:
                            side.sums.add_pair(figures, others[one.number])
                    if progress is not None and time.monotonic() - told > OFTEN:
                        told = time.monotonic()
                        progress(done, whole)
    except KeyboardInterrupt as ended:
        return ended
    return None


def _report(sides: Sequence[_Side], base: int, order: BalanceOrder, interrupted: KeyboardInterrupt | None) -> Balanced:
    findings: list[Diagnostic] = []
    made = []
    for at, side in enumerate(sides):
        counts, played = side.prepared.batch.counts, sum(side.outcomes.values())
        assert counts is not None
        findings += [*side.prepared.unchecked(), *side.prepared.findings(side.faults, played)]
        figures = read_figures(side.sums, counts, None if at == base else sides[base].sums) if side.sums.games else ()
        outcomes, digest = tuple(sorted(side.outcomes.items())), side.prepared.batch.ruleset.short_digest
        pairs, faults = side.sums.pairs, tuple(side.faults)
        made.append(BalanceSide(side.label, digest, at == base, side.sums.games, outcomes, pairs, faults, figures))
    batch, loaded = sides[base].prepared.batch, sides[base].prepared.loaded
    return Balanced(
        sides[0].prepared.batch.ruleset.name if order.sweep is None else sides[base].prepared.batch.ruleset.name,
        batch.players,
        batch.policy,
        order.games,
        order.seed,
        batch.engine,
        order.sweep,
        tuple(made),
        tuple(findings),
        interrupted,
        loaded,
    )
