"""Glosses: rules nobody worded are said in every language, with its own conjugation, negation and clitics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from realisers import LOCALES
from toll_desk import TOYS, ruleset_at, toll

from reguli.model.bound_tree.bound_statements import Guard
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.catalogue.wording_catalogue import read_catalogue
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.grammar.languages import shipped_languages
from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.realisation.phrase_templates import TEMPLATES, PhraseTemplates, read_gloss_templates
from reguli.words.realisation.rule_realisation import gloss_condition, mark_text_as_gloss, realise_rule
from reguli.words.terminology import LanguageRealiser, open_realiser, read_lexicon

RULESETS = Path(__file__).parents[2] / "rulesets"
FOLDERS = sorted(path.parent for home in (RULESETS, TOYS) for path in home.glob("*/game.yaml"))


def _books(ruleset: str | None) -> Mapping[str, PhraseTemplates]:
    found = {}
    for language in shipped_languages():
        bag, sources = Bag(), Sources()
        tongue = open_realiser(language, ruleset, LOCALES, bag, sources)
        found[language.code] = read_gloss_templates(tongue, LOCALES, bag, sources)
        assert not bag, "\n".join(render_with_excerpt(one, sources) for one in bag)
    return found


PLAIN = _books(None)


@pytest.mark.parametrize("code", [language.code for language in shipped_languages()])
def test_every_language_has_every_template(code: str) -> None:
    assert set(PLAIN[code].templates) == set(TEMPLATES)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("code", [language.code for language in shipped_languages()])
def test_every_rule_is_said(folder: Path, code: str) -> None:
    ruleset = ruleset_at(folder)
    for citer in citing_rules(ruleset).values():
        text = realise_rule(citer, ruleset, PLAIN[code])
        assert text, citer.id
        assert "⟦" not in text, f"{citer.id}: {text}"
        if isinstance(citer.node, Guard):
            assert "⟦" not in gloss_condition(citer.node, ruleset, PLAIN[code])


def _small(tmp_path: Path, rules: str) -> Ruleset:
    """Make a ruleset of cards, tokens and players around some rules."""
    files = {
        "game.yaml": (
            "ruleset: small\nlanguage: 2\nversion: 1.0.0\nname: Small\nplayers: {min: 2, max: 4}\nunits: [point]\n"
            "setup: set_up\nround: [main]\n"
            "options:\n  opening: {choose: [early, late], default: early}\n  open_hands: {switch: false}\n"
        ),
        "constants.yaml": "limit: {value: 7}\ncost: {value: 21, unit: token}\n",
        "state.yaml": (
            "game:\n  deck: {zone: card, order: stack, visible: nobody}\n  market: {zone: card}\n  bank: {zone: token}\n"
            "player:\n  money: {zone: token}\n  cards: {zone: card}\n  out: {flag: true}\n"
            "  points: {number: point, range: [0, 99]}\n"
        ),
        "components/pieces.yaml": (
            "kinds:\n  card:\n    plural: cards\n    pieces: true\n    starts: deck\n    fields: {number: {number: number}}\n"
            "    label: number\n    rank: number\n    columns: [id, number]\n    rows:\n      - [card_5, 5]\n"
            "      - [card_13, 13]\n  token: {plural: tokens, tokens: {supply: 50}, starts: bank}\n"
        ),
        "rules/main.rules": rules,
    }
    for name, text in files.items():
        path = tmp_path / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return ruleset_at(tmp_path / "small")


FRAME = """\
procedure set_up:
    {setup}

phase main:
    for player in players:
        decide turn by player, or rest:
            take(card in market where card.number <= limit because too_high):
                needs count(player.money) >= cost because poor
                needs not player.out because gone
                needs no other in players where other.out because alone
                move card from market to player.cards
"""


def _said(tmp_path: Path, rule: str, setup: str = "shuffle deck") -> dict[str, str]:
    ruleset = _small(tmp_path, FRAME.format(setup=setup))
    citer = citing_rules(ruleset)[f"rule:{rule}"]
    return {code: realise_rule(citer, ruleset, book) for code, book in PLAIN.items()}


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (
            "shuffle deck",
            {
                "en": "“set_up”: shuffle the deck.",
                "ro": "„set_up”: amestecați pachetul.",
                "hu": "„set_up”: keverjétek meg a paklit.",
            },
        ),
        (
            "draw card from deck to market",
            {
                "en": "“set_up”: draw a card from the deck and put it into the market.",
                "ro": "„set_up”: trageți o carte din pachet și puneți-o în piață.",
                "hu": "„set_up”: húzzatok egy kártyát a pakliból a piacra.",
            },
        ),
        (
            "move card_13 from deck to market",
            {
                "en": "“set_up”: move card 13 from the deck to the market.",
                "ro": "„set_up”: mutați cartea 13 din pachet în piață.",
                "hu": "„set_up”: helyezzétek át a 13-as kártyát a pakliból a piacra.",
            },
        ),
        (
            "for card in cards:\n        move card to market",
            {
                "en": "“set_up”: for each card: move it to the market.",
                "ro": "„set_up”: pentru fiecare carte: mutați-o în piață.",
                "hu": "„set_up”: minden kártyára: helyezzétek át a piacra.",
            },
        ),
        (
            "for player in players:\n        move cost from bank to player.money",
            {
                "en": "“set_up”: for each player: move 21 tokens from the bank to the player’s money.",
                "ro": "„set_up”: pentru fiecare jucător: mutați 21 de jetoane din bancă în banii jucătorului.",
                "hu": "„set_up”: minden játékosra: helyezzetek át 21 jelzőt a bankból a játékos pénzébe.",
            },
        ),
        (
            "for player in players:\n        add 1 to player.points\n        set player.out to true",
            {
                "en": "“set_up”: for each player: (the player’s points grow by 1; “out” now holds for the player).",
                "ro": "„set_up”: pentru fiecare jucător: (punctele jucătorului cresc cu 1; „out” devine valabil pentru jucător).",
                "hu": "„set_up”: minden játékosra: (a játékos pontjai ennyivel nőnek: 1; „out” mostantól igaz a játékosra).",
            },
        ),
    ],
    ids=["object", "drawn", "numbered", "pronoun", "counted", "plural"],
)
def test_what_everybody_does(tmp_path: Path, setup: str, expected: dict[str, str]) -> None:
    """Hungarian: indefinite objects take another conjugation; Romanian: "it" is a clitic by gender."""
    assert _said(tmp_path, "set_up", setup) == expected


def test_what_one_player_does(tmp_path: Path) -> None:
    said = _said(tmp_path, "main/turn/take")
    assert said["hu"].endswith("; ezután áthelyezi a kártyát a piacról a játékos kártyái közé.")
    assert said["ro"].endswith("; apoi mută cartea din piață în cărțile jucătorului.")
    assert said["en"].endswith("; then moves the card from the market to the player’s cards.")


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (
            "too_high",
            {
                "en": "Not possible: the number of the card is more than 7.",
                "ro": "Nu se poate: numărul cărții depășește 7.",
                "hu": "Nem lehet: a kártya száma nagyobb, mint 7.",
            },
        ),
        (
            "poor",
            {
                "en": "Not possible: the player’s money is less than 21 tokens.",
                "ro": "Nu se poate: banii jucătorului nu ating 21 de jetoane.",
                "hu": "Nem lehet: a játékos pénze kevesebb, mint 21 jelző.",
            },
        ),
        (
            "gone",
            {
                "en": "Not possible: “out” holds for the player.",
                "ro": "Nu se poate: „out” este valabil pentru jucător.",
                "hu": "Nem lehet: „out” igaz a játékosra.",
            },
        ),
        (
            "alone",
            {
                "en": "Not possible: there is a player “other” for which “out” holds for the player “other”.",
                "ro": "Nu se poate: există un jucător „other” astfel încât „out” este valabil pentru jucătorul „other”.",
                "hu": "Nem lehet: van olyan „other” játékos, hogy „out” igaz az „other” játékosra.",
            },
        ),
    ],
)
def test_why_not(tmp_path: Path, reason: str, expected: dict[str, str]) -> None:
    ruleset = _small(tmp_path, FRAME.format(setup="shuffle deck"))
    guard = citing_rules(ruleset)[f"rule:main/turn/take/{reason}"].node
    assert isinstance(guard, Guard)
    assert {code: gloss_condition(guard, ruleset, book) for code, book in PLAIN.items()} == expected


def test_players_are_called_by_their_names(tmp_path: Path) -> None:
    ruleset = _small(tmp_path, FRAME.format(setup="set seat_1.out to true"))
    citer = citing_rules(ruleset)["rule:set_up"]
    names = (ProperName("Anna"), ProperName("Dan"))
    said = {code: realise_rule(citer, ruleset, book, names) for code, book in PLAIN.items()}
    assert said == {
        "en": "“set_up”: “out” now holds for Anna.",
        "ro": "„set_up”: „out” devine valabil pentru Anna.",
        "hu": "„set_up”: „out” mostantól igaz Annára.",
    }


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (
            "if limit > count(cards):\n        shuffle deck",
            {
                "en": "“set_up”: if 7 is more than the number of the cards, shuffle the deck.",
                "ro": "„set_up”: dacă 7 depășește numărul cărților, amestecați pachetul.",
                "hu": "„set_up”: ha 7 nagyobb, mint a kártyáknak a száma, akkor keverjétek meg a paklit.",
            },
        ),
        (
            "by lot some_cards in subsets(cards) where count(some_cards) = 1\n    for card in some_cards:\n        move card to market",
            {
                "en": "“set_up”: draw a subset “some_cards” by lot from all subsets of the cards (each called subset “some_cards”) "
                "(those for which the number of the cards “some_cards” is 1); for each card among the cards “some_cards”: "
                "move it to the market.",
                "ro": "„set_up”: trageți la sorți o submulțime „some_cards” dintre submulțimile cărților (pe rând: submulțime "
                "„some_cards”) (numai dacă numărul cărților „some_cards” este 1); pentru fiecare carte dintre cărțile "
                "„some_cards”: mutați-o în piață.",
                "hu": "„set_up”: sorsoljatok ki egy „some_cards” részhalmazt ezek közül: a kártyáknak a részhalmazai (sorban: "
                "„some_cards” részhalmaz) (csak ha a „some_cards” kártyáknak a száma pontosan 1); minden kártyára ezek közül: a "
                "„some_cards” kártyák: helyezzétek át a piacra.",
            },
        ),
        (
            "if next(seat_1) = seat_2:\n        shuffle deck",
            {
                "en": "“set_up”: if the next player clockwise after player 1 is player 2, shuffle the deck.",
                "ro": "„set_up”: dacă jucătorul care urmează, în sensul acelor de ceasornic, după jucătorul 1 este jucătorul 2, "
                "amestecați pachetul.",
                "hu": "„set_up”: ha az 1. játékos után az óramutató járása szerint következő játékos ugyanaz, mint a 2. játékos, "
                "akkor keverjétek meg a paklit.",
            },
        ),
        (
            "if price(card_5) > 1:\n        shuffle deck\n\ndefine price(card) = card.number",
            {
                "en": "“set_up”: if the price of card 5 is more than 1, shuffle the deck.",
                "ro": "„set_up”: dacă prețul cărții 5 depășește 1, amestecați pachetul.",
                "hu": "„set_up”: ha az 5-ös kártya ára nagyobb, mint 1, akkor keverjétek meg a paklit.",
            },
        ),
    ],
)
def test_numbers_seats_and_values_with_a_term(tmp_path: Path, setup: str, expected: dict[str, str]) -> None:
    assert _said(tmp_path, "set_up", setup) == expected


@pytest.mark.parametrize("settings", [{}, {"opening": "late", "open_hands": True}], ids=["as they stand", "the others"])
def test_an_option_is_said_by_its_name_whatever_it_is_set_to(tmp_path: Path, settings: dict[str, str | bool]) -> None:
    """A gloss speaks of the rule, which holds under every setting."""
    setup = "if opening = late and not open_hands:\n        shuffle deck"
    _small(tmp_path, FRAME.format(setup=setup))
    loaded = LoadedRuleset(str(tmp_path / "small"), settings)
    ruleset = loaded.ruleset
    assert ruleset is not None
    citer = citing_rules(ruleset)["rule:set_up"]
    assert {code: realise_rule(citer, ruleset, book) for code, book in PLAIN.items()} == {
        "en": "“set_up”: if the value “opening” is “late” and “open_hands” does not hold, shuffle the deck.",
        "ro": "„set_up”: dacă valoarea „opening” este „late” și nu este valabil „open_hands”, amestecați pachetul.",
        "hu": "„set_up”: ha az „opening” érték ugyanaz, mint „late”, és „open_hands” nem igaz, akkor keverjétek meg a paklit.",
    }


WORDED = {
    "en": ("the “end” [card]", "“set_up”: move the “end” card from the deck to the market."),
    "ro": ("[card:the] „Sfârșit”", "„set_up”: mutați cartea „Sfârșit” din pachet în piață."),
    "hu": ("[a/az] „vége” [card]", "„set_up”: helyezzétek át a „vége” kártyát a pakliból a piacra."),
}


@pytest.mark.parametrize("code", sorted(WORDED))
def test_an_element_with_a_wording_is_called_by_it_and_inflected(tmp_path: Path, code: str) -> None:
    ruleset = _small(tmp_path, FRAME.format(setup="move card_13 from deck to market"))
    text, expected = WORDED[code]
    own = read_catalogue(f'msgctxt "element:card/card_13"\nmsgid "x"\nmsgstr "{text}"\n', "own.po", code, Bag())
    book = replace(PLAIN[code], own=own)
    assert realise_rule(citing_rules(ruleset)["rule:set_up"], ruleset, book) == expected


@pytest.mark.parametrize("text", ["the last one", "the [card", "[nothing] [card]"])
def test_a_wording_that_cannot_be_inflected_or_said_leaves_the_number(tmp_path: Path, text: str) -> None:
    ruleset = _small(tmp_path, FRAME.format(setup="move card_13 from deck to market"))
    own = read_catalogue(f'msgctxt "element:card/card_13"\nmsgid "x"\nmsgstr "{text}"\n', "own.po", "en", Bag())
    said = realise_rule(citing_rules(ruleset)["rule:set_up"], ruleset, replace(PLAIN["en"], own=own))
    assert said == "“set_up”: move card 13 from the deck to the market."


def test_what_is_too_much_is_not_called_by_the_term_of_another_notion() -> None:
    """The fuel a player may not keep is no energy that nobody needs."""
    ruleset, books = ruleset_at(RULESETS / "power_grid"), _books("power_grid")
    citer = citing_rules(ruleset)["rule:define.surplus"]
    for book in books.values():
        assert realise_rule(citer, ruleset, book).startswith(book.tongue.style.quotes.around("surplus"))
        assert "energy_surplus" in book.tongue.lexicon.terms


def test_what_is_chosen_is_an_object(tmp_path: Path) -> None:
    assert _said(tmp_path, "main/turn/take")["hu"].startswith(
        "„take”: a játékos választ egy kártyát ezek közül: a piac kártyái"
    )


def test_a_term_of_the_ruleset_is_said_by_its_words(tmp_path: Path) -> None:
    """Salt is known to the lexicons of the toy, silk is not."""
    home = toll(tmp_path)
    ruleset = ruleset_at(home)
    table = dict(PLAIN)
    bag = Bag()
    for code, book in PLAIN.items():
        text = (home / "words" / code / "lexicon.yaml").read_text(encoding="utf-8")
        lexicon = read_lexicon(read_yaml(text, "lexicon", bag), book.tongue.lexicon, bag)
        tongue = LanguageRealiser(book.tongue.language, book.tongue.style, lexicon)
        table[code] = PhraseTemplates(tongue, book.templates)
    citer = citing_rules(ruleset)["rule:gathering/errand/sell/too_little"]
    assert isinstance(citer.node, Guard)
    said = {code: gloss_condition(citer.node, ruleset, book) for code, book in table.items()}
    assert said["hu"].endswith("kevesebb, mint 3 láda.")
    assert said["ro"].endswith("3 lăzi.")
    assert not bag


def test_a_gloss_is_marked() -> None:
    assert (mark_text_as_gloss("so"), mark_text_as_gloss("")) == ("⟨so⟩", "")


def test_a_choice_of_several_is_said_by_number() -> None:
    ruleset = ruleset_at(TOYS / "hands")
    citer = citing_rules(ruleset)["rule:drawing/use_of_hand/put_back"]
    said = {code: realise_rule(citer, ruleset, book).partition(";")[0] for code, book in PLAIN.items()}
    assert said == {
        "en": "“put_back”: the player chooses 1 to 2 cards of the cards of the player’s zone “hand”",
        "ro": "„put_back”: jucătorul alege între 1 și 2 cărți dintre cărțile zonei „hand” a jucătorului",
        "hu": "„put_back”: a játékos választ ezek közül legalább 1, legfeljebb 2 kártyát: a játékos „hand” zónájának a kártyái",
    }
