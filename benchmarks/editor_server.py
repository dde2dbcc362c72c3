"""A language server in a process of its own, and an editor's end of it that checks each answer."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from editor_model import Json

PATIENCE = 60.0
"""Seconds that anything may take."""

_CAPABILITIES = {
    "notebookDocument": {"synchronization": {}},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
}


class ServerError(Exception):
    """The server is gone, or doesn't do what it is to. The text says which."""


class Server:
    """A server that serves a folder. Use it as a context manager.

    `published` holds what it showed last of each text, with the version. `problems` are broken
    promises: each request is to be answered, and nothing goes wrong inside.
    """

    def __init__(self, folder: Path) -> None:
        self.published: dict[str, tuple[int | None, list[Json]]] = {}
        self.answered = 0
        self.problems: list[str] = []
        self._folder = folder
        self._pending: dict[int, tuple[str, Callable[[Any], None] | None]] = {}
        self._number = 0
        self._changed = threading.Condition()
        self._gone = False
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", "daft_lint", "server"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        self._hearing = threading.Thread(target=self._receive, daemon=True)

    def __enter__(self) -> Server:
        self._hearing.start()
        params = {"processId": None, "rootUri": self._folder.as_uri()}
        # A run marks no work that could not be judged.
        options = {"initializationOptions": {"hints": False}, "capabilities": _CAPABILITIES}
        self.ask("initialize", {**params, **options})
        self.await_answers()
        self.tell("initialized", {})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._hearing.join()
        for stream in (self._process.stdin, self._process.stdout, self._log):
            assert stream is not None
            stream.close()

    def stop(self) -> None:
        """Say goodbye as the protocol wants it.

        Raises:
            ServerError: when it doesn't end, or not well.
        """
        self.ask("shutdown", None)
        self.await_answers()
        self.tell("exit", None)
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise ServerError("it doesn't end") from None
        said = self._said()
        if code or said:
            raise ServerError(f"it ended with {code} and said: {said}")

    def tell(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(
        self,
        method: str,
        params: object,
        *,
        then: Callable[[Any], None] | None = None,
    ) -> None:
        """Send a request; `then` gets the result."""
        with self._changed:
            self._number += 1
            self._pending[self._number] = (method, then)
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})

    def await_answers(self) -> None:
        """Wait until each request is answered.

        Raises:
            ServerError: when one isn't.
        """
        self.wait(
            lambda: not self._pending,
            lambda: f"no answer to {[method for method, *_ in self._pending.values()]}",
        )

    def wait(self, done: Callable[[], bool], missing: Callable[[], str]) -> None:
        """Wait until something holds.

        Raises:
            ServerError: when it doesn't in time, or the server is gone.
        """
        with self._changed:
            in_time = self._changed.wait_for(lambda: done() or self._gone, PATIENCE)
            if not in_time:
                raise ServerError(missing())
            if not done():
                raise ServerError(f"it is gone: {self._said()}")

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read()[-2000:].decode(errors="replace")

    def _send(self, message: object) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self._process.stdin.flush()
        except OSError as error:
            raise ServerError(f"it reads no more: {error}") from None

    def _receive(self) -> None:
        for message in self._messages():
            with self._changed:
                self._take(message)
                self._changed.notify_all()
        with self._changed:
            self._gone = True
            self._changed.notify_all()

    def _messages(self) -> Iterator[Json]:
        stream = self._process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not line:
                return
            yield json.loads(stream.read(length))

    def _take(self, message: Json) -> None:
        method, params = message.get("method"), message.get("params", {})
        if method is None:
            self._answer(message)
        elif "id" in message:
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif method == "textDocument/publishDiagnostics":
            self.published[params["uri"]] = params.get("version"), params["diagnostics"]
        else:
            self.problems.append(f"it told: {params['message']}")

    def _answer(self, message: Json) -> None:
        method, then = self._pending.pop(message["id"])
        error = message.get("error")
        self.answered += 1
        if error is not None:
            self.problems.append(f"{method}: {json.dumps(message)[:500]}")
        elif then is not None:
            then(message["result"])
