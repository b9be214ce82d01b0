"""Reasons, moves and events in three languages, with the players' names inflected and amounts with their units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from realisers import LOCALES
from toll_desk import ruleset_at, toll
from tool_wordings import TOOL_WORDINGS

from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import open_catalogue
from reguli.words.event_realiser import EventRealiser, Plain, open_event_realiser
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.journal_texts import event_text, is_reported, say_refusal
from reguli.words.terminology import open_realiser
from reguli.words.translation.translation_workspace import WordLocations
from reguli.words.wording_checks import check_wording
from reguli.words.wording_parser import parse_wording

RULESETS = Path(__file__).parents[2] / "rulesets"
CODES = [language.code for language in shipped_languages()]


@dataclass(frozen=True)
class Refusal:
    """A refusal as the engine gives it."""

    rule: str
    name: str
    values: tuple[tuple[str, Plain], ...] = ()
    arguments: tuple[Plain, ...] = ()
    missing: int | None = None
    unit: str | None = None
    admissible: tuple[Plain, ...] = ()
    lacking: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Entry:
    """An event as the engine gives it."""

    verb: str
    rule: str = ""
    about: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)


def _teller(code: str, home: Path, names: tuple[str, ...]) -> EventRealiser:
    language = language_by_code(code)
    assert language is not None
    bag, sources = Bag(), Sources()
    ruleset = ruleset_at(home)
    homes = WordLocations(LOCALES, LOCALES if home.parent == RULESETS else home / "words", ruleset.id)
    tongue = open_event_realiser(ruleset, language, homes, names=names, bag=bag, sources=sources)
    assert not bag, "\n".join(render_with_excerpt(one, sources) for one in bag)
    return tongue


@pytest.fixture(scope="module")
def tellers() -> dict[str, EventRealiser]:
    """A table of Power Grid in every language."""
    return {code: _teller(code, RULESETS / "power_grid", ("Anna", "Dan", "Ana")) for code in CODES}


@pytest.fixture
def toys(tmp_path: Path) -> dict[str, EventRealiser]:
    """A table of a ruleset without wordings."""
    home = toll(tmp_path)
    return {code: _teller(code, home, ("Anna", "Dan")) for code in CODES}


@pytest.mark.parametrize("code", CODES)
def test_the_tool_says_everything_in_every_language(code: str) -> None:
    language = language_by_code(code)
    assert language is not None
    bag, sources = Bag(), Sources()
    tongue = open_realiser(language, None, LOCALES, bag, sources)
    catalogue = open_catalogue(code, "interface", LOCALES, bag, sources, authored=code == "en")
    for name, reach in TOOL_WORDINGS.items():
        entry = catalogue.entries[name]
        wording = parse_wording(name, catalogue.printed(entry), entry.place, bag)
        check_wording(wording, reach, tongue, bag)
        assert wording.text, name
    assert not bag, "\n".join(render_with_excerpt(one, sources) for one in bag)


EXPENSIVE = Refusal(
    "gathering/errand/sell/too_little",
    "too_little",
    values=(("left", 1), ("right", 3)),
    arguments=(3,),
    missing=2,
    unit="crate",
)


@pytest.mark.parametrize(
    ("code", "you", "player", "ending"),
    [
        ("en", True, "Dan", "You are 2 crates short⟩"),
        ("en", False, "Dan", "Dan is 2 crates short⟩"),
        ("ro", True, "Dan", "Îți lipsesc 2 lăzi⟩"),
        ("ro", False, "Dan", "Lui Dan îi lipsesc 2 lăzi⟩"),
        ("ro", False, "Anna", "Annei îi lipsesc 2 lăzi⟩"),
        ("hu", True, "Dan", "2 láda hiányzik⟩"),
        ("hu", False, "Anna", "Annának 2 láda hiányzik⟩"),
        ("hu", False, "Dan", "Dannak 2 láda hiányzik⟩"),
    ],
)
def test_without_a_wording_a_reason_is_a_gloss_with_what_is_missing(
    toys: dict[str, EventRealiser], code: str, you: bool, player: str, ending: str
) -> None:
    told = say_refusal(EXPENSIVE, toys[code], player=player, move={"good": "salt"}, you=you)
    assert told.gloss
    assert told.text.endswith(ending)


def test_a_single_one_that_is_missing_takes_the_singular(toys: dict[str, EventRealiser]) -> None:
    one = Refusal(EXPENSIVE.rule, EXPENSIVE.name, EXPENSIVE.values, (3,), missing=1, unit="crate")
    said = {code: say_refusal(one, tongue, player="Dan", move={"good": "salt"}).text for code, tongue in toys.items()}
    assert said["ro"].endswith("Îți lipsește 1 ladă⟩")
    assert said["en"].endswith("You are 1 crate short⟩")


@pytest.mark.parametrize("code", CODES)
def test_a_reason_with_a_wording_is_said_by_it(tellers: dict[str, EventRealiser], code: str) -> None:
    refusal = Refusal(
        "building/construction/connect/too_expensive",
        "too_expensive",
        values=(("left", 30), ("right", 9)),
        arguments=(30,),
        missing=21,
        unit="elektro",
    )
    told = say_refusal(refusal, tellers[code], player="Dan", move={"city": "Essen"}, you=False)
    assert not told.gloss
    assert "⟦" not in told.text
    assert {"en": "21 Elektro", "ro": "21 de Elektro", "hu": "21 elektró"}[code] in told.text
    assert {"en": "Dan", "ro": "Lui Dan", "hu": "Dannak"}[code] in told.text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Power plant 21 cannot be chosen here; possible are: 13 and 15"),
        ("ro", "Centrala 21 nu se poate alege aici; se pot alege: 13 și 15"),
        ("hu", "A 21-es erőművet itt nem lehet választani; lehetséges: 13 és 15"),
    ],
)
def test_what_is_not_offered(tellers: dict[str, EventRealiser], code: str, text: str) -> None:
    refusal = Refusal("auction/nomination/nominate/plant", "not_offered", (("plant", "21"),), admissible=("13", "15"))
    assert say_refusal(refusal, tellers[code], player="Dan", move={}).text == text


def test_a_number_that_is_not_offered(tellers: dict[str, EventRealiser]) -> None:
    refusal = Refusal("auction/nomination/nominate/bid", "not_offered", (("bid", 9),), admissible=(13, 50))
    said = {code: say_refusal(refusal, tongue, player="Dan", move={}).text for code, tongue in tellers.items()}
    assert said == {
        "en": "9 is not possible: at least 13, at most 50",
        "ro": "9 nu se poate: cel puțin 13, cel mult 50",
        "hu": "9 nem lehet: legalább 13, legfeljebb 50",
    }


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            Entry("round", values={"round": 3}),
            {"en": "Round 3", "ro": "Runda 3", "hu": "3. forduló"},
        ),
        (
            Entry("stage", values={"stage": "second"}),
            {"en": "Step 2 began", "ro": "A început nivelul 2", "hu": "Elkezdődött a 2. szakasz"},
        ),
        (
            Entry("move", about="card", values={"piece": "plant_13", "from": "plant_market", "to": "Anna.plants"}),
            {
                "en": "Card 13 moved: the power plant market → Anna’s power plants",
                "ro": "S-a mutat cartea 13: piața de centrale → centralele Annei",
                "hu": "Az erőműpiacról Anna erőművei közé került: a 13-as kártya",
            },
        ),
        (
            Entry("draw", about="card", values={"piece": {"hidden": True}, "from": "deck", "to": "plant_market"}),
            {
                "en": "A card was drawn: the deck → the power plant market",
                "ro": "S-a tras o carte: pachetul → piața de centrale",
                "hu": "Húzás a pakliból az erőműpiacra: egy kártya",
            },
        ),
        (
            Entry("transfer", about="elektro", values={"amount": 21, "variety": 0, "from": "Dan.money", "to": "bank"}),
            {
                "en": "21 Elektro: Dan’s money → the bank",
                "ro": "21 de Elektro: banii lui Dan → banca",
                "hu": "Dan pénzéből a bankba: 21 elektró",
            },
        ),
        (
            Entry("set", about="player.out", values={"owner": "Ana", "value": True}),
            {
                "en": "Ana: takes part in no further auction this round",
                "ro": "Ana: nu mai participă la licitații în această rundă",
                "hu": "Ana: ebben a fordulóban már nem vesz részt árverésen",
            },
        ),
        (
            Entry("shuffle", about="deck", values={"zone": "deck"}),
            {"en": "Shuffled: the deck", "ro": "S-a amestecat pachetul", "hu": "Megkeverték a paklit"},
        ),
        (
            Entry("later", about="take_over", values={"who": "Dan", "n": 2}),
            {
                "en": "Later: “take_over”: Dan and 2",
                "ro": "Mai târziu: „take_over”: Dan și 2",
                "hu": "Később: „take_over”: Dan és 2",
            },
        ),
    ],
    ids=lambda value: value.verb if isinstance(value, Entry) else "",
)
def test_events(tellers: dict[str, EventRealiser], entry: Entry, expected: dict[str, str]) -> None:
    assert {code: event_text(entry, tongue).text for code, tongue in tellers.items()} == expected


@pytest.mark.parametrize("code", CODES)
def test_a_move_is_said_by_its_wording(tellers: dict[str, EventRealiser], code: str) -> None:
    entry = Entry(
        "choose", "auction/nomination/nominate", "nominate", {"player": "Dan", "plant": "plant_13", "bid": 21}
    )
    told = event_text(entry, tellers[code])
    assert not told.gloss
    assert "Dan" in told.text
    assert "13" in told.text
    assert {"en": "21 Elektro", "ro": "21 de Elektro", "hu": "21 elektró"}[code] in told.text


def test_a_move_without_a_wording_is_marked(toys: dict[str, EventRealiser]) -> None:
    entry = Entry("choose", "gathering/errand/gather", "gather", {"player": "Anna", "good": "salt"})
    said = {code: event_text(entry, tongue) for code, tongue in toys.items()}
    assert {code: told.text for code, told in said.items()} == {
        "en": "⟨Anna: “gather”: salt⟩",
        "ro": "⟨Anna: „gather”: sare⟩",
        "hu": "⟨Anna: „gather”: só⟩",
    }
    assert all(told.gloss for told in said.values())


def test_what_is_put_off_is_told_where_it_has_a_wording(tellers: dict[str, EventRealiser]) -> None:
    assert not is_reported(Entry("later", rule="earn_money", about="take_over"), tellers["en"])
    assert is_reported(Entry("later", rule="earn_money/move", about="take_over"), tellers["en"])


def test_an_event_is_told_where_no_rule_answers_it() -> None:
    garden = _teller("en", Path(__file__).parents[1] / "rulesets" / "garden", ("Anna", "Dan"))
    assert not is_reported(Entry("announce", about="planted"), garden)
    assert is_reported(Entry("announce", about="watered"), garden)
