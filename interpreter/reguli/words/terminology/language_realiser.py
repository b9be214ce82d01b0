"""A language ready to speak about a ruleset: its grammar, its style and its terms, read from the locales folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType

from reguli.source.bounded_files import name_in, read_text
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.source_texts import Sources
from reguli.source.yaml_nodes import Node
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.grammar_values import Name
from reguli.words.grammar.languages import Language
from reguli.words.terminology.lexicon import Lexicon, empty_lexicon, read_lexicon
from reguli.words.terminology.style import Style, read_style


@kept
class Tongue(Kept):
    """One language with its style and lexicon; ``called`` are elements that are no terms and have a wording of their own, by id."""

    language: Language
    style: Style
    lexicon: Lexicon
    called: Mapping[str, Name] = field(default_factory=lambda: MappingProxyType({}))


def lexicon_files(code: str, ruleset: str | None) -> tuple[Path, ...]:
    """Give the lexicon files of a language, general terms first, by their place below the locales folder."""
    general = (Path(code) / "lexicon.yaml",)
    return general if ruleset is None else (*general, Path(code) / f"{ruleset}.lexicon.yaml")


def open_tongue(language: Language, ruleset: str | None, locales: Path, bag: Bag, sources: Sources) -> Tongue:
    """Read style and lexicons of a language below the ``locales`` folder; whatever is amiss is a finding.

    A missing file is a finding (Y101); the tongue then speaks as well as it can.
    """
    style = read_style(node_at(Path(language.code) / "style.yaml", locales, bag, sources), language.code, bag)
    tongue = Tongue(language, style, empty_lexicon(language))
    for path in lexicon_files(language.code, ruleset):
        tongue = with_lexicon(tongue, path, locales, bag, sources)
    return tongue


def with_lexicon(tongue: Tongue, path: Path, root: Path, bag: Bag, sources: Sources) -> Tongue:
    """Read a further lexicon over the terms of a tongue; findings name its place below ``root``."""
    return replace(tongue, lexicon=read_lexicon(node_at(path, root, bag, sources), tongue.lexicon, bag))


def node_at(path: Path, locales: Path, bag: Bag, sources: Sources) -> Node | None:
    """Read a YAML file of a language below the ``locales`` folder; None with a finding where it cannot be read."""
    text = read_text(path, bag, root=locales, sources=sources)
    return None if text is None else read_yaml(text, name_in(locales / path, locales), bag)
