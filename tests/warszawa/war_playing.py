"""Playing at random, and comparing a playthrough with the referee, decision by decision: the words of the ruleset and of the referee."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from war_printed import ROUNDS, Cell, Edge, projects, tasks
from war_referee import Ask, Move, Referee

import reguli

# The projects in the order of the printed table: ids of the ruleset, five of each type and stage.
PROJECT_IDS = [
    "fabryka_samochodow_osobowych_na_zeraniu",
    "huta_warszawa",
    "elektrocieplownia_zeran",
    "dom_slowa_polskiego",
    "zaklady_im_rozy_luksemburg",
    "centralny_dom_towarowy",
    "hala_mirowska",
    "hotel_warszawa",
    "szpital_bielanski",
    "grand_hotel",
    "marszalkowska_dzielnica_mieszkaniowa",
    "muranow",
    "mariensztat",
    "osiedle_kolo",
    "osiedle_bielany",
    "palac_kultury_i_nauki",
    "dom_partii",
    "ministerstwo_rolnictwa",
    "palac_staszica",
    "palac_na_wyspie",
    "filharmonia_narodowa",
    "kino_moskwa",
    "stadion_dziesieciolecia",
    "rynek_nowego_miasta",
    "rynek_starego_miasta",
    "trasa_w_z",
    "dworzec_glowny",
    "port_lotniczy_okecie",
    "dworzec_gdanski",
    "zajezdnia_zoliborz",
    "elektrocieplownia_siekierki",
    "unitra_cemi",
    "polfa_tarchomin",
    "zaklady_radiowe_im_kasprzaka",
    "fabryka_domow_na_sluzewcu",
    "domy_towarowe_centrum",
    "supersam",
    "sezam",
    "hotel_forum",
    "centrum_zdrowia_dziecka",
    "osiedle_za_zelazna_brama",
    "sady_zoliborskie",
    "ursynow_polnocny",
    "stegny",
    "brodno",
    "intraco",
    "zamek_krolewski",
    "metalexport",
    "ambasada_usa",
    "pomnik_bohaterow_warszawy",
    "kino_skarpa",
    "kino_relax",
    "klub_stodola",
    "muzeum_plakatu_w_wilanowie",
    "teatr_wielki",
    "dworzec_centralny",
    "trasa_lazienkowska",
    "wislostrada",
    "dworzec_wschodni",
    "dworzec_autobusowy_zachodni",
]
CARD_OF = dict(zip(PROJECT_IDS, projects(), strict=True))
ID_OF = {card: name for name, card in CARD_OF.items()}
TASK_ID = {name: f"{'i' * task.stage}_{task.build}_by_{task.beside}" for name, task in tasks().items()}
TASK_OF = {name: task for task, name in TASK_ID.items()}
DECISIONS = {
    "norm_choice": "norm",
    "assignment": "planning",
    "viewing": "look",
    "competition_entry": "competition",
    "exchanging": "barter",
    "echoing": "echo",
    "works": "realization",
    "crossing": "tunnel",
    "clearing_away": "sappers",
    "reporting": "press",
}
OPTIONS = {
    "keep_norm": "keep",
    "lay_foundations": "found",
    "pass_planning": "pass",
    "leave_rubble": "stop",
    "leave_all": "stop",
    "clear_hex": "clear",
    "stop_exchanging": "stop",
    "choose_among_them": "choose",
    "keep_project": "keep",
    "take_the_same": "take",
    "keep_echo": "decline",
    "tell_it": "react",
    "keep_silent": "decline",
    "dig": "metro",
    "span": "bridge",
    "end_works": "end",
}
WAYS = {"with_concrete": 0, "with_rubble": 1, "with_both": 0, "with_rubble_alone": 1, "with_concrete_alone": 2}
HEX = re.compile(r"[a-g]\d")
STOPS = {"pass", "stop", "decline", "end"}
# How likely a player who may stop goes on, by decision.
GOES_ON = {
    "planning": 0.95,
    "clearing": 0.9,
    "barter": 0.7,
    "sappers": 0.9,
    "echo": 0.6,
    "press": 0.6,
    "realization": 0.95,
}


@cache
def game(length: str = "eight_rounds") -> reguli.Game:
    """The ruleset under its option, loaded once."""
    return reguli.load("warszawa", {"length": length})


# -- words -------------------------------------------------------------------------------------------------------


def cell_of(name: str) -> Cell:
    """Columns are letters, rows are numbers, from the west and from the north."""
    return "abcdefg".index(name[0]) - 3, int(name[1:]) - 4


def cell_id(cell: Cell) -> str:
    return f"{'abcdefg'[cell[0] + 3]}{cell[1] + 4}"


def edge_of(name: str) -> Edge:
    return frozenset(cell_of(part) for part in name.split("__"))


def edge_id(edge: Edge) -> str:
    return "__".join(map(cell_id, sorted(edge, key=lambda cell: (cell[1], cell[0]))))


def norm_id(norm: str) -> str:
    return f"norm_{int(norm[2:])}"


def word(text: str) -> object:
    """One argument of a move."""
    if text in CARD_OF:
        return CARD_OF[text]
    if "__" in text:
        return edge_of(text)
    if text.startswith("norm_"):
        return f"N-{int(text[5:]):02}"
    if HEX.fullmatch(text):
        return cell_of(text)
    return WAYS.get(text, text)


def neutral_move(text: str) -> Move:
    """A typed move in the notation of the referee."""
    option, *arguments = text.split()
    return (OPTIONS.get(option, option), *map(word, arguments))


# -- one against the other ---------------------------------------------------------------------------------------


def begin(players: int, seed: int, length: str = "eight_rounds") -> tuple[reguli.Playthrough, Referee]:
    """The same game on both sides, by the lots that fell on one."""
    playthrough = game(length).start(players, seed=seed, play_forced=False)
    position: Any = playthrough.position()
    names = list(position["player"]["points"])
    referee = Referee(players=players, first=names.index(position["game"]["priority"]))
    referee.rounds = ROUNDS if length == "eight_rounds" else ROUNDS - 1
    lying = {cell_of(name): pieces[0] for name, pieces in position["hex"]["neutral"].items() if pieces}
    referee.neutral = {cell: piece.removeprefix("neutral_").rstrip("_12") for cell, piece in lying.items()}
    referee.set_up()
    for seat, name in zip(referee.seats, names, strict=True):
        referee.drawn = [CARD_OF[card] for card in position["player"]["hand"][name]]
        while referee.drawn:
            seat.hand.add(referee.take())
        seat.dealt = {str(word(norm)) for norm in position["player"]["dealt_norms"][name]}
    for task in position["game"]["open_tasks"]:
        referee.task_deck.remove(TASK_OF[task])
        referee.open_tasks.add(TASK_OF[task])
    return playthrough, referee


def compare(playthrough: reguli.Playthrough, referee: Referee, ask: Ask | None) -> dict[Move, str]:
    """The decision, every legal move and the whole position are the same; give the moves of the ruleset by those of the referee."""
    moves = {neutral_move(text): text for text in playthrough.moves()}
    decision = playthrough.decision
    where = f"round {referee.round}, {referee.phase}"
    assert referee.drawn == [], where
    if ask is None or decision is None:
        assert (ask, decision) == (None, None), where
    else:
        assert (DECISIONS.get(decision.name, decision.name), decision.seat) == (ask.name, ask.seat), (
            f"{where}: {decision} {ask.name} {ask.seat}"
        )
        assert set(moves) == ask.moves, f"{where}: {difference(set(moves), ask.moves)}"
    position: Any = playthrough.position()
    said, meant = flat(position), expected(referee, list(position["player"]["points"]))
    # Where a finished project was begun is no longer asked.
    said = {key: value for key, value in said.items() if key in meant or not key.startswith("project.plot.")}
    keys = {key for key in said.keys() | meant.keys() if said.get(key) != meant.get(key)}
    assert not keys, f"{where}: {sorted((key, said.get(key), meant.get(key)) for key in keys)}"
    return moves


def difference(found: set[Move], meant: frozenset[Move]) -> str:
    return (
        f"only the ruleset {sorted(found - meant, key=str)[:8]}, only the referee {sorted(meant - found, key=str)[:8]}"
    )


LEFT_OUT = {
    *(
        "facts.player_count",
        "facts.round",
        "facts.phase",
        "facts.part",
        "facts.stage",
        "facts.coming_stage",
        "facts.at_turn",
    ),
    *(
        "game.supply",
        "game.project_box",
        "game.second_deck",
        "game.task_box",
        "game.second_task_deck",
        "game.norm_deck",
    ),
    *("game.norm_box", "game.neutral_pile", "game.engineer_box", "game.tunnel_supply", "game.spent_markers"),
    *("game.house_supply", "player.extra_engineers"),
}


def flat(position: Mapping[str, Any]) -> dict[str, object]:
    """The position by path, without what is nothing and what is always the same."""
    found: dict[str, object] = {}

    def walk(path: str, value: object) -> None:
        if path in LEFT_OUT:
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{path}.{key}" if path else str(key), inner)
        elif isinstance(value, list):
            found[path] = sorted(one for item in value for one in (item if isinstance(item, list) else [item]))
        else:
            found[path] = value

    walk("", position)
    return {_plain(path): _kind(path, value) for path, value in found.items() if value}


def _plain(path: str) -> str:
    """A side by its two hexes in one order, whichever stands first."""
    first, field_, *rest = path.split(".")
    if first != "side" or any(word in rest[0] for word in ("north", "south", "east", "west")):
        return path
    return ".".join((first, field_, edge_id(edge_of(rest[0])), *rest[1:]))


def _kind(path: str, value: object) -> object:
    """A neutral building by its type: which of two equal ones it is does not matter."""
    return [str(one).rstrip("_12") for one in value] if path.startswith("hex.neutral.") else value  # type: ignore[attr-defined]


def expected(referee: Referee, names: Sequence[str]) -> dict[str, object]:
    """What the position must say, by path; what is not named is nothing."""
    found: dict[str, object] = {
        "facts.over": referee.over,
        "game.priority": names[referee.first],
        "game.deck": sorted(ID_OF[card] for card in referee.deck),
        "game.discards": sorted(ID_OF[card] for card in referee.discards),
        "game.task_deck": sorted(TASK_ID[task] for task in referee.task_deck),
        "game.open_tasks": sorted(TASK_ID[task] for task in referee.open_tasks),
        "game.bridge_supply": 4 - len(referee.bridges),
    }
    found |= {f"hex.rubble.{cell_id(cell)}.rubble": 1 for cell in referee.rubble}
    for cell, building in referee.built.items():
        if building.owner is None:
            found[f"hex.neutral.{cell_id(cell)}"] = [f"neutral_{building.kind}"]
            continue
        found[f"hex.tile.{cell_id(cell)}.{names[building.owner]}"] = 1
        found[f"hex.house.{cell_id(cell)}.{building.kind}"] = 1
    found |= {f"side.metro.{edge_id(edge)}.{names[owner]}": 1 for edge, owner in referee.metro.items()}
    found |= {f"side.bridge.{edge_id(edge)}": 1 for edge in referee.bridges}
    if referee.tunnel:
        found[f"side.tunnel.{edge_id(referee.tunnel)}"] = 1
    for space, seats in referee.on_spaces.items():
        for seat in seats:
            key = f"space.engineers.{space}.{names[seat]}"
            found[key] = int(str(found.get(key, 0))) + 1
    for number, name in enumerate(names):
        found |= _expected_of_seat(referee, number, name)
    return {path: value for path, value in found.items() if value}


def _expected_of_seat(referee: Referee, number: int, name: str) -> dict[str, object]:
    seat = referee.seats[number]
    found: dict[str, object] = {
        f"player.points.{name}": seat.points,
        f"player.engineers.{name}.{name}": seat.engineers,
        f"player.tiles.{name}.{name}": referee.hexes(number),
        f"player.metro_markers.{name}.{name}": seat.markers,
        f"player.hand.{name}": sorted(ID_OF[card] for card in seat.hand),
        f"player.looked_at.{name}": sorted(ID_OF[card] for card in seat.looked_at),
        f"player.construction.{name}": sorted(ID_OF[card] for card in seat.started),
        f"player.finished.{name}": sorted(ID_OF[card] for card in seat.finished),
        f"player.dealt_norms.{name}": sorted(norm_id(norm) for norm in seat.dealt if not seat.norm),
        f"player.norm.{name}": [norm_id(seat.norm)] if seat.norm else [],
        f"player.passed.{name}": seat.passed,
        f"player.built_metro.{name}": seat.metro_this_round > 0,
        f"player.bridges_built.{name}": sum(owner == number for owner in referee.bridges.values()),
    }
    found |= {f"player.cubes.{name}.{what}": amount for what, amount in seat.stock.items()}
    found |= {f"project.turned.{ID_OF[card]}": True for card in seat.turned}
    for card, cell in seat.started.items():
        found[f"project.plot.{ID_OF[card]}"] = cell_id(cell)
        found[f"project.house.{ID_OF[card]}.{projects()[card].kind}"] = 1
        found[f"hex.engineer.{cell_id(cell)}.{name}"] = 1
    return found


def tell_draws(playthrough: reguli.Playthrough, referee: Referee, since: int) -> int:
    """Return the referee which cards have been drawn since an entry of the journal; return where the journal ends."""
    entries = playthrough.journal(since=since)
    drawn = [str(entry.values["piece"]) for entry in entries if entry.verb == "draw"]
    referee.drawn += [TASK_OF[card] if card in TASK_OF else CARD_OF[card] for card in drawn]
    return since + len(entries)


def chosen(random: Random, name: str, moves: Sequence[Move]) -> Move:
    """A move at random, each option as likely as another: sensible enough that the game gets on."""
    goes_on = random.random() < GOES_ON.get(name, 1)
    options = sorted({str(move[0]) for move in moves if (str(move[0]) not in STOPS) == goes_on})
    option = random.choice(options or sorted({str(move[0]) for move in moves}))
    return random.choice(sorted((move for move in moves if move[0] == option), key=_order))


def _order(move: Move) -> list[object]:
    return [str(sorted(part)) if isinstance(part, frozenset) else str(part) for part in move]


def both_play(playthrough: reguli.Playthrough, referee: Referee, random: Random, most: int, phase: str) -> int:
    """Play the same moves on both sides, compared before each; give how many. ``most`` moves at most."""
    told = len(playthrough.journal())
    asks = referee.play(phase)
    ask: Ask | None = next(asks)
    for count in range(most):
        moves = compare(playthrough, referee, ask)
        if ask is None:
            return count
        move = chosen(random, ask.name, list(moves))
        playthrough.apply(moves[move])
        told = tell_draws(playthrough, referee, told)
        try:
            ask = asks.send(move)
        except StopIteration:
            ask = None
    return most
