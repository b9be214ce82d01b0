"""Corrections of printed sentences become wordings again: numbers, nouns in their forms, articles; what is not certain is asked about."""

from __future__ import annotations

import pytest
from realisers import REACH, TONGUES, said

from reguli.source.finding_catalogue import Said
from reguli.words.translation.printed_corrections import CorrectedWording, Printing, correct_wording
from reguli.words.wording_parser import LONGEST, RowValues, Values

VALUES: Values = {
    "n": 3,
    "m": 5,
    "what": "plant",
    "things": ("house", "plant"),
    "open": True,
    "limits": RowValues(({"players": 2, "limit": 7},)),
}


def corrected(code: str, text: str, wanted: str, **values: int) -> CorrectedWording:
    return correct_wording(text, wanted, Printing({**VALUES, **values}, REACH, TONGUES[code]))


CONVERTED = {
    "words are added": ("hu", "Húzz [n card:-t].", "Most húzz 3 kártyát.", "Most húzz [n card:-t]."),
    "words are changed": ("ro", "Trage [n card].", "Trageți 3 cărți.", "Trageți [n card]."),
    "words go": ("en", "Now draw [n card].", "Draw 3 cards.", "Draw [n card]."),
    "a number takes a case": ("hu", "Kettőből [n] jár.", "Kettőből 3-at kapsz.", "Kettőből [n:-t] kapsz."),
    "a counted noun takes a case": ("hu", "[n card] jár.", "3 kártyát kapsz.", "[n card:-t] kapsz."),
    "a counted noun is moved": (
        "ro",
        "Din [deck], trage [n card].",
        "Trage 3 cărți din pachet.",
        "Trage [n card] din [deck].",
    ),
    "a noun takes another form in Romanian": (
        "ro",
        "[Plant:many the] sunt ale [player:of the].",
        "O centrală este a jucătorului.",
        "[Plant:a] este a [player:of the].",
    ),
    "a noun takes another case in Hungarian": (
        "hu",
        "Add el [a/az] [plant:-t].",
        "Mondj le az erőműről.",
        "Mondj le [a/az] [plant:-ról].",
    ),
    "an article comes with what is moved": (
        "hu",
        "Egy [plant] van [a/az] [house:-ban].",
        "A házban egy erőmű van.",
        "[A/Az] [house:-ban] egy [plant] van.",
    ),
    "an article is new": ("hu", "[Plant] van ott.", "Ott az erőmű van.", "Ott [a/az] [plant] van."),
    "two articles meet": ("hu", "[A/Az] [plant] áll.", "Az az erőmű áll.", "[A/Az] [a/az] [plant] áll."),
    "a term is said again": (
        "ro",
        "Luați [plant:the].",
        "Luați centrala; o centrală rămâne.",
        "Luați [plant:the]; [plant:a] rămâne.",
    ),
    "words are added behind a choice": (
        "hu",
        "[open? yes: Fizess | no: [player] fizet] [n coin:-t].",
        "Fizess azonnal 3 elektrót.",
        "[open? yes: Fizess | no: [player] fizet] azonnal [n coin:-t].",
    ),
    "brackets are typed": ("en", "Draw [n card].", "Draw 3 cards [now].", "Draw [n card] [[now]]."),
    "a noun begins a longer word": ("hu", "A [plant]park nagy.", "Az erőműpark kicsi.", "Az [plant]park kicsi."),
    "a pronoun is no noun": (
        "ro",
        "Vine rândul pentru [player:the].",
        "Îi vine rândul, il spune jucătorul.",
        "Îi vine rândul, il spune [player:the].",
    ),
}


@pytest.mark.parametrize("case", CONVERTED)
def test_a_correction_becomes_a_wording(case: str) -> None:
    code, text, wanted, expected = CONVERTED[case]
    found = corrected(code, text, wanted)
    assert found == CorrectedWording(expected)
    assert said(code, found.text, VALUES) == wanted


TROUBLES = {
    "a number that is no value": ("hu", "Húzz [n card:-t].", "Húzz 4 kártyát.", "why.number_unknown", "4"),
    "a number of another value": ("ro", "Trage [n card].", "Trage 5 cărți.", "why.number_unknown", "5"),
    "a value is lost": ("hu", "Húzz [n card:-t].", "Húzz.", "why.value_lost", "3 kártyát"),
    "a value is lost that a choice still goes by": (
        "hu",
        "Most [n? one: húzd | húzd le] a [n card:-t].",
        "Most húzd le a lapokat.",
        "why.value_lost",
        "3 kártyát",
    ),
    "a number with a suffix that is no form": ("hu", "[n] van.", "3-ocska van.", "why.word_not_converted", "3-ocska"),
    "a number in words": (
        "hu",
        "Húzz [n card:-t].",
        "Húzz 3 kártyát és két pakli lapot.",
        "why.word_not_converted",
        "két",
    ),
    "a word to avoid": ("ro", "Trage [n card].", "Trage 3 cărți și o cartelă.", "why.word_avoided", "cartelă"),
    "an article that the sound forbids": (
        "hu",
        "Ott [a/az] [plant] áll.",
        "Ott a erőmű áll.",
        "why.prints_otherwise",
        "a",
    ),
    "words across a choice": (
        "hu",
        "[open? yes: Fizess | no: [player] fizet] most [n coin:-t].",
        "Adj 3 elektrót.",
        "why.across_choice",
        "Fizess most",
    ),
}


@pytest.mark.parametrize("case", TROUBLES)
def test_what_cannot_be_converted_is_asked_about_by_its_word(case: str) -> None:
    code, text, wanted, why, word = TROUBLES[case]
    found = corrected(code, text, wanted)
    assert found.text == text
    assert found.trouble is not None
    assert (found.trouble.phrase, dict(found.trouble.args)["word"]) == (why, word)


def test_two_values_of_one_number_are_not_guessed() -> None:
    found = corrected("hu", "Húzz.", "Húzz 3 kártyát.", m=3)
    assert found.trouble == Said("why.number_ambiguous", word="3")


CHECKED = {
    "a choice has another text": (
        "[open? yes: Fizess | no: [player] fizet] [n coin:-t].",
        "Adj 3 elektrót.",
        "[open? yes: Adj | no: [player] fizet] [n coin:-t].",
        Said("why.other_texts"),
    ),
    "a form within a choice": (
        "[open? yes: Vedd el [a/az] [plant:-t] | no: Marad].",
        "Szabadulj meg az erőműtől.",
        "[open? yes: Szabadulj meg [a/az] [plant:-tól] | no: Marad].",
        Said("why.other_texts"),
    ),
    "a number that the sentence did not say": (
        "Húzz [n card:-t].",
        "Húzz 3 kártyát 5 helyett.",
        "Húzz [n card:-t] [m] helyett.",
        Said("why.number_guessed", word="5", name="m"),
    ),
    "a number without its noun": (
        "Húzz [n card:-t].",
        "Húzz 3 új kártyát.",
        "Húzz [n] új [card:-t].",
        Said("why.number_apart", word="3 kártyát"),
    ),
    "a term by another word": (
        "Ez [a/az] [plant].",
        "Ez itt gép.",
        "Ez itt gép.",
        Said("why.term_lost", word="erőmű"),
    ),
}


@pytest.mark.parametrize("case", CHECKED)
def test_what_a_person_must_look_at_is_converted_and_told(case: str) -> None:
    text, wanted, expected, why = CHECKED[case]
    assert corrected("hu", text, wanted) == CorrectedWording(expected, check=why)


def test_values_that_print_alike_are_told_when_they_move() -> None:
    """Both are 3: which one stands where after the move is for a person to say."""
    text = "Kezdéskor: [n]. Zárásnál: [m]."
    found = corrected("hu", text, "Zárásnál: 3. Kezdéskor: 3.", m=3)
    assert found.trouble is None
    assert found.check is not None
    assert found.check.phrase == "why.value_guessed"
    assert corrected("hu", text, "Most kezdéskor: 3. Zárásnál: 3.", m=3) == CorrectedWording(
        "Most kezdéskor: [n]. Zárásnál: [m]."
    )


def test_a_line_break_that_stood_there_stays() -> None:
    found = corrected("en", "Draw [n card].\nThen stop.", "Draw 3 cards. Then rest.")
    assert found.text == "Draw [n card].\nThen rest."


def test_a_correction_of_more_than_a_wording_can_hold_is_refused() -> None:
    found = corrected("en", "Draw [n card].", "Draw " * LONGEST)
    assert found.trouble == Said("why.too_long", limit=LONGEST)
