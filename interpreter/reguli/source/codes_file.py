"""The findings about files and their characters (Y1xx)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

FILE_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="Y101",
        title="missing file",
        message="there is no file {name!r}",
        expected="a file of that name inside the folder of the ruleset",
        remedy="write the file, or mend the name where it is mentioned",
        explanation="A ruleset names its files relative to its own folder, with forward slashes. Capitals count on most "
        "computers even where they do not on yours.",
        wrong="game.yaml mentions boards/Map.yaml, the folder holds boards/map.yaml",
        right="game.yaml mentions boards/map.yaml, the folder holds boards/map.yaml",
        told=True,
    ),
    Code(
        id="Y102",
        title="file outside the ruleset",
        message="{name!r} leads out of the folder of the ruleset",
        expected="a file inside the folder of the ruleset",
        remedy="copy the file into the ruleset and name it by its place there",
        explanation="A ruleset is complete in its folder, so that it can be handed on and so that a ruleset from a stranger "
        "cannot read your other files. That holds for names with '..', absolute names and links alike.",
        wrong="table: ../../other/table.yaml",
        right="table: tables/table.yaml",
        told=True,
    ),
    Code(
        id="Y103",
        title="not UTF-8",
        message="the byte {byte} is not UTF-8 text",
        expected="a text file in UTF-8",
        remedy="open the file in an editor and save it with the encoding UTF-8",
        explanation="All files of a ruleset are UTF-8, so that ș, ő and ä mean the same on every computer. Spreadsheets and "
        "older editors often save in a Windows encoding or in UTF-16 unless told otherwise.",
        wrong="name: Tg. Mureș, saved as Windows-1250",
        right="name: Tg. Mureș, saved as UTF-8",
        told=True,
    ),
    Code(
        id="Y104",
        title="file too large",
        message="the file is larger than {limit} bytes",
        expected="a file of at most {limit} bytes",
        remedy="part it into several files",
        explanation="A rulebook is seldom a tenth of this. The bound keeps a broken or hostile file from using up the memory.",
        wrong="one file of 40 MB that holds every card of every edition",
        right="one file for each kind of card",
        told=True,
    ),
    Code(
        id="Y105",
        title="unreadable file",
        message="{name!r} cannot be read: {why}",
        expected="an ordinary file you may read",
        remedy="check that it is a file, not a folder, and that you have the right to read it",
        explanation="The name exists, but it is a folder, a device, a link that leads round in a circle, or a file of someone "
        "else.",
        wrong="table: tables, where tables is a folder",
        right="table: tables/prices.yaml",
        told=True,
    ),
    Code(
        id="Y106",
        title="byte order mark",
        message="the file begins with an invisible byte order mark",
        expected="a file that begins with its first letter",
        remedy="save the file as UTF-8 without BOM",
        explanation="Some editors put an invisible mark at the front of a file. It counts as a letter when files are compared "
        "or joined, so rulesets do without it.",
        wrong="\ufeffid: checkers\n",
        right="id: checkers\n",
    ),
    Code(
        id="Y107",
        title="invisible character",
        message="an invisible character stands here: {name}",
        expected="letters, digits, punctuation, spaces and line breaks",
        remedy="delete the character and type a space or a line break if one is meant",
        explanation="Control characters, marks that turn the writing direction, and unusual line breaks and spaces look like "
        "nothing or like a space, but change what a text means or how it is read. They mostly come in by copying from a PDF "
        "or a web page.",
        wrong="id: check\u202eers\n",
        right="id: checkers\n",
    ),
    Code(
        id="Y108",
        title="line too long",
        message="the line is longer than {limit} characters",
        expected="lines of at most {limit} characters",
        remedy="part the line: one item of a list on each line",
        explanation="Nobody reads such a line, and a finding in it could not be shown.",
        wrong="a list of 3,000 names in one line",
        right="a list of 3,000 names, each on its own line",
        told=True,
    ),
    Code(
        id="Y109",
        title="nested too deep",
        message="lists and names are nested more than {limit} deep here",
        expected="at most {limit} lists and names inside one another",
        remedy="look for brackets that are opened and never closed, or part the value",
        explanation="No ruleset needs this depth. The bound keeps a broken or hostile file from using up the memory.",
        wrong="[[[[ … 65 brackets … ]]]]",
        right="[[1, 2], [3, 4]]",
        told=True,
    ),
    Code(
        id="Y110",
        title="too many values",
        message="the file holds more than {limit} values",
        expected="at most {limit} values in one file",
        remedy="part it into several files",
        explanation="A bound on what one file may ask of the computer that reads it.",
        wrong="a list of 300,000 numbers",
        right="a list of 300 numbers",
        told=True,
    ),
    Code(
        id="Y111",
        title="too many findings",
        message="more than {limit} mistakes in this file; the others are not shown",
        expected="",
        remedy="mend the ones above first: many of the others often come from the same cause",
        explanation="After this many findings in one file, more of them would not help.",
        wrong="a file in which every one of 400 numbers is written with a leading zero",
        right="the same file with the zeros taken away",
        told=True,
    ),
)
