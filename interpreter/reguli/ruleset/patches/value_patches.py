"""Patches of single values: a constant, a table cell, the field of an element, the default of an option."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from typing import Any, Final

from reguli.language.syntax_tree.top_level_items import (
    Adjust,
    Always,
    At,
    Define,
    Event,
    HiddenFrom,
    Item,
    NeverShrinks,
    OptionGroup,
    Phase,
    Procedure,
    RulesFile,
    Waive,
    When,
    Whenever,
    WrittenOnly,
)
from reguli.ruleset.declarations.card_effect_declarations import RULES, read_piece_rules
from reguli.ruleset.declarations.element_rows import read_copies, read_drawing_letters
from reguli.ruleset.declarations.game_file import CHOSEN, LOST, MOST_PLAYERS, RANK
from reguli.ruleset.declarations.state_file import read_field_value
from reguli.ruleset.document_nodes import BoardsAt, Cell, Declared, Documents, ElementDecl, KindDecl, Letter, OptionDecl
from reguli.ruleset.patches.map_patches import (
    Setting,
    check_patch_legend,
    redraw_map,
    set_board_spot,
    set_legend_letter,
)
from reguli.ruleset.patches.patch_sections import (
    SECTIONS,
    STAGES_BY_NAME,
    declaration_name,
    replace_attributes,
    replace_tuple_item,
)
from reguli.ruleset.patches.table_patches import realign_tables, set_table_cells, table_path
from reguli.ruleset.variant_layers import LAYOUTS, Edit
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import NAMES, MappingField, MappingShape, ParsedMapping, TaggedMapping, ValueShape
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingEntry, MappingNode

_BY_KEY: Final = {one.key: one for one in (*SECTIONS, STAGES_BY_NAME)}
KEYED: Final = frozenset((*_BY_KEY, "players", "setup", "values", "ranking", "boards"))
"""What a path with keys of declarations may begin with."""
UNSET: Final = ("fields",)
"""What more depends on than one value."""
MOST_SETTINGS: Final = 500
MOST_NAMES: Final = 8
COPIES: Final = "copies"
MAP: Final = "map"
"""The drawing of a part of a board."""
SHORTEST: Final = 3
_COPY: Final = re.compile(r"_[1-9][0-9]*$")
_WORDS: Final = re.compile(r"[a-z][a-z0-9_]*")
_BESIDE: Final = re.compile(
    rf"(?:layouts\.(?=(?:{'|'.join(LAYOUTS)})\.)|(?=(?:bots|counts|examples)\.))([a-z]+)\.(.+)\.([a-z_]+)"
)
_PATH: Final = re.compile(r"([a-z][a-z0-9_]*(?:\.[A-Za-z0-9][A-Za-z0-9_]*)*)(?:\s*\[([^\[\]]*)\])?")


def apply_value_patches(
    documents: Documents, entries: Iterable[MappingEntry], reader: NodeReader, base: Documents
) -> Documents:
    """Apply ``set:`` of a variant to the documents; each path changes one existing value.

    Numbers of players come first: cells of tables depend on them. Maps come last: they depend on what letters mean. Tables and elements that are as in ``base`` are held to what their keys and the numbers of players are now.
    """
    done: dict[str, Span] = {}
    listed = tuple(entry for entry in entries if parse_path_edit(entry) is None)
    first = tuple(entry for entry in listed if entry.key.text.startswith("players"))
    last = tuple(entry for entry in listed if entry.key.text.endswith(".map"))
    documents = _each(documents, first, done, reader)
    documents = realign_tables(base, _realign_elements(base, documents))
    documents = _each(documents, [entry for entry in listed if entry not in (*first, *last)], done, reader)
    documents = _each(documents, last, done, reader)
    check_patch_legend(documents, base, reader)
    return documents


def parse_path_edit(entry: MappingEntry) -> Edit | None:
    """Return the edit that a path under ``set:`` makes in a file beside the rules: ``layouts.card.LINE.KEY``, ``bots.NAME.KEY``, ``counts.COUNT.is``; None for any other."""
    found = _BESIDE.fullmatch(entry.key.text.strip())
    if found is None:
        return None
    file, path, key = found.groups()
    return Edit(file, "set", path, entry.key.span, entry.value, dataclasses.replace(entry.key, text=key, value=key))


def _each(
    documents: Documents, entries: Iterable[MappingEntry], done: dict[str, Span], reader: NodeReader
) -> Documents:
    for entry in entries:
        if len(done) == MOST_SETTINGS:
            reader.bag.add("R160", entry.key.span, limit=MOST_SETTINGS)
            break
        path = re.sub(r"\s+", "", entry.key.text)
        if path in done:
            reader.bag.add("R154", entry.key.span, related=[(done[path], Said("here.set_first"))], path=path)
        else:
            done[path] = entry.key.span
            documents = _Path(entry.key, entry.value, path, reader).laid(documents)
    return documents


@frozen_class
class _Path(Setting):
    """One path under ``set:``."""

    def laid(self, documents: Documents) -> Documents:
        """Apply the setting to the documents; a failure is a finding."""
        found, game = _PATH.fullmatch(self.path), documents.game
        words = () if found is None else tuple(found[1].split("."))
        match words, found and found[2]:
            case ("constants", str(name)), None:
                return self.constant(documents, name)
            case ("options", str(name)) | ("options", str(name), "default"), None:
                return self.option(documents, name)
            case ("tables", str(name)), str(keys):
                table = self.named(name, Said("thing.table"), documents.tables)
                return documents if table is None else set_table_cells(documents, table, tuple(keys.split(",")), self)
            case ("players", ("min" | "max") as end), None:
                return _with_players(documents, end, self)
            case ("setup",), None:
                phase = self.reader.id(self.value, self.what)
                same = phase is None or self.same(phase, game.setup)
                return (
                    documents if same else replace_attributes(documents, game, setup=phase, setup_span=self.value.span)
                )
            case ("ranking", number, key), None if number.isdigit() and 0 < int(number) <= len(game.ranking):
                old = game.ranking[int(number) - 1]
                line = _changed(old, LOST if old.order == "lost" else RANK, key, self)
                return replace_attributes(documents, game, ranking=replace_tuple_item(game.ranking, old, line))
            case ("values", option, value, key), None:
                chosen = self.named(option, Said("thing.option"), [one for one in game.options if one.values])
                one = chosen and self.named(value, Said("thing.value_of", name=option), chosen.values)
                if chosen is None or one is None:
                    return documents
                return replace_attributes(
                    documents, chosen, values=replace_tuple_item(chosen.values, one, _changed(one, CHOSEN, key, self))
                )
            case ("boards", number), None if number.isdigit() and game.boards:
                return replace_attributes(documents, game, boards=_boards_at(game.boards, int(number), self))
            case ("kinds", name, "map"), None:
                return redraw_map(documents, name, self)
            case ("kinds", name, "legend", letter), None:
                return set_legend_letter(documents, name, letter, self)
            case ("kinds", name, "join", letter), None:
                return set_board_spot(documents, name, letter, self)
            case ("statements", name, key) | ("statements", _, name, key), None:
                written = self.path.removeprefix("statements.").removesuffix(f".{key}")
                return _declared(documents, "statements", self.reader.statements.get(written, written), key, self)
            case (section, *names, key), None if section in _BY_KEY and len(names) == (2 if section == "state" else 1):
                return _declared(documents, section, ".".join(names), key, self)
            case (kind, element, field), None if kind not in KEYED:
                return self.element(documents, kind, element, field)
            case _:
                self.reader.bag.add("R151", self.key.span, near=self.whole_path(documents), path=self.key.text)
                return documents

    def whole_path(self, documents: Documents) -> str | None:
        """Guess the intended path from the names in it, trying the last one first."""
        paths = {table.id: table_path(table) for table in documents.tables}
        paths |= {option.id: f"options.{option.id}" for option in documents.game.options}
        paths |= {constant.id: f"constants.{constant.id}" for constant in documents.constants}
        names = _WORDS.findall(self.path)
        if isinstance(self.value, MappingNode):
            names += self.value.keys()[:1]
        # One slip in three letters is another word: who writes 'players.max' does not mean 'options.map'.
        sure = [name for name in names[:MOST_NAMES] if name in paths or len(name) > SHORTEST]
        meant = (name if name in paths else self.reader.meant(name, paths) for name in reversed(sure))
        return next((paths[name] for name in meant if name is not None), None)

    def constant(self, documents: Documents, name: str) -> Documents:
        """Set a constant."""
        old = self.named(name, Said("thing.constant"), documents.constants)
        number = None if old is None else self.reader.number(self.value, self.what)
        if old is None or number is None or self.again(old.span) or self.same(number, old.value):
            return documents
        return replace_attributes(documents, old, value=number, value_span=self.value.span)

    def option(self, documents: Documents, name: str) -> Documents:
        """Set the default of an option."""
        old = self.named(name, Said("thing.option"), documents.game.options)
        value = None if old is None else self.default(old)
        if old is None or value is None or self.same(value, old.default):
            return documents
        return replace_attributes(documents, old, default=value)

    def default(self, option: OptionDecl) -> str | bool | None:
        """Read a value that an option can have."""
        if option.form == "switch":
            return self.reader.truth(self.value, self.what)
        known = tuple(value.id for value in option.values)
        word = self.reader.word(self.value, self.what, known)
        return word if word in known else None

    def element(self, documents: Documents, kind: str, element: str, field: str) -> Documents:
        """Set the field of an element, or of all copies of a row by its name, on every board that has it."""
        found = [declared for declared in documents.kinds if declared.id == kind]
        copies = {declared.id: _copies_of(element, declared) for declared in found}
        holders = [(declared, old) for declared in found for old in copies[declared.id]]
        if self.named(kind, Said("thing.kind"), documents.kinds) is not None and not holders:
            known = [old.id for declared in found for old in declared.elements]
            labelled = (old.id for declared in found for old in declared.elements if element == _label(declared, old))
            close = next(labelled, None) or self.reader.meant(element, known)
            self.reader.bag.add("R152", self.key.span, near=close, what=kind, name=element)
        if field == COPIES and holders and not self.again(holders[0][1].span):
            return self.copies(documents, kind, element)
        for old in () if field == COPIES else (old for _, old in holders):
            declared = next(one for one in documents.kinds if one.id == kind and old in one.elements)
            if not self.again(old.span):
                new = replace_tuple_item(declared.elements, old, self.changed(declared, old, field))
                documents = replace_attributes(documents, declared, elements=new)
        return documents

    def copies(self, documents: Documents, kind: str, element: str) -> Documents:
        """Set how many copies there are of a row, by number of players or for all; numbers that are not mentioned stay."""
        low, high = documents.game.players
        numbers, said = read_copies(self.value, element, self.reader)
        for declared in (one for one in documents.kinds if one.id == kind):
            old = _copies_of(element, declared)
            if not old:
                continue
            counted = old[0].counted
            before = {
                count: sum(one.players is None or count in one.players for one in old)
                for count in range(low, high + 1)
                if counted is None or count in counted
            }
            by = before | (dict.fromkeys(range(low, high + 1), numbers[0]) if said is None else said)
            if self.same(by, before):
                continue
            plain = said is None and all(one.players is None for one in old)
            made = []
            for at in range(max(by.values(), default=1)):
                like = old[min(at, len(old) - 1)]
                players = None if plain else tuple(count for count, copies in sorted(by.items()) if copies > at)
                name, there = f"{element}_{at + 1}", None if plain else tuple(sorted(by))
                made.append(dataclasses.replace(like, id=name, players=players, counted=there))
            others = [one for one in declared.elements if one not in old]
            at = declared.elements.index(old[0])
            elements = (*others[:at], *made, *others[at:])
            documents = replace_attributes(documents, declared, elements=elements)
        return documents

    def changed(self, kind: KindDecl, element: ElementDecl, name: str) -> ElementDecl:
        """Return an element with its new cell."""
        old = next((cell for key, cell in element.cells if key == name), None)
        if name == RULES:
            items = read_piece_rules(self.reader, self.value, self.what)
            new = None if items is None else Cell(self.value.span, None, items=items)
        elif name == MAP and MAP not in {field.id for field in kind.fields}:
            drawn = read_drawing_letters(self.value, self.what, self.reader)
            if not drawn or self.same(_seen(drawn), _seen(element.map)):
                return element
            return dataclasses.replace(element, map=drawn)
        else:
            field = self.named(name, Said("thing.field_of", kind=kind.id), kind.fields)
            if field is None:
                return element
            new = read_field_value(self.value, field, self.what, self.reader)
            before = field.default if old is None else old.value
            plain = not any(one and (one.body or one.condition or one.row) for one in (old, new))
            if new is not None and plain and self.same(new.value, before):
                return element
        if new is None:
            return element
        cells = [(key, cell) for key, cell in element.cells if key != name]
        return dataclasses.replace(element, cells=(*cells, (name, new)))


def _copies_of(name: str, kind: KindDecl) -> tuple[ElementDecl, ...]:
    """Return the element of a name, or else the copies that one row of this name declares."""
    own = tuple(one for one in kind.elements if one.id == name)
    copies = tuple(one for one in kind.elements if _COPY.sub("", one.id) == name and one.id != name)
    return own or (copies if len({one.span for one in copies}) == 1 else ())


def _realign_elements(before: Documents, after: Documents) -> Documents:
    """Drop numbers of players that no longer play from the boards and elements of the base."""
    low, high = after.game.players
    if before.game.players == after.game.players:
        return after

    def playing(counts: tuple[int, ...] | None) -> tuple[int, ...] | None:
        return None if counts is None else tuple(count for count in counts if low <= count <= high)

    base = {id(element) for kind in before.kinds for element in kind.elements}
    kinds = []
    for kind in after.kinds:
        held = tuple(
            dataclasses.replace(one, players=playing(one.players), counted=playing(one.counted))
            if id(one) in base and one.players is not None
            else one
            for one in kind.elements
        )
        kinds.append(kind if held == kind.elements else dataclasses.replace(kind, elements=held))
    at = tuple(dataclasses.replace(one, players=playing(one.players) or ()) for one in after.game.boards)
    boards = tuple(new if old in before.game.boards else old for old, new in zip(after.game.boards, at, strict=True))
    return dataclasses.replace(after, kinds=tuple(kinds), game=dataclasses.replace(after.game, boards=boards))


def _seen(drawn: Iterable[Letter]) -> object:
    return [(one.point, one.letter) for one in drawn]


def _label(kind: KindDecl, element: ElementDecl) -> str | None:
    """Return the label of an element for print and input, if it comes from a field of its own."""
    return next((str(cell.value) for name, cell in element.cells if name == kind.label), None)


# -- Keys of declarations: the unit of a constant, the shape of a table, the boards of a value ------------------------


_FORMS: Final = {"element": "of"}


def _declared(documents: Documents, key: str, name: str, field: str, setting: Setting) -> Documents:
    """Set a key of a named declaration; for a kind, on every board that has it."""
    section = _BY_KEY[key]
    all_of_them = section.of(documents)
    found = [one for one in all_of_them if declaration_name(one).rpartition("/")[2] == name]
    if not found:
        known = {declaration_name(one).rpartition("/")[2] for one in all_of_them}
        setting.reader.absent(setting.key.span, name, known, section.what)
    for old in found:
        if not setting.again(old.span):
            all_of_them = replace_tuple_item(all_of_them, old, _changed(old, section.one, field, setting))
    return section.put(documents, all_of_them)


def _changed(old: Any, shape: ValueShape[Any], key: str, setting: Setting) -> Any:
    """Return a declaration with one key reread, by the shape used in its own file."""
    fields = dict(_settable(_group(shape, old), old))
    if key not in fields:
        name = old.id if isinstance(old, Declared) else setting.path.rpartition(".")[0]
        setting.reader.absent(setting.key.span, key, fields, Said("thing.key_of", name=name))
        return old
    group, field, into = fields[key]
    value = setting.read(field.shape)
    if value is None:
        return old
    shared: tuple[Any, ...] = value if len(field.attributes) > 1 else (value,)  # type: ignore[assignment]  # by `Found.fill`
    laid: dict[str, Any] = dict(zip(field.attributes, shared, strict=True))
    holder = getattr(old, into) if into else old
    before = {name: getattr(holder, name) for name in laid}
    if all(isinstance(one, str | int | tuple) for one in laid.values()) and setting.same(laid, before):
        return old
    new = dataclasses.replace(holder, **_settled(group, holder, key, laid, setting))
    return dataclasses.replace(old, **{into: new}) if into else new


def _settled(group: MappingShape[Any], holder: Any, key: str, laid: dict[str, Any], setting: Setting) -> dict[str, Any]:
    """Check a new value against the other entries of its group, and return the results; kinds are skipped, as their checks need elements as written."""
    if group.settle is None or group.make is KindDecl:
        return laid
    fields = [part for part in group.fields if isinstance(part, MappingField)]
    values = {name: getattr(holder, name) for part in fields for name in part.attributes if hasattr(holder, name)}
    values |= laid
    there = [part.key for part in fields if part.key == key or part.needed or _says(part, values)]
    entry = MappingEntry(setting.key, setting.value)
    what = setting.what
    found = ParsedMapping(values, dict.fromkeys(there, entry), setting.value, what, setting.reader)
    return {name: values[name] for name in values if hasattr(holder, name)} if group.settle(found) else {}


def _says(part: MappingField, values: Lookup[str, Any]) -> bool:
    """Return whether an optional entry was written."""
    default = part.default if len(part.attributes) > 1 else (part.default,)
    return any(values.get(name) != one for name, one in zip(part.attributes, default, strict=False))


def _settable(
    group: MappingShape[Any], holder: Any, into: str = ""
) -> Iterator[tuple[str, tuple[MappingShape[Any], MappingField, str]]]:
    """Yield the settable keys: each with its group, its field, and the attribute that holds the nested value, if any."""
    for part in group.fields:
        names = part.attributes
        if not names or not all(hasattr(holder, name) and name not in UNSET for name in names):
            continue
        if isinstance(part, MappingField):
            yield part.key, (group, part, into)
        else:
            yield from _settable(part.group, getattr(holder, part.into), part.into)


def _group(shape: ValueShape[Any], old: Any) -> MappingShape[Any]:
    if isinstance(shape, TaggedMapping):
        shape = shape.by[_FORMS.get(old.form, old.form)]
    assert isinstance(shape, MappingShape)
    return shape


def _with_players(documents: Documents, end: str, setting: Setting) -> Documents:
    low, high = documents.game.players
    bounds = (1, high) if end == "min" else (low, MOST_PLAYERS)
    number = setting.reader.number(setting.value, setting.what, *bounds)
    if number is None or setting.same(number, low if end == "min" else high):
        return documents
    return replace_attributes(documents, documents.game, players=(number, high) if end == "min" else (low, number))


def _boards_at(boards: tuple[BoardsAt, ...], count: int, setting: Setting) -> tuple[BoardsAt, ...]:
    """Return the boards by player count, with those of one count replaced."""
    names = setting.read(NAMES)
    old = next((one.boards for one in boards if count in one.players), None)
    if names is None or setting.same(names, old):
        return boards
    others = (dataclasses.replace(one, players=tuple(at for at in one.players if at != count)) for one in boards)
    return (*(one for one in others if one.players), BoardsAt(setting.key.span, (count,), names))


# -- Rules that a variant replaces or adds, item by item -------------------------------------------------------------


_SORTS: Final[dict[type[Item], Value]] = {
    Phase: Said("thing.phase"),
    Procedure: Said("thing.procedure"),
    Define: Said("thing.define"),
    OptionGroup: Said("thing.options"),
    Whenever: "whenever",
    When: "when",
    At: Said("thing.rule_at_moment"),
    Adjust: "adjust",
    Waive: "waive",
    Always: "always",
    NeverShrinks: "never shrinks",
    WrittenOnly: "written only by",
    HiddenFrom: "hidden from",
    Event: "event",
}


def item_sort(item: Item) -> Value:
    """Return the word for an item's sort."""
    return Said("thing.added_options") if _adds(item) else _SORTS[type(item)]


def _adds(item: Item) -> bool:
    """Return whether an item adds options elsewhere; several items may."""
    return isinstance(item, OptionGroup) and item.during is None


def apply_rule_patches(
    documents: Documents, files: Iterable[RulesFile], added: Iterable[Declared], gone: Iterable[Declared], bag: Bag
) -> Documents:
    """Replace rules by a variant's items of the same sort and name; ``added`` lists new ones, ``gone`` those to remove."""
    documents = _without(documents, gone, bag)
    there = {(item_sort(item), item.name): item for file in documents.rules for item in file.items}
    wanted = {one.id: one.span for one in added}
    replaced: dict[int, Item] = {}
    new_files: list[RulesFile] = []
    done: dict[tuple[Value, str], Span] = {}
    for file in files:
        new: list[Item] = []
        for item in file.items:
            key = (item_sort(item), item.name)
            old = there.get(key)
            if key in done and not _adds(item):
                bag.add("R154", item.span, related=[(done[key], Said("here.written_first"))], path=key[1])
            elif key[1] in wanted:
                new += _added(item, old, bag)
            elif old is None:
                names = [name for _, name in there]
                bag.add("R155", item.span, near=closest_name(key[1], names), what=key[0], name=key[1])
            else:
                replaced[id(_same_options(item, old, documents))] = item
            done.setdefault(key, item.span)
        if new:
            new_files.append(RulesFile(file.file, tuple(new)))
    for name, span in wanted.items():
        if name not in {name for _, name in done}:
            bag.add("R159", span, near=closest_name(name, [name for _, name in done]), name=name)
    rules = tuple(
        RulesFile(file.file, tuple(replaced.get(id(item), item) for item in file.items)) for file in documents.rules
    )
    return dataclasses.replace(documents, rules=(*rules, *new_files))


def _same_options(item: Item, old: Item, documents: Documents) -> Item:
    """Return the item to replace: among several that add options to the same target, the one with an option of the same name."""
    if not isinstance(item, OptionGroup):
        return old
    names = {option.name for option in item.options}
    there = (one for file in documents.rules for one in file.items if isinstance(one, OptionGroup))
    alike = (one for one in there if _adds(one) == _adds(item) and one.name == item.name)
    return next((one for one in alike if names & {option.name for option in one.options}), old)


def _without(documents: Documents, gone: Iterable[Declared], bag: Bag) -> Documents:
    """Remove items of any sort."""
    names = {item.name for file in documents.rules for item in file.items}
    those = {one.id for one in gone}
    for one in gone:
        if one.id not in names:
            bag.add("R161", one.span, near=closest_name(one.id, names), what=Said("thing.rule"), name=one.id)
    rules = (
        dataclasses.replace(file, items=tuple(item for item in file.items if item.name not in those))
        for file in documents.rules
    )
    return dataclasses.replace(documents, rules=tuple(rules)) if those else documents


def _added(item: Item, old: Item | None, bag: Bag) -> list[Item]:
    if old is None or _adds(item):
        return [item]
    related = [(old.span, Said("here.in_ruleset"))]
    bag.add("R156", item.span, related=related, what=item_sort(item), name=item.name)
    return []
