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
    Code(
        id="W406",
        title="text that does not fit",
        message="{product} on {paper} in {language} needs {needs}; at most {most} pages are planned",
        expected="text that fits on the pages the layout plans",
        remedy="shorten its wordings (or give them a short one, ID@card), take something out, or plan more pages",
        explanation="Nothing is ever cut off or made smaller than can be read. Letters are tried from large to small and long "
        "wordings before short ones; what then needs more pages than 'pages' of the layout allows does not fit.",
        wrong="pages: {poker: 1}\n" + _card("ranking"),
        right="pages: {poker: 4}\n" + _card("ranking"),
        told=True,
    ),
    Code(
        id="W407",
        title="letter that cannot be printed",
        message="{product} in {language} cannot be printed: {why}",
        expected="letters that the fonts of the cards have",
        remedy="write the text with other letters",
        explanation="Fonts travel with the package, so that the same text looks the same everywhere; they have the letters of the "
        "languages of Europe.",
        wrong='"⌘"',
        right='"Ctrl"',
        told=True,
    ),
    Code(
        id="W408",
        title="page that is not as it must be",
        message="{product} in {language} came out wrong: {why}",
        expected="pages on which every text fits its box, in a tagged PDF with language, title and fonts",
        remedy="shorten the wordings of what is printed there",
        explanation="Every page is looked at by machine after it is made: its boxes are measured, its tags, language and fonts "
        "are looked up in the file.",
        wrong="a title of forty words on a card",
        right="a title of three words on a card",
        told=True,
    ),
    Code(
        id="W410",
        title="icon that cannot be drawn",
        message="'{text}' in {what} is no colour and no path",
        expected='a colour such as "#0b5563", or the commands of an SVG path, such as "M2 2 L22 2 L12 22 Z"',
        remedy="correct it; a path begins with M and holds letters of commands and numbers only",
        explanation="Icons are drawn on a square of 24 by 24 in one colour. What stands here is written into pictures, so nothing "
        "else is let through.",
        wrong='icons:\n  coin: {colour: gold, paths: ["M2 2 L22 2 L12 22 Z"]}\npieces: []\n',
        right='icons:\n  coin: {colour: "#b8860b", paths: ["M2 2 L22 2 L12 22 Z"]}\npieces: []\n',
    ),
    Code(
        id="W431",
        title="letters that are hard to read",
        message="letters of the colour '{letters}' on '{ground}' have a contrast of {found}, less than {least}",
        expected="a contrast as WCAG asks for at its level AA",
        remedy="make the letters darker and the ground lighter, or the other way round",
        explanation="A theme may choose its colours, but whoever reads must be able to: letters and their ground are compared as the "
        "Web Content Accessibility Guidelines say. Letters on icons are ink or white, what can be read better.",
        wrong='theme: pale\ncolours: {ink: "#c0c0c0"}\n',
        right='theme: dark\ncolours: {ink: "#202020"}\n',
    ),
    Code(
        id="W432",
        title="font of a theme that cannot be used",
        message="the font '{name}' cannot be used: {why}",
        expected="OpenType or TrueType fonts of one family: regular, bold, slanted",
        remedy="name another file",
        explanation="The fonts of a theme take the place of those that come with the package, so they must have all letters that are "
        "printed; a letter that they lack is a finding of its own.",
        wrong="theme: mine\nfonts: [theme.yaml]\n",
        right="theme: mine\n",
    ),
    Code(
        id="W433",
        title="picture of a theme that cannot be used",
        message="the picture '{name}' cannot be used: {why}",
        expected="a PNG that is whole, not interlaced, and not larger than a page needs",
        remedy="write it anew as a PNG, or draw it as paths of one colour",
        explanation="Pictures are looked at to their last byte before anything is drawn, so that a broken or huge one is told at its "
        "place. Paths are better where they will do: they are sharp on every paper.",
        wrong="theme: mine\nlogo: theme.yaml\n",
        right='theme: mine\nlogo: {colour: "#0b5563", paths: ["M2 2 L22 2 L12 22 Z"]}\n',
    ),
    Code(
        id="W411",
        title="printing needs an extra",
        message="the library that makes PDF, PNG and SVG is not installed",
        expected="the extra 'print'",
        remedy="pip install 'reguli[print]'",
        explanation="Markdown and HTML need nothing more. Pages are set by Typst, which is one wheel of 80 MB and needs no other "
        "program, so it is not installed by itself.",
        wrong="pip install reguli",
        right="pip install 'reguli[print]'",
        told=True,
    ),
)
