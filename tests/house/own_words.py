"""The language's own words: those a ruleset may use as ids and the interpreter says all the same.

No other id of a ruleset occurs in the interpreter; a test of the house holds it. A word comes in when the language cannot do
without it, never because a game is convenient to name.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GAME_WORDS: Final = _words(
    """
bank board box bridge card cell colour column corner cube deck die direction east edge grid hand
height lap latitude longitude mark marker market money neighbour north phase piece player player_count
point purse rank round row score seat south space stack stage supply tile token track turn way_round
west width winner zone
"""
)
"""What board games are made of, as rulebooks call it, in the singular."""

PLAIN_WORDS: Final = _words(
    """
additional advance alike alone amount archive area aside assignment at_any_time at_once base beside branching build
built called_in cheaper choosing clear closed closing collector completed connect connection cost crew crossing deed directive
discard done draw drop each effect ending exchange exchanging extra factory fetch final finish
finished first fit free fuel fulfil function functions_of give goes_on green hand_out hex hold income
initial into kept laid large left length level light like line line_end linked locked looked_at lose
map match matched mean measure meet met mine name near need neutral north_east nth number object old
open opened origin out overflow own_of owner pair passed passing per place planning play played
power price production project purpose put red refill report resource right room run seal second service segment
set_of set_up side sign single size slot small span special stand standard standing star starting step
storage store straight style target task thaler third too_high touched turned type unlimited unused use
used wanted way white work worker
"""
)
"""English and programming: words the interpreter says in another sense than the ruleset that has them as ids."""

EXAMPLE_WORDS: Final = _words(
    """
bid booth bought building buy credit fire hand_limit house last_round many_points not_yours
pass_offer pawn purchase region road start_money too_expensive turn_order
"""
)
"""What the wrong and right examples of the catalogue of findings speak of: any board game, and none."""
