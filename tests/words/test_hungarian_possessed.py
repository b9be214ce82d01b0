"""What is possessed in Hungarian by everybody: the stem that his form shows, abbreviations and figures."""

from __future__ import annotations

import pytest
from tables import forms

from reguli.words.grammar import hu_nouns as nouns
from reguli.words.grammar.grammar_values import Noun


@pytest.mark.parametrize(
    ("nominative", "accusative", "possessive", "harmony", "said"),
    [
        # What the possessed form hides, the other persons show: fia, fiam; but ajtaja, ajtóm.
        ("fiú", "fiút", "fia", "back", "fiam fiad fiunk fiatok fiuk fiaim"),
        ("szó", "szót", "szava", "back", "szavam szavad szavunk szavatok szavuk szavaim"),
        ("tetű", "tetűt", "tetve", "front", "tetvem tetved tetvünk tetvetek tetvük tetveim"),
        ("ajtó", "ajtót", "ajtaja", "back", "ajtóm ajtód ajtónk ajtótok ajtajuk ajtaim"),
        ("apa", "apát", "apja", "back", "apám apád apánk apátok apjuk apjaim"),
        ("ló", "lovat", "lova", "back", "lovam lovad lovunk lovatok lovuk lovaim"),
        ("PC", "PC-t", "PC-je", "front", "PC-m PC-d PC-nk PC-tek PC-jük PC-im"),
        ("show", "show-t", "show-ja", "back", "show-m show-d show-nk show-tok show-juk show-im"),
        ("SMS", "SMS-t", "SMS-e", "front", "SMS-em SMS-ed SMS-ünk SMS-etek SMS-ük SMS-eim"),
    ],
)
def test_every_owner_by_the_stem_of_what_is_possessed(
    nominative: str, accusative: str, possessive: str, harmony: str, said: str
) -> None:
    parts = {"nominative": nominative, "accusative": accusative, "possessive": possessive}
    noun = Noun("x", parts, harmony=harmony)
    made = [nouns.noun_form(noun, forms(one)) for one in ("my", "your", "our", "your_all", "their", "my many")]
    assert made == said.split()


def test_figures_of_a_noun_say_nothing_of_its_last_sound() -> None:
    noun = Noun("x", {"nominative": "MP3", "accusative": "MP3-at", "possessive": "MP3-a"}, harmony="back")
    assert [nouns.noun_form(noun, forms(one)) for one in ("many", "-ban", "-val", "-on")] == [
        "MP3-ak",
        "MP3-ban",
        None,
        None,
    ]
