"""What ``reguli info --chance`` says: what is left to chance, how it is prescribed, and in what order it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.cli.console import Console
from reguli.engine.chance.overview import ChanceSite, ChanceTold, NamedRule

INDENT = "    "


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
