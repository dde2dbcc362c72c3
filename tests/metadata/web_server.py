"""A web server for tests, which notes what it is asked for and may never answer."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


@dataclass(frozen=True)
class Request:
    """What was asked for; `taken` are the first byte that was sent and the one after the last."""

    method: str
    path: str
    taken: tuple[int, int]


@dataclass
class Served:
    """A server of the files of a folder."""

    url: str
    requests: list[Request] = field(default_factory=list)

    def taken_of(self, path: str) -> list[tuple[int, int]]:
        """The bytes of a file that anybody got."""
        found = (
            request for request in self.requests if request.path == path and request.method == "GET"
        )
        return [request.taken for request in found]


@contextmanager
def served(folder: Path, *, stalls: bool = False) -> Iterator[Served]:
    """Serve the files of a folder, whole or in parts, as a web server does.

    With `stalls` it tells of files, but nobody ever gets a byte of one.
    """
    requests: list[Request] = []
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer(sends=False)

        def do_GET(self) -> None:
            self._answer(sends=True)

        def _answer(self, *, sends: bool) -> None:
            file = folder / self.path.lstrip("/")
            if not file.is_file():
                self.send_error(404)
                return
            data = file.read_bytes()
            start, end = self._wanted(len(data))
            self.send_response(200 if (start, end) == (0, len(data)) else 206)
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Length", str(end - start))
            self.end_headers()
            requests.append(Request(self.command, self.path, (start, end)))
            if sends and stalls:
                self.wfile.flush()
                over.wait()
            elif sends:
                self.wfile.write(data[start:end])

        def _wanted(self, size: int) -> tuple[int, int]:
            found = _RANGE.match(self.headers.get("Range", ""))
            if found is None:
                return 0, size
            first, last = found.groups()
            if not first:
                return max(0, size - int(last)), size
            return int(first), min(size, int(last) + 1) if last else size

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Served(f"http://127.0.0.1:{server.server_port}", requests)
        over.set()
        server.shutdown()
        thread.join()


@contextmanager
def silent() -> Iterator[str]:
    """A server that takes every connection and never says a word."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
