"""Rulesets that a page changes: the files of one, bounded, and changes as the text of an address.

The text is ``GAME=DATA``: the digest of the files that are changed, then names and texts, zipped and written as base64.
"""

from __future__ import annotations

import base64
import gzip
import shutil
import zlib
from collections.abc import Mapping
from hashlib import sha256
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import quote, unquote

from reguli.web.messages import TableError

OWN_RULESETS: Final = Path("/site/own")
"""Where the rulesets of a site lie that did not come with reguli; one may be a variant of its neighbour."""
MOST_FILES: Final = 300
MOST_TEXT: Final = 2_000_000
"""Letters of a ruleset."""
LONGEST: Final = 60_000
"""Characters of an address."""
BETWEEN: Final = "\0"
"""What no text file has."""
UNESCAPED: Final = "!*'()"
"""What browsers leave as it is besides letters and digits."""
GZIP: Final = 31


def text_files(place: Path) -> dict[str, str]:
    """Return the text files of a ruleset by name."""
    paths = sorted(place.rglob("*")) if place.is_dir() else [place]
    above, found = place if place.is_dir() else place.parent, dict[str, str]()
    for path in paths:
        name = path.relative_to(above)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            try:
                text = path.read_text("utf-8")
            except UnicodeDecodeError:
                continue
            if BETWEEN not in text:
                found[name.as_posix()] = text
    return checked_files(found)


def checked_files(files: object) -> dict[str, str]:
    """Return the texts of files by name. Raises ``TableError`` for too many, too long ones, and names outside of the folder."""
    if not isinstance(files, dict) or len(files) > MOST_FILES or not all(map(_is_inside, files)):
        raise TableError("input")
    # Half of a letter that has two cannot be written.
    found = {name: str(text).encode("utf-8", "replace").decode() for name, text in files.items()}
    if sum(map(len, found.values())) > MOST_TEXT:
        raise TableError("input")
    return found


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name and 0 < len(name) < 200


def lay_over(base: Path, changed: Mapping[str, str], into: Path) -> Path:
    """Copy a ruleset into a folder, with its neighbours in a site; write the changed files over it and return where it lies."""
    root = OWN_RULESETS if OWN_RULESETS in base.parents else base
    if root.is_dir():
        shutil.copytree(root, into)
    where = into / base.relative_to(root) if root.is_dir() else into / base.name
    write_files(where if base.is_dir() else where.parent, changed)
    return where


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a ruleset."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


# -- addresses -----------------------------------------------------------------------------------------------------


def files_digest(files: Mapping[str, str]) -> str:
    """Return a digest of names and texts."""
    return sha256(BETWEEN.join(chain(*sorted(files.items()))).encode()).hexdigest()


def write_share(game: str, digest: str, changed: Mapping[str, str]) -> str:
    """Return changes of a ruleset as the text of an address. Raises ``TableError`` where it is too long."""
    parts = (part.replace(BETWEEN, "") for part in chain(*sorted(changed.items())))
    packed = gzip.compress(BETWEEN.join([digest, *parts]).encode(), mtime=0)
    data = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    share = f"{quote(game, safe=UNESCAPED)}={data}"
    if len(share) > LONGEST:
        raise TableError("share_long")
    return share


def read_share(share: str) -> tuple[str, str, dict[str, str]]:
    """Return the ruleset of an address, the digest of its files, and the changed ones. Raises ``TableError``."""
    if len(share) > LONGEST:
        raise TableError("share_long")
    game, _, data = share.partition("=")
    try:
        packed = base64.b64decode(data + "=" * (-len(data) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj(GZIP)
        # A letter has four bytes at most.
        unpacked = unpacking.decompress(packed, 4 * MOST_TEXT + 1)
        if len(unpacked) > 4 * MOST_TEXT or len(text := unpacked.decode()) > MOST_TEXT:
            raise TableError("share_large")
    except (ValueError, zlib.error):
        raise TableError("share_broken") from None
    digest, *parts = text.split(BETWEEN)
    changed = dict(zip(parts[::2], parts[1::2], strict=False))
    if not unpacking.eof or unpacking.unused_data or len(parts) != 2 * len(changed):
        raise TableError("share_broken")
    return unquote(game), digest, changed
