"""Players whom nobody named are called by their seats, inflected as any noun; journals speak in the past."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from realisers import LOCALES
from toll_desk import ruleset_at, toll

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.event_realiser import EventRealiser, Plain, open_event_realiser
from reguli.words.grammar.en import counted
from reguli.words.grammar.grammar_values import DigitGrouping, Noun
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.journal_texts import event_text, is_reported, say_refusal
from reguli.words.translation.translation_workspace import WordLocations

RULESETS = Path(__file__).parents[2] / "rulesets"
CODES = [language.code for language in shipped_languages()]


@dataclass(frozen=True)
class Entry:
    """An event as the engine gives it."""

    verb: str
    rule: str = ""
    about: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """A refusal for want of money."""

    rule: str = "building/construction/connect/too_expensive"
    name: str = "too_expensive"
    values: tuple[tuple[str, Plain], ...] = (("left", 14), ("right", 10))
    arguments: tuple[Plain, ...] = (14,)
    missing: int | None = 4
    unit: str | None = "elektro"
    admissible: tuple[Plain, ...] = ()
    lacking: tuple[tuple[str, int], ...] = ()


def _teller(code: str, folder: Path, names: tuple[str, ...], spoken: Mapping[str, str] | None = None) -> EventRealiser:
    language = language_by_code(code)
    assert language is not None
    ruleset = ruleset_at(folder)
    homes = WordLocations(LOCALES, LOCALES if folder.parent == RULESETS else folder / "words", ruleset.id)
    return open_event_realiser(ruleset, language, homes, names=names, bag=Bag(), sources=Sources(), spoken=spoken)


@pytest.fixture(scope="module")
def tellers() -> dict[str, EventRealiser]:
    """A table of Power Grid where the second of three players is called by name."""
    return {code: _teller(code, RULESETS / "power_grid", ("seat_1", "Dan", "seat_3")) for code in CODES}


@pytest.mark.parametrize(
    ("code", "seat", "beginning"),
    [
        ("en", "seat_1", "Player 1 is 4 Elektro short"),
        ("ro", "seat_1", "Jucătorului 1 îi lipsesc 4 Elektro"),
        ("hu", "seat_1", "Az 1. játékosnak 4 elektró hiányzik"),
        ("hu", "seat_3", "A 3. játékosnak 4 elektró hiányzik"),
        ("ro", "Dan", "Lui Dan îi lipsesc 4 Elektro"),
        ("hu", "Dan", "Dannak 4 elektró hiányzik"),
    ],
)
def test_a_reason_speaks_of_a_seat(tellers: dict[str, EventRealiser], code: str, seat: str, beginning: str) -> None:
    told = say_refusal(Refusal(), tellers[code], player=seat, move={"city": "Essen"}, you=False)
    assert told.text.startswith(beginning)


def test_seats_by_themselves(tellers: dict[str, EventRealiser]) -> None:
    assert {code: [tongue.title(seat) for seat in range(3)] for code, tongue in tellers.items()} == {
        "en": ["Player 1", "Dan", "Player 3"],
        "ro": ["Jucătorul 1", "Dan", "Jucătorul 3"],
        "hu": ["1. játékos", "Dan", "3. játékos"],
    }


def test_names_may_differ_from_what_is_typed() -> None:
    tongue = _teller("hu", RULESETS / "power_grid", ("a", "b"), {"a": "Anna"})
    told = say_refusal(Refusal(), tongue, player="a", move={"city": "Essen"}, you=False)
    assert told.text.startswith("Annának 4 elektró hiányzik")
    assert (tongue.title(0), tongue.title(1)) == ("Anna", "b")


def test_an_english_label_can_own() -> None:
    player, digits = Noun("player", {"singular": "player"}), DigitGrouping(",", 4)
    said = [counted(number, player, frozenset(forms), digits) for number, forms in ((1, {"label", "s"}), (3, {"s"}))]
    assert [text.replace("\u00a0", " ") for text in said if text] == ["player 1’s", "3 players’"]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            Entry("choose", "bidding.ascending/outbidding/pass_bid", "pass_bid", {"player": "seat_1"}),
            {
                "en": "Player 1 passed in this auction",
                "ro": "Jucătorul 1 a pasat la această licitație",
                "hu": "Az 1. játékos passzolt ezen az árverésen",
            },
        ),
        (
            Entry("choose", "resources/purchase/buy", "buy", {"player": "Dan", "fuel": "oil", "amount": 2}),
            {"en": "Dan bought 2 oil", "ro": "Dan a cumpărat 2 jetoane de petrol", "hu": "Dan 2 olajat vett"},
        ),
        (
            Entry(
                "transfer", "sell/move", "elektro", {"amount": 18, "variety": None, "from": "Dan.money", "to": "bank"}
            ),
            {"en": "Dan paid 18 Elektro", "ro": "Dan a plătit 18 Elektro", "hu": "Dan 18 elektrót fizetett"},
        ),
        (
            Entry("move", "sell/move.2", "card", {"piece": "plant_13", "from": "plant_market", "to": "seat_3.plants"}),
            {
                "en": "Player 3 got power plant 13",
                "ro": "Jucătorul 3 a primit centrala 13",
                "hu": "A 3. játékos megkapta a 13-as erőművet",
            },
        ),
        (
            Entry("transfer", "", "token", {"amount": 2, "variety": "oil", "from": "seat_1.fuel", "to": "supply"}),
            {
                "en": "2 oil: Player 1’s resources → the general supply",
                "ro": "2 jetoane de petrol: resursele jucătorului 1 → rezerva generală",
                "hu": "Az 1. játékos erőforrásai közül a közös készletbe: 2 olaj",
            },
        ),
        (
            Entry("set", "", "region.in_play", {"owner": "nw", "value": True}),
            {
                "en": "Regions in play: north-west as well",
                "ro": "Regiuni în joc: și nord-vest",
                "hu": "Játékban lévő területek: északnyugat is",
            },
        ),
        (
            Entry("set", "choose_regions/set", "region.in_play", {"owner": "nw", "value": True}),
            {
                "en": "Now in play: north-west",
                "ro": "A intrat în joc: nord-vest",
                "hu": "Játékba került: északnyugat",
            },
        ),
    ],
    ids=["passed", "bought", "paid", "taken", "moved", "marked", "marked in its own words"],
)
def test_what_happened_is_past(tellers: dict[str, EventRealiser], entry: Entry, expected: dict[str, str]) -> None:
    assert {code: event_text(entry, tongue).text for code, tongue in tellers.items()} == expected


@pytest.mark.parametrize("code", CODES)
def test_an_effect_whose_values_are_hidden_is_said_as_all_effects_are(
    tellers: dict[str, EventRealiser], code: str
) -> None:
    hidden = Entry("move", "sell/move.2", "card", {"piece": {"hidden": True}, "from": "deck", "to": "seat_1.plants"})
    told = event_text(hidden, tellers[code])
    assert ("közé került" if code == "hu" else "→") in told.text
    assert "⟦" not in told.text


def test_what_rules_note_for_themselves_is_not_told(tellers: dict[str, EventRealiser]) -> None:
    tongue = tellers["en"]
    noted = Entry("leave", "bidding.ascending/outbidding/pass_bid/remove", "bidders", {"element": "Dan"})
    unshown = Entry("set", "sell/mark", "player.bought", {"owner": "Dan", "value": True})
    shown = Entry("set", "sell/mark.2", "player.out", {"owner": "Dan", "value": True})
    from_the_box = Entry("move", "prepare_plant_market/move", "card", {"piece": "plant_3", "from": "box", "to": "deck"})
    assert [is_reported(entry, tongue) for entry in (noted, unshown, shown, from_the_box)] == [
        False,
        False,
        True,
        False,
    ]


def test_what_was_done_is_a_gloss_where_nobody_worded_it(tmp_path: Path) -> None:
    tongue = _teller("ro", toll(tmp_path), ("seat_1", "seat_2"))
    told = event_text(
        Entry("choose", "gathering/errand/gather", "gather", {"player": "seat_2", "good": "salt"}), tongue
    )
    assert told.gloss
    assert told.text == "⟨jucătorul 2: „gather”: sare⟩"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", sorted(path.parent.name for path in RULESETS.glob("*/game.yaml")))
def test_every_option_of_a_shipped_ruleset_is_said_in_the_past(name: str, code: str) -> None:
    tongue = _teller(code, RULESETS / name, ("seat_1", "seat_2"))
    options = {found.id for found in tongue.citers.values() if tongue.option(found.id.removeprefix("rule:"))}
    assert options
    names = {option.rpartition("/")[2] for option in options}
    assert [one for one in sorted(names) if tongue.own.accepted(f"done:{one}") is None] == []
