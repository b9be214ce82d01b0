"""What a variant replaces, adds or removes of game.yaml that has no section of its own: players, round, stages, ranking, set-up, units."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from reguli.ruleset.document_nodes import Documents, GameDecl
from reguli.ruleset.kind_nodes import Declared
from reguli.ruleset.patches.name_patches import Overlaying
from reguli.ruleset.patches.patch_sections import STAGES_BY_NAME
from reguli.source.message_arguments import Said

Laid = dict[str, Any]
"""What becomes of attributes of the game."""
How = Callable[[GameDecl, Any, Overlaying], Laid]


def overlay_game(documents: Documents, parts: Mapping[str, Any], laying: Overlaying) -> Documents:
    """Lay parts of game.yaml, by key."""
    for key, given in parts.items():
        laid = _HOW[laying.verb][key](documents.game, given, laying)
        documents = dataclasses.replace(documents, game=dataclasses.replace(documents.game, **laid))
    return documents


def _stages(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    return {"stages": laying.lay(game.stages, given, STAGES_BY_NAME.what)}


def _without_phases(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    phases = tuple(Declared(span, name) for name, span in zip(game.round, game.round_spans, strict=True))
    gone = tuple(Declared(span, name) for name, span in zip(*given[:2], strict=True))
    left = laying.lay(phases, gone, Said("thing.phase"))
    return {"round": tuple(one.id for one in left), "round_spans": tuple(one.span for one in left)}


def _without_lines(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    for number, span in given:
        if number > len(game.ranking):
            laying.not_there(span, str(number), (), Said("thing.line_of_ranking"))
    gone = {number for number, _ in given}
    return {"ranking": tuple(line for at, line in enumerate(game.ranking, 1) if at not in gone)}


def _without_setup(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    name, span = given
    if game.setup != name:
        laying.not_there(span, name, [game.setup or ""], Said("thing.setup"))
        return {}
    return {"setup": None, "setup_span": None}


_REPLACED: Final[Mapping[str, How]] = {
    "players": lambda game, given, laying: {"players": given[0]},
    "boards_at": lambda game, given, laying: {"boards": given},
    "setup": lambda game, given, laying: {"setup": given[0], "setup_span": given[1]},
    "round": lambda game, given, laying: {
        "round": given[0],
        "round_spans": given[1],
        "round_source": given[2] if given[2].cites else game.round_source,
    },
    "stages": lambda game, given, laying: {"stages": given},
    "ranking": lambda game, given, laying: {
        "ranking": given[0],
        "ranking_source": given[1] if given[1].cites else game.ranking_source,
    },
}
_ADDED: Final[Mapping[str, How]] = {
    "units": lambda game, given, laying: {"units": tuple(dict.fromkeys((*game.units, *given)))},
    "round": lambda game, given, laying: {
        "round": (*game.round, *given[0]),
        "round_spans": (*game.round_spans, *given[1]),
    },
    "stages": _stages,
    "ranking": lambda game, given, laying: {"ranking": (*game.ranking, *given[0])},
}
_TAKEN: Final[Mapping[str, How]] = {
    "setup": _without_setup,
    "round": _without_phases,
    "stages": _stages,
    "ranking": _without_lines,
}
_HOW: Final = {"replace": _REPLACED, "add": _ADDED, "remove": _TAKEN}
