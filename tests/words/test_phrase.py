"""Wordings read and checked: their pieces, their places, and every mistake a translator can make."""

from __future__ import annotations

import pytest
from realisers import REACH, TONGUES, parsed, place

from reguli.source.diagnostic import Bag
from reguli.source.name_suggestions import closest_name
from reguli.words.wording_checks import check_wording, mentioned_values
from reguli.words.wording_parser import (
    LONGEST,
    LiteralText,
    PendingArticle,
    PlaceholderText,
    RowLoopText,
    RowsKind,
    TextChoice,
    parse_wording,
)


def test_pieces_know_their_places() -> None:
    bag = Bag()
    pieces = parsed("la [n phase:ord of] sau [a/az]", bag).pieces
    assert not bag
    assert pieces == (
        LiteralText(place(0, 3), "la ", 0),
        PlaceholderText(place(3, 19), "n", "phase", ("ord", "of"), capital=False),
        LiteralText(place(19, 24), " sau ", 19),
        PendingArticle(place(24, 30), "a/az", capital=False),
    )


def test_choices_and_loops_hold_wordings() -> None:
    bag = Bag()
    (choice,) = parsed("[n? one: a | few: [m] | b]", bag).pieces
    (loop,) = parsed("[each rows: a[rank]|, b]", bag).pieces
    assert not bag
    assert isinstance(choice, TextChoice)
    assert [key for key, _ in choice.branches] == ["one", "few"]
    assert isinstance(choice.branches[1][1][0], PlaceholderText)
    assert isinstance(choice.otherwise[0], LiteralText)
    assert isinstance(loop, RowLoopText)
    assert len(loop.parts) == 2


def test_a_colon_without_a_key_belongs_to_the_text() -> None:
    bag = Bag()
    (choice,) = parsed("[n? one: a | prețul: b]", bag).pieces
    assert not bag
    assert isinstance(choice, TextChoice)
    assert isinstance(choice.otherwise[0], LiteralText)
    assert choice.otherwise[0].text == "prețul: b"


@pytest.mark.parametrize(
    "text",
    [
        "[n",
        "n]",
        "[]",
        "[n phase deck]",
        "[n:]",
        "[n? a | one: b]",
        "[3]",
        "[n? one: " * 7 + "a" + "]" * 7,
        "x" * (LONGEST + 1),
    ],
)
def test_what_cannot_be_read_is_a_finding(text: str) -> None:
    bag = Bag()
    parse_wording("example", text, place, bag)
    assert "W201" in bag.codes


def test_a_long_row_of_brackets_is_read_in_bounded_time() -> None:
    bag = Bag()
    parse_wording("example", "[a" * (LONGEST // 2), place, bag)
    assert "W201" in bag.codes


@pytest.mark.parametrize(
    ("code", "text", "column", "finding"),
    [
        ("ro", "Trage [amount card].", 7, "W202"),
        ("ro", "Trage [n cards].", 7, "W202"),
        ("ro", "[card:teh]", 1, "W204"),
        ("ro", "[n:many]", 1, "W204"),
        ("hu", "[n card:the]", 1, "W204"),
        ("en", "Draw 3 cards.", 6, "W205"),
        ("en", "Draw three cards.", 6, "W206"),
        ("en", "Pay double.", 5, "W206"),
        ("ro", "plătește dublul", 10, "W206"),
        ("ro", "al treilea", 4, "W206"),
        ("hu", "fizessen kétszer", 10, "W206"),
        ("hu", "kétszemélyes játék", 1, "W206"),
        ("hu", "az [n:ord]", 1, "W207"),
        ("hu", "A [plant]", 1, "W207"),
        ("en", "an [n phase:ord]", 1, "W207"),
        ("ro", "[each n: a]", 1, "W208"),
        ("ro", "[what n]", 1, "W208"),
        ("ro", "[n who]", 1, "W208"),
        ("ro", "[rows]", 1, "W208"),
        ("ro", "[open]", 1, "W208"),
        ("ro", "[n? yes: a | b]", 1, "W209"),
        ("ro", "[rows? few: a | b]", 1, "W209"),
        ("ro", "ia o cartelă", 6, "W210"),
        ("ro", "o Cartelă nouă", 3, "W210"),
        ("ro", "[a/az] [n]", 1, "W201"),
        ("en", "[n? one: a | two [n]s]", 14, "W206"),
        ("en", "[n? two: 2 cards | [n card]]", 10, "W205"),
        ("hu", "a „[plant]”", 1, "W207"),
    ],
)
def test_a_mistake_is_found_at_its_place(code: str, text: str, column: int, finding: str) -> None:
    bag = Bag()
    check_wording(parsed(text, bag), REACH, TONGUES[code], bag)
    found = bag.diagnostics[0]
    assert found.code == finding
    assert found.span is not None
    assert found.span.column == column


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("ro", "Trage [n card], pune [things:the] în [what:of the]; [each rows:[rank:ord f] [price]]."),
        ("ro", "centrala nouă, primul jucător, cartela"),
        ("hu", "[a/az] [n phase:ord -ban] [who:-nak] [n? one: ezt | azt]"),
        ("hu", "Az, aki [n:-t] mond, az első héten nyer"),
        ("en", "[a/an] [n phase:ord] of [things? empty: none | [things:or]]"),
        ("en", "one of the cards, the first player"),
        ("ro", "stochează [n? two: dublul | [n:times]]"),
        ("hu", "[n? two: mindkét [card] | [n card]]"),
    ],
)
def test_a_right_wording_has_no_finding(code: str, text: str) -> None:
    bag = Bag()
    check_wording(parsed(text, bag), REACH, TONGUES[code], bag)
    assert bag.codes == ()


STATE_A_NUMBER = {
    "en": "zero two seven ten twelve twenty-one hundred thousands second eleventh twentieth hundredth thirds half halves "
    "quarter twice double doubled doubling triple threefold both pair dozen",
    "ro": "zero doi două trei nouăsprezece douăzeci sută sute mii milioane doilea doua treilea șaptelea unsprezecelea "
    "douăsprezecea douăzecilea dublul dublului dublează dublată triplă jumătatea sferturi treime pătrime ambele ambilor "
    "amândoi pereche întreit",
    "hu": "nulla kettő kettőt kettővel két kétszer kettes ketten három hármat hármas harmadik harmada négy négyet negyedike "
    "ötöt ötödik hatot hatan hetedik hetven nyolcat kilenc tizet tizenkét huszonegy száz századik ezer második másodikat "
    "kétszerese megduplázza dupláját háromszorosa fele felét mindkét mindketten mindhárom tucat kétszemélyes kétfős",
}
"""Words of each language that state a number, in the forms a translator might type."""
STATE_NONE = {
    "en": "one once at first single often attend history",
    "ro": "un o una unu nouă noua mie prima primul luminii optime zecimal subliniat cinstit",
    "hu": "egy egyszer első hét hete hatszög háromszög négyzet ötlet hatás határ hatnak kétség kétes század százalék felé "
    "feltétel felek hatalmas otthon",
}
"""Words that look like numbers and are none, or say no more than an article does."""


@pytest.mark.parametrize("code", STATE_A_NUMBER)
def test_words_that_state_a_number(code: str) -> None:
    tongue = TONGUES[code]
    missed = [
        word
        for word in STATE_A_NUMBER[code].split()
        if not tongue.language.states_number(word) and word not in tongue.style.number_words
    ]
    assert missed == []


@pytest.mark.parametrize("code", STATE_NONE)
def test_words_that_state_none(code: str) -> None:
    taken = [word for word in STATE_NONE[code].split() if TONGUES[code].language.states_number(word)]
    assert taken == []


def test_the_values_a_wording_says() -> None:
    bag = Bag()
    wording = parsed("[n card] [what? f: [m] | [who]] [each rows:[rank]]", bag)
    assert mentioned_values(wording.pieces, REACH) == {"n", "what", "m", "who", "rows", "rank"}
    assert isinstance(REACH["rows"], RowsKind)


def test_the_form_probably_meant_is_named() -> None:
    bag = Bag()
    check_wording(parsed("[card:teh]", bag), REACH, TONGUES["ro"], bag)
    assert bag.diagnostics[0].near == closest_name("teh", ["the", "many", "of"]) == "the"
