"""Rulesets bound for the tests of the model."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from loading import load_documents
from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources

TOP = Path(__file__).parent.parent.parent


def bound(folder: Path, options: Mapping[str, str | bool]) -> Ruleset:
    """Load and bind a folder in which nothing may be found."""
    bag, sources = Bag(), Sources()
    documents = load_documents(folder, bag, options=options, sources=sources)
    ruleset = None if documents is None else bind_ruleset(documents, bag, options=options)
    assert not bag, "\n\n".join(render_with_excerpt(finding, sources) for finding in bag)
    assert ruleset is not None
    return ruleset
