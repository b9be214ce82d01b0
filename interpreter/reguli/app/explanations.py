"""Explanations of finding codes and of words of the rules language, and the reference pages of all words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.app.errors import make_refusal
from reguli.app.user_files import ensure_folder, write_texts_to_folder
from reguli.reference.reference_entry import Ask, KeyGroup, ReferenceEntry, ReferenceTheme
from reguli.shipped_files import shipped_folder, shipped_libraries
from reguli.source.finding_catalogue import Code, Translation, finding_catalogue
from reguli.source.name_suggestions import closest_name
from reguli.words.catalogue.finding_texts import messages_of
from reguli.words.catalogue.interface_texts import OWN

if TYPE_CHECKING:
    # Named only where the reference is read.
    from reguli.reference.reference_entry import FirstUses


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a word of the language; fields that do not apply are empty.

    ``theme`` is the title of its page, a file for a key; ``sort`` is ``items``, ``moments``, ``statements``, ``expressions``, ``functions``,
    ``units``, ``mechanisms``, ``placeholders``, ``vocabulary``, ``library``, or ``key`` and ``keys`` of a file. ``words`` are the keywords and signs of its
    ``forms``, ``example`` lines of a file, ``asks`` questions with their answers, ``used`` where a shipped ruleset uses it first.
    """

    name: str
    theme: str
    sort: str
    forms: tuple[str, ...]
    means: str
    words: tuple[str, ...]
    gives: str
    takes: str
    needed: str
    default: str
    example: str
    asks: tuple[Ask, ...]
    used: str

    def to_json(self) -> dict[str, object]:
        """Return the meaning as JSON-ready values, as the command prints it."""
        plain = asdict(self)
        del plain["sort"]
        return {**plain, "asks": [{"of": ask.of, "value": ask.value, "is": ask.wanted} for ask in self.asks]}


@dataclass(frozen=True, slots=True)
class Explained:
    """The explanation of a ``word``: for a finding code its entry, for a word of the language every meaning.

    Without a word ``findings`` are the entries of all codes.
    """

    word: str | None
    findings: tuple[Code, ...] = ()
    meanings: tuple[Meaning, ...] = ()

    def to_json(self) -> list[dict[str, object]] | dict[str, object]:
        """Return the explanation as JSON-ready values, as the command prints it: one entry for a code, a list otherwise."""
        plain = [*map(asdict, self.findings), *(meaning.to_json() for meaning in self.meanings)]
        return plain[0] if self.findings and self.word is not None else plain


def explain_term(word: str | None = None, language: str = OWN) -> Explained:
    """Explain a code or a word of the rules language; entries of codes are in a natural language. Raises ``Refused`` (X108)."""
    codes, translation = finding_catalogue(), messages_of(language, shipped_folder("locales"))
    if word is None:
        return Explained(None, tuple(_translated(code, translation) for code in codes.values()))
    if word.upper() in codes:
        return Explained(word, (_translated(codes[word.upper()], translation),))
    return Explained(word, meanings=_meanings(word, codes))


def _translated(code: Code, translation: Translation) -> Code:
    texts = {name: text for name, text in asdict(code).items() if name not in ("id", "told")}
    said = {name: translation.text(f"{code.id}.{name}", text) for name, text in texts.items()}
    return Code(id=code.id, told=code.told, **said)


def _meanings(word: str, codes: Mapping[str, Code]) -> tuple[Meaning, ...]:
    # The reference is read only where somebody asks for a word.
    from reguli.reference.library_reference import find_entries, searchable_words

    themes, uses = _reference()
    entries = find_entries(word, themes)
    if not entries:
        raise make_refusal(
            "X108", near=closest_name(word.upper(), codes) or closest_name(word, searchable_words(themes)), name=word
        )
    return tuple(_meaning(entry, next(one for one in themes if one.id == entry.theme), uses) for entry in entries)


@cache
def _reference() -> tuple[tuple[ReferenceTheme, ...], FirstUses]:
    """Return every theme of the language and of the libraries, and the first use of each feature."""
    # As above.
    from reguli.reference.library_reference import library_themes
    from reguli.reference.reference_entry import FirstUses, read_themes

    themes = (*read_themes(), *library_themes(shipped_libraries()))
    return themes, FirstUses(shipped_folder("rulesets"), shipped_folder("locales"))


def _meaning(entry: ReferenceEntry, theme: ReferenceTheme, uses: FirstUses) -> Meaning:
    group = next((group for group in theme.groups if entry in (group.whole, *group.keys)), None)
    sort = "library" if theme.library else entry.theme if group is None else "key" if entry.takes else "keys"
    return Meaning(
        entry.name, theme.title, sort, entry.forms, entry.means, entry.words, entry.gives, entry.takes, entry.needed,
        entry.default, "\n".join(_example(entry, group, theme)), entry.asks,
        "" if sort == "keys" else uses.of(entry, group, theme.shared),
    )  # fmt: skip


def _example(entry: ReferenceEntry, group: KeyGroup | None, theme: ReferenceTheme) -> tuple[str, ...]:
    """Return the lines of an example: a program, or the place of a key in the sample."""
    if group is None:
        return tuple(entry.example.rstrip("\n").split("\n")) if entry.example else ()
    # Part of the same.
    from reguli.reference.reference_entry import find_key_sample

    file, lines = find_key_sample(entry, group, theme) if entry.takes else ("", ())
    return (f"# {file}", *lines) if file else ()


def write_reference_pages(folder: str) -> tuple[Path, ...]:
    """Write the reference pages of the language to a folder; return the files written. Raises ``Refused``."""
    # How pages are made is of no use to who asks for a word.
    from reguli.reference.page_contents import AT, reference_page_texts

    return write_texts_to_folder(ensure_folder(str(Path(folder) / AT)).parent, reference_page_texts(*_reference()))
