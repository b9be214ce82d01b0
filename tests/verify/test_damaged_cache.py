"""Whatever lies in the place of a report that was kept, it is computed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.verification.runner import cache_report, list_cached_reports, load_cached_report
from reguli.verify.report import Outcome

DEEP = "[" * 100_000
DAMAGED = [
    DEEP,
    '{"a": ' * 100_000,
    f'{{"ruleset": "x", "outcome": {DEEP}',
    "",
    "{}",
    "[]",
    "nothing",
    '{"ruleset": 1}',
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_damage_is_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path))
    cache_report("whole", tmp_path, Outcome((), (), (), ()))
    assert load_cached_report("whole") is not None
    (tmp_path / "whole.json").write_text(text, encoding="utf-8")
    assert load_cached_report("whole") is None
    assert not list(list_cached_reports(tmp_path))
