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
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import IO, Final

from reguli.app.errors import UnusableRuleset, make_refusal
from reguli.app.loading import open_ruleset
from reguli.app.user_files import read_utf8_file
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.folder_contents import BASELINE_FILE, SHORT_DIGEST, filter_valid_options
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
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import edit_distance

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
PARENT: Final = re.compile(rb"(?m)^parent ([0-9a-f]{40,64})$")
COMMITTED: Final = re.compile(rb"(?m)^committer .* ([0-9]{1,12}) [+-][0-9]{4}$")
MOST_PARENTS: Final = 100
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
        self.top, self._revision, self._contents, self._sizes = top, revision, contents, sizes
        self._tree = _head(sizes, f"{revision}^{{tree}}", NOT_CALLED_SO)[0]
        self._entries_left, self._bytes_left = MOST_BELOW, MOST_BYTES

    def take(self, path: Path, into: Path) -> None:
        """Copy a file, or the regular files below a folder, to their places below another folder. Raises ``RevisionUnavailable``."""
        found, kind = self._find(path)
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

    def identify(self, path: Path, ignored: Collection[str] = ()) -> frozenset[tuple[str, str]] | None:
        """Return the names and objects in a folder without the ignored names, or None where there is no such folder."""
        with suppress(RevisionUnavailable):
            found, kind = self._find(path)
            if kind == b"blob":
                return frozenset({("", found)})
            return frozenset((name, child) for _, name, child in self._entries(found) if name not in ignored)
        return None

    def history(self, most: int) -> Iterator[tuple[str, GitRevision]]:
        """Yield this revision and those that led to it, newest first, each with the name of its commit; at most so many."""
        waiting: list[tuple[int, int, str]] = []
        parents: dict[str, tuple[str, ...]] = {}

        def wait(commit: str) -> None:
            with suppress(RevisionUnavailable):  # what a shallow copy lacks
                head = self._content(commit).partition(b"\n\n")[0]
                parents[commit] = tuple(one.decode() for one in PARENT.findall(head)[:MOST_PARENTS])
                dated = COMMITTED.search(head)
                heappush(waiting, (-int(dated[1]) if dated else 0, len(parents), commit))

        wait(_head(self._sizes, f"{self._revision}^{{commit}}", NOT_CALLED_SO)[0])
        while waiting and most > 0:
            _, _, commit = heappop(waiting)
            yield commit, GitRevision(commit, self.top, self._contents, self._sizes)
            most -= 1
            for parent in parents[commit]:
                if parent not in parents:
                    wait(parent)

    def _find(self, path: Path) -> tuple[str, bytes]:
        """Return the object at a path, and its type. Raises ``RevisionUnavailable``."""
        return _head(self._sizes, f"{self._tree}:{'' if path == Path() else path.as_posix()}", NOT_CALLED_SO)[:2]

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


# -- states by digest ------------------------------------------------------------------------------------------------
# Cards, books and reports print the first digits of the digest of the rules. The search reads the revisions of the folder from the newest to the
# oldest. It reads the rules only where something changed that can decide play, and it stops after a number of revisions or a time.


DIGEST: Final = re.compile(rf"([0-9a-f]{{{SHORT_DIGEST},64}})(?:-[0-9a-f]{{4}})?")
"""A digest as it is printed: digits of the rules, and the mark of the words, which does not count."""
UNPLAYED: Final = ("words", "examples", "facts")
"""Folders of a ruleset that decide nothing in play."""
MOST_REVISIONS: Final = 10_000
TIME: Final = 0.8 * SECONDS
MOST_NAMED: Final = 5
CLOSE: Final = 2
"""Digits in which a mistyped digest may differ."""
SearchProgress = Callable[[int, int], None]
"""Is told how many revisions were read in search of a digest, and how many states of the rules were found in them."""


def ignore_revisions(done: int, states: int) -> None:
    """Report nothing."""


@frozen_class
class History(FrozenValue):
    """The result of a search: the commit with the digest, if any; the digests that are known, newest first; the number of revisions read; whether all were."""

    commit: str | None
    states: tuple[str, ...]
    revisions: int
    whole: bool


def is_digest_of(said: str, digest: str) -> bool:
    """Return whether a word is a digest as it is printed, and stands for this one."""
    found = DIGEST.fullmatch(said.lower())
    return found is not None and digest.startswith(found[1])


def resolve_state(loaded: LoadedRuleset, said: str, progress: SearchProgress = ignore_revisions) -> str:
    """Return what a digest stands for: the ruleset itself, or a commit in the history of its folder. Other words are returned unchanged.

    Raises ``Refused`` (X178) for a digest that no known state has, X179 for one of which only a baseline is kept.
    """
    found = DIGEST.fullmatch(said.lower())
    if found is None or find_ruleset(said) is not None or Path(said).exists():
        return said
    digest = found[1]
    if loaded.documents is not None and loaded.documents.digest.startswith(digest):
        return loaded.name
    paths = [path.resolve() for path in dict.fromkeys((loaded.path, *loaded.layers.folders))]
    try:
        with tempfile.TemporaryDirectory(prefix="reguli_") as name:
            history = _search(paths, said, digest, Path(name).resolve(), progress)
    except RevisionUnavailable as none:
        why = Said("why.no_history") if none.why == NOT_CALLED_SO else none.why
        raise _unknown(loaded, digest, why, ()) from none
    if history.commit is not None:
        return history.commit
    why = Said("why.states_compared", count=len(history.states), revisions=history.revisions)
    raise _unknown(loaded, digest, why if history.whole else Said("why.states_cut", said=why), history.states)


def _unknown(loaded: LoadedRuleset, digest: str, why: Said, states: Sequence[str]) -> Exception:
    """Return the error for a digest that was not found, with the states that are known."""
    kept = loaded.path / BASELINE_FILE
    if kept.is_file():
        # Comparison alone needs it.
        from reguli.verify.regression.baseline_snapshot import read_baseline

        baseline = read_baseline(read_utf8_file(kept))
        if baseline is not None and baseline.digest.startswith(digest):
            return make_refusal("X179", name=loaded.name, digest=digest)
    now = () if loaded.documents is None else (loaded.documents.digest,)
    known = list(dict.fromkeys(one[:SHORT_DIGEST] for one in (*now, *states)))
    near = min(((edit_distance(digest[:SHORT_DIGEST], one), one) for one in known), default=(CLOSE + 1, ""))
    listed = ", ".join(known[:MOST_NAMED]) + (", …" if len(known) > MOST_NAMED else "")
    return make_refusal(
        "X178",
        near=near[1] if near[0] <= CLOSE else None,
        name=loaded.name,
        digest=digest,
        why=why,
        known=listed or "–",
    )


def _search(paths: Sequence[Path], said: str, digest: str, home: Path, progress: SearchProgress) -> History:
    """Search the history of HEAD for a digest; a word that git itself knows as a revision stands for that. Raises ``RevisionUnavailable``."""
    with suppress(RevisionUnavailable), open_revision(paths[0], said, home / "named"):
        return History(said, (), 0, whole=True)
    states: dict[str, None] = {}
    keys: set[object] = set()
    revisions, until = 0, monotonic() + TIME
    with open_revision(paths[0], "HEAD", home / "git") as head:
        inside = [path.relative_to(head.top) for path in paths if path.is_relative_to(head.top)]
        for commit, revision in head.history(MOST_REVISIONS):
            if monotonic() > until:
                return History(None, tuple(states), revisions, whole=False)
            revisions += 1
            progress(revisions, len(states))
            key = tuple(revision.identify(path, UNPLAYED) for path in inside)
            if key[0] is None or key in keys:
                continue
            keys.add(key)
            found = _digest_at(revision, inside)
            if found is not None:
                states[found] = None
            if found is not None and found.startswith(digest):
                return History(commit, tuple(states), revisions, whole=True)
    whole = revisions < MOST_REVISIONS and monotonic() <= until
    return History(None, tuple(states), revisions, whole=whole)


def _digest_at(revision: GitRevision, inside: Sequence[Path]) -> str | None:
    """Return the digest that the ruleset in some folders has at a revision, or None where there is no readable ruleset."""
    with tempfile.TemporaryDirectory(prefix="reguli_") as name:
        folder = Path(name).resolve()
        try:
            for path in inside:
                revision.take(path, folder)
            documents = open_ruleset(str(folder / inside[0]), {}).documents
        except (RevisionUnavailable, OSError, ValueError):
            return None
        return None if documents is None else documents.digest


# -- comparison base -------------------------------------------------------------------------------------------------
# Another ruleset beside one, under the same options: by its name, in a folder, or as it was at a revision of the repository that it lies in.


@contextmanager
def open_comparison_base(
    loaded: LoadedRuleset, said: str, progress: SearchProgress = ignore_revisions
) -> Iterator[LoadedRuleset]:
    """Open the base that a word names for a ruleset: another ruleset, a path, a revision, the digest of an earlier state.

    Files extracted from a repository are deleted afterwards. Raises ``Refused`` (X105, X151, X178, X179) for what is nothing of the kind,
    and ``UnusableRuleset`` for what has findings.
    """
    said = resolve_state(loaded, said, progress)
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
