"""The findings of the tools for translators: spreadsheets (W309), and what the command is asked for (W5)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

WORD_TOOL_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="W309",
        title="spreadsheet that cannot be taken back",
        message="this spreadsheet cannot be taken back: {why}",
        expected="the spreadsheet that was exported, with nothing changed but texts, marks and questions",
        remedy="export it again, and copy the texts over",
        explanation="A spreadsheet of wordings comes back whole or not at all: its ids and base texts say what each text is for.",
        wrong="id | base text | text\nexmaple | An example. | Un exemplu.\n",
        right="id | base text | text\nexample | An example. | Un exemplu.\n",
        told=True,
    ),
    Code(
        id="W501",
        title="unknown language",
        message="no language is called {name!r}",
        expected="one of: {known}",
        remedy="write the code of a language; several are parted by commas",
        explanation="Languages are named by their codes of two letters. Adding one is a grammar module and a folder of words.",
        wrong="reguli words status my_game --lang gr",
        right="reguli words status my_game --lang ro,hu",
        told=True,
    ),
    Code(
        id="W502",
        title="nothing of this name can be said",
        message="{ruleset} has nothing called {name!r} to say",
        expected="the id of a rule, a table, a constant, a statement of the inventory",
        remedy="list the ids with: reguli words list {ruleset}",
        explanation="Every rule has an id made of names, such as turn/draw/hand_full; everything that has a wording has one too.",
        wrong="reguli say my_game turn/darw",
        right="reguli say my_game turn/draw",
        told=True,
    ),
    Code(
        id="W503",
        title="spreadsheets need an extra",
        message="the library that reads and writes spreadsheets is not installed",
        expected="the extra 'xlsx'",
        remedy="pip install 'reguli[xlsx]'",
        explanation="Only translators who work in spreadsheets need it, so it is not installed by itself.",
        wrong="pip install reguli",
        right="pip install 'reguli[xlsx]'",
        told=True,
    ),
)
