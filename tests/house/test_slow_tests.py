"""The table of slow tests names tests that exist, and its rows are read as they are written."""

from __future__ import annotations

import re

from handbook import TOP
from slow_tests import is_slow, slow_tests


def test_every_slow_test_exists() -> None:
    missing = []
    for test in slow_tests():
        file, _, path = test.partition("::")
        names = path.split("::")
        text = (TOP / file).read_text(encoding="utf-8") if (TOP / file).is_file() else ""
        if not all(re.search(rf"^ *(?:def|class) {name}\b", text, re.MULTILINE) for name in names):
            missing.append(test)
    assert missing == []


def test_a_row_without_words_holds_for_every_parameter() -> None:
    slow = {"a.py::test_all": (), "a.py::test_some": ("nucleum", "hu")}
    assert is_slow("a.py::test_all[hex]", slow)
    assert is_slow("a.py::test_some[en-nucleum]", slow)
    assert not is_slow("a.py::test_some[en-hex]", slow)
    assert not is_slow("a.py::test_other", slow)
