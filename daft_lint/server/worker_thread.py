"""A worker thread beside the event loop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

# Seconds. The answer is on its way to the editor by then.
_PAUSE = 0.1
T = TypeVar("T")
P = ParamSpec("P")


class WorkerThread(Executor):
    """Does one thing after the other in a thread of its own.

    The thread doesn't keep the process from ending in the middle of something, as those of
    `ThreadPoolExecutor` do: an editor that is gone needs no answer.
    """

    def __init__(self, name: str, idle: Callable[[], object] | None = None) -> None:
        """Start it; `idle` is done a moment after the last thing, if nothing else comes."""
        self._idle = idle
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], None]]] = SimpleQueue()
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done in its turn."""
        future: Future[T] = Future()
        self._waiting.put((future, lambda: future.set_result(work(*args, **kwargs))))
        return future

    def _work(self) -> None:
        pause: float | None = None
        while True:
            try:
                future, do = self._waiting.get(timeout=pause)
            except Empty:
                pause = None
                if self._idle is not None:
                    self._idle()
                continue
            pause = _PAUSE
            if future.set_running_or_notify_cancel():
                try:
                    do()
                except BaseException as error:
                    future.set_exception(error)
