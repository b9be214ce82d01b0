"""Which positions come again: parts of the graph in which one can go round, and of these the ones that nothing leads out of.

Strongly connected parts by Tarjan (Depth-first search and linear graph algorithms, SIAM J. Comput. 1972), with a stack of its own, for a way may be as long as
there are positions.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from reguli.verify.model_checking.state_graph import BEGIN, Graph


class Rings(NamedTuple):
    """What of a graph comes again: the first position of a part that may be left, and of one from which no end can be reached, and of how many each."""

    may_go_on: int | None
    going_on: int
    endless: int | None
    caught: int


def rings_of(graph: Graph) -> Rings:
    """Find the parts. What was not looked at, what was cut off and where nobody can move is told elsewhere, and counts as an end."""
    search = _Search(graph)
    search.from_position(BEGIN)
    return Rings(search.may_go_on, search.going_on, search.endless, search.caught)


class _Search:
    """One search; parts are finished behind all that they lead to, so that whether a way out is known is known at once."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        size = len(graph.came)
        self.order, self.low = array("i", [0]) * size, array("i", [0]) * size
        self.open, self.ends = bytearray(size), bytearray(size)
        self.waiting = array("i")
        self.met = 0
        self.may_go_on: int | None = None
        self.endless: int | None = None
        self.going_on = self.caught = 0

    def from_position(self, begin: int) -> None:
        """Go depth first; what is open is on ``way``, with the number of the next step of it."""
        self._enter(begin)
        way = [(begin, iter(self.graph.steps_of(begin)))]
        while way:
            position, steps = way[-1]
            for follows in steps:
                if not self.order[follows]:
                    self._enter(follows)
                    way.append((follows, iter(self.graph.steps_of(follows))))
                    break
                if self.open[follows]:
                    self.low[position] = min(self.low[position], self.order[follows])
                else:
                    self.ends[position] |= self.ends[follows]
            else:
                way.pop()
                if self.low[position] == self.order[position]:
                    self._close(position)
                if way:
                    above = way[-1][0]
                    self.low[above] = min(self.low[above], self.low[position])
                    self.ends[above] |= self.ends[position]

    def _enter(self, position: int) -> None:
        self.met += 1
        self.order[position] = self.low[position] = self.met
        self.open[position] = 1
        self.ends[position] = self.graph.state_of(position) not in ("decides", "casts")
        self.waiting.append(position)

    def _close(self, root: int) -> None:
        """Finish the part of a root: its members lie on the stack down to it."""
        members = array("i")
        while not members or members[-1] != root:
            members.append(self.waiting.pop())
        ends = any(self.ends[one] for one in members)
        for one in members:
            self.open[one], self.ends[one] = 0, ends
        first = min(members)
        if not ends:
            self.caught += len(members)
            self.endless = first if self.endless is None else min(self.endless, first)
        elif len(members) > 1 or root in self.graph.steps_of(root):
            self.going_on += len(members)
            self.may_go_on = first if self.may_go_on is None else min(self.may_go_on, first)
