"""Rows of a synchronous UDF wait one after another, those of an async one together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import sleep
from typing import TYPE_CHECKING
from urllib.request import urlopen

from observing import seconds

if TYPE_CHECKING:
    from daft.udf.udf_v2 import Func

RULE = "DFT305"
FAULT = "`urlopen` in a synchronous UDF, 100 rows, answers after 20 ms"
REMEDY = "`async def` with `await asyncio.to_thread(...)`"
MEASURES = "wall time"
UNIT = "s"
RUNNER = "native"

_ROWS = 100
_ANSWER_SECONDS = 0.02


def before() -> float:
    """With the fault."""
    import daft

    @daft.func
    def status(url: str) -> int:
        with urlopen(url) as response:
            return int(response.status)

    return _fetched(status)


def after() -> float:
    """With the remedy."""
    import daft

    @daft.func
    async def status(url: str) -> int:
        with await asyncio.to_thread(urlopen, url) as response:
            return int(response.status)

    return _fetched(status)


class _Slow(BaseHTTPRequestHandler):
    """Answers after a while."""

    def do_GET(self) -> None:
        sleep(_ANSWER_SECONDS)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def _server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Slow)
    server.request_queue_size = _ROWS
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _fetched(status: Func) -> float:
    import daft

    with _server() as url:
        frame = daft.from_pydict({"url": [f"{url}{number}" for number in range(_ROWS)]})
        fetched = frame.with_column("status", status(daft.col("url")))
        return seconds(lambda: fetched.collect())
