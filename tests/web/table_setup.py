"""Tables for tests: of any ruleset, in this process."""

from __future__ import annotations

import json
from typing import Any

from reguli.app.game_sessions import begin_game, bind_ruleset_bots
from reguli.app.loading import open_playable
from reguli.play.bot_policies import available_bots
from reguli.web.game_table import GameTable, Seat
from reguli.web.host_pool import HostLostError, HostProcess
from reguli.web.messages import Document
from reguli.web.table_host import TableHost
from reguli.words.catalogue.interface_texts import ENGLISH

WORDS = ENGLISH


def open_table(
    game: str, players: int, seed: int = 1, bots: dict[int, str] | None = None, **options: str | bool
) -> GameTable:
    """Return a new table; seats without a bot are persons."""
    loaded = open_playable(game, options)
    standing = begin_game(loaded, players, seed)
    program = standing.playthrough.program
    seats = [Seat("", (bots or {}).get(seat)) for seat in range(players)]
    return GameTable(standing, seats, available_bots(program, bind_ruleset_bots(loaded, program)))


def play_first(table: GameTable, moves: int = 1) -> None:
    """Play the first legal move of whoever has to decide, several times."""
    for _ in range(moves):
        if not table.playthrough.over:
            table.apply(
                table.playthrough.actor, table.at, first_move(table.state(table.playthrough.actor, WORDS)), "en"
            )


def first_move(state: Document) -> dict[str, Any]:
    """Return the first legal move of a state, as a page sends it."""
    actions = state["actions"]
    assert isinstance(actions, list)
    assert isinstance(actions[0], dict)
    return chosen_move(actions[0])


def chosen_move(action: dict[str, Any]) -> dict[str, Any]:
    """Return a move of an action: the least number, or as few elements as allowed."""
    arguments = {one["name"]: one["value"] for one in action["arguments"]}
    varies = action["varies"]
    if varies is not None:
        arguments[varies["name"]] = varies["low"] if "low" in varies else varies["of"][: varies["least"]]
    return {"option": action["option"], "arguments": arguments}


class LocalHost(HostProcess):
    """A host in this process; it answers through JSON, as a process does."""

    def __init__(self, ruleset: str) -> None:
        """Begin without tables."""
        super().__init__(ruleset)
        self.host = TableHost(ruleset)
        self.lost = False
        """Whether the next request finds it lost, with all its tables."""

    async def _exchange(self, request: Document) -> Document:
        if self.lost:
            self.lost, self.host = False, TableHost(self.ruleset)
            raise OSError(self.ruleset)
        answer: Document = json.loads(json.dumps(self.host.answer(json.loads(json.dumps(request)))))
        return answer


__all__ = ["HostLostError", "LocalHost", "chosen_move", "first_move", "open_table", "play_first"]
