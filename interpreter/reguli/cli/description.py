"""What a ruleset consists of, said to a person."""

from __future__ import annotations

from reguli.app.description import Info
from reguli.cli.console import Console


def info_lines(info: Info, console: Console) -> list[str]:
    """Say name, players, variants, options, phases and stages, then how many there are of everything."""
    say, (low, high) = console.say, info.players
    seats = console.count("{low} to {n} player", "{low} to {n} players", high, low=low)
    version = say("version {version}", version=info.version)
    lines = [f"{info.name} ({info.id}), {version}, {seats}"]
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
    said = [
        (found["rules"], count("{n} rule", "{n} rules", found["rules"])),
        (found["constants"], count("{n} constant", "{n} constants", found["constants"])),
        (found["tables"], count("{n} table", "{n} tables", found["tables"])),
        (found["kinds"], count("{n} kind", "{n} kinds", found["kinds"])),
        (found["tracked"], count("{n} thing tracked", "{n} things tracked", found["tracked"])),
        (
            found["inventory"],
            count("{n} statement of the rulebook", "{n} statements of the rulebook", found["inventory"]),
        ),
    ]
    width = max(len(str(number)) for number, _ in said)
    return [f"{' ' * (width - len(str(number)))}{text}" for number, text in said]


def _typed(value: str | bool) -> str:
    """Say an option's value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def players_range(low: int, high: int, console: Console) -> str:
    """Say how many can play."""
    if low == high:
        return console.count("{n} player", "{n} players", low)
    return console.count("{low} to {n} player", "{low} to {n} players", high, low=low)
