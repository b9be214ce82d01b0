"""The texts of files that findings show lines of: of a report that was kept, and of what another process found, nobody here has read them."""

from __future__ import annotations

from collections.abc import Iterable

from reguli.pipeline import Loaded
from reguli.ruleset.folder import Folder
from reguli.source.diagnostic import Bag
from reguli.verify.report.found import Found


def read_what_is_shown(found: Iterable[Found], loaded: Loaded) -> None:
    """Read the files of a ruleset that findings stand in, and have not been read; what cannot be read is not shown."""
    spans = (span for one in found for span in (one.told.span, *(place for place, _ in one.told.related)))
    unread = {span.file for span in spans if span is not None and loaded.sources.text(span.file) is None}
    for folder in (Folder(path, Bag(), loaded.sources) for path in loaded.layers.folders):
        home = folder.span_name("")
        for name in sorted(file.removeprefix(home) for file in unread if file.startswith(home)):
            if folder.has(name):
                folder.text(name)
