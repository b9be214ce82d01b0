"""The templates kept beside the locales are those that the rules and base texts give."""

from __future__ import annotations

import pytest
from tongues import LOCALES

from reguli.app.desk import desk_at
from reguli.app.opening import playable
from reguli.shipped import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.words.catalogue.update import extract
from reguli.words.gloss.gloss import books_of, rule_texts


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_template_is_up_to_date(name: str) -> None:
    """When it is not: `reguli words extract NAME`."""
    bag, sources = Bag(), Sources()
    desk = desk_at(playable(name, {}), bag, sources)
    text = extract(desk, rule_texts(desk.ruleset, books_of(desk, bag, sources)))
    assert (LOCALES / f"{name}.pot").read_text(encoding="utf-8") == text
