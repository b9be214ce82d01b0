"""Phrases that fill the templates of findings, so that translators have them; gaps in braces.

A phrase is written where a finding is made. Here stands every one of them, so that findings in another language need not be
made differently; a phrase that is missing here stays English, which a test finds.
"""

from __future__ import annotations

from typing import Final

SORTS: Final = (
    *("a whole number", "a number", "a number of {unit}", "a range of numbers", "true or false", "a truth", "a text"),
    *(
        "a text in the rules language",
        "a list of texts",
        "a list of {count} texts",
        "a name",
        "a term",
        "a value",
        "rows",
    ),
    *("a list", "a group of names and values", "a group of 'name: value'", "a list or a group of 'name: value'"),
    *("names with values", "nothing", "the number {number}", "the text {text}", "a whole number or 'unlimited'"),
    *("true (a flag that starts marked has 'start: true')", "[lowest, highest] or open", "a whole number or a name"),
    *("a list of at least one key", "the id of a statement, or a group of names and values", "any number"),
    *("a number and a term", "a number with its noun", "something to be said", "another word", "as it stands"),
    *("a condition", "one {kind}", "a set of {kind}", "sets of {kind}", "a zone of {pieces}", "something unknown"),
    *("one element", "one element, which may be none", "a set of elements", "a zone", "a zone of tokens"),
    *("a set or a zone to count", "a set of elements or a range 'low .. high'", "a number to sort by", "a flag"),
    *("a list or set", "a value that can be tracked", "a number, a flag or one element", "no variety", "no name"),
    *("'{pieces}', of which there is one variety", "a table, or a zone of tokens of several varieties"),
    *(
        "a cell of a grid",
        "cells of a grid",
        "a cell, edge or corner of a grid",
        "an edge",
        "edges that join something",
    ),
    *("an element of a grid that has named {field}", "edges that join {kind}", "the name of a define or function"),
    *("elements joined by one kind of edges, or the edges as second argument", "a condition with arguments"),
    *("something tracked, or a name made by 'let'", "a list of {kind}", "a list of {kind}, each at most once"),
    "a number for each {variety}",
    *("anything: it is without limit", "a group of named values", "a list of {count} different names"),
    *(
        "a list of outcomes",
        "a pair of site and outcome",
        "a name or a whole number",
        "a whole number from {low} to {high}",
    ),
    *("a text of at most {limit} letters", "one word of at most {limit} letters", "a hash in hexadecimal digits"),
    *(
        "rules that go on",
        "a move of this decision",
        "nothing more",
        "a move that is allowed",
        "a move after which some way leads to the end of what is all or nothing",
    ),
)
"""What a value is, or should be."""

THINGS: Final = (
    *(
        "constant",
        "table",
        "define",
        "procedure",
        "kind",
        "board",
        "option",
        "stage",
        "state",
        "element",
        "game",
        "field",
    ),
    *(
        "phase",
        "variant",
        "unit",
        "cell",
        "move",
        "player",
        "argument",
        "language",
        "format",
        "sort of product",
        "size of paper",
        "size of sheet",
        "use of cards",
        "saves",
        "whole number",
        "single position",
    ),
    *(
        "rule at a moment",
        "options",
        "height",
        "width",
        "radius",
        "the language",
    ),
    *("cell of the table '{name}' at", "field of '{kind}'", "cell of {table}", "key"),
    *(
        "a constant",
        "a table",
        "an option",
        "a stage",
        "a kind",
        "a define",
        "a procedure",
    ),
    *("an event", "a waiver", "a standing change", "a group of options", "a phase or procedure", "a rule of this sort"),
    *(
        "state of the game",
        "state of '{owner}'",
        "a field of '{kind}'",
        "an element of '{kind}'",
        "the plural of '{kind}'",
    ),
    *(
        "kept by the game itself",
        "a function of the language",
        "the name of another value here",
        "a choice of the player",
    ),
    *("the variable of a loop", "a field that is fixed for the whole game", "the player who is asked", "anything"),
    *(
        "has no {place}",
        "has no top to draw from",
        "has no order to shuffle",
        "take it out: a text is only printed",
        "write: {call}",
    ),
    *(
        "ask it: {call}",
        "always",
        "never",
        "{first} needs {others}",
        "{first} includes {others}",
        "{first} runs {others}",
        "rising",
        "falling",
        "not falling",
        "not rising",
        "chance",
        "the same",
    ),
    *("it is false", "left side: {left}; right side: {right}", "sought: {item}; among: {among}"),
)
"""What a name is the name of, and what is said of it."""

PLACES: Final = (
    *("the game", "the file of constants", "the file of tables", "the file of state", "a file of examples"),
    *("the inventory", "the variant", "the lexicon", "the style file", "the card", "the position", "the whole"),
    *("'{name}' of {where}", "'{name}' in {where}", "'{file}'", "the kind '{name}'", "the field '{name}' of {where}"),
    *("the option '{name}'", "the constant '{name}'", "the table '{name}'", "the stage '{name}'", "the term '{name}'"),
    *("the state '{name}'", "the state of '{name}'", "the source '{name}'", "the bot '{name}'", "the example '{name}'"),
    *("the case '{name}' of {where}", "the row '{name}' in {where}", "the seat of '{name}'", "the names of '{name}'"),
    *("the weight of '{name}'", "the statement {name}", "the statements of '{name}'", "the value '{name}'"),
    *("the name of a constant", "the name of a table", "the name of an option", "the name of a kind"),
    *("the name of a field", "the name of a source", "the name of a bot", "the name of a value"),
    *("the name of a thing that is tracked", "the id of a ruleset", "the language of the lexicon"),
    *("the language of the style file", "a line of the ranking", "a statement of the inventory", "a stage", "a player"),
    *("a case of {where}", "a value of {where}", "values of {where}", "a row of {where}", "a column of {where}"),
    *("a name in {where}", "a key in {where}", "a cell in {where}", "a step of {where}", "a claim of {where}"),
    *("a variety", "a preference", "a place", "an owner of state", "an example", "an argument of {where}"),
    *("an outcome of 'chance'", "an option's value", "a player's name", "its text", "entries in {where}"),
    *("letters in 'position'", "prescribed outcomes", "'rules' that the variant adds", "what the card says"),
    *("a section of the card", "a part of the card", "a statement of the card", "the phases of the card"),
    *(
        "a table of the card",
        "a column of the card",
        "a strip of the card",
        "the book",
        "the headings of the book",
        "a section of the book",
        "a part of the book",
        "a paragraph of the book",
        "a statement of the book",
        "the number of '{name}'",
        "the gloss file",
        "the language of the gloss file",
        "the template '{name}'",
        "those listed",
        "the rule '{name}'",
        "{limit} bytes",
    ),
    *("start of", "end of", "during {phase}"),
)
"""Where something stands, and which value is meant."""

RELATED: Final = (
    *("the first", "the base text", "the rule as it is now", "given here the first time", "here it stands first"),
    *("here it is given first", "here it is set first", "here it is written first", "here it is in the ruleset"),
    *("here the variant writes it", "here it is {what}", "'{name}' stands here first", "'{name}' stands here too"),
    *("'{name}' stands here", "'{name}' is defined here", "'{name}' was given here"),
)
"""What a related place shows."""

EXPECTED: Final = (
    *("the end of the line", "indented lines", "the end of the block", "the end", "an operator"),
    *("a statement's number such as {name}", "{words} or '{word}'", "{words} or a name", "{words} or a number"),
    *("{words} or the end of the line", "{words} or indented lines", "{words} or the end", "{words} or an operator"),
    *("{words} or a statement's number such as {name}", "{words} or the end of the block", "{first}, {others}"),
)
"""What the rules language would take at a place."""

REASONS: Final = (
    *("it is a folder", "it is no ordinary file", "access is denied", "the computer refuses to open it"),
    *("its name does not end in .rules", "it exists already and is no save"),
    *("it exists already and is no page", "a file stands where a folder is needed", "its folder is not there"),
    "that is no name of a folder",
    *("the computer refuses", "that is no name of a file", "it is not UTF-8 text", "it is larger than {limit} bytes"),
    *("it is no text in UTF-8", "its parts lie within one another too deep", "it is no JSON", "read", "written"),
    *("it is no JSON (line {line})", "{path} is no ordinary file", "the folder {path} is full of unfinished saves"),
    *("the folder holds neither game.yaml nor variant.yaml", "it holds {count} examples", "players: {count}"),
    *("players: {count}, not {low} to {high}", "the first position is another one", "the position is another one"),
    *("it exists already",),
    *("not said, so as the set-up leaves it: {fields}",),
    *("the other one", "it is asked for here", "with {players} players", "with {players} players and {options}"),
    *("after {moves} moves; to see it: {command}",),
    *("it is written as '{move}', and is '{found}'", "it is over, and is said not to be"),
    *("it is said to be over, and is not",),
    *("'{move}' is not allowed ({reasons})", "'{move}' was played, but nobody has to decide any more"),
    *("'{move}': expected {expected}, found {found}", "the rules fail", "'{outcome}' cannot come at '{site}'"),
    *("nothing is left to chance", "for any reason", "no reason that is known", " for {player}"),
    *("nobody has to decide in this position", "one of: {names}"),
    *("an option as name=value, for example board=large", "a site and its outcomes, for example deck=ace,king"),
    *(
        "say which ruleset, or --load a game",
        "say which value",
        "a game that is loaded has its players, names, options and chance",
    ),
    *("their number is {count}", "{name} is not one word", "two have one name", "digits"),
    *(
        "say which spreadsheet: --xlsx FILE",
        "the name of a spreadsheet ends in .xlsx",
        "a spreadsheet holds one language: --lang ro",
    ),
    *("no rule gives it: write it in 'forms'", "it must end in its head, '{head}'"),
    *(
        "only the last text of a choice may lack its key",
        "'{text}' is no placeholder",
        "'{token}' is no article of {language}",
    ),
    *("it is longer than {limit} characters", "placeholders lie more than {limit} deep in one another"),
    *(
        "a '[' is never closed",
        "a ']' closes nothing",
        "it has more than {limit} entries",
        "an entry has msgctxt, msgid and msgstr, in this order",
    ),
    *("an entry has plural forms; a placeholder says the number instead",),
    *("this line is neither a comment nor a text in quotes", "unpacked it is larger than {limit} bytes"),
    *("it cannot be read ({error})", "its second row does not head the columns as they were exported"),
    *("it holds '{found}' in '{column}'", "the id '{id}' is not in the catalogue", "the id '{id}' stands twice"),
    *(
        "the row of '{id}' is missing",
        "'{id}' was exported with another base text",
        "the cell {cell} holds a formula",
        "it has more than {limit} elements",
        "the text of '{id}' was changed in the catalogue too since then",
        "it is no table",
    ),
    *("no reference of the table leaves this key open", "nothing is spread", "the table has no key: {keys}"),
    *("the table is too large for a card", "is no phase of the round", "of the round is left out"),
    *("a strip goes along one key", "it leaves open: {keys}", "it is no single value", "only a table has keys"),
    *("it is nothing a wording can say", "the keys of '{table}' are: {keys}"),
    *("no font of {font} has '{sign}' ({code}), which stands in '{text}'", "it has {found} pages, not {pages}"),
    *("its language is not set to {code}", "it has no tags", "it is not marked as tagged", "it has no title"),
    *("{count} of its {all} fonts are not embedded", "a text of {height} pt stands in a box of {room} pt"),
    *(
        "it is no folder",
        "a theme is for one ruleset",
        "the folder holds no theme.yaml",
        "it is no PNG",
        "it is broken",
        "it is interlaced",
        "it has more than {limit} dots, or a side of more than {side}",
    ),
    *("it is no font in OpenType or TrueType, or a broken one", "it is of the family {family}, not {first}"),
    "the name of its family holds other signs than letters and digits",
)
"""Why something cannot be."""

FROM_ELSEWHERE: Final = (
    *("unrecognized arguments: {words}", "the following arguments are required: {names}"),
    *("argument {name}: expected one argument", "argument {name}: expected at least one argument"),
    *(
        "argument {name}: invalid int value: {value}",
        "argument {name}: invalid choice: {value} (choose from {choices})",
    ),
    *("argument {name}: ignored explicit argument {value}", "argument {name}: {why}"),
    *("{word} is no whole number from {low} to {high}", "No such file or directory", "Permission denied"),
    *("Is a directory", "Not a directory", "File exists", "No space left on device", "Read-only file system"),
    *("File name too long", "Too many levels of symbolic links", "Operation not permitted", "Device or resource busy"),
    *("Input/output error", "Too many open files", "Invalid argument", "Bad file descriptor", "Broken pipe"),
)
"""What Python says of the words of a command, and the operating system of a file."""

PHRASES: Final = tuple(dict.fromkeys((*SORTS, *THINGS, *PLACES, *RELATED, *EXPECTED, *REASONS, *FROM_ELSEWHERE)))
"""Every phrase once."""
