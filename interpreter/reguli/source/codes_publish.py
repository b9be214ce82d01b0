"""The findings about the layouts of cards (W4)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code


def _card(part: str) -> str:
    """Write an example as a card of one section."""
    return f"sections:\n  - section: start\n    parts:\n      - {part}\n"


PUBLISH_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="W401",
        title="text that refers to no value",
        message="'{text}' is no place where a value is found",
        expected="constants.ID, tables.ID[KEY, …], phases.ID, stages.ID, players, kinds.ID, or KIND.ELEMENT.FIELD",
        remedy="write where the value stands in the ruleset",
        explanation="A card never holds a number itself: it says where in the ruleset the number stands. The same paths are "
        "used by variants.",
        wrong=_card("{say: income, with: {sum: 50}}"),
        right=_card("{say: income, with: {sum: constants.start_sum}}"),
    ),
    Code(
        id="W402",
        title="value that is not there",
        message="'{text}' leads nowhere: there is no '{name}'",
        expected="the id of something in the ruleset",
        remedy="correct the id; 'reguli info RULESET --names' lists them",
        explanation="Every value on a card is read from the ruleset, so it must be there.",
        wrong=_card("{say: income, with: {sum: constants.start_smu}}"),
        right=_card("{say: income, with: {sum: constants.start_sum}}"),
    ),
    Code(
        id="W403",
        title="reference that does not fit",
        message="'{text}' does not fit here: {why}",
        expected="as many keys as the table has, and as many left open as the place allows",
        remedy="give each key a value, or leave open the one that the rows or the sentence go along",
        explanation="A key left open (its own name in its place) stands for all its values: in a sentence one such key gives a "
        "loop, in a table it must be a key of the rows or columns. The number of players may always be left open.",
        wrong=_card('{say: income, with: {sums: "tables.fee[houses, early]"}}'),
        right=_card('{say: income, with: {sums: "tables.fee[houses]"}}'),
    ),
    Code(
        id="W404",
        title="phases of the card are not those of the round",
        message="the phase '{phase}' {why}",
        expected="every phase of the round, and no other",
        remedy="correct the name, or write the missing phase with its statements (an empty list will do)",
        explanation="A card that lists the phases lists all of them, in the order of the round, which it takes from the ruleset.",
        wrong=_card("{phases: {plannning: []}}"),
        right=_card("{phases: {planning: [], building: []}}"),
    ),
    Code(
        id="W405",
        title="value that is not said",
        message="the wording of '{wording}' in {language} does not say {names}",
        expected="every value that the card gives to the statement",
        remedy="say {names}, or take the value out of the card",
        explanation="All languages say the same numbers, and all of those that belong to the statement; so a card in one language is "
        "as good as in another.",
        wrong=_card("{say: income, with: {sum: constants.start_sum}}"),
        right=_card("income"),
        told=True,
    ),
)
