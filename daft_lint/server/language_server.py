"""The language server: what the protocol asks for, answered by a session."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from daft_lint import __version__
from daft_lint.documents.file_selection import LOCK_FILES
from daft_lint.server.buffers import file_of
from daft_lint.server.code_actions import FIX_ALL, Actions
from daft_lint.server.configuration import options_of
from daft_lint.server.diagnostics import SOURCE, diagnostics_of
from daft_lint.server.hover import hover_of
from daft_lint.server.inspection import Inspection, Inspector
from daft_lint.server.notebooks import changed_cells, opened_cells
from daft_lint.server.session import Manners, Session

_Called = Iterator[tuple[Callable[..., Any], tuple[Any, ...], None]]


class Protocol(LanguageServerProtocol):
    """The protocol, but for the texts that change."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _Called:
        """Leave it to the feature."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> _Called:
        """Leave it to the feature."""
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_CHANGE], (params,), None


_LANGUAGE = "python"
_CELL = "vscode-notebook-cell:"
_WATCHED = (
    "**/*.py",
    "**/*.toml",
    "**/*.{yaml,yml}",
    "**/.gitignore",
    *(f"**/{name}" for name in LOCK_FILES),
    "**/requirements*.txt",
)
_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [
        types.NotebookDocumentFilterWithNotebook(
            types.NotebookDocumentFilterNotebookType("jupyter-notebook")
        )
    ],
    save=True,
)


class Server(LanguageServer):
    """The server of one editor."""

    def __init__(self) -> None:
        super().__init__(
            SOURCE,
            __version__,
            notebook_document_sync=_NOTEBOOKS,
            protocol_cls=Protocol,
        )
        self.session = Session(self)
        self.is_shut_down = False
        self.exit_code = 0
        self._shown: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}

    @property
    def encoding(self) -> types.PositionEncodingKind:
        """What positions count, as agreed with the editor."""
        return self.session.manners.encoding

    def publish(self, inspection: Inspection) -> None:
        """Show what was found in a text, unless it has changed meanwhile."""
        buffer = inspection.buffer
        if self.session.buffers.by_uri.get(buffer.uri) != buffer:
            return
        versions = {buffer.uri: buffer.version} | {cell.uri: cell.version for cell in buffer.cells}
        for uri, diagnostics in diagnostics_of(inspection, self.encoding).items():
            self._show(uri, versions[uri], diagnostics)

    def withdraw(self, names: Iterable[str]) -> None:
        """Stop showing findings in these texts or cells."""
        for uri in names:
            self._show(uri, None, [])
            del self._shown[uri]

    def _show(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        """Show this of a text, unless the editor shows it already."""
        if self._shown.get(uri) == (version, diagnostics):
            return
        self._shown[uri] = (version, diagnostics)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=diagnostics)
        )

    def watch(self) -> None:
        """Ask for a notice of changes to files that findings may rest on."""
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registration = types.Registration("watched-files", method, options)
        self.client_register_capability(types.RegistrationParams([registration]))

    def warn(self, message: str) -> None:
        """Tell a person of something that they can mend."""
        self.window_show_message(
            types.ShowMessageParams(types.MessageType.Warning, f"daft-lint: {message}")
        )

    def log(self, message: str) -> None:
        """Note something in the editor's log of this server."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    def folders(self) -> tuple[Path, ...]:
        """The folders of the workspace."""
        uris = [folder.uri for folder in self.workspace.folders.values()] or [
            self.workspace.root_uri
        ]
        files = (file_of(uri) for uri in uris if uri is not None)
        return tuple(file for file in files if file is not None)

    def actions(self, inspection: Inspection, inspector: Inspector) -> Actions:
        """What can be done about an inspection, in the way this editor understands."""
        resolved = self._can("text_document.code_action.resolve_support.properties") or ()
        return Actions(
            inspection,
            inspector,
            self.encoding,
            versioned=bool(self._can("workspace.workspace_edit.document_changes")),
            lazy=bool(self._can("text_document.code_action.data_support")) and "edit" in resolved,
        )

    def _can(self, capability: str) -> Any:
        """What the editor says of a capability, by its dotted name."""
        return get_capability(self.client_capabilities, capability)


def serve(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Serve the editor behind two streams until it says goodbye or goes; the exit code.

    The caller ends the process then: work in progress is not waited for.
    """
    server = server_with_features()
    # Python would look for garbage in the middle of an answer: the session does when it is idle.
    gc.disable()
    try:
        server.start_io(stdin, cast("BinaryIO", _Output(stdout)))
    finally:
        server.session.stop()
        gc.enable()
    return server.exit_code


class _Output:
    """Writes to an editor for as long as it reads."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.close = stream.close

    def write(self, data: bytes) -> None:
        """Write all of it at once."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except BrokenPipeError:
            # What is left of it can't be flushed either. What it sends ends too, and that is heard.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())

    def flush(self) -> None:
        """Nothing is left to write."""


def server_with_features() -> Server:
    """A server that answers all that it can."""
    server = Server()
    for name, handler in _FEATURES.items():
        server.feature(name, _OPTIONS.get(name))(handler)
    return server


def _initialize(server: Server, params: types.InitializeParams) -> None:
    agreed = server.workspace.position_encoding or types.PositionEncodingKind.Utf16
    watching = "workspace.did_change_watched_files.dynamic_registration"
    manners = Manners(
        encoding=types.PositionEncodingKind(agreed),
        watches=bool(get_capability(params.capabilities, watching)),
    )
    options = options_of(params.initialization_options)
    folders = server.folders()
    _work_in(folders)
    server.session.start(folders, options, manners)


def _initialized(server: Server, params: types.InitializedParams) -> None:
    if server.session.manners.watches:
        server.watch()


def _did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    text = params.text_document
    is_python = text.language_id == _LANGUAGE or text.uri.endswith(".py")
    # Without its notebook, a cell says nothing.
    if is_python and not text.uri.startswith(_CELL):
        server.session.opened(text.uri, text.version, text.text)


def _did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    named = params.text_document
    server.session.changed(named.uri, named.version, params.content_changes)


def _notebook_did_open(server: Server, params: types.DidOpenNotebookDocumentParams) -> None:
    notebook = params.notebook_document
    cells = opened_cells(notebook.cells, params.cell_text_documents)
    server.session.notebook_opened(notebook.uri, notebook.version, cells)


def _notebook_did_change(server: Server, params: types.DidChangeNotebookDocumentParams) -> None:
    named = params.notebook_document
    held = server.session.buffers.by_uri.get(named.uri)
    if held is not None and params.change.cells is not None:
        cells = changed_cells(held.cells, params.change.cells, server.encoding)
        server.session.notebook_changed(named.uri, named.version, cells)


def _notebook_did_save(server: Server, params: types.DidSaveNotebookDocumentParams) -> None:
    server.session.saved()


def _notebook_did_close(server: Server, params: types.DidCloseNotebookDocumentParams) -> None:
    server.session.closed(params.notebook_document.uri)


def _did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    server.session.saved()


def _did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    server.session.closed(params.text_document.uri)


def _files_changed(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    server.session.files_changed()


def _work_in(folders: Sequence[Path]) -> None:
    """Be in the workspace, since people are shown paths from where a program is.

    Editors start servers wherever they like.
    """
    if folders:
        with suppress(OSError):
            os.chdir(folders[0])


def _configuration_changed(server: Server, params: types.DidChangeConfigurationParams) -> None:
    """Helix tells its options a second time; they hold from the start."""


def _folders_changed(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    server.session.folders_changed(server.folders())


def _shutdown(server: Server, params: None) -> None:
    server.is_shut_down = True


def _exit(server: Server, params: None) -> None:
    """By the protocol, the exit code is 1 without a request to shut down first."""
    server.exit_code = 0 if server.is_shut_down else 1


async def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    uri = params.text_document.uri
    return await server.session.with_inspection(
        uri, lambda found, _: hover_of(found, uri, params.position, server.encoding)
    )


async def _code_action(
    server: Server, params: types.CodeActionParams
) -> list[types.CodeAction] | None:
    uri, stretch, context = params.text_document.uri, params.range, params.context
    return await server.session.with_inspection(
        uri, lambda found, inspector: server.actions(found, inspector).at(uri, stretch, context)
    )


async def _resolve(server: Server, params: types.CodeAction) -> types.CodeAction:
    if params.edit is None and isinstance(params.data, str):
        params.edit = await server.session.with_inspection(
            params.data, lambda found, inspector: server.actions(found, inspector).all_fixed()
        )
    return params


_FEATURES: dict[str, Callable[..., Any]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.SHUTDOWN: _shutdown,
    types.EXIT: _exit,
    types.TEXT_DOCUMENT_DID_OPEN: _did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_SAVE: _did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.NOTEBOOK_DOCUMENT_DID_OPEN: _notebook_did_open,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE: _notebook_did_change,
    types.NOTEBOOK_DOCUMENT_DID_SAVE: _notebook_did_save,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE: _notebook_did_close,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: _configuration_changed,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _files_changed,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _folders_changed,
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_CODE_ACTION: _code_action,
    types.CODE_ACTION_RESOLVE: _resolve,
}
_OPTIONS = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True
    ),
}
