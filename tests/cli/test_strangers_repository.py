"""A repository that a stranger made is read, and nothing of it is run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_runs import Run

from reguli.app import git_revisions
from reguli.app.git_revisions import RevisionUnavailable, open_revision

pytestmark = pytest.mark.skipif(shutil.which("git") is None or os.name != "posix", reason="needs git and pipes")
GAME = Path(__file__).parents[2] / "rulesets" / "tic_tac_toe"
Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Run git as the person whose repository it is."""

    def run(folder: Path, *words: str) -> str:
        own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(tmp_path)}
        who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "protocol.file.allow=always"]
        told = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, env=os.environ | own)
        return told.stdout.decode().strip()

    return run


@pytest.fixture
def game(tmp_path: Path, git: Git) -> Path:
    """A game in a repository, with two versions of one text."""
    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    git(folder, "init", "--quiet", "--initial-branch=main")
    for text in ("first", "second"):
        (folder / "notes.txt").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", text)
    return folder


def taken(folder: Path, revision: str, into: Path) -> str:
    """The text of the notes at a revision."""
    with open_revision(folder.resolve(), revision, into / "git") as found:
        found.take(folder.resolve().relative_to(found.top), into / "files")
        return (into / "files" / folder.resolve().relative_to(found.top) / "notes.txt").read_text()


def why(folder: Path, revision: str, into: Path) -> str:
    """Why a revision is not to be had."""
    with pytest.raises(RevisionUnavailable) as none:
        taken(folder, revision, into)
    return str(none.value)


# -- what is had -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_packed", [False, True], ids=["loose", "packed"])
def test_revisions_are_named_as_git_names_them(game: Path, git: Git, tmp_path: Path, is_packed: bool) -> None:
    git(game, "tag", "-a", "v1", "-m", "one", "HEAD~1")
    git(game, "branch", "old/one", "HEAD~1")
    first = git(game, "rev-parse", "HEAD~1")
    if is_packed:
        git(game, "gc", "--quiet")
        assert (game / ".git" / "packed-refs").is_file()
    told = {
        "HEAD": "second",
        "main": "second",
        "HEAD~1": "first",
        "HEAD^": "first",
        "v1": "first",
        "old/one": "first",
        "refs/heads/old/one": "first",
        first: "first",
        first[:9]: "first",
        "HEAD@{1}": "first",
        "HEAD^{/first}": "first",
    }
    found = {name: taken(game, name, tmp_path / str(number)) for number, name in enumerate(told)}
    assert found == told


def test_a_folder_in_a_repository_and_other_hashes_are_had(git: Git, tmp_path: Path) -> None:
    folder = tmp_path / "all" / "games" / "mine"
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text("here")
    git(tmp_path / "all", "init", "--quiet", "--object-format=sha256")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "one")
    assert taken(folder, "HEAD", tmp_path / "out") == "here"


def test_another_worktree_and_a_submodule_are_had(game: Path, git: Git, tmp_path: Path) -> None:
    git(game, "worktree", "add", "--quiet", str(tmp_path / "tree"), "HEAD~1")
    assert taken(tmp_path / "tree", "HEAD", tmp_path / "1") == "first"
    assert taken(tmp_path / "tree", "main", tmp_path / "2") == "second"
    around = tmp_path / "around"
    around.mkdir()
    git(around, "init", "--quiet")
    git(around, "submodule", "--quiet", "add", str(game), "inner")
    assert taken(around / "inner", "HEAD~1", tmp_path / "3") == "first"


def test_where_git_is_told_to_work_elsewhere_the_folder_counts(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.repositoryFormatVersion")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "77")
    assert taken(game, "HEAD", tmp_path / "out") == "second"


@pytest.mark.parametrize("name", ["nothing", "", "-h", "--help", "HEAD~9", "HEAD\nHEAD", "HEAD:notes.txt", "x" * 9000])
def test_what_is_no_revision_is_said_to_be_none(game: Path, tmp_path: Path, name: str) -> None:
    assert why(game, name, tmp_path / "out") == "why.no_revision"


# -- what is not run -------------------------------------------------------------------------------------------------


@contextmanager
def trapped(game: Path, git: Git) -> Iterator[Path]:
    """Everything by which a repository can make git run a program makes a file; none may."""
    trap = game.parent / "sprung"
    run = f"sh -c 'touch {trap}; cat'"
    program = game.parent / "trap.sh"
    program.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n")
    program.chmod(0o755)
    for hook in ("post-checkout", "pre-auto-gc", "post-index-change", "reference-transaction"):
        shutil.copy(program, game / ".git" / "hooks" / hook)
    (game / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    git(game, "add", ".")
    git(game, "commit", "--quiet", "--message", "attributes")
    included = game / ".git" / "included"
    included.write_text(f"[core]\n\tpager = {program}\n\teditor = {program}\n\taskPass = {program}\n")
    for key, value in {
        "filter.evil.smudge": run,
        "filter.evil.clean": run,
        "filter.evil.process": run,
        "filter.evil.required": "true",
        "diff.evil.textconv": str(program),
        "diff.evil.command": str(program),
        "merge.evil.driver": str(program),
        "tar.umask": "user",
        "tar.tar.command": str(program),
        "core.fsmonitor": str(program),
        "core.hooksPath": str(game / ".git" / "hooks"),
        "core.sshCommand": str(program),
        "core.alternateRefsCommand": str(program),
        "core.worktree": str(game.parent / "elsewhere"),
        "credential.helper": f"!{program}",
        "uploadpack.packObjectsHook": str(program),
        "include.path": str(included),
    }.items():
        git(game, "config", key, value)
    # Adding and committing itself set off hooks, and git as it usually is falls into the trap.
    control = {"GIT_DIR": str(game / ".git"), "GIT_WORK_TREE": str(game)}
    subprocess.run(["git", "archive", "HEAD"], cwd=game, env=os.environ | control, capture_output=True, check=False)
    assert trap.exists()
    trap.unlink()
    yield trap
    assert not trap.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "--only", "static,regression", "--against", "HEAD"),
        ("compare", "HEAD"),
        ("book", "--product", "changes", "--lang", "en", "--format", "md", "--against", "HEAD"),
    ],
    ids=lambda words: words[0],
)
def test_no_program_of_a_repository_is_run(reguli: Run, game: Path, git: Git, words: tuple[str, ...]) -> None:
    with trapped(game, git):
        command, *more = words
        out = ("--folder", str(game.parent / "out")) if command == "book" else ()
        ran = reguli(command, str(game), *more, *out)
        assert ran.code == 0, ran.err


def _object(game: Path, git: Git, name: str) -> Path:
    full = git(game, "rev-parse", name)
    return game / ".git" / "objects" / full[:2] / full[2:]


@pytest.mark.parametrize("how", ["url", "uploadpack"])
@pytest.mark.parametrize("what", ["HEAD:notes.txt", "HEAD^{tree}", "HEAD"])
def test_a_missing_object_is_a_finding_and_is_not_fetched(
    reguli: Run, game: Path, git: Git, how: str, what: str
) -> None:
    trap = game.parent / "sprung"
    url, program = (f"ext::touch {trap}", "git-upload-pack") if how == "url" else (game, f"touch {trap};false")
    for key, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": str(url),
        "remote.origin.promisor": "true",
        "remote.origin.partialCloneFilter": "blob:none",
        "remote.origin.uploadpack": program,
        "protocol.allow": "always",
    }.items():
        git(game, "config", key, value)
    missing = _object(game, git, what)
    missing.unlink()
    subprocess.run(["git", "archive", "HEAD"], cwd=game, capture_output=True, check=False)
    assert trap.exists(), "git as it usually is fetches"
    trap.unlink()
    ran = reguli("verify", str(game), "--only", "static,regression", "--against", "HEAD")
    assert not trap.exists()
    assert (ran.code, ran.err[:4]) == (2, "X151")
    if what == "HEAD:notes.txt":
        assert why(game, "HEAD", game.parent / "out") == "why.object_missing"
        assert f"{missing.parent.name}{missing.name}" in ran.err


def test_a_git_beside_the_rules_is_not_the_one_that_is_run(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = game / "git"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'sprung'}\n")
    program.chmod(0o755)
    monkeypatch.chdir(game)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    assert taken(game, "HEAD", tmp_path / "out") == "second"
    assert not (tmp_path / "sprung").exists()
    monkeypatch.setenv("PATH", ".")
    assert why(game, "HEAD", tmp_path / "other") == "why.no_git"


# -- what leads out --------------------------------------------------------------------------------------------------


def _alternates(game: Path, other: Path) -> None:
    (game / ".git/objects").rename(other.parent / "objects")
    (game / ".git/objects/info").mkdir(parents=True)
    (game / ".git/objects/info/alternates").write_text(f"{other.parent / 'objects'}\n")


def _objects(game: Path, other: Path) -> None:
    shutil.rmtree(game / ".git/objects")
    (game / ".git/objects").symlink_to(other / ".git/objects")


def _packs(game: Path, other: Path) -> None:
    shutil.rmtree(game / ".git/objects/pack")
    (game / ".git/objects/pack").symlink_to(other / ".git/objects/pack")


def _references(game: Path, other: Path) -> None:
    shutil.rmtree(game / ".git/refs")
    (game / ".git/refs").symlink_to(other / ".git/refs")


def _folder(game: Path, other: Path) -> None:
    shutil.rmtree(game / ".git")
    (game / ".git").symlink_to(other / ".git")


def _file(game: Path, other: Path) -> None:
    shutil.rmtree(game / ".git")
    (game / ".git").write_text(f"gitdir: {other / '.git'}\n")


def _worktree(game: Path, other: Path) -> None:
    shutil.rmtree(game / ".git")
    (game / "own" / "worktrees" / "x").mkdir(parents=True)
    (game / ".git").write_text(f"gitdir: {game / 'own/worktrees/x'}\n")
    (game / "own/worktrees/x/gitdir").write_text(f"{game / '.git'}\n")
    (game / "own/worktrees/x/commondir").write_text(f"{other / '.git'}\n")
    (game / "own/worktrees/x/HEAD").write_text("ref: refs/heads/main\n")


@pytest.mark.parametrize("lead", [_alternates, _objects, _packs, _references, _folder, _file, _worktree])
def test_what_leads_out_of_a_repository_is_not_followed(
    game: Path, tmp_path: Path, lead: Callable[[Path, Path], None]
) -> None:
    other = tmp_path / "home" / "other"
    shutil.copytree(game, other)
    lead(game, other)
    assert why(game, "HEAD", tmp_path / "out") == "why.leads_out"


def test_a_repository_that_shares_its_folder_is_not_taken_for_a_worktree(game: Path, tmp_path: Path) -> None:
    """In ``.git`` itself git would believe a file ``commondir``, and read what lies there."""
    other = tmp_path / "other"
    shutil.copytree(game, other)
    (other / "notes.txt").write_text("secret")
    (game / ".git/commondir").write_text(f"{other / '.git'}\n")
    shutil.rmtree(game / ".git/objects")
    (game / ".git/objects").mkdir()
    assert why(game, "HEAD", tmp_path / "out") == "why.no_revision"


# -- what costs ------------------------------------------------------------------------------------------------------


def _tree(git: Git, game: Path, *lines: str) -> str:
    own = {"GIT_DIR": str(game / ".git")}
    told = subprocess.run(
        ["git", "mktree", "--missing"],
        input="".join(f"{line}\n" for line in lines).encode(),
        env=os.environ | own,
        capture_output=True,
        check=True,
    )
    return told.stdout.decode().strip()


def _commit(git: Git, game: Path, tree: str) -> str:
    return git(game, "commit-tree", "-m", "made", tree)


def test_a_tree_of_trees_ends(game: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten folders in each of ten, nine deep: a thousand million files in twenty objects."""
    blob = git(game, "rev-parse", "HEAD:notes.txt")
    wide = _tree(git, game, *(f"100644 blob {blob}\t{number}" for number in range(10)))
    for _ in range(9):
        wide = _tree(git, game, *(f"040000 tree {wide}\t{number}" for number in range(10)))
    deep = _tree(git, game, f"100644 blob {blob}\tnotes.txt")
    for _ in range(100):
        deep = _tree(git, game, f"040000 tree {deep}\tin")
    monkeypatch.setattr(git_revisions, "MOST_BELOW", 500)
    for number, tree in enumerate((wide, deep)):
        assert why(game, _commit(git, game, tree), tmp_path / str(number)) == "why.revision_out_of_bounds"
        assert sum(path.is_file() for path in (tmp_path / str(number) / "files").rglob("*")) <= 500


def test_links_and_modules_and_large_files_of_a_tree_are_left(game: Path, git: Git, tmp_path: Path) -> None:
    (game / "link").symlink_to("/etc/passwd")
    (game / "film.mp4").write_bytes(bytes(9_000_000))
    git(game, "add", ".")
    git(game, "update-index", "--add", "--cacheinfo", f"160000,{git(game, 'rev-parse', 'HEAD')},module")
    git(game, "commit", "--quiet", "--message", "more")
    assert taken(game, "HEAD", tmp_path / "out") == "second"
    (files,) = (tmp_path / "out").glob("files")
    assert not any((files / name).exists() for name in ("link", "film.mp4", "module"))


@pytest.mark.parametrize("name", ["../../evil", "..", "a/b", "/evil", "a\\b"])
def test_a_name_in_a_tree_that_leads_elsewhere_is_left(game: Path, git: Git, tmp_path: Path, name: str) -> None:
    blobs = [git(game, "rev-parse", f"HEAD{mark}:notes.txt") for mark in ("~1", "")]
    raw = b"".join(
        b"100644 " + file.encode() + b"\0" + bytes.fromhex(blob)
        for file, blob in zip((name, "notes.txt"), blobs, strict=True)
    )
    told = subprocess.run(
        ["git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally"],
        input=raw,
        cwd=game,
        capture_output=True,
        check=True,
    )
    made = _commit(git, game, told.stdout.decode().strip())
    assert taken(game, made, tmp_path / "out") == "second"
    assert [path.name for path in (tmp_path / "out" / "files").rglob("*")] == ["notes.txt"]
    assert not (tmp_path / "evil").exists()


def test_a_pipe_among_the_objects_ends(game: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_revisions, "SECONDS", 1.0)
    notes = _object(game, git, "HEAD:notes.txt")
    notes.unlink()
    os.mkfifo(notes)
    assert why(game, "HEAD", tmp_path / "out") == "why.object_missing"
    os.mkfifo(game / ".git" / "refs" / "heads" / "pipe")
    assert why(game, "pipe", tmp_path / "other") == "why.no_revision"
    (game / ".git" / "HEAD").unlink()
    os.mkfifo(game / ".git" / "HEAD")
    assert why(game, "main", tmp_path / "third") == "why.repository_unread"
