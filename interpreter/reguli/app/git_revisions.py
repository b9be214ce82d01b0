"""Files at a revision of a git repository, which may be untrusted.

A repository can make git run programs: its configuration, hooks and attributes name some, and so do the places that missing objects
come from. So git never works in it. It gets a new repository with a configuration of our own, copies of the references, and the folder of
the objects to read. It is asked by ``git cat-file`` alone, which applies no filter, and there are no remotes: what is missing is missing,
in every version of git. What leads out of the repository (alternates, links, a ``.git`` file that names another repository) is refused, and all
that is read is bounded.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from binascii import hexlify
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import IO, Final

from reguli.app.errors import UnusableRuleset, make_refusal
from reguli.app.loading import open_ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.folder_contents import filter_valid_options
from reguli.shipped_files import find_ruleset
from reguli.source.bounded_files import (
    DEEPEST,
    LARGEST_BELOW,
    MOST_BELOW,
    MOST_BYTES,
    UnreadableFile,
    folder_has_entry,
    os_error_reason,
    read_bounded_file,
    read_folder,
)
from reguli.source.finding_catalogue import Said

GIT: Final = ".git"
SECONDS: Final = 60.0
"""After which git is ended: what it reads may be a pipe."""
ALLOCATED: Final = "64m"
"""Bytes that git may take at once."""
SHORT: Final = 10_000
"""Bytes of a file that holds a path or a reference."""
REFERENCES: Final = ("refs", "logs", "reftable")
OWN: Final = ("HEAD", "ORIG_HEAD", "logs/HEAD")
"""Files that each worktree has of its own."""
PLAIN: Final = "\tbare = true\n\tbigFileThreshold = 1m\n\tcommitGraph = false\n"
HEADER: Final = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64}) (blob|tree|commit|tag) ([0-9]{1,18})\n")
SHA256: Final = re.compile(rb"(?mi)^\s*objectformat\s*=\s*sha256\s*$")
FOLDER: Final = b"40000"
FILE: Final = b"100"
"""How the modes of ordinary files begin."""


class RevisionUnavailable(Exception):  # noqa: N818 - it says what there is not
    """An exception raised when a revision cannot be read from a repository; ``why`` holds the reason."""

    def __init__(self, why: Said) -> None:
        """Store the reason."""
        super().__init__(why.phrase)
        self.why = why


NOT_CALLED_SO: Final = Said("why.no_revision")
OUT_OF_BOUNDS: Final = Said("why.revision_out_of_bounds", limit=MOST_BELOW, bytes=MOST_BYTES, deepest=DEEPEST)
Pipes = tuple[IO[bytes], IO[bytes]]
"""What is asked, and what is answered."""


class GitRevision:
    """The files of one revision; ``top`` is the working folder of the repository."""

    def __init__(self, revision: str, top: Path, contents: Pipes, sizes: Pipes) -> None:
        """Find the revision, using one git process for the content of objects and one for their sizes. Raises ``RevisionUnavailable``."""
        self.top, self._contents, self._sizes = top, contents, sizes
        self._tree = _head(sizes, f"{revision}^{{tree}}", NOT_CALLED_SO)[0]
        self._entries_left, self._bytes_left = MOST_BELOW, MOST_BYTES

    def take(self, path: Path, into: Path) -> None:
        """Copy a file, or the regular files below a folder, to their places below another folder. Raises ``RevisionUnavailable``."""
        name = "" if path == Path() else path.as_posix()
        found, kind, _ = _head(self._sizes, f"{self._tree}:{name}", NOT_CALLED_SO)
        if kind == b"blob":
            self._write(found, into / path)
        waiting = [(found, into / path, 0)] if kind == b"tree" else []
        while waiting:
            tree, folder, depth = waiting.pop()
            for mode, inner, child in self._entries(tree):
                if mode == FOLDER and not inner.startswith((".", "__")):
                    waiting.append((child, folder / inner, depth + 1))
                elif mode.startswith(FILE):
                    self._write(child, folder / inner)
            if depth > DEEPEST:
                raise RevisionUnavailable(OUT_OF_BOUNDS)

    def _entries(self, tree: str) -> Iterator[tuple[bytes, str, str]]:
        """Yield the modes, names and objects in a tree; entries without a valid file name are skipped."""
        raw, at, width = self._content(tree), 0, len(tree) // 2
        while at < len(raw):
            self._entries_left -= 1
            if self._entries_left < 0:
                raise RevisionUnavailable(OUT_OF_BOUNDS)
            space, end = raw.find(b" ", at), raw.find(b"\0", at)
            mode, name = raw[at:space].lstrip(b"0"), os.fsdecode(raw[space + 1 : end])
            at = end + 1 + width
            if name not in {"", ".", ".."} and Path(name).name == name and "\\" not in name:
                yield mode, name, hexlify(raw[end + 1 : at]).decode()

    def _write(self, found: str, path: Path) -> None:
        if _head(self._sizes, found)[2] <= LARGEST_BELOW:  # of a larger one nothing would be read
            _put(path, self._content(found))

    def _content(self, found: str) -> bytes:
        size = _head(self._contents, found)[2]
        self._bytes_left -= size
        if size > LARGEST_BELOW or self._bytes_left < 0:
            raise RevisionUnavailable(OUT_OF_BOUNDS)
        raw = self._contents[1].read(size + 1)
        if len(raw) <= size:
            raise RevisionUnavailable(Said("why.object_missing", name=found))
        return raw[:size]


def _head(git: Pipes, name: str, otherwise: Said | None = None) -> tuple[str, bytes, int]:
    """Query an object: its full name, its type and its size. Raises ``RevisionUnavailable``."""
    told = None
    with suppress(OSError):
        git[0].write(os.fsencode(name) + b"\n")
        git[0].flush()
        told = HEADER.fullmatch(git[1].readline())
    if told is None or "\n" in name:
        raise RevisionUnavailable(otherwise or Said("why.object_missing", name=name))
    return told[1].decode(), told[2], int(told[3])


@contextmanager
def open_revision(path: Path, revision: str, home: Path) -> Iterator[GitRevision]:
    """Open a revision of the repository that contains a file or folder; ``home`` is a folder to be created for our own repository.

    Raises ``RevisionUnavailable`` where there is no git, no repository, no such revision, or where the repository leads out of itself.
    """
    try:
        top, own, common = _repository_of(path)
        objects = _inside(common / "objects", common)
        for inner in ("info", "pack"):
            _inside(objects / inner, objects)
        if folder_has_entry(objects / "info" / "alternates"):
            raise RevisionUnavailable(Said("why.leads_out", path=str(objects / "info" / "alternates")))
        _copy_references(own, common, home)
    except (UnreadableFile, OSError, RuntimeError, ValueError) as error:  # links in a circle are the third
        raise RevisionUnavailable(Said("why.repository_unread")) from error
    with _git(home, objects, "--batch") as contents, _git(home, objects, "--batch-check") as sizes:
        yield GitRevision(revision, top, contents, sizes)


def _repository_of(path: Path) -> tuple[Path, Path, Path]:
    """Return a repository's working folder, its own folder, and the folder it shares with other worktrees."""
    top = next((folder for folder in (path, *path.parents) if folder_has_entry(folder / GIT)), None)
    if top is None:
        raise RevisionUnavailable(NOT_CALLED_SO)
    if (top / GIT).is_dir():
        own = _inside(top / GIT, top)
        return top, own, own
    own = _named_in(top / GIT, b"gitdir: ")
    is_worktree = folder_has_entry(own / "gitdir") and _named_in(own / "gitdir") == top / GIT
    is_module = any(own.is_relative_to(folder / GIT) for folder in top.parents)
    common = _named_in(own / "commondir") if folder_has_entry(own / "commondir") else own
    if not (is_worktree or is_module) or (common != own and own.parent != common / "worktrees"):
        raise RevisionUnavailable(Said("why.leads_out", path=str(top / GIT)))
    return top, own, common


def _named_in(file: Path, before: bytes = b"") -> Path:
    """Return the path stored in a file, resolved relative to the file's folder."""
    return (file.parent / os.fsdecode(read_bounded_file(file, SHORT).removeprefix(before).strip())).resolve()


def _inside(path: Path, folder: Path) -> Path:
    """Return a path that stays inside a folder. Raises ``RevisionUnavailable``."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RevisionUnavailable(Said("why.leads_out", path=str(path)))
    return path


def _copy_references(own: Path, common: Path, home: Path) -> None:
    """Create a repository that has another's references and nothing else of it."""
    (home / "refs").mkdir(parents=True)
    (home / "objects").mkdir()
    extensions = ["\trefStorage = reftable\n"] if folder_has_entry(common / "reftable") else []
    if folder_has_entry(common / "config") and SHA256.search(
        read_bounded_file(common / "config", LARGEST_BELOW, common)
    ):
        extensions.append("\tobjectFormat = sha256\n")
    version = f"[core]\n\trepositoryFormatVersion = {min(len(extensions), 1)}\n"
    (home / "config").write_text("".join((version, PLAIN, "[extensions]\n", *extensions)), encoding="ascii")
    for name in REFERENCES:
        for path, content in read_folder(_inside(common / name, common)) if folder_has_entry(common / name) else ():
            if isinstance(content, bytes):
                _put(home / path.relative_to(common), content)
    for folder, name in ((common, "packed-refs"), *((own, name) for name in OWN)):
        if folder_has_entry(folder / name):
            _put(home / name, read_bounded_file(folder / name, LARGEST_BELOW, folder))


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


@contextmanager
def _git(home: Path, objects: Path, how: str) -> Iterator[Pipes]:
    """Run git in our own repository on the objects of another one; the process ends when the context exits."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    own |= dict.fromkeys(("GIT_DIR", "HOME", "XDG_CONFIG_HOME"), str(home))
    own |= dict.fromkeys(("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"), os.devnull)
    own |= dict.fromkeys(
        ("GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM", "GIT_NO_LAZY_FETCH", "GIT_NO_REPLACE_OBJECTS"), "1"
    )
    own |= {"GIT_OBJECT_DIRECTORY": str(objects), "GIT_ALLOW_PROTOCOL": "none", "GIT_ALLOC_LIMIT": ALLOCATED}
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    command = (_program(), "cat-file", how)
    with subprocess.Popen(command, cwd=home, env=own, stdin=pipe, stdout=pipe, stderr=nothing) as process:  # noqa: S603 - no word of a ruleset
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(SECONDS, process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield process.stdin, process.stdout
        finally:
            timer.cancel()
            process.kill()
            process.communicate()


def _program() -> str:
    """Return the user's git program, never one in the current folder, which Windows would search first."""
    for folder in map(Path, os.get_exec_path()):
        program = folder / ("git.exe" if os.name == "nt" else "git")
        if folder.is_absolute() and program.is_file() and os.access(program, os.X_OK):
            return str(program)
    raise RevisionUnavailable(Said("why.no_git"))


# -- comparison base -------------------------------------------------------------------------------------------------
# Another ruleset beside one, under the same options: by its name, in a folder, or as it was at a revision of the repository that it lies in.


@contextmanager
def open_comparison_base(loaded: LoadedRuleset, said: str) -> Iterator[LoadedRuleset]:
    """Open the base that a word names for a ruleset: another ruleset, a path, a revision; files extracted from a repository are deleted afterwards.

    Raises ``Refused`` (X105, X151) for what is nothing of the kind, and ``UnusableRuleset`` for what has findings.
    """
    if find_ruleset(said) is not None or Path(said).exists():
        yield open_under_same_options(loaded, said)
    else:
        with tempfile.TemporaryDirectory(prefix="reguli_") as name:
            yield open_under_same_options(loaded, str(_taken_out(loaded, said, Path(name).resolve())))


def open_under_same_options(loaded: LoadedRuleset, name: str) -> LoadedRuleset:
    """Open another ruleset without findings under this one's options, as far as it has them. Raises as ``open_comparison_base`` does."""
    found = open_ruleset(name, {})
    if loaded.options and found.documents is not None:
        found = open_ruleset(name, filter_valid_options(found.documents, loaded.options))
    if found.ruleset is None:
        raise UnusableRuleset(found.bag.diagnostics, found.sources)
    return found


def _taken_out(loaded: LoadedRuleset, revision: str, home: Path) -> Path:
    """Extract a ruleset and everything it is built on from its repository at a revision."""
    inside = list(dict.fromkeys(path.resolve() for path in (loaded.path, *loaded.layers.folders)))
    try:
        with open_revision(inside[0], revision, home / "git") as found:
            for path in inside:
                if path.is_relative_to(found.top):
                    found.take(path.relative_to(found.top), home / "files")
            return home / "files" / inside[0].relative_to(found.top)
    except RevisionUnavailable as none:
        raise make_refusal("X151", name=loaded.name, base=revision, why=none.why) from none
    except (OSError, ValueError) as error:  # a name that no file can have here
        raise make_refusal("X151", name=loaded.name, base=revision, why=os_error_reason(error)) from error
