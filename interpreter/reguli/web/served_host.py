"""A host with what only a server offers: the rules of elements in words, and the workbench.

A browser that runs a host by itself does without, because words and games of bots need most of the package.
"""

from __future__ import annotations

from reguli.app.element_sentences import element_sentences
from reguli.app.loading import open_playable, open_ruleset
from reguli.app.translation import WordingDesk, open_wording_desk
from reguli.app.workbench.watched_files import modification_times, watched_folders
from reguli.engine.notation import Plain
from reguli.pipeline import LoadedRuleset
from reguli.source.identity_cache import IdentityCache
from reguli.web.messages import Request, TableError, option_values
from reguli.web.table_host import TableHost
from reguli.web.workbench_host import WorkbenchHost


class ServedHost(TableHost):
    """The tables of one ruleset in a process of a server."""

    def __init__(self, ruleset: str) -> None:
        """Store the name or path of the ruleset."""
        super().__init__(ruleset)
        self._desks = IdentityCache[WordingDesk]()
        self._printed: dict[tuple[frozenset[object], frozenset[object]], LoadedRuleset] = {}
        self.answers |= {"say": self._say, **WorkbenchHost(ruleset).answers}

    def printable(self, request: Request) -> LoadedRuleset:
        """Return the rules to print; they are read once for all languages, and again when a file has changed."""
        options = option_values(request["options"])
        times = modification_times(watched_folders(open_ruleset(self.ruleset, options)))
        key = frozenset(options.items()), frozenset(times.items())
        if key not in self._printed:
            self._printed = {key: open_playable(self.ruleset, options)}
        return self._printed[key]

    def _say(self, request: Request) -> Plain:
        """Return the rules of an element in words: its own, or where it has none those of the elements that belong to it.

        Without an element the rules of every element of the kind that has some, by element.
        """
        loaded, code = self.printable(request), self.language(request).code
        kind, element = str(request.get("kind")), str(request.get("element"))
        ruleset = loaded.ruleset
        if ruleset is None or kind not in ruleset.kinds or element not in ("", *ruleset.kinds[kind].elements):
            raise TableError("input")
        desk = self._desks.get((loaded,), code, lambda: open_wording_desk(loaded, [code]))
        if element:
            return element_sentences(desk, ruleset, kind, element)
        said = ((one, element_sentences(desk, ruleset, kind, one)) for one in ruleset.kinds[kind].elements)
        return {one: sentences for one, sentences in said if sentences}
