"""Files: read as UTF-8, within bounds, never outside their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reguli.source.diagnostic import Bag, render
from reguli.source.files import Sources, list_files, name_in, read_text


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "ruleset"
    (folder / "rules").mkdir(parents=True)
    return folder


def test_a_text_is_read_and_kept_for_excerpts(root: Path) -> None:
    (root / "rules" / "a.rules").write_bytes("unu\r\ndouă\n".encode())
    bag, sources = Bag(), Sources()
    assert read_text(Path("rules/a.rules"), bag, root=root, sources=sources) == "unu\r\ndouă\n"
    assert read_text(root / "rules" / "a.rules", bag, root=root) == "unu\r\ndouă\n"
    assert not bag
    assert sources.text("rules/a.rules") == "unu\r\ndouă\n"
    assert sources.line("rules/a.rules", 1) == "unu"
    assert sources.line("rules/a.rules", 2) == "două"
    assert sources.line("rules/a.rules", 4) is None
    assert sources.line("other", 1) is None


def test_a_missing_file_is_a_finding(root: Path) -> None:
    bag = Bag()
    assert read_text(Path("rules/b.rules"), bag, root=root) is None
    assert [str(found.span) for found in bag] == ["rules/b.rules:0:0"]
    assert bag.codes == ("Y101",)
    assert render(bag.diagnostics[0], Sources()).startswith("rules/b.rules Y101 there is no file 'rules/b.rules'")


@pytest.mark.parametrize("name", ["../secret", "rules/../../secret", "link", "folder_link/secret", "ABSOLUTE"])
def test_nothing_outside_the_folder_is_read(root: Path, name: str) -> None:
    secret = root.parent / "secret"
    secret.write_text("hidden")
    (root / "link").symlink_to(secret)
    (root / "folder_link").symlink_to(root.parent)
    bag = Bag()
    path = secret if name == "ABSOLUTE" else Path(name)
    assert read_text(path, bag, root=root) is None
    assert bag.codes == ("Y102",)


def test_a_link_that_stays_inside_is_read(root: Path) -> None:
    (root / "a").write_text("text")
    (root / "b").symlink_to("a")
    bag = Bag()
    assert read_text(Path("b"), bag, root=root) == "text"
    assert not bag


def test_bytes_that_are_not_utf8_are_found_where_they_stand(root: Path) -> None:
    (root / "a.yaml").write_bytes("name: é\nplace: ".encode() + b"\xe9t\xe9\n")
    bag = Bag()
    assert read_text(Path("a.yaml"), bag, root=root) is None
    (found,) = bag
    assert (found.code, str(found.span), dict(found.args)) == ("Y103", "a.yaml:2:8", {"byte": "0xE9"})


def test_a_file_that_is_too_large_is_not_read(root: Path) -> None:
    (root / "a.yaml").write_bytes(b"#" * 2_000_001)
    (root / "b.yaml").write_bytes(b"#" * 2_000_000)
    bag = Bag()
    assert read_text(Path("a.yaml"), bag, root=root) is None
    assert read_text(Path("b.yaml"), bag, root=root) is not None
    assert bag.codes == ("Y104",)


def test_what_is_no_ordinary_file_is_a_finding(root: Path) -> None:
    (root / "circle").symlink_to("circle")
    os.mkfifo(root / "pipe")
    for name in ("rules", "circle", "pipe", "nul\0l", "x" * 5000):
        bag = Bag()
        assert read_text(Path(name), bag, root=root) is None
        assert bag.codes in {("Y105",), ("Y101",)}, name


def test_files_of_a_folder_come_by_name(root: Path) -> None:
    for name in ("b.rules", "a.rules", "C.rules", ".a.rules", "~b.rules", "#c.rules", "a.rules~", "d.yaml"):
        (root / "rules" / name).write_text("")
    (root / "rules" / "folder.rules").mkdir()
    assert [path.name for path in list_files(root / "rules", ".rules")] == ["C.rules", "a.rules", "b.rules"]
    assert list_files(root / "nowhere", ".rules") == ()


def test_a_file_is_named_by_its_place_below_the_root(root: Path) -> None:
    assert name_in(root / "rules" / "a.rules", root) == "rules/a.rules"
    assert name_in(Path("elsewhere/a"), root) == "elsewhere/a"
