"""What a ruleset is compared with: another ruleset, a folder, a revision of the repository it lies in, the ruleset that a variant is of."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reguli.app.comparison_base import beside, named_beside
from reguli.app.errors import refused
from reguli.app.file_access import read_whole
from reguli.app.verification.part_registry import Base
from reguli.pipeline import BESIDES, Loaded
from reguli.ruleset.folder_contents import BLESSED
from reguli.ruleset.patches.variant_loading import GAME, VARIANT, is_variant
from reguli.source.message_arguments import Said
from reguli.verify.double_entry.variant_origin import Origin
from reguli.verify.report.verification_target import Subject, subject_of

if TYPE_CHECKING:
    # What compares two games costs a fiftieth of a second, and is loaded where there are two.
    from reguli.verify.regression.baseline_snapshot import Blessed

OF: Final = "base"
"""The word for what a variant is of."""
BLESS: Final = "bless"
"""The word for what a ruleset was when it was blessed."""


@contextmanager
def opened_base(loaded: Loaded, said: str | None, seed: int) -> Iterator[Base | None]:
    """Open what a ruleset is compared with, under the same options; what is taken out of a repository is gone afterwards.

    Without a word a variant is compared with what it is of, a game with what it was when it was blessed, and with nothing where it never was. Raises
    ``Refused`` (X105, X151), and ``Unusable`` for a base with findings.
    """
    below = _below(loaded)
    blessed = blessed_of(loaded)
    if said == BLESS or (said is None and below is None):
        if said == BLESS and blessed is None:
            raise refused("X151", name=loaded.name, base=BLESS, why=Said("why.not_blessed"))
        yield None if blessed is None else Base(None, BLESS, blessed)
    elif said is None or (said == OF and below is not None):
        yield replace(_based(beside(loaded, str(below)), OF, seed), blessed=blessed)
    elif said == OF:
        raise refused("X151", name=loaded.name, base=OF, why=Said("why.no_variant"))
    else:
        with named_beside(loaded, said) as base:
            yield _based(base, said, seed)


def origin(loaded: Loaded, subject: Subject, accepted: Collection[str], seed: int) -> Origin | None:
    """Open the base of a variant under the same options, alone and with the wanted changes; None for a game. Raises ``Unusable`` for a base with findings."""
    name = _below(loaded)
    base = None if name is None else _based(beside(loaded, name), OF, seed).subject
    if base is None:
        return None
    # As above.
    from reguli.verify.regression.regression_part import wanted_alone

    return Origin(base, wanted_alone(base, subject, accepted, blessed_of(loaded)))


def blessed_of(loaded: Loaded) -> Blessed | None:
    """Give what a ruleset was when it was blessed, if it was. Raises ``Refused`` (X151) for a file that says nothing of the kind."""
    file = blessed_file(loaded)
    if file is None or not file.is_file():
        return None
    # As above.
    from reguli.verify.regression.baseline_snapshot import read_blessed

    blessed = read_blessed(read_whole(file))
    if blessed is None:
        raise refused("X151", name=loaded.name, base=str(file), why=Said("why.blessed_unread"))
    return blessed


def blessed_file(loaded: Loaded) -> Path | None:
    """Give the file beside a ruleset that says what it was; a variant of one file has no place for it."""
    return None if loaded.path.is_file() else loaded.path / BLESSED


def _below(loaded: Loaded) -> str | None:
    """Give the ruleset that a variant is of; of variants laid over a ruleset by name that ruleset."""
    first, *besides = [loaded.name] if Path(loaded.name).exists() else loaded.name.split(BESIDES)
    if besides:
        return first
    if not is_variant(loaded.path):
        return None
    folders = loaded.layers.folders[1:]
    return str(next((one for one in folders if (one / VARIANT).is_file() or (one / GAME).is_file()), folders[-1]))


def _based(base: Loaded, said: str, seed: int) -> Base:
    assert base.ruleset is not None
    return Base(subject_of(base, base.ruleset, seed), said)
