"""Workspaces of shipped rulesets in all languages, opened once for all tests that only read them: to open that of a large game takes seconds."""

from __future__ import annotations

from functools import cache

from reguli.app.loading import open_playable
from reguli.app.translation import open_full_workspace
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.translation.translation_workspace import TranslationWorkspace


@cache
def shipped_desk(name: str) -> TranslationWorkspace:
    """Return the workspace of a shipped ruleset, in which nothing is found amiss."""
    bag = Bag()
    desk = open_full_workspace(open_playable(name, {}), bag, Sources())
    assert not bag
    return desk
