"""Glosses of rules on pieces: as long as what carries them lies where it must, in every language."""

from __future__ import annotations

import pytest
from test_rule_realisation import PLAIN
from toll_desk import TOYS, ruleset_at

from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.realisation.rule_realisation import realise_rule

HALLS = {
    "adjust.function/archive": {
        "en": "As long as a piece “this” carries the element “archive” and the piece “this” is among the pieces of the player’s "
        "zone “halls”: “hall_limit” grows by 1.",
        "ro": "Cât timp o piesă „this” poartă elementul „archive” și piesa „this” se află printre piesele zonei „halls” a "
        "jucătorului: „hall_limit” crește cu 1.",
        "hu": "Amíg egy „this” játékelem ezt hordozza: az „archive” elem, és a „this” játékelem ezek között van: a játékos "
        "„halls” zónájának a játékelemei: „hall_limit” ennyivel nő: 1.",
    },
    "errand/errand/fetch/site_taken": {
        "en": "“site_taken” is said unless there is no such thing as the value “visitor” of the element “site”; as long as a "
        "piece “this” carries the element “permit” and the piece “this” is among the pieces of the zone “halls” of the player "
        "“builder”: this is waived as long as “turned” does not hold for the piece “this”; whoever makes use of it: “turned” "
        "now holds for the piece “this”.",
        "ro": "Se spune „site_taken” dacă nu este îndeplinită condiția: valoarea „visitor” a elementului „site” nu există; cât "
        "timp o piesă „this” poartă elementul „permit” și piesa „this” se află printre piesele zonei „halls” a jucătorului "
        "„builder”: nu se ține seama de aceasta cât timp „turned” nu este valabil pentru piesa „this”; cine se folosește de "
        "aceasta: „turned” devine valabil pentru piesa „this”.",
        "hu": "„site_taken” az indok, hacsak nem igaz, hogy a „site” elem „visitor” értéke nem létezik; amíg egy „this” "
        "játékelem ezt hordozza: a „permit” elem, és a „this” játékelem ezek között van: a „builder” játékos „halls” zónájának "
        "a játékelemei: ez nem számít, amíg „turned” nem igaz a „this” játékelemre; aki ezzel él: „turned” mostantól igaz a "
        "„this” játékelemre.",
    },
}
"""Rules on the halls of a toy: what is in force there is written at the kind, and what it does at the row."""


@pytest.mark.parametrize("rule", HALLS)
def test_a_rule_on_a_piece_says_as_long_as_what_it_is_in_force(rule: str) -> None:
    ruleset = ruleset_at(TOYS / "halls")
    citer = citing_rules(ruleset)[f"rule:{rule}"]
    assert {code: realise_rule(citer, ruleset, book) for code, book in PLAIN.items()} == HALLS[rule]


def test_what_a_rule_asks_for_besides_is_said_behind_what_puts_it_in_force() -> None:
    ruleset = ruleset_at(TOYS / "scholars")
    said = {name: realise_rule(one, ruleset, PLAIN["en"]) for name, one in citing_rules(ruleset).items()}
    begins = "As long as the element “wheel” is among the player’s elements “known”: “price” grows by minus "
    assert said["rule:adjust.technology/wheel"].startswith(begins)
    assert said["rule:adjust.technology/wheel"].endswith(
        "as long as the element “technology” is not the element “wheel”."
    )
    begins = "As long as the element “writing” is among the elements “known” of the player “owner”: as soon as for every player, "
    assert said["rule:whenever.technology/writing"].startswith(begins)
