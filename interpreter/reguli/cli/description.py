"""What a ruleset consists of, as plain values."""

from __future__ import annotations

from reguli.cli.console import Console
from reguli.ruleset.documents import Documents, OptionDecl


def describe(documents: Documents) -> dict[str, object]:
    """Give names, players, options and counts."""
    game = documents.game
    return {
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "players": list(game.players),
        "options": {option.id: _option(option) for option in game.options},
        "variants": [variant.id for variant in documents.variants],
        "counts": counts(documents),
        "digest": documents.digest,
    }


def counts(documents: Documents) -> dict[str, int]:
    """Count what is declared; kinds of several boards count once."""
    kinds = {kind.id: kind for kind in documents.kinds}
    return {
        "rules": sum(len(file.items) for file in documents.rules),
        "constants": len(documents.constants),
        "tables": len(documents.tables),
        "kinds": len(kinds),
        "tracked": len(documents.state),
        "phases": len(documents.game.round),
        "stages": len(documents.game.stages),
        "inventory": len(documents.inventory),
    }


def counted(documents: Documents, console: Console) -> list[str]:
    """Say how many there are of what people are told of, the numbers below each other."""
    found, count = counts(documents), console.count
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


def _option(option: OptionDecl) -> dict[str, object]:
    values: list[str | bool] = [True, False] if option.form == "switch" else [value.id for value in option.values]
    return {"values": values, "default": option.default}


def value_word(value: object) -> str:
    """Say an option's value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def players_range(low: int, high: int, console: Console) -> str:
    """Say how many can play."""
    if low == high:
        return console.count("{n} player", "{n} players", low)
    return console.count("{low} to {n} player", "{low} to {n} players", high, low=low)
