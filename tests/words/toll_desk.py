"""The toy ruleset "toll" with words of its own, in a folder that a test may change, and its translator's desk."""

from __future__ import annotations

import shutil
from pathlib import Path

from realisers import LOCALES

from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.folder_contents import apply_option_choices
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.words.placeholders.wording_subjects import WordingSubject, wording_subjects
from reguli.words.translation.translation_workspace import TranslationWorkspace, WordLocations, open_workspace

TOYS = Path(__file__).parents[1] / "rulesets"

ENGLISH = """\
language: en
terms:
  crate: {singular: crate}
  salt: {singular: salt, mass: true}
avoid: {}
"""
ROMANIAN = """\
language: ro
terms:
  crate: {gender: f, singular: ladă, plural: lăzi}
  salt: {gender: f, singular: sare, plural: săruri, forms: {of: sări, of the: sării}}
avoid: {}
"""
HUNGARIAN = """\
language: hu
terms:
  crate: {nominative: láda, accusative: ládát, possessive: ládája, harmony: back}
  salt: {nominative: só, accusative: sót, possessive: sója, harmony: back}
avoid: {}
"""
LEXICONS = {"en": ENGLISH, "ro": ROMANIAN, "hu": HUNGARIAN}

BASE = """\
msgid ""
msgstr ""
"Language: en\\n"

msgctxt "reason:too_little"
msgid "You need [sale crate]."
msgstr ""

msgctxt "statement:T6"
msgid "Sell [sale crate] of one good for [sale_points point]."
msgstr ""
"""


def toll(folder: Path, **catalogues: str) -> Path:
    """Copy the ruleset into a folder, with its lexicons and the catalogues given by language."""
    home = folder / "toll"
    shutil.copytree(TOYS / "toll", home)
    for code, lexicon in LEXICONS.items():
        (home / "words" / code).mkdir(parents=True)
        (home / "words" / code / "lexicon.yaml").write_text(lexicon, encoding="utf-8")
    for code, text in catalogues.items():
        (home / "words" / code / "wordings.po").write_text(text, encoding="utf-8")
    return home


def change(path: Path, old: str, new: str) -> None:
    """Change one place of a file, which must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def ruleset_at(home: Path) -> Ruleset:
    """Bind a ruleset without findings."""
    opened = LoadedRuleset(str(home))
    chosen = None if opened.documents is None else apply_option_choices(opened.documents, {}, opened.bag)
    ruleset = None if chosen is None else bind_ruleset(chosen, opened.bag)
    assert ruleset is not None, "\n".join(render_with_excerpt(found, opened.sources) for found in opened.bag)
    return ruleset


def desk_at(home: Path, bag: Bag | None = None, players: int | None = None) -> TranslationWorkspace:
    """Open the desk of a ruleset with words of its own."""
    ruleset = ruleset_at(home)
    homes = WordLocations(LOCALES, home / "words", ruleset.id)
    return open_workspace(
        ruleset, wording_subjects(ruleset, (), players), homes, Bag() if bag is None else bag, Sources()
    )


def plain_rule(subject: WordingSubject, seat: object) -> str:
    """Return the text of a rule by the ids of what carries it."""
    return " and ".join(citer.id for citer in subject.citers)
