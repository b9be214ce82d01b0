"""A voice that speaks the words of a ruleset at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reguli.pipeline import homes_at

if TYPE_CHECKING:
    from reguli.cli.console import Console
    from reguli.engine.playing.playthrough import Playthrough
    from reguli.pipeline import Loaded
    from reguli.play.table_voice import TableVoice


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
    from reguli.words.grammar.languages import LANGUAGES, language_of

    language = language_of(code or console.interface.code) or LANGUAGES[0]
    ruleset = playthrough.program.ruleset
    return open_voice(ruleset, language, homes_at(loaded.path, ruleset.documents.game.id), playthrough, spoken)
