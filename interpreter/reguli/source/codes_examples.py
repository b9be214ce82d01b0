"""The findings about the documents of examples and positions (E1xx)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

EXAMPLE_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="E101",
        title="not the name of an example",
        message="{what} cannot be {name!r}",
        expected="letters a to z or A to Z, digits and underscores, a letter first, at most 60 in all",
        remedy="write the name without blanks and accents, for example E6a_cheapest_way",
        explanation="Examples are called by their names on the command line.",
        wrong="examples:\n  - {id: the first, then: [{value: player_count, is: 2}]}\n",
        right="examples:\n  - {id: the_first, then: [{value: player_count, is: 2}]}\n",
    ),
    Code(
        id="E102",
        title="unknown base",
        message="the file has no example {name!r} to lie over",
        expected="the name of another example in the same file",
        remedy="mend the spelling, or copy the example into this file",
        explanation="An example with 'base:' begins with the position of another example and changes what it names itself.",
        wrong="examples:\n  - {id: first, base: zero, then: [{value: player_count, is: 2}]}\n",
        right="examples:\n  - {id: zero, abstract: true, players: 2}\n"
        "  - {id: first, base: zero, then: [{value: player_count, is: 2}]}\n",
    ),
    Code(
        id="E103",
        title="examples in a ring",
        message="following the bases leads back to {name!r}",
        expected="an example without 'base:' at the end of the chain",
        remedy="take 'base:' out of one example of the ring",
        explanation="An example takes over what its base says, and the base what its own base says, down to one that stands alone.",
        wrong="examples:\n  - {id: first, base: second, abstract: true}\n  - {id: second, base: first, abstract: true}\n",
        right="examples:\n  - {id: first, base: second, abstract: true}\n  - {id: second, abstract: true}\n",
    ),
    Code(
        id="E104",
        title="example that claims nothing",
        message="the example {name!r} says nothing that must hold",
        expected="'then:' with at least one claim",
        remedy="write what must hold after the moves, or 'abstract: true' when it only serves as a base",
        explanation="An example is a test: without a claim it could not fail.",
        wrong="examples:\n  - {id: first, players: 2}\n",
        right="examples:\n  - {id: first, players: 2, then: [{value: player_count, is: 2}]}\n",
    ),
    Code(
        id="E105",
        title="example given twice",
        message="there are two examples {name!r}",
        expected="another name for each example of a ruleset",
        remedy="rename one of the two",
        explanation="Examples are called by their names, so the names differ over all files of a ruleset.",
        wrong="examples:\n  - {id: first, then: [{value: player_count, is: 2}]}\n"
        "  - {id: first, then: [{value: player_count, is: 3}]}\n",
        right="examples:\n  - {id: first, then: [{value: player_count, is: 2}]}\n"
        "  - {id: second, then: [{value: player_count, is: 3}]}\n",
    ),
)
