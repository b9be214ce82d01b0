"""Signatures of wordings after an id was renamed: what fitted its rule before fits it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reguli.app.translation import open_full_workspace
from reguli.editor.open_rulesets import OpenRuleset
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import SHORT
from reguli.words.placeholders.wording_signature import SIGNATURE, WordingSignature, element_signature, stored_signature

Signed = dict[tuple[Path, int], tuple[str, WordingSignature]]
"""By file and line of a wording: its signature as it is kept, and as it is now."""


def signatures(opened: OpenRuleset) -> Signed:
    """Return the signatures of the wordings in the ruleset's own catalogues; none where it cannot be bound."""
    loaded = opened.loaded
    return {} if loaded is None or loaded.ruleset is None else dict(_signatures(opened, loaded))


def _signatures(
    opened: OpenRuleset, loaded: LoadedRuleset
) -> Iterator[tuple[tuple[Path, int], tuple[str, WordingSignature]]]:
    desk = open_full_workspace(loaded, Bag(), Sources(), every=True)
    for seat in desk.seats.values():
        for entry in seat.catalogue.entries.values():
            subject, kept = desk.subjects.get(entry.id.removesuffix(SHORT)), stored_signature(entry)
            if subject is not None and kept is not None and entry.span.file == seat.catalogue.file:
                pieces = seat.catalogue.wording(entry, Bag()).pieces
                now = element_signature(subject, desk.ruleset, pieces, seat.tongue.lexicon)
                yield (opened.file_of(entry.span), entry.span.line), (kept, now)


def outdated(before: Signed, after: Signed) -> Iterator[tuple[Path, int, str, str]]:
    """Yield the file and line of each wording whose signature fitted before and does not now: the kept one, and the new one."""
    for (path, line), (kept, now) in after.items():
        known = before.get((path, line))
        if known is not None and known[1].fits(kept) and not now.fits(kept):
            yield path, line, f"# {SIGNATURE}: {kept}", f"# {SIGNATURE}: {now}"
