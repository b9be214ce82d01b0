"""How the files of a language are read: findings have codes of their own (W101 to W104), and what is amiss hides nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from reguli.schema.node_reader import GROUP, LIST, Reader
from reguli.schema.scalar_shapes import TEXT
from reguli.schema.value_shapes import Held, ListOf, MapOf, One, made
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said, Value
from reguli.source.name_suggestions import near
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping as Entries
from reguli.source.yaml_nodes import Node, Scalar
from reguli.source.yaml_nodes import Sequence as Items

_WANTED: Final[Mapping[Value, Value]] = {GROUP: Said("sort.names_with_values"), LIST: Said("sort.texts")}


class WordsReader(Reader):
    """Reads the files of a language."""

    __slots__ = ()
    lenient = True

    def __init__(self, bag: Bag) -> None:
        """Collect the findings in a bag."""
        super().__init__(bag, Sources())

    def wrong(self, node: Node, what: Value, wanted: Value, meant: str | None = None) -> None:
        """Report what is of another form than it must be."""
        self.bag.add("W101", node.span, what=what, form=_WANTED.get(wanted, wanted))

    def unknown(self, key: Scalar, where: Value, known: Sequence[str]) -> None:
        """Report a name that a group does not know."""
        self.bag.add("W102", key.span, near=near(key.text, known), what=where, key=key.text, choices=", ".join(known))

    def missing(self, span: Span, where: Value, name: Value) -> None:
        """Report a name that a group lacks."""
        self.bag.add("W103", span, what=where, missing=name)

    def other(self, node: Node, text: str, what: Value, choices: Sequence[str]) -> None:
        """Report a word that is none of those that can stand here."""
        self.bag.add("W104", node.span, near=near(text, choices), what=what, said=text, choices=", ".join(choices))

    def text(self, node: Node, what: Value) -> str | None:
        """Read a text, which holds more than blanks; a number is none."""
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value.strip():
            return node.value
        self.wrong(node, what, Said("sort.text"))
        return None

    def word(self, node: Node, what: Value, choices: Sequence[str]) -> str | None:
        """Read one of a few words."""
        text = self.text(node, what)
        if text is None or text in choices:
            return text
        self.other(node, text, what, choices)
        return None


TEXTS: Final = ListOf(TEXT)


def check_letters(
    text: str, misspelt: Mapping[str, str], language: str, place: Callable[[int, int], Span], bag: Bag
) -> None:
    """Report letters that a language does not have, each at its first place in a file (W215); ``place`` gives the places of the text."""
    for letter, right in misspelt.items():
        at = text.find(letter)
        if at >= 0:
            span = place(at, at + 1)
            known = (one for one in bag if one.code == "W215" and ("letter", letter) in one.args)
            if not any(one.span is not None and one.span.file == span.file for one in known):
                bag.add("W215", span, letter=letter, right=right, language=language)


def check_letters_within(node: Node | None, misspelt: Mapping[str, str], language: str, bag: Bag) -> None:
    """Report letters that a language does not have in the values of a file; keys, and what repeats their letters, are words of the ruleset."""
    match node:
        case Entries():
            for entry in node.entries:
                other = {letter: right for letter, right in misspelt.items() if letter not in entry.key.text}
                check_letters_within(entry.value, other, language, bag)
        case Items(items=items):
            for item in items:
                check_letters_within(item, misspelt, language, bag)
        case Scalar(text=text, span=span):
            check_letters(text, misspelt, language, lambda start, end: span, bag)
        case _:
            pass


def forms(known: Collection[str]) -> Held[tuple[tuple[str, str], ...], Mapping[str, str]]:
    """Give the shape of irregular forms by name, the words of a name in alphabetic order; W102 for a form there is none of."""

    def name(reader: Reader, node: Node, what: Value) -> str | None:
        words = node.text.split() if isinstance(node, Scalar) else []
        wrong = next((word for word in words if word not in known), None)
        if wrong is None:
            return " ".join(sorted(words))
        allowed = sorted(known)
        reader.bag.add("W102", node.span, near=near(wrong, allowed), what=what, key=wrong, choices=", ".join(allowed))
        return None

    pairs = MapOf(One(name, {}), TEXT, "", "", lambda _, form, text: (str(form), str(text)))
    return made(pairs, lambda found: MappingProxyType(dict(found)))
