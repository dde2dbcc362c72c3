"""A worker thread tidies up when nothing is left to do."""

from __future__ import annotations

from threading import Event

from daft_lint.server.worker_thread import WorkerThread


def test_it_tidies_up_behind_the_last_thing() -> None:
    """Not in front of what waits for an answer, and not again while nothing comes."""
    done: list[str] = []
    tidied = Event()

    def tidy() -> None:
        done.append("tidied")
        tidied.set()

    worker = WorkerThread("tests", idle=tidy)
    for name in ("one", "two"):
        worker.submit(done.append, name)
    assert tidied.wait(10)
    worker.submit(done.append, "three").result(10)
    assert done == ["one", "two", "tidied", "three"]
