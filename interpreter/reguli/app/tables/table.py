"""Sitting down to a game: who plays, what is prescribed, who speaks; and what the rules or chance refuse meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from reguli.app.opening import bound, players_of
from reguli.app.tables.saves import Standing
from reguli.app.troubles import Findings
from reguli.engine.chance.given import never_reached, passed_over, read_prescribed
from reguli.engine.chance.sites import site_called
from reguli.engine.chance.source import Prescribed
from reguli.engine.faults import fault_diagnostic
from reguli.engine.playing.playthrough import OPENLY, Playthrough, begin
from reguli.engine.table_names import fit_names
from reguli.ir.faults import RulesFault
from reguli.ir.playable import Playable
from reguli.model.binding.bots import BoundBot, bind_bots
from reguli.pipeline import Loaded, homes_at
from reguli.play.bots import Bot
from reguli.play.seats import PERSON, bots_of, seated
from reguli.ruleset.declared.bots import load_all_bots
from reguli.source.diagnostic import Bag, Diagnostic, finding

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.sitting_tongue import SittingTongue


def begun(
    loaded: Loaded,
    players: int | None,
    seed: int = 0,
    *,
    names: Sequence[str] = (),
    chance: Mapping[str, str] | None = None,
) -> Standing:
    """Begin a game; ``chance`` prescribes by site, as it is typed. Raises what the engine raises, and ``Findings`` for a fault of the rules."""
    count = players_of(bound(loaded), players)
    called = fit_names(names, count) if names else ()
    program = loaded.program(count)
    with faults_as_findings(program, loaded):
        playthrough = begin(
            program, seed, prescribed=_prescribed(program, chance or {}, called), play_forced=OPENLY, names=called
        )
    return Standing(loaded, playthrough)


@contextmanager
def faults_as_findings(program: Playable, loaded: Loaded) -> Iterator[None]:
    """Say at which rule a game cannot go on. Raises ``Findings``."""
    try:
        yield
    except RulesFault as fault:
        raise Findings([fault_diagnostic(program, fault)], loaded.sources) from fault


def _prescribed(program: Playable, given: Mapping[str, str], names: Sequence[str]) -> Prescribed:
    """Read what is prescribed: outcomes of a lot between commas, orders of a deck with ``|`` between them."""
    read: dict[str, object] = {}
    for name, text in given.items():
        runs = [[word.strip() for word in run.split(",")] if run.strip() else [] for run in text.split("|")]
        site = site_called(program, name, names)
        whole = site is not None and (site.form == "stack" or site.groups)
        read[name] = runs if whole else [outcome for run in runs for outcome in run]
    return read_prescribed(program, read, names)


def chance_passed_over(playthrough: Playthrough) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Give what was prescribed of stacks and was not there when they were shuffled: site and cards."""
    return tuple((passed.site, passed.outcomes) for passed in passed_over(playthrough))


def chance_never_reached(playthrough: Playthrough) -> tuple[Diagnostic, ...]:
    """Give what was prescribed and never asked for (X124)."""
    left = never_reached(playthrough)
    return tuple(finding("X124", site=one.site, outcomes=", ".join(one.outcomes)) for one in left)


def own_bots(loaded: Loaded, program: Playable) -> tuple[BoundBot, ...]:
    """Give the bots a ruleset brings; raises ``Findings``."""
    bag = Bag()
    found = bind_bots(program.ruleset, load_all_bots(loaded.layers, bag, sources=loaded.sources), bag)
    if bag:
        raise Findings(bag.diagnostics, loaded.sources)
    return found


def seats_of(program: Playable, own: Sequence[BoundBot], names: Sequence[str]) -> list[Bot | None]:
    """Seat people and bots by name, people where nobody is named; raises ``UnknownBot`` and ``UnfitSeats``."""
    return seated(list(names) or [PERSON], bots_of(program, own), program)


def tongue_of(standing: Standing, code: str) -> SittingTongue:
    """Open the tongue of a table in a language."""
    # Grammars and catalogues cost 0.3 s, and only who speaks needs them.
    from reguli.play.sitting_tongue import open_sitting_tongue
    from reguli.words.grammar.languages import LANGUAGES, language_of

    playthrough = standing.playthrough
    ruleset = playthrough.program.ruleset
    homes = homes_at(standing.loaded.path, ruleset.documents.game.id)
    return open_sitting_tongue(ruleset, language_of(code) or LANGUAGES[0], homes, playthrough, standing.spoken(code))
