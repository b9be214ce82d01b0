"""The language server: messages of an editor about texts and places, answered from its buffers; it writes no file."""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified, JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from reguli.app.errors import Refused
from reguli.editor.completion import Offer, offers
from reguli.editor.identifiers import Occurrence, declared_as, local_places, occurrences, rename
from reguli.editor.meanings import meaning
from reguli.editor.open_rulesets import RULES, OpenRuleset, TextPlace, by_file, ruleset_of
from reguli.language.formatter import format_rules
from reguli.schema.node_reader import ID
from reguli.shipped_files import shipped_folder
from reguli.source.bounded_files import LARGEST_FILE, LONGEST_LINE
from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json, finding_sentence, render_with_excerpt
from reguli.source.finding_catalogue import ENGLISH, Translation
from reguli.source.source_excerpt import SHEET, Sources, Span
from reguli.source.working_copy import Overtaken
from reguli.words.catalogue.finding_texts import messages_of
from reguli.words.catalogue.interface_texts import ENGLISH as ENGLISH_TEXTS
from reguli.words.catalogue.interface_texts import InterfaceTexts, load_interface_texts
from reguli.words.grammar.languages import is_language

T = TypeVar("T")
DELAY: Final = 0.1
"""Seconds without a keystroke after which texts are checked."""
NAME: Final = "reguli"
REFUSED: Final = -32803
"""The code of a request that cannot be met, for a reason that the person is told."""
SORTS: Final[Mapping[str, lsp.CompletionItemKind]] = {
    "key": lsp.CompletionItemKind.Property,
    "keyword": lsp.CompletionItemKind.Keyword,
    "word": lsp.CompletionItemKind.EnumMember,
    "local": lsp.CompletionItemKind.Variable,
    "function": lsp.CompletionItemKind.Function,
    "ConstantDecl": lsp.CompletionItemKind.Constant,
    "TableDecl": lsp.CompletionItemKind.Constant,
    "KindDecl": lsp.CompletionItemKind.Class,
    "ElementDecl": lsp.CompletionItemKind.EnumMember,
    "StateDecl": lsp.CompletionItemKind.Field,
    "FieldDecl": lsp.CompletionItemKind.Field,
    "Define": lsp.CompletionItemKind.Function,
    "Procedure": lsp.CompletionItemKind.Function,
    "InventoryEntry": lsp.CompletionItemKind.Reference,
}


@dataclass(slots=True)
class Watched:
    """A ruleset with open files: how often it changed, and what the editor was last told of its files, by URI."""

    opened: OpenRuleset
    changes: int = 0
    findings: dict[str, list[lsp.Diagnostic]] = field(default_factory=dict)


class EditorServer(LanguageServer):
    """A server for one editor; ``language`` is that of its texts, or that of the editor's user."""

    def __init__(self, language: str | None = None) -> None:
        """Register what it answers."""
        super().__init__(NAME, version(NAME), text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.language = language
        self.translation: Translation = ENGLISH
        self.texts: InterfaceTexts = ENGLISH_TEXTS
        self.watched: dict[Path, Watched] = {}
        self.uris: dict[str, str] = {}
        """By the real path of an open file, what the editor calls it."""
        self.worker = ThreadPoolExecutor(1)
        self.tasks: set[asyncio.Task[None]] = set()
        triggers = lsp.CompletionOptions(trigger_characters=[".", ":", "("])
        for name, answer, options in (
            (lsp.INITIALIZE, self.on_initialize, None),
            (lsp.TEXT_DOCUMENT_DID_OPEN, self.on_open, None),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, self.on_change, None),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, self.on_close, None),
            (lsp.TEXT_DOCUMENT_DID_SAVE, self.on_change, None),
            (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self.on_files, None),
            (lsp.TEXT_DOCUMENT_COMPLETION, self.on_completion, triggers),
            (lsp.TEXT_DOCUMENT_HOVER, self.on_hover, None),
            (lsp.TEXT_DOCUMENT_DEFINITION, self.on_definition, None),
            (lsp.TEXT_DOCUMENT_REFERENCES, self.on_references, None),
            (lsp.TEXT_DOCUMENT_PREPARE_RENAME, self.on_prepare_rename, None),
            (lsp.TEXT_DOCUMENT_RENAME, self.on_rename, lsp.RenameOptions(prepare_provider=True)),
            (lsp.TEXT_DOCUMENT_FORMATTING, self.on_format, None),
        ):
            self.feature(name, options)(_function(answer))

    def report_server_error(self, error: Exception, source: object) -> None:
        """Note an error of ours in the log of the editor; what a person asked for and cannot have was answered."""
        if isinstance(error, JsonRpcException) and error.code in (REFUSED, JsonRpcContentModified.CODE):
            return
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"{type(error).__name__}: {error}"))

    def on_initialize(self, params: lsp.InitializeParams) -> None:
        """Choose the language."""
        code = self.language or (params.locale or "").lower().replace("_", "-").partition("-")[0]
        if is_language(code):
            self.translation = messages_of(code, shipped_folder("locales"))
            self.texts = load_interface_texts(code, shipped_folder("locales"))

    # -- Texts and findings ------------------------------------------------------------------------------------------

    def on_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Check a ruleset of which a file was opened."""
        path = to_fs_path(params.text_document.uri)
        if path is not None:
            self.uris[os.path.realpath(path)] = params.text_document.uri
            self._changed(Path(path))

    def on_change(self, params: lsp.DidChangeTextDocumentParams | lsp.DidSaveTextDocumentParams) -> None:
        """Check the rulesets that a file belongs to, once nobody has typed for a moment."""
        path = to_fs_path(params.text_document.uri)
        if path is not None:
            self._changed(Path(path))

    def on_files(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        """Check the rulesets whose files were changed by others."""
        for change in params.changes:
            path = to_fs_path(change.uri)
            if path is not None:
                self._changed(Path(path), opens=False)

    def on_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Forget a text; of a ruleset without open files the findings are taken back."""
        path = to_fs_path(params.text_document.uri)
        if path is None:
            return
        self.uris.pop(os.path.realpath(path), None)
        left = {self._of(Path(file)).opened.path for file in self.uris}
        for key in [key for key in self.watched if key not in left]:
            gone = self.watched.pop(key)
            gone.changes += 1
            self._publish(gone.findings)
        self._changed(Path(path), opens=False)

    def _of(self, path: Path) -> Watched:
        """Return the ruleset of a file; it is watched from now on."""
        found = ruleset_of(path, self._text(path)[:10_000])
        return self.watched.setdefault(found.path, Watched(found))

    def _text(self, path: Path) -> str:
        uri = self.uris.get(os.path.realpath(path))
        return "" if uri is None else self.workspace.get_text_document(uri).source

    def _buffers(self) -> dict[str, bytes]:
        """Return the open texts by real path."""
        texts = {path: self.workspace.get_text_document(uri).source for path, uri in self.uris.items()}
        return {path: text.encode("utf-8", "surrogatepass") for path, text in texts.items()}

    def _changed(self, path: Path, *, opens: bool = True) -> None:
        """Check the ruleset of a file, and those that are built on it."""
        own = [self._of(path)] if opens else []
        real = Path(os.path.realpath(path))
        others = (one for one in self.watched.values() if any(real.is_relative_to(home) for home in one.opened.folders))
        for one in {id(each): each for each in (*own, *others)}.values():
            one.changes += 1
            task = asyncio.get_running_loop().create_task(self._check(one, one.changes))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _check(self, one: Watched, change: int) -> None:
        await asyncio.sleep(DELAY)
        loop = asyncio.get_running_loop()

        def overtaken() -> bool:
            return one.changes != change

        def work(texts: Mapping[str, bytes]) -> None:
            with one.opened.working(texts, overtaken):
                for sources, found in one.opened.check():
                    loop.call_soon_threadsafe(tell, self._diagnostics(one.opened, sources, found))

        def tell(found: dict[str, list[lsp.Diagnostic]]) -> None:
            if not overtaken():
                before, one.findings = one.findings, found
                self._publish({*before, *found})

        if overtaken():
            return
        try:
            await loop.run_in_executor(self.worker, work, self._buffers())
        except Overtaken as stopped:
            if not overtaken():
                self.report_server_error(stopped, None)
        except Exception as error:  # noqa: BLE001 - what was told before stands, and the server goes on
            self.report_server_error(error, None)

    def _publish(self, uris: object) -> None:
        """Send what all rulesets say of some files."""
        for uri in sorted(uris):  # type: ignore[call-overload]  # any collection of texts
            found = [each for one in self.watched.values() for each in one.findings.get(uri, ())]
            unique = {repr(each): each for each in found}
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, list(unique.values())))

    def _diagnostics(
        self, opened: OpenRuleset, sources: Sources, found: Sequence[Diagnostic]
    ) -> dict[str, list[lsp.Diagnostic]]:
        return {
            self._uri(path): [self._diagnostic(opened, sources, one) for one in several]
            for path, several in by_file(opened, found).items()
        }

    def _uri(self, path: Path) -> str:
        return self.uris.get(os.path.realpath(path)) or Path(os.path.abspath(path)).as_uri()  # noqa: PTH100 - links stay

    def _diagnostic(self, opened: OpenRuleset, sources: Sources, one: Diagnostic) -> lsp.Diagnostic:
        """Return a finding: what is wrong, what was expected, what to do, the name that was probably meant."""
        text = render_with_excerpt(replace(one, related=()), Sources(), translation=self.translation)
        related = finding_as_json(one, self.translation)["related"]
        assert isinstance(related, list)
        return lsp.Diagnostic(
            range=self._range(sources, one.span),
            message="\n".join([finding_sentence(one, self.translation), *text.split("\n")[1:]]),
            severity=lsp.DiagnosticSeverity.Warning if one.code[0] in "WV" else lsp.DiagnosticSeverity.Error,
            code=one.code,
            source=NAME,
            related_information=[
                lsp.DiagnosticRelatedInformation(
                    lsp.Location(self._uri(opened.file_of(span)), self._range(sources, span)), told["message"]
                )
                for (span, _), told in zip(one.related, related, strict=True)
            ],
        )

    def _range(self, sources: Sources, span: Span | None) -> lsp.Range:
        """Return a span as the editor counts; a whole file is its beginning."""
        if span is None or span.line == 0 or SHEET in span.file:
            return lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        ends = ((span.line, span.column), (span.end_line, span.end_column))
        start, end = (
            lsp.Position(line - 1, self._units((sources.line(span.file, line) or "")[: column - 1]))
            for line, column in ends
        )
        return lsp.Range(start, end)

    def _units(self, text: str) -> int:
        return int(self.workspace.position_codec.client_num_units(text))

    # -- Questions about a place -------------------------------------------------------------------------------------

    def _place(self, document: lsp.TextDocumentIdentifier, at: lsp.Position) -> tuple[Watched, TextPlace] | None:
        """Return a place with its ruleset; ``None`` in files that are not open or too large."""
        path = to_fs_path(document.uri)
        if path is None or os.path.realpath(path) not in self.uris:
            return None
        text = self._text(Path(path))
        line = text.split("\n")[at.line : at.line + 1]
        if not line or len(text) > LARGEST_FILE or len(line[0]) > LONGEST_LINE:
            return None
        column = 0
        while column < len(line[0]) and self._units(line[0][: column + 1]) <= at.character:
            column += 1
        one = self._of(Path(path))
        return one, TextPlace(one.opened, Path(path).resolve(), text, at.line, column)

    async def _work(self, one: Watched, ask: Callable[[], T]) -> T:
        """Return an answer of the worker; one that typing or the editor overtakes is dropped."""
        change, dropped = one.changes, False

        def work() -> T:
            with one.opened.working(texts, lambda: dropped or one.changes != change):
                return ask()

        texts = self._buffers()
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.worker, work)
        except Overtaken:
            raise JsonRpcContentModified from None
        except asyncio.CancelledError:
            dropped = True
            raise
        if one.changes != change:  # what was found no longer stands where it was found
            raise JsonRpcContentModified
        return found

    def on_completion(self, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        """Return what may be typed."""
        found = self._place(params.text_document, params.position)
        return [] if found is None else [_item(each) for each in offers(found[1])]

    async def on_hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Return what a word means."""
        found = self._place(params.text_document, params.position)
        told = "" if found is None else await asyncio.to_thread(meaning, found[1], self.texts.say)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told)) if told else None

    def on_definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        """Return where the word at a place is declared."""
        found = self._place(params.text_document, params.position)
        if found is None:
            return []
        place, word, loaded = found[1], found[1].word[1], found[1].opened.loaded
        local = local_places(place)
        if local or loaded is None:
            return self._locations(local[:1], word)
        spans = [each.span for each in declared_as(place)]
        return [
            lsp.Location(self._uri(place.opened.file_of(span)), self._named(loaded.sources, span, word))
            for span in spans
        ]

    def _named(self, sources: Sources, span: Span, word: str) -> lsp.Range:
        """Return the range of the name in the first line of a declaration."""
        line = sources.line(span.file, span.line) or ""
        at = line.find(word, span.column - 1)
        start = span.column if at < 0 else at + 1
        return self._range(sources, Span(span.file, span.line, start, span.line, start + (len(word) if at >= 0 else 0)))

    async def on_references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """Return every place of the id at a place."""
        asked = self._place(params.text_document, params.position)
        if asked is None or not asked[1].word[1]:
            return []
        one, word = asked[0], asked[1].word[1]
        found = local_places(asked[1]) or await self._work(one, lambda: list(occurrences(one.opened, word)))
        return self._locations(found, word)

    def _locations(self, found: Sequence[Occurrence], word: str) -> list[lsp.Location]:
        return [lsp.Location(self._uri(each.path), span) for each, span in self._ranges(found, word)]

    def _ranges(self, found: Sequence[Occurrence], word: str) -> Iterator[tuple[Occurrence, lsp.Range]]:
        lines: dict[Path, list[str]] = {}
        for each in found:
            if each.path not in lines:
                text = self._text(each.path) or each.path.read_text("utf-8", "replace")
                lines[each.path] = text.split("\n")
            start = self._units(lines[each.path][each.line][: each.column])
            ends = lsp.Position(each.line, start), lsp.Position(each.line, start + len(word))
            yield each, lsp.Range(*ends)

    def on_prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        """Return the range of the id at a place; ``None`` where no id stands."""
        found = self._place(params.text_document, params.position)
        if found is None or not ID.fullmatch(found[1].word[1]):
            return None
        start, word = found[1].word
        return next(span for _, span in self._ranges([Occurrence(found[1].path, found[1].line, start, own=True)], word))

    async def on_rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """Return the edits that rename the id at a place. Raises ``JsonRpcException`` with the reason where it cannot be."""
        asked = self._place(params.text_document, params.position)
        if asked is None:
            return None
        one, word, local = asked[0], asked[1].word[1], local_places(asked[1])
        try:
            found = await self._work(one, lambda: rename(one.opened, word, params.new_name, local))
        except Refused as refused:
            raise JsonRpcException(finding_sentence(refused.finding, self.translation), REFUSED) from None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for each in found:
            span = next(self._ranges([each.place], each.old))[1]
            changes.setdefault(self._uri(each.place.path), []).append(lsp.TextEdit(span, each.new))
        return lsp.WorkspaceEdit(changes=changes)

    def on_format(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        """Return the one layout of a rules file; ``None`` where it has mistakes, or is laid out so."""
        path = to_fs_path(params.text_document.uri)
        if path is None or not path.endswith(RULES) or len(text := self._text(Path(path))) > LARGEST_FILE:
            return None
        laid = format_rules(text, Path(path).name, Bag())
        if laid is None or laid == text:
            return None
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n") + 1, 0))
        return [lsp.TextEdit(whole, laid)]


def _function(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a method as a function, which pygls can mark."""

    async def later(params: Any) -> Any:
        return await answer(params)

    def now(params: Any) -> Any:
        return answer(params)

    return later if inspect.iscoroutinefunction(answer) else now


def _item(one: Offer) -> lsp.CompletionItem:
    kind = SORTS.get(one.sort, lsp.CompletionItemKind.Text)
    return lsp.CompletionItem(label=one.text, kind=kind, documentation=one.means or None)


def run_language_server(language: str | None = None) -> None:
    """Answer an editor over stdin and stdout until it ends the conversation."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # The server closes its streams in the end, and nothing but its messages may come between them.
    with os.fdopen(os.dup(0), "rb") as source, os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        server = EditorServer(language)
        server.start_io(source, out)
        for one in server.watched.values():
            one.changes += 1  # what is being checked is wanted by nobody any more
