"""Sentences of the shipped games made false, or said in other words: in one language beside the others, in one language alone, and in all alike.

``sentences.tsv``, ``later.tsv`` and ``latest.tsv`` are false sentences by people who had not seen the check. ``other_kinds.tsv`` (actors, names, numbers, conditions,
exceptions) and ``reworded.tsv`` (true sentences) were written while it was developed.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from desks import shipped_desk

from reguli.source.diagnostic import Bag
from reguli.words.catalogue.wording_catalogue import SHORT
from reguli.words.translation.polarity_checks import analyse_polarity, check_polarity_answers

TABLES = Path(__file__).parent / "planted"
LANGUAGES = ("en", "ro", "hu")
MEANING = {"W315", "W316", "W317", "W340", "W341", "W342"}
Case: TypeAlias = tuple[str, str, dict[str, str]]
"""A game, the id of a wording, and its text by language."""


def _rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _case(row: dict[str, str]) -> Case | None:
    """The text of a row; none where the sentence is another one by now."""
    seat = shipped_desk(row["game"]).seats[row["language"]]
    entry = seat.catalogue.entries.get(row["id"])
    text = "" if entry is None else seat.catalogue.printed(entry)
    if "text" in row:
        return (row["game"], row["id"], {row["language"]: row["text"]}) if text else None
    changed = text.replace(row["before"], row["after"])
    return (row["game"], row["id"], {row["language"]: changed}) if text.count(row["before"]) == 1 else None


def _cases(*names: str) -> list[Case]:
    return [case for name in names for row in _rows(name) if (case := _case(row)) is not None]


def _doubted(case: Case, languages: tuple[str, ...] = LANGUAGES) -> bool:
    """Whether a game with wordings in these languages has a finding on the meaning of the sentences."""
    game, name, texts = case
    desk = shipped_desk(game)
    seats = {code: desk.seats[code] for code in languages}
    for code, text in texts.items():
        entries = seats[code].catalogue.entries
        new = MappingProxyType({**entries, name: replace(entries[name], text=text)})
        seats[code] = replace(seats[code], catalogue=replace(seats[code].catalogue, entries=new))
    subjects = {one: subject for one, subject in desk.subjects.items() if one == name.removesuffix(SHORT)}
    desk = replace(desk, seats=MappingProxyType(seats), subjects=subjects, base=languages[0])
    bag = Bag()
    check_polarity_answers(desk, analyse_polarity(desk, bag), bag, texts.keys())
    return any(one.code in MEANING and dict(one.args)["wording"] == name for one in bag)


def _share(doubted: list[bool]) -> float:
    assert len(doubted) > 10
    return sum(doubted) / len(doubted)


FALSE = ("sentences.tsv", "later.tsv", "latest.tsv", "other_kinds.tsv")


def test_false_sentences_in_one_language_are_reported() -> None:
    assert _share([_doubted(case) for case in _cases(*FALSE)]) >= 0.95


def test_false_sentences_of_a_game_in_one_language_are_reported() -> None:
    assert _share([_doubted(case, tuple(case[2])) for case in _cases(*FALSE)]) >= 0.95


def test_sentences_that_are_false_alike_in_all_languages_are_reported() -> None:
    alike: dict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
    for row in (row for table in FALSE[:-1] for row in _rows(table)):
        case = _case(row)
        if case is not None:
            alike[row["game"], row["id"], row["kind"]] |= case[2]
    cases = [(game, name, texts) for (game, name, _), texts in alike.items() if len(texts) == len(LANGUAGES)]
    assert _share([_doubted(case) for case in cases]) >= 0.9


def test_true_sentences_in_other_words_are_not_doubted() -> None:
    cases = _cases("reworded.tsv")
    assert _share([_doubted(case) for case in cases]) <= 0.06
    assert _share([_doubted(case, tuple(case[2])) for case in cases]) <= 0.06


def test_sentences_by_an_outsider() -> None:
    """Lists by a reader who has not seen the check; nothing was changed for them. The aim is 0.85 and 0.05."""
    false, reworded = _cases("outside_false_one.tsv"), _cases("outside_reworded.tsv")
    alike: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for game, name, texts in _cases("outside_false_alike.tsv"):
        alike[game, name] |= texts
    assert _share([_doubted(case) for case in false]) >= 0.69
    assert _share([_doubted(case, tuple(case[2])) for case in false]) >= 0.69
    assert _share([_doubted((game, name, texts)) for (game, name), texts in alike.items()]) >= 0.69
    assert _share([_doubted(case) for case in reworded]) <= 0.07


def test_confirmed_sentences_are_not_doubted() -> None:
    for game in ("power_grid", "warszawa", "nucleum", "hex", "breakthrough", "connect_four", "tic_tac_toe"):
        desk, bag = shipped_desk(game), Bag()
        for code in LANGUAGES:
            alone = replace(desk, seats=MappingProxyType({code: desk.seats[code]}), base=code)
            check_polarity_answers(alone, analyse_polarity(alone, bag), bag)
        assert not bag
