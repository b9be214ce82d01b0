"""A small game of cards, tokens and points, to see how single rules are said in every language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from realisers import LOCALES

from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.placeholders.rule_citations import CitingRule, citing_rules
from reguli.words.realisation.phrase_templates import PhraseTemplates, read_gloss_templates
from reguli.words.realisation.rule_realisation import realise_rule
from reguli.words.terminology import LanguageRealiser, open_realiser, read_lexicon

FILES = MappingProxyType(
    {
        "game.yaml": (
            "ruleset: small\nlanguage: 2\nversion: 1.0.0\nname: Small\nplayers: {min: 2, max: 4}\nunits: [point, house]\n"
            "setup: set_up\nround: [main, income]\n"
            "stages:\n  - {id: early}\n  - {id: late, from: [early], when: round > three, checked: {at: end of round}, effective: {at: start of round}}\n"
            "ranking:\n  lines:\n    - {by: player.points, order: most}\n    - {by: count(player.money), order: most}\n"
            "    - {by: count(player.cards), order: least}\n    - {by: count(player.money), order: most}\n"
            "options:\n  opening: {choose: [early, late], default: early}\n  open_hands: {switch: false}\n"
        ),
        "constants.yaml": "limit: {value: 7}\ncost: {value: 21, unit: token}\ntwo: {value: 2}\nthree: {value: 3}\nfive: {value: 5}\n",
        "tables.yaml": "supply:\n  keys: [player_count]\n  unit: token\n  rows: {2: 10, 3: 20, 4: 30}\n",
        "state.yaml": (
            "game:\n  deck: {zone: card, order: stack, visible: nobody}\n  market: {zone: card, capacity: 4}\n"
            "  bank: {zone: token}\n  price: {number: token, range: [0, 99]}\n  player_order: {list: player}\n"
            "player:\n  money: {zone: token}\n  cards: {zone: card, visible: owner}\n  out: {flag: true}\n"
            "  points: {number: point, range: [0, 99]}\n"
        ),
        "components/pieces.yaml": (
            "kinds:\n  card:\n    plural: cards\n    pieces: true\n    starts: deck\n    fields: {number: {number: number}}\n"
            "    label: number\n    rank: number\n    columns: [id, number]\n    rows:\n      - [card_5, 5]\n"
            "      - [card_13, 13]\n  token: {plural: tokens, tokens: {supply: 50}, starts: bank}\n"
        ),
    }
)
FRAME = """\
procedure set_up:
    {setup}

define cost_of(card) -> token = card.number

phase main:
    for player in players:
        decide turn by player, or rest:
            take(card in market where card.number <= limit because too_high):
                needs count(player.money) >= cost because poor
                needs not player.out because gone
                needs no other in players where other.out because alone
                move card from market to player.cards

phase income:
    for player in players:
        move three from bank to player.money
"""


def templates(ruleset: str | None = None) -> Mapping[str, PhraseTemplates]:
    """Return the templates of every language, without findings."""
    found = {}
    for language in shipped_languages():
        bag, sources = Bag(), Sources()
        tongue = open_realiser(language, ruleset, LOCALES, bag, sources)
        found[language.code] = read_gloss_templates(tongue, LOCALES, bag, sources)
        assert not bag, "\n".join(render_with_excerpt(one, sources) for one in bag)
    return found


PLAIN = templates()


def with_lexicons(texts: Mapping[str, str]) -> Mapping[str, PhraseTemplates]:
    """Return the templates of every language with what some lexicons of a ruleset add to them."""
    found = {}
    for code, text in texts.items():
        language, bag, sources = language_by_code(code), Bag(), Sources()
        assert language is not None
        base = PLAIN[code].tongue
        lexicon = read_lexicon(read_yaml(f"language: {code}\n{text}", "lexicon", bag), base.lexicon, bag)
        found[code] = read_gloss_templates(LanguageRealiser(language, base.style, lexicon), LOCALES, bag, sources)
        assert not bag, [one.code for one in bag]
    return found


def small_game(folder: Path, rules: str, changed: Mapping[str, str] = MappingProxyType({})) -> Ruleset:
    """Make the ruleset with some rules; ``changed`` files replace others."""
    for name, text in {**FILES, "rules/main.rules": rules, **changed}.items():
        path = folder / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    loaded = LoadedRuleset(str(folder / "small"))
    ruleset, wrong = loaded.ruleset, [one for one in loaded.bag if one.code.startswith("R")]
    assert not wrong, "\n".join(render_with_excerpt(one, loaded.sources) for one in wrong)
    assert ruleset is not None
    return ruleset


def rule_of(ruleset: Ruleset, name: str) -> CitingRule:
    """Return a rule by its id."""
    return citing_rules(ruleset)[name]


def said(ruleset: Ruleset, name: str, books: Mapping[str, PhraseTemplates] = PLAIN) -> dict[str, str]:
    """Return the sentences of a rule in every language."""
    return {code: realise_rule(rule_of(ruleset, name), ruleset, book) for code, book in books.items()}
