"""The catalogues of the tool's own texts, written by ``python -m reguli.cli.catalogue_generator``; with a code (``… de``) those of a package.

Writes ``locales/messages.pot`` and ``locales/command.pot`` and brings the catalogues of every language up to date with them.
``messages`` come from the catalogue of findings, ``command`` texts from the calls ``say("…")``, ``tell("…")``, ``count("…", "…", n)``, the
helps of arguments and the commands' summaries in the code. Everything is written in a fixed order, without dates.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from reguli.shipped_files import PACKAGE, shipped_folder
from reguli.source.finding_catalogue import finding_catalogue
from reguli.words.catalogue import po
from reguli.words.catalogue.finding_texts import MESSAGES, english_messages
from reguli.words.catalogue.interface_texts import COMMAND, OWN, same_placeholders
from reguli.words.grammar.languages import SHIPPED, is_language, language_by_code, locales_folder

ROOMS: Final = ("app/balance", "app/verification", "cli", "play", "web")
"""The rooms and folders whose code speaks to a person."""
MADE_BY: Final = "`python -m reguli.cli.catalogue_generator`; everything here is made anew from the code"
BRACES: Final = "python-brace-format"
"""The flag of an entry with gaps in braces."""
NO_BRACES: Final = f"no-{BRACES}"
"""The flag of a translation that asks for forms, ``{name:a}``, which gettext takes for a mistake; what it fills is checked here (``misfits``)."""
_FORM: Final = re.compile(r"\{\w+:\w+\}")
_FORMS: Final = re.compile(r"nplurals *= *(\d)")

Template = tuple[po.PoEntry, ...]
"""Entries without translations, in their order."""
Spoken = tuple[str, str]
"""A text and its plural; an empty plural where it does not count."""


def finding_texts_template() -> Template:
    """Return the template of all finding texts."""
    found = []
    for context, (one, *many) in english_messages().items():
        code, _, field = context.partition(".")
        notes = (finding_catalogue()[code].title,) if code in finding_catalogue() and field != "title" else ()
        found.append(_untranslated(context, one, many[0] if many else "", notes=notes))
    return tuple(found)


def source_text_template(files: Mapping[str, str]) -> Template:
    """Return the template of the texts in source files, given by name, in the order of names and lines."""
    found: dict[str, po.PoEntry] = {}
    for name, text in sorted(files.items()):
        for one, many in extract_message_texts(text):
            known = found.get(one, po.PoEntry(None, one, ""))
            places = tuple(dict.fromkeys((*known.places, name)))
            found[one] = _untranslated(None, one, known.plural or many, places=places)
    return tuple(found.values())


def _untranslated(
    context: str | None, one: str, many: str, *, notes: tuple[str, ...] = (), places: tuple[str, ...] = ()
) -> po.PoEntry:
    gaps = any(same_placeholders(text, text) and not same_placeholders(text, "") for text in (one, many))
    return po.PoEntry(
        context,
        one,
        "",
        notes=notes,
        places=places,
        flags=(BRACES,) if gaps else (),
        plural=many,
        forms=("", "") if many else (),
    )


def extract_message_texts(text: str) -> Iterator[Spoken]:
    """Yield the translatable texts of a source file in order: those of calls, the summaries of ``COMMANDS``, the text ``HELP``, the table ``PAGE_TEXTS``."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call | ast.AnnAssign)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=given):
                texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if name in ("say", "tell") and texts:
                    yield texts[0], ""
                elif name == "count" and len(texts) > 1:
                    yield texts[0], texts[1]
                elif name == "argument" and len(texts) > 1:
                    yield texts[1], ""
            case ast.AnnAssign(target=ast.Name(id="COMMANDS"), value=ast.Tuple() as rows):
                yield from ((said, "") for *_, said in ast.literal_eval(rows))
            case ast.AnnAssign(target=ast.Name(id="HELP"), value=ast.Constant(value=str(said))) if " " in said:
                yield said, ""
            case ast.AnnAssign(target=ast.Name(id="PAGE_TEXTS"), value=ast.Dict() as table):
                yield from ((said, "") for said in ast.literal_eval(table).values())
            case _:
                continue


def catalogue_templates() -> dict[str, Template]:
    """Return each template by the file name of its catalogues."""
    files = {
        f"reguli/{path.relative_to(PACKAGE).as_posix()}": path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in (PACKAGE / room).rglob("*.py")
    }
    return {MESSAGES: finding_texts_template(), COMMAND: source_text_template(files)}


def update_catalogue(template: Template, code: str, text: str) -> str:
    """Regenerate the catalogue of a language: translations are kept, and marked fuzzy where the English has changed since.

    ``text`` is the catalogue as it stands, empty for a new language.
    """
    language = language_by_code(code)
    team = code if language is None else language.name
    known = po.set_po_header(po.read_document(text).entries, "reguli", code, team, plurals=True)
    header = next(filter(po.is_header, known))
    old = {_key(entry): entry for entry in known if entry.base and not entry.obsolete}
    forms: dict[str, list[po.PoEntry]] = {}  # further forms that the translator gave a phrase
    for (context, _), entry in old.items():
        if ":" in context:
            forms.setdefault(context.partition(":")[0], []).append(entry)
    entries = [header]
    for entry in template:
        own = replace(old.get(_key(entry), entry), context=entry.context)
        entries += (_translated(entry, one, _count(header)) for one in (own, *forms.get(entry.context or "", ())))
    return po.write_document(po.PoDocument(tuple(entries))) + "\n"


def _key(entry: po.PoEntry) -> tuple[str, str]:
    """Return the key of a catalogue entry: its context, or the English text if it has none."""
    return (entry.context, "") if entry.context else ("", entry.base)


def _count(header: po.PoEntry | None) -> int:
    """Return the number of plural forms that a header declares; two without a declaration."""
    found = _FORMS.search(header.text) if header else None
    return int(found[1]) if found else 2


def _translated(entry: po.PoEntry, known: po.PoEntry, forms: int) -> po.PoEntry:
    """Return an entry with its known translation, marked fuzzy if the English text has changed."""
    said = known.forms or (known.text,)
    same = (known.base, known.plural) == (entry.base, entry.plural)
    before = (known.base, known.plural or None) if not same else (known.previous, known.previous_plural)
    fuzzy = known.fuzzy or not same
    braces = NO_BRACES if any(map(_FORM.search, said)) else BRACES
    return replace(
        entry,
        context=known.context,
        text="" if entry.plural else said[0],
        forms=(*said, *[""] * forms)[:forms] if entry.plural else (),
        comments=known.comments,
        flags=(*[po.FUZZY] * fuzzy, *(braces for _ in entry.flags)),
        previous=before[0] if fuzzy else None,
        previous_plural=before[1] if fuzzy else None,
    )


def invalid_translations(text: str) -> Iterator[tuple[str, str]]:
    """Yield each entry that gettext would reject, by its context or text, with the reason."""
    entries = po.read_document(text).entries
    count = _count(next(filter(po.is_header, entries), None))
    for entry in entries:
        name = entry.context or entry.base
        if not entry.obsolete and len(entry.forms) != (count if entry.plural else 0):
            yield name, f"it has {len(entry.forms)} plural forms, not {count if entry.plural else 0}"
        if not entry.text or entry.fuzzy or po.is_header(entry):
            continue
        if po.line_breaks_differ(entry.base, entry.text):
            yield name, "only one of the two texts begins, or ends, with a line break"
        if {BRACES, NO_BRACES} & {*entry.flags} and not same_placeholders(entry.base, entry.text):
            yield name, "it fills other gaps than the English text"


def regenerate_catalogues(locales: Path, codes: Collection[str] = SHIPPED) -> dict[Path, str]:
    """Return the text that every catalogue of some languages should have, by its path; the templates are in ``locales``."""
    found: dict[Path, str] = {}
    for name, template in catalogue_templates().items():
        found[locales / f"{name}t"] = po.pot_template_text("reguli", MADE_BY, template) + "\n"
        for code in codes:
            if code != OWN:
                path = locales_folder(code, locales) / code / name
                text = path.read_text(encoding="utf-8") if path.is_file() else ""
                found[path] = update_catalogue(template, code, text)
    return found


def main(codes: Collection[str] = ()) -> int:
    """Write the outdated files of some packages or of reguli itself and print each translation that gettext would reject; return 1 if there is one."""
    if not all(map(is_language, codes)):
        sys.stderr.write(f"no language is called {', '.join(codes)}\n")
        return 2
    refused = 0
    for path, text in regenerate_catalogues(shipped_folder("locales"), codes or SHIPPED).items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        for name, why in invalid_translations(text):
            sys.stderr.write(f"{path}: {name}: {why}\n")
            refused = 1
    return refused


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
