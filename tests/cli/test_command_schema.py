"""``reguli schema``: the kinds of documents, one schema, all of them in a folder; and what it does not know."""

from __future__ import annotations

import json
from pathlib import Path

from command_runs import Run


def test_without_a_kind_they_are_listed_with_their_files(reguli: Run) -> None:
    ran = reguli("schema")
    assert (ran.code, ran.err) == (0, "")
    assert "card        card.yaml, aid.yaml, setup.yaml, summary.yaml" in ran.out.splitlines()


def test_one_is_printed(reguli: Run) -> None:
    ran = reguli("schema", "bots")
    assert (ran.code, ran.err) == (0, "")
    schema = json.loads(ran.out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["required"] == ["bots"]


def test_all_are_written_to_a_folder(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("schema", "--into", str(tmp_path / "schemas"))
    assert (ran.code, ran.err) == (0, "")
    written = sorted(path.name for path in (tmp_path / "schemas").iterdir())
    assert [Path(line).name for line in sorted(ran.out.splitlines())] == written
    assert "variant.schema.json" in written


def test_one_is_written_to_a_folder(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("schema", "theme", "--into", str(tmp_path))
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'theme.schema.json'}\n")
    assert json.loads((tmp_path / "theme.schema.json").read_text("utf-8"))["title"] == "theme.yaml"


def test_an_unknown_kind_is_wrong_usage(reguli: Run) -> None:
    ran = reguli("schema", "gaem")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("X103 ")


def test_a_folder_that_is_a_file_is_a_finding(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    ran = reguli("schema", "--into", str(tmp_path / "file"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("X112 ")
