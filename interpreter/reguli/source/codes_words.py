"""The findings about the words of each language (W): lexicon and style (W1), wordings (W2), catalogues (W3)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_wordings import WORDING_CODES

LEXICON_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="W101",
        title="form of a lexicon or style value",
        message="{what} must be {form}",
        expected="{form}",
        remedy="write it as the other entries of the file are written",
        explanation="Each entry of a lexicon or style file has one form: names with values, a text, a list of texts, a whole "
        "number, or true and false.",
        wrong="language: en\nterms:\n  card: [card, cards]\navoid: {}\n",
        right="language: en\nterms:\n  card: {singular: card}\navoid: {}\n",
    ),
    Code(
        id="W102",
        title="unknown name in a lexicon or style file",
        message="{what} has no '{key}'",
        expected="one of: {choices}",
        remedy="correct the name, or leave it out",
        explanation="The names allowed depend on the language: its principal parts, its own marks, the forms of its nouns.",
        wrong="language: en\nterms:\n  card: {singular: card, plurals: cards}\navoid: {}\n",
        right="language: en\nterms:\n  card: {singular: card, plural: cards}\navoid: {}\n",
    ),
    Code(
        id="W103",
        title="missing entry in a lexicon or style file",
        message="{what} lacks {missing}",
        expected="entries with all their parts",
        remedy="write '{missing}' and its value; the other entries show the form",
        explanation="All forms of a noun are derived from its principal parts, so each of them must be there. A style file says "
        "everything that the texts of its language depend on.",
        wrong="language: ro\nterms:\n  card: {singular: carte, plural: cărți}\navoid: {}\n",
        right="language: ro\nterms:\n  card: {gender: f, singular: carte, plural: cărți}\navoid: {}\n",
    ),
    Code(
        id="W104",
        title="value not among those allowed",
        message="{what} cannot be '{said}'",
        expected="one of: {choices}",
        remedy="choose one of them",
        explanation="Genders, harmonies, sounds, and the person each product addresses are short closed lists.",
        wrong="language: ro\nterms:\n  card: {gender: x, singular: carte, plural: cărți}\navoid: {}\n",
        right="language: ro\nterms:\n  card: {gender: f, singular: carte, plural: cărți}\navoid: {}\n",
    ),
    Code(
        id="W105",
        title="term that is not there",
        message="the term '{term}' is built on '{other}', which is no term of this language, or is built on itself",
        expected="a head or a unit that is a term of this file or of the general lexicon",
        remedy="add the term '{other}', or correct its name",
        explanation="A compound term takes its forms from its head; what is not counted itself is counted by its unit.",
        wrong="language: hu\nterms:\n  card_deck: {head: deck, nominative: kártyapakli}\navoid: {}\n",
        right="language: hu\nterms:\n"
        "  deck: {nominative: pakli, accusative: paklit, possessive: paklija, harmony: back}\n"
        "  card_deck: {head: deck, nominative: kártyapakli}\n"
        "avoid: {}\n",
    ),
    Code(
        id="W106",
        title="form that cannot be derived",
        message="{what}: the form '{form}' cannot be made: {reason}",
        expected="principal parts from which every form follows, or the form itself",
        remedy="write the form in 'forms:', or correct the principal parts",
        explanation="Most forms follow by rule. Where no rule applies, as for the article of a masculine noun in -ă, the lexicon "
        "gives the form.",
        wrong="language: ro\nterms:\n  father: {gender: m, singular: tată, plural: tați}\navoid: {}\n",
        right="language: ro\nterms:\n"
        "  father: {gender: m, singular: tată, plural: tați, forms: {the: tatăl, of the: tatălui}}\n"
        "avoid: {}\n",
    ),
)

WORDS_CODES: Final[tuple[Code, ...]] = (*LEXICON_CODES, *WORDING_CODES)
