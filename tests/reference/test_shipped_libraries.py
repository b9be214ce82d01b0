"""What is looked up of the shipped libraries: what each is given and does, in words of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.explanations import explain_term
from reguli.reference.library_reference import library_themes
from reguli.reference.reference_entry import ReferenceTheme

LIBRARIES = Path(__file__).resolve().parents[2] / "rulesets" / "library"
THEMES = library_themes(LIBRARIES)


def test_every_shipped_library_has_a_theme() -> None:
    assert [theme.library for theme in THEMES] == sorted(path.parent.name for path in LIBRARIES.glob("*/library.yaml"))
    assert {"auction", "deck", "draft", "majority", "market", "paths", "price_track"} <= {one.library for one in THEMES}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.library)
def test_everything_of_a_library_says_what_it_is_for(theme: ReferenceTheme) -> None:
    whole, *items = theme.entries
    assert "use:" in whole.example
    assert items
    for entry in theme.all_entries():
        assert entry.means.endswith("."), entry.name


def test_a_library_is_explained_by_its_name_and_a_procedure_by_its_own() -> None:
    (deck,) = explain_term("deck").meanings
    assert deck.sort == "library"
    assert "run NAME.draw_up_to(player, size: number)" in deck.forms
    (drawn,) = explain_term("draw_up_to").meanings
    assert drawn.means == "One draws up to a number of cards."
    (least,) = explain_term("auction.with.least").meanings
    assert (least.needed, least.default) == ("", "1")
    (most,) = explain_term("auction.with.most").meanings
    assert (most.needed, most.takes) == ("always", "a number, counted in price, for player")
