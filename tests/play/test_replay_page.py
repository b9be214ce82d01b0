"""The HTML replay: everything in one file, every step the position it should be, no name taken for markup."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from seated_tables import bots, played, program

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.play.replay_steps import flatten_position, replay_page_data
from reguli.play.session_texts import SessionRealiser, open_sitting_tongue
from reguli.play.view_texts import rewound_playthrough
from reguli.publish.pictures.replay_page import replay_page, script_safe_json
from reguli.shipped_files import shipped_folder
from reguli.words.catalogue.interface_texts import ENGLISH
from reguli.words.grammar.languages import language_by_code
from reguli.words.translation.translation_workspace import WordLocations

HOSTILE = "</script><img/src=x/onerror=alert(1)>&\u2028"


def game(name: str, seed: int = 2, players: int = 2) -> GamePlaythrough:
    bot = bots(name, players)["random"]
    return played(program(name, players), [bot] * players, seed)


def tongue_of(playthrough: GamePlaythrough, code: str = "en") -> SessionRealiser:
    language = language_by_code(code)
    assert language is not None
    locales, ruleset = shipped_folder("locales"), playthrough.program.ruleset
    return open_sitting_tongue(ruleset, language, WordLocations(locales, locales, ruleset.id), playthrough)


def data_of(playthrough: GamePlaythrough) -> dict[str, Any]:
    tongue = tongue_of(playthrough)
    data: dict[str, Any] = replay_page_data(
        rewound_playthrough(playthrough), playthrough.moves, "a title", ENGLISH, tongue
    )
    return data


def positions(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Every position, as the page computes it."""
    found = [data["start"]]
    for step in data["steps"][1:]:
        found.append({**found[-1], **step["changed"]})
    return found


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough", "hex", "power_grid"])
def test_what_each_step_changed_adds_up_to_its_position(name: str) -> None:
    playthrough = game(name)
    data = data_of(playthrough)
    first = rewound_playthrough(playthrough)
    wanted = [flatten_position(first)]
    for one in playthrough.moves:
        first.apply(one.move)
        wanted.append(flatten_position(first))
    assert positions(data) == wanted
    assert first.hash == playthrough.hash


def test_the_flat_position_loses_nothing() -> None:
    playthrough = game("power_grid")
    flat = flatten_position(playthrough)
    for owner, fields in position_as_plain(playthrough.program, playthrough.slots).items():
        assert isinstance(fields, dict)
        for name, value in fields.items():
            if f"{owner}/{name}" in flat:
                assert flat[f"{owner}/{name}"] == value
            else:
                assert value == {
                    path.split("/")[2]: each for path, each in flat.items() if path.startswith(f"{owner}/{name}/")
                }


@pytest.mark.parametrize(
    ("code", "market", "plants", "regions", "west"),
    [
        ("en", "Resource market", "Power plants", "Regions", "west"),
        ("ro", "Piața de resurse", "Centrale", "Regiuni", "vest"),
        ("hu", "Erőforráspiac", "Erőművek", "Területek", "nyugat"),
    ],
)
def test_the_page_calls_things_by_their_names(code: str, market: str, plants: str, regions: str, west: str) -> None:
    playthrough = game("power_grid")
    tongue = tongue_of(playthrough, code)
    data: dict[str, Any] = replay_page_data(
        rewound_playthrough(playthrough), playthrough.moves[:6], "a title", ENGLISH, tongue
    )
    labels = {path: field["label"] for path, field in data["fields"].items() if field["shown"]}
    assert (labels["game/fuel_market"], labels["player/plants"]) == (market, plants)
    assert (data["kinds"]["region"], data["labels"]["region"]["w"]) == (regions, west)
    assert not any("_" in label or "⟨" in label for label in labels.values())
    assert [path for path, field in data["fields"].items() if not field["shown"]] == [
        "game/removed", "game/box", "game/bank", "game/more_houses", "player/bought",
    ]  # fmt: skip
    assert not any("seat_" in line for step in data["steps"] for line in (*step["lines"], step.get("move", "")))


def test_a_whole_game_stays_small() -> None:
    page = replay_page(data_of(game("power_grid", players=6)))
    assert len(page.encode()) < 2_000_000


class Reader(HTMLParser):
    """Collects elements and the texts of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._script = tag == "script"

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._script = False


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def test_no_name_becomes_markup() -> None:
    data = data_of(game("tic_tac_toe"))
    data.update(title=HOSTILE, ruleset=HOSTILE, seats=[HOSTILE, HOSTILE], criteria=[HOSTILE])
    data["steps"][1]["move"] = HOSTILE
    data["board"]["points"][0]["name"] = HOSTILE
    page = replay_page(data)
    reader = read(page)
    assert "img" not in {tag for tag, _ in reader.tags}
    assert len([tag for tag, _ in reader.tags if tag == "script"]) == 2
    assert json.loads(reader.scripts[0])["title"] == HOSTILE


def test_embedded_data_read_back_as_they_were() -> None:
    data = {"text": HOSTILE + "<!--\u2029", "list": [1, None, True]}
    assert json.loads(str(script_safe_json(data))) == data
    assert not set("<>&\u2028\u2029") & set(str(script_safe_json(data)))


@pytest.mark.parametrize(
    ("code", "regions"),
    [
        ("en", {"North-west", "North-east", "West", "East", "South-west", "South-east"}),
        ("ro", {"Nord-vest", "Nord-est", "Vest", "Est", "Sud-vest", "Sud-est"}),
        ("hu", {"Északnyugat", "Északkelet", "Nyugat", "Kelet", "Délnyugat", "Délkelet"}),
    ],
)
def test_the_page_begins_with_the_map_as_it_is_drawn_for_a_book(code: str, regions: set[str]) -> None:
    playthrough = game("power_grid")
    tongue = tongue_of(playthrough, code)
    data: dict[str, Any] = replay_page_data(
        rewound_playthrough(playthrough), playthrough.moves[:3], "a title", ENGLISH, tongue
    )
    page = replay_page(data)
    assert set(re.findall(r'<text class="called"[^>]*>([^<]*)<', page)) == regions
    assert len(re.findall(r'<g class="spot" data-at="\d+"><title>[^<]+ \([^<]+\)</title>', page)) == 42
    assert page.count('class="hole"') == 3 * 42
    assert len(re.findall(r'<g class="cost" data-ends="\d+ \d+"', page)) == len(data["board"]["lines"])


def test_no_name_of_a_map_becomes_markup() -> None:
    data = data_of(game("power_grid"))
    data["labels"]["city"]["bremen"] = data["labels"]["region"]["w"] = HOSTILE
    reader = read(replay_page(data))
    assert "img" not in {tag for tag, _ in reader.tags}
    assert len([tag for tag, _ in reader.tags if tag == "script"]) == 2


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = replay_page(data_of(game("hex")))
    reader = read(page)
    assert not [tag for tag, attributes in reader.tags if {"src", "srcset", "data"} & set(attributes)]
    assert all(str(attributes["href"]).startswith("#") for tag, attributes in reader.tags if "href" in attributes)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page)


def test_the_page_speaks_to_everybody() -> None:
    data = data_of(game("power_grid"))
    reader = read(replay_page(data))
    by_id = {attributes.get("id"): (tag, attributes) for tag, attributes in reader.tags}
    assert ("html", {"lang": "en"}) in reader.tags
    assert by_id["board"][1]["role"] == "img"
    assert by_id["said"][1]["aria-live"] == "polite"
    assert {by_id[name][0] for name in ("first", "back", "on", "last")} == {"button"}
    labelled = {attributes.get("for") for tag, attributes in reader.tags if tag == "label"}
    assert {"slider", "phases"} <= labelled
    assert int(str(by_id["slider"][1]["max"])) == len(data["steps"]) - 1
    assert sum(tag == "li" for tag, _ in reader.tags) == len(data["steps"]) - 1


def test_seats_differ_without_colour() -> None:
    page = replay_page(data_of(game("power_grid", players=6)))
    shapes = [mark["shape"] for mark in json.loads(read(page).scripts[0])["marks"]]
    assert len(set(shapes)) == len(shapes) >= 6
