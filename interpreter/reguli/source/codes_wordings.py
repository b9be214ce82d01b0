"""The findings about wordings and the catalogues that hold them (W2, W3)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code


def _entry(text: str) -> str:
    """Write an example as an entry of a catalogue."""
    return f'msgctxt "example"\nmsgid "An example."\nmsgstr "{text}"\n'


WORDING_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="W201",
        title="placeholder that cannot be read",
        message="this wording cannot be read: {what}",
        expected="a placeholder such as [n], [n card], [card:the], [n? one: … | …]; a bracket itself is doubled",
        remedy="close the bracket, or correct what stands in it",
        explanation="What a rule fills in stands in square brackets: a value, a term, a form of either, a choice, a loop.",
        wrong=_entry("Trage [n card"),
        right=_entry("Trage [n card]."),
    ),
    Code(
        id="W202",
        title="placeholder nobody fills",
        message="'{name}' is neither a value of '{wording}' nor a term of the lexicon",
        expected="a name that the rule offers, or the id of a term",
        remedy="correct the name; the translator's note lists the names that can be used",
        explanation="A wording can speak of the values its rule has, and of every term of the lexicon.",
        wrong=_entry("Trage [amount card]."),
        right=_entry("Trage [n card]."),
    ),
    Code(
        id="W203",
        title="term without words",
        message="the term '{term}', said in '{wording}', has no words in {language}",
        expected="an entry in the lexicon of the language",
        remedy="add '{term}' to the lexicon",
        explanation="A term that a rule speaks of needs its words in each language that the rules are printed in. Playing and "
        "checking never need them.",
        wrong=_entry("Trage [n unworded]."),
        right=_entry("Trage [n card]."),
        told=True,
    ),
    Code(
        id="W204",
        title="unknown form",
        message="'{form}' is no form of {kind} in {language}",
        expected="one of: {choices}",
        remedy="correct the form",
        explanation="Each language names the forms of its nouns and numbers; they are listed with the placeholders.",
        wrong=_entry("Întoarce [card:teh]."),
        right=_entry("Întoarce [card:the]."),
    ),
    Code(
        id="W205",
        title="typed number",
        message="the number '{digits}' is typed",
        expected="a placeholder that says a value of the rule",
        remedy="put a placeholder in its place, so that every language changes with the rule",
        explanation="Numbers come from the rules. A number that is typed stays when the rule changes, and the text lies.",
        wrong=_entry("Trage 3 cărți."),
        right=_entry("Trage [n card]."),
    ),
    Code(
        id="W206",
        title="typed number word",
        message="the word '{word}' states a number",
        expected="a placeholder with 'words' or 'ordwords', or a wording without the number",
        remedy="put a placeholder in its place, so that every language changes with the rule",
        explanation="A number in letters is a number: it too must come from the rules.",
        wrong=_entry("Trage trei cărți."),
        right=_entry("Trage [n card:words]."),
    ),
    Code(
        id="W207",
        title="article typed before a placeholder",
        message="the article '{article}' stands before a placeholder",
        expected="the token [{token}], which looks at what is printed next",
        remedy="write [{token}] in its place",
        explanation="Which article is right depends on the sound of the next word or number, and that is known only when the text "
        "is printed.",
        wrong='#. in Hungarian\nmsgctxt "example"\nmsgid "An example."\nmsgstr "a [n:ord] fordulóban"\n',
        right='#. in Hungarian\nmsgctxt "example"\nmsgid "An example."\nmsgstr "[a/az] [n:ord] fordulóban"\n',
    ),
    Code(
        id="W208",
        title="value of another kind",
        message="'{name}' in '{wording}' is {kind}, where {needed} is needed",
        expected="{needed}",
        remedy="use a placeholder that fits the value",
        explanation="Numbers count terms, loops go over rows, choices ask about what they name.",
        wrong=_entry("[each n: a | b]"),
        right=_entry("[n? one: a | b]"),
    ),
    Code(
        id="W209",
        title="key that is never right",
        message="'{key}' is no key for {kind}",
        expected="one of: {choices}",
        remedy="correct the key",
        explanation="The keys of a choice depend on what is chosen by: zero, one, few, other for numbers; yes, no for truths; a "
        "gender for terms.",
        wrong=_entry("[n? yes: a | b]"),
        right=_entry("[n? one: a | b]"),
    ),
    Code(
        id="W210",
        title="word to be avoided",
        message="the word '{word}' is to be avoided",
        expected="{instead}",
        remedy="say it with the words the lexicon has: {instead}",
        explanation="One thing has one name in all texts of a language; the lexicon lists the names it must not have.",
        wrong=_entry("Ia o cartelă."),
        right=_entry("Ia [card:a]."),
    ),
    Code(
        id="W212",
        title="form that does not exist",
        message="'{name}' in '{wording}' has no form '{form}' in {language}",
        expected="a form that the noun or the number has",
        remedy="choose another form, give the noun its missing principal part, or the unit it is counted by",
        explanation="What is not counted (as a mass) has no plural and cannot follow a number without a unit; a number beyond a "
        "million has no words.",
        wrong=_entry("Ia [n money]."),
        right=_entry("Ia [n card]."),
    ),
    Code(
        id="W301",
        title="catalogue that cannot be read",
        message="this catalogue cannot be read: {why}",
        expected="entries of msgctxt, msgid and msgstr, as gettext writes them",
        remedy="mend this place, or open the file in a translation editor and save it again",
        explanation="Wordings are kept as gettext catalogues, which every translation editor reads and writes.",
        wrong='msgctxt "example"\nmsgid "An example."\nmsgstr unquoted\n',
        right=_entry("Un exemplu."),
    ),
    Code(
        id="W302",
        title="no wording",
        message="'{wording}' has no wording in {language}",
        expected="a text in msgstr",
        remedy="write the text",
        explanation="Another language never stands in silently. Playing and checking go on; publishing in this language waits.",
        wrong=_entry(""),
        right=_entry("Un exemplu."),
    ),
    Code(
        id="W303",
        title="wording given twice",
        message="'{wording}' has a second wording here",
        expected="one entry for each id",
        remedy="keep one of the two",
        explanation="A wording is found by its id, the msgctxt of its entry.",
        wrong=_entry("Un exemplu.") + "\n" + _entry("Alt exemplu."),
        right=_entry("Un exemplu."),
    ),
    Code(
        id="W304",
        title="wording of another text",
        message="'{wording}' translates a text that has since been changed",
        expected="a translation of: {text}",
        remedy="look at the new text, correct the translation, and put the new text into msgid",
        explanation="The msgid of a translation is the text it was made from. When that text changes, the translation may be "
        "wrong.",
        wrong=_entry("Un exemplu.").replace("An example.", "Some example."),
        right=_entry("Un exemplu."),
    ),
    Code(
        id="W305",
        title="fuzzy wording",
        message="'{wording}' is marked fuzzy",
        expected="a wording somebody has looked at",
        remedy="correct it where it is wrong, and take the fuzzy mark away",
        explanation="A wording is marked fuzzy when its rule or its base text has changed; it is printed again when the mark is "
        "taken away.",
        wrong="#, fuzzy\n" + _entry("Un exemplu."),
        right=_entry("Un exemplu."),
    ),
    Code(
        id="W306",
        title="wording of nothing",
        message="there is nothing called '{wording}'",
        expected="the id of something the rules speak of",
        remedy="correct the msgctxt, or take the entry out",
        explanation="Every entry words one thing of the ruleset, by its id; a short wording adds '@card'.",
        wrong=_entry("Un exemplu.").replace('"example"', '"exmaple"'),
        right=_entry("Un exemplu."),
    ),
    Code(
        id="W307",
        title="values not said",
        message="'{wording}' does not say {names}",
        expected="every value that the base text says",
        remedy="say {names}, or let the base text leave it out too",
        explanation="A translation states what the original states: the same values, in whatever order and form.",
        wrong='msgctxt "example"\nmsgid "Draw [n card]."\nmsgstr "Trage o carte."\n',
        right='msgctxt "example"\nmsgid "Draw [n card]."\nmsgstr "Trage [n card]."\n',
    ),
)
