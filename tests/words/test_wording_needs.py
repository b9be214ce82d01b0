"""What a wording must be able to say, row by row, in three languages, with the terms and values of Power Grid."""

from __future__ import annotations

from pathlib import Path

import pytest
from realisers import LOCALES, parsed
from toll_desk import ruleset_at

from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.grammar_values import NO_BREAK, NumberRange, ProperName
from reguli.words.grammar.languages import shipped_languages
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_values import rule_fixed_values
from reguli.words.placeholders.wording_subjects import wording_subjects
from reguli.words.terminology import LanguageRealiser, open_realiser
from reguli.words.wording_parser import Values

RULESET = ruleset_at(Path(__file__).parents[2] / "rulesets" / "power_grid")
ALL_PLAYERS = wording_subjects(RULESET)
TWO_PLAYERS = wording_subjects(RULESET, (), 2)
LIMIT: Values = rule_fixed_values(ALL_PLAYERS["table:max_plants"].offers)
LIMIT_FOR_TWO: Values = rule_fixed_values(TWO_PLAYERS["table:max_plants"].offers)
HOUSES: Values = rule_fixed_values(ALL_PLAYERS["table:house_cost"].offers)
PRICES: Values = rule_fixed_values(ALL_PLAYERS["table:place_price"].offers)


def _tongue(code: str) -> LanguageRealiser:
    language = next(one for one in shipped_languages() if one.code == code)
    bag, sources = Bag(), Sources()
    tongue = open_realiser(language, "power_grid", LOCALES, bag, sources)
    assert not bag, "\n".join(render_with_excerpt(one, sources) for one in bag)
    return tongue


TONGUES = {language.code: _tongue(language.code) for language in shipped_languages()}

EXCEPTIONS = {
    "en": "at most [max_plants plant] [max_plants.exceptions? empty: | ([each max_plants.exceptions:[value] with [players player]])]",
    "ro": "cel mult [max_plants plant] [max_plants.exceptions? empty: | ([each max_plants.exceptions:[value] cu [players player]])]",
    "hu": (
        "legfeljebb [max_plants plant:his] lehet [max_plants.exceptions? empty: | ([each max_plants.exceptions:"
        "[players:attr]személyes játékban [value]])]"
    ),
}
LOOP = {
    "en": "[each house_cost.rows:the [place house:ordwords] costs [value elektro]|, the [place:ordwords] [value]| and the [place:ordwords] [value]]",
    "ro": (
        "[each house_cost.rows:[place house:ordwords] costă [value elektro]|, [place house:ordwords bare] [value]|, "
        "iar [place house:ordwords bare] [value]]"
    ),
    "hu": (
        "[each house_cost.rows:[a/az] [place:ordwords] ház [value]|, [a/az] [place:ordwords] [value]|, [a/az] [place:ordwords] "
        "[value elektro:-ba]] kerül"
    ),
}


@pytest.mark.parametrize(
    ("code", "wording", "values", "text"),
    [
        # A base value with exceptions by number of players; for so many players there is none.
        ("en", EXCEPTIONS["en"], LIMIT, "at most 3 power plants (4 with 2 players)"),
        ("ro", EXCEPTIONS["ro"], LIMIT, "cel mult 3 centrale (4 cu 2 jucători)"),
        ("hu", EXCEPTIONS["hu"], LIMIT, "legfeljebb 3 erőműve lehet (kétszemélyes játékban 4)"),
        ("en", EXCEPTIONS["en"], LIMIT_FOR_TWO, "at most 4 power plants"),
        ("ro", EXCEPTIONS["ro"], LIMIT_FOR_TWO, "cel mult 4 centrale"),
        ("hu", EXCEPTIONS["hu"], LIMIT_FOR_TWO, "legfeljebb 4 erőműve lehet"),
        # A loop over the rows of a table with the unit once.
        ("en", LOOP["en"], HOUSES, "the first house costs 10 Elektro, the second 15 and the third 20"),
        ("ro", LOOP["ro"], HOUSES, "prima căsuță costă 10 Elektro, a doua 15, iar a treia 20"),
        ("hu", LOOP["hu"], HOUSES, "az első ház 10, a második 15, a harmadik 20 elektróba kerül"),
        # Distributives and ranges.
        ("en", "[place_price.coal.each coal] on each of [place_price.coal.span space:label]", PRICES, "3 coal on each of spaces 1–8"),
        ("ro", "câte [place_price.coal.each coal] pe [place_price.coal.span space:label]", PRICES, "câte 3 jetoane de cărbune pe spațiile 1–8"),
        ("hu", "[a/az] [place_price.coal.span space:ord -ra] [place_price.coal.each]-[place_price.coal.each coal:-t]", PRICES, "az 1–8. mezőre 3-3 szenet"),
        # A derived number and a headless ordinal.
        ("en", "whoever buys the [max_plants.next:ordwords]", LIMIT, "whoever buys the fourth"),
        ("ro", "cine o cumpără pe [max_plants.next plant:ordwords bare]", LIMIT, "cine o cumpără pe a patra"),
        ("hu", "aki megveszi [a/az] [max_plants.next:ordwords -t]", LIMIT, "aki megveszi a negyediket"),
        # Exactly none, one, any number; the verb agrees.
        ("en", "[n? zero: no [plant] is left | one: one [plant] is left | any: any number | [n plant] are left]", {"n": 0}, "no power plant is left"),
        ("en", "[n? one: is | are] left", {"n": 2}, "are left"),
        ("ro", "[n? zero: nu rămâne nicio [plant] | one: rămâne [n plant] | rămân [n plant]]", {"n": 1}, "rămâne 1 centrală"),
        ("ro", "[n? one: rămâne | rămân] [n plant]", {"n": 21}, "rămân 21 de centrale"),
        ("ro", "[n? any: oricâte [plant:many] | [n plant]]", {"n": None}, "oricâte centrale"),
        ("hu", "[n? zero: nincs [plant:his] | any: akárhány [plant:his] van | [n plant:his] van]", {"n": 0}, "nincs erőműve"),
        ("hu", "[n? any: akárhány [plant:his] van | [n plant:his] van]", {"n": None}, "akárhány erőműve van"),
        # The article is chosen by what is printed next.
        ("en", "[a/an] [n plant:ord]", {"n": 8}, "an 8th power plant"),
        ("en", "[a/an] [what]", {"what": "oil"}, "an oil"),
        ("hu", "[a/az] [n plant:-s -t]", {"n": 5}, "az 5-ös erőművet"),
        ("hu", "[a/az] [n plant:-s -t]", {"n": 13}, "a 13-as erőművet"),
        ("hu", "[a/az] [what:-t]", {"what": "oil"}, "az olajat"),
        # The possessive article and clitics by gender and number.
        ("ro", "[n plant] [plant:al many] [who:of]", {"n": 2, "who": ProperName("Ana")}, "2 centrale ale Anei"),
        ("ro", "[city:a] [city:al] [who:of]", {"who": ProperName("Dan")}, "un oraș al lui Dan"),
        ("ro", "[what:il] cumpără", {"what": "plant"}, "o cumpără"),
        ("ro", "[what:il] cumpără", {"what": "city"}, "îl cumpără"),
        ("ro", "puneți-[what:l] în [market]", {"what": "city"}, "puneți-l în piață"),
        # Players' names are inflected.
        ("en", "[who] is [n elektro] short", {"who": ProperName("Dan"), "n": 4}, "Dan is 4 Elektro short"),
        ("ro", "[who:of] îi [n? one: lipsește | lipsesc] [n elektro]", {"who": ProperName("Dan"), "n": 4}, "lui Dan îi lipsesc 4 Elektro"),
        ("ro", "[who:of] îi [n? one: lipsește | lipsesc] [n elektro]", {"who": ProperName("Ana"), "n": 20}, "Anei îi lipsesc 20 de Elektro"),
        ("hu", "[who:-nak] [n elektro] hiányzik", {"who": ProperName("Anna"), "n": 4}, "Annának 4 elektró hiányzik"),
        # Products address somebody.
        ("en", "[you? yes: You are | no: [who] is] next", {"you": False, "who": ProperName("Ana")}, "Ana is next"),
        ("ro", "[you? yes: ești | no: este [who]] la rând", {"you": True, "who": ProperName("Ana")}, "ești la rând"),
        ("hu", "[you? yes: te következel | no: [who] következik]", {"you": False, "who": ProperName("Ana")}, "Ana következik"),
        # Ranges count like their last number.
        ("ro", "[n city]", {"n": NumberRange(15, 20)}, "15–20 de orașe"),
        ("hu", "[n player]", {"n": NumberRange(2, 6)}, "2–6 játékos"),
        ("en", "[n player]", {"n": NumberRange(2, 6)}, "2–6 players"),
    ],
)  # fmt: skip
def test_a_wording_says_what_it_must(code: str, wording: str, values: Values, text: str) -> None:
    bag = Bag()
    assert format_wording(parsed(wording, bag), values, TONGUES[code], bag).replace(NO_BREAK, " ") == text
    assert not bag, bag.codes
