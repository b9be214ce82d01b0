"""Texts derived from the grammar are read, laid out and read again."""

from __future__ import annotations

import random

from language_trees import rules
from same_tree import same_tree

from grammar_texts import text_from
from reguli.language.formatter import format_rules
from reguli.language.parsing.parser import parse_rules
from reguli.source.diagnostic import Bag


def _disordered(text: str, seed: int) -> str:
    """Add comments, blank lines and line breaks within brackets where they change nothing."""
    chance = random.Random(seed)
    lines: list[str] = []
    depth = 0
    for line in text.splitlines():
        words: list[str] = []
        for word in line.split(" "):
            depth += (word in "([{") - (word in ")]}") if word else 0
            words.append(word)
            if depth and chance.random() < 0.1:
                words.append(chance.choice(["\n\n     ", "  # inside\n   ", "\n# alone\n       "]))
        lines.append(" ".join(words) + chance.choice(["", "", "  # behind", "\n\n\n", "\n    # below"]))
    return "\n".join(lines)


def test_generated_items_are_read_laid_out_and_read_again() -> None:
    for seed in range(250):
        text = "".join(text_from("start_item", seed * 3 + part, 7 + seed % 11) for part in range(2))
        tree = rules(text)
        disordered = _disordered(text, seed)
        assert same_tree(tree, rules(disordered)), disordered
        once = format_rules(disordered, "test", Bag())
        assert once is not None
        assert same_tree(tree, rules(once)), once
        assert format_rules(once, "test", Bag()) == once, once
        assert once.count("#") == disordered.count("#")


def test_a_word_or_sign_left_out_added_or_changed_never_stops_the_parser() -> None:
    wrong = 0
    for seed in range(400):
        chance = random.Random(seed)
        words = text_from("start_item", seed, 7 + seed % 9).split(" ")
        at = chance.randrange(len(words))
        other = chance.choice([*words, "(", "]", "where", "=", "P3", "==", "\n", "7", "x.y", "\t", "\n  ", "Ä"])
        words[at : at + chance.randrange(2)] = chance.choice([[], [other], [other, other]])
        bag = Bag()
        found = parse_rules(" ".join(words), "test", bag)
        assert (found is None) == bool(bag)
        wrong += found is None
    assert wrong > 100
