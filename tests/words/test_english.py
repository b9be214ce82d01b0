"""English numbers, articles and plurals against the rules as grammars state them, over 0..2000."""

from __future__ import annotations

import pytest
from slow_numbers import EN_ONES, EN_TENS
from tables import PLAIN_DIGITS, forms, plain

from reguli.words.grammar import en
from reguli.words.grammar.grammar_values import DigitGrouping, Noun, NumberRange, ProperName

CITY = Noun("city", {"singular": "city"})
COAL = Noun("coal", {"singular": "coal"}, mass=True)
THOUSANDS = DigitGrouping(",", 4)


def _counted(number: int | NumberRange, noun: Noun, asked: str = "") -> str | None:
    return plain(en.counted(number, noun, forms(asked), PLAIN_DIGITS))


def test_only_one_is_singular() -> None:
    for number in range(2001):
        assert _counted(number, CITY) == (f"{number} city" if number == 1 else f"{number} cities")
        assert _counted(number, COAL) == f"{number} coal"


def test_an_before_numbers_spoken_with_a_vowel_first() -> None:
    for number in range(2001):
        vowel = number in {8, 11, 18} or 80 <= number <= 89 or 800 <= number <= 899
        assert en.article(str(number)) == ("an" if vowel else "a")
    assert en.article("8,000") == "an"
    assert en.article("11,000") == "an"
    assert en.article("11000") == "an"
    assert en.article("1,100") == "a"


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        ("hour", "an"),
        ("house", "a"),
        ("honest mistake", "an"),
        ("uranium plant", "a"),
        ("unit", "a"),
        ("unused space", "an"),
        ("unimportant card", "an"),
        ("umbrella", "an"),
        ("one-off", "a"),
        ("owner", "an"),
        ("European", "a"),
        ("usual order", "a"),
        ("upper row", "an"),
        ("X", "an"),
        ("f3 space", "an"),
        ("b4 space", "a"),
        ("u2 space", "a"),
        ("U", "a"),
        ("auction", "an"),
        ("yellow card", "a"),
    ],
)
def test_a_or_an_by_sound(following: str, expected: str) -> None:
    assert en.article(following) == expected


def test_ordinals_in_digits() -> None:
    endings = {1: "st", 2: "nd", 3: "rd"}
    for number in range(2001):
        teen = number % 100 in {11, 12, 13}
        ending = "th" if teen else endings.get(number % 10, "th")
        assert en.ordinal(number, PLAIN_DIGITS) == f"{number}{ending}"
    assert en.ordinal(1112, THOUSANDS) == "1,112th"


VALUES = {
    **{word: number for number, word in enumerate(EN_ONES)},
    **{word: 10 * place for place, word in enumerate(EN_TENS) if place >= 2},
}
SCALES = {"hundred": 100, "thousand": 1000}


def _value(spoken: str) -> int:
    """Add up what the words of an English number say."""
    total, waiting = 0, 0
    for word in spoken.replace("-", " ").split():
        if word in SCALES:
            total += waiting * SCALES[word]
            waiting = 0
        elif word != "and":
            waiting += VALUES[word]
    return total + waiting


def test_numbers_in_words_add_up() -> None:
    assert all(_value(en.in_words(number)) == number for number in range(2001))
    assert en.in_words(21) == "twenty-one"
    assert en.in_words(101) == "one hundred and one"
    assert en.in_words(1999) == "one thousand nine hundred and ninety-nine"


def test_ordinals_in_words() -> None:
    expected = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
        "twenty-first",
    ]
    assert [en.ordinal_in_words(number) for number in range(1, 22)] == expected
    assert en.ordinal_in_words(100) == "one hundredth"


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("city", "cities"),
        ("box", "boxes"),
        ("play", "plays"),
        ("match", "matches"),
        ("plant", "plants"),
        ("space", "spaces"),
    ],
)
def test_regular_plurals(singular: str, plural: str) -> None:
    assert en.plural(Noun("x", {"singular": singular})) == plural


def test_phrases_with_a_number() -> None:
    phase = Noun("phase", {"singular": "phase"})
    elektro = Noun("money", {"singular": "Elektro"}, invariable=True)
    assert _counted(5, phase, "ord") == "5th phase"
    assert _counted(5, phase, "label") == "phase 5"
    assert _counted(NumberRange(1, 8), Noun("s", {"singular": "space"}), "label") == "spaces 1–8"
    assert _counted(10, elektro) == "10 Elektro"
    assert _counted(2, CITY, "words") == "two cities"
    assert _counted(3, CITY, "ordwords") == "third city"
    assert [plain(en.times(number, PLAIN_DIGITS)) for number in (1, 2, 3)] == ["once", "twice", "3 times"]


def test_forms_of_nouns_and_names() -> None:
    assert en.noun_form(CITY, forms("many")) == "cities"
    assert en.noun_form(CITY, forms("a")) == "a city"
    assert en.noun_form(Noun("x", {"singular": "auction"}), forms("a")) == "an auction"
    assert en.noun_form(CITY, forms("many s")) == "cities’"
    assert en.noun_form(COAL, forms("a")) is None
    assert en.name_form(ProperName("Ana"), forms("s")) == "Ana’s"


def test_thousands_are_grouped_as_the_style_says() -> None:
    assert en.number_form(999, forms(), THOUSANDS) == "999"
    assert en.number_form(1000, forms(), THOUSANDS) == "1,000"
    assert en.number_form(1234567, forms(), THOUSANDS) == "1,234,567"
    assert en.number_form(-5, forms(), THOUSANDS) == "−5"
    assert en.number_form(12345, forms(), DigitGrouping("\u00a0", 5)) == "12\u00a0345"
    assert en.number_form(1234, forms(), DigitGrouping("\u00a0", 5)) == "1234"
