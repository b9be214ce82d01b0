"""Says which sentences of a variant are not printed because they were written for rules it has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from reguli.cli.cases.cards import source_of_cards
from reguli.cli.console import Console
from reguli.pipeline import Loaded
from reguli.publish.document.voice import stale_in
from reguli.publish.products.card import voices_of_cards
from reguli.source.diagnostic import Bag
from reguli.words.grammar.languages import LANGUAGES

SENTENCES: Final = ("statement:", "card:")


def tell_overtaken(loaded: Loaded, codes: Iterable[str], console: Console) -> None:
    """Name the sentences in some languages; a ruleset that stands on no other is spared the looking."""
    if len(loaded.layers) == 1:
        return
    voices = voices_of_cards(source_of_cards(loaded, Bag()), loaded.sources)
    wanted = tuple(codes)
    found = (
        name.partition(":")[2]
        for language in LANGUAGES
        if language.code in wanted
        for name in stale_in(voices.voice(language, Bag()))
        if name.startswith(SENTENCES)
    )
    names = ", ".join(dict.fromkeys(found))
    if names:
        console.note(console.say("written for rules that have changed, so said from the rules: {names}", names=names))
