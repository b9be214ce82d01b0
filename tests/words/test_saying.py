"""Wordings said with values: every row of what a wording must be able to say, in three languages."""

from __future__ import annotations

import pytest
from realisers import TONGUES, parsed, said

from reguli.source.diagnostic import Bag
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.placeholder_formatting import format_wording
from reguli.words.wording_parser import RowValues, Value, Values

PRICES = RowValues(tuple({"rank": rank, "price": price} for rank, price in ((1, 10), (2, 15), (3, 20))))
EXCEPTION = RowValues(({"players": 2, "limit": 4},))
NONE = RowValues(())


@pytest.mark.parametrize(
    ("code", "wording", "values", "expected"),
    [
        # A number and what it counts, as an ordinal, as a label, in words.
        ("ro", "[n town]", {"n": 10}, "10 orașe"),
        ("ro", "[n town]", {"n": 21}, "21 de orașe"),
        ("hu", "[n house]", {"n": 17}, "17 ház"),
        ("en", "[n house]", {"n": 1}, "1 house"),
        ("ro", "[n plant:label]", {"n": 13}, "centrala 13"),
        ("en", "[n plant:label]", {"n": 13}, "plant 13"),
        ("hu", "[n plant:-s -t]", {"n": 13}, "13-as erőművet"),
        ("ro", "[n phase:label of]", {"n": 5}, "fazei 5"),
        ("ro", "[n plant:words]", {"n": 2}, "două centrale"),
        ("ro", "[n what]", {"n": 3, "what": "sand"}, "3 jetoane de nisip"),
        ("hu", "[n what:-t]", {"n": 3, "what": "sand"}, "3 szenet"),
        # Cases and forms of a term, of a value that is a term, of a name.
        ("hu", "[plant:his many -ra]", {}, "erőműveire"),
        ("ro", "[plant:of the]", {}, "centralei"),
        ("ro", "[who:of] îi lipsesc [n coin]", {"who": ProperName("Dan"), "n": 4}, "lui Dan îi lipsesc 4 Elektro"),
        ("ro", "[who:of] îi lipsesc [n coin]", {"who": ProperName("Ana"), "n": 21}, "Anei îi lipsesc 21 de Elektro"),
        ("hu", "[who:-nak] [n coin] hiányzik", {"who": ProperName("Anna"), "n": 4}, "Annának 4 elektró hiányzik"),
        ("en", "[who:s] turn", {"who": ProperName("Ana")}, "Ana’s turn"),
        # The article chosen by what is printed next.
        ("hu", "[a/az] [n phase:ord -ban]", {"n": 5}, "az 5. fázisban"),
        ("hu", "[a/az] [n phase:ord -ban]", {"n": 2}, "a 2. fázisban"),
        ("hu", "[A/Az] [n plant:-s]", {"n": 15}, "A 15-ös erőmű"),
        ("hu", "[a/az] [plant:quoted]", {}, "az „erőmű”"),
        ("hu", "[a/az] „[n stage:ord]” kártya", {"n": 3}, "a „3. szakasz” kártya"),
        ("hu", "[a/az] [open? yes: új | régi] ház", {"open": True}, "az új ház"),
        ("hu", "[a/az] [open? yes: új | régi] ház", {"open": False}, "a régi ház"),
        ("en", "[a/an] [n phase:ord]", {"n": 8}, "an 8th phase"),
        ("en", "[A/An] [auction]", {}, "An auction"),
        # Agreement of a verb, exact numbers, no limit.
        ("ro", "[n? one: rămâne | rămân] [n plant]", {"n": 1}, "rămâne 1 centrală"),
        ("ro", "[n? one: rămâne | rămân] [n plant]", {"n": 2}, "rămân 2 centrale"),
        ("ro", "[n? zero: nicio centrală | [n plant]]", {"n": 0}, "nicio centrală"),
        ("ro", "[n? any: oricâte centrale | [n plant]]", {"n": None}, "oricâte centrale"),
        ("ro", "[n? few: puține | other: multe]", {"n": 20}, "multe"),
        ("ro", "[n? two: ambele | few: puține]", {"n": 2}, "ambele"),
        # Words that agree with a noun by gender and number.
        ("ro", "[what:il]", {"what": "plant"}, "o"),
        ("ro", "[what:il many]", {"what": "player"}, "îi"),
        ("ro", "[what? f: nouă | nou]", {"what": "plant"}, "nouă"),
        # What is not counted itself has the forms that it lacks from its unit.
        ("ro", "[sand:the]", {}, "nisipul"),
        ("ro", "[sand:many the]", {}, "jetoanele de nisip"),
        ("ro", "[sand:a]", {}, "un jeton de nisip"),
        # Distributives and ranges.
        ("ro", "câte [n token] pe [m space:label]", {"n": 3, "m": NumberRange(1, 8)}, "câte 3 jetoane pe spațiile 1–8"),
        ("hu", "[a/az] [m space:ord -ra] [n]-[n sand:-t]", {"n": 3, "m": NumberRange(1, 8)}, "az 1–8. mezőre 3-3 szenet"),
        ("en", "[n token] on [m space:label]", {"n": 3, "m": NumberRange(1, 8)}, "3 tokens on spaces 1–8"),
        ("ro", "[n player]", {"n": NumberRange(2, 6)}, "2–6 jucători"),
        ("ro", "[n town]", {"n": NumberRange(15, 20)}, "15–20 de orașe"),
        # Headless ordinals.
        ("ro", "cine o cumpără pe [n plant:ordwords bare]", {"n": 4}, "cine o cumpără pe a patra"),
        ("hu", "aki megveszi [a/az] [n:ordwords -t]", {"n": 4}, "aki megveszi a negyediket"),
        # Letters, as boards name their columns.
        ("en", "[n phase:label letter]", {"n": 4}, "phase d"),
        ("ro", "[n phase:label letter]", {"n": 4}, "faza d"),
        ("hu", "[a/az] [n phase:letter -ban]", {"n": 6}, "az f fázisban"),
        ("hu", "[n:letter]", {"n": 27}, "aa"),
        # Lists.
        ("ro", "[things]", {"things": ("phase", "card", "deck")}, "fază, carte și pachet"),
        ("hu", "[things:-t]", {"things": ("phase", "card", "deck")}, "fázist, kártyát és paklit"),
        ("en", "[things:a or]", {"things": ("phase", "card", "auction")}, "a phase, a card or an auction"),
        ("en", "[things]", {"things": ("card",)}, "card"),
        ("en", "[things? empty: nothing | one: one thing | [things]]", {"things": ()}, "nothing"),
        # Capitals, quotes, brackets.
        ("ro", "[N stage:label]", {"n": 3}, "Etapa 3"),
        ("ro", "[Plant:the] costă", {}, "Centrala costă"),
        ("en", "[[[n]]]", {"n": 3}, "[3]"),
    ],
)  # fmt: skip
def test_a_wording_with_its_values(code: str, wording: str, values: Values, expected: str) -> None:
    assert said(code, wording, values) == expected


@pytest.mark.parametrize(
    ("code", "wording", "expected"),
    [
        (
            "ro",
            (
                "[each rows: [rank house:ordwords] costă [price coin]|, [rank house:ordwords bare] [price]|, "
                "iar [rank house:ordwords bare] [price]]"
            ),
            "prima căsuță costă 10 Elektro, a doua 15, iar a treia 20",
        ),
        (
            "hu",
            (
                "[each rows: [a/az] [rank house:ordwords] [price]|, [a/az] [rank:ordwords] [price]|, [a/az] [rank:ordwords] "
                "[price coin:-ba]] kerül"
            ),
            "az első ház 10, a második 15, a harmadik 20 elektróba kerül",
        ),
        (
            "en",
            (
                "[each rows: the [rank house:ordwords] costs [price coin]|, the [rank:ordwords] [price]| and the [rank:ordwords] "
                "[price]]"
            ),
            "the first house costs 10 Coin, the second 15 and the third 20",
        ),
    ],
)
def test_a_loop_over_rows_says_the_unit_once(code: str, wording: str, expected: str) -> None:
    assert said(code, wording, {"rows": PRICES}) == expected


@pytest.mark.parametrize(
    ("code", "wording", "with_exception", "without"),
    [
        (
            "ro",
            (
                "Un jucător poate avea cel mult [n plant] [limits? empty: | ([each limits:[limit] într-o partidă cu "
                "[players player]|, [limit] cu [players player]])]."
            ),
            "Un jucător poate avea cel mult 3 centrale (4 într-o partidă cu 2 jucători).",
            "Un jucător poate avea cel mult 3 centrale.",
        ),
        (
            "hu",
            (
                "Egy játékosnak legfeljebb [n plant:his] lehet [limits? empty: | ([each limits:[players:attr]személyes játékban "
                "[limit]])]."
            ),
            "Egy játékosnak legfeljebb 3 erőműve lehet (kétszemélyes játékban 4).",
            "Egy játékosnak legfeljebb 3 erőműve lehet.",
        ),
        (
            "en",
            "A player may own at most [n plant] [limits? empty: | ([each limits:[limit] with [players player]])].",
            "A player may own at most 3 plants (4 with 2 players).",
            "A player may own at most 3 plants.",
        ),
    ],
)
def test_exceptions_by_player_count_fall_away_with_their_space(
    code: str, wording: str, with_exception: str, without: str
) -> None:
    assert said(code, wording, {"n": 3, "limits": EXCEPTION}) == with_exception
    assert said(code, wording, {"n": 3, "limits": NONE}) == without


@pytest.mark.parametrize(
    ("code", "wording", "values", "finding"),
    [
        ("ro", "[nobody]", {}, "W202"),
        ("ro", "[what]", {"what": "unworded"}, "W203"),
        ("ro", "[n what]", {"n": 3, "what": "unworded"}, "W203"),
        ("ro", "[n clay]", {"n": 3}, "W212"),
        ("ro", "[clay:many]", {}, "W212"),
        ("ro", "[open]", {"open": True}, "W212"),
        ("hu", "[n:words]", {"n": 1_000_000}, "W212"),
        ("ro", "[n:ordwords m]", {"n": 21}, "W212"),
        ("ro", "[n house]", {"n": "house"}, "W208"),
        ("ro", "[each n: a]", {"n": 1}, "W208"),
        ("hu", "[who:-ba -t]", {"who": ProperName("Anna")}, "W212"),
        ("hu", "[who:many]", {"who": ProperName("Anna")}, "W212"),
    ],
)
def test_what_cannot_be_said_is_a_finding_and_marked_in_the_text(
    code: str, wording: str, values: dict[str, Value], finding: str
) -> None:
    bag = Bag()
    text = format_wording(parsed(wording, bag), values, TONGUES[code], bag)
    assert bag.codes == (finding,)
    assert ("⟦" in text) == (not wording.startswith("[each"))


def test_number_and_noun_are_held_together() -> None:
    bag = Bag()
    assert format_wording(parsed("[n town]", bag), {"n": 20}, TONGUES["ro"], bag) == "20\u00a0de\u00a0orașe"
