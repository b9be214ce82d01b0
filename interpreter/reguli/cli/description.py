"""What a ruleset consists of, as plain values."""

from __future__ import annotations

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


def _option(option: OptionDecl) -> dict[str, object]:
    values: list[str | bool] = [True, False] if option.form == "switch" else [value.id for value in option.values]
    return {"values": values, "default": option.default}


def value_word(value: object) -> str:
    """Say an option's value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
