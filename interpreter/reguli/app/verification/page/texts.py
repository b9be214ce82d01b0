"""What a page says besides what was found: headings, labels, help."""

from __future__ import annotations

from reguli.play.replay_steps import view_texts
from reguli.words.catalogue.interface import Interface


def texts_of(words: Interface) -> dict[str, str]:
    """Give the texts by name; gaps in braces that stay are filled by the page's script."""
    return {
        **_headings(words),
        **_findings(words),
        **_stepping(words),
        **_rules(words),
        **_matrix(words),
        **view_texts(words),
    }


def _headings(words: Interface) -> dict[str, str]:
    say = words.say
    return {
        "skip": say("to what is to be done"),
        "contents": say("On this page"),
        "actions": say("What to do first"),
        "nothing": say("Nothing is to be done."),
        "more_below": say("All others stand below, with what they say."),
        "sentences": say("The rules, sentence by sentence"),
        "matrix": say("Statements, rules, examples"),
        "unchecked": say("What was not looked at"),
        "all_looked_at": say("nothing was left out"),
        "unheld": say("Rules that nothing holds"),
        "questions_help": say(
            "No statement of the rulebook decides this. What the rules do now stands beside each question; an example or a ruling closes it."
        ),
        "noscript": say("Without JavaScript the positions are written, not drawn; everything else is here."),
        "foot": say("Written by reguli verify. This file needs nothing else, and sends nothing anywhere."),
    }


def _findings(words: Interface) -> dict[str, str]:
    say = words.say
    return {
        "accepted": say("accepted"),
        "question": say("the question"),
        "written": say("As it is written"),
        "see": say("See also"),
        "expected": say("expected"),
        "to_do": say("to do"),
        "near": say("did you mean"),
        "rule": say("The rule"),
        "now": say("so it is now"),
        "reading": say("Reading {number}"),
        "besides": say("What it claims by either reading"),
        "readings": say("Which reading is right?"),
        "claim": say("What the example then claims"),
        "yaml": say("The whole example"),
        "keep": say("Keep it with this reading"),
        "accept": say("Accept it as it is, and say why"),
        "copy_yaml": say("Copy the example"),
        "copy_command": say("Copy the command"),
        "copied": say("copied"),
        "not_copied": say("not copied: mark the text and copy it by hand"),
    }


def _stepping(words: Interface) -> dict[str, str]:
    say = words.say
    return {
        "position_of": say("The position"),
        "of_example": say("of the example: {said}"),
        "no_position": say("It cannot be drawn: {why}"),
        "what_is_set": say("What the example sets"),
        "nothing_set": say("Everything is as at the beginning."),
        "whose": say("where"),
        "what": say("what"),
        "whole": say("The whole position"),
        "steps": say("Steps of the example"),
        "moves": say("What is done"),
        "then_asked": say("Then it is asked"),
        "back": say("Back"),
        "on": say("Forward"),
        "keys_help": say("Left and right arrow step too, Home and End lead to the first and the last."),
        "given": say("the position that is given"),
        "failed": say("here it goes no further: {why}"),
        "board": say("The board"),
        "changed": say("◆ marks what this step changed."),
    }


def _rules(words: Interface) -> dict[str, str]:
    say = words.say
    return {
        "legend": say("What the stripes mean"),
        "legend_help": say(
            "A sentence may be held in several ways; the stripe is that of the strongest, the letters are those of all."
        ),
        "held_by": say("held by"),
        "shown_by": say("shown by examples"),
        "no_statements": say("This ruleset lists no statements of a rulebook."),
    }


def _matrix(words: Interface) -> dict[str, str]:
    say = words.say
    return {
        "statement": say("statement"),
        "sentence": say("sentence"),
        "state": say("sort"),
        "rule_of": say("rule"),
        "rule_said": say("the rule in words"),
        "example": say("examples"),
        "stripe": say("held"),
        "level": say("levels"),
        "wording": say("wording"),
        "filter": say("Show rows with this text"),
        "filter_stripe": say("Show rows that are"),
        "any": say("of any sort"),
        "rows": say("{shown} of {all} rows"),
        "sort_by": say("sort"),
        "no_statement": say("no statement"),
        "no_rule": say("no rule"),
    }
