"""What a table says: options, rankings, mistakes in what was typed; what is typed is said in ids and digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from reguli.engine.gameplay.action_sets import as_typed
from reguli.engine.gameplay.legal_actions import Family, Move
from reguli.engine.gameplay.playthrough import Played, Playthrough
from reguli.engine.notation import Unreadable, element_text, move_text
from reguli.source.name_suggestions import near
from reguli.words.catalogue.interface_texts import ENGLISH, Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SittingTongue


WIDEST: Final = 30
"""Letters of a typed move up to which the words behind all of them stand below each other."""


def move_lines(playthrough: Playthrough, families: Sequence[Family], tongue: SittingTongue) -> list[str]:
    """List moves, each as it is typed, and behind it in words."""
    typed = [as_typed(playthrough, family).text for family in families]
    width = min(max(map(len, typed), default=0), WIDEST)
    said = [tongue.family(playthrough, family) for family in families]
    return [f"{text:{width}}  {words}".rstrip() for text, words in zip(typed, said, strict=True)]


def option_lines(playthrough: Playthrough, families: Sequence[Family], tongue: SittingTongue) -> list[str]:
    """List options with numbers."""
    return [f"{number:>4}  {line}" for number, line in enumerate(move_lines(playthrough, families, tongue), 1)]


def question_line(playthrough: Playthrough, name: str, tongue: SittingTongue) -> str:
    """Ask a player called ``name`` what is to be decided; where nobody worded it, a gloss says what it is called."""
    question = tongue.question(playthrough)
    return f"{name}: {question}" if question else tongue.gloss_of_question(playthrough)


def said_move(playthrough: Playthrough, move: Move) -> str:
    """Give a move of the present decision as it is typed."""
    assert playthrough.decision is not None
    return move_text(playthrough.program, playthrough.decision, move, playthrough.names)


def player_text(playthrough: Playthrough, seat: int) -> str:
    """Name a player."""
    return element_text(playthrough.program, "player", seat, playthrough.names)


def done_text(playthrough: Playthrough, played: Played, tongue: SittingTongue) -> str:
    """Say who moved how; the playthrough stands before the move."""
    return tongue.done(playthrough, playthrough.program.decisions[played.decision], played.move, played.actor)


def ranking_lines(playthrough: Playthrough, tongue: SittingTongue) -> list[str]:
    """Say the criteria, then the ranking, best first, with the value of every criterion and what it counts."""
    lines = [f"{tongue.ranking_title()}: {'; '.join(tongue.criteria())}"]
    for place in playthrough.places():
        named = zip(tongue.values_ranked(), place.values, strict=True)
        values = " · ".join(f"{counted} {value}".lstrip() for counted, value in named)
        lines.append(f"{place.place or '–'}. {tongue.title(place.player)}  {values}".rstrip())
    return lines


def unreadable_line(playthrough: Playthrough, unreadable: Unreadable, typed: str, words: Interface = ENGLISH) -> str:
    """Say what is wrong with a typed move, and what would do."""
    say, word, known = words.say, unreadable.word, unreadable.expected
    meant = near(word, known)
    hint = [say("Did you mean {word}?", word=meant)] if meant else []
    match unreadable.kind:
        case "option":
            what = say("There is no option {word} here.", word=repr(word)) if word else say("Say an option.")
            return " ".join([what, *hint, say("Options: {options}.", options=", ".join(known))])
        case "count":
            option = typed.split(maxsplit=1)[0] if typed.split() else ""
            form = " ".join([option, *(name.upper() for name in known)])
            return say("{option} is said as: {form}.", option=option, form=form)
        case "number":
            return say("{word} should be a whole number.", word=repr(word))
        case _:
            what = say("{word} is not known here.", word=repr(word))
            return " ".join([what, *hint, say("Known: {words}.", words=_some(known, words))])


def _some(known: Sequence[str], words: Interface, most: int = 40) -> str:
    more = f", … {words.say('{n} more', n=len(known) - most)}" if len(known) > most else ""
    return ", ".join(known[:most]) + more
