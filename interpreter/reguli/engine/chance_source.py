"""The chance player: draws and lots use keyed randomness, so equal seeds stay comparable under changed rules.

Each candidate gets a ticket, a number of 64 bits made from ``seed, site, occurrence, candidate`` (the formula: ``mixing``); the least one is
the outcome. A stack keeps its occurrence from one shuffle to the next, so a shuffle is one permutation, and taking a card out of the box changes
the place of no other.

Of weighed candidates each has as many tickets as it weighs; the least ticket of all is the outcome. Each ticket is as likely as any other, so a candidate
comes by its weight, exactly and in whole numbers: this is rendezvous hashing (Thaler and Ravishankar, 1998) with as many copies of a candidate as it
weighs. A ticket more changes nothing but what it wins. A token in a zone is a ticket of its variety. The outcome is the same on every platform,
version and hash seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reguli.ir.rng import BETWEEN, NO_MEMBERS, Constants, chance_key, derive_key
from reguli.source.diagnostic import Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

Prescribed = Mapping[str, Sequence[object]]
"""By site: for a lot its outcomes in order; for a stack one whole order (a list, top first) for each shuffle, or
under ``<stack>.draws`` single cards, draw by draw. Outcomes are element ids.

What the first shuffle mixes is known beforehand: a card of its order that was never there is refused. From the second on
nobody can know what will be left: cards of an order that are not there are passed over, and told when all is over.
An order that is empty or too short leaves the rest to the seed."""


def joined_group_id(members: Iterable[str]) -> str:
    """Return a group's id, its members' ids joined in the order of their kind: ``a+c+d``, or ``none`` if it is empty."""
    return BETWEEN.join(members) or NO_MEMBERS


class ChanceRefused(Trouble):
    """A prescribed outcome that is not among the candidates. ``rule`` casts or draws, at ``span``, if known."""

    def __init__(self, site: str, wanted: str, candidates: Sequence[str], rule: str = "") -> None:
        """Store the site, the prescribed outcome, the candidates and rule."""
        super().__init__(site, wanted, tuple(candidates), rule)
        self.site, self.wanted, self.candidates, self.rule = site, wanted, tuple(candidates), rule
        self.span: Span | None = None

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the finding X113."""
        known, meant = abbreviated_list(self.candidates), closest_name(self.wanted, self.candidates)
        return (make_finding("X113", self.span, near=meant, wanted=self.wanted, site=self.site, candidates=known),)


@frozen_class
class SkippedOutcome(FrozenValue):
    """A card of a prescribed order that was absent at its turn and not drawn before; ``at`` outcomes preceded it."""

    at: int
    site: str
    card: str


@dataclass(slots=True)
class ChanceSource:
    """A resolver of chance by seed, prescription or recorded log, which logs every outcome."""

    seed: int
    prescribed: Prescribed = field(default_factory=dict)
    log: list[tuple[str, str]] = field(default_factory=list)
    recorded: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By site: outcomes of a playthrough played before, in order; followed as far as they go."""
    passed: list[SkippedOutcome] = field(default_factory=list)
    """What was passed over in orders of later shuffles."""
    rule: str = ""
    """The statement that casts or draws at this moment."""
    constants: Constants = field(default_factory=Constants, compare=False, repr=False)
    """Those of the program."""

    def branch(self) -> ChanceSource:
        """Return an independent copy of the source."""
        return replace(self, log=list(self.log), passed=list(self.passed))

    def back(self, length: int) -> None:
        """Discard all but the first ``length`` outcomes."""
        del self.log[length:]
        self.passed[:] = [passed for passed in self.passed if passed.at < length]

    def drawn(self, site: str) -> int:
        """Return a site's number of outcomes; 0 if nothing is recorded or prescribed."""
        return sum(1 for logged, _ in self.log if logged == site) if self.recorded or self.prescribed else 0

    def choose(
        self, site: str, occurrence: int, drawn: int, ids: Sequence[str], weights: Sequence[int] | None = None
    ) -> int:
        """Return the index of the outcome among candidate ids.

        ``occurrence`` counts lots of the site and tokens drawn there, or shuffles of the stack (0: never shuffled); ``drawn`` counts the
        outcomes of this site so far. ``weights`` are whole numbers from 1 up; without them all candidates are as likely.
        """
        wanted = self._recorded(site, drawn) or self._prescribed(site, occurrence, drawn, ids)
        if wanted is None:
            constants = self.constants
            key = chance_key(self.seed, constants[site], occurrence)
            tickets = [derive_key(key, constants.candidate(one)) for one in ids]
            if weights is not None:
                tickets = list(map(_least, tickets, weights))
            index = tickets.index(min(tickets))
        elif wanted in ids:
            index = ids.index(wanted)
        else:
            raise ChanceRefused(site, wanted, ids, self.rule)
        self.log.append((site, ids[index]))
        return index

    def is_given(self, site: str) -> bool:
        """Return whether a site has recorded or prescribed outcomes."""
        return site in self.recorded or site in self.prescribed or f"{site}.draws" in self.prescribed

    def order(self, site: str, occurrence: int, ids: Sequence[str]) -> list[int]:
        """Return the indices of candidates in drawing order, for a site without recorded or prescribed outcomes."""
        key = chance_key(self.seed, self.constants[site], occurrence)
        tickets = [derive_key(key, self.constants.candidate(one)) for one in ids]
        return sorted(range(len(ids)), key=tickets.__getitem__)

    def _recorded(self, site: str, drawn: int) -> str | None:
        outcomes = self.recorded.get(site, ())
        return outcomes[drawn] if drawn < len(outcomes) else None

    def _prescribed(self, site: str, occurrence: int, drawn: int, ids: Sequence[str]) -> str | None:
        singles = self.prescribed.get(f"{site}.draws")
        if singles is not None and drawn < len(singles):
            return str(singles[drawn])
        outcomes = self.prescribed.get(site)
        if outcomes is None:
            return None
        if any(isinstance(outcome, list | tuple) for outcome in outcomes):
            return self._from_order(site, outcomes, occurrence, ids)
        return str(outcomes[drawn]) if drawn < len(outcomes) else None

    def _from_order(self, site: str, orders: Sequence[object], occurrence: int, ids: Sequence[str]) -> str | None:
        """Return the first remaining card of an order; absent cards in the first order must have been drawn."""
        if not 0 < occurrence <= len(orders):
            return None
        order = orders[occurrence - 1]
        if not isinstance(order, list | tuple):
            return None
        for card in map(str, order):
            if card in ids:
                return card
            if (site, card) not in self.log:
                if occurrence == 1:
                    raise ChanceRefused(site, card, ids, self.rule)
                self.passed.append(SkippedOutcome(len(self.log), site, card))
        return None


def _least(first: int, weight: int) -> int:
    """Return the smallest of a candidate's tickets, one per unit of weight."""
    return min([first, *(derive_key(first, number) for number in range(1, weight))])
