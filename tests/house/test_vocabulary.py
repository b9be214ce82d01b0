"""One word for one act: no file and no public class is called by a word that has gone."""

from __future__ import annotations

import ast
import re

from parsed import INTERPRETER, TOP

import reguli

GONE = frozenset(
    [
        "speak",
        "speaks",
        "spoke",
        "spoken",
        "speaker",
        "speakable",
        "told",
        "tell",
        "teller",
        "voice",
        "voices",
        "speech",
        "heard",
        "carrier",
        "carriers",
        "laying",
        "pouring",
        "imposing",
        "drawing",
        "utter",
    ]
)
SOUNDS = "words/grammar"
"""How numbers and names sound is spoken of there."""
PART = re.compile(r"[A-Z]?[a-z]+")


def _words(name: str) -> set[str]:
    return {part.lower() for part in PART.findall(name)}


def test_no_file_and_no_public_class_has_a_word_that_went() -> None:
    found = []
    for file in INTERPRETER:
        if SOUNDS in file.name:
            continue
        classes = [node.name for node in ast.walk(file.tree) if isinstance(node, ast.ClassDef)]
        names = [file.path.stem, *(name for name in classes if not name.startswith("_") and name not in reguli.__all__)]
        found += [f"{file.name}: {name}" for name in names if _words(name) & GONE]
    assert found == []


def test_every_word_that_went_stands_in_the_table() -> None:
    page = (TOP / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.partition("## One word for one act")[2].partition("## ")[0]
    last = [row.rsplit("|", 2)[1] for row in table.split("\n") if row.startswith("| ")]
    assert {"voice", "teller", "speakable", "carrier", "imposing", "drawing"} <= set().union(*map(_words, last))
