"""What ``reguli info --graph`` says: how the maps hang together, and which rule runs which."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.app.description import Graph
from reguli.app.opening import bound
from reguli.check.graphs import MapShape, Running
from reguli.cli.console import Console
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.source.listing import some_of

INDENT = "    "
SHOWN = 12
"""Of a long list of spaces so many are named."""


def graph_lines(found: Graph, loaded: Loaded, console: Console) -> Iterator[str]:
    """Say the shape of every map, then the rules that run others, each below what begins it."""
    for shape in found.maps:
        yield from _map(shape, bound(loaded), console)
        yield ""
    yield from _running(found.rules, console)


def _map(shape: MapShape, ruleset: Ruleset, console: Console) -> Iterator[str]:
    say, (spaces, edges) = console.say, shape.counts
    plurals = {kind.id: kind.plural for kind in ruleset.kinds.values()}
    joined = ", ".join(plurals[edge] for edge in shape.edges)
    yield f"{plurals[shape.spaces]}: {spaces}"
    yield INDENT + say("joined by {edges}: {count}", edges=joined, count=edges)
    if len(shape.parts) == 1:
        yield INDENT + say("in one piece, {count} edges across at most", count=shape.across)
    else:
        pieces = "; ".join(some_of(part, SHOWN) for part in shape.parts)
        yield INDENT + say("in {count} pieces: {pieces}", count=len(shape.parts), pieces=pieces)
    for count, who in dict((shape.fewest, shape.most)).items():
        names = some_of(who, SHOWN)
        yield INDENT + console.count("{n} neighbour: {names}", "{n} neighbours: {names}", count, names=names)
    if shape.bridges:
        bridges = some_of([f"{one} - {other}" for one, other in shape.bridges], SHOWN)
        yield INDENT + say("without any of these edges it falls apart: {edges}", edges=bridges)
    if shape.joints:
        yield INDENT + say("without any of these spaces it falls apart: {spaces}", spaces=some_of(shape.joints, SHOWN))


def _running(rules: tuple[Running, ...], console: Console) -> Iterator[str]:
    say = console.say
    titles = {
        "setup": say("the set-up runs"),
        "phase": say("the phases of a round run"),
        "moment": say("at set moments of the game run"),
        "settling": say("at settle points run"),
        "stage": say("stages run"),
        "piece": say("rules of pieces run"),
        None: say("these procedures run others"),
    }
    for begun, title in titles.items():
        lines = [one for one in rules if one.begun == begun and (one.runs or begun is not None)]
        if lines:
            yield f"{title}:"
        for one in lines:
            yield INDENT + (f"{one.rule} → {', '.join(one.runs)}" if one.runs else one.rule)
