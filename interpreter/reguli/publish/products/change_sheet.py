"""Change sheets: the changes of a variant, before and after, written to one file per language and format."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, product
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from reguli.model.resolved_ruleset import COORDINATES, Kind, Ruleset, written_rows
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import (
    ChangeEntry,
    ChangeListBlock,
    DocumentSection,
    ExampleBox,
    ProductDocument,
    SaidDocument,
    StatementBlock,
    TextLine,
    split_text_runs,
)
from reguli.publish.document.inline_nodes import (
    HeadingText,
    JoinedInline,
    LiteralValue,
    Sayable,
    WordingStatement,
    find_blocks,
    replace_leaves,
)
from reguli.publish.document.table_cells import (
    PLAYER_COUNT,
    TableKeys,
    cell_wording_value,
    element_wording_value,
    field_wording_value,
    key_wording_value,
    table_key_values,
)
from reguli.publish.document.table_planning import RulesetValueReader, TableSide, key_value_heading, table_name
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.products.book_planner import plan_book
from reguli.publish.products.card_faces import changed_faces, face_difference, printed_faces
from reguli.publish.products.reference_card import require_language, root_ruleset_name
from reguli.publish.products.rulebook import BookSource, realise_book, write_forms
from reguli.ruleset.document_nodes import ElementDecl
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Sources
from reguli.words.grammar.grammar_values import Language, ProperName
from reguli.words.placeholders.placeholder_values import PLAYER
from reguli.words.placeholders.rule_citations import CitingRule, citing_rules
from reguli.words.placeholders.wording_signature import citer_structure
from reguli.words.realisation.phrase_templates import PhraseTemplates, read_gloss_templates
from reguli.words.realisation.rule_realisation import realise_rule
from reguli.words.translation.translation_workspace import RulesetRealiser, open_ruleset_realiser

T = TypeVar("T")
UNNAMED: Final = re.compile("⟦(.*?)⟧")
"""What stands in a name without a wording."""
WORDS: Final = ("kind", "values", "rules", "sentences", "faces", "before", "after", "nothing", "stale", "examples")
"""What a sheet says of itself, each a shared wording ``changes.WORD``."""
GlossRule: TypeAlias = Callable[[CitingRule, bool], str]
"""Says a rule, of the variant where the second argument is true, else of what it is a variant of."""
Leaf: TypeAlias = Sayable | TextLine
"""Sentences of the two books and glosses are said already when the sheet is planned."""


FOLDED: Final = 4
"""So many changed cells in a row of a table are told as one change of the row."""
RULES: Final = ("rule:", "stage:", "ranking:", "state:", "option:")
"""How the ids begin of what is compared by its structure; values are compared one by one."""


@frozen_class
class RulesetDifference(FrozenValue):
    """All differences between two rulesets except words: values by their places in the ruleset, rules by their ids.

    ``faces`` are pieces that are printed otherwise, by their places.
    """

    values: tuple[ChangeEntry[Leaf], ...]
    rules: tuple[ChangeEntry[CitingRule], ...]
    faces: tuple[ChangeEntry[Leaf], ...] = ()


def write_changes(
    compared: tuple[BookSource, BookSource],
    languages: Sequence[str],
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    sources: Sources,
    look: VisualTheme = PLAIN,
) -> list[Path]:
    """Write ``FOLDER/VARIANT/changes.LANG.FORMAT`` and return the files written; the second source is a variant of the first.

    A sentence without words stands there marked, so that a variant has a sheet from its first day. Raises as ``write_books`` does.
    """
    written, (_, after) = list[Path](), compared
    for language in [require_language(code) for code in languages]:
        sheet = change_sheet_document(compared, language, bag, sources)
        home = root_ruleset_name(after.material.ruleset)
        command = partial("reguli book {} --product changes --lang {} --format {}".format, home, language.code)
        written += write_forms("changes", sheet, formats, folder / home, command, source=after, bag=bag, look=look)
    return written


def change_sheet_document(
    compared: tuple[BookSource, BookSource], language: Language, bag: Bag, sources: Sources
) -> SaidDocument:
    """Return the realised changes of a variant in a language."""
    quiet, (before, after) = Bag(), compared
    books = tuple(plan_book(one.material, one.layout, quiet) for one in compared)
    old, new = (
        realise_book(book, one, language, quiet, sources, draft=True) for book, one in zip(books, compared, strict=True)
    )
    tongue = open_ruleset_realiser(language, books[1].ruleset, after.places, bag, sources)
    book = read_gloss_templates(tongue.terms, after.places.locales, bag, sources, tongue.own)
    rulesets = {False: before.material.ruleset, True: after.material.ruleset}

    def said(citer: CitingRule, new: bool, book: PhraseTemplates = book) -> str:
        return realise_rule(citer, rulesets[new], book)

    cites = {one.id: one.cites for source in compared for one in source.material.examples}
    found = replace(
        compare_variant_rules(rulesets[False], rulesets[True]), faces=_faces(compared, language, tongue, sources)
    )
    old = replace(old, name=f"{old.name} ({rulesets[False].short_digest})")
    standing, carriers = _standing(rulesets[False], rulesets[True]), rulesets[True].citations
    plan = plan_changes(found, (old, new), said, after.broken, examples=cites, standing=standing, carriers=carriers)
    sheet = realise_plan(tables_with_headings(plan, after), tongue, bag, draft=True, long=True)
    names = [one.name.text for one in find_blocks(sheet, ChangeEntry) if one.name is not None]
    for name in dict.fromkeys(name for text in names for name in UNNAMED.findall(text)):
        bag.add("W425", rulesets[True].documents.game.span, name=name, language=language.code)
    return sheet


def _standing(before: Ruleset, after: Ruleset) -> Collection[str]:
    """Return the statements that a variant keeps, with a rule if they had one."""
    lost = {one for one, rules in before.citations.items() if rules and not after.citations.get(one)}
    return {one.id for one in after.documents.inventory} - lost


def _faces(
    compared: tuple[BookSource, BookSource], language: Language, tongue: RulesetRealiser, sources: Sources
) -> tuple[ChangeEntry[Leaf], ...]:
    """Return the pieces whose faces differ, each with its face before and after; ``tongue`` is that of the variant."""
    before, after = (one.material for one in compared)
    name = before.ruleset.documents.game.words
    base = open_ruleset_realiser(language, name, compared[0].places, Bag(), sources)
    rows = {**_written_places(after.ruleset), **_written_places(before.ruleset)}
    found = (printed_faces(before.pieces, base), printed_faces(after.pieces, tongue))
    # Copies have one face; how many there are is a value.
    old, new = ({rows.get(place, place): face for place, face in faces.items()} for faces in found)
    first = {rows.get(place, place): place for place in [*found[0], *found[1]][::-1]}
    names = {one: _piece(first[one], before.ruleset, after.ruleset) for one in changed_faces(old, new)}
    return tuple(
        ChangeEntry(
            one, face_difference(old.get(one), new.get(one)), face_difference(new.get(one), old.get(one)), name=name
        )
        for one, name in names.items()
    )


def _written_places(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the row of each element, ``KIND.ROW``, by its place."""
    kinds = [kind.declared for kind in ruleset.kinds.values() if kind.declared is not None]
    return {
        f"{kind.id}.{one.id}": f"{kind.id}.{name}"
        for kind in kinds
        for name, row in written_rows(kind).items()
        for one in row
    }


def _piece(place: str, *rulesets: Ruleset) -> Sayable | None:
    """Return the players' name for a piece, from the first ruleset that has it; None if none does."""
    kind, _, element = place.partition(".")
    kinds = (one.kinds[kind] for one in rulesets if kind in one.kinds)
    return next((_element(one, one.elements.index(element)) for one in kinds if element in one.elements), None)


def tables_with_headings(plan: ProductDocument[Leaf], source: BookSource) -> ProductDocument[Leaf]:
    """Return a plan whose table names have the values that the ruleset's layouts use in their headings."""
    reader = RulesetValueReader(source.material.ruleset, source.material.players, Bag())
    values = {f"table:{table}": reader.values(named) for table, named in source.headed.items()}

    def with_values(name: WordingStatement) -> WordingStatement:
        return replace(name, values=values.get(name.id, name.values))

    found: ProductDocument[Leaf] = replace_leaves(plan, (WordingStatement,), with_values)
    return found


def plan_changes(
    changes: RulesetDifference,
    books: tuple[SaidDocument, SaidDocument],
    gloss: GlossRule,
    broken: Collection[str] = (),
    *,
    examples: Mapping[str, tuple[str, ...]] | None = None,
    standing: Collection[str] = (),
    carriers: Mapping[str, Collection[str]] | None = None,
) -> ProductDocument[Leaf]:
    """Plan the differences between a book and that of a variant, both realised in the language of the sheet.

    ``broken`` are the worked examples that no longer hold, by id: their own section is empty where there are none. ``examples`` are the
    statements that each is about; ``standing`` are those that the variant keeps, though its book may not print them. ``carriers`` are the
    rules behind each statement of the variant.
    """
    old, new = (dict(labelled_sentences(one)) for one in books)
    of_text = attrgetter("text")
    changed = [one for one in _different(old, new, of_text, of_text) if one.label not in broken]
    texts = _said_once([one for one in changed if one.after is not None or one.label not in standing], carriers or {})
    different = {line.label for line in changed}
    phases = {section.id for book in books for section in book.sections if section.order is not None}

    def called(one: ChangeEntry[Leaf]) -> ChangeEntry[Leaf]:
        return replace(one, name=_called(one.label, examples or {}, phases))

    found: Mapping[str, Sequence[ChangeEntry[Leaf]]] = {
        "sentences": [called(one) for one in texts],
        "values": changes.values,
        "rules": [one for rule in changes.rules if _says(one := _rule(rule, gloss, new, different))],
        **({"faces": changes.faces} if changes.faces else {}),
        "examples": [called(ChangeEntry(name, old[name], None)) for name in broken if name in old],
    }
    words: dict[str, Leaf] = {word: WordingStatement(f"changes.{word}", NOWHERE, shared=True) for word in WORDS}
    before = LiteralValue(ProperName(books[0].name))
    compared = WordingStatement("changes.compared", NOWHERE, {"name": before}, shared=True)
    sections = tuple(
        DocumentSection(name, words[name], (ChangeListBlock(tuple(lines)),) if lines else ())
        for name, lines in found.items()
    )
    return ProductDocument(
        books[1].ruleset, books[1].name, None, (words["kind"], compared), sections, books[1].foot, words=words
    )


def _said_once(
    changes: Sequence[ChangeEntry[TextLine]], carriers: Mapping[str, Collection[str]]
) -> list[ChangeEntry[TextLine]]:
    """Return changes in which a sentence that now words several statements stands once, at the first of them; the others refer to it.

    So do statements of which nothing is left to say because another statement of their rules says it.
    """
    found, said = list[ChangeEntry[TextLine]](), dict[str, str]()
    told = [one.label for one in changes if one.after is not None and one.after.text]
    for one in changes:
        first = one.label
        if one.after is not None and one.after.text:
            first = said.setdefault(one.after.text, one.label)
        elif one.after is not None:
            own = set(carriers.get(one.label, ()))
            first = next((label for label in told if own.intersection(carriers.get(label, ()))), one.label)
        if first == one.label:
            found.append(one)
        elif one.before is not None:
            found.append(replace(one, after=TextLine(split_text_runs(f"→ {first}"))))
    return found


def _called(label: str, examples: Mapping[str, tuple[str, ...]], phases: Collection[str]) -> Leaf | None:
    """Return a name for a label that is no statement: an example by the statements it cites, an order by its phase; else None."""
    if label in examples:
        cites = LiteralValue(ProperName(", ".join(examples[label])))
        return WordingStatement("changes.example", NOWHERE, {"cites": cites}, shared=True)
    return WordingStatement(f"phase:{label}", NOWHERE, word=label) if label in phases else None


def _rule(
    rule: ChangeEntry[CitingRule], gloss: GlossRule, said: Mapping[str, TextLine], different: set[str]
) -> ChangeEntry[Leaf]:
    before = None if rule.before is None else TextLine(split_text_runs(gloss(rule.before, False)))
    after = None if rule.after is None else TextLine(split_text_runs(gloss(rule.after, True)))
    found = rule.after or rule.before
    cites = () if found is None else found.cites
    stale = tuple(one for one in cites if one in said and one not in different)
    # Players know a rule by the statements that it carries.
    name = TextLine(split_text_runs(", ".join(cites))) if cites else WordingStatement(rule.label, NOWHERE)
    return ChangeEntry(rule.label, before, after, stale, name)


def _says(rule: ChangeEntry[Leaf]) -> bool:
    """Return whether a changed rule has a sentence or makes one untrue; what is only kept has none."""
    texts = (one.text for one in (rule.before, rule.after) if isinstance(one, TextLine))
    return bool(rule.stale) or any(texts)


def labelled_sentences(book: SaidDocument) -> Iterator[tuple[str, TextLine]]:
    """Yield every sentence of a book with its label: statements, examples by their ids, and orders of play by phase."""
    for section in book.sections:
        if section.order is not None:
            yield section.id, section.order
        for block in section.blocks:
            yield from ((one.label, one.line) for one in find_blocks(block, StatementBlock))
            yield from ((one.anchor, one.line) for one in find_blocks(block, ExampleBox))


def compare_variant_rules(before: Ruleset, after: Ruleset) -> RulesetDifference:
    """Compare a ruleset with a variant of it."""
    (old_values, old_names), (new_values, new_names) = map(_values, (before, after))
    names, values = {**new_names, **old_names}, _different(old_values, new_values, _given, _given)
    named = _folded(
        [replace(one, name=names[one.label]) for one in values if not _tells_nothing(one)], (old_values, new_values)
    )
    old, new = (
        {name: one for name, one in citing_rules(of).items() if name.startswith(RULES)} for of in (before, after)
    )
    was, now = (partial(citer_structure, ruleset=of) for of in (before, after))
    return RulesetDifference(tuple(named), tuple(_different(old, new, was, now)))


def _tells_nothing(one: ChangeEntry[Leaf]) -> bool:
    """Return whether a change is the usual number of copies of a row, or of a number of players, that only one side has."""
    usual = 1 if one.label.endswith(".copies") else 0 if ".copies[" in one.label else None
    return usual is not None and {_given(leaf) for leaf in (one.before, one.after) if leaf} == {usual}


def _folded(changes: Sequence[ChangeEntry[Leaf]], sides: Sequence[Mapping[str, Leaf]]) -> Iterator[ChangeEntry[Leaf]]:
    """Yield changes with those of many cells in one row of a table as one, which lists the whole row before and after."""
    for row, group in groupby(changes, lambda one: _row(one.label)):
        cells = tuple(group)
        name = cells[0].name
        if len(cells) < FOLDED or not isinstance(name, JoinedInline):
            yield from cells
        else:
            found = ([leaf for label, leaf in side.items() if _row(label) == row] for side in sides)
            before, after = (tuple(leaf for leaf in cells if isinstance(leaf, LiteralValue)) for cells in found)
            named = replace(name, parts=name.parts[:-1])
            yield ChangeEntry(row, JoinedInline(before, ", "), JoinedInline(after, ", "), name=named)


def _row(label: str) -> str:
    """Return the place of a cell without its last key, another place as it is."""
    return label.rpartition(", ")[0] or label.partition("[")[0] if label.startswith("tables.") else label


def _values(ruleset: Ruleset) -> tuple[Mapping[str, Leaf], Mapping[str, Leaf]]:
    """Return every value of a ruleset by its place, and the players' name for each."""
    found = {label: (name, value) for label, name, value in list_ruleset_values(ruleset)}
    return {label: value for label, (_, value) in found.items()}, {label: name for label, (name, _) in found.items()}


def _given(leaf: Leaf) -> object:
    return leaf.value if isinstance(leaf, LiteralValue) else None


def _different(
    old: Mapping[str, T], new: Mapping[str, T], was: Callable[[T], object], now: Callable[[T], object]
) -> Iterator[ChangeEntry[T]]:
    """Yield, by name, the entries that only one side has, or whose values differ."""
    for name in dict.fromkeys((*old, *new)):
        if name not in old or name not in new or was(old[name]) != now(new[name]):
            yield ChangeEntry(name, old.get(name), new.get(name))


Named: TypeAlias = tuple[str, Leaf, LiteralValue]


def list_ruleset_values(ruleset: Ruleset) -> Iterator[Named]:
    """Yield every value of a ruleset: its place as used by variants, the players' name for it, and its content."""
    yield from (*_numbers(ruleset), *_cells(ruleset), *_fields(ruleset))


def _numbers(ruleset: Ruleset) -> Iterator[Named]:
    low, high = ruleset.players
    yield "players.min", WordingStatement("changes.fewest", NOWHERE, shared=True), LiteralValue(low)
    yield "players.max", WordingStatement("changes.most", NOWHERE, shared=True), LiteralValue(high)
    for constant in ruleset.constants.values():
        name = WordingStatement(f"constant:{constant.id}", constant.span, word=constant.id)
        yield f"constants.{constant.id}", name, LiteralValue(constant.value)


def _cells(ruleset: Ruleset) -> Iterator[Named]:
    for table in ruleset.own_tables:
        texts = [table_key_values(ruleset, table, at) for at in range(len(table.key_names))]
        for at in product(*(range(size) for size in table.sizes)):
            keys = TableKeys(table, at)
            cell = cell_wording_value(ruleset, keys)
            if cell.ids:
                written = ", ".join(known[index] for known, index in zip(texts, at, strict=True))
                yield f"tables.{table.id}[{written}]", _of_cell(ruleset, keys, at), cell


def _of_cell(ruleset: Ruleset, keys: TableKeys, at: Sequence[int]) -> JoinedInline:
    """Return the players' name for a cell: its table, and its keys."""
    table, free = keys.table, TableKeys(keys.table, (None,) * len(at))
    heads: list[Sayable] = [table_name(table.id, table.declared.span, {})]
    for position, (name, index) in enumerate(zip(table.key_names, at, strict=True)):
        if name == PLAYER_COUNT:
            count = key_wording_value(ruleset, table, position, index)
            heads.append(WordingStatement("card.players", NOWHERE, {"players": count}, shared=True))
        else:
            heads.append(key_value_heading(ruleset, TableSide(name, free, position), index, table.declared.span))
    return JoinedInline(tuple(heads), ", ")


def _fields(ruleset: Ruleset) -> Iterator[Named]:
    for kind in ruleset.kinds.values():
        for label, term, supply in zip(*_varieties(kind, ruleset), kind.supply, strict=False):
            name = WordingStatement("changes.supply", NOWHERE, {"what": LiteralValue(term)}, shared=True)
            yield f"{kind.id}.supply{label}", name, LiteralValue(supply)
        if kind.declared is None or kind.form in {"tokens", "grid"}:
            continue
        rows = {copies[0].id: (row, copies) for row, copies in written_rows(kind.declared).items()}
        further = {copy.id for _, copies in rows.values() for copy in copies[1:]}
        drawn = set(COORDINATES) if kind.fields.keys() >= set(COORDINATES) else set()
        for index, element in enumerate(kind.elements):
            if element in further:
                continue
            one, (row, copies) = _element(kind, index), rows.get(element, (element, ()))
            place, label = f"{kind.id}.{row}", kind.labels[index]
            yield place, one, LiteralValue(ProperName(row if label == element else label))
            for field in kind.fields:
                said = None if field in drawn else field_wording_value(ruleset, kind, field, index)
                if said is not None:
                    of = WordingStatement(f"field:{kind.id}.{field}", kind.span, word=field)
                    yield f"{place}.{field}", JoinedInline((one, of), ", "), said
            yield from _copies(place, one, copies, ruleset.players) if copies else ()


def _copies(place: str, one: Sayable, copies: Sequence[ElementDecl], players: tuple[int, int]) -> Iterator[Named]:
    """Yield how many copies there are of a row, for each number of players where they depend on it."""
    name = WordingStatement("changes.copies", NOWHERE, shared=True)
    if all(copy.players is None for copy in copies):
        yield f"{place}.copies", JoinedInline((one, name), ", "), LiteralValue(len(copies))
        return
    for count in range(players[0], players[1] + 1):
        table = WordingStatement("card.players", NOWHERE, {"players": LiteralValue(count)}, shared=True)
        there = sum(copy.players is None or count in copy.players for copy in copies)
        yield f"{place}.copies[{count}]", JoinedInline((one, name, table), ", "), LiteralValue(there)


def _element(kind: Kind, index: int) -> Sayable:
    """Return the players' name for an element; a numbered one is preceded by its kind."""
    given = element_wording_value(kind, index)
    numbered = isinstance(given.value, int)
    return JoinedInline((HeadingText(LiteralValue(kind.id)), given), " ") if numbered else HeadingText(given)


def _varieties(kind: Kind, ruleset: Ruleset) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the varieties of tokens as named by variants, and their terms; players count as one, since all have the same number."""
    if kind.form != "tokens":
        return (), ()
    variety = None if kind.variety in (None, PLAYER) else ruleset.kinds.get(kind.variety)
    if variety is None:
        return ("",), (kind.id,)
    return tuple(f".{element}" for element in variety.elements), variety.elements
