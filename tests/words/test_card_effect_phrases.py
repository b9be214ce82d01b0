"""Glosses of rules on pieces: as long as what carries them lies where it must, in every language."""

from __future__ import annotations

import pytest
from toll_desk import TOYS, ruleset_at
from worded_ruleset import PLAIN

from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.realisation.rule_realisation import realise_rule

HALLS = {
    "adjust.function/archive": {
        "en": "As long as a hall carries archive and the hall is one of the player’s halls, the hall limit increases by 1.",
        "ro": "Cât timp o piesă poartă elementul în cauză și piesa se numără printre piesele jucătorului, valoarea corespunzătoare "
        "crește cu 1.",
        "hu": "Amíg egy bizonyos elem egy játékelemen van, és a játékelem a játékos játékelemei között van, a megfelelő érték 1-gyel "
        "nő.",
    },
    "errand/errand/fetch/site_taken": {
        "en": "In phase 1, the player may choose a site only if the site has no visitors, unless a hall is one of permit hall 1 and "
        "permit hall 2 and the hall is one of their halls and the hall is not marked as turned.",
        "ro": "În faza 1, jucătorul poate alege un element numai dacă elementul nu are jucători, cu excepția cazului în care o piesă "
        "se numără printre următoarele (piesa în cauză și piesa în cauză) și piesa se numără printre piesele sale și piesa nu este "
        "marcată.",
        "hu": "Az 1. fázisban a játékos csak akkor választhat egy elemet, ha az elemnek nincs játékosa, kivéve, ha egy játékelem egy "
        "bizonyos játékelem vagy egy bizonyos játékelem, és a játékelem a játékelemei között van, és a játékelem nincs megjelölve.",
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
    assert said["rule:adjust.technology/wheel"].startswith(
        "As long as the technology “wheel” is one of the player’s known, if the technology is not the technology “wheel”, the price decreases"
    )
    assert said["rule:whenever.technology/writing"].startswith(
        "As long as the technology “writing” is one of their known, as soon as "
    )
