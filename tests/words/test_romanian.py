"""Romanian numbers and nouns against the rules as grammars state them, over 0..2000 and over the table of nouns."""

from __future__ import annotations

import pytest
from tables import FORMS_RO, PLAIN_DIGITS, Row, forms, nouns_ro, plain

from reguli.words.grammar import ro
from reguli.words.grammar import ro as numbers
from reguli.words.grammar.grammar_values import DigitGrouping, Noun, NumberRange, ProperName

CITY = Noun("city", {"singular": "oraș", "plural": "orașe"}, gender="n")
PLANT = Noun("plant", {"singular": "centrală", "plural": "centrale"}, gender="f")
PLAYER = Noun("player", {"singular": "jucător", "plural": "jucători"}, gender="m")
ROWS = nouns_ro()


def _counted(number: int | NumberRange, noun: Noun, asked: str = "") -> str | None:
    return plain(ro.counted(number, noun, forms(asked), PLAIN_DIGITS))


@pytest.mark.parametrize("noun", [CITY, PLANT, PLAYER], ids=["n", "f", "m"])
def test_de_stands_from_twenty_on_but_not_after_one_to_nineteen_of_a_hundred(noun: Noun) -> None:
    one, many = noun.parts["singular"], noun.parts["plural"]
    for number in range(2001):
        rest = number % 100
        if number == 1:
            expected = f"1 {one}"
        elif number == 0 or 1 <= rest <= 19:
            expected = f"{number} {many}"
        else:
            expected = f"{number} de {many}"
        assert _counted(number, noun) == expected


def test_the_style_guides_examples_of_counting() -> None:
    assert _counted(19, CITY) == "19 orașe"
    assert _counted(20, CITY) == "20 de orașe"
    assert _counted(101, CITY) == "101 orașe"
    assert _counted(120, CITY) == "120 de orașe"
    assert _counted(NumberRange(15, 20), CITY) == "15–20 de orașe"
    assert _counted(NumberRange(2, 6), PLAYER) == "2–6 jucători"
    assert _counted(37, PLANT, "label") == "centrala 37"
    assert _counted(2, PLAYER, "the") == "cei 2 jucători"
    assert _counted(2, CITY, "the of") == "celor 2 orașe"


def test_nothing_breaks_between_a_number_and_its_noun() -> None:
    digits = DigitGrouping("\u00a0", 5)
    assert ro.counted(20, CITY, forms(), digits) == "20\u00a0de\u00a0orașe"
    assert ro.counted(5, PLANT, forms("label"), digits) == "centrala\u00a05"
    assert ro.counted(7, CITY, forms("ord"), digits) == "al\u00a07-lea\u00a0oraș"


VALUES = {
    **{
        word: number
        for number, word in enumerate(
            ["zero", "unu", "doi", "trei", "patru", "cinci", "șase", "șapte", "opt", "nouă", "zece", "unsprezece"]
        )
    },
    "una": 1,
    "două": 2,
    "doisprezece": 12,
    "douăsprezece": 12,
    **{
        word: 13 + place
        for place, word in enumerate(
            ["treisprezece", "paisprezece", "cincisprezece", "șaisprezece", "șaptesprezece", "optsprezece"]
        )
    },
    "nouăsprezece": 19,
    **{
        word: 20 + 10 * place
        for place, word in enumerate(
            ["douăzeci", "treizeci", "patruzeci", "cincizeci", "șaizeci", "șaptezeci", "optzeci", "nouăzeci"]
        )
    },
}
SCALES = {"sută": 100, "sute": 100, "mie": 1000, "mii": 1000}


def _value(spoken: str) -> int:
    """Add up what the words of a Romanian number say."""
    total, waiting = 0, 0
    for word in spoken.split():
        if word == "o":
            waiting += 1
        elif word in SCALES:
            total += waiting * SCALES[word]
            waiting = 0
        elif word not in {"și", "de"}:
            waiting += VALUES[word]
    return total + waiting


def test_numbers_in_words_add_up_in_both_genders() -> None:
    for number in range(2001):
        assert _value(numbers.in_words(number, "m")) == number
        assert _value(numbers.in_words(number, "f")) == number


def test_only_one_two_and_twelve_at_the_end_show_gender() -> None:
    for number in range(2001):
        rest = number % 100
        shows = rest in {1, 2, 12} or (rest > 20 and rest % 10 in {1, 2})
        assert (numbers.in_words(number, "m") != numbers.in_words(number, "f")) == shows


@pytest.mark.parametrize(
    ("number", "noun", "expected"),
    [
        (1, CITY, "un oraș"),
        (1, PLANT, "o centrală"),
        (1, PLAYER, "un jucător"),
        (2, CITY, "două orașe"),
        (2, PLANT, "două centrale"),
        (2, PLAYER, "doi jucători"),
        (12, PLAYER, "doisprezece jucători"),
        (12, CITY, "douăsprezece orașe"),
        (21, PLANT, "douăzeci și una de centrale"),
        (22, PLAYER, "douăzeci și doi de jucători"),
        (22, CITY, "douăzeci și două de orașe"),
        (100, PLANT, "o sută de centrale"),
        (200, PLAYER, "două sute de jucători"),
        (1000, CITY, "o mie de orașe"),
        (2000, CITY, "două mii de orașe"),
    ],
)
def test_numbers_in_words_before_a_noun(number: int, noun: Noun, expected: str) -> None:
    assert _counted(number, noun, "words") == expected


MASCULINE = [
    "primul",
    "al doilea",
    "al treilea",
    "al patrulea",
    "al cincilea",
    "al șaselea",
    "al șaptelea",
    "al optulea",
    "al nouălea",
    "al zecelea",
    "al unsprezecelea",
    "al doisprezecelea",
    "al treisprezecelea",
    "al paisprezecelea",
    "al cincisprezecelea",
    "al șaisprezecelea",
    "al șaptesprezecelea",
    "al optsprezecelea",
    "al nouăsprezecelea",
    "al douăzecilea",
]
FEMININE = [
    "prima",
    "a doua",
    "a treia",
    "a patra",
    "a cincea",
    "a șasea",
    "a șaptea",
    "a opta",
    "a noua",
    "a zecea",
    "a unsprezecea",
    "a douăsprezecea",
    "a treisprezecea",
    "a paisprezecea",
    "a cincisprezecea",
    "a șaisprezecea",
    "a șaptesprezecea",
    "a optsprezecea",
    "a nouăsprezecea",
    "a douăzecea",
]


def test_ordinals_in_words_to_twenty() -> None:
    assert [numbers.ordinal_in_words(number, "m") for number in range(1, 21)] == MASCULINE
    assert [numbers.ordinal_in_words(number, "f") for number in range(1, 21)] == FEMININE
    assert numbers.ordinal_in_words(21, "m") is None


def test_ordinals_in_digits_over_all_numbers() -> None:
    assert plain(numbers.ordinal(1, "m", PLAIN_DIGITS)) == "primul"
    assert plain(numbers.ordinal(1, "f", PLAIN_DIGITS)) == "prima"
    for number in range(2, 2001):
        assert plain(numbers.ordinal(number, "m", PLAIN_DIGITS)) == f"al {number}-lea"
        assert plain(numbers.ordinal(number, "f", PLAIN_DIGITS)) == f"a {number}-a"


def test_ordinals_with_their_noun_and_headless() -> None:
    assert _counted(7, CITY, "ord") == "al 7-lea oraș"
    assert _counted(2, PLANT, "ord") == "a 2-a centrală"
    assert _counted(1, PLANT, "ord") == "prima centrală"
    assert _counted(7, CITY, "ord of") == "celui de-al 7-lea oraș"
    assert _counted(2, PLANT, "ordwords of") == "celei de-a doua centrale"
    assert _counted(4, PLANT, "ordwords bare") == "a patra"


def test_times() -> None:
    assert plain(numbers.times(1, PLAIN_DIGITS)) == "o dată"
    assert plain(numbers.times(2, PLAIN_DIGITS)) == "de 2 ori"
    assert plain(numbers.times(20, PLAIN_DIGITS)) == "de 20 de ori"


@pytest.mark.parametrize("row", ROWS, ids=[row.noun for row in ROWS])
def test_every_form_of_the_table_follows_from_singular_plural_and_gender(row: Row) -> None:
    parts = {name: row.forms[name] for name in ("singular", "plural") if row.forms[name]}
    noun = Noun(row.noun, parts, gender=row.marks["gender"])
    if " " in row.forms["singular"]:
        noun = _with_adjective(row)
    for name in FORMS_RO:
        if row.forms[name]:
            asked = {"singular": "", "plural": "many"}.get(name, name)
            assert ro.noun_form(noun, forms(asked)) == row.forms[name], name


def _with_adjective(row: Row) -> Noun:
    """Make a noun of two words, of which the second is an adjective that agrees."""
    one, one_adjective = row.forms["singular"].split()
    many, many_adjective = row.forms["plural"].split()
    adjectives = ("-", one_adjective, "-", many_adjective)
    return Noun(row.noun, {"singular": one, "plural": many}, gender=row.marks["gender"], adjectives=adjectives)


@pytest.mark.parametrize("row", ROWS, ids=[row.noun for row in ROWS])
def test_the_indefinite_genitive_is_the_singular_or_for_a_feminine_the_plural(row: Row) -> None:
    if not (row.forms["singular"] and row.forms["plural"]) or " " in row.forms["singular"]:
        return
    feminine = row.marks["gender"] == "f"
    noun = Noun(row.noun, {name: row.forms[name] for name in ("singular", "plural")}, gender=row.marks["gender"])
    expected = f"unei {row.forms['plural']}" if feminine else f"unui {row.forms['singular']}"
    assert ro.noun_form(noun, forms("of a")) == expected


def test_words_that_agree_with_a_noun() -> None:
    expected = {
        "al": ("al", "a", "al", "ai", "ale", "ale"),
        "il": ("îl", "o", "îl", "îi", "le", "le"),
        "cel": ("cel", "cea", "cel", "cei", "cele", "cele"),
        "acel": ("acel", "acea", "acel", "acei", "acele", "acele"),
        "acel of": ("acelui", "acelei", "acelui", "acelor", "acelor", "acelor"),
        "celalalt": ("celălalt", "cealaltă", "celălalt", "ceilalți", "celelalte", "celelalte"),
        "celalalt of": ("celuilalt", "celeilalte", "celuilalt", "celorlalți", "celorlalte", "celorlalte"),
    }
    for word, agreeing in expected.items():
        one = tuple(ro.noun_form(noun, forms(word)) for noun in (PLAYER, PLANT, CITY))
        many = tuple(ro.noun_form(noun, forms(f"{word} many")) for noun in (PLAYER, PLANT, CITY))
        assert one + many == agreeing


def test_an_owner_takes_its_article_unless_it_follows_a_definite_noun_directly() -> None:
    order = Noun("order", {"singular": "ordine", "plural": "ordini"}, gender="f", owner="jucătorilor")
    assert ro.noun_form(order, forms()) == "ordine a jucătorilor"
    assert ro.noun_form(order, forms("the")) == "ordinea jucătorilor"
    assert ro.noun_form(order, forms("of the")) == "ordinii jucătorilor"
    reverse = Noun(
        "reverse", order.parts, gender="f", owner="jucătorilor", adjectives=("invers", "inversă", "inverși", "inverse")
    )
    assert ro.noun_form(reverse, forms("the")) == "ordinea inversă a jucătorilor"
    assert ro.noun_form(reverse, forms("of the")) == "ordinii inverse a jucătorilor"


def test_what_an_owner_follows_says_how() -> None:
    assert ro.noun_form(CITY, forms("owned many")) == "orașele"
    supply = Noun("supply", {"singular": "rezervă", "plural": "rezerve"}, gender="f", after="de muncitori")
    assert ro.noun_form(supply, forms("owned")) == "rezerva de muncitori a"
    assert ro.noun_form(supply, forms("owned many")) == "rezervele de muncitori ale"
    assert ro.noun_form(supply, forms("owned of")) == "rezervei de muncitori a"


def test_each_agrees_with_a_noun_in_the_singular() -> None:
    assert [ro.noun_form(noun, forms("fiecare")) for noun in (PLAYER, PLANT, CITY)] == ["fiecare"] * 3
    assert [ro.noun_form(noun, forms("fiecare of")) for noun in (PLAYER, PLANT, CITY)] == [
        "fiecărui",
        "fiecărei",
        "fiecărui",
    ]
    assert ro.noun_form(PLANT, forms("fiecare many")) is None


def test_what_is_somebodys_own_has_its_possessive_behind_the_head() -> None:
    assert [ro.noun_form(noun, forms("his")) for noun in (PLAYER, PLANT, CITY)] == [
        "jucătorul său",
        "centrala sa",
        "orașul său",
    ]
    assert ro.noun_form(PLANT, forms("his of")) == "centralei sale"
    assert ro.noun_form(PLAYER, forms("his many")) == "jucătorii săi"
    assert ro.noun_form(CITY, forms("his many of")) == "orașelor sale"
    supply = Noun("supply", {"singular": "rezervă", "plural": "rezerve"}, gender="f", after="de muncitori")
    assert ro.noun_form(supply, forms("his")) == "rezerva sa de muncitori"
    order = Noun("order", {"singular": "ordine", "plural": "ordini"}, gender="f", owner="jucătorilor")
    assert ro.noun_form(order, forms("his")) == "ordinea jucătorilor a sa"


def test_what_is_not_counted_itself_is_counted_by_its_unit() -> None:
    token = Noun("token", {"singular": "jeton", "plural": "jetoane"}, gender="n")
    coal = Noun("coal", {"singular": "cărbune"}, gender="m", mass=True)
    assert _counted(3, coal) is None
    counted = ro.with_unit(token, coal)
    assert _counted(3, counted) == "3 jetoane de cărbune"
    assert _counted(20, counted) == "20 de jetoane de cărbune"
    assert _counted(1, counted, "words") == "un jeton de cărbune"


def test_money_that_never_changes_takes_de_too() -> None:
    elektro = Noun("money", {"singular": "Elektro"}, gender="m", invariable=True, mass=True)
    assert _counted(10, elektro) == "10 Elektro"
    assert _counted(50, elektro) == "50 de Elektro"
    assert ro.noun_form(elektro, forms("the")) == "Elektro"


@pytest.mark.parametrize(
    ("name", "gender", "expected"),
    [
        ("Ana", "", "Anei"),
        ("Maria", "", "Mariei"),
        ("Anca", "", "Ancăi"),
        ("Angelica", "", "Angelicăi"),
        ("Olga", "", "Olgăi"),
        ("Dan", "", "lui Dan"),
        ("Valeriu", "", "lui Valeriu"),
        ("Carmen", "f", "lui Carmen"),
        ("Mircea", "", "lui Mircea"),
        ("Sorana", "m", "lui Sorana"),
        # Of several words the first decides, whoever the last reminds of.
        ("Mircea Toma", "", "lui Mircea Toma"),
        ("Mia Pop", "", "Miei Pop"),
        ("Maria Popescu", "", "Mariei Popescu"),
        ("Ion Popa", "", "lui Ion Popa"),
        ("Ilinca Toma", "", "Ilincăi Toma"),
    ],
)
def test_names_in_the_genitive(name: str, gender: str, expected: str) -> None:
    assert ro.name_genitive(ProperName(name, gender)) == expected


@pytest.mark.parametrize(
    ("forms_written", "said"),
    [
        ({}, (None, None)),
        ({"of": "mărfi"}, ("mărfi", "mărfii")),
        ({"of the": "mărfii"}, ("mărfi", "mărfii")),
    ],
)
def test_either_genitive_gives_the_other(forms_written: dict[str, str], said: tuple[str | None, ...]) -> None:
    noun = Noun("good", {"singular": "marfă", "plural": "mărfuri"}, forms_written, gender="f")
    assert (ro.noun_form(noun, forms("of")), ro.noun_form(noun, forms("of the"))) == said
