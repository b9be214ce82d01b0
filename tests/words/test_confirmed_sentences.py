"""Sentences compared with those that somebody confirmed: the same in other words is right, the contrary is reported (W340 to W343)."""

from __future__ import annotations

from pathlib import Path

import pytest
from realisers import LOCALES

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources, Span
from reguli.words.grammar.languages import shipped_languages
from reguli.words.polarity import CONTRASTS, POLES, read_polarity_words
from reguli.words.sentence_comparison import (
    ALIKE,
    OPPOSED,
    SIMILAR,
    TELLING,
    WEAK,
    Token,
    compare_sentences,
    read_tokens,
)
from reguli.words.translation.translation_workspace import WordLocations, read_confirmed
from reguli.words.wording_parser import parse_wording

LANGUAGES = {language.code: language for language in shipped_languages()}
SENSES = {code: read_polarity_words(language, LOCALES, Bag(), Sources()) for code, language in LANGUAGES.items()}


def tokens(text: str, code: str) -> tuple[Token, ...]:
    bag = Bag()
    wording = parse_wording("example", text, lambda start, end: Span("example", 1, start + 1, 1, end + 1), bag)
    assert not bag
    whole = SENSES[code].whole
    assert whole is not None
    return read_tokens(wording, whole, LANGUAGES[code].states_number)


def kinds(old: str, new: str, code: str = "en") -> list[str]:
    return [one.kind for one in compare_sentences(tokens(old, code), tokens(new, code), SENSES[code].fillers)]


def test_every_language_has_words_for_the_contrasts_and_they_are_read_whole() -> None:
    for senses in SENSES.values():
        assert senses.whole is not None
        assert set(POLES) | set(CONTRASTS) <= set(senses.whole.poles)
        assert not set(CONTRASTS) & set(senses.poles), "languages are compared by the poles alone"
        assert senses.fillers


def test_pairs_are_of_known_poles() -> None:
    known = {*POLES, *CONTRASTS}
    for pairs in (OPPOSED, WEAK, ALIKE, SIMILAR, frozenset({TELLING})):
        assert frozenset().union(*pairs) <= known
    assert WEAK <= OPPOSED
    assert not ALIKE & OPPOSED - WEAK


@pytest.mark.parametrize(
    ("code", "old", "new", "kind"),
    [
        ("en", "Keep at most [n card].", "Keep at least [n card].", "contrary"),
        ("en", "[Token:many] cannot be sold.", "[Token:many] can be sold.", "contrary"),
        ("en", "Pay before the [round] ends.", "Pay after the [round] ends.", "contrary"),
        ("en", "Every [player] must pay.", "Any [player] must pay.", "contrary"),
        ("en", "The [player] gains [n point].", "The [player] loses [n point].", "contrary"),
        ("en", "Move it from the [market] to the [supply].", "Move it from the [supply] to the [market].", "names"),
        ("en", "Put [a/an] [mine] on [a/an] [pit].", "Put [a/an] [turbine] on [a/an] [pit].", "names"),
        ("en", "Draw once and discard.", "Draw twice and discard.", "numbers"),
        ("en", "The [player] may build here.", "The [player] may build here if the [deck] is empty.", "added"),
        ("en", "Everyone must pay.", "Everyone must pay if they can afford it.", "added"),
        ("en", "All pay, except those in [jail].", "All pay.", "dropped"),
        ("ro", "Nimeni nu se uită la [card:many].", "Oricine se uită la [card:many].", "contrary"),
        ("ro", "Nivelul nu se aplică niciunui [player].", "Nivelul se aplică oricărui [player].", "contrary"),
        ("hu", "Aki kimarad, [n point:-t] veszít.", "Aki kimarad, [n point:-t] kap.", "contrary"),
        ("hu", "[A/Az] [market:-ról] [a/az] [supply:-ba] kerül.", "[A/Az] [supply:-ról] [a/az] [market:-ba] kerül.", "names"),
        ("hu", "Balról jobbra tegyétek le.", "Jobbról balra tegyétek le.", "contrary"),
    ],
)  # fmt: skip
def test_another_rule_is_reported(code: str, old: str, new: str, kind: str) -> None:
    assert kind in kinds(old, new, code)
    assert kinds(old, old, code) == []


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("en", "Keep at most [n card].", "Keep no more than [n card]."),
        ("en", "A [player] may have only one [star].", "A [player] may not have more than one [star]."),
        ("en", "Nobody may sell [token:many].", "No [player] may sell [token:many]."),
        ("en", "The [player] at once draws [n card].", "The [player] immediately draws [n card]."),
        ("en", "All return, except those on [tile:many].", "Except for those on [tile:many], all return."),
        ("ro", "[number:the] nu depășește [n card].", "[number:the] este cel mult egal cu [n card]."),
        ("ro", "Primiți imediat [n card].", "Primiți pe loc [n card]."),
        ("hu", "Senki sem tehet le egynél többet.", "Mindenki legfeljebb egyet tehet le."),
        ("hu", "[n card:-t] húzhattok, kivéve, ha üres a pakli.", "[n card:-t] húzhattok, hacsak nem üres a pakli."),
    ],
)
def test_the_same_in_other_words_is_right(code: str, old: str, new: str) -> None:
    assert kinds(old, new, code) == []


def test_a_difference_stands_where_its_words_do() -> None:
    (one,) = compare_sentences(
        tokens("Keep at most [n card].", "en"), tokens("Keep at least [n card].", "en"), frozenset()
    )
    assert [(token.text, token.span.column) for token in one.own] == [("at least", 6)]
    assert [token.text for token in one.theirs] == ["at most"]


def test_lines_that_hold_no_sentence_are_reported(tmp_path: Path) -> None:
    homes = WordLocations(tmp_path, tmp_path, "game")
    bag, path = Bag(), tmp_path / "ro" / "game.confirmed.tsv"
    path.parent.mkdir()
    assert read_confirmed(homes, "ro", bag, Sources()) == {}
    path.write_bytes(b"statement:N1 Draw.\nstatement:N2\tDraw [n card].\r\n\nstatement:N2\tAgain.\n")
    assert read_confirmed(homes, "ro", bag, Sources()) == {"statement:N2": "Draw [n card]."}
    assert [str(one.span) for one in bag] == ["ro/game.confirmed.tsv:1:1", "ro/game.confirmed.tsv:4:1"]
    assert set(bag.codes) == {"W343"}
