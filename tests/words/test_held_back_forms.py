"""Romanian nouns and names of people that no lexicon has, written down by somebody who had not seen the rules: no form is silently wrong.

A form that no rule knows is none, and the lexicon asks for it (W106). Of disputed forms any that is in use will do; names of places, of which
nobody says that they are none of a person, are not held here.
"""

from __future__ import annotations

import csv
from pathlib import Path

from reguli.words.grammar.noun import Name, Noun
from reguli.words.grammar.ro import name_of, noun_form

TABLES = Path(__file__).parent / "held_back"
FORMS = ("the", "of", "of the", "many the", "many of", "many of the", "a", "a of")
ASKED = 40
"""Of so many nouns at most a form is asked for."""


def _rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_no_form_of_a_noun_is_silently_wrong() -> None:
    rows, asked, wrong = _rows("ro_nouns.tsv"), set(), []
    for row in rows:
        noun = Noun(row["singular"], {"singular": row["singular"], "plural": row["plural"]}, gender=row["gender"])
        for form in FORMS:
            made = noun_form(noun, frozenset(form.split()))
            if row[form] and made is None:
                asked.add(noun.id)
            elif row[form] and made not in row[form].split(" / "):
                wrong.append((noun.id, form, made, row[form]))
    assert len(rows) >= 150
    assert not wrong
    assert len(asked) <= ASKED


def test_names_of_people_take_their_genitive() -> None:
    rows = [row for row in _rows("ro_names.tsv") if row["gender"]]
    made = {row["name"]: name_of(Name(row["name"], gender=row["gender"])) for row in rows}
    assert len(rows) >= 75
    assert {row["name"]: made[row["name"]] for row in rows if made[row["name"]] not in row["of"].split(" / ")} == {}
