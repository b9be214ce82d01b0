"""Monte Carlo tree search over moves, for any number of players, with chance and hidden information.

At the root a search halves its candidates: all are tried equally often, the better half goes on (sequential halving: Karnin, Koren and Somekh, 2013; above a tree:
Pepels, Cazenave, Winands and Lanctot, "Minimizing simple and cumulative regret in Monte-Carlo tree search", 2014). The candidates of a round meet the same chance and
the same deal of what the seat cannot see (common random numbers), so their difference is seen sooner.

Below, UCT goes down by moves that are legal in the sample and adds one move (Kocsis and Szepesvári, 2006; information sets: Cowling, Powley and Whitehouse, 2012). A node
stands for a sequence of moves, whatever chance brought in between (open loop: Perez Liebana and others, 2015); every player maximizes the own value (max-n). Bots play on
from there. Where a bot of the ruleset does, its own move is tried first and others by and by (progressive widening: Coulom, 2007), and at the root another move is chosen only if its mean is
higher by ``DOUBT`` standard errors. Without chance and hidden information, values that are certain are kept (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008).

Without such a bot playouts go by lot, but for decisive moves, and each move is also judged by all playouts in which its player made it at any time behind the node, as long as few went
through the move itself (all moves as first; a node of few visits takes these means from one above it: Cazenave, "Generalized rapid action value estimation", 2015). The
halving at the root goes by the same values (Fabiano and Cazenave, "Sequential halving using scores", 2021).

Iterations bound a search, never the clock. Only exact operations on numbers are used, so the choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from reguli.compile.runtime.games.playout_loop import OVER
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.rng import Bits, uniform_below
from reguli.ir.runtime_faults import Failed
from reguli.ruleset.declarations.bot_files import HORIZON, ITERATIONS
from reguli.search.hidden_information import hidden_information
from reguli.search.position_machine import BOTS, Key, Offer, PositionMachine, move_word

WIN_SHARE: Final = 0.6
"""What winning counts of a value by places; the rest is the share of opponents that are behind."""
MARGIN_SHARE: Final = 0.5
"""What the distance to the best opponent counts of a value."""
FEW: Final = 40
"""Of so many moves at most all are tried."""
TRIED_EACH: Final = 8
"""Of more moves as many are tried as leave each so many iterations."""
WIDENING: Final = 3.0
"""Below the root, of more than a few moves so many times the square root of the visits are tried."""
BESIDE_BOT: Final = 0.5
"""Beside the move of a bot of the ruleset so many times the square root of the visits are tried."""
DOUBT: Final = 2.0
"""Standard errors by which a move must be better than that of a bot of the ruleset."""
ATTEMPTS: Final = 8
"""Lots cast for a move that was not tried yet."""
EXPLORATION: Final = 0.7
AS_FIRST_EXPLORATION: Final = 0.3
"""The same where all moves of playouts count as first."""
AS_FIRST_VISITS: Final = 30
"""A node of fewer visits uses the means of all moves as first of one above."""
AS_FIRST_BIAS: Final = 0.001
"""The greater, the sooner the mean of a move itself counts alone."""
LATE_SHARE: Final = 0.3
"""What a value loses at most, towards one half, by the length of a playout by lot."""
HALF_LATE: Final = 100
"""Moves by which it loses half of that."""
MOST_LOOKS: Final = 300_000_000
"""Looks of all playouts by lot: where one takes many, a search makes fewer iterations."""
MANY: Final = 200
"""Of more moves than these, not all are looked at."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The bounds of a search and what plays on: ``iterations`` in all, ``policy`` one bot for all seats, ``horizon`` the most chosen moves of a playout."""

    iterations: int = ITERATIONS
    policy: str = "uniform"
    horizon: int = HORIZON


@dataclass(slots=True)
class _Node:
    """Behind a sequence of moves: how often it was come to, the sum of values by seat, and what was tried there."""

    sums: list[float]
    visits: int = 0
    children: dict[Key, _Node] = field(default_factory=dict)
    certain: tuple[float, ...] | None = None
    """The value by seat, where it is proved."""
    words: Sequence[int] = ()
    """What was offered when it was last come to, and what that means here."""
    offers: Sequence[Offer] = ()
    steady: bool = True
    """Whether equal words offer equal moves."""
    moves: list[tuple[Key, int]] = field(default_factory=list)
    """What is chosen from, each move with its word (``move_word``): all that is legal, or what was tried of it."""
    total: int = 0
    as_first: dict[int, tuple[int, float]] = field(default_factory=dict)
    """Of each move that the player who decides here made here or later: how often, and the sum of the values for that player."""
    asked: bool = False
    """Whether the bot that plays on was asked for its move."""


@dataclass(slots=True)
class _Candidate:
    """A move at the root, with the node behind it and its value in each sample."""

    key: Key
    node: _Node
    word: int
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0


@dataclass(frozen=True, slots=True)
class _Sample:
    """What all candidates of a round meet: a seed of chance, and the position with what is hidden dealt anew."""

    seed: int
    position: Sequence[int] | None


def log2_bound(number: int) -> float:
    """Return the logarithm to base 2, linear between powers: exact operations alone, so equal on every machine."""
    whole = number.bit_length() - 1
    return whole + number / (1 << whole) - 1


def rank_values(places: Sequence[int]) -> tuple[float, ...]:
    """Return the value of each seat, from 0 to 1, by its place: a shared first place counts by its share; all have lost at place 0."""
    players, first = len(places), places.count(1)
    found = []
    for mine in places:
        win = 1.0 / first if mine == 1 else 0.0
        behind = sum(1.0 if other > mine else 0.5 for other in places if other >= mine) - 0.5
        found.append(0.0 if mine == 0 else WIN_SHARE * win + (1 - WIN_SHARE) * behind / max(1, players - 1))
    return tuple(found)


class TreeSearch:
    """A search from one position for the seat that decides there. The position is in the machine until the search ends."""

    def __init__(
        self, machine: PositionMachine, playthrough: GamePlaythrough, settings: SearchSettings, stream: Bits
    ) -> None:
        """Put the position into the machine."""
        self._machine, self._settings, self._stream = machine, settings, stream
        machine.put(playthrough)
        machine.seat([settings.policy])
        self._players = playthrough.program.players
        self._slots = playthrough.slots[: playthrough.program.saved]
        self._seat = playthrough.actor
        assert playthrough.decision is not None
        self._decision = playthrough.decision
        self._prefers = settings.policy not in BOTS
        self._hidden = hidden_information(playthrough, self._seat)
        self.unsampled = self._hidden.unsampled
        """Hidden fields that are looked at as they are, since nothing says what they may be."""
        self._proves = not playthrough.program.layout.counters and not self._hidden and not self.unsampled
        ranking = playthrough.program.ruleset.ranking
        self._compared = next((at for at, one in enumerate(ranking) if one.order != "lost"), None)
        self._sign = 0 if self._compared is None else 1 if ranking[self._compared].order == "most" else -1
        self._scale = 0.0
        self._evaluation = machine.evaluations.get(settings.policy)
        self._root = self._node()
        self._candidates: list[_Candidate] = []
        self._words = dict[tuple[int, Key], int]()
        self._played: Sequence[int] = ()

    def _node(self) -> _Node:
        return _Node([0.0] * self._players)

    # -- the root ----------------------------------------------------------------------------------------------

    def run(self) -> Move:
        """Search and return the best move: one that certainly wins, else the one of the best mean value."""
        own = self._gather()
        alive, left, before = list(self._candidates), self._settings.iterations, self._machine.looks
        for rounds in range((len(alive) - 1).bit_length(), 0, -1):
            looks = self._machine.looks - before
            if looks > 0:
                left = min(left, (MOST_LOOKS - looks) * self._root.visits // looks)
            for _ in range(max(1, left // rounds // len(alive))):
                sample = self._sample()
                for one in alive:
                    self._try(one, sample)
                left -= len(alive)
            if left <= 0 or self._is_settled():
                break
            alive.sort(key=lambda one: -self._worth(one))
            if rounds > 1:
                alive = alive[: (len(alive) + 1) // 2]
            if own is not None and own not in alive:
                alive.append(own)
        best = max(alive, key=lambda one: (self._worth(one), one.mean))
        if own is not None and own.node.certain is None and best.node.certain is None and not _is_better(best, own):
            best = own
        return self._machine.move_of(self._decision, best.key)

    def values(self) -> Mapping[Move, tuple[int, float]]:
        """Return the moves that were tried: how often, and the mean value for the seat that decides."""
        return {self._machine.move_of(self._decision, one.key): (len(one.values), one.mean) for one in self._candidates}

    def _gather(self) -> _Candidate | None:
        """Collect the candidates; return that of the bot of the ruleset which plays on, if one does."""
        root, machine = self._root, self._machine
        sample = self._sample()
        machine.restart(sample.seed, sample.position)
        self._list(root)
        most = max(FEW, self._settings.iterations // TRIED_EACH)
        keys = dict.fromkeys(self._all_keys(root) if root.total <= most else ())
        for _ in range(ATTEMPTS * most if root.total > most else 0):
            keys.setdefault(self._lot(root))
            if len(keys) == most:
                break
        if self._prefers:
            first, _ = machine.take_by_bot()
            keys = dict.fromkeys((first, *keys))
        found = self._with_words(keys)
        self._candidates = [_Candidate(key, self._child(root, key), word) for key, word in found]
        return self._candidates[0] if self._prefers else None

    def _sample(self) -> _Sample:
        position = None
        if self._hidden:
            position = list(self._slots)
            self._hidden.deal(position, self._stream)
        return _Sample(self._stream.getrandbits(62) | 1, position)

    def _try(self, one: _Candidate, sample: _Sample) -> None:
        """Make one iteration of a candidate; where the sample does not allow the move, or its rules fail, it says nothing."""
        if one.node.certain is not None:
            one.values.append(one.node.certain[self._seat])
            return
        try:
            self._machine.restart(sample.seed, sample.position)
            self._list(self._root)
            values = self._iterate(one) if not self._hidden or self._allows(self._root, one.key) else None
        except Failed:
            values = None
        one.values.append(0.5 if values is None else values[self._seat])

    def _worth(self, one: _Candidate) -> float:
        if one.node.certain is None:
            as_first = self._root.as_first.get(one.word)
            return one.mean if as_first is None else _blended(one.node, as_first, self._seat)
        # What certainly wins or loses is worth more or less than any mean.
        sure = one.node.certain[self._seat]
        return 2.0 if sure == 1.0 else -1.0 if sure == 0.0 else sure

    def _is_settled(self) -> bool:
        """Return whether no further iteration changes the choice."""
        certain = [one.node.certain for one in self._candidates]
        return any(one is not None and one[self._seat] == 1.0 for one in certain) or None not in certain

    # -- the tree ----------------------------------------------------------------------------------------------

    def _iterate(self, one: _Candidate) -> tuple[float, ...]:
        """Go from a candidate down the tree, add a node, play on to the end, and add the values to all nodes of the way."""
        machine, path, made = self._machine, [self._root, one.node], [(self._seat, one.word)]
        seat, as_first, self._played = machine.take(one.key), self._root.as_first, ()
        while seat != OVER and path[-1].visits > 0 and path[-1].certain is None:
            if path[-1].visits >= AS_FIRST_VISITS and not self._prefers:
                as_first = path[-1].as_first
            child, word, following = self._step(path[-1], seat, as_first)
            path.append(child)
            made.append((seat, word))
            seat = following
        leaf = path[-1]
        values = self._play_on(leaf, seat) if leaf.certain is None else leaf.certain
        for node in path:
            node.visits += 1
            for player, value in enumerate(values):
                node.sums[player] += value
        if not self._prefers:
            self._add_as_first(path, [*made, (seat, None)], values)
        if self._proves:
            self._prove(path, [mover for mover, _ in made])
        return values

    def _add_as_first(
        self, path: Sequence[_Node], made: Sequence[tuple[int, int | None]], values: Sequence[float]
    ) -> None:
        """Add the values, at each node of a path, to all moves that its player made there or later; ``made``: who decided at each, and the word of the move."""
        later = [dict[int, None]() for _ in values]
        for mover, word in zip(self._played[::2], self._played[1::2], strict=True):
            later[mover][word] = None
        for node, (mover, its) in zip(reversed(path), reversed(made), strict=True):
            if mover == OVER:
                continue
            if its is not None:
                later[mover][its] = None
            value, as_first = values[mover], node.as_first
            for word in later[mover]:
                count, total = as_first.get(word, (0, 0.0))
                as_first[word] = count + 1, total + value

    def _play_on(self, leaf: _Node, seat: int) -> tuple[float, ...]:
        """Let bots play on to the end or as far as the evaluation looks; return the value of each seat."""
        machine, proved = self._machine, seat == OVER
        if self._evaluation is not None:
            over, found = machine.look_ahead(*self._evaluation)
            if not over:
                return self._margins(found)
            places = rank_values(found)
        elif self._prefers:
            places = rank_values(machine.play_out(self._settings.horizon))
        else:
            found, decided, self._played = machine.play_out_by_lot(self._settings.horizon)
            places, proved = rank_values(found), proved or decided
        if self._proves and proved:
            leaf.certain = places
        # What comes late is less sure: so a search does not put off what it can have at once.
        late = LATE_SHARE * len(self._played) / (len(self._played) + 2 * HALF_LATE)
        if self._compared is None or self._players == 1:
            return tuple((1 - late) * place + late / 2 for place in places)
        margins = self._margins([self._sign * score for score in machine.criterion(self._compared)])
        pairs = zip(places, margins, strict=True)
        both = tuple((1 - MARGIN_SHARE) * place + MARGIN_SHARE * margin for place, margin in pairs)
        return tuple((1 - late) * value + late / 2 for value in both) if late else both

    def _margins(self, scores: Sequence[int]) -> tuple[float, ...]:
        """Return the value of each seat, from 0 to 1, by how much it is ahead of the best other."""
        scores = list(scores)
        margins = [score - max((*scores[:at], *scores[at + 1 :]), default=0) for at, score in enumerate(scores)]
        if not self._scale:
            self._scale = max(1.0, sum(map(abs, margins)) / len(margins))
        return tuple(0.5 + 0.5 * margin / (self._scale + abs(margin)) for margin in margins)

    def _step(self, node: _Node, seat: int, as_first: Mapping[int, tuple[int, float]]) -> tuple[_Node, int, int]:
        """Go from a node to one of its children by a move; return the child, the word of the move, and who decides then."""
        machine = self._machine
        self._list(node)
        if len(node.moves) < self._allowed(node):
            if self._prefers and not node.asked:
                node.asked = True
                key, following = machine.take_by_bot()
                return self._child(node, key), 0, following
            untried = self._untried(node)
            if untried is not None:
                ((_, word),) = self._with_words((untried,))
                return self._child(node, untried), word, machine.take(untried)
        key, word = self._highest_bound(node, seat, as_first)
        return self._child(node, key), word, machine.take(key)

    def _list(self, node: _Node) -> None:
        """Take over what is offered in the machine at a node."""
        words = self._machine.offered_words()
        if words == node.words and node.steady:
            return
        node.words, node.offers = words, self._machine.offers(words)
        node.steady = all(offer.among is None for offer in node.offers)
        node.total = sum(offer.size for offer in node.offers)
        tried = (key for key in node.children if self._allows(node, key))
        keys = tried if self._is_widened(node) else self._all_keys(node)
        node.moves = self._with_words(keys)

    @staticmethod
    def _allows(node: _Node, key: Key) -> bool:
        return any(offer.first[0] == key[0] and offer.holds(key) for offer in node.offers)

    def _child(self, node: _Node, key: Key) -> _Node:
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = self._node()
            if self._is_widened(node):
                node.moves += self._with_words((key,))
        return child

    def _is_widened(self, node: _Node) -> bool:
        """Return whether moves are tried by and by."""
        return self._prefers or node.total > MANY

    def _with_words(self, keys: Iterable[Key]) -> list[tuple[Key, int]]:
        """Return moves of the pending decision, each with the number that stands for it; that is 0 where only visits count."""
        if self._prefers:
            return [(key, 0) for key in keys]
        number, known = self._machine.decision.number, self._words
        return [
            (key, known.get((number, key)) or known.setdefault((number, key), move_word(number, key))) for key in keys
        ]

    def _allowed(self, node: _Node) -> int:
        """Return how many moves may be tried."""
        if self._prefers:
            return min(node.total, 1 + int(BESIDE_BOT * sqrt(node.visits)))
        return min(node.total, 1 + int(WIDENING * sqrt(node.visits + 1))) if node.total > MANY else 0

    def _untried(self, node: _Node) -> Key | None:
        """Return a move that was not tried, by lot; where they are many, nothing if some lots fall on moves that were."""
        if node.total <= FEW:
            rest = [key for key in self._all_keys(node) if key not in node.children]
            return rest[uniform_below(self._stream, len(rest))] if rest else None
        lots = (self._lot(node) for _ in range(ATTEMPTS))
        return next((key for key in lots if key not in node.children), None)

    def _all_keys(self, node: _Node) -> Iterator[Key]:
        return (self._machine.key(offer, index) for offer in node.offers for index in range(offer.size))

    def _lot(self, node: _Node) -> Key:
        """Return one of the moves offered: first an offer by lot, then one of its moves."""
        offer = node.offers[uniform_below(self._stream, len(node.offers))]
        return self._machine.key(offer, uniform_below(self._stream, offer.size))

    def _highest_bound(self, node: _Node, seat: int, as_first: Mapping[int, tuple[int, float]]) -> tuple[Key, int]:
        """Return the move of the highest upper confidence bound for a seat; one that nothing is known of is first."""
        exploration = EXPLORATION if self._prefers else AS_FIRST_EXPLORATION
        spread = log2_bound(node.visits + 1) * exploration**2
        best, chosen = -1.0, node.moves[0]
        for one in node.moves:
            child, known = node.children.get(one[0]), as_first.get(one[1])
            if child is not None and child.certain is not None:
                bound = child.certain[seat]
            elif child is not None and child.visits > 0:
                mean = child.sums[seat] / child.visits if known is None else _blended(child, known, seat)
                bound = mean + sqrt(spread / child.visits)
            elif known is None:
                return one
            else:
                bound = known[1] / known[0] + sqrt(spread)
            if bound > best:
                best, chosen = bound, one
        return chosen

    def _prove(self, path: Sequence[_Node], movers: Sequence[int]) -> None:
        """Take over certain values from the end of a path towards the root, as far as they decide."""
        for node, seat in zip(reversed(path[:-1]), reversed(movers), strict=True):
            certain = [child.certain for child in node.children.values() if child.certain is not None]
            best = next((values for values in certain if values[seat] == 1.0), None)
            if best is None and len(certain) == node.total:
                best = max(certain, key=lambda values: values[seat])
            if best is None:
                return
            node.certain = best


def _blended(child: _Node, as_first: tuple[int, float], seat: int) -> float:
    """Return the value of a move for a seat: the mean of its visits, and while they are few that of the playouts in which it was made later."""
    count, total = as_first
    share = count / (count + child.visits + AS_FIRST_BIAS * count * child.visits)
    own = child.sums[seat] / child.visits if child.visits else 0.0
    return (1 - share) * own + share * total / count


def _is_better(one: _Candidate, own: _Candidate) -> bool:
    """Return whether a move is better than another by ``DOUBT`` standard errors of their difference, over the samples that both met."""
    differences = [mine - other for mine, other in zip(one.values, own.values, strict=False)]
    if len(differences) < 2:
        return False
    mean = sum(differences) / len(differences)
    variance = sum((difference - mean) ** 2 for difference in differences) / (len(differences) - 1)
    return mean > DOUBT * sqrt(variance / len(differences))
