"""An editor that speaks to a server in a process of its own, over stdio, as editors do."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from queue import Empty, Queue
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

T = TypeVar("T")

_PATIENCE = 30
QUIET = 0.8

PUSHED = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
            dynamic_registration=True
        ),
    ),
    notebook_document=types.NotebookDocumentClientCapabilities(
        types.NotebookDocumentSyncClientCapabilities()
    ),
)
COUNTING_BYTES = types.ClientCapabilities(
    general=types.GeneralClientCapabilities(
        position_encodings=[types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16]
    ),
    text_document=types.TextDocumentClientCapabilities(
        code_action=types.CodeActionClientCapabilities(
            data_support=True,
            resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
        ),
    ),
)


class Editor:
    """A client of the protocol that waits for what it is told."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.registered: list[types.Registration] = []
        self.seen: list[tuple[str, int | None]] = []
        self.shown: dict[str, list[types.Diagnostic]] = {}
        self.client = LanguageClient("test", "1")
        self._open: set[str] = set()
        self._published: Queue[types.PublishDiagnosticsParams] = Queue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._listen()

    def _listen(self) -> None:
        feature = self.client.feature
        feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._published.put(params))
        for name in (types.WINDOW_SHOW_MESSAGE, types.WINDOW_LOG_MESSAGE):
            feature(name)(lambda params: self.messages.append(params.message))
        feature(types.CLIENT_REGISTER_CAPABILITY)(
            lambda params: self.registered.extend(params.registrations)
        )

    def start(
        self, capabilities: types.ClientCapabilities, folders: list[Path], options: Any = None
    ) -> types.InitializeResult:
        """Start a server for these folders."""
        self._thread.start()
        self.wait(self._begin())
        made = self.wait(
            self.client.initialize_async(
                types.InitializeParams(
                    capabilities=capabilities,
                    workspace_folders=[
                        types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders
                    ],
                    initialization_options=options,
                )
            )
        )
        self.client.initialized(types.InitializedParams())
        return made

    async def _begin(self) -> None:
        await self.client.start_io(sys.executable, "-m", "daft_lint", "server", "--stdio")
        server = self.client._server
        assert server is not None
        assert server.stderr is not None
        # A server whose log nobody reads stops when the pipe is full.
        self._log = asyncio.ensure_future(server.stderr.read())

    def stop(self) -> int | None:
        """Say goodbye, and wait until the server has ended; its exit code."""
        self.wait(self.client.shutdown_async(None))
        code = self.wait(self._stopped())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        return code

    async def _stopped(self) -> int | None:
        server = self.client._server
        assert server is not None
        self.client.exit(None)
        code = await server.wait()
        await self.client.stop()
        assert await self._log == b""
        return code

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """What an exchange with the server comes to."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)

    def tell(self, notify: Callable[[Any], None], params: Any) -> None:
        """Send a notification."""

        async def sent() -> None:
            notify(params)

        self.wait(sent())

    def open(self, file: Path, text: str | None = None) -> str:
        """Open a file, with another text than it has on disk if one is given; its URI."""
        uri = file.as_uri()
        text = file.read_text() if text is None else text
        self.open_as(uri, text)
        return uri

    def open_as(self, uri: str, text: str) -> None:
        """Open a text under any name."""
        item = types.TextDocumentItem(uri, "python", 1, text)
        self._open.add(uri)
        self.tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))

    def change(self, uri: str, version: int, text: str, stretch: types.Range | None = None) -> None:
        """Put a text into a stretch, or in the place of all that was there."""
        change = (
            types.TextDocumentContentChangeWholeDocument(text)
            if stretch is None
            else types.TextDocumentContentChangePartial(stretch, text)
        )
        named = types.VersionedTextDocumentIdentifier(version, uri)
        self.tell(
            self.client.text_document_did_change,
            types.DidChangeTextDocumentParams(named, [change]),
        )

    def save(self, uri: str) -> None:
        """Say that a file was written."""
        params = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
        self.tell(self.client.text_document_did_save, params)

    @property
    def watched(self) -> set[str]:
        """The patterns of the files that the server wants to be told of."""
        # What may be anything is read as it came.
        options: Any = [registration.register_options for registration in self.registered]
        return {watcher["globPattern"] for each in options for watcher in each["watchers"]}

    def written(self, *files: Path) -> None:
        """Say that files differ on disk."""
        events = [types.FileEvent(file.as_uri(), types.FileChangeType.Changed) for file in files]
        params = types.DidChangeWatchedFilesParams(events)
        self.tell(self.client.workspace_did_change_watched_files, params)

    def close(self, uri: str) -> None:
        """Close a text."""
        self._open.remove(uri)
        params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        self.tell(self.client.text_document_did_close, params)

    def close_all(self) -> None:
        """Close every text, and forget what was told."""
        for uri in sorted(self._open):
            self.close(uri)
            self.of_version(uri, None)
        self.messages.clear()
        self.seen.clear()

    def published(
        self, uri: str, wanted: Callable[[types.PublishDiagnosticsParams], bool] = lambda _: True
    ) -> list[types.Diagnostic]:
        """The next diagnostics of a text that are as wanted."""
        while True:
            params = self.take_next(_PATIENCE)
            if params.uri == uri and wanted(params):
                return list(params.diagnostics)

    def take_next(self, seconds: float) -> types.PublishDiagnosticsParams:
        """What is published next, of any text.

        Raises:
            Empty: when nothing is within so many seconds.
        """
        params = self._published.get(timeout=seconds)
        self.seen.append((params.uri, params.version))
        self.shown[params.uri] = list(params.diagnostics)
        return params

    def of_version(self, uri: str, version: int | None) -> list[types.Diagnostic]:
        """The next diagnostics of a version of a text."""
        return self.published(uri, lambda params: params.version == version)

    def quiet(self) -> bool:
        """Whether nothing is published for some time."""
        try:
            self._published.get(timeout=QUIET)
        except Empty:
            return True
        return False

    def resolved(self, action: types.CodeAction) -> types.CodeAction:
        """An action with all that was left out before somebody chose it."""
        return self.wait(self.client.code_action_resolve_async(action))

    def hover(self, uri: str, line: int, character: int) -> str | None:
        """What is shown of a position, both counted from 0."""
        place = types.Position(line, character)
        params = types.HoverParams(types.TextDocumentIdentifier(uri), place)
        found = self.wait(self.client.text_document_hover_async(params))
        if found is None:
            return None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    def actions(
        self,
        uri: str,
        line: int,
        diagnostics: list[types.Diagnostic] | None = None,
        only: list[str] | None = None,
    ) -> list[types.CodeAction]:
        """What can be done on a line, counted from 0."""
        stretch = types.Range(types.Position(line, 0), types.Position(line, 1000))
        context = types.CodeActionContext(diagnostics or [], only=only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), stretch, context)
        found = self.wait(self.client.text_document_code_action_async(params))
        assert found is not None
        assert all(isinstance(action, types.CodeAction) for action in found)
        return list(found)


IDLE = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("embedding", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")
"""

TWICE = """\
import daft

df = daft.read_parquet("s3://bucket/*.parquet")
df = df.repartition(8).repartition(16)
df.write_parquet("s3://bucket/out")
"""
