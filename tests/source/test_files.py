"""Files: read as UTF-8, within bounds, never outside their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reguli.source import bounded_files
from reguli.source.bounded_files import (
    Sources,
    UnreadableFile,
    list_files,
    read_bounded_file,
    read_folder,
    read_text_or_report,
    relative_name,
)
from reguli.source.diagnostic import Bag, render_with_excerpt


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "ruleset"
    (folder / "rules").mkdir(parents=True)
    return folder


def test_a_text_is_read_and_kept_for_excerpts(root: Path) -> None:
    (root / "rules" / "a.rules").write_bytes("unu\r\ndouă\n".encode())
    bag, sources = Bag(), Sources()
    assert read_text_or_report(Path("rules/a.rules"), bag, root=root, sources=sources) == "unu\r\ndouă\n"
    assert read_text_or_report(root / "rules" / "a.rules", bag, root=root) == "unu\r\ndouă\n"
    assert not bag
    assert sources.text("rules/a.rules") == "unu\r\ndouă\n"
    assert sources.line("rules/a.rules", 1) == "unu"
    assert sources.line("rules/a.rules", 2) == "două"
    assert sources.line("rules/a.rules", 4) is None
    assert sources.line("other", 1) is None


def test_a_missing_file_is_a_finding(root: Path) -> None:
    bag = Bag()
    assert read_text_or_report(Path("rules/b.rules"), bag, root=root) is None
    assert [str(found.span) for found in bag] == ["rules/b.rules:0:0"]
    assert bag.codes == ("Y101",)
    assert render_with_excerpt(bag.diagnostics[0], Sources()).startswith(
        "rules/b.rules Y101 there is no file 'rules/b.rules'"
    )


@pytest.mark.parametrize("name", ["../secret", "rules/../../secret", "link", "folder_link/secret", "ABSOLUTE"])
def test_nothing_outside_the_folder_is_read(root: Path, name: str) -> None:
    secret = root.parent / "secret"
    secret.write_text("hidden")
    (root / "link").symlink_to(secret)
    (root / "folder_link").symlink_to(root.parent)
    bag = Bag()
    path = secret if name == "ABSOLUTE" else Path(name)
    assert read_text_or_report(path, bag, root=root) is None
    assert bag.codes == ("Y102",)


def test_a_link_that_stays_inside_is_read(root: Path) -> None:
    (root / "a").write_text("text")
    (root / "b").symlink_to("a")
    bag = Bag()
    assert read_text_or_report(Path("b"), bag, root=root) == "text"
    assert not bag


def test_bytes_that_are_not_utf8_are_found_where_they_stand(root: Path) -> None:
    (root / "a.yaml").write_bytes("name: é\nplace: ".encode() + b"\xe9t\xe9\n")
    bag = Bag()
    assert read_text_or_report(Path("a.yaml"), bag, root=root) is None
    (found,) = bag
    assert (found.code, str(found.span), dict(found.args)) == ("Y103", "a.yaml:2:8", {"byte": "0xE9"})


def test_a_file_that_is_too_large_is_not_read(root: Path) -> None:
    (root / "a.yaml").write_bytes(b"#" * 2_000_001)
    (root / "b.yaml").write_bytes(b"#" * 2_000_000)
    bag = Bag()
    assert read_text_or_report(Path("a.yaml"), bag, root=root) is None
    assert read_text_or_report(Path("b.yaml"), bag, root=root) is not None
    assert bag.codes == ("Y104",)


def test_what_is_no_ordinary_file_is_a_finding(root: Path) -> None:
    (root / "circle").symlink_to("circle")
    os.mkfifo(root / "pipe")
    for name in ("rules", "circle", "pipe", "nul\0l", "x" * 5000):
        bag = Bag()
        assert read_text_or_report(Path(name), bag, root=root) is None
        assert bag.codes in {("Y105",), ("Y101",)}, name


def test_files_of_a_folder_come_by_name(root: Path) -> None:
    for name in ("b.rules", "a.rules", "C.rules", ".a.rules", "~b.rules", "#c.rules", "a.rules~", "d.yaml"):
        (root / "rules" / name).write_text("")
    (root / "rules" / "folder.rules").mkdir()
    assert [path.name for path in list_files(root / "rules", ".rules")] == ["C.rules", "a.rules", "b.rules"]
    assert list_files(root / "nowhere", ".rules") == ()


def test_a_file_is_named_by_its_place_below_the_root(root: Path) -> None:
    assert relative_name(root / "rules" / "a.rules", root) == "rules/a.rules"
    assert relative_name(Path("elsewhere/a"), root) == "elsewhere/a"


def below(root: Path) -> dict[str, bytes | str]:
    """What is read below a folder: contents, or the code of why not."""
    return {
        path.relative_to(root).as_posix(): content.code if isinstance(content, UnreadableFile) else content
        for path, content in read_folder(root)
    }


def test_a_folder_is_read_with_all_that_lies_in_it(root: Path) -> None:
    for name in ("b", "a", "rules/c", ".hidden", ".git/config", "__pycache__/x.pyc"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(name)
    assert below(root) == {".hidden": b".hidden", "a": b"a", "b": b"b", "rules/c": b"rules/c"}


def test_links_round_in_circles_end_and_those_out_of_the_folder_are_not_followed(root: Path) -> None:
    (root / "a").write_text("a")
    for name, target in (
        ("x", "."),
        ("y", "."),
        ("rules/up", ".."),
        ("usr", "/usr"),
        ("two", "rules"),
        ("file", "/etc/passwd"),
    ):
        (root / name).symlink_to(target)
    (root / "rules" / "r").write_text("r")
    assert below(root) == {
        "a": b"a",
        "file": "Y102",
        "rules/r": b"r",
        "rules/up": "Y105",
        "two/r": b"r",
        "two/up": "Y105",
        "usr": "Y102",
        "x": "Y105",
        "y": "Y105",
    }


def test_what_is_no_ordinary_file_or_too_large_costs_nothing(root: Path) -> None:
    with (root / "film.mp4").open("wb") as stream:
        stream.truncate(3_000_000_000)
    os.mkfifo(root / "pipe")
    (root / "zero").symlink_to("/dev/zero")
    (root / "self").symlink_to("self")
    (root / "nowhere").symlink_to("nothing")
    assert below(root) == {"film.mp4": "Y104", "nowhere": "Y101", "pipe": "Y105", "self": "Y105", "zero": "Y102"}
    with pytest.raises(UnreadableFile, match="Y105"):
        read_bounded_file(Path("/dev/zero"), 10)


@pytest.mark.parametrize("bound", ["MOST_BELOW", "MOST_BYTES", "DEEPEST"])
def test_a_folder_out_of_bounds_is_not_read(root: Path, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three files in all, ten bytes in all, three folders within one another; one more of each is too much."""
    (root / "a" / "b").mkdir(parents=True)
    (root / "rules").rmdir()
    (root / "a" / "b" / "c").write_bytes(b"0123456789")
    monkeypatch.setattr(bounded_files, bound, {"MOST_BELOW": 3, "MOST_BYTES": 10, "DEEPEST": 3}[bound])
    assert below(root) == {"a/b/c": b"0123456789"}
    (root / "a" / "b" / "d" / "e").mkdir(parents=True)
    (root / "a" / "b" / "d" / "f").write_bytes(b"0")
    with pytest.raises(UnreadableFile, match="Y112") as found:
        below(root)
    assert found.value.at(None).code == "Y112"


def test_many_links_into_one_another_end(root: Path) -> None:
    """Each of nine folders leads to all others: 9! ways through them."""
    for number in range(9):
        (root / str(number)).mkdir()
    for number in range(9):
        for other in range(9):
            (root / str(number) / f"to{other}").symlink_to(root / str(other))
    with pytest.raises(UnreadableFile, match="Y112"):
        below(root)
