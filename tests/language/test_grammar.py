"""The grammar, the cutting into tokens, and what is said about both agree."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from language_trees import codes

from reguli.language.parsing import grammar_files
from reguli.language.parsing.grammar_files import GRAMMAR, grammar_text
from reguli.language.parsing.grammar_files import TABLES as WRITTEN
from reguli.language.parsing.lr_driver import ITEM_WORDS, RESERVED, Tokenizer, load_tables
from reguli.language.parsing.table_generator import build_parse_tables, format_parse_tables
from reguli.language.syntax_forms import BLOCK_WORDS, ITEM_SHAPES, OTHER_WORDS, STATEMENT_SHAPES

TABLES = load_tables()
WORD = re.compile(r"[a-z]+")


def _starting(start: str) -> set[str]:
    """Return the words a text of a start symbol can begin with."""
    row = TABLES.states[TABLES.starts[start]]
    spelt = {word.split(" ")[0] for word, terminals in TABLES.keywords.items() if row.keys() & set(terminals)}
    return {word for word in spelt if WORD.fullmatch(word)}


def test_items_begin_with_the_item_words() -> None:
    assert _starting("start_item") == set(ITEM_WORDS) == set(ITEM_SHAPES)


def test_every_statement_has_its_shape() -> None:
    assert _starting("start_body") == set(STATEMENT_SHAPES)
    assert set(STATEMENT_SHAPES) >= BLOCK_WORDS


def test_reserved_words_are_words_of_the_grammar_and_other_words_are_not() -> None:
    assert set(TABLES.keywords) >= RESERVED
    assert not OTHER_WORDS.keys() & (set(STATEMENT_SHAPES) | set(ITEM_SHAPES))
    known = set(STATEMENT_SHAPES) | set(ITEM_SHAPES) | {"end game"}
    assert set(OTHER_WORDS.values()) <= known


def test_every_keyword_and_sign_is_cut_as_one_token_or_a_phrase_of_words() -> None:
    for word in TABLES.keywords:
        (chunk,) = Tokenizer(lines=False, items=False).cut(word).chunks
        assert [token.text for token in chunk[:-1]] == word.split(" ")
        assert all(token.kind in {"word", "sign"} for token in chunk[:-1])


def test_no_place_takes_one_spelling_as_two_keywords() -> None:
    for spelling, terminals in TABLES.keywords.items():
        for row in TABLES.states:
            assert len(row.keys() & set(terminals)) <= 1, (spelling, terminals)


def test_a_name_may_be_any_word_that_is_not_reserved() -> None:
    words = {word for word in TABLES.keywords if WORD.fullmatch(word)}
    for word in sorted(words - RESERVED):
        assert codes(f"procedure {word}({word}):\n    let {word} = {word} + 1\n    run {word}({word})\n") == (), word
    for word in sorted(RESERVED):
        assert codes(f"define {word} = 1\n") == ("L133",), word


def test_the_tables_in_the_file_are_those_of_the_grammar() -> None:
    """``python -m reguli.language.parsing.table_generator`` writes them."""
    assert WRITTEN.read_text(encoding="utf-8") == format_parse_tables(build_parse_tables(grammar_text()))


def test_a_grammar_that_was_changed_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "rules.lark"
    changed.write_text(GRAMMAR.read_text(encoding="utf-8").replace('"settle"', '"halt"'), encoding="utf-8")
    monkeypatch.setattr(grammar_files, "GRAMMAR", changed)
    built = load_tables.__wrapped__()
    assert "halt" in built.keywords
    assert "halt" not in TABLES.keywords


def test_lark_stays_closed_while_the_grammar_stays_as_it_is() -> None:
    script = "import sys; from reguli.language.parsing.lr_driver import load_tables; load_tables(); print('lark' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
