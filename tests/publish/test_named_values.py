"""Every value of Warszawa has a name in each language, so that no sheet of changes calls one by its id."""

from __future__ import annotations

import re

import pytest
from cards import CODES, ruleset_of

from reguli.publish.document.document_realisation import LeafRealiser
from reguli.publish.document.document_tree import TextLine
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.products.change_sheet import UNNAMED, compare_variant_rules
from reguli.publish.products.reference_card import require_language
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.translation.translation_workspace import WordingFolders, open_ruleset_realiser


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", ["warszawa"])
def test_every_value_has_a_name(game: str, code: str) -> None:
    # Held against a game that has none of them, each is new.
    values = compare_variant_rules(ruleset_of("hex", {}), ruleset_of(game, {})).values
    places = WordingFolders(shipped_folder("locales"), ())
    tongue = open_ruleset_realiser(require_language(code), game, places, Bag(), Sources())
    sayer = LeafRealiser(tongue, Bag(), draft=True, long=True)
    named = [one for one in values if one.after is not None and one.name is not None]
    lines = [line for one in named for line in find_blocks(sayer.say(one.name), TextLine)]  # type: ignore[arg-type] # not said yet
    assert len(lines) > 100
    # Constants and tables by their ids, fields by theirs; what fills a gap of a name is not asked here.
    ids = {part for one in named for part in re.split(r"[.\[]", one.label)}
    assert {name for line in lines for name in UNNAMED.findall(line.text)} & ids == set()
