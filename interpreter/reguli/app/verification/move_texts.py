"""Move texts of a game in every language for which the ruleset has words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.verify.fuzzing.metamorphic_tests import MoveLanguage, Tongues
from reguli.verify.report import Subject

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SessionRealiser


def move_language_opener(subject: Subject) -> Tongues:
    """Return a function that opens all languages for a program of a ruleset."""
    loaded = subject.opened
    assert isinstance(loaded, LoadedRuleset)

    def opened(played: GamePlaythrough) -> tuple[MoveLanguage, ...]:
        # Only play tells anything, and only once there is a game.
        from reguli.play.session_texts import open_sitting_tongue
        from reguli.words.grammar.languages import shipped_languages

        homes = locate_wording_folders(loaded.path, subject.ruleset.id)
        found = (
            (one.code, open_sitting_tongue(played.program.ruleset, one, homes, played)) for one in shipped_languages()
        )
        return tuple(MoveLanguage(code, partial(_said, tongue)) for code, tongue in found)

    return opened


def _said(tongue: SessionRealiser, played: GamePlaythrough, move: Move) -> str:
    assert played.decision is not None
    return tongue.move(played, played.decision, move, played.actor, you=True)
