"""Generated sentences: rules without a wording are said as a rulebook says them, in every language.

What is expected follows from what such a sentence must be: who does what, when and in which case, without ids and without brackets.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from toll_desk import TOYS, ruleset_at
from worded_ruleset import FRAME, PLAIN, rule_of, said, small_game, templates, with_lexicons

from reguli.model.bound_tree.bound_statements import BoundOption, Guard
from reguli.model.resolved_ruleset import BoundProcedure
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.document_nodes import StateDecl
from reguli.source.diagnostic import Bag
from reguli.words.catalogue.wording_catalogue import read_catalogue
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.realisation.phrase_templates import TEMPLATES, PhraseTemplates
from reguli.words.realisation.rule_changes import Version, realise_changes
from reguli.words.realisation.rule_realisation import gloss_condition, mark_text_as_gloss, realise_rule

RULESETS = Path(__file__).parents[2] / "rulesets"
FOLDERS = sorted(path.parent for home in (RULESETS, TOYS) for path in home.glob("*/game.yaml"))
ID = re.compile(r"[a-z0-9]_[a-z0-9]")


@pytest.mark.parametrize("code", PLAIN)
def test_every_language_has_every_template(code: str) -> None:
    assert set(PLAIN[code].templates) == set(TEMPLATES)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("code", PLAIN)
def test_every_rule_is_said(folder: Path, code: str) -> None:
    """Only what does nothing that a player sees may be silent: an option that ends a decision, a count of its own, a field that is no zone."""
    ruleset = ruleset_at(folder)
    for citer in citing_rules(ruleset).values():
        text = realise_rule(citer, ruleset, PLAIN[code])
        assert text or isinstance(citer.node, BoundOption | BoundProcedure | StateDecl), citer.id
        assert not re.search(r"[⟦⟨]|  ", text), f"{citer.id}: {text}"
        if citer.id.startswith(("rule:", "ranking:", "stage:")):
            assert not ID.search(text), f"{citer.id}: {text}"
        if isinstance(citer.node, Guard):
            assert "⟦" not in gloss_condition(citer.node, ruleset, PLAIN[code])


SET_UP = {
    "shuffle deck": (
        "shuffle the deck.",
        "amestecați pachetul.",
        "keverjétek meg a paklit.",
    ),
    "draw card from deck to market": (
        "draw a card from the deck into the market.",
        "puneți în piață o carte trasă din pachet.",
        "húzzatok egy kártyát a pakliból a piacra.",
    ),
    "draw up to two of deck to market": (
        "draw 2 cards (or fewer if there are not so many) from the deck into the market.",
        "trageți 2 cărți (sau tot ce a rămas, dacă nu ajunge) din pachet în piață.",
        "húzzatok 2 kártyát (vagy ha nincs annyi, amennyi van) a pakliból a piacra.",
    ),
    "move card_13 from deck to market": (
        "move card 13 from the deck to the market.",
        "mutați cartea 13 din pachet în piață.",
        "helyezzétek át a 13-as kártyát a pakliból a piacra.",
    ),
    "move card_5 from deck to bottom of deck": (
        "move card 5 from the deck to the bottom of the deck.",
        "mutați cartea 5 din pachet în partea de jos a pachetului.",
        "helyezzétek át az 5-ös kártyát a pakliból a pakli aljára.",
    ),
    "for card in cards:\n        move card to market": (
        "for each card, move the card to the market.",
        "pentru fiecare carte, mutați cartea în piață.",
        "minden kártya esetén helyezzétek át a kártyát a piacra.",
    ),
    "repeat two times:\n        draw card from deck to market": (
        "twice, draw a card from the deck into the market.",
        "de 2 ori, puneți în piață o carte trasă din pachet.",
        "kétszer húzzatok egy kártyát a pakliból a piacra.",
    ),
    "while deck is not empty:\n        draw card from deck to market": (
        "as long as the deck is not empty, draw a card from the deck into the market.",
        "cât timp pachetul nu este gol, puneți în piață o carte trasă din pachet.",
        "amíg a pakli nem üres, húzzatok egy kártyát a pakliból a piacra.",
    ),
    "set price to limit": ("the price becomes 7.", "prețul devine 7.", "az ár mostantól 7."),
    "add two to price": ("the price increases by 2.", "prețul crește cu 2.", "az ár 2-vel nő."),
    "subtract two from price": ("the price decreases by 2.", "prețul scade cu 2.", "az ár 2-vel csökken."),
    "end game": ("the game ends.", "jocul se încheie.", "a játék véget ér."),
    "append seat_1 to player_order": (
        "player 1 is added to the player order.",
        "jucătorul 1 se adaugă la ordinea jucătorilor.",
        "az 1. játékos a játékossorrendbe kerül.",
    ),
    "remove seat_1 from player_order": (
        "player 1 is removed from the player order.",
        "jucătorul 1 se elimină din ordinea jucătorilor.",
        "az 1. játékos kikerül a játékossorrendből.",
    ),
    "by lot card in market\n    move card to deck": (
        "draw a card by lot from the cards in the market and move the card to the top of the deck.",
        "trageți la sorți o carte dintre cărțile din piață și mutați cartea în partea de sus a pachetului.",
        "sorsoljatok ki egy kártyát a piacon lévő kártyák közül, és helyezzétek át a kártyát a pakli tetejére.",
    ),
    "by lot card in market weighing card.number": (
        "draw a card by lot from the cards in the market, weighted by the number of the card.",
        "trageți la sorți o carte dintre cărțile din piață, cu șanse proporționale cu numărul cărții.",
        "sorsoljatok ki egy kártyát a piacon lévő kártyák közül a kártya számával arányos eséllyel.",
    ),
    "by lot some_cards in subsets(cards) where count(some_cards) = 1": (
        "draw by lot, from all groups of the cards, a group of cards for which the number of the cards is 1.",
        "trageți la sorți, dintre toate grupele formate din cărți, o submulțime de cărți pentru care numărul cărților este 1.",
        "sorsoljatok ki a kártyák részhalmazai közül egy olyan kártyákból álló részhalmazt, amelyre igaz, hogy a kártyák száma 1.",
    ),
    "by lot card in market where card.number < limit": (
        "draw by lot, from the cards in the market, a card whose number is less than 7.",
        "trageți la sorți, dintre cărțile din piață, o carte al cărei număr este mai mic decât 7.",
        "sorsoljatok ki a piacon lévő kártyák közül egy olyan kártyát, amelynek a száma kisebb 7-nél.",
    ),
}
PLAYERS = {
    "for player in players:\n        add (count(player.cards) as point) to player.points": (
        "each player gains 1 point for each card they have.",
        "fiecare jucător primește 1 punct pentru fiecare carte a sa.",
        "minden játékos kap minden kártyája után 1 pontot.",
    ),
    "for player in players:\n        add (count(player.cards) * two as point) to player.points": (
        "each player gains 2 points for each card they have.",
        "fiecare jucător primește 2 puncte pentru fiecare carte a sa.",
        "minden játékos kap minden kártyája után 2 pontot.",
    ),
    "for player in players:\n        move cost from bank to player.money": (
        "each player receives 21 tokens from the bank.",
        "fiecare jucător primește de la bancă 21 de jetoane.",
        "minden játékos kap 21 jelzőt a bankból.",
    ),
    "for player in players:\n        move three from player.money to bank": (
        "each player pays 3 tokens to the bank.",
        "fiecare jucător plătește la bancă 3 jetoane.",
        "minden játékos befizet 3 jelzőt a bankba.",
    ),
    "for player in clockwise_from(seat_1):\n        move three from player.money to bank": (
        "clockwise from player 1, each player pays 3 tokens to the bank.",
        "pe rând, în sensul acelor de ceasornic, începând cu jucătorul 1, fiecare jucător plătește la bancă 3 jetoane.",
        "az óramutató járása szerint, az 1. játékossal kezdve minden játékos befizet 3 jelzőt a bankba.",
    ),
    "for player in reversed(clockwise_from(seat_1)):\n        move three from player.money to bank": (
        "counter-clockwise, with player 1 last, each player pays 3 tokens to the bank.",
        "pe rând, în sens invers acelor de ceasornic, până la jucătorul 1, fiecare jucător plătește la bancă 3 jetoane.",
        "az óramutató járásával ellentétesen, az 1. játékossal bezárólag minden játékos befizet 3 jelzőt a bankba.",
    ),
    "for player in reversed(player_order):\n        move three from bank to player.money": (
        "following the player order in reverse, each player receives 3 tokens from the bank.",
        "urmând ordinea jucătorilor în sens invers, fiecare jucător primește de la bancă 3 jetoane.",
        "a játékossorrend szerint, fordított sorrendben minden játékos kap 3 jelzőt a bankból.",
    ),
    "for player in players where count(player.cards) = 0:\n        move three from bank to player.money": (
        "each player who has no cards receives 3 tokens from the bank.",
        "fiecare jucător care nu are cărți primește de la bancă 3 jetoane.",
        "minden olyan játékos, akinek nincs kártyája, kap 3 jelzőt a bankból.",
    ),
    "for player in players where player.points = max(other.points for other in players):\n        add 1 to player.points": (
        "each player who has the most points gains 1 point.",
        "fiecare jucător care are cele mai multe puncte primește 1 punct.",
        "minden olyan játékos, akinek a legtöbb pontja van, kap 1 pontot.",
    ),
    "for player in players where player.points = min(other.points for other in players):\n        add 1 to player.points": (
        "each player who has the fewest points gains 1 point.",
        "fiecare jucător care are cele mai puține puncte primește 1 punct.",
        "minden olyan játékos, akinek a legkevesebb pontja van, kap 1 pontot.",
    ),
    "for player in players where no other in players has other.points > player.points:\n        add 1 to player.points": (
        "each player who has the most points gains 1 point.",
        "fiecare jucător care are cele mai multe puncte primește 1 punct.",
        "minden olyan játékos, akinek a legtöbb pontja van, kap 1 pontot.",
    ),
    "for player in reversed(clockwise_from(next(seat_1))):\n        move three from player.money to bank": (
        "counter-clockwise from player 1, each player pays 3 tokens to the bank.",
        "pe rând, în sens invers acelor de ceasornic, începând cu jucătorul 1, fiecare jucător plătește la bancă 3 jetoane.",
        "az óramutató járásával ellentétesen, az 1. játékossal kezdve minden játékos befizet 3 jelzőt a bankba.",
    ),
    "move three from seat_1.money to seat_2.money": (
        "player 2 receives 3 tokens from player 1.",
        "jucătorul 2 primește de la jucătorul 1 3 jetoane.",
        "a 2. játékos kap 3 jelzőt az 1. játékostól.",
    ),
    "add 1 to seat_1.points\n    move three from seat_1.money to bank": (
        "player 1 gains 1 point and pays 3 tokens to the bank.",
        "jucătorul 1 primește 1 punct și plătește la bancă 3 jetoane.",
        "az 1. játékos kap 1 pontot, és befizet 3 jelzőt a bankba.",
    ),
    "set seat_1.out to true": (
        "player 1 is marked as out.",
        "jucătorul 1 este marcat.",
        "az 1. játékos meg van jelölve.",
    ),
}
IF = {
    "limit > count(cards)": (
        "the number of the cards is less than 7",
        "numărul cărților este mai mic decât 7",
        "a kártyák száma kisebb 7-nél",
    ),
    "next(seat_1) = seat_2": (
        "the next player clockwise after player 1 is player 2",
        "jucătorul care urmează după jucătorul 1 în sensul acelor de ceasornic este jucătorul 2",
        "az 1. játékos bal oldali szomszédja ugyanaz, mint a 2. játékos",
    ),
    "round = 1": ("it is round 1", "este runda 1", "az 1. forduló tart"),
    "round > two": ("round 2 is over", "s-a încheiat runda 2", "véget ért a 2. forduló"),
    "round >= two": ("round 1 is over", "s-a încheiat runda 1", "véget ért az 1. forduló"),
    "stage = late": ("it is stage 2", "este etapa 2", "a 2. szakasz tart"),
    "stage < late": ("stage 1 is not over yet", "nu s-a încheiat încă etapa 1", "az 1. szakasz még nem ért véget"),
    "market is empty and not (deck is empty)": (
        "the market is empty and the deck is not empty",
        "piața este goală și pachetul nu este gol",
        "a piac üres, és a pakli nem üres",
    ),
    "count(seat_1.cards) = 0 or seat_1.points >= limit": (
        "player 1 has no cards or player 1 has at least 7 points",
        "jucătorul 1 nu are cărți sau jucătorul 1 are cel puțin 7 puncte",
        "az 1. játékosnak nincs kártyája, vagy az 1. játékosnak legalább 7 pontja van",
    ),
    "count(seat_1.cards) = three": (
        "player 1 has exactly 3 cards",
        "jucătorul 1 are exact 3 cărți",
        "az 1. játékosnak pontosan 3 kártyája van",
    ),
    "every player in players has player.points < limit": (
        "each player has at most 6 points",
        "fiecare jucător are cel mult 6 puncte",
        "minden játékosnak legfeljebb 6 pontja van",
    ),
    "some player in players where count(player.cards) > 0": (
        "a player has at least one card",
        "un jucător are cel puțin o carte",
        "egy játékosnak van kártyája",
    ),
    "no player in players where count(player.cards) > 0 and player.points < limit": (
        "there is no player who has at least one card and who has at most 6 points",
        "nu există niciun jucător care are o carte și care are cel mult 6 puncte",
        "nincs olyan játékos, akinek van kártyája, és akinek legfeljebb 6 pontja van",
    ),
    "some card in market where card.number > limit": (
        "there is a card among the cards in the market whose number is more than 7",
        "există o carte printre cărțile din piață al cărei număr depășește 7",
        "a piacon lévő kártyák között van olyan kártya, amelynek a száma nagyobb 7-nél",
    ),
    "seat_1.points > limit * round": (
        "player 1’s points are more than 7 times the number of the round",
        "punctele jucătorului 1 depășesc 7 × numărul rundei",
        "az 1. játékos pontjainak száma nagyobb, mint 7 és a forduló számának szorzata",
    ),
    "card_5 in market": (
        "card 5 is one of the cards in the market",
        "cartea 5 se numără printre cărțile din piață",
        "az 5-ös kártya a piacon lévő kártyák között van",
    ),
    "open_hands": (
        "the option open hands is chosen",
        "opțiunea corespunzătoare este aleasă",
        "ezt a lehetőséget választottátok",
    ),
}
START = {"en": "During set-up, ", "ro": "La pregătirea jocului, ", "hu": "Az előkészületek során "}


def _by_language(texts: tuple[str, str, str]) -> dict[str, str]:
    starts = {**START, "hu": START["hu"].rstrip() + ", " if texts[2].startswith("amíg") else START["hu"]}
    return {code: starts[code] + text for code, text in zip(START, texts, strict=True)}


@pytest.mark.parametrize("rules", SET_UP)
def test_everybody_is_told_what_to_do(rules: str, tmp_path: Path) -> None:
    assert said(small_game(tmp_path, FRAME.format(setup=rules)), "rule:set_up") == _by_language(SET_UP[rules])


@pytest.mark.parametrize("rules", PLAYERS)
def test_players_act_in_their_own_sentences(rules: str, tmp_path: Path) -> None:
    assert said(small_game(tmp_path, FRAME.format(setup=rules)), "rule:set_up") == _by_language(PLAYERS[rules])


@pytest.mark.parametrize("condition", IF)
def test_conditions(condition: str, tmp_path: Path) -> None:
    ruleset = small_game(tmp_path, FRAME.format(setup=f"if {condition}:\n        shuffle deck"))
    en, ro, hu = IF[condition]
    assert said(ruleset, "rule:set_up") == {
        "en": f"During set-up, if {en}, shuffle the deck.",
        "ro": f"La pregătirea jocului, dacă {ro}, amestecați pachetul.",
        "hu": f"Az előkészületek során, ha {hu}, keverjétek meg a paklit.",
    }


def _english(tmp_path: Path, setup: str, more: str = "", rule: str = "set_up") -> str:
    ruleset = small_game(tmp_path, FRAME.format(setup=setup) + more)
    return realise_rule(rule_of(ruleset, f"rule:{rule}"), ruleset, PLAIN["en"])


def test_otherwise_is_the_contrary_of_the_one_condition_before(tmp_path: Path) -> None:
    setup = "if deck is empty:\n        shuffle deck\n    else if market is empty:\n        end game\n    else:\n        set price to limit"
    assert _english(tmp_path, setup) == (
        "During set-up, if the deck is empty, shuffle the deck. Otherwise, if the market is empty, the game ends. "
        "Otherwise, the price becomes 7."
    )


def test_otherwise_is_not_said_of_one_of_two_conditions(tmp_path: Path) -> None:
    """Else nothing would be done where the first condition fails."""
    setup = "if market is empty:\n        if deck is empty:\n            end game\n        else:\n            set price to limit"
    assert _english(tmp_path, setup) == (
        "During set-up, if the market is empty and the deck is empty, the game ends. "
        "If the market is empty and the deck is not empty, the price becomes 7."
    )


def test_a_named_value_is_told_where_it_is_used(tmp_path: Path) -> None:
    setup = "let total = count(market)\n    if total < three:\n        shuffle deck"
    assert _english(tmp_path, setup) == (
        "During set-up, if the number of cards in the market is less than 3, shuffle the deck."
    )


DEAL = "\nprocedure deal(player):\n    move three from bank to player.money\n    draw 1 of deck to player.cards\n"


def test_a_short_procedure_without_words_is_told_in_place(tmp_path: Path) -> None:
    setup = "for player in players:\n        run deal(player)"
    assert _english(tmp_path, setup, DEAL) == (
        "During set-up, each player receives 3 tokens from the bank and draws 1 card from the deck into their cards."
    )


LEXICONS = {
    "en": "verbs:\n  deal: {base: deal, present: deals}\n  keep: {base: keep, present: keeps}\n"
    "acts:\n  deal: {verb: deal, say: '[verb] the cards'}\n  take: {verb: keep, say: '[verb] [card]'}\n"
    "conditions:\n  out: {'yes': '[player] is out', 'no': '[player] is still in'}\n",
    "ro": "verbs:\n  păstra: {imperative: păstrați, present: păstrează, infinitive: păstra, subjunctive: păstreze}\n"
    "acts:\n  take: {verb: păstra, say: '[verb] [card]'}\n"
    "conditions:\n  out: {'yes': '[player] a ieșit', 'no': '[player] este încă în joc'}\n",
}


def test_acts_and_conditions_are_said_in_the_words_of_the_lexicon(tmp_path: Path) -> None:
    books = with_lexicons(LEXICONS)
    ruleset = small_game(tmp_path, FRAME.format(setup="for player in players:\n        run deal(player)") + DEAL)
    assert said(ruleset, "rule:set_up", books)["en"] == "During set-up, each player deals the cards."
    assert said(ruleset, "rule:main/turn/take/gone", books) == {
        "en": "In phase 1, the player may keep a card only if the player is still in.",
        "ro": "În faza 1, jucătorul poate păstra o carte numai dacă jucătorul este încă în joc.",
    }


OPTIONS = {
    "rule:main/turn/take/too_high": {
        "en": "In phase 1, the player may choose a card only if the number of the card is at most 7.",
        "ro": "În faza 1, jucătorul poate alege o carte numai dacă numărul cărții nu depășește 7.",
        "hu": "Az 1. fázisban a játékos csak akkor választhat egy kártyát, ha a kártya száma legfeljebb 7.",
    },
    "rule:main/turn/take/poor": {
        "en": "In phase 1, the player may choose a card only if the player has at least 21 tokens.",
        "ro": "În faza 1, jucătorul poate alege o carte numai dacă jucătorul are cel puțin 21 de jetoane.",
        "hu": "Az 1. fázisban a játékos csak akkor választhat egy kártyát, ha a játékosnak legalább 21 jelzője van.",
    },
    "rule:main/turn/rest": {"en": "", "ro": "", "hu": ""},
    "rule:income": {
        "en": "In phase 2, each player receives 3 tokens from the bank.",
        "ro": "În faza 2, fiecare jucător primește de la bancă 3 jetoane.",
        "hu": "A 2. fázisban minden játékos kap 3 jelzőt a bankból.",
    },
    "rule:define.cost_of": {
        "en": "The cost of the card is the number of the card.",
        "ro": "Valoarea pentru carte înseamnă numărul cărții.",
        "hu": "A kártyához tartozó érték nem más, mint a kártya száma.",
    },
}


@pytest.mark.parametrize("rule", OPTIONS)
def test_options_guards_phases_and_values(rule: str, tmp_path: Path) -> None:
    assert said(small_game(tmp_path, FRAME.format(setup="shuffle deck")), rule) == OPTIONS[rule]


def test_an_option_says_what_it_needs_then_what_it_does(tmp_path: Path) -> None:
    """Conditions are joined as long as the sentence has at most 25 words."""
    assert _english(tmp_path, "shuffle deck", rule="main/turn/take") == (
        "In phase 1, the player may choose a card from the cards in the market. They may do so only if the number of the card is at "
        "most 7 and the player has at least 21 tokens. They may do so only if the player is not marked as out and "
        "there is no player who is marked as out. If they do, they take the card from the market into their cards."
    )


CHOICES = """\
procedure set_up:
    shuffle deck

phase main:
    for player in players:
        decide turn by player:
            work:
                add 1 to player.points
            swap(two_cards in 1 .. two of player.cards):
                move two_cards from player.cards to market
            bid(amount in 1 .. limit):
                pay amount as token from player.money to bank because poor

phase income:
    for player round clockwise_from(seat_2) until market is empty:
        decide more by player:
            fetch:
                draw card from deck to player.cards
"""


def test_choices_are_not_joined_as_if_all_were_done(tmp_path: Path) -> None:
    ruleset = small_game(tmp_path, CHOICES)
    assert said(ruleset, "rule:main")["en"] == (
        "In phase 1, each player may gain 1 point. They may choose 1 to 2 cards from their cards. If they do, they move the cards "
        "from their cards to the market. They may choose a number from 1 to 7. They may do so only if that number is at most their "
        "money. If they do, they pay that many tokens to the bank."
    )


def test_a_way_round_the_table_says_when_it_ends(tmp_path: Path) -> None:
    assert said(small_game(tmp_path, CHOICES), "rule:income") == {
        "en": "In phase 2, clockwise from player 2, as long as the market is not empty, each player must draw a card from the deck into "
        "their cards.",
        "ro": "În faza 2, pe rând, în sensul acelor de ceasornic, începând cu jucătorul 2, cât timp piața nu este goală, fiecare "
        "jucător trebuie să pună printre cărțile sale o carte trasă din pachet.",
        "hu": "A 2. fázisban az óramutató járása szerint, a 2. játékossal kezdve, amíg a piac nem üres, minden játékosnak húznia kell "
        "egy kártyát a pakliból a kártyái közé.",
    }


STANDING = """
whenever crowded: count(market) > three then:
    move all from market to deck
at end of main closing:
    shuffle deck
at start of round opening_bell:
    shuffle deck
adjust more: cost_of(any card) by two while deck is empty
adjust less: cost_of(any card) by -two
always few: count(market) <= limit because crowded_market
waive rich: take.poor for any player while player.points > five
define cheap(card) = card.number < limit
"""
_RICH_RO = (
    "În faza 1, jucătorul poate alege o carte numai dacă jucătorul are cel puțin 21 de jetoane, cu excepția cazului în care "
    "jucătorul are cel puțin 6 puncte."
)
_RICH_HU = (
    "Az 1. fázisban a játékos csak akkor választhat egy kártyát, ha a játékosnak legalább 21 jelzője van, kivéve, ha a "
    "játékosnak legalább 6 pontja van."
)
STANDS = {
    "rule:whenever.crowded": (
        "As soon as the number of cards in the market is more than 3, move the cards in the market to the top of the deck.",
        "Imediat ce numărul de cărți din piață depășește 3, mutați cărțile din piață în partea de sus a pachetului.",
        "Amint a piacon lévő kártyák száma nagyobb 3-nál, helyezzétek át a piacon lévő kártyákat a pakli tetejére.",
    ),
    "rule:at.closing": (
        "At the end of phase 1, shuffle the deck.",
        "La sfârșitul fazei 1, amestecați pachetul.",
        "Az 1. fázis végén keverjétek meg a paklit.",
    ),
    "rule:at.opening_bell": (
        "At the start of the round, shuffle the deck.",
        "La începutul rundei, amestecați pachetul.",
        "A forduló elején keverjétek meg a paklit.",
    ),
    "rule:adjust.more": (
        "If the deck is empty, the cost increases by 2.",
        "Dacă pachetul este gol, valoarea corespunzătoare crește cu 2.",
        "Ha a pakli üres, a megfelelő érték 2-vel nő.",
    ),
    "rule:adjust.less": (
        "The cost decreases by 2.",
        "Valoarea corespunzătoare scade cu 2.",
        "A megfelelő érték 2-vel csökken.",
    ),
    "rule:always.few": (
        "Always, the number of cards in the market is at most 7.",
        "În orice moment, numărul de cărți din piață nu depășește 7.",
        "Mindig teljesül, hogy a piacon lévő kártyák száma legfeljebb 7.",
    ),
    "rule:waive.rich": (
        "In phase 1, the player may choose a card only if the player has at least 21 tokens, unless the player has at least 6 points.",
        _RICH_RO,
        _RICH_HU,
    ),
    "rule:define.cheap": (
        "The card is marked as cheap when the number of the card is less than 7.",
        "Cartea este marcată când numărul cărții este mai mic decât 7.",
        "A kártya meg van jelölve, ha a kártya száma kisebb 7-nél.",
    ),
    "ranking:1": (
        "The player with the most points wins.",
        "Câștigă jucătorul cu cele mai multe puncte.",
        "Az nyer, akinek a legtöbb pontja van.",
    ),
    "ranking:3": (
        "If still tied, the player with the fewest cards wins.",
        "Dacă egalitatea se menține, câștigă jucătorul cu cele mai puține cărți.",
        "Ha ez sem dönt, az nyer, akinek a legkevesebb kártyája van.",
    ),
    "stage:late": (
        "Stage 2 begins when round 3 is over; this takes effect at the start of the round.",
        "Etapa 2 începe când s-a încheiat runda 3; aceasta intră în vigoare la începutul rundei.",
        "A 2. szakasz akkor kezdődik, amikor véget ért a 3. forduló; ez a forduló elején lép életbe.",
    ),
    "constant:cost": ("The cost is 21 tokens.", "Costul: 21 de jetoane.", "A költség 21 jelző."),
    "table:supply": (
        "Supply: 2 players: 10; 3 players: 20; 4 players: 30.",
        "Rezervă după cum urmează: 2 jucători: 10; 3 jucători: 20; 4 jucători: 30.",
        "Az értékek: 2 játékos: 10; 3 játékos: 20; 4 játékos: 30.",
    ),
    "kind:card": ("2 cards.", "2 cărți.", "2 kártya van."),
    "state:game.deck": (
        "Nobody may see the deck.",
        "Nimeni nu poate vedea pachetul.",
        "A paklit senki sem láthatja.",
    ),
    "state:game.market": (
        "The market holds at most 4 cards. Everybody may see the market.",
        "În piață pot fi cel mult 4 cărți. Toți pot vedea piața.",
        "A piacon legfeljebb 4 kártya lehet. A piacot mindenki láthatja.",
    ),
    "state:player.cards": (
        "Only the owner may see the cards.",
        "Numai proprietarul poate vedea cărțile.",
        "A kártyákat csak a tulajdonosuk láthatja.",
    ),
    "option:opening": (
        "Before the game, choose opening: early or late.",
        "Înainte de joc se stabilește care dintre valorile acestei opțiuni este valabilă.",
        "A játék előtt döntsétek el, hogy e lehetőség melyik értéke legyen érvényes.",
    ),
}


@pytest.mark.parametrize("rule", STANDS)
def test_what_stands_and_what_is_declared(rule: str, tmp_path: Path) -> None:
    ruleset = small_game(tmp_path, FRAME.format(setup="shuffle deck") + STANDING)
    assert said(ruleset, rule) == dict(zip(START, STANDS[rule], strict=True))


def _changes(before: Version, after: Version, book: PhraseTemplates) -> tuple[str, ...]:
    return tuple(text for texts in realise_changes(before, after, book).values() for text in texts)


@pytest.mark.parametrize(
    ("old", "new", "rule", "expected"),
    [
        (
            "",
            "    draw card from deck to market\n",
            "set_up",
            ["During set-up, draw a card from the deck into the market."],
        ),
        (
            "    draw card from deck to market\n",
            "",
            "set_up",
            ["During set-up, do not draw a card from the deck into the market."],
        ),
        ("    add two to price\n", "    add three to price\n", "set_up", ["During set-up, the price increases by 3."]),
        (
            "    for player in clockwise_from(seat_1):\n        add 1 to player.points\n",
            "    for player in clockwise_from(seat_2):\n        add 1 to player.points\n",
            "set_up",
            ["During set-up, the players take turns, clockwise from player 2."],
        ),
    ],
    ids=["added", "removed", "replaced", "order of turns"],
)
def test_a_change_is_told_alone(old: str, new: str, rule: str, expected: list[str], tmp_path: Path) -> None:
    rulesets = [
        small_game(tmp_path / name, FRAME.format(setup="shuffle deck\n" + part))
        for name, part in (("old", old), ("new", new))
    ]
    before, after = ((rule_of(one, f"rule:{rule}"), one) for one in rulesets)
    assert list(_changes(before, after, PLAIN["en"])) == expected


def test_of_a_guard_the_new_bound_is_told_and_of_a_lost_one_that_it_is_not_asked_for(tmp_path: Path) -> None:
    base = FRAME.format(setup="shuffle deck")
    texts = (
        base,
        base.replace(">= cost", ">= cost + two"),
        base.replace("needs not player.out because gone", "settle"),
    )
    old, bound = (small_game(tmp_path / str(at), text) for at, text in enumerate(texts[:2]))
    rule = "rule:main/turn/take/poor"
    (told,) = _changes((rule_of(old, rule), old), (rule_of(bound, rule), bound), PLAIN["en"])
    assert told.startswith("In phase 1, the player may choose a card only if ")
    (lost,) = _changes((rule_of(old, "rule:main/turn/take/gone"), old), None, PLAIN["en"])
    assert lost == "In phase 1, the player may choose a card even if the player is marked as out."


def test_players_are_called_by_their_names(tmp_path: Path) -> None:
    ruleset = small_game(tmp_path, FRAME.format(setup="move three from bank to seat_1.money"))
    names = (ProperName("Anna"), ProperName("Dan"))
    texts = {code: realise_rule(rule_of(ruleset, "rule:set_up"), ruleset, book, names) for code, book in PLAIN.items()}
    assert texts == {
        "en": "During set-up, Anna receives 3 tokens from the bank.",
        "ro": "La pregătirea jocului, Anna primește de la bancă 3 jetoane.",
        "hu": "Az előkészületek során Anna kap 3 jelzőt a bankból.",
    }


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (
            "too_high",
            (
                "Not possible: the number of the card is more than 7.",
                "Nu se poate: numărul cărții depășește 7.",
                "Nem lehetséges, mert a kártya száma nagyobb 7-nél.",
            ),
        ),
        (
            "poor",
            (
                "Not possible: the player has at most 20 tokens.",
                "Nu se poate: jucătorul are cel mult 20 de jetoane.",
                "Nem lehetséges, mert a játékosnak legfeljebb 20 jelzője van.",
            ),
        ),
    ],
)
def test_why_not(reason: str, expected: tuple[str, str, str], tmp_path: Path) -> None:
    ruleset = small_game(tmp_path, FRAME.format(setup="shuffle deck"))
    guard = rule_of(ruleset, f"rule:main/turn/take/{reason}").node
    assert isinstance(guard, Guard)
    assert tuple(gloss_condition(guard, ruleset, book) for book in PLAIN.values()) == tuple(
        dict(zip(START, expected, strict=True))[code] for code in PLAIN
    )


@pytest.mark.parametrize("settings", [{}, {"opening": "late", "open_hands": True}], ids=["as they stand", "the others"])
def test_an_option_is_said_by_its_name_whatever_it_is_set_to(tmp_path: Path, settings: dict[str, str | bool]) -> None:
    """A generated sentence speaks of the rule, which holds under every setting."""
    small_game(tmp_path, FRAME.format(setup="if opening = late and not open_hands:\n        shuffle deck"))
    ruleset = LoadedRuleset(str(tmp_path / "small"), settings).ruleset
    assert ruleset is not None
    assert said(ruleset, "rule:set_up")["en"] == (
        "During set-up, if the opening is late and the option open hands is not chosen, shuffle the deck."
    )


WORDED = {
    "en": ("the “end” [card]", "During set-up, move the “end” card from the deck to the market."),
    "ro": ("[card:the] „Sfârșit”", "La pregătirea jocului, mutați cartea „Sfârșit” din pachet în piață."),
    "hu": ("[a/az] „vége” [card]", "Az előkészületek során helyezzétek át a „vége” kártyát a pakliból a piacra."),
}


@pytest.mark.parametrize("code", sorted(WORDED))
def test_an_element_with_a_wording_is_called_by_it_and_inflected(tmp_path: Path, code: str) -> None:
    ruleset = small_game(tmp_path, FRAME.format(setup="move card_13 from deck to market"))
    text, expected = WORDED[code]
    own = read_catalogue(f'msgctxt "element:card/card_13"\nmsgid "x"\nmsgstr "{text}"\n', "own.po", code, Bag())
    assert realise_rule(rule_of(ruleset, "rule:set_up"), ruleset, replace(PLAIN[code], own=own)) == expected


@pytest.mark.parametrize("text", ["the last one", "the [card", "[nothing] [card]"])
def test_a_wording_that_cannot_be_inflected_or_said_leaves_the_number(tmp_path: Path, text: str) -> None:
    ruleset = small_game(tmp_path, FRAME.format(setup="move card_13 from deck to market"))
    own = read_catalogue(f'msgctxt "element:card/card_13"\nmsgid "x"\nmsgstr "{text}"\n', "own.po", "en", Bag())
    told = realise_rule(rule_of(ruleset, "rule:set_up"), ruleset, replace(PLAIN["en"], own=own))
    assert told == "During set-up, move card 13 from the deck to the market."


def test_what_is_too_much_is_not_called_by_the_term_of_another_notion() -> None:
    """The fuel a player may not keep is no energy that nobody needs."""
    ruleset = ruleset_at(RULESETS / "power_grid")
    for book in templates("power_grid").values():
        energy = book.tongue.lexicon.terms["energy_surplus"].noun.parts.values()
        assert not any(form in realise_rule(rule_of(ruleset, "rule:define.surplus"), ruleset, book) for form in energy)


def test_a_gloss_is_marked() -> None:
    assert (mark_text_as_gloss("so"), mark_text_as_gloss("")) == ("⟨so⟩", "")
