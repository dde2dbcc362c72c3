"""The bytes between an editor and a server, for an editor that doesn't keep to the protocol."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

_PATIENCE = 30


class Wire:
    """A server in a process of its own. Use it as a context manager: it ends with the block."""

    def __init__(self, folder: Path) -> None:
        self._sent = 0
        self._folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "daft_lint", "server"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        # So that no test waits for ever for an answer.
        self._last = threading.Timer(_PATIENCE, self.process.kill)
        self._last.start()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self._last.cancel()
        self.process.kill()
        self.process.communicate()

    def start(self, **options: Any) -> None:
        """Start a session on the folder."""
        uri = self._folder.as_uri()
        folders = [{"uri": uri, "name": "it"}]
        params = {
            "processId": None,
            "rootUri": uri,
            "capabilities": {},
            "workspaceFolders": folders,
        }
        self.ask("initialize", params | {"initializationOptions": options})
        self.tell("initialized", {})

    def write(self, data: bytes) -> None:
        """Send these bytes."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        """Send anything that JSON can say."""
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def tell(self, method: str, params: object) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: object) -> dict[str, Any]:
        """Send a request; the answer to it."""
        self._sent += 1
        self.send({"jsonrpc": "2.0", "id": self._sent, "method": method, "params": params})
        return self.answer(self._sent)

    def answer(self, number: int | None) -> dict[str, Any]:
        """The next message that is an answer to the request of that number."""
        while (message := self.read()).get("id", ...) != number or "method" in message:
            pass
        return message

    def read(self) -> dict[str, Any]:
        """The next message of the server."""
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline()).strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        assert length, "the server said no more"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def ended(self, seconds: float) -> tuple[int, str, float]:
        """How it ends by itself within so many seconds: code, what it logged, after how long."""
        began = time.monotonic()
        _, errors = self.process.communicate(timeout=seconds)
        return self.process.returncode, errors.decode(), time.monotonic() - began
