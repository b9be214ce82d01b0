"""The same position set up by the ruleset, at the beginning of a phase."""

from __future__ import annotations

from typing import Any

from war_playing import ID_OF, TASK_ID, cell_id, edge_id, game, norm_id
from war_printed import BRIDGES, CELLS, MARKERS, TYPES, norms, projects, tasks
from war_referee import Referee

import reguli

NAMES = "abcde"
PILE = 10
"""How many wooden buildings of a type there are."""


def started(referee: Referee, phase: str) -> reguli.Playthrough:
    """Begin where the referee stands."""
    state = {**_cards(referee), **_board(referee)}
    state["round"] = referee.round
    state["stage"] = "rebuilding" if referee.stage == 1 else "modernisation"
    state["priority"] = NAMES[referee.first]
    for number in range(referee.players):
        state |= _of_seat(referee, number)
    position = {"players": referee.players, "at": {"phase": phase}, "state": state}
    referee.phase = phase
    return game().start(position=position, seed=referee.round, play_forced=False)


def _cards(referee: Referee) -> dict[str, Any]:
    held = {card for seat in referee.seats for card in (*seat.hand, *seat.started, *seat.finished)}
    away = set(projects()) - held - referee.deck - referee.discards
    later = {card for card in away if projects()[card].stage > referee.stage}
    gone = set(tasks()) - referee.open_tasks - referee.task_deck
    later_tasks = {task for task in gone if tasks()[task].stage > referee.stage}
    return {
        "deck": [ID_OF[card] for card in sorted(referee.deck)],
        "discards": [ID_OF[card] for card in sorted(referee.discards)],
        "second_deck": [ID_OF[card] for card in sorted(later)],
        "project_box": [ID_OF[card] for card in sorted(away - later)],
        "open_tasks": [TASK_ID[task] for task in sorted(referee.open_tasks)],
        "task_deck": [TASK_ID[task] for task in sorted(referee.task_deck)],
        "second_task_deck": [TASK_ID[task] for task in sorted(later_tasks)],
        "task_box": [TASK_ID[task] for task in sorted(gone - later_tasks)],
        "norm_deck": [],
        "norm_box": [norm_id(norm) for norm in sorted(set(norms()) - {seat.norm for seat in referee.seats})],
    }


def _board(referee: Referee) -> dict[str, Any]:
    state: dict[str, Any] = {"neutral_pile": []}
    standing = [building.kind for building in referee.built.values() if building.owner is not None]
    standing += [projects()[card].kind for seat in referee.seats for card in seat.started]
    neutral: list[str] = []
    for cell in CELLS:
        name, building = cell_id(cell), referee.built.get(cell)
        state[f"{name}.rubble"] = {"rubble": 1} if cell in referee.rubble else {}
        if building and building.owner is not None:
            state[f"{name}.tile"] = {NAMES[building.owner]: 1}
            state[f"{name}.house"] = {building.kind: 1}
        elif building:
            token = f"neutral_{building.kind}"
            if building.kind == "residential":
                token += "_2" if f"{token}_1" in neutral else "_1"
            neutral.append(token)
            state[f"{name}.neutral"] = [token]
    state |= {f"{edge_id(edge)}.metro": {NAMES[owner]: 1} for edge, owner in referee.metro.items()}
    state |= {f"{edge_id(edge)}.bridge": 1 for edge in referee.bridges}
    if referee.tunnel:
        state[f"{edge_id(referee.tunnel)}.tunnel"] = 1
    state["house_supply"] = {kind: PILE - standing.count(kind) for kind in TYPES}
    state["bridge_supply"] = BRIDGES - len(referee.bridges)
    state["tunnel_supply"] = 0 if referee.tunnel else 1
    laid = list(referee.metro.values())
    spent = [MARKERS - seat.markers - laid.count(number) for number, seat in enumerate(referee.seats)]
    state["spent_markers"] = {NAMES[owner]: count for owner, count in enumerate(spent) if count}
    return state


def _of_seat(referee: Referee, number: int) -> dict[str, Any]:
    seat, name = referee.seats[number], NAMES[number]
    state: dict[str, Any] = {
        f"{name}.points": seat.points,
        f"{name}.cubes": {what: amount for what, amount in seat.stock.items() if amount},
        f"{name}.engineers": {name: seat.engineers},
        f"{name}.tiles": {name: referee.hexes(number)},
        f"{name}.metro_markers": {name: seat.markers},
        f"{name}.hand": [ID_OF[card] for card in sorted(seat.hand)],
        f"{name}.construction": [ID_OF[card] for card in sorted(seat.started)],
        f"{name}.finished": [ID_OF[card] for card in sorted(seat.finished)],
        f"{name}.dealt_norms": [],
        f"{name}.norm": [norm_id(seat.norm)],
        f"{name}.bridges_built": sum(owner == number for owner in referee.bridges.values()),
    }
    for card in sorted(seat.turned):
        state[f"{ID_OF[card]}.turned"] = True
    for card, cell in seat.started.items():
        state[f"{ID_OF[card]}.plot"] = cell_id(cell)
        state[f"{ID_OF[card]}.house"] = {projects()[card].kind: 1}
        state[f"{cell_id(cell)}.engineer"] = {name: 1}
    return state
