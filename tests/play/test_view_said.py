"""What players see, in words: names of what is kept, amounts, whose it is; what has no wording is marked, what is not shown is not said."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.play.session_texts import SessionRealiser, open_sitting_tongue
from reguli.play.view_texts import view_lines
from reguli.words.catalogue.interface_texts import ENGLISH
from reguli.words.grammar.languages import language_by_code, shipped_languages

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets"
CODES = [language.code for language in shipped_languages()]
SHIPPED = sorted(path.parent.name for path in RULESETS.glob("*/game.yaml"))


def _table(
    folder: Path, players: int, code: str, names: tuple[str, ...] = ()
) -> tuple[GamePlaythrough, SessionRealiser]:
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None
    playthrough = start_playthrough(loaded.program(players), 3, names=names)
    language = language_by_code(code)
    assert language is not None
    homes = locate_wording_folders(folder, loaded.ruleset.id)
    return playthrough, open_sitting_tongue(loaded.ruleset, language, homes, playthrough)


def _lines(folder: Path, players: int, code: str, names: tuple[str, ...] = ()) -> list[str]:
    playthrough, tongue = _table(folder, players, code, names)
    return view_lines(playthrough, 0, ENGLISH, tongue)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_is_seen_without_an_id_and_without_a_draft(name: str, code: str) -> None:
    loaded = LoadedRuleset(str(RULESETS / name))
    assert loaded.ruleset is not None
    text = "\n".join(_lines(RULESETS / name, loaded.ruleset.players[0], code))
    assert "_" not in text
    assert not set("⟨⟩⟦⟧") & set(text)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "en",
            (
                "Resource market: coal 24, oil 18, garbage 6, uranium 2",
                "Power plant market: 3, 4, 5, 6, 7, 8, 9, 10",
                "Player 1 – money: 50 Elektro; houses: 22",
                "Player 2 – money: hidden; houses: 22",
            ),
        ),
        (
            "ro",
            (
                "Piața de resurse: cărbune 24, petrol 18, deșeuri 6, uraniu 2",
                "Piața de centrale: 3, 4, 5, 6, 7, 8, 9, 10",
                "Jucătorul 1 – bani: 50 de Elektro; căsuțe: 22",
                "Jucătorul 2 – bani: secret; căsuțe: 22",
            ),
        ),
        (
            "hu",
            (
                "Erőforráspiac: szén 24, olaj 18, szemét 6, urán 2",
                "Erőműpiac: 3, 4, 5, 6, 7, 8, 9, 10",
                "1. játékos – pénz: 50 elektró; házak: 22",
                "2. játékos – pénz: rejtve; házak: 22",
            ),
        ),
    ],
)
def test_the_beginning_of_power_grid(code: str, expected: tuple[str, ...]) -> None:
    lines = _lines(RULESETS / "power_grid", 3, code)
    assert [line for line in expected if line not in lines] == []


def test_what_lies_hidden_is_counted_with_its_noun_agreeing() -> None:
    # 43 cards, of which 8 lie in the market and 8 were taken out unseen.
    deck = next(line for line in _lines(RULESETS / "power_grid", 3, "ro") if line.startswith("Pachetul"))
    assert deck.startswith("Pachetul: 27 de cărți (nu se văd)")


def test_of_a_hidden_pile_the_ends_that_everybody_saw_are_said() -> None:
    """P32, P33: plant 13 was put on top, the card of step 3 below."""
    deck = next(line for line in _lines(RULESETS / "power_grid", 3, "en") if line.startswith("Deck"))
    assert deck == "Deck: 27 cards (hidden); on top: 13; at the bottom: the “Step 3” card"


def test_what_a_ruleset_does_not_show_is_not_said() -> None:
    text = "\n".join(_lines(RULESETS / "power_grid", 3, "en"))
    assert "without limit" not in text
    assert "bought" not in text


def test_a_flag_is_said_where_it_holds_and_pieces_by_the_places_they_lie_on() -> None:
    playthrough, tongue = _table(RULESETS / "tic_tac_toe", 2, "en", ("Ana", "Dan"))
    for text in ("a1", "b1", "a2", "b2", "a3"):
        family = next(
            family
            for family in playthrough.families()
            if playthrough.program.ruleset.kinds["cell"].elements[family.arguments[0]] == text
        )
        playthrough.apply(family.move(0))
    assert view_lines(playthrough, 0, ENGLISH, tongue)[1:] == [
        "Ana – has won; marks: a1, a2, a3",
        "Dan – marks: b1, b2",
    ]


@pytest.mark.parametrize(
    ("code", "seen"), [("en", "Trees: apple "), *((code, "⟨trees⟩: ⟨apple⟩ ") for code in ("ro", "hu"))]
)
def test_a_ruleset_without_wordings_is_seen_by_its_ids(code: str, seen: str) -> None:
    """Ids are English: there they are words, elsewhere they are marked."""
    lines = _lines(ROOT / "tests" / "rulesets" / "orchard", 2, code)
    assert any(line.startswith(seen) for line in lines)
