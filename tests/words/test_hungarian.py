"""Hungarian numbers and nouns against the rules as grammars state them, over 0..2000 and over the table of nouns."""

from __future__ import annotations

import pytest
from tables import PLAIN_DIGITS, Row, forms, nouns_hu, plain

from reguli.words.grammar import hu_nouns as nouns
from reguli.words.grammar import hu_numbers as numbers
from reguli.words.grammar.grammar_values import DigitGrouping, Noun, NumberRange, ProperName
from reguli.words.grammar.hu_numbers import name_form

ROWS = nouns_hu()


def _noun(row: Row) -> Noun:
    given = row.marks["given"].split()
    parts = {
        "nominative": row.forms["nominative"],
        "accusative": row.forms["accusative"],
        "possessive": row.forms["his"],
        **({"superessive": row.forms["-on"]} if "superessive" in given else {}),
        **({"plural": row.forms["many"]} if "plural" in given else {}),
    }
    return Noun(row.noun, parts, harmony=row.marks["harmony"], low="low" in given)


BY_FORM = {row.forms["nominative"]: _noun(row) for row in ROWS}
CITY, PLANT, HOUSE, COAL = (BY_FORM[word] for word in ("város", "erőmű", "ház", "szén"))


def _form(word: str, asked: str) -> str | None:
    return nouns.noun_form(BY_FORM[word], forms(asked))


def _number(number: int | NumberRange, asked: str) -> str | None:
    return numbers.number_form(number, forms(asked), PLAIN_DIGITS)


def _counted(number: int | NumberRange, noun: Noun, asked: str = "") -> str | None:
    return plain(numbers.counted(number, noun, forms(asked), PLAIN_DIGITS))


# What a number in digits takes, by the element spoken last, as the grammar of numerals states it.
LAST = {
    "-t": "0:t 1:et 2:t 3:at 4:et 5:öt 6:ot 7:et 8:at 9:et 10:et 20:at 30:at 40:et 50:et 60:at 70:et 80:at 90:et 100:at 1000:et",
    "-s": "0:s 1:es 2:es 3:as 4:es 5:ös 6:os 7:es 8:as 9:es 10:es 20:as 30:as 40:es 50:es 60:as 70:es 80:as 90:es 100:as 1000:es",
    "-val": "0:val 1:gyel 2:vel 3:mal 4:gyel 5:tel 6:tal 7:tel 8:cal 9:cel 10:zel 20:szal 30:cal 40:nel 50:nel 60:nal 70:nel "
    "80:nal 90:nel 100:zal 1000:rel",
    "-hoz": "0:hoz 1:hez 2:höz 3:hoz 4:hez 5:höz 6:hoz 7:hez 8:hoz 9:hez 10:hez 20:hoz 30:hoz 40:hez 50:hez 60:hoz 70:hez 80:hoz "
    "90:hez 100:hoz 1000:hez",
    "-on": "0:n 1:en 2:n 3:on 4:en 5:ön 6:on 7:en 8:on 9:en 10:en 20:on 30:on 40:en 50:en 60:on 70:en 80:on 90:en 100:on 1000:en",
}
HOW_OFTEN = (
    "0:szor 1:szer 2:szer 3:szor 4:szer 5:ször 6:szor 7:szer 8:szor 9:szer 10:szer 20:szor 30:szor 40:szer 50:szer "
    "60:szor 70:szer 80:szor 90:szer 100:szor 1000:szer"
)
BACK = {0, 3, 6, 8, 20, 30, 60, 80, 100}
TWO_WAY = {
    "-ban": ("ban", "ben"),
    "-ba": ("ba", "be"),
    "-ból": ("ból", "ből"),
    "-ra": ("ra", "re"),
    "-ról": ("ról", "ről"),
    "-nál": ("nál", "nél"),
    "-tól": ("tól", "től"),
    "-nak": ("nak", "nek"),
}


def _last(number: int) -> int:
    """Return the value of the element spoken last: 13 ends in three, 40 in forty, 1100 in a hundred."""
    if number == 0:
        return 0
    if number % 10:
        return number % 10
    if number % 100:
        return number % 100
    return 100 if number % 1000 else 1000


@pytest.mark.parametrize("case", sorted(LAST))
def test_suffixes_on_digits_follow_the_last_spoken_element(case: str) -> None:
    table = {int(cell.split(":")[0]): cell.split(":")[1] for cell in LAST[case].split()}
    for number in range(2001):
        assert _number(number, case) == f"{number}-{table[_last(number)]}"


def test_how_often_stands_in_letters_once_and_twice() -> None:
    table = {int(cell.split(":")[0]): cell.split(":")[1] for cell in HOW_OFTEN.split()}
    assert [_number(number, "-szor") for number in (1, 2)] == ["egyszer", "kétszer"]
    for number in (0, *range(3, 2001)):
        assert _number(number, "-szor") == f"{number}-{table[_last(number)]}"
    assert plain(numbers.number_form(NumberRange(2, 3), forms("-szor"), PLAIN_DIGITS)) == "2–3-szor"


@pytest.mark.parametrize("case", sorted(TWO_WAY))
def test_suffixes_of_two_forms_follow_harmony(case: str) -> None:
    back, front = TWO_WAY[case]
    for number in range(2001):
        assert _number(number, case) == f"{number}-{back if _last(number) in BACK else front}"


@pytest.mark.parametrize("case", ["-ért", "-ig", "-ként", "-kor"])
def test_suffixes_of_one_form_never_change(case: str) -> None:
    assert all(_number(number, case) == f"{number}{case}" for number in range(2001))


def test_az_before_numbers_spoken_with_a_vowel_first() -> None:
    for number in range(2001):
        vowel = number in {1, 5} or 50 <= number <= 59 or 500 <= number <= 599 or 1000 <= number <= 1999
        assert numbers.article(str(number)) == ("az" if vowel else "a")


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        ("1.", "az"),
        ("5.", "az"),
        ("5000", "az"),
        ("50\u00a0000", "az"),
        ("100\u00a0000", "a"),
        ("1–8. mező", "az"),
        ("7. város", "a"),
        ("15-ös erőmű", "a"),
        ("05-ös", "a"),
        ("erőmű", "az"),
        ("Ági", "az"),
        ("űrhajó", "az"),
        ("ház", "a"),
        ("F mező", "az"),
        ("B mező", "a"),
        ("f-fel jelölt mező", "az"),
        ("F3 mező", "az"),
        ("B4 mező", "a"),
        *((f"{letter}3 mező", "az") for letter in "aefilmnorsuxy"),
        *((f"{letter}3 mező", "a") for letter in "bcdghjkpqtvwz"),
        ("f_3 mező", "az"),
        ("fa", "a"),
        ("fa3", "a"),
    ],
)
def test_a_or_az_by_sound(following: str, expected: str) -> None:
    assert numbers.article(following) == expected


def test_a_sound_against_the_spelling_decides() -> None:
    assert numbers.article("York", "vowel") == "az"
    assert numbers.article("Ypsilon", "consonant") == "a"


VALUES = {
    **{
        word: number
        for number, word in enumerate(
            ["nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc", "tíz"]
        )
    },
    "két": 2,
    "tizen": 10,
    "huszon": 20,
    "húsz": 20,
    "harminc": 30,
    "negyven": 40,
    "ötven": 50,
    "hatvan": 60,
    "hetven": 70,
    "nyolcvan": 80,
    "kilencven": 90,
}
SCALES = {"száz": 100, "ezer": 1000}


def _value(spoken: str) -> int:
    """Add up what the elements of a Hungarian number say."""
    total, waiting, rest = 0, 0, spoken.replace("-", "")
    elements = sorted([*VALUES, *SCALES], key=len, reverse=True)
    while rest:
        element = next(word for word in elements if rest.startswith(word))
        rest = rest.removeprefix(element)
        if element in SCALES:
            total += (waiting or 1) * SCALES[element]
            waiting = 0
        else:
            waiting += VALUES[element]
    return total + waiting


def test_numbers_in_words_add_up() -> None:
    for number in range(2001):
        assert _value(numbers.in_words(number)) == number
        assert _value(numbers.in_words(number, attributive=True)) == number


def test_two_at_the_end_is_short_only_before_a_noun() -> None:
    for number in range(2001):
        short = numbers.in_words(number, attributive=True)
        assert (short != numbers.in_words(number)) == (number % 10 == 2)
    assert numbers.in_words(102) == "százkettő"
    assert numbers.in_words(102, attributive=True) == "százkét"
    assert numbers.in_words(2001) == "kétezer-egy"
    assert _counted(2, CITY, "words") == "két város"


def test_ordinals_in_words() -> None:
    expected = [
        "első",
        "második",
        "harmadik",
        "negyedik",
        "ötödik",
        "hatodik",
        "hetedik",
        "nyolcadik",
        "kilencedik",
        "tizedik",
        "tizenegyedik",
        "tizenkettedik",
        "tizenharmadik",
        "tizennegyedik",
        "tizenötödik",
        "tizenhatodik",
        "tizenhetedik",
        "tizennyolcadik",
        "tizenkilencedik",
        "huszadik",
        "huszonegyedik",
    ]
    assert [numbers.ordinal_in_words(number) for number in range(1, 22)] == expected
    assert numbers.ordinal_in_words(100) == "századik"
    assert numbers.ordinal_in_words(1000) == "ezredik"
    assert _number(4, "ordwords -t") == "negyediket"
    assert _number(1, "ordwords -val") == "elsővel"


def test_the_point_of_an_ordinal_stays_before_its_suffix() -> None:
    for number in range(2001):
        assert _number(number, "ord") == f"{number}."
    assert _number(5, "ord -ba") == "5.-be"
    assert _number(2, "ord -ba") == "2.-ba"
    assert _number(3, "ord -t") == "3.-at"
    assert _number(5, "ord -t") == "5.-et"
    assert _number(1, "ord -t") == "1.-t"
    assert _number(5, "ord -hoz") == "5.-hez"
    assert _number(1, "ord -hoz") == "1.-höz"
    assert _number(4, "ord -val") == "4.-kel"


def test_ordinals_with_suffixes_follow_the_harmony_of_the_spoken_ordinal() -> None:
    for number in range(3, 2001):
        back = _last(number) in BACK
        assert _number(number, "ord -ban") == f"{number}.-{'ban' if back else 'ben'}"


@pytest.mark.parametrize(
    ("asked", "number", "expected"),
    [
        ("-s", 13, "13-as"),
        ("-s", 15, "15-ös"),
        ("-s", 16, "16-os"),
        ("-s", 20, "20-as"),
        ("-s", 40, "40-es"),
        ("-s -t", 13, "13-ast"),
        ("-s -val", 15, "15-össel"),
        ("-s -nak", 12, "12-esnek"),
        ("words", 12, "tizenkettő"),
        ("attr", 12, "tizenkét"),
    ],
)
def test_other_forms_of_numbers(asked: str, number: int, expected: str) -> None:
    assert _number(number, asked) == expected


@pytest.mark.parametrize("asked", ["-t -val", "ord words", "words -t", "ord -szor", "-s -szor"])
def test_forms_that_exclude_each_other_do_not_exist(asked: str) -> None:
    assert _number(5, asked) is None


def test_a_noun_stays_singular_after_any_number_and_takes_the_suffix() -> None:
    for number in range(2001):
        assert _counted(number, CITY) == f"{number} város"
    assert _counted(3, COAL, "-t") == "3 szenet"
    assert _counted(5, BY_FORM["fázis"], "ord -ban") == "5. fázisban"
    assert _counted(13, PLANT, "-s -t") == "13-as erőművet"
    assert _counted(NumberRange(1, 8), BY_FORM["mező"], "ord -ra") == "1–8. mezőre"
    assert _counted(3, PLANT, "his") == "3 erőműve"
    assert _counted(10, BY_FORM["elektró"], "-ba") == "10 elektróba"
    assert numbers.counted(17, CITY, forms(), DigitGrouping("\u00a0", 5)) == "17\u00a0város"


@pytest.mark.parametrize("row", ROWS, ids=[row.noun for row in ROWS])
def test_every_form_of_the_table_follows_from_the_principal_parts(row: Row) -> None:
    noun = _noun(row)
    for name, expected in row.forms.items():
        asked = {"nominative": "", "accusative": "-t"}.get(name, name)
        assert nouns.noun_form(noun, forms(asked)) == expected, name


@pytest.mark.parametrize(
    ("word", "asked", "expected"),
    [
        ("szén", "-val", "szénnel"),
        ("szemét", "-val", "szeméttel"),
        ("piac", "-val", "piaccal"),
        ("szakasz", "-val", "szakasszal"),
        ("vasút", "-val", "vasúttal"),
        ("licit", "-val", "licittel"),
        ("erőmű", "-val", "erőművel"),
        ("kártya", "-val", "kártyával"),
        ("kártya", "-ig", "kártyáig"),
        ("kártya", "-ként", "kártyaként"),
        ("szén", "-ból", "szénből"),
        ("ház", "his -t", "házát"),
        ("ház", "his -ban", "házában"),
        ("erőmű", "his -t", "erőművét"),
        ("erőmű", "his many -ra", "erőműveire"),
        ("erőmű", "your", "erőműved"),
        ("erőmű", "their", "erőművük"),
        ("erőmű", "many -t", "erőműveket"),
        ("erőmű", "-hoz", "erőműhöz"),
        ("erőmű", "many -hoz", "erőművekhez"),
        ("város", "his many -nak", "városainak"),
        ("város", "many -t", "városokat"),
        ("kártya", "his -t", "kártyáját"),
        ("kártya", "our", "kártyánk"),
        ("ház", "my", "házam"),
        ("ház", "our", "házunk"),
        ("ház", "your_all", "házatok"),
        ("kör", "many -on", "körökön"),
        ("kör", "your_all", "körötök"),
        ("kör", "-hoz", "körhöz"),
        ("mező", "-ra", "mezőre"),
        ("piac", "-on", "piacon"),
        ("fázis", "-ban", "fázisban"),
        ("pakli", "-ba", "pakliba"),
        ("pakli", "their", "paklijuk"),
        ("híd", "-nak", "hídnak"),
        ("híd", "our", "hidunk"),
        ("elektró", "-ért", "elektróért"),
    ],
)
def test_cases_and_owners(word: str, asked: str, expected: str) -> None:
    assert _form(word, asked) == expected


def test_two_owners_or_two_cases_make_no_form() -> None:
    assert nouns.noun_form(HOUSE, forms("my his")) is None
    assert nouns.noun_form(HOUSE, forms("-t -val")) is None


@pytest.mark.parametrize(
    ("name", "case", "expected"),
    [
        ("Anna", "-nak", "Annának"),
        ("Anna", "-t", "Annát"),
        ("Anna", "-é", "Annáé"),
        ("Bence", "-nak", "Bencének"),
        ("Bob", "-nak", "Bobnak"),
        ("Bob", "-val", "Bobbal"),
        ("Péter", "-t", "Pétert"),
        ("Ágnes", "-val", "Ágnessel"),
        ("Nóri", "-nak", "Nórinak"),
        ("Kriszti", "-nak", "Krisztinek"),
        ("Max", "-val", "Maxszal"),
    ],
)
def test_names_of_players(name: str, case: str, expected: str) -> None:
    assert name_form(ProperName(name), forms(case)) == expected


def test_a_word_with_a_mute_ending_takes_its_suffix_after_a_hyphen() -> None:
    town = Noun(
        "town", {"nominative": "Seattle", "accusative": "Seattle-t", "possessive": "Seattle-je"}, harmony="front"
    )
    assert nouns.noun_form(town, forms("-ban")) == "Seattle-ben"
    assert nouns.noun_form(town, forms("-t")) == "Seattle-t"


def test_words_that_state_a_number() -> None:
    assert all(
        numbers.states_number(word) for word in ["három", "negyedik", "kétszer", "kétszemélyes", "dupla", "huszadik"]
    )
    assert not any(numbers.states_number(word) for word in ["egy", "első", "hét", "kétség", "hatékony", "játékos"])


@pytest.mark.parametrize(
    ("place", "asked", "said"),
    [
        ("", "to", "pakliba"),
        ("inside", "from", "pakliból"),
        ("upon", "to", "paklira"),
        ("upon", "at", "paklin"),
        ("upon", "his from", "paklijáról"),
        ("", "many to", "paklik közé"),
        ("upon", "his many from", "paklijai közül"),
    ],
)
def test_where_things_lie_are_put_and_taken_from(place: str, asked: str, said: str) -> None:
    parts = {"nominative": "pakli", "accusative": "paklit", "possessive": "paklija", "plural": "paklik"}
    assert nouns.noun_form(Noun("deck", parts, harmony="back", place=place), forms(asked)) == said
