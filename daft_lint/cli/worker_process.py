"""A worker process, which checks files for another process: its requests and its replies.

Requests and replies are a length of eight bytes, and as many bytes. The first request is the run
to take part in, pickled by the process that started this one; each other is the path of a file. A
reply is a line of JSON and the result as the cache has it, nothing if there is no such.
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.cli.options import SettingsFinder

# What files need in which there is something to judge.
_NEEDED = (
    "daft_lint.reading.roots",
    "daft_lint.run_context",
    "daft_lint.migration.udf_migration",
    "daft_lint.equivalences.matching",
)
HEAD = 8
"""The bytes that tell the length of what follows."""


@dataclass(frozen=True, slots=True)
class Order:
    """The run that a process takes part in."""

    finder: SettingsFinder
    profiled: bool
    named: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a process tells of a file.

    `result` is None where another process has to look for itself. `seconds` is the time it took,
    `rules` that of each rule by code.
    """

    result: bytes | None
    seconds: float = 0.0
    rules: dict[str, float] | None = None

    def to_bytes(self) -> bytes:
        """The reply to send."""
        head = {"has": self.result is not None, "seconds": self.seconds, "rules": self.rules}
        return json.dumps(head).encode() + b"\n" + (self.result or b"")

    @classmethod
    def from_bytes(cls, data: bytes) -> Reply:
        """The reply that was sent."""
        line, _, result = data.partition(b"\n")
        head = json.loads(line)
        return cls(result if head["has"] else None, head["seconds"], head["rules"])


def framed(data: bytes) -> bytes:
    """Bytes to send, with their length before them."""
    return len(data).to_bytes(HEAD, "big") + data


def serve() -> None:
    """Check the files that are asked for, until nobody asks any more."""
    requests, replies = _private(0, os.O_RDONLY, "rb"), _private(1, os.O_WRONLY, "wb")
    order = _received(requests)
    if order is None:
        return
    try:
        _work(pickle.loads(order), requests, replies)
    except BrokenPipeError:
        # Nobody is left to tell.
        os._exit(0)


def _private(number: int, flags: int, mode: str) -> IO[bytes]:
    """A standard stream for this process alone; rules that use it read nothing and reach no one."""
    own = os.dup(number)
    if number == 0:
        nothing = os.open(os.devnull, flags)
        os.dup2(nothing, 0)
        os.close(nothing)
    else:
        # What rules print must not get between the replies.
        os.dup2(2, number)
    return os.fdopen(own, mode, buffering=0)


def _work(order: Order, requests: IO[bytes], replies: IO[bytes]) -> None:
    from daft_lint.cli.garbage_collection import rare_collection
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.profiling import Profile

    profile = Profile() if order.profiled else None
    run = LintRun(order.finder, verbose=False, profile=profile, named=order.named)
    replies.write(framed(b""))
    _prepare()
    with rare_collection():
        while (request := _received(requests)) is not None:
            reply = run.reply_for(Path(os.fsdecode(request)))
            _send(replies, framed(reply.to_bytes()))


def _prepare() -> None:
    """Import what most files need: who asks is still looking at files, and has nothing to ask."""
    from daft_lint.registry import all_rules

    all_rules()
    for module in _NEEDED:
        importlib.import_module(module)


def _send(replies: IO[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[replies.write(view) :]


def _received(requests: IO[bytes]) -> bytes | None:
    """The next request; None when there will be none."""
    head = _exactly(requests, HEAD)
    return None if head is None else _exactly(requests, int.from_bytes(head, "big"))


def _exactly(requests: IO[bytes], count: int) -> bytes | None:
    parts: list[bytes] = []
    while count:
        part = requests.read(count)
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def command() -> list[str]:
    """What starts such a process, which imports from the same places as this one.

    So it looks into the current folder, which may hold modules of anybody, only if this one does.
    """
    setting = f"import sys; sys.path[:] = {sys.path!r}"
    flags = subprocess_flags()
    return [sys.executable, *flags, "-c", f"{setting}; from {__name__} import serve; serve()"]


def subprocess_flags() -> list[str]:
    """The options of Python itself that this process was started with."""
    import subprocess

    # Private, and so no type knows it, but what multiprocessing itself starts its processes with.
    flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    return flags
