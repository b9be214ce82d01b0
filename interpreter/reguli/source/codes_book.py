"""The findings about rulebooks (W42)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

BOOK_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="W421",
        title="statement that the book leaves out",
        message="the statement '{name}' states a rule and stands nowhere in the book",
        expected="every statement that some rule carries in one place of book.yaml",
        remedy="add {name} to the section where it belongs, or to the 'states' of the table that says it",
        explanation="The book says all the rules: each numbered statement that a rule, a table or a constant cites stands in it once. "
        "Statements marked 'carries: none' may be left out.",
        wrong="sections:\n  - section: aim\n    parts: [P1]\n",
        right="sections:\n  - section: aim\n    parts: [P1, P2]\n",
        told=True,
    ),
    Code(
        id="W422",
        title="name in the book that the ruleset does not have",
        message="the book names '{name}', which the ruleset does not have",
        expected="the id of a statement of the inventory, of a phase of the round, or of a worked example",
        remedy="correct the name; 'reguli words list RULESET' lists the ids",
        explanation="The layout of a book says where things stand; what stands there comes from the ruleset.",
        wrong="sections:\n  - section: aim\n    parts: [P999]\n",
        right="sections:\n  - section: aim\n    parts: [P1]\n",
        told=True,
    ),
    Code(
        id="W423",
        title="example in the book that fails",
        message="the worked example '{name}' does not come out as it claims, so it is not printed",
        expected="examples that pass; 'reguli examples RULESET' runs them",
        remedy="mend the example or the rules, or name it under 'without' in book.yaml",
        explanation="The numbers of an example are those that the rules give when it is run; one that fails would print something false. "
        "A variant that changes what an example shows leaves it out, or writes it anew.",
        wrong="without: []\n",
        right="without: [E1]\n",
        told=True,
    ),
    Code(
        id="W424",
        title="ruleset that is no variant",
        message="'{name}' is no variant of another ruleset, so there is nothing to compare it with",
        expected="a variant: a folder with variant.yaml, or a file under variants/",
        remedy="name a variant, or leave '--product changes' out",
        explanation="A change sheet says which values, rules and sentences of a variant differ from those of the ruleset it is built on.",
        wrong="reguli book my_game --product changes",
        right="reguli book ./my_variant --product changes",
        told=True,
    ),
)
