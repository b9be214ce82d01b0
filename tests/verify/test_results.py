"""What verification came to is given again only while nothing that it depends on is another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.verification import runner


def test_other_words_are_another_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are told in every language, and the wordings of shipped rulesets lie in no folder of theirs."""
    rules, words = tmp_path / "rules", tmp_path / "locales" / "ro"
    rules.mkdir()
    words.mkdir(parents=True)
    monkeypatch.setattr(runner, "shipped_folder", lambda name: tmp_path / name)
    keys = [runner.report_cache_key((rules,), {})]
    for text in ("", "term: {}\n", "term: {is: another}\n"):
        (words / "lexicon.yaml").write_text(text, encoding="utf-8")
        keys.append(runner.report_cache_key((rules,), {}))
    assert len(set(keys)) == len(keys)
    assert runner.report_cache_key((rules,), {}) == keys[-1]
