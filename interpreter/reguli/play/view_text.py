"""What one player sees, as lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reguli.engine.notation import Plain
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.contents import position_plain
from reguli.engine.seeing.views import view
from reguli.words.catalogue.interface import Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.sitting_tongue import SittingTongue


def view_lines(playthrough: Playthrough, player: int | None, words: Interface, tongue: SittingTongue) -> list[str]:
    """Give the position as a player (``None``: a spectator) sees it."""
    shown = view(playthrough, player)["position"]
    assert isinstance(shown, dict)
    return _lines(playthrough, shown, words, tongue)


def position_lines(playthrough: Playthrough, words: Interface, tongue: SittingTongue) -> list[str]:
    """Give the whole position, nothing hidden."""
    return _lines(playthrough, position_plain(playthrough.program, playthrough.slots, playthrough.names), words, tongue)


def _lines(playthrough: Playthrough, shown: Mapping[str, Plain], words: Interface, tongue: SittingTongue) -> list[str]:
    # Terms and wordings are loaded with the tongue.
    from reguli.play.view_said import said_lines

    facts = shown["facts"]
    assert isinstance(facts, dict)
    return [_facts(facts, words, tongue), *said_lines(playthrough, shown, words, tongue)]


def _facts(facts: Mapping[str, Plain], words: Interface, tongue: SittingTongue) -> str:
    number = facts["round"]
    parts = [tongue.round(number if isinstance(number, int) else 0)]
    parts += [tongue.era(kind, str(facts[kind])) for kind in ("phase", "stage") if facts.get(kind) is not None]
    return ", ".join([*parts, words.say("over")] if facts.get("over") else parts)
