"""Reads the values of lexicon and style files, with a finding where the form is not as it must be."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.yaml_nodes import Entry, Mapping, Node, Scalar, Sequence


def group_in(node: Node | None, what: str, bag: Bag) -> Mapping | None:
    """Give a group of names and values; W101 for anything else."""
    if isinstance(node, Mapping):
        return node
    if node is not None:
        bag.add("W101", node.span, what=what, form="names with values")
    return None


def text_in(node: Node | None, what: str, bag: Bag, *, blank: bool = False) -> str:
    """Give a text; W101 for anything else, and an empty text where there is none; ``blank`` allows mere spaces."""
    if node is None:
        return ""
    if isinstance(node, Scalar) and isinstance(node.value, str) and (blank or node.value.strip()):
        return node.value
    bag.add("W101", node.span, what=what, form="a text")
    return ""


def texts_in(node: Node | None, what: str, bag: Bag) -> tuple[str, ...]:
    """Give a list of texts, without those that are none."""
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        bag.add("W101", node.span, what=what, form="a list of texts")
        return ()
    return tuple(text for item in node.items if (text := text_in(item, what, bag)))


def truth_in(node: Node | None, what: str, bag: Bag) -> bool:
    """Give true or false; nothing is false."""
    if node is None:
        return False
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    bag.add("W101", node.span, what=what, form="true or false")
    return False


def number_in(node: Node | None, what: str, bag: Bag) -> int:
    """Give a whole number; nothing, and anything else with a finding, is 0."""
    if node is None:
        return 0
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    bag.add("W101", node.span, what=what, form="a whole number")
    return 0


def choice_in(node: Node | None, what: str, choices: Iterable[str], bag: Bag) -> str:
    """Give one of the texts allowed; W104 for another."""
    said = text_in(node, what, bag)
    allowed = tuple(choices)
    if node is None or not said or said in allowed:
        return said
    bag.add("W104", node.span, near=near(said, allowed), what=what, said=said, choices=", ".join(allowed))
    return ""


def forms_in(node: Node | None, what: str, known: Collection[str], bag: Bag) -> dict[str, str]:
    """Give irregular forms by name, the words of a name in alphabetic order; W102 for a form there is none of."""
    found: dict[str, str] = {}
    group = group_in(node, what, bag)
    for entry in group.entries if group is not None else ():
        names = entry.key.text.split()
        wrong = next((name for name in names if name not in known), None)
        if wrong is None:
            found[" ".join(sorted(names))] = text_in(entry.value, what, bag)
            continue
        allowed = sorted(known)
        bag.add("W102", entry.key.span, near=near(wrong, allowed), what=what, key=wrong, choices=", ".join(allowed))
    return found


def known_keys(group: Mapping, what: str, allowed: Iterable[str], bag: Bag) -> tuple[Entry, ...]:
    """Give the entries whose names are allowed; W102 for each other name."""
    names = tuple(allowed)
    kept = []
    for entry in group.entries:
        if entry.key.text in names:
            kept.append(entry)
        else:
            key = entry.key.text
            bag.add("W102", entry.key.span, near=near(key, names), what=what, key=key, choices=", ".join(names))
    return tuple(kept)
