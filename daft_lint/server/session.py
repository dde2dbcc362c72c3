"""One editor's session: its texts, what is found in them, and when they are looked at again."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Protocol, TypeVar

from lsprotocol.types import PositionEncodingKind, TextDocumentContentChangeEvent

from daft_lint.records import dataclass, replace
from daft_lint.server.buffers import Buffer, Buffers, Cell, buffer_of, notebook_of
from daft_lint.server.configuration import Options
from daft_lint.server.inspection import Inspection, Inspector
from daft_lint.server.positions import typed

T = TypeVar("T")

SHORT_PAUSE, LONG_PAUSE = 0.05, 0.2
"""Seconds without a change after which the text that was typed in is looked at.

As many as the last look took, but for these ends: quick results are shown while the user types.
"""

OTHERS_PAUSE = 0.5
"""Seconds more after which the other open texts are: what was typed may matter to them."""

MOST_UNSEEN = 100
"""Changes without a pause after which garbage is looked for all the same: each leaves 80 kB."""


class Editor(Protocol):
    """What a session tells its editor."""

    def publish(self, inspection: Inspection) -> None:
        """Show what was found in a text."""

    def withdraw(self, names: Iterable[str]) -> None:
        """Stop showing findings in these texts or cells."""

    def warn(self, message: str) -> None:
        """Show the user a problem that they can mend."""

    def log(self, message: str) -> None:
        """Write to the editor's log."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How an editor likes to be served.

    `encoding` is what its positions count. `watches`: it reports files that change on disk.
    """

    encoding: PositionEncodingKind = PositionEncodingKind.Utf16
    watches: bool = False


class Session:
    """Looks at texts after they change. Everything is done in one thread beside the event loop.

    Only the event loop's thread may call it.
    """

    def __init__(self, editor: Editor) -> None:
        self.buffers = Buffers()
        self.manners = Manners()
        self._editor = editor
        self._inspector = Inspector()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="inspecting")
        self._pending: asyncio.Task[None] | None = None
        self._pause = LONG_PAUSE
        self._problems: dict[str, frozenset[str]] = {}
        self._unseen = 0

    def start(self, folders: tuple[Path, ...], options: Options, manners: Manners) -> None:
        """Serve an editor that has these folders open."""
        self.manners = manners
        self.buffers = replace(self.buffers, folders=folders)
        self._worker.submit(self._inspector.configure, options)
        for problem in options.problems:
            self._editor.warn(problem)

    def stop(self) -> None:
        """Begin nothing more."""
        if self._pending is not None:
            self._pending.cancel()

    def opened(self, uri: str, version: int | None, text: str) -> None:
        """The editor holds a text from now on."""
        self._open(buffer_of(uri, version, text))

    def notebook_opened(self, uri: str, version: int | None, cells: tuple[Cell, ...]) -> None:
        """The editor holds a notebook from now on."""
        self._open(notebook_of(uri, version, cells))

    def changed(
        self, uri: str, version: int | None, changes: Sequence[TextDocumentContentChangeEvent]
    ) -> None:
        """The user typed in a text."""
        held = self.buffers.by_uri.get(uri)
        if held is not None:
            text = typed(held.document.text, changes, self.manners.encoding)
            self._hold(buffer_of(uri, version, text))
            self._look(uri, self._pause)

    def notebook_changed(self, uri: str, version: int | None, cells: tuple[Cell, ...]) -> None:
        """A notebook has other cells, or other texts in them."""
        held = self.buffers.by_uri.get(uri)
        if held is not None:
            changed = notebook_of(uri, version, cells)
            self._editor.withdraw(sorted({*held.names} - {*changed.names}))
            self._hold(changed)
            self._look(uri, self._pause)

    def closed(self, uri: str) -> None:
        """The editor doesn't hold a text or notebook any more: the file counts."""
        held = self.buffers.by_uri.get(uri)
        if held is not None:
            texts = {
                open_uri: other
                for open_uri, other in self.buffers.by_uri.items()
                if open_uri != uri
            }
            self._advance(replace(self.buffers, by_uri=texts))
            self._problems.pop(uri, None)
            self._editor.withdraw(held.names)
            self.files_changed()

    def saved(self) -> None:
        """A text was written; of what else changed an editor may tell no other way.

        One that watches files may not look where settings lead.
        """
        self.files_changed()

    def files_changed(self) -> None:
        """Files on disk differ from before: code, settings."""
        self._worker.submit(self._inspector.forget_files)
        self._advance(self.buffers)
        self._look(None, 0)

    def folders_changed(self, folders: tuple[Path, ...]) -> None:
        """The workspace has other folders."""
        self._advance(replace(self.buffers, folders=folders))
        self._look(None, 0)

    async def inspection(self, uri: str) -> Inspection | None:
        """What is found in a text as it is; None when the editor doesn't hold it.

        A request that waits gets the text of when its turn comes, so nothing old is linted.
        """
        found = await self._apart(lambda: self._inspector.inspect(uri, self.buffers))
        if found is not None:
            self._report_problems(found)
        return found

    async def with_inspection(
        self, uri: str, make: Callable[[Inspection, Inspector], T]
    ) -> T | None:
        """What `make` makes of what is found in a text, off the event loop."""
        buffers = self.buffers

        def made() -> T | None:
            found = self._inspector.inspect(uri, buffers)
            return None if found is None else make(found, self._inspector)

        return await self._apart(made)

    async def _apart(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _open(self, buffer: Buffer) -> None:
        if not self.manners.watches:
            self._worker.submit(self._inspector.forget_files)
        self._hold(buffer)
        self._look(buffer.uri, 0)

    def _hold(self, buffer: Buffer) -> None:
        texts = {**self.buffers.by_uri, buffer.uri: buffer}
        self._advance(replace(self.buffers, by_uri=texts))
        self._unseen += 1
        if self._unseen > MOST_UNSEEN:
            self._look_for_garbage()

    def _look_for_garbage(self) -> None:
        """Do what `serve` keeps Python from doing in the middle of an answer."""
        self._unseen = 0
        self._worker.submit(gc.collect)

    def _advance(self, buffers: Buffers) -> None:
        self.buffers = replace(buffers, revision=self.buffers.revision + 1)

    def _look(self, first: str | None, pause: float) -> None:
        """Look at all texts after a pause, at one of them before the others."""
        if self._pending is not None:
            self._pending.cancel()
        self._pending = asyncio.ensure_future(self._publish(first, pause))

    async def _publish(self, first: str | None, pause: float) -> None:
        await asyncio.sleep(pause)
        uris = sorted(self.buffers.by_uri, key=lambda uri: uri != first)
        for place, uri in enumerate(uris):
            if place == 1 and first is not None:
                await asyncio.sleep(OTHERS_PAUSE)
            await self._publish_one(uri)
        self._look_for_garbage()

    async def _publish_one(self, uri: str) -> None:
        try:
            began = monotonic()
            found = await self.inspection(uri)
            self._pause = min(max(monotonic() - began, SHORT_PAUSE), LONG_PAUSE)
            if found is not None:
                self._editor.publish(found)
        except Exception as error:
            self._editor.log(f"{uri}: internal error: {type(error).__name__}: {error}")

    def _report_problems(self, found: Inspection) -> None:
        """Tell each problem when it comes up, and not again while it lasts."""
        known = frozenset().union(*self._problems.values())
        self._problems[found.buffer.uri] = frozenset(problem.message for problem in found.problems)
        for problem in found.problems:
            if problem.message not in known:
                tell = self._editor.warn if problem.theirs else self._editor.log
                tell(problem.message)
