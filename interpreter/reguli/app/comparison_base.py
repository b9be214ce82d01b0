"""Another ruleset beside one, under the same options: by its name, in a folder, or as it was at a revision of the repository that it lies in."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reguli.app.errors import Unusable, refused
from reguli.app.git_revisions import NoRevision, revision_at
from reguli.app.loading import opened
from reguli.pipeline import Loaded
from reguli.ruleset.option_selection import possible_options
from reguli.shipped_files import find_ruleset
from reguli.source.atomic_files import why_not


@contextmanager
def named_beside(loaded: Loaded, said: str) -> Iterator[Loaded]:
    """Open what a word names beside a ruleset: another one, a folder or file, a revision; what is taken out of a repository is gone afterwards.

    Raises ``Refused`` (X105, X151) for what is nothing of the kind, and ``Unusable`` for what has findings.
    """
    if find_ruleset(said) is not None or Path(said).exists():
        yield beside(loaded, said)
    else:
        with tempfile.TemporaryDirectory(prefix="reguli_") as name:
            yield beside(loaded, str(_taken_out(loaded, said, Path(name).resolve())))


def beside(loaded: Loaded, name: str) -> Loaded:
    """Open another ruleset without findings under the options of this one, as far as it has them. Raises as ``named_beside`` does."""
    found = opened(name, {})
    if loaded.options and found.documents is not None:
        found = opened(name, possible_options(found.documents, loaded.options))
    if found.ruleset is None:
        raise Unusable(found.bag.diagnostics, found.sources)
    return found


def _taken_out(loaded: Loaded, revision: str, home: Path) -> Path:
    """Take a ruleset, with all it is made of, out of the repository it lies in as it was at a revision."""
    inside = list(dict.fromkeys(path.resolve() for path in (loaded.path, *loaded.layers.folders)))
    try:
        with revision_at(inside[0], revision, home / "git") as found:
            for path in inside:
                if path.is_relative_to(found.top):
                    found.take(path.relative_to(found.top), home / "files")
            return home / "files" / inside[0].relative_to(found.top)
    except NoRevision as none:
        raise refused("X151", name=loaded.name, base=revision, why=none.why) from none
    except (OSError, ValueError) as error:  # a name that no file can have here
        raise refused("X151", name=loaded.name, base=revision, why=why_not(error)) from error
