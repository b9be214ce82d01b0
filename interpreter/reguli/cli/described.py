"""What ``reguli info`` and ``reguli list`` say: what a ruleset consists of, how it hangs together, what is left to chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reguli.app.description import Graph, Info
from reguli.app.opening import bound
from reguli.check.graphs import MapShape, Running
from reguli.cli.console import Console
from reguli.engine.chance.overview import ChanceSite, ChanceTold, NamedRule
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.source.listing import some_of

INDENT = "    "
SHOWN = 12
"""Of a long list of spaces so many are named."""


def info_lines(info: Info, console: Console) -> list[str]:
    """Say name, players, variants, options, phases and stages, then how many there are of everything."""
    say = console.say
    lines = [f"{info.name} ({info.id}), {_version(info, console)}, {_seats(info, console)}"]
    lines += [f"  {say('variant {name}', name=name)} ({variant})" for variant, name in info.variants]
    for option in info.options:
        words = [
            f"{_typed(value)} ({say('default')})" if value == option.default else _typed(value)
            for value in option.values
        ]
        lines.append(f"  {say('option {name}', name=option.id)}: {', '.join(words)}")
    if info.phases:
        lines.append(f"  {say('phases of a round')}: {', '.join(info.phases)}")
    if info.stages:
        lines.append(f"  {say('stages')}: {', '.join(info.stages)}")
    return [*lines, *(f"  {line}" for line in _counted(dict(info.counts), console))]


def _counted(found: dict[str, int], console: Console) -> list[str]:
    """Say how many there are of what people are told of, the numbers below each other."""
    count = console.count
    said = {
        "rules": count("{n} rule", "{n} rules", found["rules"]),
        "constants": count("{n} constant", "{n} constants", found["constants"]),
        "tables": count("{n} table", "{n} tables", found["tables"]),
        "kinds": count("{n} kind", "{n} kinds", found["kinds"]),
        "tracked": count("{n} thing tracked", "{n} things tracked", found["tracked"]),
        "inventory": count("{n} statement of the rulebook", "{n} statements of the rulebook", found["inventory"]),
    }
    widths = {name: len(str(found[name])) for name in said}
    return [f"{' ' * (max(widths.values()) - widths[name])}{text}" for name, text in said.items()]


def _typed(value: str | bool) -> str:
    """Say an option's value as it is typed."""
    return value if isinstance(value, str) else "yes" if value else "no"


def shipped_lines(found: Sequence[Info], console: Console) -> Iterator[str]:
    """Say of each ruleset what it is called, how many can play and which version it is."""
    width = max((len(info.id) for info in found), default=0)
    for info in found:
        low, high = info.players
        seats = console.count("{n} player", "{n} players", low) if low == high else _seats(info, console)
        yield f"{info.id:{width}}  {info.name}, {seats}, {_version(info, console)}"


def _seats(info: Info, console: Console) -> str:
    low, high = info.players
    return console.count("{low} to {n} player", "{low} to {n} players", high, low=low)


def _version(info: Info, console: Console) -> str:
    return console.say("version {version}", version=info.version)


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


def chance_lines(told: ChanceTold, players: int, console: Console) -> Iterator[str]:
    """Say every site of chance, then what a beginning game asks of them."""
    if not told.sites:
        yield console.say("Nothing is left to chance.")
        return
    for site in told.sites:
        yield from _site(site, console)
        yield ""
    yield from _beginning(told, players, console)


def _site(site: ChanceSite, console: Console) -> Iterator[str]:
    say, of = console.say, site.of or ""
    match site.outcome:
        case "element":
            yield say("{name}: a lot that falls on one {kind}", name=site.name, kind=of)
        case "set":
            yield say("{name}: a lot that falls on several at once of the kind {kind}", name=site.name, kind=of)
        case "number":
            yield say("{name}: a lot that falls on a number", name=site.name)
        case "order":
            yield say("{name}: a stack of the kind {kind} that is shuffled and drawn from", name=site.name, kind=of)
    for rule in site.shuffled_by:
        yield INDENT + say("shuffled by {rule}", rule=_rule(rule))
    for rule in site.rules:
        name = _rule(rule)
        yield INDENT + (
            say("drawn from by {rule}", rule=name) if site.form == "stack" else say("cast by {rule}", rule=name)
        )
    yield INDENT + say("prescribed, for example, by: {example}", example=f"--chance {_quoted(site)}")
    value = [list(item) if isinstance(item, tuple) else item for item in site.example]
    yield INDENT + say("in Python: {example}", example=f"prescribed={ {site.name: value}!r}")
    yield INDENT + _order(site, console)


def _order(site: ChanceSite, console: Console) -> str:
    """Say in what order what is prescribed is taken."""
    match site.outcome:
        case "order":
            return console.say(
                "One order is taken for each shuffle, top card first; every card drawn, seen or unseen, by whichever rule, "
                "takes the next one. An order may be short: the rest is left to the seed. Single draws: {name}.draws",
                name=site.name,
            )
        case "set":
            return console.say("One set is taken each time, its members in any order; between several stands |.")
        case _:
            return console.say("One outcome is taken each time, in order.")


def _quoted(site: ChanceSite) -> str:
    """Give what is typed; a bar means something to a shell."""
    typed = f"{site.name}={site.typed}"
    return f"'{typed}'" if "|" in typed else typed


def _rule(rule: NamedRule) -> str:
    return "  ".join(part for part in (rule.rule, rule.place, ", ".join(rule.cites)) if part)


def _beginning(told: ChanceTold, players: int, console: Console) -> Iterator[str]:
    if not told.beginning:
        yield console.count(
            "A game of {n} player asks nothing of chance before the first decision.",
            "A game of {n} players asks nothing of chance before the first decision.",
            players,
        )
        return
    yield console.count(
        "Before the first decision a game of {n} player asks of chance, in this order:",
        "Before the first decision a game of {n} players asks of chance, in this order:",
        players,
    )
    for number, asked in enumerate(told.beginning, 1):
        outcomes = console.count("{n} outcome", "{n} outcomes", asked.count)
        yield f"{number:>4}  {asked.site}: {outcomes}  ({asked.rule})"
