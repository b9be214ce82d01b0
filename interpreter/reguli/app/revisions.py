"""Another ruleset beside one, under the same options: by its name, in a folder, or as it was at a revision of the repository that it lies in."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reguli.app.opening import opened
from reguli.app.troubles import Unusable, refused
from reguli.pipeline import Loaded
from reguli.ruleset.select import possible_options
from reguli.shipped import find_ruleset
from reguli.source.said import Said


@contextmanager
def named_beside(loaded: Loaded, said: str) -> Iterator[Loaded]:
    """Open what a word names beside a ruleset: another one, a folder or file, a revision; what is taken out of a repository is gone afterwards.

    Raises ``Refused`` (X105, X151) for what is nothing of the kind, and ``Unusable`` for what has findings.
    """
    if find_ruleset(said) is not None or Path(said).exists():
        yield beside(loaded, said)
    else:
        with tempfile.TemporaryDirectory(prefix="reguli_") as name:
            yield beside(loaded, str(_taken_out(loaded, said, Path(name))))


def beside(loaded: Loaded, name: str) -> Loaded:
    """Open another ruleset without findings under the options of this one, as far as it has them. Raises as ``named_beside`` does."""
    found = opened(name, {})
    if loaded.options and found.documents is not None:
        found = opened(name, possible_options(found.documents, loaded.options))
    if found.ruleset is None or found.bag:
        raise Unusable(found.bag.diagnostics, found.sources)
    return found


def _taken_out(loaded: Loaded, revision: str, into: Path) -> Path:
    """Take a ruleset, with all it is made of, out of the repository it lies in as it was at a revision."""
    folder = loaded.path if loaded.path.is_dir() else loaded.path.parent
    top = Path(_git(loaded, revision, folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    commit = _git(loaded, revision, folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    inside = [path.resolve() for path in (*loaded.layers.folders, loaded.path)]
    wanted = sorted({path.relative_to(top).as_posix() for path in inside if path.is_relative_to(top)})
    raw = _git(loaded, revision, top, "archive", "--format=tar", commit.decode().strip(), "--", *wanted)
    _unpack(raw, into)
    return into / loaded.path.resolve().relative_to(top)


def _unpack(raw: bytes, into: Path) -> None:
    """Write the ordinary files of what was packed below a folder; links and what leads out of it are left."""
    with tarfile.open(fileobj=io.BytesIO(raw)) as packed:
        for member in packed:
            path = (into / member.name).resolve()
            content = packed.extractfile(member) if member.isfile() else None
            if content is not None and path.is_relative_to(into.resolve()):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())


def _git(loaded: Loaded, revision: str, folder: Path, *words: str) -> bytes:
    try:
        ran = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)  # noqa: S603, S607 - git of the person, asked of their own folder
    except OSError as error:
        raise refused("X151", name=loaded.name, base=revision, why=Said("why.no_git")) from error
    if ran.returncode:
        raise refused("X151", name=loaded.name, base=revision, why=Said("why.no_revision"))
    return ran.stdout
