"""Chance prescribed by people: names of players and labels become the ids that the chance source compares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reguli.engine.chance import Prescribed
from reguli.engine.playthrough import Playthrough
from reguli.engine.speech import Unreadable, element_text, read_element, read_value
from reguli.ir.program import Chance, Program
from reguli.model.types import PLAIN

DRAWS = ".draws"


class UnknownSite(Exception):  # noqa: N818 - it says what was asked for
    """No chance site has this name; ``known`` are those there are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.name, self.known = name, tuple(known)


def chance_sites(program: Program, names: Sequence[str] = ()) -> dict[str, tuple[str, str | None]]:
    """Give by the name a person writes (``deck``, ``anna.deck``, ``first_seat``): the site and the kind of its outcomes (``None``: numbers)."""
    found: dict[str, tuple[str, str | None]] = {}
    for block in program.blocks:
        end = block.end
        if not isinstance(end, Chance):
            continue
        if end.owner is None:
            name = end.site.removeprefix("game.")
            found[name] = (name, end.kind)
            continue
        field = program.layout.fields[end.site]
        kind, _, called = end.site.partition(".")
        for owner in range(field.owners):
            written = f"{element_text(program, kind, owner, names, ids=True)}.{called}"
            found[written] = (f"{end.site}.{owner}", end.kind)
    return found


def sites_written(program: Program, names: Sequence[str] = ()) -> Iterator[tuple[str, str, bool]]:
    """Give each chance site: as a person writes it, as the chance source calls it, and whether it is a stack."""
    stacks = {block.end.site.removeprefix("game.") for block in program.blocks
              if isinstance(block.end, Chance) and not block.end.counts}  # fmt: skip
    for name, (site, _) in chance_sites(program, names).items():
        yield name, site, site in stacks or site.rpartition(".")[0] in stacks


def read_prescribed(program: Program, given: Mapping[str, object], names: Sequence[str] = ()) -> Prescribed:
    """Read outcomes by site: a list of elements, or of lists of them (whole orders, top first).

    An element is an id, a label, or a player's name. Raises ``UnknownSite``, or ``Unreadable`` for an unknown element.
    """
    sites = chance_sites(program, names)
    read: dict[str, Sequence[object]] = {}
    for key, outcomes in given.items():
        written = key.removesuffix(DRAWS)
        if written not in sites:
            raise UnknownSite(written, sorted(sites))
        site, kind = sites[written]
        ending = DRAWS if key.endswith(DRAWS) else ""
        read[site + ending] = [_outcome(program, kind, outcome, names) for outcome in _listed(outcomes)]
    return read


@dataclass(frozen=True, slots=True)
class Unused:
    """What was prescribed at a site, as a person calls it, and did not come: ids of outcomes, in order."""

    site: str
    outcomes: tuple[str, ...]


def never_reached(playthrough: Playthrough) -> tuple[Unused, ...]:
    """Give the prescribed lots and draws that were never cast, and the orders of shuffles that never were."""
    chance, found = playthrough.chance, []
    shuffles = _shuffles(playthrough)
    written = {site: name for name, (site, _) in chance_sites(playthrough.program, playthrough.names).items()}
    for key, outcomes in chance.prescribed.items():
        site = key.removesuffix(DRAWS)
        orders = any(isinstance(outcome, list | tuple) for outcome in outcomes)
        cast = shuffles.get(site, 0) if orders else sum(1 for logged, _ in chance.log if logged == site)
        left = [card for outcome in outcomes[cast:] for card in _listed(outcome)]
        if left:
            found.append(Unused(written[site] + key[len(site) :], tuple(map(str, left))))
    return tuple(found)


def passed_over(playthrough: Playthrough) -> tuple[Unused, ...]:
    """Give by site the cards of later orders that were passed over because they were not there, nor came at another time."""
    chance = playthrough.chance
    written = {site: name for name, (site, _) in chance_sites(playthrough.program, playthrough.names).items()}
    found: dict[str, dict[str, None]] = {}
    for passed in chance.passed:
        if (passed.site, passed.card) not in chance.log:
            found.setdefault(written[passed.site], {})[passed.card] = None
    return tuple(Unused(site, tuple(cards)) for site, cards in found.items())


def _shuffles(playthrough: Playthrough) -> dict[str, int]:
    """Give how often each stack was shuffled, by its site."""
    program, found = playthrough.program, {}
    for block in program.blocks:
        end = block.end
        if isinstance(end, Chance) and not end.counts:
            owners = 1 if end.owner is None else program.layout.fields[end.site].owners
            for owner in range(owners):
                site = end.site.removeprefix("game.") if end.owner is None else f"{end.site}.{owner}"
                found[site] = playthrough.slots[program.logical + end.counter + owner]
    return found


def _listed(outcomes: object) -> Iterable[object]:
    return outcomes if isinstance(outcomes, list | tuple) else [outcomes]


def _outcome(program: Program, kind: str | None, outcome: object, names: Sequence[str]) -> object:
    if isinstance(outcome, list | tuple):
        return [_outcome(program, kind, item, names) for item in outcome]
    if kind is None:
        return str(read_value(program, PLAIN, str(outcome)))
    if isinstance(outcome, bool) or not isinstance(outcome, str | int):
        raise Unreadable("element", str(outcome), program.ruleset.kinds[kind].labels)
    return program.ruleset.kinds[kind].elements[read_element(program, kind, str(outcome), names)]
