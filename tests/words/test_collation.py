"""The order of the alphabet, from the rules that each language states for it."""

from __future__ import annotations

import pytest
from realisers import LOCALES

from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.language_files import ALPHABET, LATIN, Alphabet, WordsReader, make_collation_key
from reguli.words.terminology import read_style

CODES = ("en", "ro", "hu")


def _alphabet(code: str) -> Alphabet:
    bag = Bag()
    node = read_yaml((LOCALES / code / "style.yaml").read_text("utf-8"), "style.yaml", bag)
    found = read_style(node, code, bag).alphabet
    assert not bag, bag.codes
    return found


@pytest.mark.parametrize(
    ("code", "words"),
    [
        # cs, dz, dzs, gy, ly, ny, sz, ty, zs are letters of their own, each after the letter it begins with.
        ("hu", ["cukor", "csak"]),
        ("hu", ["dió", "dz", "dzéta", "dzsungel", "ecet"]),
        ("hu", ["gömb", "gúla", "gyár"]),
        ("hu", ["lusta", "lyuk", "mák"]),
        ("hu", ["nyúl", "olaj"]),
        ("hu", ["nulla", "nyak"]),
        ("hu", ["sorrend", "súly", "szabály", "szén", "tó"]),
        ("hu", ["tűz", "tyúk", "uhu"]),
        ("hu", ["zúg", "zsák"]),
        # A short and a long vowel count alike, but o and ö, u and ü do not.
        ("hu", ["ár", "áram", "arany", "árverés"]),
        ("hu", ["kor", "kór", "kór és", "kör", "kőr"]),
        ("hu", ["út", "utca", "üt", "üveg", "űz"]),
        ("hu", ["olaj", "óra", "öböl", "őr", "öt"]),
        # Words that differ in nothing else: the short vowel comes first.
        ("hu", ["Eger", "egér", "egérfogó"]),
        ("hu", ["tör", "tőr"]),
        # A doubled letter of two signs is read as two of them: kas-sza is sz + sz, mennyi is ny + ny.
        ("hu", ["kas", "kasmír", "kastély", "kasza", "kaszinó", "kassza", "kaszt"]),
        ("hu", ["menü", "menza", "mennyi"]),
        # Spaces and hyphens count for nothing.
        ("hu", ["kis asztal", "kisebb", "kis ember"]),
        ("hu", ["erőforrás", "erőforráspiac", "erőforrás-táblázat"]),
        # ă and â after a, î after i, ș after s, ț after t.
        ("ro", ["azur", "ăla", "ărsură", "bun"]),
        ("ro", ["mata", "mazăre", "măr", "mânca", "mere"]),
        ("ro", ["iz", "îi", "jad"]),
        ("ro", ["suta", "szekler", "șa", "tac", "tuză", "țap", "uliu"]),
        ("ro", ["casă", "căsuță", "centrală"]),
        ("en", ["bid up", "bidding", "building cost"]),
        ("en", ["Elektro", "end", "entry"]),
        # Numbers by their size, whoever writes them.
        ("en", ["contract", "contract 2", "contract 10", "contract 10 (mines)", "contract 110", "contractor"]),
        ("ro", ["nivelul I", "nivelul IV", "nivelul V", "nivelul IX", "nivelul X", "nivelul XII"]),
        ("hu", ["2. sor", "II. sor", "9. sor", "10. sor", "sor"]),
    ],
)
def test_words_stand_in_the_order_of_the_language(code: str, words: list[str]) -> None:
    alphabet = _alphabet(code)
    for mixed in (words, words[::-1], sorted(words)):
        assert sorted(mixed, key=make_collation_key(alphabet)) == words


@pytest.mark.parametrize("code", CODES)
def test_signs_then_digits_come_before_letters_and_other_alphabets_after(code: str) -> None:
    words, alphabet = ["", "1", "2", "a", "z", "αβγ"], _alphabet(code)
    assert sorted(["z", "αβγ", "2", "", "a", "1"], key=make_collation_key(alphabet)) == words


@pytest.mark.parametrize("code", CODES)
def test_capitals_and_parts_of_signs_change_nothing(code: str) -> None:
    """A letter is the same whether its mark is a part of it or a sign of its own."""
    alphabet = _alphabet(code)
    for one, other in (("Ár", "ár"), ("a\u0301r", "ár"), ("s\u0326a", "șa")):
        assert make_collation_key(alphabet)(one)[:2] == make_collation_key(alphabet)(other)[:2]


def test_a_letter_of_another_language_stands_with_the_bare_one() -> None:
    words = ["canard", "ça", "cb"]
    assert sorted(words, key=make_collation_key(LATIN)) == ["ça", "canard", "cb"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{letters: a b}", "W101"),
        ("{spaces: ignored}", "W103"),
        ("{letters: [a, b], spaces: last}", "W104"),
        ("{letters: [a, b], order: [b]}", "W102"),
        ("[a, b]", "W101"),
    ],
)
def test_a_mistake_in_an_alphabet_is_told(text: str, code: str) -> None:
    bag = Bag()
    node = read_yaml(text, "style.yaml", bag)
    assert node is not None
    ALPHABET.read(node, ValueContext(Said("part.named", name="alphabet")), WordsReader(bag))
    assert bag.codes == (code,)
