"""Where the words of a ruleset lie, and a voice that speaks them at the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.shipped import shipped_folder, shipped_rulesets

if TYPE_CHECKING:
    from reguli.cli.console import Console
    from reguli.engine.playthrough import Playthrough
    from reguli.pipeline import Loaded
    from reguli.play.table_voice import TableVoice
    from reguli.words.desk import Homes

OWN_WORDS = "words"
"""The folder of a ruleset that holds words of its own."""


def homes_at(path: Path, name: str) -> Homes:
    """Say where the words of a ruleset lie: ``path`` is its folder or file, ``name`` the id of the game."""
    # Grammars and catalogues cost 0.3 s, and only who speaks needs them.
    from reguli.words.desk import Homes

    locales = shipped_folder("locales")
    known = name if name in shipped_rulesets() else None
    if known is not None and path.resolve() == (shipped_folder("rulesets") / known).resolve():
        return Homes(locales, locales, known)
    folder = path if path.is_dir() else path.parent
    return Homes(locales, folder / OWN_WORDS, name, known)


def voice_of(
    loaded: Loaded,
    playthrough: Playthrough,
    console: Console,
    code: str | None = None,
    spoken: Mapping[str, str] | None = None,
) -> TableVoice:
    """Open the voice of a table in the person's language, or in that of ``code``.

    ``spoken`` gives what players are called in that language who are called otherwise where they are typed.
    """
    # Grammars and catalogues cost 0.3 s, and only who speaks needs them.
    from reguli.play.table_voice import open_voice
    from reguli.words.languages import LANGUAGES, language_of

    language = language_of(code or console.interface.code) or LANGUAGES[0]
    ruleset = playthrough.program.ruleset
    return open_voice(ruleset, language, homes_at(loaded.path, ruleset.documents.game.id), playthrough, spoken)
