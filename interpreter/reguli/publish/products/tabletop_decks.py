"""Decks for virtual tabletops: a saved object of Tabletop Simulator, and a list of pictures for others.

A saved object is a JSON file whose ``ObjectStates`` are the things on the table. A deck names its pictures in ``CustomDeck``, by number: a
picture is a grid of at most 10 by 7 faces. The card at place ``i`` of picture ``n`` is ``100 n + i`` (``DeckIDs``, ``CardID``).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from reguli.publish.document.document_tree import PrintedCard, SaidDocument, TextLine
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.paper.paper_sizes import POKER
from reguli.publish.paper.sheet_printing import CardStack, table_grid

SHAPES: Final = {"rectangle": 0, "hexagon": 3, "round": 4}
"""How Tabletop Simulator numbers the outlines of cards."""
APART: Final = 3.0
COLUMNS: Final = ("file", "name", "copies", "back")
Plain = dict[str, Any]


def saved_object(data: Mapping[str, Any], fronts: SaidDocument, addresses: Sequence[str]) -> str:
    """Return cards as a saved object; ``addresses`` are those of the pictures, in the order of their pages."""
    cards, left, numbers, objects = tuple(find_blocks(fronts, PrintedCard)), iter(addresses), count(1), list[Plain]()
    for stack in (CardStack(**given) for given in data["stacks"]):
        side, place, decks, held = data["sides"][stack.back], len(objects), dict[str, Plain](), dict[int, Plain]()
        lots = list(stack.lots)
        faces, back = [next(left) for _ in lots], next(left)
        for lot, face, number in zip(lots, faces, numbers, strict=False):
            columns, rows = table_grid(len(lot) + 1)  # the last is hidden
            shape = {"NumWidth": columns, "NumHeight": rows, "BackIsHidden": True, "UniqueBack": False}
            deck = {str(number): {"FaceURL": face, "BackURL": back, **shape, "Type": SHAPES[side["shape"]]}}
            decks |= deck
            for at, one in ((at, one) for at, alike in enumerate(lot) for one in alike):
                held[one] = _thing("Card", cards[one], side, place) | {"CardID": 100 * number + at, "CustomDeck": deck}
        inside = [held[one] for one in sorted(held)]
        whole = _thing("DeckCustom", cards[min(held)], side, place)
        whole |= {"DeckIDs": [one["CardID"] for one in inside], "CustomDeck": decks, "ContainedObjects": inside}
        objects.append(whole if len(inside) > 1 else inside[0])
    state = {"SaveName": fronts.name, "GameMode": fronts.name, "Note": "", "LuaScript": "", "LuaScriptState": ""}
    return json.dumps({**state, "ObjectStates": objects}, ensure_ascii=False, indent=2) + "\n"


def _thing(sort: str, card: PrintedCard[TextLine], side: Mapping[str, Any], place: int) -> Plain:
    """Return what a card and a deck have in common, face down in a row; wider cards are larger in proportion."""
    scale, alone = round(side["width"] / POKER.width, 4), sort == "Card"
    digest = hashlib.sha256(f"{sort} {place} {card.sort} {card.element}".encode()).hexdigest()
    turned = {"posX": place * APART, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    result = [] if card.result is None else [f"{card.result.number.text} {card.result.line.text}"]
    return {
        "GUID": digest[:6],
        "Name": sort,
        "Transform": {**turned, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale},
        "Nickname": card_name(card) if alone else card.back[1].text,
        "Description": "\n".join([*(line.text for line in card.text), *result]) if alone else "",
        "SidewaysCard": side["width"] > side["height"],
    }


def card_name(card: PrintedCard[TextLine]) -> str:
    """Return what a card is called: its number and its title, else the name of its element; a default face has a price for a number."""
    if card.plain and card.title is not None and card.title.text:
        return card.title.text
    return " – ".join(line.text for line in (card.number, card.title) if line is not None and line.text) or card.element


def single_pictures(data: Mapping[str, Any], fronts: SaidDocument) -> Iterator[tuple[str, tuple[str, int, str] | None]]:
    """Yield the name of each picture of one card, in the order of pages; of a face with what it is called, its copies and its back.

    Names are the elements; cards of two sorts with one element are told apart by their sort.
    """
    cards = tuple(find_blocks(fronts, PrintedCard))
    shown = Counter(one.element for one in cards)
    for back, stack in ((f"back-{number}", stack) for number, stack in enumerate(data["stacks"], 1)):
        for card, copies in ((cards[face[0]], len(face)) for face in stack["faces"]):
            name = f"{card.sort}.{card.element}" if shown[card.element] > 1 else card.element
            yield name, (card_name(card), copies, f"{back}.png")
        yield back, None


def picture_list(pictures: Iterable[tuple[str, tuple[str, int, str] | None]], address: str) -> str:
    """Return the list of the pictures of single cards as CSV; with an ``address`` each row ends with that of its picture."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow((*COLUMNS, "image") if address else COLUMNS)
    for name, told in pictures:
        if told is not None:
            rows.writerow((f"{name}.png", *told, *([f"{address.rstrip('/')}/{name}.png"] if address else [])))
    return written.getvalue()
